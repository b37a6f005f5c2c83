// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/changes_chart.h"

#include <QEvent>

#include <algorithm>

namespace tscope::charts {

ChangesChart::ChangesChart(QWidget* parent) : Chart(tr("Changes between two sessions"), true, parent) {}

void ChangesChart::setChanges(Changes changes, Side side)
{
    m_side = side;
    m_changes = std::move(changes);
    m_texts = textsOf(m_changes, font());
    choose(-1);
    showAll();
}

void ChangesChart::chooseRow(std::optional<std::size_t> row)
{
    const auto found = std::ranges::find_if(m_changes.changes,
                                            [&](const Change& change) { return row == rowOf(change, m_side); });
    choose(found == m_changes.changes.end() ? -1 : static_cast<int>(found - m_changes.changes.begin()));
}

void ChangesChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        m_texts = textsOf(m_changes, font());
    Chart::changeEvent(event);
}

Chart::Content ChangesChart::content() const
{
    return {[changes = m_changes, texts = m_texts](const Look& look) { return drawChanges(changes, texts, look); },
            [changes = m_changes] { return tableOf(changes); }};
}

Drawing ChangesChart::draw(const Look& look) const
{
    return drawChanges(m_changes, m_texts, look);
}

QString ChangesChart::textOf(int item) const
{
    return charts::textOf(m_changes.changes[static_cast<std::size_t>(item)]);
}

void ChangesChart::tell(int item)
{
    Q_EMIT variantChosen(rowOf(m_changes.changes[static_cast<std::size_t>(item)], m_side));
}

double ChangesChart::wholeHeight(double height) const
{
    return std::max(height, wholeHeightOf(m_changes, font()));
}

} // namespace tscope::charts
