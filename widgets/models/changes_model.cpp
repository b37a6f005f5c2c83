// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/changes_model.h"

#include "charts/measures.h"
#include "models/text_ranks.h"

#include <algorithm>

namespace tscope {

namespace {

// What asks to be looked at comes first.
double urgencyOf(timing::Word word)
{
    switch (word) {
    case timing::Word::slower:
        return 0;
    case timing::Word::faster:
        return 1;
    case timing::Word::undecided:
        return 2;
    case timing::Word::same:
        break;
    }
    return 3;
}

void setTitle(ChangeLine& line, const charts::CellTitle& title)
{
    line.texts[ChangeLine::workColumn] = title.work;
    line.texts[ChangeLine::formColumn] = title.form;
    line.texts[ChangeLine::deviceColumn] = title.device;
}

} // namespace

std::vector<ChangeLine> changeLinesOf(const charts::Changes& changes)
{
    std::vector<ChangeLine> lines;
    for (const auto& change : changes.changes) {
        auto& line = lines.emplace_back();
        line.before = change.before;
        line.after = change.after;
        line.word = change.word;
        setTitle(line, change.title);
        line.texts[ChangeLine::beforeColumn] = charts::timeText(change.was);
        line.texts[ChangeLine::afterColumn] = charts::timeText(change.is);
        line.texts[ChangeLine::ratioColumn] = charts::speedText(change.ratio, change.word);
        line.texts[ChangeLine::wordColumn] = charts::titleOf(change.word);
        line.texts[ChangeLine::reasonColumn] = change.remark();
        line.keys[ChangeLine::beforeColumn] = change.was.value;
        line.keys[ChangeLine::afterColumn] = change.is.value;
        line.keys[ChangeLine::ratioColumn] = change.ratio.value;
        line.keys[ChangeLine::wordColumn] = urgencyOf(change.word);
    }
    for (const auto& cell : changes.alone) {
        auto& line = lines.emplace_back();
        line.before = cell.before;
        line.after = cell.after;
        setTitle(line, cell.title);
        line.texts[ChangeLine::wordColumn] = charts::titleOf(cell);
        line.texts[ChangeLine::reasonColumn] = cell.why;
    }
    addTextKeys(lines, {ChangeLine::workColumn, ChangeLine::formColumn, ChangeLine::deviceColumn,
                        ChangeLine::reasonColumn});
    return lines;
}

void ChangesModel::setLines(ChangeLines lines, charts::Side side)
{
    beginResetModel();
    m_lines = std::move(lines);
    m_side = side;
    endResetModel();
}

std::optional<std::size_t> ChangesModel::rowOf(const ChangeLine& line) const
{
    return m_side == charts::Side::before ? line.before : line.after;
}

std::optional<std::size_t> ChangesModel::rowAt(int line) const
{
    return rowOf((*m_lines)[static_cast<std::size_t>(line)]);
}

int ChangesModel::lineOf(std::size_t row) const
{
    if (!m_lines)
        return -1;
    const auto at = std::ranges::find_if(*m_lines, [&](const ChangeLine& line) { return rowOf(line) == row; });
    return at == m_lines->end() ? -1 : static_cast<int>(at - m_lines->begin());
}

int ChangesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_lines ? 0 : static_cast<int>(m_lines->size());
}

int ChangesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ChangeLine::columns;
}

QVariant ChangesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& line = (*m_lines)[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<std::size_t>(index.column());
    const bool isNumber = column >= ChangeLine::ratioColumn && column <= ChangeLine::afterColumn;
    if (role == Qt::DisplayRole)
        return line.texts[column];
    if (role == SortRole)
        return line.keys[column] ? QVariant(*line.keys[column]) : QVariant();
    if (role == WordRole)
        return line.word ? QVariant(static_cast<int>(*line.word)) : QVariant();
    if (role == Qt::TextAlignmentRole && isNumber)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole || (role == Qt::AccessibleTextRole && column == 0)) {
        QStringList all;
        for (int i = 0; i < ChangeLine::columns; ++i)
            if (const auto& text = line.texts[static_cast<std::size_t>(i)]; !text.isEmpty())
                all << tr("%1: %2").arg(headerData(i, Qt::Horizontal, Qt::DisplayRole).toString(), text);
        return all.join(QLatin1Char('\n'));
    }
    return {};
}

QVariant ChangesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case ChangeLine::workColumn:
        return tr("Operation");
    case ChangeLine::formColumn:
        return tr("Form");
    case ChangeLine::deviceColumn:
        return tr("Device");
    case ChangeLine::beforeColumn:
        return tr("Before");
    case ChangeLine::afterColumn:
        return tr("After");
    case ChangeLine::ratioColumn:
        return tr("Speed-up");
    case ChangeLine::wordColumn:
        return tr("Change");
    default:
        return tr("Reason or difference");
    }
}

} // namespace tscope
