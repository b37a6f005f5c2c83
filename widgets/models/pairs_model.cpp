// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pairs_model.h"

#include "build/words.h"
#include "charts/measures.h"
#include "charts/times.h"
#include "models/text_ranks.h"
#include "timing/compared_session.h"
#include "timing/verdicts.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope {

namespace {

struct PairWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::PairLine)
};

// A sign beside the word, so that colour alone says nothing.
QString wordText(timing::Word word)
{
    switch (word) {
    case timing::Word::faster:
        return QStringLiteral("\u25b2 ") + PairWords::tr("faster");
    case timing::Word::slower:
        return QStringLiteral("\u25bc ") + PairWords::tr("slower");
    case timing::Word::same:
        return QStringLiteral("= ") + PairWords::tr("the same");
    case timing::Word::undecided:
        break;
    }
    return QStringLiteral("? ") + PairWords::tr("undecided");
}

} // namespace

std::vector<PairLine> pairLinesOf(const timing::Session& session, const std::string& tensor, const std::string& op)
{
    const timing::ComparedSession compared(session);
    std::vector<PairLine> lines;
    std::vector<const timing::Row*> rows; // of the pairs, two by two: titles tell them apart
    for (const auto& verdict : session.verdicts) {
        const auto &a = session.rows[verdict.a], &b = session.rows[verdict.b];
        if (a.tensor != tensor || a.op != op)
            continue;
        PairLine line;
        line.a = verdict.a;
        line.b = verdict.b;
        line.word = verdict.word;
        line.texts[PairLine::wordColumn] = wordText(verdict.word);
        line.texts[PairLine::ratioColumn] = charts::speedText(verdict.ratio, verdict.word);
        line.keys[PairLine::ratioColumn] = verdict.ratio.value;
        line.texts[PairLine::reasonColumn] = qt(timing::whyOf(compared, verdict));
        lines.push_back(std::move(line));
        rows.insert(rows.end(), {&a, &b});
    }
    // The same row several times would look like rows that differ in types.
    const auto forms = charts::formTitlesOf(session);
    const bool areDevicesMany =
        std::ranges::any_of(rows, [&](const timing::Row* row) { return row->device != rows.front()->device; });
    const auto titleOf = [&](std::size_t row) {
        return areDevicesMany ? PairWords::tr("%1 on %2").arg(forms[row], qt(session.rows[row].device))
                              : forms[row];
    };
    for (auto& line : lines) {
        line.texts[PairLine::firstColumn] = titleOf(line.a);
        line.texts[PairLine::secondColumn] = titleOf(line.b);
    }
    addTextKeys(lines,
                {PairLine::firstColumn, PairLine::secondColumn, PairLine::wordColumn, PairLine::reasonColumn});
    return lines;
}

void PairsModel::setLines(PairLines lines)
{
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

int PairsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_lines ? 0 : static_cast<int>(m_lines->size());
}

int PairsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : PairLine::columns;
}

QVariant PairsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& line = lineAt(index.row());
    const auto column = static_cast<std::size_t>(index.column());
    if (role == Qt::DisplayRole)
        return line.texts[column];
    if (role == SortRole)
        return line.keys[column] ? QVariant(*line.keys[column]) : QVariant();
    if (role == Qt::TextAlignmentRole && column == PairLine::ratioColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole || (role == Qt::AccessibleTextRole && column == 0)) {
        QStringList all;
        for (int i = 0; i < PairLine::columns; ++i)
            if (const auto& text = line.texts[static_cast<std::size_t>(i)]; !text.isEmpty())
                all << tr("%1: %2").arg(headerData(i, Qt::Horizontal, Qt::DisplayRole).toString(), text);
        return all.join(QLatin1Char('\n'));
    }
    return {};
}

QVariant PairsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case PairLine::firstColumn:
        return tr("Form");
    case PairLine::secondColumn:
        return tr("Compared with");
    case PairLine::wordColumn:
        return tr("Verdict");
    case PairLine::ratioColumn:
        return tr("Speed-up");
    default:
        return tr("Why");
    }
}

} // namespace tscope
