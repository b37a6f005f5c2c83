// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/kept_steps.h"

#include "workspace/steps.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace tscope {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(tscope::Session)
};

// Walks back through the steps of a workspace, tensor by tensor.
class WayBack
{
public:
    explicit WayBack(const Workspace& workspace) : m_workspace(workspace) {}

    // Whether this step belongs to what is not saved.
    bool takes(const TensorCommand& command)
    {
        const auto* subject = m_workspace.find(command.subject());
        if (subject == nullptr || subject->isSaved() || m_ended.contains(subject->id))
            return false;
        const auto [now, isFirst] = m_now.try_emplace(subject->id, subject->tensor);
        const bool isAsFile =
            subject->index >= 0 && (command.after() == subject->asRead || command.after() == subject->held);
        if (isAsFile || command.after() != now->second) { // what is before that was saved, or does not lead here
            m_ended.insert(subject->id);
            return false;
        }
        now->second = command.before();
        return true;
    }

private:
    const Workspace& m_workspace;
    std::map<SubjectId, TensorPtr> m_now;
    std::set<SubjectId> m_ended;
};

const Subject& subjectIn(const std::vector<Subject>& all, SubjectId id)
{
    return *std::ranges::lower_bound(all, id, {}, &Subject::id);
}

// Whether its file can be read for what it was before its first step.
bool isOfFile(const Subject& subject)
{
    return subject.index >= 0 && !subject.origin->path.isEmpty() && !subject.origin->isPart;
}

QJsonObject entryOf(int number, QJsonObject kept)
{
    kept.insert(QStringLiteral("tensor"), number);
    return kept;
}

// What is kept of the steps, from the last one backwards.
class StepKeeper
{
public:
    StepKeeper(const std::vector<Subject>& all, KeptTensors& keeping) : m_all(all), m_keeping(keeping) {}

    // False where there is no room.
    bool add(const DoneStep& step)
    {
        QJsonArray parts;
        std::set<SubjectId> met;
        for (auto part = step.parts.rbegin(); part != step.parts.rend(); ++part) {
            if (std::ranges::find(m_keeping.unkept(), part->subject) != m_keeping.unkept().end())
                continue; // steps to what is not there
            const auto& subject = subjectIn(m_all, part->subject);
            const bool isLast = met.insert(subject.id).second && !m_first.contains(subject.id);
            const auto kept = isLast ? std::optional(QJsonObject{{QStringLiteral("now"), true}})
                                     : m_keeping.addStep(subject, part->after);
            if (!kept)
                return false;
            const auto number = static_cast<int>(&subject - m_all.data());
            parts.prepend(entryOf(number, *kept));
        }
        if (parts.isEmpty())
            return true;
        for (auto part = step.parts.rbegin(); part != step.parts.rend(); ++part)
            if (met.contains(part->subject))
                m_first[part->subject] = {static_cast<int>(m_steps.size()), part->before};
        m_steps.push_back({{QStringLiteral("title"), step.title},
                           {QStringLiteral("when"), step.when},
                           {QStringLiteral("parts"), parts}});
        return true;
    }

    KeptSteps finish()
    {
        KeptSteps out;
        for (const auto& [id, first] : m_first) {
            const auto& subject = subjectIn(m_all, id);
            out.first[id] = first.before;
            if (isOfFile(subject)) {
                if (first.before != subject.asRead && first.before != subject.held)
                    m_steps[static_cast<std::size_t>(first.step)].insert(QStringLiteral("title"),
                                                                         Words::tr("edits of the last session"));
            } else if (const auto start = m_keeping.addStep(subject, first.before)) {
                out.starts[id] = *start;
            } else {
                return {}; // a step without its beginning leads nowhere
            }
        }
        for (const auto& step : m_steps)
            out.steps.prepend(step);
        return out;
    }

private:
    struct First {
        int step = 0; // in m_steps
        TensorPtr before;
    };

    const std::vector<Subject>& m_all;
    KeptTensors& m_keeping;
    std::vector<QJsonObject> m_steps; // the last one first
    std::map<SubjectId, First> m_first;
};

} // namespace

std::vector<DoneStep> doneSteps(Workspace& workspace)
{
    const auto& stack = workspace.undoStack();
    WayBack way(workspace);
    std::vector<DoneStep> steps;
    for (int i = stack.index(); i-- > 0 && std::ssize(steps) < mostKeptSteps;) {
        std::vector<const TensorCommand*> commands;
        collectTensorCommands(*stack.command(i), commands);
        DoneStep step{stack.command(i)->text(), {}};
        for (auto command = commands.rbegin(); command != commands.rend(); ++command)
            if (way.takes(**command)) {
                step.parts.push_back({(*command)->subject(), (*command)->before(), (*command)->after()});
                step.when = std::max(step.when, (*command)->when());
            }
        std::ranges::reverse(step.parts);
        if (!step.parts.empty())
            steps.push_back(std::move(step));
    }
    std::ranges::reverse(steps);
    return steps;
}

KeptSteps keepSteps(const std::vector<DoneStep>& steps, const std::vector<Subject>& all, KeptTensors& keeping)
{
    StepKeeper keeper(all, keeping);
    for (auto step = steps.rbegin(); step != steps.rend() && keeper.add(*step); ++step) {
    }
    return keeper.finish();
}

std::vector<RestoredStep>
restoredSteps(const QJsonArray& steps,
              const std::function<TensorPtr(int number, const QJsonObject& kept)>& tensorOf,
              const std::function<TensorPtr(int number)>& now)
{
    std::vector<RestoredStep> out;
    std::set<int> met;
    for (auto i = steps.size(); i-- > 0 && std::ssize(out) < mostKeptSteps;) {
        const auto entry = steps[i].toObject();
        RestoredStep step{entry[QLatin1String("title")].toString(), {}, entry[QLatin1String("when")].toInteger()};
        const auto parts = entry[QLatin1String("parts")].toArray();
        for (auto at = parts.size(); at-- > 0;) {
            const auto part = parts[at].toObject();
            const auto number = part[QLatin1String("tensor")].toInt(-1);
            const bool isNow = part[QLatin1String("now")].toBool();
            if (isNow != met.insert(number).second) // the last step leads to what is there, and only that
                return {};
            auto tensor = isNow ? now(number) : tensorOf(number, part);
            if (!tensor)
                return out;
            step.parts.insert(step.parts.begin(), {number, std::move(tensor)});
        }
        if (!step.parts.empty())
            out.insert(out.begin(), std::move(step));
    }
    return out;
}

void pushSteps(Workspace& workspace, const std::vector<RestoredStep>& steps,
               const std::function<SubjectId(int number)>& idOf)
{
    std::map<int, const TensorPtr*> last; // what each becomes in the end
    for (const auto& step : steps)
        for (const auto& [number, tensor] : step.parts)
            last[number] = &tensor;
    std::map<SubjectId, TensorPtr> now;
    auto& stack = workspace.undoStack();
    for (const auto& step : steps) {
        const bool isMacro = step.parts.size() > 1;
        if (isMacro)
            stack.beginMacro(step.title);
        for (const auto& [number, tensor] : step.parts) {
            const auto id = idOf(number);
            const auto* subject = workspace.find(id);
            if (subject == nullptr)
                continue;
            auto& before = now.try_emplace(id, subject->tensor).first->second;
            auto command = std::make_unique<TensorCommand>(workspace, id, before, tensor, step.title, step.when);
            if (last[number] == &tensor) // only then all views are told
                command->doWhenPushed();
            stack.push(command.release());
            before = tensor;
        }
        if (isMacro)
            stack.endMacro();
    }
}

} // namespace tscope
