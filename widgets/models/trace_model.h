// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "calls/calls.h"

#include <QAbstractTableModel>

namespace tscope {

// How the kernel of one call was found, step by step.
class TraceModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { stepColumn, hitColumn, textColumn, bytesColumn, columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setRecord(CallRecordPtr record); // null: there was none
    QString asText() const;               // in the words of `tscope run --trace`

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    CallRecordPtr m_record;
};

} // namespace tscope
