// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/offers.h"

#include "facts/wording.h"
#include "rules/advise.h"
#include "rules/outcome.h"

#include <QCoreApplication>

namespace tscope {

std::vector<Offer> offersFor(const Report& report, const std::vector<Repair>& repairs)
{
    std::vector<Offer> offers;
    // If other words make it right, nothing is wrong with it.
    for (const auto& misreading : report.misreadings)
        offers.push_back({"read as " + misreading.as,
                          QCoreApplication::translate("tscope::RulesPanel", "read it as %1")
                              .arg(QString::fromStdString(misreading.as)),
                          [misreading](const Tensor& tensor, const ReportPtr& known) -> Result<Change> {
                              auto other = reread(tensor, *known, misreading);
                              if (!other)
                                  return other.error();
                              return Change{std::make_shared<const Tensor>(std::move(*other)), {}};
                          },
                          RepairOutcome{violationsIn(report), misreading.violations, misreading.violations == 0}});
    for (const auto& repair : repairs) {
        offers.push_back({repair.id, QString::fromStdString(repairText(repair)),
                          [id = repair.id](const Tensor& tensor, const ReportPtr& known) {
                              const auto plan = planRepair(tensor, *known, id);
                              return plan ? changed(tensor, *plan) : Result<Change>(plan.error());
                          },
                          repair.outcome});
    }
    return offers;
}

} // namespace tscope
