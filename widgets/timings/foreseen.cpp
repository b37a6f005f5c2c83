// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/foreseen.h"

#include "build/words.h"
#include "timing/foresight.h"
#include "timings/said.h"

namespace tscope {

Foreseen foreseenOf(const std::vector<TimedTensor>& tensors, const TimingChoices& choices, Proofs& proofs,
                    const Watch& watch)
{
    std::vector<timing::PlanSubject> sound;
    for (const auto& each : tensors) {
        const auto proof = proofs.of(each.tensor, watch);
        const auto* proven = std::get_if<Sound>(proof.get());
        if (proven == nullptr)
            return {whyUnsound(each.name, *proof)};
        sound.push_back({each.name.toStdString(), *proven});
    }
    const auto plan = timingPlanOf(sound, choices, watch);
    if (!plan)
        return {qt(plan.error().text)};
    const auto foresight =
        timing::foresightOf(timing::plannedSession(sound, *plan, watch), *plan, timing::paceOfMachine());
    return {said(timing::sentenceOf(foresight)), foresight.totalNs};
}

} // namespace tscope
