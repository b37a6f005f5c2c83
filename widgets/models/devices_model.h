// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dispatch/device_list.h"
#include "timing/processor_facts.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace tscope {

// The processor, the devices beside it, and of each module that is not loaded the reason.
class DevicesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { deviceColumn, stateColumn, textColumn, columns };

    using QAbstractTableModel::QAbstractTableModel;

    // Before the processor is known it is ready, no more.
    void setFacts(const std::optional<timing::ProcessorFacts>& processor, const std::vector<ModuleFacts>& modules);
    QString asText() const; // a line for each row

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString device, state, text;
    };
    void addProcessor(const timing::ProcessorFacts& processor);
    static QString lineOf(const Row& row);

    std::vector<Row> m_rows;
};

} // namespace tscope
