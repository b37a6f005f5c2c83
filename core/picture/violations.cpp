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
        : m_binning(binning), m_indexOf(indexOfSlotsOf(tensor))
    {
    }

    void addCount(std::int64_t places) { m_out.withoutPlace += static_cast<std::uint64_t>(places); }

    // One of the places that were counted.
    void add(const Witness& witness, Violations::First number)
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
        ++m_bins.try_emplace({m_binning.rows.of(row), m_binning.columns.of(column)}, 0, number)
              .first->second.first;
    }

    Violations finished()
    {
        for (const auto& [bin, found] : m_bins) {
            m_out.bins.push_back({bin.first, bin.second, found.first});
            m_out.firsts.push_back(found.second);
        }
        return std::move(m_out);
    }

private:
    const Binning& m_binning;
    IndexOfSlots m_indexOf;
    using Found = std::pair<std::uint64_t, Violations::First>; // how many, and the first
    std::map<std::pair<std::int64_t, std::int64_t>, Found> m_bins;
    Violations m_out;
};

} // namespace

IndexOfSlots indexOfSlotsOf(const Tensor& tensor)
{
    return tensor.layout->indexOfSlots != nullptr ? tensor.layout->indexOfSlots(tensor) : firstReader(tensor);
}

Result<Violations> violationsOf(const Tensor& tensor, const Report& report, const Binning& binning,
                                const Watch& watch)
{
    ViolationBins bins(tensor, binning);
    for (std::size_t f = 0; f < report.findings.size(); ++f) {
        const auto& finding = report.findings[f];
        if (finding.level != Level::violation)
            continue;
        bins.addCount(finding.count);
        for (std::size_t w = 0; w < finding.witnesses.size(); ++w) {
            if (watch.isStopped())
                return tallyStopped();
            bins.add(finding.witnesses[w], {f, w});
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
    for (std::size_t f = 0; f < report.findings.size(); ++f) {
        const auto& finding = report.findings[f];
        if (finding.level != Level::violation)
            continue;
        bins.addCount(finding.count);
        std::size_t number = 0;
        const auto add = [&](const Witness& witness) {
            bins.add(witness, {f, number++});
            return !watch.isStopped();
        };
        places.forEach(finding, 0, add);
    }
    if (watch.isStopped())
        return tallyStopped();
    return bins.finished();
}

} // namespace tscope
