// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"
#include "views/find_bar.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QLineEdit>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST(FindActions, TheKeysOpenTheBarAndGoOnAndBack)
{
    MainWindow window(Theme::light);
    window.resize(1280, 800);
    window.show();
    QApplication::setActiveWindow(&window);
    EXPECT_FALSE(window.findChild<QAction*>(QStringLiteral("goto"))->isEnabled());
    window.workspace().add(
        Document{{{"a", tensorOf(R"({"layout":"strided","members":{"values":[3,1,3,2]}})")}}, {}},
        QStringLiteral("test"));
    ASSERT_TRUE(settle(window.jobs()));
    auto& bar = *window.findChild<FindBar*>();
    auto& line = *bar.findChild<QLineEdit*>(QStringLiteral("find line"));
    auto& view = *window.views().front();
    view.setFocus();
    EXPECT_FALSE(bar.isVisible());
    const auto selected = [&] {
        EXPECT_TRUE(settle(window.jobs()));
        return std::get<Slots>(window.selection().selected()->place).begin;
    };

    QTest::keyClick(&view, Qt::Key_G, Qt::ControlModifier);
    ASSERT_TRUE(bar.isVisible());
    ASSERT_TRUE(line.hasFocus());
    QTest::keyClicks(&line, QStringLiteral("values[3]"));
    QTest::keyClick(&line, Qt::Key_Return);
    EXPECT_EQ(selected(), 3);

    QTest::keyClick(&line, Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(&line, QStringLiteral("3"));
    QTest::keyClick(&line, Qt::Key_Return);
    EXPECT_EQ(selected(), 0) << "round from the slot that was gone to";
    QTest::keyClick(&line, Qt::Key_F3);
    EXPECT_EQ(selected(), 2);
    QTest::keyClick(&line, Qt::Key_Escape);
    EXPECT_FALSE(bar.isVisible());
    EXPECT_TRUE(view.hasFocus());
    QTest::keyClick(&view, Qt::Key_F3, Qt::ShiftModifier);
    EXPECT_EQ(selected(), 0);
}
