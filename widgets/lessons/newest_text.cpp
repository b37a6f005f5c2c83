// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/newest_text.h"

#include <QCoreApplication>
#include <QLabel>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace tscope {

NewestText::NewestText(QScrollArea& area) : QObject(&area), m_area(area)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &NewestText::scroll);
    area.viewport()->installEventFilter(this);
}

void NewestText::show(std::vector<Part> parts)
{
    m_parts = std::move(parts);
    m_soon.start();
}

bool NewestText::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Resize && !m_parts.empty() && !m_soon.isActive()) {
        const auto* resized = static_cast<QResizeEvent*>(event);
        if (m_area.verticalScrollBar()->value() != m_value)
            m_parts.clear(); // the reader has gone elsewhere
        else if (resized->oldSize().height() != resized->size().height())
            m_soon.start();
    }
    return QObject::eventFilter(object, event);
}

QRect NewestText::placeOf(const Part& part) const
{
    // A form may have left the area since.
    if (part.widget == nullptr || !part.widget->isVisible() || !m_area.widget()->isAncestorOf(part.widget))
        return {};
    QRect place(part.widget->mapTo(m_area.widget(), QPoint()), part.widget->size());
    if (part.end.isEmpty())
        return place;
    const auto height = part.widget->fontMetrics()
                            .boundingRect(QRect(0, 0, place.width(), QWIDGETSIZE_MAX), Qt::TextWordWrap, part.end)
                            .height();
    place.setTop(std::max(place.top(), place.bottom() - height));
    return place;
}

void NewestText::scroll()
{
    // Wrapped labels know their heights, and the area its range, when all forms within each other are laid out.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    constexpr int widest = 8; // the margin around a text
    const auto room = m_area.viewport()->height();
    QRect wanted;
    bool goesOn = false; // below what fits
    for (const auto& part : m_parts) {
        const auto place = placeOf(part);
        const auto both = wanted.united(place);
        if (place.isEmpty())
            continue;
        if (!wanted.isEmpty() && both.height() > room) {
            goesOn = place.top() > wanted.top();
            break;
        }
        wanted = both;
    }
    if (wanted.isEmpty())
        return;
    const auto margin = std::clamp((room - wanted.height()) / 2, 0, widest);
    auto* bar = m_area.verticalScrollBar();
    auto value = bar->value();
    value = std::max(value, wanted.bottom() + 1 + margin - room);
    // Where a text goes on below the edge, as much of it is shown as there is room for.
    if (const auto first = wanted.top() - margin; goesOn || value > first)
        value = first;
    bar->setValue(value);
    m_value = bar->value();
}

} // namespace tscope
