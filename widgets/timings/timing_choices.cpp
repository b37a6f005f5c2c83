// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/timing_choices.h"

#include "base/free_names.h"
#include "build/words.h"
#include "timing/plan_command.h"
#include "timing/plan_words.h"
#include "workspace/places_in_file.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

struct ChoiceWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::TimingChoices)
};

// In its file, where that has more than one.
QString inputOf(const Subject& subject)
{
    const auto& origin = *subject.origin;
    const auto name = origin.names.value(subject.index);
    return origin.tensors > 1 ? origin.path + QStringLiteral("::") + (name.isEmpty() ? subject.name : name)
                              : origin.path;
}

// For a tensor that is in no file, as a comment of a shell.
QString remarkOn(const TimedTensor& tensor)
{
    // The name may come from a file, and not every shell takes "#" for a comment.
    return QStringLiteral("# ") +
           ChoiceWords::tr("Save %1 first, as %2").arg(asFileName(tensor.name), tensor.input);
}

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
    for (const auto& subject : subjects) {
        const auto name = qt(names.take(subject.title().toStdString()));
        const bool isInFile = subject.origin->isOnDisk() && subject.isAsRead();
        out.push_back({name, subject.tensor,
                       isInFile ? inputOf(subject) : asFileName(name) + QStringLiteral(".json"), isInFile});
    }
    return out;
}

std::string commandFor(std::span<const TimedTensor> tensors, const timing::Plan& plan)
{
    std::string out;
    std::vector<std::string> inputs;
    for (const auto& each : tensors) {
        inputs.push_back(each.input.toStdString());
        if (!each.isSaved)
            out += remarkOn(each).toStdString() + '\n';
    }
    return out + timing::commandOf(plan, inputs);
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
