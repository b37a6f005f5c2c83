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
    std::optional<std::size_t> row;   // of the session after; nothing: it is not there
    std::optional<timing::Word> word; // nothing: only one of them has a time
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

    void setLines(ChangeLines lines);  // null: nothing is shown
    int lineOf(std::size_t row) const; // -1: there is none of that row of the session after
    std::optional<std::size_t> rowAt(int line) const { return (*m_lines)[static_cast<std::size_t>(line)].row; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ChangeLines m_lines;
};

} // namespace tscope
