// SPDX-License-Identifier: GPL-3.0-or-later
// One walk through the window, as somebody takes it who looks for what is wrong with a tensor: with a mouse and a
// keyboard on a real X server. What it took the window's thread is printed at the end.
#include "application.h"
#include "facts/wording.h"
#include "main_window.h"
#include "start_page.h"
#include "support/same_document.h"
#include "views/scene_view.h"
#include "walk/robot.h"
#include "widgets/support/highlight.h"
#include "widgets/support/settle.h"

#include <QAbstractButton>
#include <QFileDialog>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTreeView>

#include <gtest/gtest.h>

#include <iostream>

using namespace tscope;
using namespace tscope::test;

namespace {

FrameLog* frameLog = nullptr; // of the application

class Walk : public testing::Test
{
protected:
    Walk()
    {
        frameLog->watch(m_window.selection());
        m_window.move(0, 0);
        m_window.resize(1280, 800);
        m_window.show();
        focus(m_window);
    }

    // There is no window manager to do it.
    void focus(QWidget& widget)
    {
        ASSERT_TRUE(waitUntil([&] { return widget.isVisible(); }));
        widget.raise();
        widget.activateWindow();
        ASSERT_TRUE(waitUntil([&] { return widget.isActiveWindow(); }));
        settle();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }

    SceneView& view(const char* id)
    {
        for (auto* each : m_window.views())
            if (each->objectName() == QLatin1String(id))
                return *each;
        throw std::runtime_error("there is no such view");
    }
    QPoint pointOf(SceneView& view, const Place& place)
    {
        for (const auto& spot : view.scene().spots)
            if (spot.place == place)
                return Robot::on(*view.viewport(), spot.rect.center().toPoint());
        throw std::runtime_error("this is not to be seen");
    }
    const Subject& subject() { return *m_window.workspace().currentSubject(); }
    bool isValid() { return subject().report && verdictText(*subject().report) == "valid"; }
    void expectLitEverywhere(const std::optional<Pointed>& pointed)
    {
        ASSERT_TRUE(pointed);
        for (auto* each : m_window.views())
            EXPECT_FALSE(litSpots(each->scene(), pointed->place, pointed->related).empty())
                << each->objectName().toStdString();
    }
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

} // namespace

TEST_F(Walk, FromABrokenSampleToARepairedFile)
{
    // A sample is opened from the start page.
    m_robot.click(Robot::on(*m_window.findChild<QAbstractButton*>(QStringLiteral("broken_pointer"))));
    ASSERT_TRUE(waitUntil([&] { return m_window.workspace().currentSubject() != nullptr; }));
    settle();
    ASSERT_FALSE(isValid());

    // What is under the mouse is lit in all views.
    for (const auto& spot : std::vector(view("logical").scene().spots)) {
        m_robot.moveTo(pointOf(view("logical"), spot.place));
        settle();
        ASSERT_TRUE(m_window.selection().hovered());
        EXPECT_EQ(m_window.selection().hovered()->place, spot.place);
    }
    m_robot.moveTo(pointOf(view("members"), Slots{"values", 1, 2}));
    settle();
    expectLitEverywhere(m_window.selection().hovered());

    // From the card of a broken rule to its place in every view.
    auto* rules = m_window.findChild<QTreeView*>(QStringLiteral("rules"));
    ASSERT_NE(rules, nullptr);
    const auto cards =
        rules->model()->match(rules->model()->index(0, 0), Qt::DisplayRole, QStringLiteral("never fall"), 1,
                              Qt::MatchContains | Qt::MatchRecursive);
    ASSERT_FALSE(cards.isEmpty());
    rules->scrollTo(cards.front());
    settle();
    const auto first = rules->model()->index(0, 0, cards.front());
    m_robot.click(
        Robot::on(*rules->viewport(), rules->visualRect(first.isValid() ? first : cards.front()).center()));
    settle();
    expectLitEverywhere(m_window.selection().selected());

    // One pointer is changed; the verdict follows, and comes back with undo.
    m_robot.doubleClick(pointOf(view("members"), Slots{"compressed", 2, 3}));
    ASSERT_TRUE(waitUntil([&] { return view("members").viewport()->findChild<QLineEdit*>() != nullptr; }));
    m_robot.key(QStringLiteral("ctrl+a"));
    m_robot.type(QStringLiteral("2"));
    m_robot.key(QStringLiteral("Return"));
    settle();
    EXPECT_TRUE(isValid());
    const auto mended = *subject().tensor;
    m_robot.key(QStringLiteral("ctrl+z"));
    settle();
    EXPECT_FALSE(isValid());
    m_robot.key(QStringLiteral("ctrl+shift+z"));
    settle();
    EXPECT_TRUE(isValid());

    // Saved and opened again, it is the same.
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("mended.json"));
    const auto answer = [&](const char* keys, const QString& text) {
        focus(m_window);
        m_robot.key(QString::fromLatin1(keys));
        auto* line = dialog<QFileDialog>().findChild<QLineEdit*>();
        m_robot.click(Robot::on(*line));
        m_robot.key(QStringLiteral("ctrl+a"));
        m_robot.type(text);
        m_robot.key(QStringLiteral("Return"));
        ASSERT_TRUE(waitUntil([&] { return m_window.findChild<QFileDialog*>() == nullptr; }));
        settle();
    };
    answer("ctrl+shift+s", path);
    ASSERT_TRUE(QFile::exists(path));
    const auto before = m_window.workspace().subjects().size();
    answer("ctrl+o", path);
    ASSERT_EQ(m_window.workspace().subjects().size(), before + 1);
    EXPECT_EQ(firstDifference({{{"", *subject().tensor}}, {}}, {{{"", mended}}, {}}), "");

    std::cout << "first frame after " << frameLog->firstFrame() << " ms; " << frameLog->frames().count
              << " frames, 95 % within " << frameLog->frames().p95 << " ms; " << frameLog->hovers().count
              << " hovers lit up, 95 % within " << frameLog->hovers().p95 << " ms; " << frameLog->stalls()
              << " stalls above 50 ms, the longest turn " << frameLog->turns().most << " ms\n";
}

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    if (qEnvironmentVariableIsEmpty("DISPLAY")) {
        std::cout << "skipped: there is no X server (run it under xvfb-run)\n";
        return 77;
    }
    qputenv("QT_QPA_PLATFORM", "xcb");
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    Application application(argc, argv);
    frameLog = &application.startFrameLog();
    return RUN_ALL_TESTS();
}
