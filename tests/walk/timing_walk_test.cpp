// SPDX-License-Identifier: GPL-3.0-or-later
// The walk of somebody who looks at all pages while a tensor is being timed.
#include "make/generators.h"
#include "timings/timings.h"
#include "walk/walk.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>

#include <algorithm>

using namespace tscope;
using namespace tscope::test;

namespace {

class TimingWalk : public Walk
{
protected:
    template <class Widget>
    Widget& widget(const char* name)
    {
        auto* found = m_window.findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr || !found->isVisible())
            throw std::runtime_error(std::string("there is no ") + name);
        return *found;
    }

    void openMatrix()
    {
        MakeSpec wish;
        wish.kind = "powerlaw";
        wish.size = {4000, 4000};
        wish.nnz = 60'000;
        const auto made = makeTensorOf(wish);
        ASSERT_TRUE(made) << made.error().text;
        m_window.arrange(QStringLiteral("compare"));
        m_window.workspace().setCurrent(
            m_window.workspace().add(*made, QStringLiteral("matrix"), QStringLiteral("made")));
        m_robot.key(QStringLiteral("ctrl+shift+m")); // shows the panel, and what measuring takes
        settle();
        EXPECT_FALSE(m_window.timings().isRunning());
    }

    // Times that come just then make the answer above longer and push the pages down: a hand that missed aims
    // again.
    void turnTo(QTabBar& tabs, int page)
    {
        constexpr int attempts = 10;
        for (int attempt = 0; attempt < attempts && tabs.currentIndex() != page; ++attempt) {
            widget<QScrollArea>("timing views").ensureWidgetVisible(&tabs); // as a hand scrolls, where it is low
            QCoreApplication::processEvents();
            m_robot.click(Robot::on(tabs, tabs.tabRect(page).center()));
        }
        EXPECT_EQ(tabs.currentIndex(), page);
    }

    // Each page in turn, and the mouse across what it shows.
    void lookAtAllPages()
    {
        auto& tabs = widget<QTabBar>("timing pages");
        turnTo(tabs, 0); // beside the last page there are no verdicts
        const auto lowest = Robot::on(widget<QTableView>("timing pairs")).y();
        for (int page = 0; page < tabs.count(); ++page) {
            turnTo(tabs, page);
            const auto below = Robot::on(tabs).y() + 60;
            for (const int x : {60, 200, 340})
                m_robot.moveTo({x, std::min(below + x / 4, lowest)});
        }
    }
};

} // namespace

TEST_F(TimingWalk, AllPagesAreLookedAtWhileATensorIsTimed)
{
    openMatrix();
    widget<QSpinBox>("timing budget").setValue(100);
    frameLog().clear();
    m_robot.click(Robot::on(widget<QPushButton>("time all")));
    ASSERT_TRUE(waitUntil([&] { return m_window.timings().isGrowing(); }));
    int looks = 0;
    for (; m_window.timings().isRunning(); ++looks)
        lookAtAllPages();
    tellFigures("timing looked at while it runs");
    EXPECT_GT(looks, 0);
    settle();
    lookAtAllPages();
    settle();
    tellFigures("timing looked at when it is done");

    const auto& session = *m_window.timings().shown()->session;
    EXPECT_FALSE(session.isPartial);
    for (const auto& row : session.rows)
        EXPECT_EQ(row.status, timing::Status::ok) << row.op << " of " << text(row.variant) << ": " << row.reason;
    // The page of columns has turned to an operation that has some.
    const auto headline = widget<QLabel>("timing headline").text();
    EXPECT_TRUE(headline.startsWith(QStringLiteral("For sp")) && headline.contains(QStringLiteral(" on cpu")))
        << headline.toStdString();
}
