// SPDX-License-Identifier: GPL-3.0-or-later
#include "walk/walk.h"

#include "facts/wording.h"
#include "widgets/support/highlight.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include <cstdio>
#include <iostream>

namespace tscope::test {

static FrameLog* theLog = nullptr;

FrameLog& frameLog()
{
    return *theLog;
}

Walk::Walk()
{
    frameLog().watch(m_window.selection());
    m_window.move(0, 0);
    m_window.resize(1280, 800);
    m_window.show();
    focus(m_window);
    frameLog().clear();
}

void Walk::focus(QWidget& widget)
{
    ASSERT_TRUE(waitUntil([&] { return widget.isVisible(); }));
    widget.raise();
    widget.activateWindow();
    ASSERT_TRUE(waitUntil([&] { return widget.isActiveWindow(); }));
    settle();
}

void Walk::settle()
{
    ASSERT_TRUE(tscope::test::settle(m_window.jobs()));
}

SceneView& Walk::view(const char* id)
{
    for (auto* each : m_window.views())
        if (each->objectName() == QLatin1String(id))
            return *each;
    throw std::runtime_error("there is no such view");
}

QPoint Walk::pointOf(SceneView& view, const Place& place)
{
    for (const auto& spot : view.scene().spots)
        if (spot.place == place)
            return Robot::on(*view.viewport(), spot.rect.center().toPoint());
    throw std::runtime_error("this is not to be seen");
}

bool Walk::isValid()
{
    return subject().report && subject().report->valid;
}

void Walk::choose(QWidget& dialog, const char* name, const QString& text)
{
    auto* box = dialog.findChild<QComboBox*>(QString::fromLatin1(name));
    ASSERT_TRUE(waitUntil([&] { return box->isEnabled(); })) << name;
    m_robot.click(Robot::on(*box));
    ASSERT_TRUE(waitUntil([&] { return box->view()->isVisible(); }));
    m_robot.key(QStringLiteral("Home"));
    for (int row = 0; row < box->count() && !box->itemText(row).startsWith(text); ++row)
        m_robot.key(QStringLiteral("Down"));
    m_robot.key(QStringLiteral("Return"));
    ASSERT_TRUE(waitUntil([&] { return !box->view()->isVisible(); }));
    settle();
    ASSERT_TRUE(box->currentText().startsWith(text)) << box->currentText().toStdString();
}

QString Walk::call(QWidget& dialog)
{
    m_robot.click(Robot::on(*dialog.findChild<QPushButton*>(QStringLiteral("call"))));
    settle();
    return dialog.findChild<QLabel*>(QStringLiteral("state"))->text();
}

void Walk::expectLitEverywhere(const std::optional<Pointed>& pointed)
{
    ASSERT_TRUE(pointed);
    for (auto* each : m_window.views())
        EXPECT_FALSE(litSpots(each->scene(), pointed->place, pointed->related).empty())
            << each->objectName().toStdString();
}

void Walk::tellFigures(const char* of)
{
    const auto frames = frameLog().frames(), hovers = frameLog().hovers(), turns = frameLog().turns();
    std::printf("%s: %zu frames, half within %.1f and 95 %% within %.1f ms; "
                "%zu hovers lit up in all views, 95 %% within %.1f ms; "
                "longest turn %.1f ms (%s), %zu above 50 ms\n",
                of, frames.count, frames.median, frames.p95, hovers.count, hovers.p95, turns.most,
                qUtf8Printable(frameLog().longest()), frameLog().stalls());
    std::fflush(stdout);
    frameLog().clear();
}

} // namespace tscope::test

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    if (qEnvironmentVariableIsEmpty("DISPLAY")) {
        std::cout << "skipped: there is no X server (run it under xvfb-run)\n";
        return 77;
    }
    qputenv("QT_QPA_PLATFORM", "xcb");
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    tscope::Application application(argc, argv);
    tscope::test::theLog = &application.startFrameLog();
    return RUN_ALL_TESTS();
}
