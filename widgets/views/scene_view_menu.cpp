// SPDX-License-Identifier: GPL-3.0-or-later
// The context menu of a view.
#include "views/scene_view.h"

#include "selection/selection.h"
#include "views/shared_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QMetaMethod>

#include <algorithm>

namespace tscope {

// Offers what can be done with the place under the pointer, which becomes the selected one, and with the picture.
void SceneView::contextMenuEvent(QContextMenuEvent* event)
{
    const auto scene = m_scene; // keeps the spot
    auto at = event->globalPos();
    const auto* spot = selectedSpot();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        if (spot != nullptr)
            at = viewport()->mapToGlobal(spot->rect.translated(m_scene->origin - m_origin).bottomLeft().toPoint());
    } else {
        spot = spotAt(event->pos());
        if (spot != nullptr)
            m_selection.select(m_subject, spot->place, this);
    }
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("view menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (spot != nullptr) {
        const auto copy = [&](const QString& title, const QString& text) {
            if (!text.isEmpty())
                menu->addAction(title, this, [text] { QGuiApplication::clipboard()->setText(text); });
        };
        copy(tr("Copy value"), spot->value);
        copy(tr("Copy place and value"), spot->words);
        if (const auto* subject = shownSubject())
            copy(tr("Copy this place"), placeWords(*subject->shown().tensor, spot->place));
        menu->addAction(tr("Edit value") + QStringLiteral("\tF2"), this, &SceneView::editSelected)
            ->setEnabled(shownSubject() != nullptr && !shownSubject()->preview);
        menu->addSeparator();
        // The window's own key for it always zooms the picture of rows and columns.
        const auto keys =
            m_spec.id == std::string_view("logical") ? QStringLiteral("\tZ, Ctrl+F8") : QStringLiteral("\tZ");
        menu->addAction(tr("Zoom to this place") + keys, this, &SceneView::zoomToSelected);
        if (isBroken(*spot)) {
            menu->addAction(tr("Next place of this rule"), &m_selection, &Selection::nextPlaceWanted);
            menu->addAction(tr("Repairs"), &m_selection, &Selection::repairsWanted);
        }
        menu->addSeparator();
    }
    menu->addAction(tr("Fit to view") + QStringLiteral("\t0"), this, &SceneView::fit);
    if (isSignalConnected(QMetaMethod::fromSignal(&SceneView::exportAsked))) // not in a dialog
        menu->addAction(tr("Export as a picture...") + QStringLiteral("\tCtrl+E"), this, &SceneView::exportAsked);
    menu->popup(at);
}

// It is marked, or has a mark in it.
bool SceneView::isBroken(const Spot& spot) const
{
    return std::ranges::any_of(m_scene->violations, [&](const Spot& mark) {
        return mark.place == spot.place || mark.rect.intersects(spot.rect);
    });
}

// What was drawn along the axes: done only when it is confirmed, as a drag is soon made by mistake.
void SceneView::offer(const ViewStep& step, QPoint at)
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("drawn view"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto words = textOf(step, m_scene->extents.size());
    const auto title = step.op == ViewOp::narrow ? tr("Slice %1 as a view").arg(words)
                                                 : tr("Swap the dims: %1, as a view").arg(words);
    menu->addAction(title, this, [this, step, words] { Q_EMIT viewAsked(m_subject, step, words); });
    menu->popup(at);
}

} // namespace tscope
