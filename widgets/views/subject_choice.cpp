// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/subject_choice.h"

#include <algorithm>

namespace tscope {

SubjectChoice::SubjectChoice(Workspace& workspace, QWidget* parent) : QComboBox(parent), m_workspace(workspace)
{
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    list(workspace.current());
    connect(this, &QComboBox::currentIndexChanged, this, &SubjectChoice::chosen);
    connect(&workspace, &Workspace::subjectsAdded, this, [this](const std::vector<SubjectId>& ids) {
        if (const auto id = ids.front(); ids.size() == 1)
            insertItem(m_workspace.positionOf(id), m_workspace.find(id)->name, id);
        else
            listAgain();
    });
    connect(&workspace, &Workspace::subjectsRemoved, this, [this](const std::vector<SubjectId>& ids) {
        if (ids.size() == 1)
            removeItem(findData(ids.front()));
        else
            listAgain();
    });
    connect(&workspace, &Workspace::subjectChanged, this, [this](SubjectId id) {
        const auto* changed = m_workspace.find(id);
        if (const auto row = findData(id); row >= 0 && changed != nullptr)
            setItemText(row, changed->name);
        if (id == currentData().toInt())
            Q_EMIT chosen();
    });
}

void SubjectChoice::list(SubjectId chosen)
{
    QStringList names;
    for (const auto& subject : m_workspace.subjects())
        names << subject.name;
    clear();
    addItems(names);
    int row = 0;
    for (const auto& subject : m_workspace.subjects())
        setItemData(row++, subject.id);
    setCurrentIndex(std::max(0, findData(chosen)));
}

// One by one thousands that come or go at once would take long.
void SubjectChoice::listAgain()
{
    const auto before = currentData().toInt();
    {
        const QSignalBlocker blocker(this);
        list(before);
    }
    if (currentData().toInt() != before)
        Q_EMIT chosen();
}

void SubjectChoice::choose(SubjectId subject)
{
    const QSignalBlocker blocker(this);
    setCurrentIndex(findData(subject));
}

const Subject* SubjectChoice::subject() const
{
    return m_workspace.find(currentData().toInt());
}

} // namespace tscope
