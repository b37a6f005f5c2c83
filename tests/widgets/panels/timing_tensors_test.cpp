// SPDX-License-Identifier: GPL-3.0-or-later
// Which tensors are measured: several in one session, and none that is broken.
#include "views/checked_choice.h"
#include "widgets/panels/measured_timing.h"

#include <QApplication>

#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

using TimingTensorsTest = TimingPanelTest;

} // namespace

TEST_F(TimingTensorsTest, TensorsThatAreCheckedAreMeasuredWithTheCurrentOneInOneSession)
{
    m_shown.desk.show(sample("coo"), "same");
    m_shown.desk.show(sample("csc"), "same");
    m_shown.desk.show(sample("csr"), "small");
    auto& choice = m_shown.child<CheckedChoice>("timed tensors");
    choice.setChecked({QStringLiteral("same"), QStringLiteral("same (2)")});
    Q_EMIT choice.changed();
    settle(m_shown.desk.jobs);
    EXPECT_EQ(state().find("3 tensors: "), 0U) << state();
    measure();
    ASSERT_NE(timings().shown(), nullptr) << state();
    const auto& subjects = timings().shown()->session->subjects;
    ASSERT_EQ(subjects.size(), 3U);
    EXPECT_EQ(subjects[0].name, "small");
    EXPECT_EQ(subjects[1].given.layout, "coo");
    EXPECT_EQ(subjects[2].given.layout, "csc");
    EXPECT_NE(subjects[1].name, subjects[2].name);
    EXPECT_EQ(state().find("3 tensors: "), 0U) << state();
    EXPECT_NE(state().find(" measured"), std::string::npos) << state();

    m_shown.desk.workspace.setCurrent(m_shown.desk.workspace.subjects()[0].id);
    EXPECT_EQ(choice.checked(), QStringList{QStringLiteral("same")}) << "the current one is measured anyway";
}

// Else two lines of one form could not be told apart.
TEST_F(TimingTensorsTest, TheTableSaysOfWhichTensorALineIsWhereThereAreSeveral)
{
    m_shown.desk.show(sample("coo"), "first");
    m_shown.desk.show(sample("csr"), "second");
    check("timed operations", {QStringLiteral("sum"), QStringLiteral("spmv")});
    check("timed layouts", {QStringLiteral("csr"), QStringLiteral("coo")});
    measure();
    EXPECT_TRUE(table().isColumnHidden(TimingLine::tensorColumn)) << "of one tensor it would say nothing";
    check("timed tensors", {QStringLiteral("first")});
    measure();
    ASSERT_FALSE(table().isColumnHidden(TimingLine::tensorColumn));
    std::vector<std::string> order; // lines of one operation and tensor stand together
    for (int line = 0; line < table().model()->rowCount(); ++line) {
        const auto& row = timings().shown()->session->rows[rowOf(table(), line)];
        EXPECT_EQ(cell(line, TimingLine::tensorColumn), row.tensor);
        if (const auto key = row.op + " of " + row.tensor; order.empty() || order.back() != key)
            order.push_back(key);
    }
    EXPECT_EQ(order.size(), 4U);
    EXPECT_EQ(std::set<std::string>(order.begin(), order.end()).size(), order.size());
}

TEST_F(TimingTensorsTest, BlocksThatFitOnlyOneOfThemStayVisibleOfTheOtherWithTheReason)
{
    m_shown.desk.show(oddTensor("many_csr"), "large");
    m_shown.desk.show(sample("csr"), "small");
    check("timed tensors", {QStringLiteral("large")});
    check("timed operations", {QStringLiteral("sum")});
    check("timed layouts", {QStringLiteral("bsr")});
    check("timed blocks", {QStringLiteral("64x64")});
    measure();
    std::set<std::string> reasons;
    for (int line = 0; line < table().model()->rowCount(); ++line)
        if (cell(line, TimingLine::formColumn) == "bsr 64x64" && cell(line, TimingLine::tensorColumn) == "small")
            reasons.insert(cell(line, TimingLine::reasonColumn));
    ASSERT_EQ(reasons.size(), 1U);
    EXPECT_NE(reasons.begin()->find("blocks of 64x64 do not divide"), std::string::npos) << *reasons.begin();
}

TEST_F(TimingTensorsTest, ABrokenTensorIsRefusedInWords)
{
    m_shown.desk.show(oddTensor("outside"), "broken");
    click("time all");
    settle(m_shown.desk.jobs);
    EXPECT_EQ(timings().shown(), nullptr);
    const auto first = state().find("broken breaks rule ");
    EXPECT_NE(first, std::string::npos) << state();
    EXPECT_EQ(state().find("broken breaks rule ", first + 1), std::string::npos) << state();
    EXPECT_LT(m_shown.child<QLabel>("timing state").geometry().bottom(), m_shown.panel->height() / 3);
}

// What was said of a broken tensor is not said of the repaired one, nor of another.
TEST_F(TimingTensorsTest, AReasonIsToldAsLongAsItHolds)
{
    const auto id = m_shown.desk.show(oddTensor("outside"), "broken");
    click("time all");
    settle(m_shown.desk.jobs);
    ASSERT_NE(state().find("broken breaks rule "), std::string::npos) << state();
    m_shown.desk.workspace.replace(id, sample("csr"), QStringLiteral("repaired"));
    settle(m_shown.desk.jobs);
    EXPECT_EQ(state().find("breaks rule"), std::string::npos) << state();
    EXPECT_NE(state().find("Measurements: "), std::string::npos) << state();
    m_shown.desk.workspace.undoStack().undo();
    settle(m_shown.desk.jobs);
    EXPECT_NE(state().find("breaks rule"), std::string::npos) << state();
    m_shown.desk.show(sample("coo"), "sound");
    EXPECT_EQ(state().find("breaks rule"), std::string::npos) << state();
}

TEST_F(TimingTensorsTest, NothingMovesWhenAMeasurementBegins)
{
    m_shown.desk.show(oddTensor("many_csr"), "large");
    m_shown.child<QSpinBox>("timing budget").setValue(400);
    check("timed operations", {QStringLiteral("sum")});
    settle(m_shown.desk.jobs);
    const auto places = [&] {
        std::vector<QRect> out;
        for (const auto* name : {"time all", "stop timing", "timed operations", "timing budget"})
            out.push_back(m_shown.child<QWidget>(name).geometry());
        // The text of the state is scrolled in an area of its own.
        out.push_back(m_shown.child<QWidget>("timing state").parentWidget()->parentWidget()->geometry());
        return out;
    };
    const auto before = places();
    click("time all");
    EXPECT_EQ(places(), before);
    ASSERT_TRUE(waitUntil([&] { return timings().pace().has_value(); }));
    QApplication::processEvents();
    EXPECT_EQ(places(), before);
    click("stop timing");
    settle(m_shown.desk.jobs);
    EXPECT_EQ(places(), before);
}
