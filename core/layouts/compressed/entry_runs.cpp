// SPDX-License-Identifier: Apache-2.0
#include "layouts/compressed/entry_runs.h"

#include "layouts/compressed/scan/kernels.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

constexpr std::int64_t windowSlices = 1 << 14;
constexpr std::size_t batchRuns = 1 << 20;

template <class T>
class RunCollector
{
public:
    RunCollector(const IndexLines& pointers, std::int64_t line, const SliceSpan& span,
                 const std::function<bool(const std::vector<EntryRun>&)>& take)
        : m_pointers(pointers), m_line(line), m_span(span), m_take(take)
    {
    }

    bool flush()
    {
        const bool goesOn = m_runs.empty() || m_take(m_runs);
        m_runs.clear();
        return goesOn;
    }

    // All slices with something in the bin that holds the numbers [from, end). Returns false when told to stop.
    bool addBin(std::int64_t bin, std::int64_t from, std::int64_t end)
    {
        const auto block = m_span.block;
        const auto first = from / block, last = end / block; // `last` is cut by the bin's end, or outside it
        if (first == last)
            return addSlices(bin, end - from, first, first + 1);
        const auto whole = from % block == 0 ? first : first + 1;
        return (whole == first || addSlices(bin, whole * block - from, first, whole)) &&
               addSlices(bin, block, whole, last) &&
               (end % block == 0 || addSlices(bin, end % block, last, last + 1));
    }

private:
    bool addSlices(std::int64_t bin, std::int64_t weight, std::int64_t from, std::int64_t end)
    {
        end = std::min(end, m_span.slices);
        for (; from < end; from += windowSlices) {
            const auto count = std::min(windowSlices, end - from);
            const auto* pointers = m_pointers.window<T>(m_line, from, from + count + 1, m_scratch);
            if (scanKernels<T>().pointers(pointers, count, ~std::uint64_t{0} >> 1).falling == 0) {
                add(bin, weight, pointers[0], pointers[count]);
                continue;
            }
            for (std::int64_t s = 0; s < count; ++s)
                add(bin, weight, pointers[s], pointers[s + 1]);
            if (m_runs.size() >= batchRuns && !flush())
                return false;
        }
        return true;
    }

    void add(std::int64_t bin, std::int64_t weight, std::int64_t from, std::int64_t to)
    {
        const auto begin = std::clamp<std::int64_t>(from, 0, m_span.entries);
        const auto end = std::min(std::clamp(to, begin, m_span.entries), m_span.stored);
        if (begin >= end)
            return;
        if (!m_runs.empty()) {
            auto& last = m_runs.back();
            if (last.bin == bin && last.weight == weight && last.end == begin) {
                last.end = end;
                return;
            }
        }
        m_runs.push_back({bin, weight, begin, end});
    }

    const IndexLines& m_pointers;
    std::int64_t m_line;
    const SliceSpan& m_span;
    const std::function<bool(const std::vector<EntryRun>&)>& m_take;
    IndexLines::Scratch m_scratch;
    std::vector<EntryRun> m_runs;
};

template <class T>
void visit(const IndexLines& pointers, std::int64_t line, const SliceSpan& span, const Bins& bins,
           const std::function<bool(const std::vector<EntryRun>&)>& take)
{
    RunCollector<T> collector(pointers, line, span, take);
    auto from = bins.begin();
    for (std::int64_t bin = 0; bin < bins.count(); ++bin) {
        const auto end = bins.first(bin + 1);
        if (!collector.addBin(bin, from, end))
            return;
        from = end;
    }
    collector.flush();
}

} // namespace

void visitRuns(const IndexLines& pointers, std::int64_t line, const SliceSpan& span, const Bins& bins,
               const std::function<bool(const std::vector<EntryRun>&)>& take)
{
    if (pointers.dtype() == DType(ElementType::i64))
        visit<std::int64_t>(pointers, line, span, bins, take);
    else
        visit<std::int32_t>(pointers, line, span, bins, take);
}

} // namespace tscope::compressed
