// SPDX-License-Identifier: Apache-2.0
#include "cpu/backend/blocks.h"
#include "cpu/backend/call_views.h"
#include "cpu/backend/convert.h"
#include "cpu/backend/kernels.h"
#include "cpu/elementwise/sparse_ops.h"
#include "cpu/elementwise/strided_ops.h"
#include "cpu/strided/copy.h"

#include <limits>
#include <vector>

namespace tscope::cpu {

namespace {

std::span<const std::int64_t> stridesOf(const tscope_array& array)
{
    return {array.strides, static_cast<std::size_t>(array.dims)};
}

template <Binary op>
std::int32_t runStrided(const tscope_call* call, tscope_error*)
{
    const auto &a = call->in[0].members[0], &b = call->in[1].members[0], &to = call->out->members[0];
    return visitComputing(a.type, [&]<class T>(std::type_identity<T>) {
        return codeOf(combineStrided<T>(op, {to.sizes, static_cast<std::size_t>(to.dims)},
                                        {static_cast<T*>(to.data), stridesOf(to)},
                                        {static_cast<const T*>(a.data), stridesOf(a)},
                                        {static_cast<const T*>(b.data), stridesOf(b)}, watchOf(*call)));
    });
}

// --- sparse with sparse ---------------------------------------------------------------------------------------

constexpr Merge mergeOf(Binary op)
{
    return op == Binary::multiply ? Merge::both : Merge::either;
}

using Pointers = std::vector<std::int64_t>; // of the result, one batch entry after the other

template <Binary op>
std::int64_t entriesOfMerged(const tscope_call* call, tscope_error* error)
{
    const auto &a = call->in[0], &b = call->in[1];
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) -> std::int64_t {
        auto& pointers = keptOf<Pointers>(*call);
        const auto lines = linesOf(a);
        const auto each = static_cast<std::size_t>(slicesOf<I>(a, 0).count + 1);
        pointers.resize(static_cast<std::size_t>(lines) * each);
        std::int64_t entries = 0;
        for (std::int64_t line = 0; line < lines; ++line) {
            auto* starts = pointers.data() + static_cast<std::size_t>(line) * each;
            if (!countMerged(mergeOf(op), slicesOf<I>(a, line), slicesOf<I>(b, line), starts, watchOf(*call)))
                return -failed(error, TSCOPE_CANCELLED, "");
            if (line > 0 && starts[each - 1] != entries)
                return failUnequal(*call, error, entries, line, starts[each - 1]);
            entries = starts[each - 1];
        }
        if (entries > std::int64_t{std::numeric_limits<I>::max()})
            return -failed(error, TSCOPE_OVERFLOW, "the result has more entries than its indices can count");
        return entries;
    });
}

template <Binary op>
std::int32_t runMerged(const tscope_call* call, tscope_error*)
{
    const auto &a = call->in[0], &b = call->in[1], &out = *call->out;
    const auto& pointers = keptOf<Pointers>(*call);
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) {
        return visitComputing(a.members[2].type, [&]<class T>(std::type_identity<T>) {
            const auto each = slicesOf<I>(a, 0).count + 1;
            for (std::int64_t line = 0; line < linesOf(a); ++line) {
                const auto* starts = pointers.data() + line * each;
                auto* outStarts = lineOf<I>(out.members[0], out.batch_dims, line);
                for (std::int64_t i = 0; i < each; ++i)
                    outStarts[i] = static_cast<I>(starts[i]);
                if (!fillMerged(op, slicesOf<I>(a, line), lineOf<const T>(a.members[2], a.batch_dims, line),
                                slicesOf<I>(b, line), lineOf<const T>(b.members[2], b.batch_dims, line),
                                valuesPerEntry(a), starts, lineOf<I>(out.members[1], out.batch_dims, line),
                                lineOf<T>(out.members[2], out.batch_dims, line), watchOf(*call)))
                    return codeOf(false);
            }
            return codeOf(true);
        });
    });
}

// --- sparse with strided --------------------------------------------------------------------------------------

// The strided operand as the slices of the other one meet it.
template <class T>
StridedMatrix<T> matrixFor(const tscope_operand& sparse, const tscope_array& dense, std::int64_t line)
{
    const auto first = sparse.batch_dims;
    const auto rowStride = dense.strides[first], columnStride = dense.strides[first + 1];
    const bool alongRows = hasRowSlices(sparse);
    return {lineOf<T>(dense, first, line), alongRows ? rowStride : columnStride,
            alongRows ? columnStride : rowStride};
}

std::int32_t takesNoTail(const tscope_call* call, tscope_error* error)
{
    if (call->in[0].dense_dims == 0)
        return 1;
    failed(error, TSCOPE_UNSUPPORTED, "takes entries without dense dims only");
    return 0;
}

std::int32_t runAddIntoDense(const tscope_call* call, tscope_error*)
{
    const auto& a = call->in[0];
    const auto &dense = call->in[1].members[0], &to = call->out->members[0];
    const auto watch = watchOf(*call);
    const std::span sizes(to.sizes, static_cast<std::size_t>(to.dims));
    if (!copyStrided(sizes, {static_cast<std::byte*>(to.data), stridesOf(to)},
                     {static_cast<const std::byte*>(dense.data), stridesOf(dense)}, to.item_size, watch))
        return codeOf(false);
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) {
        return visitComputing(a.members[2].type, [&]<class T>(std::type_identity<T>) {
            for (std::int64_t line = 0; line < linesOf(a); ++line)
                if (!combineIntoDense(Binary::add, slicesOf<I>(a, line), sliceBlocksOf<T>(a, line),
                                      matrixFor<T>(a, to, line), watch))
                    return codeOf(false);
            return codeOf(true);
        });
    });
}

// With dense tails: an entry's tail times the one at its place, one after the other.
template <class T, class I>
bool multiplyTails(const tscope_call& call, std::int64_t line)
{
    const auto &a = call.in[0], &out = *call.out;
    const auto& dense = call.in[1].members[0];
    const auto pattern = slicesOf<I>(a, line);
    const auto matrix = matrixFor<const T>(a, dense, line);
    const auto rowStride = dense.strides[a.batch_dims], columnStride = dense.strides[a.batch_dims + 1];
    const auto& values = a.members[2];
    const auto blockDims = values.dims - a.batch_dims - 1 - a.dense_dims;
    const auto first = static_cast<std::size_t>(a.batch_dims + 1);
    const auto rank = static_cast<std::size_t>(values.dims) - first;
    const std::span sizes(values.sizes + first, rank);
    std::vector<std::int64_t> denseStrides;
    if (blockDims > 0)
        denseStrides = {rowStride, columnStride};
    denseStrides.insert(denseStrides.end(), dense.strides + a.batch_dims + 2, dense.strides + dense.dims);
    const auto sliceBlock = hasRowSlices(a) ? a.block[0] : a.block[1];
    const auto indexBlock = hasRowSlices(a) ? a.block[1] : a.block[0];
    const auto step = valuesPerEntry(a);
    const auto* from = lineOf<const T>(values, a.batch_dims, line);
    auto* to = lineOf<T>(out.members[2], out.batch_dims, line);
    const auto watch = watchOf(call);
    for (std::int64_t slice = 0; slice < pattern.count; ++slice)
        for (std::int64_t k = pattern.pointers[slice]; k < pattern.pointers[slice + 1]; ++k) {
            const auto* at = matrix.data + slice * sliceBlock * matrix.sliceStride +
                             std::int64_t{pattern.indices[k]} * indexBlock * matrix.indexStride;
            const std::span own(values.strides + first, rank);
            if (!combineStrided<T>(Binary::multiply, sizes, {to + k * step, own}, {from + k * step, own},
                                   {at, denseStrides}, watch))
                return false;
        }
    return true;
}

std::int32_t runMultiplyByDense(const tscope_call* call, tscope_error*)
{
    const auto &a = call->in[0], &out = *call->out;
    const auto& dense = call->in[1].members[0];
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) {
        return visitComputing(a.members[2].type, [&]<class T>(std::type_identity<T>) {
            for (std::int64_t line = 0; line < linesOf(a); ++line) {
                const bool isDone =
                    a.dense_dims > 0
                        ? multiplyTails<T, I>(*call, line)
                        : multiplyByDense(slicesOf<I>(a, line), sliceBlocksOf<T>(a, line),
                                          matrixFor<const T>(a, dense, line),
                                          lineOf<T>(out.members[2], out.batch_dims, line), watchOf(*call));
                if (!isDone)
                    return codeOf(false);
            }
            return codeOf(true);
        });
    });
}

} // namespace

void addElementwise(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* op, const char* name, const char* a, const char* b, const char* result,
                             Run run) -> KernelEntry& {
        list.push_back({.op = op, .name = name, .layouts = {a, b}, .result = result, .run = run});
        return list.back();
    };
    add("add", "cpu.add.strided", "strided", "strided", "strided", runStrided<Binary::add>).indexTypes = 0;
    add("mul", "cpu.mul.strided", "strided", "strided", "strided", runStrided<Binary::multiply>).indexTypes = 0;
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        auto& sum = add("add", "cpu.add.merge", layout, layout, layout, runMerged<Binary::add>);
        sum.entries = entriesOfMerged<Binary::add>;
        sum.release = releaseKept<Pointers>;
        sum.needs = {"5.6"};
        auto& product = add("mul", "cpu.mul.merge", layout, layout, layout, runMerged<Binary::multiply>);
        product.entries = entriesOfMerged<Binary::multiply>;
        product.release = releaseKept<Pointers>;
        product.needs = {"5.6"};
        add("add", "cpu.add.scatter", layout, "strided", "strided", runAddIntoDense).takes = takesNoTail;
        add("mul", "cpu.mul.gather", layout, "strided", layout, runMultiplyByDense).shared = {0, 1, -1};
    }
}

} // namespace tscope::cpu
