// SPDX-License-Identifier: Apache-2.0
#include "cpu/nested/softmax.h"

#include "cpu/backend/call_views.h"
#include "cpu/backend/kernels.h"

#include <array>
#include <cstring>

namespace tscope::cpu {

namespace {

std::int32_t runSoftmax(const tscope_call* call, tscope_error*)
{
    const auto &from = call->in[0].members[0], &to = call->out->members[0];
    const auto rank = static_cast<std::size_t>(from.dims);
    return visitReal(from.type, [&]<class T>(std::type_identity<T>) {
        return codeOf(softmaxOfLines<T>({from.sizes, rank}, static_cast<const T*>(from.data), {from.strides, rank},
                                        static_cast<T*>(to.data), {to.strides, rank}, watchOf(*call)));
    });
}

// How many elements the components have. False: more than can be counted.
bool readElements(const tscope_operand& nested, std::int64_t& read)
{
    const auto& sizes = nested.members[1];
    const auto* extents = static_cast<const std::int64_t*>(sizes.data);
    for (std::int64_t c = 0; c < sizes.sizes[0]; ++c) {
        std::int64_t own = 1;
        for (std::int64_t d = 0; d < sizes.sizes[1]; ++d)
            if (__builtin_mul_overflow(own, extents[c * sizes.sizes[1] + d], &own))
                return false;
        if (__builtin_add_overflow(read, own, &read))
            return false;
    }
    return true;
}

// Packed components, one after the other: the lines of each have its own last extent.
std::int32_t runNestedSoftmax(const tscope_call* call, tscope_error*)
{
    const auto* members = call->in[0].members;
    const auto &buffer = members[0], &sizes = members[1], &offsets = members[3];
    const auto components = sizes.sizes[0], dims = sizes.sizes[1];
    const auto* extents = static_cast<const std::int64_t*>(sizes.data);
    const auto* begins = static_cast<const std::int64_t*>(offsets.data);
    // What no component reads stays as it is.
    if (std::int64_t read = 0; readElements(call->in[0], read) && read < buffer.sizes[0])
        std::memcpy(call->out->members[0].data, buffer.data,
                    static_cast<std::size_t>(buffer.sizes[0] * buffer.item_size));
    return visitReal(buffer.type, [&]<class T>(std::type_identity<T>) {
        for (std::int64_t c = 0; c < components; ++c) {
            const auto* own = extents + c * dims;
            std::array<std::int64_t, 2> shape{1, dims == 0 ? 1 : own[dims - 1]};
            for (std::int64_t d = 0; d + 1 < dims; ++d)
                shape[0] *= own[d];
            const std::array<std::int64_t, 2> strides{shape[1], 1};
            if (shape[0] * shape[1] > 0 &&
                !softmaxOfLines<T>(shape, static_cast<const T*>(buffer.data) + begins[c], strides,
                                   static_cast<T*>(call->out->members[0].data) + begins[c], strides,
                                   watchOf(*call)))
                return codeOf(false);
        }
        return codeOf(true);
    });
}

std::int64_t entriesOfBuffer(const tscope_call* call, tscope_error*)
{
    return call->in[0].members[0].sizes[0];
}

} // namespace

void addSoftmax(std::vector<KernelEntry>& list)
{
    constexpr auto real = bits({TSCOPE_F16, TSCOPE_BF16, TSCOPE_F32, TSCOPE_F64});
    list.push_back({.op = "softmax",
                    .name = "cpu.softmax.lines",
                    .layouts = {"strided"},
                    .result = "strided",
                    .types = real,
                    .indexTypes = 0,
                    .run = runSoftmax});
    list.push_back({.op = "softmax",
                    .name = "cpu.softmax.components",
                    .layouts = {"nested"},
                    .result = "nested",
                    .types = real,
                    .indexTypes = 0,
                    .run = runNestedSoftmax,
                    .entries = entriesOfBuffer,
                    .shared = {-1, 1, 2, 3}});
}

} // namespace tscope::cpu
