// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timing_model.h"

#include "build/words.h"
#include "charts/measures.h"
#include "charts/times.h"
#include "models/text_ranks.h"
#include "timing/break_even.h"
#include "timing/no_time.h"
#include "timing/roofs.h"
#include "timing/row_comparison.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace tscope {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

struct LineWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::TimingLine)
};

// A sign beside the word, so that hue alone tells nothing.
QString statusText(const timing::Row& row)
{
    const auto word = qt(timing::noTimeOf(row).word);
    switch (row.status) {
    case timing::Status::ok:
        return QStringLiteral("\u2713 ") + (row.isSimulated ? LineWords::tr("simulated") : LineWords::tr("ok"));
    case timing::Status::failed:
        return QStringLiteral("\u2717 ") + word;
    case timing::Status::unsupported:
        return QStringLiteral("\u2013 ") + word;
    case timing::Status::cancelled:
        break;
    }
    return QStringLiteral("\u25cc ") + word;
}

void setNumber(TimingLine& line, TimingLine::Column column, double value, QString text)
{
    line.keys[column] = value;
    line.texts[column] = std::move(text);
}

void setTime(TimingLine& line, TimingLine::Column column, const timing::Figure& figure)
{
    if (!figure.isThere())
        return;
    const auto median = figure.median().value;
    setNumber(line, column, median, charts::timeText(median));
}

double sortKey(const timing::Row& row)
{
    return row.status == timing::Status::ok && row.warm.isThere() ? row.warm.median().value : never;
}

TimingLine lineOf(const timing::Session& session, std::size_t at)
{
    const auto& row = session.rows[at];
    TimingLine line;
    line.row = at;
    line.status = row.status;
    line.threadsUsed = row.threadsUsed;
    auto& texts = line.texts;
    texts[TimingLine::opColumn] = qt(row.op);
    texts[TimingLine::tensorColumn] = qt(row.tensor);
    texts[TimingLine::deviceColumn] = qt(row.device);
    texts[TimingLine::statusColumn] = statusText(row);
    if (row.status == timing::Status::ok && row.warm.isThere()) {
        const auto median = row.warm.median();
        setNumber(line, TimingLine::timeColumn, median.value, charts::timeText(row.warm));
        const auto rate = row.gigabytesPerSecond();
        setNumber(line, TimingLine::rateColumn, rate, charts::rateText(rate));
        if (const auto limit = timing::limitOf(row, session)) {
            setNumber(line, TimingLine::shareColumn, limit->share, qt(timing::shortText(*limit)));
            line.limit = qt(timing::text(*limit));
        }
    }
    setTime(line, TimingLine::coldColumn, row.cold);
    setTime(line, TimingLine::callColumn, row.call);
    if (row.conversion.isThere())
        setNumber(line, TimingLine::conversionColumn, row.conversion.median().value,
                  charts::timeText(row.conversion));
    if (row.isChecked)
        texts[TimingLine::checkedColumn] = row.checkedHow.empty() ? LineWords::tr("yes") : qt(row.checkedHow);
    texts[TimingLine::reasonColumn] = qt(timing::noTimeOf(row).reason);
    return line;
}

// How many times as long as the baseline of its work each cell takes.
void addRatios(std::vector<TimingLine>& lines, const timing::Session& session,
               const std::optional<timing::Variant>& form)
{
    const timing::RowComparison comparison(session);
    std::map<std::pair<std::string, std::string>, std::optional<std::size_t>> baselines;
    for (auto& line : lines) {
        const auto& row = session.rows[line.row];
        if (row.status != timing::Status::ok || !row.warm.isThere())
            continue;
        const auto [at, isNew] = baselines.try_emplace({row.tensor, row.op});
        if (isNew)
            at->second = charts::baselineOf(session, {row.tensor, row.op, {}}, charts::Time::warm, form);
        if (!at->second)
            continue;
        const auto ratio = comparison.ratio(*at->second, line.row);
        const bool isBaseline = line.row == *at->second;
        setNumber(line, TimingLine::ratioColumn, ratio.value,
                  isBaseline ? LineWords::tr("baseline") : charts::ratioText(ratio));
    }
}

} // namespace

std::vector<TimingLine> timingLinesOf(const timing::Session& session,
                                      const std::optional<timing::Variant>& baseline)
{
    std::vector<TimingLine> lines;
    std::vector<std::tuple<std::size_t, std::size_t, double>> keys;
    std::map<std::string, std::size_t> ops, tensors; // in their order in the session
    const auto forms = charts::formTitlesOf(session);
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        const auto op = ops.emplace(row.op, ops.size()).first->second;
        const auto tensor = tensors.emplace(row.tensor, tensors.size()).first->second;
        lines.push_back(lineOf(session, i));
        lines.back().texts[TimingLine::formColumn] = forms[i];
        keys.emplace_back(op, tensor, sortKey(row));
    }
    for (const auto& each : timing::breakEvensOf(session))
        setNumber(lines[each.row], TimingLine::paysColumn, each.uses.value_or(never), qt(text(each)));
    addRatios(lines, session, baseline);
    addTextKeys(lines,
                {TimingLine::opColumn, TimingLine::tensorColumn, TimingLine::formColumn, TimingLine::deviceColumn,
                 TimingLine::statusColumn, TimingLine::checkedColumn, TimingLine::reasonColumn});
    std::ranges::stable_sort(lines, {}, [&](const TimingLine& line) { return keys[line.row]; });
    return lines;
}

void TimingModel::setLines(TimingLines lines)
{
    // While it grows, rows only say more: who reads them keeps the place.
    const bool areAsMany = m_lines && lines && m_lines->size() == lines->size();
    if (areAsMany) {
        m_lines = std::move(lines);
        if (!m_lines->empty())
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

int TimingModel::lineOf(std::size_t row) const
{
    if (!m_lines)
        return -1;
    const auto at = std::ranges::find(*m_lines, row, &TimingLine::row);
    return at == m_lines->end() ? -1 : static_cast<int>(at - m_lines->begin());
}

bool TimingModel::doLinesDifferIn(TimingLine::Column column) const
{
    return m_lines && std::ranges::any_of(*m_lines, [&](const TimingLine& line) {
               return line.texts[column] != m_lines->front().texts[column];
           });
}

bool TimingModel::areTensorsMany() const
{
    return doLinesDifferIn(TimingLine::tensorColumn);
}

bool TimingModel::areDevicesMany() const
{
    return doLinesDifferIn(TimingLine::deviceColumn);
}

bool TimingModel::isAnyReason() const
{
    return m_lines && std::ranges::any_of(*m_lines, [](const TimingLine& line) {
               return !line.texts[TimingLine::reasonColumn].isEmpty();
           });
}

int TimingModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_lines ? 0 : static_cast<int>(m_lines->size());
}

int TimingModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : TimingLine::columns;
}

QVariant TimingModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& line = (*m_lines)[static_cast<std::size_t>(index.row())];
    const auto& texts = line.texts;
    const auto column = static_cast<std::size_t>(index.column());
    if (role == Qt::DisplayRole)
        return texts[column];
    if (role == SortRole)
        return line.keys[column] ? QVariant(*line.keys[column]) : QVariant();
    if (role == Qt::TextAlignmentRole && column >= TimingLine::timeColumn &&
        column <= TimingLine::conversionColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole || (role == Qt::AccessibleTextRole && column == 0)) {
        QStringList all;
        for (int i = 0; i < TimingLine::columns; ++i)
            if (const auto& text = i == TimingLine::shareColumn ? line.limit : texts[static_cast<std::size_t>(i)];
                !text.isEmpty())
                all << tr("%1: %2").arg(headerData(i, Qt::Horizontal, Qt::DisplayRole).toString(), text);
        if (line.threadsUsed > 0)
            all << tr("Threads used: %1").arg(line.threadsUsed);
        return all.join(QLatin1Char('\n'));
    }
    return {};
}

QVariant TimingModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return QAbstractTableModel::headerData(section, orientation, role);
    return role == Qt::DisplayRole ? titleOf(section) : explanationOf(section);
}

QString TimingModel::titleOf(int column)
{
    switch (column) {
    case TimingLine::opColumn:
        return tr("Operation");
    case TimingLine::tensorColumn:
        return tr("Tensor");
    case TimingLine::formColumn:
        return tr("Form");
    case TimingLine::deviceColumn:
        return tr("Device");
    case TimingLine::statusColumn:
        return tr("Status");
    case TimingLine::timeColumn:
        return tr("Time (interval)");
    case TimingLine::ratioColumn:
        return tr("Time / baseline");
    case TimingLine::coldColumn:
        return tr("Cold");
    case TimingLine::callColumn:
        return tr("Whole call");
    case TimingLine::rateColumn:
        return tr("Rate");
    case TimingLine::shareColumn:
        return tr("Of its limit");
    case TimingLine::conversionColumn:
        return tr("Conversion (interval)");
    case TimingLine::paysColumn:
        return tr("Pays off after");
    case TimingLine::checkedColumn:
        return tr("Checked");
    default:
        return tr("Reason");
    }
}

QString TimingModel::explanationOf(int column)
{
    switch (column) {
    case TimingLine::opColumn:
        return tr("The operation; k is the number of columns of its dense operand");
    case TimingLine::tensorColumn:
        return tr("The tensor that was measured");
    case TimingLine::formColumn:
        return tr("The layout, block size and types in which the tensor was measured");
    case TimingLine::deviceColumn:
        return tr("Where it ran; of the CPU with how many threads");
    case TimingLine::statusColumn:
        return tr("Whether there is a time; else the reason is in the last column");
    case TimingLine::timeColumn:
        return tr("The median time of the kernel with warm caches, and the 95 % interval of that median over all "
                  "rounds. Speed-ups compare two forms round by round, so their intervals do not follow from two "
                  "of these.");
    case TimingLine::ratioColumn:
        return tr(
            "How many times as long as the baseline it takes: below 1 it is faster. The interval is that of the "
            "verdicts, which compare the two round by round. The baseline is chosen above the table.");
    case TimingLine::coldColumn:
        return tr("The median time after the caches were emptied");
    case TimingLine::callColumn:
        return tr("The median time with the memory of the result allocated");
    case TimingLine::rateColumn:
        return tr("The bytes that have to be read and written at the least, divided by the time");
    case TimingLine::shareColumn:
        return tr(
            "How near the time comes to the limit that bounds it: the bandwidth of the memory or cache that "
            "holds its bytes, or arithmetic, as measured with this session. The roofline draws the same "
            "limits. On the CPU, it is the limit of one thread where small work ran on one and that limit was "
            "measured, else of all that were allowed. \"At most\": repeated measurements of the limit disagree, "
            "so that it may be higher. "
            "Above 100 % caches helped more than in the measured copy.");
    case TimingLine::conversionColumn:
        return tr("The median time to convert the tensor as it was given to this form, and its 95 % interval");
    case TimingLine::paysColumn:
        return tr("After how many uses the conversion has saved more than it took");
    case TimingLine::checkedColumn:
        return tr("How much of the result was compared with a reference before it was timed");
    default:
        return tr("Why there is no time");
    }
}

} // namespace tscope
