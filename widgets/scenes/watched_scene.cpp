// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/watched_scene.h"

#include "base/check.h"
#include "scenes/text_fit.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

constexpr double stripMargin = 8; // beside strips

double cellWidthIn(const WatchedArray& array, const TextSize& text)
{
    std::size_t longest = 2;
    for (const auto& cell : array.cells)
        longest = std::max(longest, cell.size());
    return std::ceil((static_cast<double>(longest) + 1) * text.advance);
}

class WatchedBuilder
{
    Q_DECLARE_TR_FUNCTIONS(tscope::WatchedScene)

public:
    WatchedBuilder(const Watched& watched, std::size_t steps, double width, const TextSize& text, int columns)
        : m_last(steps > 0 ? &watched.steps[steps - 1] : nullptr), m_width(width / columns), m_text(text)
    {
        m_scene.text = text;
        // Cells are as wide as in the last step: nothing moves but what the steps move.
        const auto whole = watched.after(watched.steps.size()), now = watched.after(steps);
        double all = 0;
        for (const auto& array : whole)
            all += heightOf(array);
        std::vector<double> ends(static_cast<std::size_t>(columns), 6);
        double before = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            const auto height = heightOf(whole[i]);
            const auto share = static_cast<int>((before + height / 2) / all * columns);
            const auto column = static_cast<std::size_t>(std::min(columns - 1, share));
            before += height;
            m_left = m_width * static_cast<double>(column);
            auto& top = ends[column];
            top = add(i, now[i], cellWidth(whole[i]), top) + text.line / 2;
        }
        m_scene.size = m_scene.content = {width, *std::ranges::max_element(ends)};
        m_scene.words = m_last == nullptr ? tr("Before the first step") : QString::fromStdString(m_last->text);
    }

    Scene take() { return std::move(m_scene); }

private:
    double cellWidth(const WatchedArray& array) const
    {
        return std::min(cellWidthIn(array, m_text), m_width - 2 * stripMargin);
    }
    double heightOf(const WatchedArray& array) const
    {
        return m_text.line * 1.5 + rowHeight() * rowsOf(array, cellWidth(array));
    }
    double rowHeight() const { return m_text.line + 6 + m_text.smallLine + 2; }
    std::int64_t cellsInRow(double cell) const
    {
        return std::max<std::int64_t>(1, static_cast<std::int64_t>((m_width - 2 * stripMargin) / cell));
    }
    double rowsOf(const WatchedArray& array, double cell) const
    {
        return std::ceil(static_cast<double>(array.cells.size()) / static_cast<double>(cellsInRow(cell)));
    }

    // Returns where it ends.
    double add(std::size_t number, const WatchedArray& array, double cell, double top)
    {
        const auto name = QString::fromStdString(array.name);
        m_scene.labels.push_back({QRectF(m_left + 4, top, m_width - 8, m_text.line), name, Ink::text, Ink::canvas,
                                  Qt::AlignLeft | Qt::AlignVCenter, TextKind::heading});
        top += m_text.line;
        const auto inRow = cellsInRow(cell);
        const auto height = m_text.line + 6, row = rowHeight();
        const auto count = static_cast<std::int64_t>(array.cells.size());
        for (std::int64_t i = 0; i < count; ++i) {
            const QRectF above(m_left + stripMargin + cell * static_cast<double>(i % inRow),
                               top + row * static_cast<double>(i / inRow), cell, m_text.smallLine);
            m_scene.labels.push_back(
                {above, QString::number(i), Ink::faintText, Ink::canvas, Qt::AlignCenter, TextKind::small});
            add({number, i}, name, array.cells[static_cast<std::size_t>(i)],
                QRectF(above.left(), above.bottom() + 1, cell, height));
        }
        return top + row * rowsOf(array, cell);
    }

    void add(const WatchedSlot& slot, const QString& name, const std::string& cell, const QRectF& rect)
    {
        const bool isWritten = m_last != nullptr && std::ranges::any_of(m_last->writes, [&](const auto& write) {
                                   return write.at == slot;
                               });
        const bool isRead = m_last != nullptr && std::ranges::count(m_last->reads, slot) > 0;
        const auto ground = isWritten ? Ink::related : cell.empty() ? Ink::surface : Ink::stored;
        m_scene.boxes.push_back({rect, ground, Ink::grid});
        if (isRead || isWritten)
            for (const double inset : {0.0, 1.0})
                m_scene.boxes.push_back({rect.adjusted(inset, inset, -inset, -inset), Ink::none,
                                         isWritten ? Ink::selected : Ink::axis0});
        const auto value = QString::fromStdString(cell);
        if (!cell.empty())
            m_scene.labels.push_back({rect, fitted(value, static_cast<int>(rect.width() / m_text.advance)),
                                      Ink::text, ground, Qt::AlignCenter, TextKind::value});
        auto words = cell.empty() ? tr("%1[%2] is empty").arg(name).arg(slot.slot)
                                  : QStringLiteral("%1[%2] = %3").arg(name).arg(slot.slot).arg(value);
        if (isWritten)
            words += QStringLiteral("   ") + tr("written in this step");
        if (isRead)
            words += QStringLiteral("   ") + tr("read in this step");
        m_scene.spots.push_back(
            {rect, ElementPlace{{static_cast<std::int64_t>(slot.array), slot.slot}}, words, value});
    }

    const WatchedStep* m_last;
    double m_width;    // of a column
    double m_left = 0; // of the column that is written
    TextSize m_text;
    Scene m_scene;
};

} // namespace

double widestStrip(const Watched& watched, const TextSize& text)
{
    double widest = 0;
    for (const auto& array : watched.after(watched.steps.size()))
        widest = std::max(widest, cellWidthIn(array, text) * static_cast<double>(array.cells.size()));
    return widest + 2 * stripMargin;
}

Scene watchedScene(const Watched& watched, std::size_t steps, double width, const TextSize& text, int columns)
{
    TSCOPE_CHECK(steps <= watched.steps.size(), "no more steps than there are");
    TSCOPE_CHECK(columns > 0, "a column at least");
    return WatchedBuilder(watched, steps, width, text, columns).take();
}

} // namespace tscope
