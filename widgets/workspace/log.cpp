// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/log.h"

#include "facts/wording.h"
#include "style/brief.h"

namespace tscope {

void Log::follow(Workspace& workspace)
{
    connect(&workspace.undoStack(), &QUndoStack::indexChanged, this,
            [this, &workspace](int index) { addSteps(workspace.undoStack(), index); });
    connect(&workspace, &Workspace::reportChanged, this, [this, &workspace](SubjectId id) {
        if (const auto* subject = workspace.find(id))
            addVerdict(*subject, workspace.isOfLesson(id));
    });
    connect(&workspace, &Workspace::subjectsRemoved, this, [this](const std::vector<SubjectId>& ids) {
        for (const auto id : ids)
            m_unjudged.erase(id);
    });
}

void Log::addSteps(const QUndoStack& steps, int index)
{
    const auto textOf = [&](int step) {
        const auto* command = steps.command(step);
        return command == nullptr ? QString() : command->actionText();
    };
    for (; m_step < index; ++m_step)
        add(Kind::done, textOf(m_step));
    for (; m_step > index; --m_step)
        if (m_step <= steps.count()) // else they are all forgotten
            add(Kind::done, tr("undone: %1").arg(textOf(m_step - 1)));
}

// Changes come with no report, and the report of each comes once; what is only previewed leaves it.
void Log::addVerdict(const Subject& subject, bool isOfLesson)
{
    if (!subject.report)
        m_unjudged.insert(subject.id);
    else if (m_unjudged.erase(subject.id) > 0 && !subject.report->valid &&
             !isOfLesson) // which rules are broken may be what it asks
        add(Kind::notice,
            tr("%1: %2").arg(subject.title(), QString::fromStdString(verdictText(
                                                  *subject.report, subject.origin->partly.toStdString()))));
}

void Log::add(Kind kind, const QString& text)
{
    m_entries.push_back({QDateTime::currentDateTime(), kind, briefLines(text)});
    if (m_entries.size() > most)
        m_entries.pop_front();
    Q_EMIT added();
}

void Log::clear()
{
    m_entries.clear();
    Q_EMIT cleared();
}

} // namespace tscope
