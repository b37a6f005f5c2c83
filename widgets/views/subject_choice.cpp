// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/subject_choice.h"

#include <QAbstractListModel>

#include <algorithm>
#include <utility>
#include <vector>

namespace tscope {

// What is open, by name, asked for only as far as it is seen: thousands may come or go at once.
class SubjectChoice::Names : public QAbstractListModel
{
public:
    Names(const Workspace& workspace, QObject* parent) : QAbstractListModel(parent), m_workspace(workspace)
    {
        list();
    }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        if (!index.isValid())
            return {};
        const auto id = m_ids[static_cast<std::size_t>(index.row())];
        if (role == Qt::UserRole)
            return id;
        const auto* subject = role == Qt::DisplayRole ? m_workspace.find(id) : nullptr;
        return subject == nullptr ? QVariant() : subject->title();
    }

    int rowOf(SubjectId id) const // -1: not open
    {
        const auto at = std::ranges::lower_bound(m_ids, id); // later ones have larger ids
        return at == m_ids.end() || *at != id ? -1 : static_cast<int>(at - m_ids.begin());
    }
    void listAgain()
    {
        beginResetModel();
        list();
        endResetModel();
    }
    // Whether these come after all that are listed, and now are too.
    bool append(const std::vector<SubjectId>& ids)
    {
        if (ids.empty() || (!m_ids.empty() && ids.front() <= m_ids.back()))
            return false;
        const auto first = static_cast<int>(m_ids.size());
        beginInsertRows({}, first, first + static_cast<int>(ids.size()) - 1);
        m_ids.insert(m_ids.end(), ids.begin(), ids.end());
        endInsertRows();
        return true;
    }
    bool leaveOut(SubjectId id) { return std::exchange(m_leftOut, id) != id; }
    void rename(int row) { Q_EMIT dataChanged(index(row), index(row)); }

private:
    void list()
    {
        m_ids.clear();
        for (const auto& subject : m_workspace.subjects())
            if (subject.id != m_leftOut)
                m_ids.push_back(subject.id);
    }

    const Workspace& m_workspace;
    std::vector<SubjectId> m_ids;
    SubjectId m_leftOut = 0;
};

SubjectChoice::SubjectChoice(Workspace& workspace, QWidget* parent)
    : QComboBox(parent), m_workspace(workspace), m_names(new Names(workspace, this))
{
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    setModel(m_names);
    setCurrentIndex(std::max(0, m_names->rowOf(workspace.current())));
    connect(this, &QComboBox::currentIndexChanged, this, &SubjectChoice::chosen);
    connect(&workspace, &Workspace::subjectsAdded, this, [this](const std::vector<SubjectId>& ids) {
        if (!m_names->append(ids))
            listAgain();
    });
    connect(&workspace, &Workspace::subjectsRemoved, this, &SubjectChoice::listAgain);
    connect(&workspace, &Workspace::subjectChanged, this, [this](SubjectId id) {
        if (const auto row = m_names->rowOf(id); row >= 0)
            m_names->rename(row);
        if (id == currentData().toInt())
            Q_EMIT chosen();
    });
}

void SubjectChoice::listAgain()
{
    const auto before = currentData().toInt();
    {
        const QSignalBlocker blocker(this);
        m_names->listAgain();
        setCurrentIndex(std::max(0, m_names->rowOf(before)));
    }
    if (currentData().toInt() != before)
        Q_EMIT chosen();
}

void SubjectChoice::choose(SubjectId subject)
{
    const QSignalBlocker blocker(this);
    setCurrentIndex(m_names->rowOf(subject));
}

void SubjectChoice::leaveOut(SubjectId subject)
{
    if (!m_names->leaveOut(subject))
        return;
    const auto before = currentData().toInt();
    const QSignalBlocker blocker(this);
    m_names->listAgain();
    setCurrentIndex(m_names->rowOf(before));
}

const Subject* SubjectChoice::subject() const
{
    return m_workspace.find(currentData().toInt());
}

} // namespace tscope
