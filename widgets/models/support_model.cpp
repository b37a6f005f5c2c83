// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/support_model.h"

#include "build/words.h"

#include <algorithm>
#include <utility>

namespace tscope {

void SupportModel::setCells(SupportCells cells)
{
    beginResetModel();
    m_cells = std::move(cells);
    choose();
    endResetModel();
}

void SupportModel::setLayout(std::string_view layout)
{
    if (layout == m_layout)
        return;
    beginResetModel();
    m_layout = layout;
    choose();
    endResetModel();
}

void SupportModel::choose()
{
    m_rows.clear();
    for (std::size_t i = 0; i < m_cells->size(); ++i) {
        const auto& layouts = (*m_cells)[i].layouts;
        if (m_layout.empty() || std::ranges::find(layouts, m_layout) != layouts.end())
            m_rows.push_back(i);
    }
}

QString SupportModel::asText() const
{
    QString lines;
    for (const auto row : m_rows) {
        const auto& cell = (*m_cells)[row];
        lines += qt(cell.op) + QStringLiteral(" (") + qt(cell.device) + QStringLiteral(") ") + qt(text(cell)) +
                 QLatin1Char('\n');
    }
    return lines;
}

QString SupportModel::layoutsOf(const SupportCell& cell)
{
    QStringList names;
    for (const auto layout : cell.layouts)
        names << qt(layout);
    return names.join(QStringLiteral(", "));
}

QString SupportModel::answerOf(const SupportCell& cell)
{
    const auto notHere = QStringLiteral("\u2013 ") + tr("not built in");
    if (!cell.absent.empty())
        return notHere;
    switch (cell.answer) {
    case SupportCell::Answer::kernel:
        return QStringLiteral("\u2713 ") + tr("kernel");
    case SupportCell::Answer::wayRound:
        return QStringLiteral("\u25c6 ") + tr("way round");
    case SupportCell::Answer::noMeaning:
        return QStringLiteral("\u2013 ") + tr("no meaning");
    case SupportCell::Answer::notImplemented:
        return QStringLiteral("\u2013 ") + tr("not implemented");
    case SupportCell::Answer::notBuiltIn:
        break;
    }
    return notHere;
}

QString SupportModel::typesOf(const SupportCell& cell)
{
    if (!cell.hasKernel())
        return {};
    QStringList types, indices;
    for (const auto& type : cell.dtypes)
        types << qt(type.name());
    for (const auto& type : cell.indexDTypes)
        indices << qt(type.name());
    auto line = tr("Element types: %1").arg(types.join(QStringLiteral(", ")));
    if (!indices.isEmpty())
        line += QLatin1Char('\n') + tr("Index types: %1").arg(indices.join(QStringLiteral(", ")));
    return line;
}

int SupportModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SupportModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant SupportModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& cell = (*m_cells)[m_rows[static_cast<std::size_t>(index.row())]];
    if (role == Qt::AccessibleTextRole && index.column() == layoutsColumn)
        return qt(text(cell));
    if (role == Qt::ToolTipRole) {
        const auto types = typesOf(cell);
        return qt(text(cell)) + (types.isEmpty() ? QString() : QLatin1Char('\n') + types);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case layoutsColumn:
        return layoutsOf(cell);
    case deviceColumn:
        return qt(cell.device);
    case answerColumn:
        return answerOf(cell);
    case kernelColumn:
        return qt(cell.kernel);
    case resultColumn:
        return qt(cell.result);
    default:
        return qt(cell.note());
    }
}

QVariant SupportModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case layoutsColumn:
        return tr("Layouts");
    case deviceColumn:
        return tr("Device");
    case answerColumn:
        return tr("Answer");
    case kernelColumn:
        return tr("Kernel");
    case resultColumn:
        return tr("Result");
    default:
        return tr("Reason");
    }
}

} // namespace tscope
