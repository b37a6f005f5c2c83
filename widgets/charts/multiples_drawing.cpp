// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/multiples_drawing.h"

#include "charts/curves.h"
#include "charts/layout.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tscope::charts {

namespace {

constexpr double margin = 6, apart = 14;
constexpr double leastWidth = 150; // of a panel
constexpr double thickness = 0.6;  // of a bar in its row
constexpr double stub = 14;        // of what has no time, pixels
constexpr int linesBelow = 2;      // the legend, and how many tensors have no room

struct MultiplesDrawn {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::MultiplesDrawn)
};

Axis timeAxis(const Multiples& multiples, const Look& look)
{
    double least = 0, greatest = 0;
    for (const auto& cell : multiples.cells) {
        if (!cell.time)
            continue;
        least = least > 0 ? std::min(least, cell.time->low) : cell.time->low;
        greatest = std::max({greatest, cell.time->value, cell.time->high});
    }
    Axis axis;
    axis.isLog = look.isLog && least > 0;
    axis.full = axis.isLog ? decadesAround(least, greatest) : fromZero(std::max(greatest, 1.0));
    axis.hold = Hold::all; // all panels have it
    axis.shown = axis.full;
    axis.title = titleOf(multiples.time);
    axis.unit = timeUnit(axis.isLog ? std::sqrt(axis.shown.low * axis.shown.high) : axis.shown.high);
    return axis;
}

// Where panels stand: as many beside each other as have room.
class Grid
{
public:
    Grid(const Multiples& multiples, double line, double names, const QRectF& all)
        : m_all(all), m_line(line), m_names(std::min(names, all.width() * 0.3)),
          m_height(m_line * (static_cast<double>(multiples.forms.size()) + 3) + 8)
    {
        const auto room = all.width() - m_names - apart;
        const auto count = static_cast<int>(multiples.panels.size());
        m_across = std::clamp(static_cast<int>((room + apart) / (leastWidth + apart)), 1, std::max(1, count));
        m_down = (count + m_across - 1) / m_across;
        const auto fit = std::max(1, static_cast<int>((all.height() + apart) / (m_height + apart)));
        m_shown = std::min(count, m_across * std::min(fit, m_down));
        m_width = (room - apart * (m_across - 1)) / m_across;
    }

    int shown() const { return m_shown; }
    double wholeHeight() const // of all panels
    {
        return m_down * (m_height + apart) - apart;
    }
    bool isFirstOfRow(int panel) const { return panel % m_across == 0; }
    // With a line for its name above, and two for its axis below.
    QRectF panel(int at) const
    {
        return {m_all.left() + m_names + apart + (at % m_across) * (m_width + apart),
                m_all.top() + (at / m_across) * (m_height + apart), m_width, std::min(m_height, m_all.height())};
    }
    QRectF names(int at) const
    {
        const auto beside = panel(at);
        return {m_all.left(), beside.top(), m_names, beside.height()};
    }

private:
    QRectF m_all;
    double m_line, m_names, m_height, m_width = 0;
    int m_across = 1, m_down = 0, m_shown = 0;
};

class MultiplesPicture
{
public:
    MultiplesPicture(const Multiples& multiples, const Look& look)
        : m_multiples(multiples), m_look(look), m_layout(m_drawing, look), m_axis(timeAxis(multiples, look))
    {
    }

    Drawing draw()
    {
        if (m_multiples.cells.empty()) {
            m_layout.addNothing(MultiplesDrawn::tr("Nothing measured yet. Each tensor gets a panel here."));
            return std::move(m_drawing);
        }
        const auto line = m_layout.lineHeight();
        const auto all =
            QRectF(QPointF(0, 0), m_look.size).adjusted(margin, margin, -margin, -margin - linesBelow * line - 2);
        const Grid grid(m_multiples, line, m_layout.widestOf(m_multiples.forms), all);
        for (int panel = 0; panel < grid.shown(); ++panel)
            addPanel(grid, panel);
        m_layout.add({all.left(), all.bottom() + 2, all.width(), line},
                     MultiplesDrawn::tr("\u25b2 and hatched: the fastest form of each tensor. Crossed: no time."),
                     Qt::AlignLeft, Ink::faintText);
        const auto left = static_cast<int>(m_multiples.panels.size()) - grid.shown();
        if (left > 0)
            m_layout.add({all.left(), all.bottom() + 2 + line, all.width(), line},
                         MultiplesDrawn::tr("%n more tensor(s) have no room", nullptr, left), Qt::AlignHCenter);
        return std::move(m_drawing);
    }

private:
    void addPanel(const Grid& grid, int panel)
    {
        const auto line = m_layout.lineHeight();
        const auto outer = grid.panel(panel);
        m_layout.add({outer.left(), outer.top(), outer.width(), line},
                     m_multiples.panels[static_cast<std::size_t>(panel)]);
        Axis rows;
        rows.full = rows.shown = {0, static_cast<double>(m_multiples.forms.size())};
        rows.isDown = true;
        rows.hold = Hold::all;
        rows.hasTicks = false;
        auto& field = m_layout.addField(outer.adjusted(0, line + 2, 0, 0), m_axis, rows);
        for (std::size_t i = 0; i < m_multiples.cells.size(); ++i)
            if (m_multiples.cells[i].panel == static_cast<std::size_t>(panel))
                addCell(field, i);
        if (!grid.isFirstOfRow(panel))
            return;
        const auto names = grid.names(panel);
        for (std::size_t form = 0; form < m_multiples.forms.size(); ++form) {
            const auto top = field.toY(static_cast<double>(form)),
                       bottom = field.toY(static_cast<double>(form) + 1);
            m_layout.add({names.left(), top, names.width(), bottom - top}, m_multiples.forms[form],
                         Qt::AlignRight);
            auto sign = curveMark(m_multiples.looks[form]);
            sign.at = {names.right() + apart / 2, (top + bottom) / 2};
            m_drawing.signs.push_back(sign);
        }
    }

    void addCell(Field& field, std::size_t at)
    {
        const auto& cell = m_multiples.cells[at];
        const auto row = static_cast<double>(cell.form);
        const auto top = std::round(field.toY(row + (1 - thickness) / 2)),
                   bottom = std::round(field.toY(row + (1 + thickness) / 2));
        const QRectF whole(field.rect.left(), field.toY(row), field.rect.width(),
                           field.toY(row + 1) - field.toY(row));
        m_drawing.spots.push_back({whole, static_cast<int>(at)});
        if (static_cast<int>(at) == m_look.chosen)
            field.blocks.push_back({whole.adjusted(1, 0, -2, -1), Ink::none, Hatch::none, Ink::selected});
        if (!cell.time) {
            field.blocks.push_back(
                {{field.rect.left(), top, stub, bottom - top}, Ink::warningFill, Hatch::crossed, Ink::warning});
            return;
        }
        const auto end = field.toX(cell.time->value);
        field.blocks.push_back({{field.rect.left(), top, end - field.rect.left(), bottom - top},
                                Ink::stored,
                                cell.isBest ? Hatch::rising : Hatch::none,
                                m_multiples.looks[cell.form].ink});
        const auto y = (top + bottom) / 2;
        field.strokes.push_back(
            {straight({field.toX(cell.time->low), y}, {field.toX(cell.time->high), y}), Ink::text, 2});
        if (cell.isBest)
            field.marks.push_back({{std::min(end + 9, field.rect.right() - 6), y}, Shape::triangle, Ink::text, 8});
    }

    const Multiples& m_multiples;
    const Look& m_look;
    Drawing m_drawing;
    Layout m_layout;
    Axis m_axis;
};

} // namespace

QString textOf(const Multiples& multiples, const Multiples::Cell& cell)
{
    QStringList lines{multiples.panels[cell.panel] + QStringLiteral(" \u00b7 ") + multiples.forms[cell.form]};
    if (!cell.time)
        return (lines << cell.reason).join(QLatin1Char('\n'));
    lines << titleOf(multiples.time) + QStringLiteral(": ") + timeText(*cell.time);
    const auto best = std::ranges::find_if(
        multiples.cells, [&](const Multiples::Cell& each) { return each.panel == cell.panel && each.isBest; });
    lines << (cell.isBest ? MultiplesDrawn::tr("the least time of this tensor")
                          : MultiplesDrawn::tr("%1 of the time of %2, the least of this tensor")
                                .arg(ratioText(cell.byBest), multiples.forms[best->form]));
    return lines.join(QLatin1Char('\n'));
}

double wholeHeightOf(const Multiples& multiples, double width, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const auto line = std::ceil(metrics.height());
    double names = 0;
    for (const auto& form : multiples.forms)
        names = std::max(names, metrics.horizontalAdvance(form) + 1);
    const Grid grid(multiples, line, names, QRectF(0, 0, width - 2 * margin, line));
    return multiples.panels.empty() ? 0 : grid.wholeHeight() + 2 * margin + linesBelow * line + 2;
}

Drawing drawMultiples(const Multiples& multiples, const Look& look)
{
    return MultiplesPicture(multiples, look).draw();
}

} // namespace tscope::charts
