// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/trace_model.h"

#include "build/words.h"
#include "language/catalogue.h"

#include <QLocale>

#include <utility>

namespace tscope {

namespace {

bool isLookUp(const DispatchStep& step)
{
    return step.kind == DispatchStep::Kind::table || step.kind == DispatchStep::Kind::types;
}

} // namespace

void TraceModel::setRecord(CallRecordPtr record)
{
    beginResetModel();
    m_record = std::move(record);
    endResetModel();
}

QString TraceModel::asText() const
{
    if (!m_record)
        return {};
    QStringList lines{m_record->title + QStringLiteral(": ") + m_record->outcome};
    for (const auto& step : m_record->trace.steps)
        lines << QStringLiteral("  ") + qt(text(step));
    for (const auto& change : m_record->changes)
        lines << QStringLiteral("  ") + qt(change);
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

int TraceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_record ? 0 : static_cast<int>(m_record->trace.steps.size());
}

int TraceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant TraceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& step = m_record->trace.steps[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole || (role == Qt::AccessibleTextRole && index.column() == stepColumn))
        return qt(text(step));
    if (role == Qt::TextAlignmentRole && index.column() == bytesColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case stepColumn:
        return qt(translated(name(step.kind)));
    case hitColumn:
        return !isLookUp(step) ? QString()
               : step.hit      ? QStringLiteral("\u2713 ") + tr("hit")
                               : QStringLiteral("\u25c6 ") + tr("miss");
    case textColumn:
        return qt(step.text);
    default:
        return step.bytesMoved == 0 ? QString() : QLocale().toString(qint64(step.bytesMoved));
    }
}

QVariant TraceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case stepColumn:
        return tr("Step");
    case hitColumn:
        return tr("Found");
    case textColumn:
        return tr("What");
    default:
        return tr("Bytes moved");
    }
}

} // namespace tscope
