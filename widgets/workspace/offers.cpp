// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/offers.h"

#include "facts/wording.h"
#include "rules/advise.h"
#include "rules/outcome.h"

#include <QCoreApplication>

namespace tscope {

namespace {

Offer readAs(const Report& report, const Misreading& misreading)
{
    return {"read as " + misreading.as,
            QCoreApplication::translate("tscope::RulesPanel", "read it as %1")
                .arg(QString::fromStdString(misreading.as)),
            [misreading](const Tensor& tensor, const ReportPtr& known) -> Result<Change> {
                auto other = reread(tensor, *known, misreading);
                if (!other)
                    return other.error();
                return Change{std::make_shared<const Tensor>(std::move(*other)), {}};
            },
            RepairOutcome{violationsIn(report), misreading.violations, misreading.violations == 0}};
}

Offer repairing(const Repair& repair)
{
    return {repair.id, QString::fromStdString(repairText(repair)),
            [id = repair.id](const Tensor& tensor, const ReportPtr& known) {
                const auto plan = planRepair(tensor, *known, id);
                return plan ? changed(tensor, *plan) : Result<Change>(plan.error());
            },
            repair.outcome};
}

} // namespace

std::vector<Offer> offersFor(const Report& report, const std::vector<Repair>& repairs)
{
    std::vector<Offer> offers;
    auto misreading = report.misreadings.begin(); // those that leave the fewest places first
    const auto readAsUpTo = [&](std::int64_t places) {
        for (; misreading != report.misreadings.end() && misreading->violations <= places; ++misreading)
            offers.push_back(readAs(report, *misreading));
    };
    readAsUpTo(0); // if other words make it right, nothing is wrong with it
    for (const auto& repair : repairs) {
        if (!repair.outcome || repair.outcome->placesAfter > 0)
            readAsUpTo(repair.outcome ? repair.outcome->placesAfter : violationsIn(report));
        offers.push_back(repairing(repair));
    }
    readAsUpTo(int64Max);
    return offers;
}

} // namespace tscope
