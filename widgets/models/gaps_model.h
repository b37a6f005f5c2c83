// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "extending/sandbox.h"

#include <QAbstractTableModel>

#include <memory>

namespace tscope {

// What the dispatch table lacks for an extension, and with what each gap is filled.
class GapsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { entryColumn, stateColumn, columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setSandbox(std::shared_ptr<const Sandbox> sandbox);   // null: there is none
    void replaceFills(std::shared_ptr<const Sandbox> sandbox); // of the same gaps

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const Sandbox> m_sandbox;
};

} // namespace tscope
