// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_choices.h"

#include "base/free_names.h"
#include "build/words.h"
#include "timing/plan_words.h"

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

// The type that the tensor has comes first, where others are held against it.
std::vector<std::string> withOwn(std::vector<std::string> types, const DType& own)
{
    const auto name = std::string(own.name());
    if (!types.empty() && std::ranges::find(types, name) == types.end())
        types.insert(types.begin(), name);
    return types;
}

} // namespace

Result<timing::Plan> timingPlanOf(std::span<const timing::PlanSubject> tensors, const TimingChoices& choices,
                                  const Watch& watch)
{
    timing::PlanWords words;
    words.ops = choices.ops;
    words.columns = choices.columns;
    words.layouts = choices.layouts;
    words.blocks = choices.blocks;
    words.isOwnFormAdded = true; // others are held against it
    words.devices = choices.devices;
    words.threads = choices.threads;
    words.densities = choices.densities;
    words.dtypes = choices.dtypes;
    words.indexTypes = choices.indexTypes;
    for (std::size_t i = tensors.size(); i-- > 0;) {
        const auto& tensor = tensors[i].tensor.tensor();
        words.dtypes = withOwn(std::move(words.dtypes), tensor.declaredDType());
        words.indexTypes = withOwn(std::move(words.indexTypes), tensor.declaredIndexDType());
    }
    auto plan = timing::planOf(words, tensors, watch);
    if (!plan)
        return plan;
    plan->budget = choices.budget;
    plan->mostDenseBytes = choices.mostDenseBytes;
    return plan;
}

std::vector<TimedTensor> timedTensors(const std::vector<Subject>& subjects)
{
    FreeNames names;
    std::vector<TimedTensor> out;
    for (const auto& subject : subjects)
        out.push_back({qt(names.take(subject.title().toStdString())), subject.tensor});
    return out;
}

std::vector<Subject> timedSubjects(const Workspace& workspace, const TimingChoices& choices)
{
    std::vector<Subject> out;
    if (const auto* current = workspace.currentSubject())
        out.push_back(*current);
    for (const auto id : choices.beside)
        if (const auto* subject = workspace.find(id); subject != nullptr && !out.empty() && id != out.front().id)
            out.push_back(*subject);
    return out;
}

} // namespace tscope
