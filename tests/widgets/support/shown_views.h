// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/scene_view.h"
#include "widgets/support/desk.h"

#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QTest>

#include <memory>

namespace tscope::test {

// Every picture of the current tensor, shown and settled: what mouse and keys go to.
struct ShownViews {
    Desk desk;
    std::vector<std::unique_ptr<SceneView>> views;

    explicit ShownViews(const Tensor& tensor)
    {
        QCursor::setPos(790, 790); // where an earlier test left the pointer may lie in these windows
        desk.show(tensor);
        for (const auto& spec : pictures()) {
            auto view = std::make_unique<SceneView>(spec, desk.workspace, desk.selection, desk.jobs, Theme::light);
            QObject::connect(&desk.workspace, &Workspace::currentChanged, view.get(), &SceneView::lookAt);
            view->resize(640, 400);
            view->setVisible(true);
            views.push_back(std::move(view));
        }
        settle(desk.jobs);
    }

    SceneView& view(std::string_view id)
    {
        return **std::ranges::find_if(views, [&](const auto& view) { return id == view->spec().id; });
    }
    const Subject& subject() { return *desk.workspace.currentSubject(); }

    // Events as a mouse makes them, at the middle of the spot. A move goes to this view even where the windows of
    // others lie above it.
    void click(SceneView& view, const Spot& spot)
    {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, spot.rect.center().toPoint());
        settle(desk.jobs);
    }
    void hover(SceneView& view, const Spot& spot)
    {
        moveTo(view, spot.rect.center());
        settle(desk.jobs);
    }
    void moveTo(SceneView& view, QPointF position)
    {
        QMouseEvent move(QEvent::MouseMove, position, view.viewport()->mapToGlobal(position), Qt::NoButton,
                         Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(view.viewport(), &move);
    }
    void press(SceneView& view, Qt::Key key)
    {
        QTest::keyClick(&view, key);
        settle(desk.jobs);
    }
};

// The first spot of that place in a scene; ends the test where there is none.
inline const Spot& spotOf(const Scene& scene, const Place& place)
{
    const auto at = std::ranges::find(scene.spots, place, &Spot::place);
    if (at == scene.spots.end())
        throw std::runtime_error("no spot of that place");
    return *at;
}

} // namespace tscope::test
