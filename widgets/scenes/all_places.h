// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "workspace/workspace.h"

#include <mutex>

namespace tscope {

// The report that a workspace keeps lists the first places of each rule only. This one lists all that a check can
// tell: made on the worker that first asks for it, and kept until another report is asked about. For several
// threads.
class AllPlaces
{
public:
    // The same report where it leaves out nothing; else one whose further witnesses are places without words.
    // Fails when stopped. Precondition: the report is of this tensor.
    Result<ReportPtr> of(const Tensor& tensor, const ReportPtr& report, const Watch& watch);

private:
    std::mutex m_mutex;
    ReportPtr m_known, m_all;
};

// Of how many places of broken rules a report lists how many.
struct ListedPlaces {
    std::int64_t listed = 0, all = 0;
};
ListedPlaces listedPlaces(const Report& report);

} // namespace tscope
