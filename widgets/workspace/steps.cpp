// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/steps.h"

#include "style/brief.h"

#include <QDateTime>

#include <utility>

namespace tscope {

namespace {

// Names come from files, and a line end has a meaning in the text of a step.
QString oneLine(QString text)
{
    return text.replace(QLatin1Char('\n'), QLatin1Char(' '));
}

// In a list of steps the title, in the menu the tensor too.
QString stepText(const QString& name, const QString& title)
{
    const auto step = oneLine(title);
    return name.isEmpty() ? step : step + QLatin1Char('\n') + Workspace::tr("%1: %2").arg(oneLine(name), step);
}

} // namespace

TensorCommand::TensorCommand(Workspace& workspace, SubjectId id, Change change, const QString& title, int merge)
    : QUndoCommand(stepText(workspace.find(id)->title(), title)), m_workspace(workspace), m_id(id),
      m_name(workspace.find(id)->title()), m_title(title), m_merge(merge), m_before(workspace.find(id)->tensor),
      m_after(std::move(change.tensor)), m_when(QDateTime::currentSecsSinceEpoch()),
      m_touched(std::move(change.touched))
{
}

TensorCommand::TensorCommand(Workspace& workspace, SubjectId id, TensorPtr before, TensorPtr after,
                             const QString& title, qint64 when)
    : QUndoCommand(stepText(workspace.find(id)->title(), title)), m_workspace(workspace), m_id(id),
      m_name(workspace.find(id)->title()), m_title(title), m_merge(0), m_before(std::move(before)),
      m_after(std::move(after)), m_when(when), m_isDone(true)
{
}

void TensorCommand::undo()
{
    m_workspace.m_stepped.push_back(m_id);
    put(m_before);
}

void TensorCommand::redo()
{
    if (std::exchange(m_isPushed, true))
        m_workspace.m_stepped.push_back(m_id);
    if (!std::exchange(m_isDone, false))
        put(m_after);
}

void TensorCommand::put(const TensorPtr& tensor)
{
    m_workspace.put(m_id, tensor, m_touched ? &*m_touched : nullptr);
}

bool TensorCommand::mergeWith(const QUndoCommand* next)
{
    const auto* other = dynamic_cast<const TensorCommand*>(next);
    if (other == nullptr || other->m_id != m_id)
        return false;
    m_after = other->m_after;
    m_when = other->m_when;
    if (m_touched && other->m_touched)
        m_touched->insert(m_touched->end(), other->m_touched->begin(), other->m_touched->end());
    else
        m_touched.reset();
    setText(other->text() + QLatin1Char('\n') + other->actionText());
    m_name = other->m_name;
    m_title = other->m_title;
    return true;
}

void TensorCommand::nameAnew(const QString& name)
{
    m_name = name;
    setText(stepText(m_name, m_title));
}

// A tensor that was renamed or saved has another name than in the steps that were made before. Runs after each
// edit too, so that texts are made only for steps whose name has changed.
void Workspace::nameSteps(SubjectId id)
{
    const auto* subject = find(id);
    if (subject == nullptr)
        return;
    const auto name = subject->title();
    bool isAny = false;
    for (int i = 0; i < m_undo.count(); ++i) {
        // The stack gives out what it keeps as const; only the text is set, which it reads anew.
        auto* step = const_cast<QUndoCommand*>(m_undo.command(i));
        const auto* first = step->childCount() > 0 ? step->child(0) : nullptr;
        auto* own = dynamic_cast<TensorCommand*>(first != nullptr ? const_cast<QUndoCommand*>(first) : step);
        if (own == nullptr || own->subject() != id || own->name() == name)
            continue;
        const auto before = stepText(own->name(), own->title());
        own->nameAnew(name);
        isAny = true;
        // Of several tensors at once the step has the name of the first.
        if (own != step && step->actionText() == before.section(QLatin1Char('\n'), 1))
            step->setText(stepText(own->name(), own->title()).section(QLatin1Char('\n'), 1));
    }
    if (!isAny)
        return;
    Q_EMIT m_undo.undoTextChanged(m_undo.undoText());
    Q_EMIT m_undo.redoTextChanged(m_undo.redoText());
}

void collectTensorCommands(const QUndoCommand& step, std::vector<const TensorCommand*>& found)
{
    if (const auto* own = dynamic_cast<const TensorCommand*>(&step))
        found.push_back(own);
    for (int i = 0; i < step.childCount(); ++i)
        collectTensorCommands(*step.child(i), found);
}

PresenceCommand::PresenceCommand(Workspace& workspace, std::vector<Subject> put, const QString& title)
    : QUndoCommand(oneLine(title)), m_workspace(workspace), m_subjects(std::move(put))
{
    for (const auto& subject : m_subjects)
        m_ids.push_back(subject.id);
}

PresenceCommand::PresenceCommand(Workspace& workspace, std::vector<SubjectId> taken, const QString& title)
    : QUndoCommand(oneLine(title)), m_workspace(workspace), m_ids(std::move(taken))
{
}

void PresenceCommand::change()
{
    if (m_subjects.empty()) {
        m_subjects = m_workspace.takeOff(m_ids);
        return;
    }
    m_workspace.putBack(std::exchange(m_subjects, {}));
    m_workspace.setCurrent(m_ids.front());
}

NameCommand::NameCommand(Workspace& workspace, SubjectId id, const QString& name)
    : QUndoCommand(oneLine(Workspace::tr("rename %1 to %2").arg(workspace.find(id)->title(), brief(name)))),
      m_workspace(workspace), m_id(id), m_before(workspace.find(id)->name), m_after(name)
{
}

} // namespace tscope
