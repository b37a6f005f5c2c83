// SPDX-License-Identifier: Apache-2.0
#include "cpu/reduce/reduce.h"

#include "cpu/arithmetic.h"
#include "cpu/backend/blocks.h"
#include "cpu/backend/call_views.h"
#include "cpu/backend/kernels.h"
#include "cpu/reduce/sparse_reduce.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace tscope::cpu {

namespace {

template <class T>
inline constexpr bool isWholeType = std::is_integral_v<T> || std::is_same_v<T, BoolByte>;

template <class Value>
Value scaled(Value value, double by)
{
    if constexpr (std::is_arithmetic_v<Value>)
        return static_cast<Value>(static_cast<double>(value) * by);
    else
        return {static_cast<decltype(value.real)>(static_cast<double>(value.real) * by),
                static_cast<decltype(value.imag)>(static_cast<double>(value.imag) * by)};
}

bool isReducedDim(const tscope_call& call, std::int64_t dim)
{
    const auto* dims = paramNamed(call, "dim");
    return std::find(dims->list, dims->list + dims->integer, dim) != dims->list + dims->integer;
}

template <class T>
bool reduceAs(Reduce kind, const Reduction& shape, const T* from, void* to, const Watch& watch)
{
    constexpr bool isComplex = std::is_same_v<T, ComplexHalf> || std::is_same_v<T, std::complex<float>> ||
                               std::is_same_v<T, std::complex<double>>;
    if (kind == Reduce::sum)
        return reduceSum(shape, from, static_cast<SumResult<T>*>(to), watch);
    if constexpr (!isWholeType<T>)
        if (kind == Reduce::mean)
            return reduceMean(shape, from, static_cast<T*>(to), watch);
    if constexpr (!isComplex) {
        if (kind == Reduce::min)
            return reduceMin(shape, from, static_cast<T*>(to), watch);
        if (kind == Reduce::max)
            return reduceMax(shape, from, static_cast<T*>(to), watch);
    }
    checkFailed("kind", "a reduction is called for types it was built for", __FILE__, __LINE__);
}

template <Reduce kind>
std::int32_t runStridedReduce(const tscope_call* call, tscope_error*)
{
    const auto& from = call->in[0].members[0];
    const auto rank = static_cast<std::size_t>(from.dims);
    const auto isReduced = std::make_unique<bool[]>(rank);
    for (std::size_t d = 0; d < rank; ++d)
        isReduced[d] = isReducedDim(*call, static_cast<std::int64_t>(d));
    return visitComputing(from.type, [&]<class T>(std::type_identity<T>) {
        return codeOf(reduceAs(kind, {{from.sizes, rank}, {from.strides, rank}, {isReduced.get(), rank}},
                               static_cast<const T*>(from.data), call->out->members[0].data, watchOf(*call)));
    });
}

// --- compressed -------------------------------------------------------------------------------------------------

std::int32_t takesMatrixReduce(const tscope_call* call, tscope_error* error)
{
    if (call->in[0].batch_dims == 0 && call->in[0].dense_dims == 0)
        return 1;
    failed(error, TSCOPE_UNSUPPORTED, "takes matrices without batch and dense dims only");
    return 0;
}

// A run of numbers to one.
template <class T>
bool reduceRun(Reduce kind, const T* from, std::int64_t count, void* to, const Watch& watch)
{
    const std::int64_t sizes[] = {count}, strides[] = {1};
    const bool isReduced[] = {true};
    return reduceAs(kind, {sizes, strides, isReduced}, from, to, watch);
}

// The whole matrix: sums need the values only; for the least the slices come first, as they know of the zeros.
template <class T, class I>
bool reduceAll(Reduce kind, const tscope_operand& a, void* to, const Watch& watch)
{
    const auto pattern = slicesOf<I>(a, 0);
    const auto* values = static_cast<const T*>(a.members[2].data);
    const auto stored = pattern.entries() * valuesPerEntry(a);
    if (kind == Reduce::sum)
        return reduceRun(kind, values, stored, to, watch);
    if (kind == Reduce::mean) {
        const auto elements = static_cast<double>(a.sizes[0]) * static_cast<double>(a.sizes[1]);
        if (stored > 0 && !reduceRun(Reduce::mean, values, stored, to, watch))
            return false;
        if constexpr (!isWholeType<T>) { // of those that are stored; the others are zeros
            auto& mean = *static_cast<T*>(to);
            mean = stored > 0 || elements == 0
                       ? Wide<T>::to(scaled(Wide<T>::from(mean), static_cast<double>(stored) / elements))
                       : T{};
        }
        return true;
    }
    const auto blocks = sliceBlocksOf<T>(a, 0);
    std::vector<T> ofSlices(static_cast<std::size_t>(pattern.count * blocks.outSize));
    return reduceSlices(kind, pattern, blocks, ofSlices.data(), watch) &&
           reduceRun(kind, ofSlices.data(), pattern.count * blocks.outSize, to, watch);
}

template <Reduce kind>
std::int32_t runCompressedReduce(const tscope_call* call, tscope_error*)
{
    const auto& a = call->in[0];
    auto* to = call->out->members[0].data;
    const auto watch = watchOf(*call);
    const bool isRows = isReducedDim(*call, 0), isColumns = isReducedDim(*call, 1);
    const bool isAlongSlices = hasRowSlices(a) ? isColumns : isRows; // each slice becomes one number
    return visitIndex(a.members[0].type, [&]<class I>(std::type_identity<I>) {
        return visitComputing(a.members[2].type, [&]<class T>(std::type_identity<T>) {
            if (isRows && isColumns)
                return codeOf(reduceAll<T, I>(kind, a, to, watch));
            const auto pattern = slicesOf<I>(a, 0);
            auto blocks = sliceBlocksOf<T>(a, 0);
            if (isAlongSlices)
                return codeOf(reduceSlices(kind, pattern, blocks, to, watch));
            std::swap(blocks.outSize, blocks.inSize);
            std::swap(blocks.outStride, blocks.inStride);
            return codeOf(reduceIndices(kind, pattern, blocks, to, watch));
        });
    });
}

} // namespace

void addReduce(std::vector<KernelEntry>& list)
{
    addReduction(list, "sum", "cpu.sum.strided", "strided", computingTypes, runStridedReduce<Reduce::sum>)
        .indexTypes = 0;
    addReduction(list, "mean", "cpu.mean.strided", "strided", fractionTypes, runStridedReduce<Reduce::mean>)
        .indexTypes = 0;
    addReduction(list, "amin", "cpu.amin.strided", "strided", orderedTypes, runStridedReduce<Reduce::min>)
        .indexTypes = 0;
    addReduction(list, "amax", "cpu.amax.strided", "strided", orderedTypes, runStridedReduce<Reduce::max>)
        .indexTypes = 0;
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        addStoredSum(list, "sum", "cpu.sum.slices", layout, computingTypes, runCompressedReduce<Reduce::sum>)
            .takes = takesMatrixReduce;
        addStoredSum(list, "mean", "cpu.mean.slices", layout, fractionTypes, runCompressedReduce<Reduce::mean>)
            .takes = takesMatrixReduce;
        const auto needDistinct = [](KernelEntry& entry) {
            entry.takes = takesMatrixReduce;
            entry.needs = {"5.6"};
        };
        needDistinct(
            addReduction(list, "amin", "cpu.amin.slices", layout, orderedTypes, runCompressedReduce<Reduce::min>));
        needDistinct(
            addReduction(list, "amax", "cpu.amax.slices", layout, orderedTypes, runCompressedReduce<Reduce::max>));
    }
}

} // namespace tscope::cpu
