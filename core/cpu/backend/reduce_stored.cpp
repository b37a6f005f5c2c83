// SPDX-License-Identifier: Apache-2.0
// Reductions that go through the stored elements one after the other, each into the result that it belongs to: for
// every sparse layout, with any batch, block and dense dims, in time and memory of what is stored and of the
// result.
#include "cpu/arithmetic.h"
#include "cpu/backend/call_views.h"
#include "cpu/backend/coo_entries.h"
#include "cpu/backend/kernels.h"
#include "kernels/reductions.h"
#include "kernels/stored.h"

#include <algorithm>
#include <vector>

namespace tscope::cpu {

namespace {

// Where the stored elements of an operand go.
struct Places {
    explicit Places(const tscope_call& call) : from(Stored::of(call.in[0]))
    {
        const auto& out = call.out->members[0];
        const auto* dims = paramNamed(call, "dim");
        for (std::int32_t d = 0; d < out.dims; ++d) {
            const bool isReduced =
                std::find(dims->list, dims->list + dims->integer, d) != dims->list + dims->integer;
            steps.push_back(isReduced ? 0 : out.strides[d]);
            if (isReduced)
                elementsPerResult *= static_cast<double>(from.sizes[d]);
            results *= out.sizes[d];
        }
        const auto firstDense = from.batchDims + from.sparseDims;
        for (std::int64_t i = 0; from.total() > 0 && i < from.perEntry(); ++i) {
            std::int64_t offset = 0, rest = i;
            for (auto d = from.dims - 1; d >= firstDense; --d) {
                offset += rest % from.sizes[d] * steps[static_cast<std::size_t>(d)];
                rest /= from.sizes[d];
            }
            if (!from.isCoo)
                offset += rest / from.block[1] * step(0) + rest % from.block[1] * step(1);
            inside.push_back(offset);
        }
    }

    // Of one of the two dims that compressed indices are of.
    std::int64_t step(int which) const { return steps[static_cast<std::size_t>(from.batchDims + which)]; }

    // f(entry, its offset in the result), in stored order; returns whether it came to its end.
    template <class F>
    bool eachEntry(const Watch& watch, F&& f) const
    {
        const auto lines = from.isCoo ? 1 : from.lines, slices = from.isCoo ? 1 : from.slices;
        const auto sliceStep = from.isCoo ? 0 : step(from.alongRows ? 0 : 1) * from.block[from.alongRows ? 0 : 1];
        const auto indexStep = from.isCoo ? 0 : step(from.alongRows ? 1 : 0) * from.block[from.alongRows ? 1 : 0];
        std::int64_t sinceAsked = 0;
        const auto isStopped = [&](std::int64_t done) {
            sinceAsked += done;
            if (sinceAsked < 65536)
                return false;
            sinceAsked = 0;
            return watch.isStopped();
        };
        for (std::int64_t line = 0; line < lines; ++line) {
            const auto base = line * from.entries, lineOffset = offsetOfLine(line);
            for (std::int64_t slice = 0; slice < slices; ++slice) {
                const auto begin = base + (from.isCoo ? 0 : from.pointer(line, slice));
                const auto end = base + (from.isCoo ? from.entries : from.pointer(line, slice + 1));
                for (auto entry = begin; entry < end; ++entry) {
                    f(entry, from.isCoo ? offsetOfCoordinates(entry)
                                        : lineOffset + slice * sliceStep + from.indices[entry] * indexStep);
                    if (isStopped(from.perEntry()))
                        return false;
                }
                if (isStopped(1))
                    return false;
            }
        }
        return true;
    }

    Stored from;
    std::vector<std::int64_t> steps;  // of each dim in the result; 0 where it is reduced
    std::vector<std::int64_t> inside; // offset of each element of an entry from its first
    std::int64_t results = 1;
    double elementsPerResult = 1; // stored or not: of sparse tensors more than integers can count

private:
    std::int64_t offsetOfLine(std::int64_t line) const
    {
        std::int64_t offset = 0;
        for (auto d = from.batchDims - 1; d >= 0; --d) {
            offset += line % from.sizes[d] * steps[static_cast<std::size_t>(d)];
            line /= from.sizes[d];
        }
        return offset;
    }
    std::int64_t offsetOfCoordinates(std::int64_t entry) const
    {
        std::int64_t offset = 0;
        for (int d = 0; d < from.sparseDims; ++d)
            offset += from.indices[d * from.entries + entry] * steps[static_cast<std::size_t>(d)];
        return offset;
    }
};

// Zeros that are not stored are elements of a result as well, where it asks for the least or the greatest.
template <class Kind, bool countsZeros, class T>
std::int32_t reduceStored(const Places& places, const T* values, void* to, const Watch& watch)
{
    const auto results = static_cast<std::size_t>(places.results);
    std::vector<typename Kind::Partial> partials(results, Kind::start());
    std::vector<std::int64_t> counts(countsZeros ? results : 0);
    const bool ranToItsEnd =
        places.inside.empty() || places.eachEntry(watch, [&](std::int64_t entry, std::int64_t offset) {
            const auto* own = values + entry * std::ssize(places.inside);
            for (std::size_t i = 0; i < places.inside.size(); ++i) {
                const auto at = static_cast<std::size_t>(offset + places.inside[i]);
                partials[at] = Kind::join(partials[at], Kind::from(own[i]));
                if constexpr (countsZeros)
                    ++counts[at];
            }
        });
    if (!ranToItsEnd)
        return TSCOPE_CANCELLED;
    auto* out = static_cast<decltype(Kind::result(Kind::start(), 0.0))*>(to);
    for (std::size_t i = 0; i < results; ++i) {
        if (countsZeros && static_cast<double>(counts[i]) < places.elementsPerResult)
            partials[i] = Kind::join(partials[i], Kind::from(T{}));
        out[i] = Kind::result(partials[i], places.elementsPerResult);
    }
    return TSCOPE_OK;
}

std::int32_t sumOf(const tscope_call& call, const Places& places, const void* values)
{
    return visitComputing(Stored::valuesOf(call.in[0]).type, [&]<class T>(std::type_identity<T>) {
        return reduceStored<Summing<T>, false>(places, static_cast<const T*>(values), call.out->members[0].data,
                                               watchOf(call));
    });
}

std::int32_t runSum(const tscope_call* call, tscope_error*)
{
    return sumOf(*call, Places(*call), Stored::valuesOf(call->in[0]).data);
}

std::int32_t runMean(const tscope_call* call, tscope_error*)
{
    const Places places(*call);
    const auto& values = Stored::valuesOf(call->in[0]);
    return visitComputing(values.type, [&]<class T>(std::type_identity<T>) -> std::int32_t {
        if constexpr (isWhole<T>)
            checkFailed("type", "a mean is of numbers with fractions", __FILE__, __LINE__);
        else
            return reduceStored<Averaging<T>, false>(places, static_cast<const T*>(values.data),
                                                     call->out->members[0].data, watchOf(*call));
    });
}

template <bool isMax>
std::int32_t extremeOf(const tscope_call& call, const Places& places, const void* values)
{
    return visitComputing(Stored::valuesOf(call.in[0]).type, [&]<class T>(std::type_identity<T>) -> std::int32_t {
        if constexpr (isOrdered<T>)
            return reduceStored<Choosing<T, isMax>, true>(places, static_cast<const T*>(values),
                                                          call.out->members[0].data, watchOf(call));
        else
            checkFailed("type", "a least element is of numbers that have an order", __FILE__, __LINE__);
    });
}

template <bool isMax>
std::int32_t runExtreme(const tscope_call* call, tscope_error*)
{
    return extremeOf<isMax>(*call, Places(*call), Stored::valuesOf(call->in[0]).data);
}

// What is stored at one place of a coo is one element: `reduce(places, values)` gets it as that.
template <class F>
std::int32_t withEachPlaceOnce(const tscope_call& call, tscope_error* error, F&& reduce)
{
    const auto& coo = call.in[0];
    return visitIndex(coo.members[0].type, [&]<class I>(std::type_identity<I>) -> std::int32_t {
        Places places(call);
        const SortedBy<I> by(coo, false);
        if (entryOrder(by.indices()) == EntryOrder::ascending)
            return reduce(places, coo.members[1].data);
        EntryList entries;
        if (const auto ending = bringInOrder<I>(coo, entries, watchOf(call)); ending != Ending::done)
            return failed(error, codeOf(ending), textOf(ending));
        places.from.indices.data = entries.indices.as<I>();
        places.from.entries = entries.count;
        return reduce(places, entries.values.data());
    });
}

template <bool isMax>
std::int32_t runExtremeOfCoo(const tscope_call* call, tscope_error* error)
{
    return withEachPlaceOnce(*call, error, [call](const Places& places, const void* values) {
        return extremeOf<isMax>(*call, places, values);
    });
}

// Numbers add up as they are stored; bools would be counted twice.
std::int32_t runSumOfCoo(const tscope_call* call, tscope_error* error)
{
    if (call->in[0].members[1].type != TSCOPE_BOOL)
        return runSum(call, error);
    return withEachPlaceOnce(
        *call, error, [call](const Places& places, const void* values) { return sumOf(*call, places, values); });
}

} // namespace

void addStoredReduce(std::vector<KernelEntry>& list)
{
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"}) {
        addReduction(list, "sum", "cpu.sum.stored", layout, computingTypes, runSum);
        addReduction(list, "mean", "cpu.mean.stored", layout, fractionTypes, runMean);
        addReduction(list, "amin", "cpu.amin.stored", layout, orderedTypes, runExtreme<false>).needs = {"5.6"};
        addReduction(list, "amax", "cpu.amax.stored", layout, orderedTypes, runExtreme<true>).needs = {"5.6"};
    }
    addReduction(list, "sum", "cpu.sum.stored", "coo", computingTypes, runSumOfCoo);
    addReduction(list, "mean", "cpu.mean.stored", "coo", fractionTypes, runMean);
    addReduction(list, "amin", "cpu.amin.stored", "coo", orderedTypes, runExtremeOfCoo<false>);
    addReduction(list, "amax", "cpu.amax.stored", "coo", orderedTypes, runExtremeOfCoo<true>);
}

} // namespace tscope::cpu
