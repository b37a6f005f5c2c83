// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/changes.h"

#include "charts/measures.h"
#include "charts/times.h"
#include "timing/variant_words.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace tscope::charts {

namespace {

struct ChangeWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::ChangeWords)
};

QString workOf(const timing::Row& row, bool areTensorsMany)
{
    const auto op = QString::fromStdString(row.op);
    return areTensorsMany ? ChangeWords::tr("%1 of %2").arg(op, QString::fromStdString(row.tensor)) : op;
}

// Forms that have no partner may differ in their types alone, so all of them are said.
CellTitle fullTitleOf(const timing::Row& row, bool areTensorsMany)
{
    return {workOf(row, areTensorsMany), QString::fromStdString(fullText(row.variant)),
            QString::fromStdString(row.device)};
}

LoneCell loneCellOf(const timing::Session& session, const timing::UnmatchedRow& unmatched, Side side,
                    bool areTensorsMany)
{
    LoneCell cell;
    (side == Side::before ? cell.before : cell.after) = unmatched.row;
    const auto& row = session.rows[unmatched.row];
    if (row.status == timing::Status::ok)
        cell.timedIn = side;
    cell.title = fullTitleOf(row, areTensorsMany);
    cell.why = QString::fromStdString(unmatched.why);
    return cell;
}

LoneCell loneCellOf(const timing::Session& after, const timing::UntimedCell& untimed, bool areTensorsMany)
{
    LoneCell cell{untimed.before,
                  untimed.after,
                  {},
                  fullTitleOf(after.rows[untimed.after], areTensorsMany),
                  QString::fromStdString(untimed.why)};
    if (untimed.isTimedBefore)
        cell.timedIn = Side::before;
    else if (untimed.isTimedAfter)
        cell.timedIn = Side::after;
    return cell;
}

std::map<std::pair<std::string, std::string>, std::size_t> orderOfWorks(const timing::Session& session)
{
    std::map<std::pair<std::string, std::string>, std::size_t> order;
    for (const auto& row : session.rows)
        order.emplace(std::pair(row.tensor, row.op), order.size());
    return order;
}

// Names of both sessions. Empty: a content is in both, or one is not known.
QStringList unsharedTensors(const timing::Session& before, const timing::Session& after)
{
    std::set<std::string_view> contents;
    QStringList names;
    for (const auto& subject : before.subjects) {
        contents.insert(subject.contentHash);
        names << QString::fromStdString(subject.name);
    }
    for (const auto& subject : after.subjects) {
        if (contents.contains(subject.contentHash))
            return {};
        names << QString::fromStdString(subject.name);
    }
    const auto isUnknown = [](const timing::Subject& subject) { return subject.contentHash.empty(); };
    if (std::ranges::any_of(before.subjects, isUnknown) || std::ranges::any_of(after.subjects, isUnknown))
        return {};
    names.removeDuplicates();
    return names;
}

// Without the sign that a word has in a column.
QString wordInSentence(timing::Word word)
{
    switch (word) {
    case timing::Word::faster:
        return ChangeWords::tr("faster");
    case timing::Word::slower:
        return ChangeWords::tr("slower");
    case timing::Word::same:
        return ChangeWords::tr("unchanged");
    case timing::Word::undecided:
        break;
    }
    return ChangeWords::tr("undecided");
}

} // namespace

QString titleOf(timing::Word word)
{
    switch (word) {
    case timing::Word::faster:
        return QStringLiteral("\u25b2 ") + ChangeWords::tr("faster");
    case timing::Word::slower:
        return QStringLiteral("\u25bc ") + ChangeWords::tr("slower");
    case timing::Word::same:
        return QStringLiteral("= ") + ChangeWords::tr("the same");
    case timing::Word::undecided:
        break;
    }
    return QStringLiteral("? ") + ChangeWords::tr("undecided");
}

Ink inkOf(timing::Word word)
{
    switch (word) {
    case timing::Word::faster:
        return Ink::good;
    case timing::Word::slower:
        return Ink::error;
    case timing::Word::same:
        return Ink::text;
    case timing::Word::undecided:
        break;
    }
    return Ink::faintText;
}

QString titleOf(const LoneCell& cell)
{
    const auto dash = QStringLiteral("\u2013 ");
    if (!cell.timedIn)
        return dash + ChangeWords::tr("in neither");
    return dash + (cell.timedIn == Side::before ? ChangeWords::tr("only before") : ChangeWords::tr("only after"));
}

Changes changesOf(const timing::Session& before, const timing::Session& after)
{
    const auto diff = timing::diffOf(before, after);
    const auto forms = formTitlesOf(after);
    const bool areTensorsMany = before.subjects.size() > 1 || after.subjects.size() > 1;
    Changes all;
    for (const auto& each : diff.changes) {
        const auto& row = after.rows[each.after];
        Change change;
        change.before = each.before;
        change.after = each.after;
        change.title = {workOf(row, areTensorsMany), forms[each.after], QString::fromStdString(row.device),
                        QString::fromStdString(row.op),
                        areTensorsMany ? QString::fromStdString(row.tensor) : QString()};
        change.was = before.rows[each.before].warm.median();
        change.is = row.warm.median();
        change.ratio = each.ratio;
        change.noise = each.noise;
        change.word = each.word;
        change.bound = QString::fromStdString(each.bound);
        change.difference = QString::fromStdString(each.difference);
        all.changes.push_back(std::move(change));
    }
    const auto order = orderOfWorks(after);
    std::ranges::stable_sort(all.changes, {}, [&](const Change& change) {
        const auto& row = after.rows[change.after];
        return order.at({row.tensor, row.op});
    });
    for (const auto& each : diff.untimed)
        all.alone.push_back(loneCellOf(after, each, areTensorsMany));
    for (const auto& each : diff.onlyAfter)
        all.alone.push_back(loneCellOf(after, each, Side::after, areTensorsMany));
    for (const auto& each : diff.onlyBefore)
        all.alone.push_back(loneCellOf(before, each, Side::before, areTensorsMany));
    for (const auto& remark : diff.remarks)
        all.remarks << QString::fromStdString(remark);
    all.tensors = unsharedTensors(before, after);
    all.chance = QString::fromStdString(remarkOnChance(diff));
    return all;
}

Table tableOf(const Changes& changes)
{
    Table table;
    table.header = {ChangeWords::tr("operation"),
                    ChangeWords::tr("form"),
                    ChangeWords::tr("device"),
                    ChangeWords::tr("before (ns)"),
                    ChangeWords::tr("low (ns)"),
                    ChangeWords::tr("high (ns)"),
                    ChangeWords::tr("after (ns)"),
                    ChangeWords::tr("low (ns)"),
                    ChangeWords::tr("high (ns)"),
                    ChangeWords::tr("before \u00f7 after"),
                    ChangeWords::tr("low"),
                    ChangeWords::tr("high"),
                    ChangeWords::tr("noise (share)"),
                    ChangeWords::tr("what became of it"),
                    ChangeWords::tr("reason or difference")};
    const auto numbers = table.header.size() - 5; // between the title and the last two
    for (const auto& change : changes.changes) {
        QStringList row{change.title.work, change.title.form, change.title.device};
        for (const auto& time : {change.was, change.is})
            for (const double number : {time.value, time.low, time.high})
                row << exactNumber(number);
        for (const double number : {change.ratio.value, change.ratio.low, change.ratio.high, change.noise})
            row << exactNumber(number);
        row << titleOf(change.word) << change.difference;
        table.rows.push_back(row);
    }
    for (const auto& cell : changes.alone) {
        QStringList row{cell.title.work, cell.title.form, cell.title.device};
        for (qsizetype i = 0; i < numbers; ++i)
            row << QString();
        table.rows.push_back(row << titleOf(cell) << cell.why);
    }
    for (const auto& remark : changes.remarks) {
        QStringList row;
        for (qsizetype i = 0; i < numbers + 3; ++i)
            row << QString();
        table.rows.push_back(row << ChangeWords::tr("note") << remark);
    }
    return table;
}

QString summaryOf(const Changes& changes)
{
    if (changes.changes.empty() && !changes.tensors.isEmpty()) {
        constexpr qsizetype mostNames = 3;
        auto names = changes.tensors.mid(0, mostNames);
        if (changes.tensors.size() > mostNames)
            names << QStringLiteral("\u2026");
        return ChangeWords::tr(
                   "They timed different tensors (%1). To set them side by side, use Also measured and "
                   "the Tensors tab.")
            .arg(names.join(QStringLiteral(", ")));
    }
    if (changes.changes.empty())
        return ChangeWords::tr("The two sessions have no time of the same operation and form.");
    QStringList parts;
    for (const auto word :
         {timing::Word::faster, timing::Word::slower, timing::Word::same, timing::Word::undecided})
        if (const auto count = std::ranges::count(changes.changes, word, &Change::word); count > 0)
            parts << QStringLiteral("%1 %2").arg(count).arg(wordInSentence(word));
    auto text =
        ChangeWords::tr("%n time(s) in both sessions: %1.", nullptr, static_cast<int>(changes.changes.size()))
            .arg(parts.join(QStringLiteral(", ")));
    return changes.chance.isEmpty() ? text : text + QLatin1Char(' ') + changes.chance;
}

QString Change::remark() const
{
    return bound.isEmpty() || difference.isEmpty() ? bound + difference
                                                   : QStringLiteral("%1; %2").arg(bound, difference);
}

QString nameOf(const Change& change)
{
    return QStringList{change.title.work, change.title.form, change.title.device}.join(QStringLiteral(" \u00b7 "));
}

QString textOf(const Change& change)
{
    QStringList lines{nameOf(change)};
    if (const auto remark = change.remark(); !remark.isEmpty())
        lines << remark;
    lines << ChangeWords::tr("before: %1").arg(timeText(change.was))
          << ChangeWords::tr("after: %1").arg(timeText(change.is))
          << (change.word == timing::Word::slower
                  ? ChangeWords::tr("after \u00f7 before: %1, %2")
                        .arg(ratioText(timing::inverseOf(change.ratio)), titleOf(change.word))
                  : ChangeWords::tr("before \u00f7 after: %1, %2")
                        .arg(ratioText(change.ratio), titleOf(change.word)))
          << ChangeWords::tr("two runs of it differ by up to %1 without a reason").arg(shareText(change.noise));
    return lines.join(QLatin1Char('\n'));
}

} // namespace tscope::charts
