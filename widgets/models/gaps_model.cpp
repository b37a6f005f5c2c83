// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/gaps_model.h"

#include "build/words.h"
#include "facts/extension_text.h"

#include <utility>

namespace tscope {

void GapsModel::setSandbox(std::shared_ptr<const Sandbox> sandbox)
{
    beginResetModel();
    m_sandbox = std::move(sandbox);
    endResetModel();
}

void GapsModel::replaceFills(std::shared_ptr<const Sandbox> sandbox)
{
    m_sandbox = std::move(sandbox);
    if (const auto rows = rowCount(); rows > 0)
        Q_EMIT dataChanged(index(0, 0), index(rows - 1, columns - 1));
}

int GapsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_sandbox == nullptr ? 0 : static_cast<int>(m_sandbox->gaps().size());
}

int GapsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant GapsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& gap = m_sandbox->gaps()[static_cast<std::size_t>(index.row())];
    const auto entry = qt(text(gap.entry)), state = qt(fillText(*m_sandbox, gap));
    if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
        return entry + QStringLiteral(": ") + state;
    if (role != Qt::DisplayRole)
        return {};
    if (index.column() == entryColumn)
        return entry;
    return (gap.fill == GapFill::none ? QStringLiteral("\u25c6 ") : QStringLiteral("\u2713 ")) + state;
}

QVariant GapsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    return section == entryColumn ? tr("Entry of the first step") : tr("State");
}

} // namespace tscope
