// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "application.h"
#include "main_window.h"
#include "views/scene_view.h"
#include "walk/robot.h"
#include "widgets/support/settle.h"

#include <gtest/gtest.h>

#include <optional>

namespace tscope::test {

FrameLog& frameLog(); // of the application

// Somebody before the window.
class Walk : public testing::Test
{
protected:
    Walk();

    void focus(QWidget& widget); // there is no window manager to do it
    void settle();
    SceneView& view(const char* id);
    QPoint pointOf(SceneView& view, const Place& place); // on the screen
    const Subject& subject() { return *m_window.workspace().currentSubject(); }
    bool isValid();
    void expectLitEverywhere(const std::optional<Pointed>& pointed);
    void tellFigures(const char* of); // of the window's thread, since the last time

    // Chooses the line that begins with `text` in a box of choices.
    void choose(QWidget& dialog, const char* box, const QString& text);
    // Presses the button that starts a conversion or an operation. Returns what the dialog says when it has ended.
    QString call(QWidget& dialog);

    template <class Dialog>
    Dialog& dialog()
    {
        Dialog* found = nullptr;
        waitUntil([&] { return (found = m_window.findChild<Dialog*>()) != nullptr && found->isVisible(); });
        if (found == nullptr)
            throw std::runtime_error("the dialog did not come");
        focus(*found);
        return *found;
    }

    MainWindow m_window{Theme::light};
    Robot m_robot;
};

} // namespace tscope::test
