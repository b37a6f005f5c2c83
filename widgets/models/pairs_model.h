// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/session.h"

#include <QAbstractTableModel>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tscope {

// A verdict on two cells of one operation.
struct PairLine {
    enum Column { firstColumn, secondColumn, wordColumn, ratioColumn, reasonColumn, columns };
    std::size_t a = 0, b = 0; // rows of the session
    timing::Word word = timing::Word::undecided;
    std::array<QString, columns> texts;
    std::array<std::optional<double>, columns> keys; // by which lines are sorted

    bool has(std::size_t row) const { return row == a || row == b; }
    bool operator==(const PairLine&) const = default;
};
using PairLines = std::shared_ptr<const std::vector<PairLine>>;

// Of one operation on one tensor, as they come.
std::vector<PairLine> pairLinesOf(const timing::Session& session, const std::string& tensor,
                                  const std::string& op);

class PairsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    static constexpr int SortRole = Qt::UserRole; // the key

    using QAbstractTableModel::QAbstractTableModel;

    void setLines(PairLines lines); // null: nothing is shown
    const PairLine& lineAt(int line) const { return (*m_lines)[static_cast<std::size_t>(line)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    PairLines m_lines;
};

} // namespace tscope
