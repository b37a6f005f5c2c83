// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/offers.h"

#include "facts/wording.h"
#include "rules/advise.h"
#include "rules/outcome.h"
#include "rules/suggestions.h"

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
    for (const auto& suggestion : suggestionsFor(report, repairs)) {
        if (const auto* const* misreading = std::get_if<const Misreading*>(&suggestion))
            offers.push_back(readAs(report, **misreading));
        else
            offers.push_back(repairing(*std::get<const Repair*>(suggestion)));
    }
    return offers;
}

} // namespace tscope
