// SPDX-License-Identifier: Apache-2.0
// Reductions that go through the stored elements one after the other, each into the result that it belongs to: for
// every sparse layout, with any batch, block and dense dims, in time and memory of what is stored and of the
// result.
#include "base/checked_math.h"
#include "cpu/arithmetic.h"
#include "cpu/backend/blocks.h"
#include "cpu/backend/call_views.h"
#include "cpu/backend/kernels.h"
#include "kernels/reductions.h"
#include "kernels/stored.h"

#include <algorithm>
#include <vector>

namespace tscope::cpu {

namespace {

// What many small numbers are added up in: of floats a double, so that the last counts as much as the first.
template <class T>
struct SumPartial {
    using Type = typename Summing<T>::Partial;
};
template <class T>
requires(std::is_same_v<WideOf<T>, float>) struct SumPartial<T> {
    using Type = double;
};
template <class T>
requires(std::is_same_v<WideOf<T>, Complex<float>>) struct SumPartial<T> {
    using Type = Complex<double>;
};

template <class To, class From>
To widened(From value)
{
    if constexpr (std::is_arithmetic_v<From> || std::is_same_v<To, From>)
        return static_cast<To>(value);
    else
        return {static_cast<decltype(To{}.real)>(value.real), static_cast<decltype(To{}.real)>(value.imag)};
}

template <class T>
struct LongSum {
    using Partial = typename SumPartial<T>::Type;
    static Partial start() { return {}; }
    static Partial from(T value) { return widened<Partial>(Summing<T>::from(value)); }
    static Partial join(Partial a, Partial b) { return a + b; }
    static SumResult<T> result(Partial sum, double)
    {
        return Summing<T>::result(widened<typename Summing<T>::Partial>(sum), 1);
    }
};

template <class T>
struct LongMean : LongSum<T> {
    using Partial = typename LongSum<T>::Partial;
    static T result(Partial sum, double taken)
    {
        using Narrow = typename Summing<T>::Partial;
        if constexpr (std::is_arithmetic_v<Partial>)
            return Wide<T>::to(static_cast<Narrow>(sum / taken));
        else
            return Wide<T>::to(widened<Narrow>(Partial{sum.real / taken, sum.imag / taken}));
    }
};

// The operand, and where its stored elements go in the result.
class Places
{
public:
    explicit Places(const tscope_call& call) : m_from(call.in[0]), m_isCoo(isLayout(m_from, "coo"))
    {
        const auto& out = call.out->members[0];
        const auto* dims = paramNamed(call, "dim");
        for (std::int32_t d = 0; d < out.dims; ++d) {
            const bool isReduced =
                std::find(dims->list, dims->list + dims->integer, d) != dims->list + dims->integer;
            m_steps.push_back(isReduced ? 0 : out.strides[d]);
            if (isReduced)
                m_elementsPerResult *= static_cast<double>(m_from.sizes[d]);
            m_results *= out.sizes[d];
        }
        if (m_from.entries > 0 && lines() > 0)
            placeInside();
    }

    std::int64_t results() const { return m_results; }
    double elementsPerResult() const { return m_elementsPerResult; } // stored or not: more than integers can count
    // The offset of each element of an entry from its first. Empty: nothing is stored.
    const std::vector<std::int64_t>& inside() const { return m_inside; }

    // f(entry, offset of its first element in the result), in stored order; returns whether it came to its end.
    template <class F>
    bool eachEntry(const Watch& watch, F&& f) const
    {
        return m_isCoo ? eachOfCoo(watch, f) : eachOfSlices(watch, f);
    }

private:
    // Asks now and then whether to go on, after as much work as that takes no time beside.
    class Asking
    {
    public:
        explicit Asking(const Watch& watch) : m_watch(watch) {}
        bool isStopped(std::int64_t done)
        {
            m_done += done;
            if (m_done < 65536)
                return false;
            m_done = 0;
            return m_watch.isStopped();
        }

    private:
        const Watch& m_watch;
        std::int64_t m_done = 0;
    };

    std::int64_t step(std::int64_t dim) const { return m_steps[static_cast<std::size_t>(dim)]; }
    std::int64_t lines() const { return m_isCoo ? 1 : linesOf(m_from); }

    void placeInside()
    {
        const auto firstDense = m_from.dims - m_from.dense_dims;
        const auto blockColumns = m_isCoo ? 1 : m_from.block[1];
        const auto count = tailOf(m_from) * (m_isCoo ? 1 : m_from.block[0] * blockColumns);
        for (std::int64_t i = 0; i < count; ++i) {
            std::int64_t offset = 0, rest = i;
            for (auto d = m_from.dims - 1; d >= firstDense; --d) {
                offset += rest % m_from.sizes[d] * step(d);
                rest /= m_from.sizes[d];
            }
            if (!m_isCoo)
                offset += rest / blockColumns * step(m_from.batch_dims) +
                          rest % blockColumns * step(m_from.batch_dims + 1);
            m_inside.push_back(offset);
        }
    }

    template <class F>
    bool eachOfCoo(const Watch& watch, F& f) const
    {
        const Indices indices(m_from.members[0]);
        const auto sparse = m_from.dims - m_from.dense_dims;
        Asking asking(watch);
        for (std::int64_t entry = 0; entry < m_from.entries; ++entry) {
            std::int64_t offset = 0;
            for (std::int32_t d = 0; d < sparse; ++d)
                offset += indices[d * m_from.entries + entry] * step(d);
            f(entry, offset);
            if (asking.isStopped(std::ssize(m_inside)))
                return false;
        }
        return true;
    }

    template <class F>
    bool eachOfSlices(const Watch& watch, F& f) const
    {
        const Indices pointers(m_from.members[0]), indices(m_from.members[1]);
        const auto own = hasRowSlices(m_from) ? 0 : 1, other = 1 - own;
        const auto slices = m_from.sizes[m_from.batch_dims + own] / m_from.block[own];
        const auto sliceStep = step(m_from.batch_dims + own) * m_from.block[own];
        const auto indexStep = step(m_from.batch_dims + other) * m_from.block[other];
        Asking asking(watch);
        for (std::int64_t line = 0; line < lines(); ++line) {
            const auto first = line * m_from.entries, lineOffset = offsetOfLine(line);
            for (std::int64_t slice = 0; slice < slices; ++slice) {
                const auto at = line * (slices + 1) + slice;
                const auto begin = first + pointers[at], end = first + pointers[at + 1];
                const auto sliceOffset = lineOffset + slice * sliceStep;
                for (auto entry = begin; entry < end; ++entry)
                    f(entry, sliceOffset + indices[entry] * indexStep);
                if (asking.isStopped((end - begin) * std::ssize(m_inside) + 1))
                    return false;
            }
        }
        return true;
    }

    std::int64_t offsetOfLine(std::int64_t line) const
    {
        std::int64_t offset = 0;
        for (auto d = m_from.batch_dims - 1; d >= 0; --d) {
            offset += line % m_from.sizes[d] * step(d);
            line /= m_from.sizes[d];
        }
        return offset;
    }

    const tscope_operand& m_from;
    bool m_isCoo;
    std::vector<std::int64_t> m_steps; // of each dim in the result; 0 where it is reduced
    std::vector<std::int64_t> m_inside;
    std::int64_t m_results = 1;
    double m_elementsPerResult = 1;
};

// Zeros that are not stored are elements of a result as well, where it asks for the least or the greatest.
template <class Kind, bool countsZeros, class T>
std::int32_t reduceStored(const tscope_call& call, tscope_error* error)
{
    using Partial = typename Kind::Partial;
    const Places places(call);
    constexpr std::int64_t perResult = sizeof(Partial) + (countsZeros ? sizeof(std::int64_t) : 0);
    if (call.scratch > 0 && saturatingMul(places.results(), perResult) > call.scratch)
        return failed(error, TSCOPE_OUT_OF_MEMORY,
                      "the reduction would work in more than the " + std::to_string(call.scratch) +
                          " bytes that may be used");
    const auto results = static_cast<std::size_t>(places.results());
    std::vector<Partial> partials(results, Kind::start());
    std::vector<std::int64_t> counts(countsZeros ? results : 0);
    const auto& inside = places.inside();
    const auto* values = static_cast<const T*>(Stored::valuesOf(call.in[0]).data);
    const auto take = [&](std::int64_t entry, std::int64_t offset) {
        const auto* own = values + entry * std::ssize(inside);
        for (std::size_t i = 0; i < inside.size(); ++i) {
            const auto at = static_cast<std::size_t>(offset + inside[i]);
            partials[at] = Kind::join(partials[at], Kind::from(own[i]));
            if constexpr (countsZeros)
                ++counts[at];
        }
    };
    if (!inside.empty() && !places.eachEntry(watchOf(call), take))
        return TSCOPE_CANCELLED;
    auto* out = static_cast<decltype(Kind::result(Kind::start(), 0.0))*>(call.out->members[0].data);
    for (std::size_t i = 0; i < results; ++i) {
        if (countsZeros && static_cast<double>(counts[i]) < places.elementsPerResult())
            partials[i] = Kind::join(partials[i], Kind::from(T{}));
        out[i] = Kind::result(partials[i], places.elementsPerResult());
    }
    return TSCOPE_OK;
}

std::int32_t runSum(const tscope_call* call, tscope_error* error)
{
    return visitComputing(Stored::valuesOf(call->in[0]).type, [&]<class T>(std::type_identity<T>) {
        return reduceStored<LongSum<T>, false, T>(*call, error);
    });
}

std::int32_t runMean(const tscope_call* call, tscope_error* error)
{
    return visitComputing(Stored::valuesOf(call->in[0]).type, [&]<class T>(std::type_identity<T>) -> std::int32_t {
        if constexpr (isWhole<T>)
            checkFailed("type", "a mean is of numbers with fractions", __FILE__, __LINE__);
        else
            return reduceStored<LongMean<T>, false, T>(*call, error);
    });
}

template <bool isMax>
std::int32_t runExtreme(const tscope_call* call, tscope_error* error)
{
    return visitComputing(Stored::valuesOf(call->in[0]).type, [&]<class T>(std::type_identity<T>) -> std::int32_t {
        if constexpr (isOrdered<T>)
            return reduceStored<Choosing<T, isMax>, true, T>(*call, error);
        else
            checkFailed("type", "a least element is of numbers that have an order", __FILE__, __LINE__);
    });
}

} // namespace

void addStoredReduce(std::vector<KernelEntry>& list)
{
    for (const auto* layout : {"csr", "csc", "bsr", "bsc", "coo"}) {
        const auto* once = eachPlaceOnce(layout);
        addStoredSum(list, "sum", "cpu.sum.stored", layout, computingTypes, runSum);
        addStoredSum(list, "mean", "cpu.mean.stored", layout, fractionTypes, runMean);
        addReduction(list, "amin", "cpu.amin.stored", layout, orderedTypes, runExtreme<false>).needs = {once};
        addReduction(list, "amax", "cpu.amax.stored", layout, orderedTypes, runExtreme<true>).needs = {once};
    }
}

} // namespace tscope::cpu
