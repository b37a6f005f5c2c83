// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subjects_model.h"

#include "facts/wording.h"

#include <algorithm>

namespace tscope {

SubjectsModel::SubjectsModel(Workspace& workspace, QObject* parent)
    : QAbstractTableModel(parent), m_workspace(workspace)
{
    for (const auto& subject : workspace.subjects())
        m_rows.push_back(rowOf(subject));
    connect(&workspace, &Workspace::subjectAdded, this, [this](SubjectId id) {
        const auto row = m_workspace.positionOf(id); // back where it stood, if it was removed before
        beginInsertRows({}, row, row);
        m_rows.insert(m_rows.begin() + row, rowOf(*m_workspace.find(id)));
        endInsertRows();
    });
    connect(&workspace, &Workspace::subjectRemoved, this, [this](SubjectId id) {
        const auto row = indexOf(id).row();
        if (row < 0)
            return;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    });
    connect(&workspace, &Workspace::subjectChanged, this, &SubjectsModel::refresh);
    connect(&workspace, &Workspace::reportChanged, this, &SubjectsModel::refresh);
}

SubjectsModel::Row SubjectsModel::rowOf(const Subject& subject) const
{
    Row row;
    row.id = subject.id;
    row.name = QString::fromStdString(titleOf(subject.name.toStdString()));
    row.layout = QString::fromUtf8(subject.tensor->layout->name);
    row.size = subject.outline ? QString::fromStdString(sizeText(*subject.outline)) : QStringLiteral("\u2026");
    if (subject.outline && subject.outline->numel)
        row.numel = static_cast<double>(*subject.outline->numel);
    const auto* report = subject.report.get();
    const auto broken =
        report == nullptr ? 0 : std::ranges::count_if(report->findings, [](const Finding& finding) {
            return finding.level == Level::violation;
        });
    const auto whole = report == nullptr ? tr("checking") : QString::fromStdString(verdictText(*report));
    row.verdict = report == nullptr ? QStringLiteral("\u2026")
                  : report->valid   ? QStringLiteral("\u2713")
                                    : QStringLiteral("\u25b2 %1").arg(broken);
    if (report != nullptr)
        row.broken = static_cast<int>(broken);
    row.tip =
        row.name + QLatin1Char(' ') + row.layout + QLatin1Char(' ') + row.size + QStringLiteral(": ") + whole;
    if (!subject.source.isEmpty())
        row.tip += QLatin1Char('\n') + subject.source;
    return row;
}

void SubjectsModel::refresh(SubjectId id)
{
    const auto* subject = m_workspace.find(id);
    const auto at = indexOf(id);
    if (subject == nullptr || !at.isValid())
        return;
    m_rows[static_cast<std::size_t>(at.row())] = rowOf(*subject);
    Q_EMIT dataChanged(at, index(at.row(), columns - 1));
}

int SubjectsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SubjectsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant SubjectsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == IdRole)
        return row.id;
    if (role == SortRole && index.column() == sizeColumn)
        return row.numel;
    if (role == SortRole && index.column() == verdictColumn)
        return row.broken;
    if (role == Qt::ToolTipRole || (role == Qt::AccessibleTextRole && index.column() == verdictColumn))
        return row.tip;
    if (role == Qt::EditRole && index.column() == nameColumn)
        return m_workspace.find(row.id)->name;
    if (role != Qt::DisplayRole && role != SortRole)
        return {};
    switch (index.column()) {
    case nameColumn:
        return row.name;
    case layoutColumn:
        return row.layout;
    case sizeColumn:
        return row.size;
    default:
        return row.verdict;
    }
}

QVariant SubjectsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString titles[columns]{tr("Name"), tr("Layout"), tr("Size"), tr("Verdict")};
    return section >= 0 && section < columns ? titles[section] : QVariant();
}

bool SubjectsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || index.column() != nameColumn || !index.isValid())
        return false;
    m_workspace.rename(m_rows[static_cast<std::size_t>(index.row())].id, value.toString());
    return true;
}

Qt::ItemFlags SubjectsModel::flags(const QModelIndex& index) const
{
    const auto flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == nameColumn ? flags | Qt::ItemIsEditable : flags;
}

QModelIndex SubjectsModel::indexOf(SubjectId id) const
{
    const auto at = std::ranges::find(m_rows, id, &Row::id);
    return at == m_rows.end() ? QModelIndex() : index(static_cast<int>(at - m_rows.begin()), 0);
}

} // namespace tscope
