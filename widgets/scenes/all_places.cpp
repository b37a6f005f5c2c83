// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/all_places.h"

#include "base/checked_math.h"
#include "rules/places.h"

namespace tscope {

ListedPlaces listedPlaces(const Report& report)
{
    ListedPlaces places;
    for (const auto& finding : report.findings)
        if (finding.level == Level::violation) {
            places.listed = saturatingAdd(places.listed, std::ssize(finding.witnesses));
            places.all = saturatingAdd(places.all, finding.count);
        }
    return places;
}

Result<ReportPtr> AllPlaces::of(const Tensor& tensor, const ReportPtr& report, const Watch& watch)
{
    if (const auto places = listedPlaces(*report); places.listed == places.all)
        return report;
    const std::lock_guard lock(m_mutex); // who waits here is soon done: a newer job stops the older
    if (m_known == report)
        return m_all;
    const auto contract = contractNamed(report->contract);
    if (!contract)
        return contract.error();
    auto found = *report;
    Places all(tensor, **contract, watch);
    for (auto& finding : found.findings) {
        if (finding.level != Level::violation)
            continue;
        auto places =
            finding.witnesses; // the first; the others without their words, most of the room of a million
        std::size_t number = 0;
        all.forEach(finding, 0, [&](const Witness& witness) {
            if (number++ >= finding.witnesses.size())
                places.push_back({{}, witness.place});
            return !watch.isStopped();
        });
        finding.witnesses = std::move(places);
    }
    if (watch.isStopped())
        return Error{ErrorCode::cancelled, "stopped", {}, {}};
    found.record.reset();
    m_all = std::make_shared<const Report>(std::move(found));
    m_known = report;
    return m_all;
}

} // namespace tscope
