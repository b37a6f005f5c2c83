// SPDX-License-Identifier: Apache-2.0
#include "cpu/backend/call_views.h"
#include "cpu/reference/kernels.h"
#include "cpu/reference/stored_elements.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace tscope::cpu::reference {

namespace {

// b (.., i, k) times the transposed third input (.., j, k), at each place (.., i, j) that the pattern stores.
std::int32_t runSampled(const tscope_call* call, tscope_error*)
{
    const auto &b = call->in[1].members[0], &c = call->in[2].members[0];
    const Arithmetic arithmetic(b.type);
    const auto& out = valuesOf(*call->out);
    auto* to = static_cast<std::byte*>(out.data);
    for (const auto& [index, value] : storedElements(call->in[0])) {
        Value sum;
        for (std::int64_t k = 0; k < b.sizes[b.dims - 1]; ++k) {
            auto left = index, right = index;
            left.back() = k;
            right.erase(right.end() - 2);
            right.push_back(k);
            sum = arithmetic.sum(sum, arithmetic.product(arithmetic.load(addressOf(b, left)),
                                                         arithmetic.load(addressOf(c, right))));
        }
        arithmetic.store(sum, to);
        to += out.item_size;
    }
    return TSCOPE_OK;
}

std::int32_t runDiffer(const tscope_call* call, tscope_error*)
{
    const auto &a = call->in[0].members[0], &b = call->in[1].members[0];
    const Arithmetic arithmetic(a.type);
    const auto rtol = static_cast<long double>(paramNamed(*call, "rtol")->number);
    const auto atol = static_cast<long double>(paramNamed(*call, "atol")->number);
    const bool isNanEqual = paramNamed(*call, "equal_nan")->integer != 0;
    auto* to = static_cast<std::uint8_t*>(call->out->members[0].data);
    const auto sizes = sizesOf(a);
    for (std::int64_t at = 0; at < numel(sizes).value_or(0); ++at) {
        const auto index = indexOf(sizes, at);
        const auto x = arithmetic.load(addressOf(a, index)), y = arithmetic.load(addressOf(b, index));
        const auto gap = arithmetic.isBool() || arithmetic.isInteger()
                             ? std::abs(static_cast<long double>(static_cast<std::int64_t>(x.integer)) -
                                        static_cast<long double>(static_cast<std::int64_t>(y.integer)))
                             : std::abs(x.real - y.real);
        const auto size = arithmetic.isBool() || arithmetic.isInteger()
                              ? std::abs(static_cast<long double>(static_cast<std::int64_t>(y.integer)))
                              : std::abs(y.real);
        const bool isSame = (x.integer == y.integer && x.real == y.real) ||
                            (isNanEqual && std::isnan(std::abs(x.real)) && std::isnan(std::abs(y.real)));
        to[at] = isSame || (std::isfinite(size) && gap <= atol + rtol * size) ? 0 : 1;
    }
    return TSCOPE_OK;
}

// Of elements in a row, `stride` apart.
void softmaxOf(const Arithmetic& arithmetic, const std::byte* from, std::int64_t stride, std::byte* to,
               std::int64_t toStride, std::int64_t count)
{
    auto greatest = -std::numeric_limits<long double>::infinity();
    for (std::int64_t i = 0; i < count; ++i)
        greatest = std::max(greatest, arithmetic.load(from + i * stride).real.real());
    long double sum = 0;
    for (std::int64_t i = 0; i < count; ++i)
        sum += std::exp(arithmetic.load(from + i * stride).real.real() - greatest);
    for (std::int64_t i = 0; i < count; ++i)
        arithmetic.store({0, std::exp(arithmetic.load(from + i * stride).real.real() - greatest) / sum},
                         to + i * toStride);
}

std::int32_t runSoftmax(const tscope_call* call, tscope_error*)
{
    const auto &from = call->in[0].members[0], &to = call->out->members[0];
    const auto last = from.dims - 1;
    auto lines = sizesOf(from);
    lines.back() = 1;
    for (std::int64_t at = 0; at < numel(lines).value_or(0); ++at) {
        const auto index = indexOf(lines, at);
        softmaxOf(Arithmetic(from.type), static_cast<std::byte*>(addressOf(from, index)),
                  from.strides[last] * from.item_size, static_cast<std::byte*>(addressOf(to, index)),
                  to.strides[last] * to.item_size, from.sizes[last]);
    }
    return TSCOPE_OK;
}

std::int32_t runNestedSoftmax(const tscope_call* call, tscope_error*)
{
    const auto* members = call->in[0].members;
    const auto& buffer = members[0];
    const auto sizes = integersOf(members[1]), offsets = integersOf(members[3]);
    const auto dims = static_cast<std::size_t>(members[1].sizes[1]);
    std::copy_n(static_cast<const std::byte*>(buffer.data), buffer.sizes[0] * buffer.item_size,
                static_cast<std::byte*>(call->out->members[0].data)); // what no component reads stays as it is
    for (std::size_t c = 0; c < offsets.size(); ++c) {
        std::int64_t count = 1;
        for (std::size_t d = 0; d < dims; ++d)
            count *= sizes[c * dims + d];
        const auto length = dims == 0 ? 1 : sizes[c * dims + dims - 1];
        for (std::int64_t at = 0; at < count; at += length) {
            const auto begin = (offsets[c] + at) * buffer.item_size;
            softmaxOf(Arithmetic(buffer.type), static_cast<std::byte*>(buffer.data) + begin, buffer.item_size,
                      static_cast<std::byte*>(call->out->members[0].data) + begin, buffer.item_size, length);
        }
    }
    return TSCOPE_OK;
}

std::int64_t entriesOfBuffer(const tscope_call* call, tscope_error*)
{
    return call->in[0].members[0].sizes[0];
}

} // namespace

void addOthers(std::vector<KernelEntry>& list)
{
    constexpr auto real = bits({TSCOPE_F16, TSCOPE_BF16, TSCOPE_F32, TSCOPE_F64});
    for (const auto* layout : {"coo", "csr", "csc", "bsr", "bsc"}) {
        list.push_back({.op = "sddmm",
                        .name = "reference.sddmm",
                        .layouts = {layout, "strided", "strided"},
                        .result = layout,
                        .indexTypes = anyIndexType,
                        .run = runSampled,
                        .needs = {eachPlaceOnce(layout)},
                        .shared = {0, 1, -1}});
        if (std::string_view(layout) == "coo")
            list.back().shared = {0, -1};
    }
    list.push_back({.op = "differ",
                    .name = "reference.differ",
                    .layouts = {"strided", "strided"},
                    .result = "strided",
                    .indexTypes = 0,
                    .run = runDiffer});
    list.push_back({.op = "softmax",
                    .name = "reference.softmax",
                    .layouts = {"strided"},
                    .result = "strided",
                    .types = real,
                    .indexTypes = 0,
                    .run = runSoftmax});
    list.push_back({.op = "softmax",
                    .name = "reference.softmax",
                    .layouts = {"nested"},
                    .result = "nested",
                    .types = real,
                    .indexTypes = 0,
                    .run = runNestedSoftmax,
                    .entries = entriesOfBuffer,
                    .shared = {-1, 1, 2, 3}});
}

} // namespace tscope::cpu::reference
