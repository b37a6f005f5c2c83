// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/changes.h"

#include <QAbstractTableModel>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace tscope {

// One cell of two sessions in words.
struct ChangeLine {
    enum Column {
        workColumn,
        formColumn,
        deviceColumn,
        wordColumn,
        ratioColumn,
        beforeColumn,
        afterColumn,
        reasonColumn,
        columns
    };
    std::optional<std::size_t> before, after; // rows of the two sessions; nothing: it is not there
    std::optional<timing::Word> word;         // nothing: there are no two times
    std::array<QString, columns> texts;
    std::array<std::optional<double>, columns> keys; // by which lines are sorted; nothing: they come last
};
using ChangeLines = std::shared_ptr<const std::vector<ChangeLine>>;

// Those with times in both come first.
std::vector<ChangeLine> changeLinesOf(const charts::Changes& changes);

class ChangesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole, // the key
        WordRole                 // of timing::Word; nothing: there is none
    };

    using QAbstractTableModel::QAbstractTableModel;

    // Null: nothing is shown. Rows are then those of the session on that side.
    void setLines(ChangeLines lines, charts::Side side = charts::Side::after);
    int lineOf(std::size_t row) const; // -1: there is none of that row
    std::optional<std::size_t> rowAt(int line) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::optional<std::size_t> rowOf(const ChangeLine& line) const;

    ChangeLines m_lines;
    charts::Side m_side = charts::Side::after;
};

} // namespace tscope
