// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/subject_choice.h"

#include <algorithm>

namespace tscope {

SubjectChoice::SubjectChoice(Workspace& workspace, QWidget* parent) : QComboBox(parent), m_workspace(workspace)
{
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    for (const auto& subject : workspace.subjects())
        addItem(subject.name, subject.id);
    setCurrentIndex(std::max(0, findData(workspace.current())));
    connect(this, &QComboBox::currentIndexChanged, this, &SubjectChoice::chosen);
    connect(&workspace, &Workspace::subjectAdded, this,
            [this](SubjectId id) { insertItem(m_workspace.positionOf(id), m_workspace.find(id)->name, id); });
    connect(&workspace, &Workspace::subjectRemoved, this, [this](SubjectId id) { removeItem(findData(id)); });
    connect(&workspace, &Workspace::subjectChanged, this, [this](SubjectId id) {
        const auto* changed = m_workspace.find(id);
        if (const auto row = findData(id); row >= 0 && changed != nullptr)
            setItemText(row, changed->name);
        if (id == currentData().toInt())
            Q_EMIT chosen();
    });
}

const Subject* SubjectChoice::subject() const
{
    return m_workspace.find(currentData().toInt());
}

} // namespace tscope
