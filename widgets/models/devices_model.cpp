// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/devices_model.h"

#include "base/processor.h"
#include "base/thread_pool.h"
#include "build/words.h"

namespace tscope {

void DevicesModel::addProcessor(const timing::ProcessorFacts& processor)
{
    if (const auto caches = timing::cachesText(processor); !caches.empty())
        m_rows.push_back({QStringLiteral("cpu"), QStringLiteral("\u25c6 ") + tr("caches"), qt(caches)});
    for (const auto& limits : processor.limits)
        m_rows.push_back(
            {qt(limits.device), QStringLiteral("\u25c6 ") + tr("limits"), qt(timing::ratesText(limits))});
    if (processor.limits.empty())
        m_rows.push_back(
            {QStringLiteral("cpu"), QStringLiteral("\u2013 ") + tr("no limits"), qt(timing::noLimitsText())});
}

void DevicesModel::setFacts(const std::optional<timing::ProcessorFacts>& processor,
                            const std::vector<ModuleFacts>& modules)
{
    beginResetModel();
    m_rows.clear();
    m_rows.push_back({QStringLiteral("cpu"), QStringLiteral("\u2713 ") + tr("ready"),
                      tr("%1, %n thread(s)", nullptr, threadCount()).arg(qt(processorName()))});
    if (processor)
        addProcessor(*processor);
    for (const auto& module : modules) {
        if (!module.isLoaded)
            m_rows.push_back({qt(module.device), QStringLiteral("\u2013 ") + tr("not loaded"), qt(module.reason)});
        for (const auto& device : module.devices)
            m_rows.push_back({qt(device.id),
                              device.isSimulated ? QStringLiteral("\u25c6 ") + tr("simulated, no hardware")
                                                 : QStringLiteral("\u2713 ") + tr("ready"),
                              qt(text(device))});
        for (const auto& remark : module.remarks)
            m_rows.push_back({qt(module.device), QStringLiteral("\u25c6 ") + tr("note"), qt(remark)});
    }
    endResetModel();
}

QString DevicesModel::lineOf(const Row& row)
{
    return QStringLiteral("%1  %2: %3").arg(row.device, row.state, row.text);
}

QString DevicesModel::asText() const
{
    QString lines;
    for (const auto& row : m_rows)
        lines += lineOf(row) + QLatin1Char('\n');
    return lines;
}

int DevicesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DevicesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant DevicesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::ToolTipRole || (role == Qt::AccessibleTextRole && index.column() == deviceColumn))
        return lineOf(row);
    if (role != Qt::DisplayRole)
        return {};
    return index.column() == deviceColumn ? row.device : index.column() == stateColumn ? row.state : row.text;
}

QVariant DevicesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    return section == deviceColumn ? tr("Device") : section == stateColumn ? tr("State") : tr("What it is");
}

} // namespace tscope
