// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/all_places.h"

#include "base/checked_math.h"

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
    CheckOptions options;
    options.contract = *contract;
    options.maxWitnesses = 0;
    options.advice = false;
    options.watch = watch;
    auto found = check(tensor, options);
    if (found.cancelled)
        return Error{ErrorCode::cancelled, "stopped", {}, {}};
    for (auto& finding : found.findings)
        for (auto& witness : finding.witnesses)
            witness.fields = {}; // of a million places most of the room, and nobody reads them here
    found.record.reset();
    m_all = std::make_shared<const Report>(std::move(found));
    m_known = report;
    return m_all;
}

} // namespace tscope
