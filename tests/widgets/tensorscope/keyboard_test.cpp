// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a mouse: Tab comes to all that can be used, and one sees where it is.
#include "main_window.h"
#include "style/focus_ring.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/tab_stops.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QSet>
#include <QTest>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class KeyboardTest : public testing::Test
{
protected:
    KeyboardTest()
    {
        m_window.resize(1900, 1200);
        m_window.show();
        activate(m_window);
    }
    static void activate(QWidget& window)
    {
        window.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    }
    void open(const char* sample)
    {
        m_window.files().open({QStringLiteral(":/samples/%1.json").arg(QLatin1String(sample))});
        settle();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    void run(const char* action)
    {
        auto* found = m_window.findChild<QAction*>(QLatin1String(action));
        ASSERT_NE(found, nullptr) << action;
        found->trigger();
        settle();
    }
    void expectNoFaults(QWidget& window)
    {
        EXPECT_EQ(faultsOfTabStops(window).join(QLatin1Char('\n')).toStdString(), "");
    }
    // The one dialog that is shown.
    QDialog* dialog()
    {
        for (auto* each : QApplication::topLevelWidgets())
            if (auto* found = qobject_cast<QDialog*>(each); found != nullptr && found->isVisible())
                return found;
        return nullptr;
    }

    FocusRing m_ring{*qApp};
    MainWindow m_window{Theme::light};
};

} // namespace

TEST_F(KeyboardTest, TabComesToEverythingInEachArrangement)
{
    for (const auto* sample : {"csr", "broken_pointer", "strided", "nested"}) {
        open(sample);
        for (const auto* arrangement : {"learn", "debug", "compare"}) {
            SCOPED_TRACE(std::string(sample) + " " + arrangement);
            m_window.arrange(QString::fromLatin1(arrangement));
            settle();
            m_window.views().front()->setFocus();
            expectNoFaults(m_window);
        }
    }
}

// Without waiting for an arrow key: both views are painted anew when the focus moves.
TEST_F(KeyboardTest, TabTakesTheFrameFromTheClickedPictureToTheNext)
{
    open("csr");
    auto &logical = *m_window.views()[0], &members = *m_window.views()[1];
    QTest::mouseClick(logical.viewport(), Qt::LeftButton, {}, QPoint(3, 3));
    settle();
    ASSERT_TRUE(logical.hasFocus());
    struct Painted : QObject {
        QSet<QObject*> widgets;
        bool eventFilter(QObject* object, QEvent* event) override
        {
            if (event->type() == QEvent::Paint)
                widgets << object;
            return false;
        }
    } painted;
    for (auto* view : {&logical, &members})
        view->viewport()->installEventFilter(&painted);
    QTest::keyClick(&logical, Qt::Key_Tab);
    QCoreApplication::processEvents();
    ASSERT_TRUE(members.hasFocus());
    for (auto* view : {&logical, &members})
        EXPECT_TRUE(painted.widgets.contains(view->viewport())) << view->spec().id;
}

TEST_F(KeyboardTest, TabComesToEverythingInEachPanel)
{
    open("broken_pointer");
    for (auto* dock : m_window.findChildren<QDockWidget*>()) {
        SCOPED_TRACE(dock->objectName().toStdString());
        dock->show();
        dock->raise();
        settle();
        m_window.views().front()->setFocus();
        expectNoFaults(m_window);
    }
}

TEST_F(KeyboardTest, TabComesToEverythingInEachDialog)
{
    open("csr");
    for (const auto* action : {"settings", "palette", "keys", "manual", "build-paste", "build-generate",
                               "build-arrays", "build-transform", "build-fault", "convert", "run", "movement"}) {
        SCOPED_TRACE(action);
        run(action);
        auto* shown = dialog();
        ASSERT_NE(shown, nullptr);
        activate(*shown);
        expectNoFaults(*shown);
        shown->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}
