// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/measured_timing.h"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QMessageBox>

using namespace tscope;
using namespace tscope::test;

// One click does not start minutes of measuring: the button says what it would take, and asks.
TEST_F(TimingPanelTest, ALongFurtherMeasurementIsAskedFor)
{
    m_shown.desk.show(sample("csr"), "small");
    check("timed operations", {QStringLiteral("spmv")});
    measure();
    turnTo("Density");
    m_shown.child<QSpinBox>("timing budget").setValue(20'000);
    settle(m_shown.desk.jobs);
    const auto toolTip = m_shown.child<QPushButton>("measure densities").toolTip();
    EXPECT_TRUE(toolTip.contains(QStringLiteral("Measurements: "))) << toolTip.toStdString();
    const auto answer = [&](const QString& button) {
        click("measure densities");
        auto* question = m_shown.panel->findChild<QMessageBox*>(QStringLiteral("long measurement"));
        ASSERT_NE(question, nullptr);
        EXPECT_FALSE(timings().isRunning());
        EXPECT_TRUE(toolTip.contains(question->text()));
        for (auto* each : question->buttons())
            if (each->text().remove(QLatin1Char('&')) == button)
                QTest::mouseClick(each, Qt::LeftButton);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    };
    answer(QStringLiteral("Cancel"));
    EXPECT_FALSE(timings().isRunning());
    answer(QStringLiteral("Measure"));
    EXPECT_TRUE(timings().isRunning());
    timings().stop();
    settle(m_shown.desk.jobs);
}
