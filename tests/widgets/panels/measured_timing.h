// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/scaling_chart.h"
#include "widgets/panels/shown_timing.h"
#include "widgets/support/tensors.h"

#include <QAbstractButton>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace tscope::test {

// The timing panel, with little time for each cell: what is measured is not looked at, only that it is.
class TimingPanelTest : public testing::Test
{
protected:
    TimingPanelTest()
    {
        m_shown.panel->resize(1000, 600);
        m_shown.child<QSpinBox>("timing budget").setValue(4);
        settle(m_shown.desk.jobs);
    }

    void click(const char* button) { QTest::mouseClick(&m_shown.child<QPushButton>(button), Qt::LeftButton); }
    void measure()
    {
        click("time all");
        EXPECT_TRUE(timings().isRunning());
        settle(m_shown.desk.jobs);
        EXPECT_FALSE(timings().isRunning());
    }
    // Opens the list of a choice and has these checked, and no others.
    void check(const char* choice, const QStringList& wanted)
    {
        auto& button = m_shown.child<QAbstractButton>(choice);
        QTest::mouseClick(&button, Qt::LeftButton);
        auto& list = *button.findChild<QListWidget*>();
        ASSERT_TRUE(list.isVisible());
        for (int line = 0; line < list.count(); ++line) {
            list.setCurrentRow(line);
            const auto isWanted = wanted.contains(list.item(line)->data(Qt::UserRole).toString());
            if ((list.item(line)->checkState() == Qt::Checked) != isWanted)
                QTest::keyClick(&list, Qt::Key_Space);
        }
        QTest::keyClick(&list, Qt::Key_Escape);
        EXPECT_FALSE(list.isVisible());
    }
    void open(const timing::Session& session)
    {
        const auto path = m_folder.filePath(QStringLiteral("opened.json"));
        ASSERT_TRUE(saveSession(session, path));
        timings().open(path);
        settle(m_shown.desk.jobs);
    }
    const charts::ScalingChart& scalingOver(charts::Scaling::Over over) const
    {
        const auto all = m_shown.panel->findChildren<charts::ScalingChart*>();
        return **std::ranges::find_if(all, [over](const auto* each) { return each->scaling().over == over; });
    }
    // On the page of a chart.
    static bool isSaidBeside(const QWidget& chart, const QString& sentence)
    {
        const auto* label = chart.parentWidget()->findChild<QLabel*>(QStringLiteral("what the chart says"));
        return label != nullptr && label->isVisible() && label->text().contains(sentence);
    }
    Timings& timings() { return m_shown.desk.timings; }
    std::string state() { return m_shown.child<QLabel>("timing state").text().toStdString(); }
    QTableView& table() { return m_shown.child<QTableView>("timing table"); }
    std::string cell(int line, int column)
    {
        return table().model()->index(line, column).data().toString().toStdString();
    }
    void turnTo(const char* page)
    {
        auto& tabs = m_shown.child<QTabBar>("timing pages");
        for (int i = 0; i < tabs.count(); ++i)
            if (tabs.tabText(i) == QString::fromLatin1(page))
                return QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(i).center());
        FAIL() << "there is no page " << page;
    }

    ShownPanel m_shown{"timing"};
    QTemporaryDir m_folder;
};

} // namespace tscope::test
