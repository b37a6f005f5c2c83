// SPDX-License-Identifier: Apache-2.0
#include "cpu/backend/blocks.h"
#include "cpu/backend/call_views.h"
#include "cpu/backend/convert.h"
#include "cpu/backend/kernels.h"
#include "cpu/products/dense_product.h"
#include "cpu/products/product.h"
#include "cpu/products/sparse_product.h"

#include <limits>
#include <vector>

namespace tscope::cpu {

namespace {

// Sparse times dense, one batch entry after the other.
std::int32_t runCompressed(const tscope_call* call, tscope_error*)
{
    const auto& a = call->in[0];
    const auto watch = watchOf(*call);
    return visitComputing(a.members[2].type, [&]<class T>(std::type_identity<T>) {
        return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) {
            for (std::int64_t line = 0; line < linesOf(a); ++line) {
                const auto pattern = slicesOf<I>(a, line);
                const auto x = denseOf<const T>(call->in[1], line);
                const auto y = denseOf<T>(*call->out, line);
                const bool isDone = hasRowSlices(a) ? gatherProduct(pattern, blocksOf<T>(a, line), x, y, watch)
                                                    : scatterProduct(pattern, blocksOf<T>(a, line), x, y, watch);
                if (!isDone)
                    return codeOf(false);
            }
            return codeOf(true);
        });
    });
}

std::int32_t runCoo(const tscope_call* call, tscope_error*)
{
    const auto& a = call->in[0];
    return visitComputing(a.members[1].type, [&]<class T>(std::type_identity<T>) {
        return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) {
            const auto* rows = static_cast<const I*>(a.members[0].data);
            const Coordinates<I> pattern{a.entries, rows, rows + a.entries};
            return codeOf(coordinateProduct(pattern, static_cast<const T*>(a.members[1].data),
                                            denseOf<const T>(call->in[1], 0), denseOf<T>(*call->out, 0),
                                            watchOf(*call)));
        });
    });
}

template <class T>
Matrix<T> matrixOf(const tscope_operand& operand, std::int64_t line)
{
    const auto& array = operand.members[0];
    const auto last = operand.dims - 1;
    return {lineOf<const T>(array, last - 1, line), array.sizes[last - 1], array.sizes[last],
            array.strides[last - 1], array.strides[last]};
}

std::int32_t runDense(const tscope_call* call, tscope_error*)
{
    const auto& a = call->in[0];
    return visitComputing(a.members[0].type, [&]<class T>(std::type_identity<T>) {
        for (std::int64_t line = 0; line < linesOf(*call->out, call->out->dims - 2); ++line)
            if (!denseProduct(matrixOf<T>(a, line), matrixOf<T>(call->in[1], line), denseOf<T>(*call->out, line),
                              watchOf(*call)))
                return codeOf(false);
        return codeOf(true);
    });
}

// Pointers of the product of each batch entry, one after the other.
using ProductPointers = std::vector<std::int64_t>;

template <class I>
bool countPointers(const tscope_call& call, ProductPointers& pointers)
{
    const auto& a = call.in[0];
    const auto lines = linesOf(a);
    const auto each = a.sizes[a.batch_dims] + 1;
    pointers.resize(static_cast<std::size_t>(lines * each));
    for (std::int64_t line = 0; line < lines; ++line)
        if (!countSparseProduct(slicesOf<I>(a, line), slicesOf<I>(call.in[1], line), pointers.data() + line * each,
                                watchOf(call)))
            return false;
    return true;
}

std::int64_t entriesOfSparse(const tscope_call* call, tscope_error* error)
{
    const auto& a = call->in[0];
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) -> std::int64_t {
        auto& pointers = keptOf<ProductPointers>(*call);
        if (!countPointers<I>(*call, pointers))
            return -failed(error, TSCOPE_CANCELLED, "");
        const auto each = static_cast<std::size_t>(a.sizes[a.batch_dims] + 1);
        const auto entries = pointers.empty() ? 0 : pointers[each - 1];
        for (std::size_t line = 1; line * each < pointers.size(); ++line)
            if (const auto found = pointers[line * each + each - 1]; found != entries)
                return failUnequal(*call, error, entries, static_cast<std::int64_t>(line), found);
        if (entries > std::int64_t{std::numeric_limits<I>::max()})
            return -failed(error, TSCOPE_OVERFLOW, "the product has more entries than its indices can count");
        return entries;
    });
}

std::int32_t runSparse(const tscope_call* call, tscope_error*)
{
    const auto &a = call->in[0], &b = call->in[1];
    const auto& out = *call->out;
    const auto watch = watchOf(*call);
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) {
        const auto& pointers = keptOf<ProductPointers>(*call);
        const auto each = a.sizes[a.batch_dims] + 1;
        for (std::int64_t line = 0; line < linesOf(a); ++line) {
            const auto* starts = pointers.data() + line * each;
            auto* outStarts = lineOf<I>(out.members[0], out.batch_dims, line);
            for (std::int64_t i = 0; i < each; ++i)
                outStarts[i] = static_cast<I>(starts[i]);
            auto* columns = lineOf<I>(out.members[1], out.batch_dims, line);
            const auto patternA = slicesOf<I>(a, line), patternB = slicesOf<I>(b, line);
            const bool isDone = visitComputing(a.members[2].type, [&]<class T>(std::type_identity<T>) {
                return fillSparseProduct(patternA, lineOf<const T>(a.members[2], a.batch_dims, line), patternB,
                                         lineOf<const T>(b.members[2], b.batch_dims, line), starts, columns,
                                         lineOf<T>(out.members[2], out.batch_dims, line), watch);
            });
            if (!isDone)
                return codeOf(false);
        }
        return codeOf(true);
    });
}

} // namespace

void addMatmul(std::vector<KernelEntry>& list)
{
    constexpr std::uint64_t b = 2; // the second input
    list.push_back({.op = "matmul",
                    .name = "cpu.matmul.dense",
                    .layouts = {"strided", "strided"},
                    .result = "strided",
                    .indexTypes = 0,
                    .run = runDense});
    list.push_back({.op = "matmul",
                    .name = "cpu.matmul.coordinates",
                    .layouts = {"coo", "strided"},
                    .result = "strided",
                    .run = runCoo,
                    .rows = b});
    for (const auto* layout : {"csr", "bsr"})
        list.push_back({.op = "matmul",
                        .name = "cpu.matmul.gather",
                        .layouts = {layout, "strided"},
                        .result = "strided",
                        .run = runCompressed,
                        .rows = b,
                        .spaced = 1});
    for (const auto* layout : {"csc", "bsc"})
        list.push_back({.op = "matmul",
                        .name = "cpu.matmul.scatter",
                        .layouts = {layout, "strided"},
                        .result = "strided",
                        .run = runCompressed,
                        .rows = b,
                        .spaced = 1});
    list.push_back({.op = "matmul",
                    .name = "cpu.matmul.rows",
                    .layouts = {"csr", "csr"},
                    .result = "csr",
                    .run = runSparse,
                    .entries = entriesOfSparse,
                    .release = releaseKept<ProductPointers>});
}

} // namespace tscope::cpu
