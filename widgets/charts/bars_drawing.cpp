// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/bars_drawing.h"

#include "charts/curves.h"
#include "charts/layout.h"
#include "charts/rows.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace tscope::charts {

namespace {

constexpr double margin = 6;
constexpr double apart = 10;         // columns
constexpr double stub = 22;          // of what has no time, pixels
constexpr double thickness = 0.6;    // of a bar in its row
constexpr double formSignWidth = 14; // of the sign of a form, before its name
constexpr double beyondSize = 6;     // of the mark for a sample or bar that reaches beyond what is seen, pixels

struct BarsDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::BarsDrawn)
};

Ink inkOfPart(Part part)
{
    return part == Part::pointers ? Ink::axis0 : part == Part::indices ? Ink::axis1 : Ink::axis2;
}

Block blockOf(Part part, const QRectF& rect)
{
    if (part == Part::fill)
        return {rect, Ink::canvas, Hatch::rising, inkOfPart(part)};
    const auto hatch = part == Part::pointers  ? Hatch::upright
                       : part == Part::indices ? Hatch::falling
                                               : Hatch::none;
    return {rect, inkOfPart(part), hatch, Ink::canvas};
}

Axis timeAxis(const Bars& bars, const Look& look)
{
    double least = 0, greatest = 0;
    for (const auto& bar : bars.bars) {
        if (!bar.time)
            continue;
        least = least > 0 ? std::min(least, bar.time->low) : bar.time->low;
        greatest = std::max({greatest, bar.time->value, bar.time->high});
        for (const auto& sample : bar.samples)
            greatest = std::max(greatest, sample.nanoseconds);
    }
    Axis axis;
    axis.isLog = look.isLog && least > 0;
    axis.hold = axis.isLog ? Hold::nothing : Hold::low;
    axis.full =
        axis.isLog ? decadesAround(least, greatest) : Range{0, std::max(bars.reach, fromZero(greatest).high)};
    axis.shown = look.shownX.value_or(axis.isLog ? axis.full : Range{0, bars.reach});
    axis.unit = timeUnit(axis.isLog ? std::sqrt(axis.shown.low * axis.shown.high) : axis.shown.high);
    axis.title = bars.time;
    return axis;
}

// Linear also where times are not: the lengths of parts that are stacked are compared.
Axis byteAxis(const Bars& bars)
{
    Axis axis;
    axis.isLog = false;
    axis.full = axis.shown = fromZero(bars.greatestBytes);
    axis.hold = Hold::all;
    axis.unit = byteUnit(bars.greatestBytes);
    axis.title = BarsDrawn::tr("memory");
    return axis;
}

// Of a row, from one place across to another.
QRectF barRect(const Field& field, std::size_t at, double from, double to)
{
    const auto row = static_cast<double>(at);
    const auto top = field.toY(row + (1 - thickness) / 2), bottom = field.toY(row + (1 + thickness) / 2);
    return {from, std::round(top), to - from, std::round(bottom) - std::round(top)};
}

// Draws the rows of one chart into columns.
class BarsPicture
{
public:
    BarsPicture(const Bars& bars, const BarTexts& texts, const Look& look)
        : m_bars(bars), m_texts(texts), m_look(look), m_layout(m_drawing, look)
    {
        for (const auto& bar : bars.bars)
            m_devices.insert(bar.device);
    }

    Drawing draw();

private:
    struct Columns {
        QRectF names, times, medians, ratios, parts, bytes;
    };

    Columns columns() const;
    void addHeads(const Columns& columns);
    void addRow(std::size_t at, const Columns& columns);
    void addTime(std::size_t at);
    void addParts(std::size_t at);
    Hatch deviceHatch(const Bar& bar) const;
    int deviceNumber(const Bar& bar) const;

    const Bars& m_bars;
    const BarTexts& m_texts;
    const Look& m_look;
    std::set<std::string> m_devices;
    Drawing m_drawing;
    Layout m_layout;
    Field* m_times = nullptr;
    Field* m_parts = nullptr; // null: there is no room for it
};

BarsPicture::Columns BarsPicture::columns() const
{
    const auto all = QRectF(QPointF(0, 0), m_look.size).adjusted(margin, margin, -margin, -margin);
    const bool hasParts = m_bars.greatestBytes > 0 && all.width() > 480;
    const auto nameWidth = std::min(m_texts.nameWidth + formSignWidth, all.width() * 0.27);
    const auto medianWidth = m_texts.medianWidth;
    const auto ratioWidth = m_texts.ratioWidth;
    const auto byteWidth = hasParts ? m_texts.byteWidth : 0;
    const auto partWidth = hasParts ? all.width() * 0.24 : 0;

    Columns columns;
    const auto column = [&](QRectF& rect, double& left, double width) {
        rect = QRectF(left, all.top(), width, all.height());
        left += width + (width > 0 ? apart : 0);
    };
    double left = all.left();
    column(columns.names, left, nameWidth);
    const auto rest = medianWidth + ratioWidth + byteWidth + partWidth +
                      apart * (1 + (m_bars.hasBaseline ? 1 : 0) + (hasParts ? 2 : 0));
    column(columns.times, left, std::max(20.0, all.right() - left - rest));
    column(columns.medians, left, medianWidth);
    column(columns.ratios, left, ratioWidth);
    column(columns.parts, left, partWidth);
    column(columns.bytes, left, byteWidth);
    return columns;
}

int BarsPicture::deviceNumber(const Bar& bar) const
{
    return static_cast<int>(std::distance(m_devices.begin(), m_devices.find(bar.device)));
}

Hatch BarsPicture::deviceHatch(const Bar& bar) const
{
    return static_cast<Hatch>(deviceNumber(bar) % 5);
}

void BarsPicture::addTime(std::size_t at)
{
    const auto& bar = m_bars.bars[at];
    auto& field = *m_times;
    if (!bar.time) {
        const auto rect = barRect(field, at, field.rect.left(), field.rect.left() + stub);
        field.blocks.push_back({rect, Ink::warningFill, Hatch::crossed, Ink::warning});
        return;
    }
    const auto rect = barRect(field, at, field.rect.left(), field.toX(bar.time->value));
    field.blocks.push_back({rect, Ink::stored, deviceHatch(bar), bar.look.ink});
    // From the top of the bar to its bottom in the order in which they were taken.
    const bool isSeenWhole = bar.time->high <= field.x.shown.high;
    for (const auto& sample : bar.samples) {
        const auto y = rect.top() + 2 + sample.when * (rect.height() - 4);
        if (isSeenWhole && sample.nanoseconds > field.x.shown.high)
            field.marks.push_back(
                {{field.rect.right() - beyondSize, y}, Shape::diamond, Ink::text, beyondSize, true});
        else
            field.marks.push_back({{field.toX(sample.nanoseconds), y}, Shape::circle, Ink::text, 3, false, true});
    }
    const auto low = field.toX(bar.time->low), high = field.toX(bar.time->high), y = rect.center().y();
    field.strokes.push_back({straight({low, y}, {high, y}), Ink::text, 2});
    for (const auto end : {low, high})
        field.strokes.push_back({straight({end, y - 4}, {end, y + 4}), Ink::text, 2});
}

void BarsPicture::addParts(std::size_t at)
{
    const auto& bar = m_bars.bars[at];
    if (!bar.footprint)
        return;
    const auto all = bar.footprint->bytes();
    if (all <= 0)
        return;
    const auto left = m_parts->rect.left();
    auto length = m_parts->toX(all) - left;
    // A form that was left out for its size leaves the others their room: its bar breaks off before the mark.
    if (all > m_parts->x.shown.high) {
        length = m_parts->rect.width() - 2 * beyondSize;
        const auto y = barRect(*m_parts, at, left, left).center().y();
        m_parts->marks.push_back(
            {{m_parts->rect.right() - beyondSize, y}, Shape::diamond, Ink::text, beyondSize, true});
    }
    double from = 0;
    for (int part = 0; part < partCount; ++part) {
        const auto bytes = bar.footprint->parts[static_cast<std::size_t>(part)];
        if (bytes <= 0)
            continue;
        const auto rect = barRect(*m_parts, at, left + length * from / all, left + length * (from + bytes) / all);
        m_parts->blocks.push_back(blockOf(static_cast<Part>(part), rect));
        from += bytes;
    }
}

void BarsPicture::addRow(std::size_t at, const Columns& columns)
{
    const auto& bar = m_bars.bars[at];
    const auto row = static_cast<double>(at);
    const QRectF all(0, m_times->toY(row), m_drawing.size.width(), m_times->toY(row + 1) - m_times->toY(row));
    const auto seen = all.intersected(QRectF(0, m_times->rect.top(), all.width(), m_times->rect.height()));
    if (seen.height() < 1)
        return;
    addTime(at);
    if (m_parts != nullptr)
        addParts(at);
    m_drawing.spots.push_back({seen, static_cast<int>(at)});
    if (std::ranges::find(m_look.lit, static_cast<int>(at)) != m_look.lit.end())
        m_drawing.swatches.push_back({seen.adjusted(1, 1, -2, -2), Ink::none, Hatch::none, Ink::related});
    if (static_cast<int>(at) == m_look.chosen)
        m_drawing.swatches.push_back({seen.adjusted(2, 0, -3, -1), Ink::none, Hatch::none, Ink::selected});
    if (seen.height() < all.height() - 0.5)
        return; // half a text says nothing
    const auto in = [&](const QRectF& column) {
        return QRectF(column.left(), all.top(), column.width(), all.height());
    };
    auto sign = curveMark(bar.look);
    sign.at = {columns.names.left() + sign.size / 2, all.center().y()};
    m_drawing.signs.push_back(sign);
    m_layout.add(in(columns.names).adjusted(formSignWidth, 0, 0, 0), bar.title);
    const auto& texts = m_texts.rows[at];
    m_layout.add(in(columns.medians), texts.median, Qt::AlignRight);
    m_layout.add(in(columns.ratios), texts.ratio, Qt::AlignRight, bar.isBaseline ? Ink::faintText : Ink::text);
    if (m_parts != nullptr)
        m_layout.add(in(columns.bytes), texts.bytes, Qt::AlignRight);
    if (!bar.time)
        m_layout.add(in(m_times->rect).adjusted(stub + 6, 0, -4, 0), bar.reason, Qt::AlignLeft, Ink::warning);
}

// What the colours of the parts mean, as far as there is room.
void BarsPicture::addHeads(const Columns& columns)
{
    const auto line = m_layout.lineHeight();
    auto what = BarsDrawn::tr("median, its interval and samples in the order of time");
    const auto end = m_times->x.shown.high;
    if (const auto beyond = end < m_bars.reach ? 0 : m_bars.beyond(end); beyond > 0)
        what = BarsDrawn::tr("%n sample(s) beyond (\u25c7)", nullptr, static_cast<int>(beyond)) +
               QStringLiteral("; ") + what;
    // Beside the axis there is room for it too.
    const QRectF whole(columns.names.left(), columns.times.top(), columns.ratios.right() - columns.names.left(),
                       line);
    m_layout.add(whole, what, Qt::AlignLeft, Ink::faintText);
    if (m_bars.hasBaseline) {
        const auto right = columns.ratios.right();
        m_layout.add({columns.times.left(), columns.times.top() + line, right - columns.times.left(), line},
                     BarsDrawn::tr("time / baseline"), Qt::AlignRight, Ink::faintText);
    }
    if (m_parts == nullptr)
        return;
    auto left = columns.parts.left();
    for (int part = 0; part < partCount; ++part) {
        const auto title = titleOf(static_cast<Part>(part));
        const auto width = m_layout.widthOf(title);
        if (left + line + width > columns.bytes.right())
            break;
        m_drawing.swatches.push_back(
            blockOf(static_cast<Part>(part), QRectF(left, columns.parts.top() + 3, line - 6, line - 6)));
        m_layout.add({left + line - 2, columns.parts.top(), width, line}, title);
        left += line + width + 6;
    }
}

Drawing BarsPicture::draw()
{
    if (m_bars.bars.empty()) {
        m_layout.addNothing(
            BarsDrawn::tr("Nothing measured yet. Each form of the tensor gets a bar here, as long as its time."));
        return m_drawing;
    }
    const auto parts = columns();
    const auto above = m_layout.lineHeight() * (m_bars.hasBaseline ? 2 : 1) + 4;
    const auto below = [&](const QRectF& column) { return column.adjusted(0, above, 0, 0); };
    const auto axisHeight = m_layout.lineHeight() * 2 + 4;
    const auto rows = rowAxis(m_bars.bars.size(), std::floor(parts.times.height() - above - axisHeight),
                              m_layout.lineHeight(), m_look.shownY);
    m_times = &m_layout.addField(below(parts.times), timeAxis(m_bars, m_look), rows);
    if (parts.parts.width() > 0) {
        m_parts = &m_layout.addField(below(parts.parts), byteAxis(m_bars), rows);
    }
    addHeads(parts);
    const auto [first, end] = rowsSeen(rows, m_bars.bars.size());
    for (auto i = first; i < end; ++i)
        addRow(i, parts);
    return m_drawing;
}

} // namespace

Drawing drawBars(const Bars& bars, const BarTexts& texts, const Look& look)
{
    return BarsPicture(bars, texts, look).draw();
}

double wholeHeightOf(const Bars& bars, const QFont& font)
{
    const auto line = std::ceil(QFontMetricsF(font).height());
    return heightOfRows(bars.bars.size(), line) + (bars.hasBaseline ? 4 : 3) * line + 8 + 2 * margin;
}

} // namespace tscope::charts
