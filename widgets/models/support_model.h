// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ops/support.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace tscope {

using SupportCells = std::shared_ptr<const std::vector<SupportCell>>; // never null

// The support table of one operation: for each combination of layouts and each device the kernel that runs, or the
// reason why none does.
class SupportModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { layoutsColumn, deviceColumn, answerColumn, kernelColumn, resultColumn, reasonColumn, columns };

    using QAbstractTableModel::QAbstractTableModel;

    void setCells(SupportCells cells);
    void setLayout(std::string_view layout); // only cells with it among the inputs; empty: all
    QString asText() const;                  // the rows that are shown, in the words of `tscope ops`

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static QString layoutsOf(const SupportCell& cell);
    static QString answerOf(const SupportCell& cell);
    static QString typesOf(const SupportCell& cell);
    void choose();

    SupportCells m_cells = std::make_shared<const std::vector<SupportCell>>();
    std::string m_layout;
    std::vector<std::size_t> m_rows; // of the cells
};

} // namespace tscope
