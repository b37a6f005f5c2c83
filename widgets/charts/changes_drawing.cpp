// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/changes_drawing.h"

#include "charts/layout.h"
#include "charts/rows.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr double edge = 6;          // around all of it, pixels
constexpr double columnGap = 10;    // pixels
constexpr double leastReach = 1.25; // of the axis, as a ratio
constexpr double mostReach = 1e9;

struct ChangesDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::ChangesDrawn)
};

// Faster and slower by a factor are as far from 1, so both sides are as long.
Axis ratioAxis(const Changes& changes, const Look& look)
{
    double reach = leastReach;
    const auto cover = [&](double ratio) {
        if (ratio > 0)
            reach = std::max({reach, ratio, 1 / ratio});
    };
    for (const auto& change : changes.changes) {
        cover(change.ratio.low);
        cover(change.ratio.high);
        cover(1 + change.noise);
    }
    reach = std::pow(std::min(reach, mostReach), 1.08);
    Axis axis;
    axis.isLog = true;
    axis.full = {1 / reach, reach};
    axis.shown = look.shownX.value_or(axis.full);
    axis.title = ChangesDrawn::tr("before \u00f7 after");
    return axis;
}

Mark markOf(timing::Word word)
{
    const auto ink = inkOf(word);
    switch (word) {
    case timing::Word::faster:
        return {{}, Shape::triangle, ink, 10};
    case timing::Word::slower:
        return {{}, Shape::fallenTriangle, ink, 10};
    case timing::Word::same:
        return {{}, Shape::square, ink, 7};
    case timing::Word::undecided:
        break;
    }
    return {{}, Shape::circle, ink, 8, true};
}

struct ChangeColumns {
    QRectF names, ratios, numbers, words;
};

ChangeColumns columnsOf(const ChangeTexts& texts, const QRectF& all)
{
    constexpr double leastField = 110, mostNames = 0.55; // pixels; of the width
    const auto nameWidth = std::min(texts.nameWidth, all.width() * mostNames);
    // Words give way to whole names: the mark says the word too.
    const bool hasWords =
        all.width() > 400 &&
        nameWidth + texts.ratioWidth + texts.wordWidth + 3 * columnGap + leastField <= all.width();
    const auto wordWidth = hasWords ? texts.wordWidth : 0;
    ChangeColumns columns;
    double left = all.left();
    const auto column = [&](QRectF& rect, double width) {
        rect = QRectF(left, all.top(), width, all.height());
        left += width + (width > 0 ? columnGap : 0);
    };
    column(columns.names, nameWidth);
    const auto rest = texts.ratioWidth + columnGap + (wordWidth > 0 ? wordWidth + columnGap : 0);
    column(columns.ratios, std::max(20.0, all.right() - left - rest));
    column(columns.numbers, texts.ratioWidth);
    column(columns.words, wordWidth);
    return columns;
}

QString joined(QStringList words)
{
    words.removeAll(QString());
    return words.join(QStringLiteral(" \u00b7 "));
}

// The words that all rows share: the operation with its tensor, or the tensor alone, the form or its last word,
// the device.
struct CommonWords {
    QString work, tensor, formEnd, device;

    QString text() const { return joined({work, work.isEmpty() ? tensor : QString(), formEnd.trimmed(), device}); }
};

QString endOfForm(const Change& change)
{
    const auto& form = change.title.form;
    const auto space = form.lastIndexOf(QLatin1Char(' '));
    return space < 0 ? QString() : form.mid(space);
}

// "float32/int64" after the forms that have such types; the others have none to differ in.
QString sharedTypesOf(const Changes& changes)
{
    QString shared;
    for (const auto& change : changes.changes) {
        const auto end = endOfForm(change);
        if (!end.contains(QLatin1Char('/')))
            continue;
        if (!shared.isEmpty() && end != shared)
            return {};
        shared = end;
    }
    return shared;
}

CommonWords commonWordsOf(const Changes& changes)
{
    if (changes.changes.size() < 2)
        return {};
    const auto& first = changes.changes.front();
    const auto areAlike = [&](const auto& wordOf) {
        return std::ranges::all_of(changes.changes,
                                   [&](const Change& change) { return wordOf(change) == wordOf(first); });
    };
    CommonWords common;
    if (areAlike([](const Change& change) { return change.title.work; }))
        common.work = first.title.work;
    if (areAlike([](const Change& change) { return change.title.tensor; }))
        common.tensor = first.title.tensor;
    if (areAlike([](const Change& change) { return change.title.device; }))
        common.device = first.title.device;
    // Each row keeps a name of its own.
    const bool isNamedByOthers = common.work.isEmpty() || common.device.isEmpty();
    if (isNamedByOthers && areAlike([](const Change& change) { return change.title.form; }))
        common.formEnd = first.title.form;
    else if (areAlike(endOfForm))
        common.formEnd = endOfForm(first);
    else
        common.formEnd = sharedTypesOf(changes);
    return common;
}

QString nameBeside(const Change& change, const CommonWords& common)
{
    const auto& title = change.title;
    const auto end = title.form.endsWith(common.formEnd) ? common.formEnd.size() : 0;
    const auto work = common.tensor.isEmpty() ? title.work : title.op;
    return joined({common.work.isEmpty() ? work : QString(), title.form.chopped(end),
                   common.device.isEmpty() ? change.title.device : QString()});
}

// Draws the words that all rows share, and says what the shade is.
void addTitle(const ChangeTexts& texts, const QRectF& all, Drawing& drawing, Layout& layout)
{
    const auto line = layout.lineHeight();
    const auto noise = ChangesDrawn::tr("noise");
    const auto width = layout.widthOf(noise);
    const auto left = all.right() - width - line;
    if (left >= all.left() &&
        !layout.add({left + line, all.top(), width, line}, noise, Qt::AlignLeft, Ink::faintText).isEmpty())
        drawing.swatches.push_back(
            {QRectF(left, all.top() + 3, line - 6, line - 6), Ink::stored, Hatch::none, Ink::frame});
    if (!texts.common.isEmpty())
        layout.add({all.left(), all.top(), std::max(0.0, left - columnGap - all.left()), line}, texts.common);
}

// Says which side is faster and which slower.
void addHeads(const ChangeColumns& columns, Layout& layout)
{
    const auto line = layout.lineHeight();
    const auto& over = columns.ratios;
    layout.add({over.left(), over.top(), over.width() / 2 - columnGap, line},
               QStringLiteral("\u2190 ") + ChangesDrawn::tr("slower"), Qt::AlignLeft, Ink::faintText);
    layout.add({over.center().x() + columnGap, over.top(), over.width() / 2 - columnGap, line},
               ChangesDrawn::tr("faster") + QStringLiteral(" \u2192"), Qt::AlignRight, Ink::faintText);
}

void addRatio(const Change& change, double top, double height, Field& field)
{
    const auto y = top + height / 2;
    const auto from = field.toX(1 / (1 + change.noise)), to = field.toX(1 + change.noise);
    field.blocks.push_back({QRectF(from, std::round(top) + 1, to - from, std::round(height) - 2), Ink::stored});
    const auto low = field.toX(change.ratio.low), high = field.toX(change.ratio.high);
    field.strokes.push_back({straight({low, y}, {high, y}), Ink::text, 1.6});
    for (const auto end : {low, high})
        field.strokes.push_back({straight({end, y - 4}, {end, y + 4}), Ink::text, 1.6});
    auto mark = markOf(change.word);
    mark.at = {field.toX(change.ratio.value), y};
    field.marks.push_back(mark);
}

} // namespace

ChangeTexts textsOf(const Changes& changes, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const auto widen = [&](double& width, const QString& text) {
        width = std::max(width, metrics.horizontalAdvance(text) + 1);
    };
    ChangeTexts texts;
    const auto common = commonWordsOf(changes);
    texts.common = common.text();
    for (const auto& change : changes.changes) {
        const bool isSlower = change.word == timing::Word::slower;
        const auto& row = texts.rows.emplace_back(ChangeTexts::Row{
            nameBeside(change, common), ratioText(isSlower ? 1 / change.ratio.value : change.ratio.value),
            titleOf(change.word)});
        widen(texts.nameWidth, row.name);
        widen(texts.ratioWidth, row.ratio);
        widen(texts.wordWidth, row.word);
    }
    return texts;
}

Drawing drawChanges(const Changes& changes, const ChangeTexts& texts, const Look& look)
{
    Drawing drawing;
    Layout layout(drawing, look);
    if (changes.changes.empty()) {
        layout.addNothing(ChangesDrawn::tr("Nothing to compare yet. Each time that both sessions have gets a mark "
                                           "here: faster, slower or the same."));
        return drawing;
    }
    const auto all = QRectF(QPointF(0, 0), look.size).adjusted(edge, edge, -edge, -edge);
    const auto line = layout.lineHeight();
    const auto columns = columnsOf(texts, all.adjusted(0, line, 0, 0));
    const auto outer = columns.ratios.adjusted(0, line + 4, 0, 0);
    const auto rows =
        rowAxis(changes.changes.size(), std::floor(outer.height() - 2 * line - 4), line, look.shownY);
    auto& field = layout.addField(outer, ratioAxis(changes, look), rows);
    addTitle(texts, all, drawing, layout);
    addHeads(columns, layout);
    const auto one = field.toX(1);
    const auto [first, end] = rowsSeen(rows, changes.changes.size());
    for (auto i = first; i < end; ++i) {
        const auto& change = changes.changes[i];
        const auto top = field.toY(static_cast<double>(i)), height = field.toY(static_cast<double>(i) + 1) - top;
        const auto seen = QRectF(0, top, drawing.size.width(), height)
                              .intersected(QRectF(0, field.rect.top(), drawing.size.width(), field.rect.height()));
        if (seen.height() < 1)
            continue;
        addRatio(change, top, height, field);
        drawing.spots.push_back({seen, static_cast<int>(i)});
        if (static_cast<int>(i) == look.chosen)
            drawing.swatches.push_back({seen.adjusted(2, 0, -3, -1), Ink::none, Hatch::none, Ink::selected});
        if (seen.height() < height - 0.5)
            continue; // half a text says nothing
        const auto in = [&](const QRectF& column) { return QRectF(column.left(), top, column.width(), height); };
        layout.add(in(columns.names), texts.rows[i].name);
        layout.add(in(columns.numbers), texts.rows[i].ratio, Qt::AlignRight);
        if (columns.words.width() > 0)
            layout.add(in(columns.words), texts.rows[i].word, Qt::AlignLeft, inkOf(change.word));
    }
    field.strokes.push_back(
        {straight({one, field.rect.top()}, {one, field.rect.bottom()}), Ink::frame, 1, Dash::dashed});
    return drawing;
}

double wholeHeightOf(const Changes& changes, const QFont& font)
{
    const auto line = std::ceil(QFontMetricsF(font).height());
    return heightOfRows(changes.changes.size(), line) + 4 * line + 8 + 2 * edge;
}

} // namespace tscope::charts
