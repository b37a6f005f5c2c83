// SPDX-License-Identifier: Apache-2.0
#include "picture/violations.h"

#include "layouts/shared/tally_entries.h"
#include "rules/places.h"

#include <algorithm>
#include <map>

namespace tscope {

namespace {

// For layouts that do not say themselves where slots speak: the first element that reads one.
IndexOfSlots firstReader(const Tensor& tensor)
{
    return [&tensor](const Slots& slots) -> std::optional<Extents> {
        const auto readers = tensor.layout->readersOf(tensor, slots.member, slots.begin, 1);
        if (!readers || readers->elements.empty())
            return std::nullopt;
        return readers->elements.front();
    };
}

std::int64_t inside(std::int64_t number, std::int64_t extent)
{
    return std::clamp<std::int64_t>(number, 0, std::max<std::int64_t>(extent - 1, 0));
}

// Places one by one into bins.
class ViolationBins
{
public:
    ViolationBins(const Tensor& tensor, const Binning& binning)
        : m_binning(binning),
          m_indexOf(tensor.layout->indexOfSlots != nullptr ? tensor.layout->indexOfSlots(tensor)
                                                           : firstReader(tensor))
    {
    }

    void addCount(std::int64_t places) { m_out.withoutPlace += static_cast<std::uint64_t>(places); }

    // One of the places that were counted.
    void add(const Witness& witness)
    {
        auto index = witness.place ? m_indexOf(*witness.place) : std::nullopt;
        if (!index || index->size() != m_binning.size.size())
            return;
        --m_out.withoutPlace;
        for (std::size_t d = 0; d < index->size(); ++d)
            (*index)[d] = inside((*index)[d], m_binning.size[d]);
        const auto row = m_binning.rowOf(*index), column = m_binning.columnOf(*index);
        if (!m_binning.takes(*index) || !m_binning.rows.contains(row) || !m_binning.columns.contains(column)) {
            ++m_out.elsewhere;
            return;
        }
        ++m_out.shown;
        ++m_bins[{m_binning.rows.of(row), m_binning.columns.of(column)}];
    }

    Violations finished()
    {
        for (const auto& [bin, places] : m_bins)
            m_out.bins.push_back({bin.first, bin.second, places});
        return std::move(m_out);
    }

private:
    const Binning& m_binning;
    IndexOfSlots m_indexOf;
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> m_bins;
    Violations m_out;
};

} // namespace

Result<Violations> violationsOf(const Tensor& tensor, const Report& report, const Binning& binning,
                                const Watch& watch)
{
    ViolationBins bins(tensor, binning);
    for (const auto& finding : report.findings) {
        if (finding.level != Level::violation)
            continue;
        bins.addCount(finding.count);
        for (const auto& witness : finding.witnesses) {
            if (watch.isStopped())
                return tallyStopped();
            bins.add(witness);
        }
    }
    return bins.finished();
}

Result<Violations> violationsOf(const Tensor& tensor, const Contract& contract, const Binning& binning,
                                const Watch& watch)
{
    const auto report =
        check(tensor, {.contract = &contract, .maxWitnesses = witnessesKept, .advice = false, .watch = watch});
    Places places(tensor, contract, watch);
    ViolationBins bins(tensor, binning);
    for (const auto& finding : report.findings) {
        if (finding.level != Level::violation)
            continue;
        bins.addCount(finding.count);
        const auto add = [&](const Witness& witness) {
            bins.add(witness);
            return !watch.isStopped();
        };
        places.forEach(finding, 0, add);
    }
    if (watch.isStopped())
        return tallyStopped();
    return bins.finished();
}

} // namespace tscope
