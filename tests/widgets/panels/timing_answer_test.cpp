// SPDX-License-Identifier: GPL-3.0-or-later
// What is chosen before a measurement, what is said while it goes on, and the answer that comes of it.
#include "charts/bars_chart.h"
#include "make/generators.h"
#include "support/setting.h"
#include "timing/forms.h"
#include "timing/headline.h"
#include "timing/verdicts.h"
#include "views/checked_choice.h"
#include "widgets/charts/shown_charts.h"
#include "widgets/panels/measured_timing.h"

#include <QProgressBar>

#include <algorithm>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

using TimingAnswerTest = TimingPanelTest;

// All rows that were timed gave the right result.
timing::Session checkedSession()
{
    auto session = smallSession();
    for (auto& row : session.rows)
        row.isChecked = row.status == timing::Status::ok;
    return session;
}

struct WithDevice {
    Setting m_cuda{"TSCOPE_CUDA", "simulated"};
};

class TimingOnDevicesTest : WithDevice, public TimingPanelTest
{
};

} // namespace

TEST_F(TimingAnswerTest, TheBestLayoutIsOneClickAway)
{
    m_shown.desk.show(oddTensor("many_csr"), "matrix");
    auto session = checkedSession();
    session.rows[2].warm = figureAround(1); // bsr 4x4 is far faster than csr, which was given
    session.rows[7].isSimulated = true;
    session.verdicts = timing::verdictsOf(session);
    open(session);
    auto& button = m_shown.child<QPushButton>("convert to best");
    ASSERT_TRUE(button.isVisible());
    EXPECT_EQ(button.text(), QStringLiteral("Convert to bsr 4x4"));
    EXPECT_TRUE(m_shown.child<QLabel>("timing headline")
                    .text()
                    .contains(QStringLiteral("For spmv on cpu, bsr 4x4 is best")))
        << m_shown.child<QLabel>("timing headline").text().toStdString();
    ASSERT_TRUE(button.isEnabled());
    click("convert to best");
    settle(m_shown.desk.jobs);
    ASSERT_NE(m_shown.desk.calls.last(), nullptr);
    EXPECT_TRUE(m_shown.desk.calls.last()->isDone) << m_shown.desk.calls.last()->outcome.toStdString();
    const auto& made = *m_shown.desk.workspace.currentSubject()->tensor;
    EXPECT_EQ(text(timing::variantOf(made)), "bsr 4x4");
    EXPECT_FALSE(button.isEnabled()) << "another tensor is the current one";
    EXPECT_EQ(button.toolTip(),
              QStringLiteral("This answer is about matrix, and another tensor is selected. Select "
                             "matrix first."));
    EXPECT_EQ(m_shown.child<QPushButton>("measure longer").toolTip(), button.toolTip());
    m_shown.desk.workspace.setCurrent(m_shown.desk.workspace.subjects().front().id);
    EXPECT_TRUE(button.isEnabled());
    EXPECT_EQ(button.toolTip(), QStringLiteral("Makes a tensor in this form, as a step that can be undone"));
}

TEST_F(TimingAnswerTest, GreyButtonsSayThatTheTensorIsNotOpen)
{
    auto session = checkedSession();
    session.rows[2].warm = figureAround(1);
    session.verdicts = timing::verdictsOf(session);
    open(session);
    auto& button = m_shown.child<QPushButton>("convert to best");
    EXPECT_FALSE(button.isEnabled());
    EXPECT_EQ(button.toolTip(), QStringLiteral("This answer is about matrix, which is not open."));
}

// Once: neither because it is not the current one, nor because there are several, twice.
TEST_F(TimingAnswerTest, BeginsWithTheNameOfATensorThatIsNotTheCurrentOne)
{
    auto session = checkedSession();
    session.verdicts = timing::verdictsOf(session);
    const auto headline = [&] { return m_shown.child<QLabel>("timing headline").text(); };
    open(session);
    EXPECT_TRUE(headline().startsWith(QStringLiteral("matrix: "))) << headline().toStdString();
    auto second = session.rows;
    for (auto& row : second)
        row.tensor = "other";
    session.rows.insert(session.rows.end(), second.begin(), second.end());
    session.subjects.push_back(session.subjects.front());
    session.subjects.back().name = "other";
    session.verdicts = timing::verdictsOf(session);
    open(session);
    EXPECT_TRUE(headline().startsWith(QStringLiteral("matrix: "))) << headline().toStdString();
    EXPECT_FALSE(headline().contains(QStringLiteral("matrix: matrix: "))) << headline().toStdString();
}

TEST_F(TimingAnswerTest, WhyTheBestIsTheBestIsOneClickAway)
{
    auto session = checkedSession();
    session.rows[2].warm = figureAround(1);
    session.verdicts = timing::verdictsOf(session);
    open(session);
    auto& reasons = m_shown.child<QLabel>("timing reasons");
    EXPECT_FALSE(reasons.isVisible());
    click("why the best");
    ASSERT_TRUE(reasons.isVisible());
    const auto headlines = timing::headlinesOf(session);
    const auto& first = *std::ranges::find(headlines, session.rows.front().op, &timing::Headline::op);
    ASSERT_FALSE(first.why.empty());
    EXPECT_EQ(reasons.text().toStdString(), text(first.why));
    EXPECT_TRUE(reasons.text().contains(QStringLiteral(" GB/s"))) << reasons.text().toStdString();
    click("why the best");
    EXPECT_FALSE(reasons.isVisible());
}

TEST_F(TimingAnswerTest, PairsAndBarsAreLinkedBothWays)
{
    auto session = checkedSession();
    session.verdicts = timing::verdictsOf(session);
    open(session);
    turnTo("Bars");
    auto& bars = *m_shown.panel->findChild<charts::BarsChart*>();
    auto& pairs = m_shown.child<QTableView>("timing pairs");
    ASSERT_GT(pairs.model()->rowCount(), 1);
    const auto framesOf = [&](Ink ink) {
        return std::ranges::count(bars.drawing().swatches, ink, &charts::Block::frame);
    };
    QTest::mouseClick(pairs.viewport(), Qt::LeftButton, {}, pairs.visualRect(pairs.model()->index(1, 0)).center());
    settle(m_shown.desk.jobs);
    EXPECT_EQ(framesOf(Ink::related), 2);
    EXPECT_EQ(bars.chosen(), -1);

    const auto row = bars.bars().bars[0].row;
    QTest::mouseClick(&bars, Qt::LeftButton, {}, middleOf(bars.drawing(), 0).toPoint());
    settle(m_shown.desk.jobs);
    EXPECT_EQ(framesOf(Ink::related), 0);
    std::set<int> selected;
    for (const auto& index : pairs.selectionModel()->selectedRows())
        selected.insert(index.row());
    std::set<int> expected;
    for (int i = 0; i < static_cast<int>(session.verdicts.size()); ++i)
        if (const auto& verdict = session.verdicts[static_cast<std::size_t>(i)];
            verdict.a == row || verdict.b == row)
            expected.insert(i);
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(selected, expected);
}

TEST_F(TimingAnswerTest, LayoutsAndBlocksAreChosenBefore)
{
    m_shown.desk.show(oddTensor("many_csr"), "matrix");
    check("timed operations", {QStringLiteral("sum")});
    check("timed layouts", {QStringLiteral("bsr"), QStringLiteral("coo")});
    check("timed blocks", {QStringLiteral("2x2"), QStringLiteral("8x8")});
    measure();
    std::set<std::string> forms;
    for (const auto& row : timings().shown()->session->rows)
        forms.insert(text(row.variant));
    EXPECT_EQ(forms, (std::set<std::string>{"csr", "coo", "bsr 2x2", "bsr 8x8"}))
        << "its own layout is always there, for the others to be compared with";
}

TEST_F(TimingAnswerTest, ADenseFormBeyondTheBudgetStaysVisibleAsLeftOut)
{
    m_shown.desk.show(oddTensor("many_csr"), "matrix");
    check("timed operations", {QStringLiteral("sum")});
    check("timed layouts", {QStringLiteral("csr"), QStringLiteral("strided")});
    m_shown.child<QSpinBox>("dense budget").setValue(0);
    settle(m_shown.desk.jobs);
    EXPECT_NE(state().find("Measurements: 1, and 1 left out as too large"), std::string::npos) << state();
    measure();
    std::string all;
    for (int line = 0; line < table().model()->rowCount(); ++line)
        all += cell(line, TimingLine::statusColumn) + "; " + cell(line, TimingLine::reasonColumn) + "\n";
    EXPECT_NE(all.find("\u2013 left out; "), std::string::npos) << all;
    EXPECT_NE(all.find(", more than the budget of 0 B"), std::string::npos) << all;
}

// 50,000 x 50,000 filled in are 10 GB.
TEST_F(TimingAnswerTest, WithoutAnyChoiceADenseFormOfTenGigabytesIsLeftOut)
{
    MakeSpec spec;
    spec.layout = "csr";
    spec.size = {50'000, 50'000};
    spec.nnz = 1000;
    m_shown.desk.show(*makeTensorOf(spec), "power");
    settle(m_shown.desk.jobs);
    EXPECT_NE(state().find(" left out as too large; time: about "), std::string::npos) << state();
    EXPECT_NE(state().find("MiB."), std::string::npos) << "nor is its memory counted: " << state();
}

TEST_F(TimingAnswerTest, WhileItMeasuresProgressAndTheTimeLeftAreSeen)
{
    m_shown.desk.show(oddTensor("many_csr"), "large");
    m_shown.child<QSpinBox>("timing budget").setValue(400);
    settle(m_shown.desk.jobs);
    auto& bar = m_shown.child<QProgressBar>("timing progress");
    EXPECT_FALSE(bar.isVisible());
    click("time all");
    EXPECT_TRUE(bar.isVisible());
    ASSERT_TRUE(waitUntil([&] { return bar.value() > 0; }));
    EXPECT_TRUE(waitUntil([&] { return state().ends_with(" left."); }))
        << state(); // what goes before is told first
    click("stop timing");
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(bar.isVisible());
}

TEST_F(TimingAnswerTest, WithoutAGpuItSaysWhyWhereTheDevicesAreChosen)
{
    m_shown.desk.show(sample("csr"), "small");
    auto& why = m_shown.child<QLabel>("no timed device");
    ASSERT_TRUE(why.isVisible());
    EXPECT_TRUE(why.text().startsWith(QStringLiteral("no GPU"))) << why.text().toStdString();
    EXPECT_GT(why.text().size(), QStringLiteral("no GPU ()").size());
}

TEST_F(TimingOnDevicesTest, OneClickMeasuresOnAllThatThereAre)
{
    m_shown.desk.show(sample("csr"), "small");
    EXPECT_EQ(m_shown.child<CheckedChoice>("timed devices").checked(),
              (QStringList{QStringLiteral("cpu"), QStringLiteral("cuda:0")}));
    EXPECT_FALSE(m_shown.child<QLabel>("no timed device").isVisible());
    check("timed operations", {QStringLiteral("sum")});
    check("timed layouts", {QStringLiteral("csr")});
    measure();
    std::set<std::string> devices;
    for (const auto& row : timings().shown()->session->rows)
        devices.insert(row.device);
    EXPECT_EQ(devices, (std::set<std::string>{"cpu", "cuda:0"}));
}

// Where the button is that starts it, and while it runs as well as after.
TEST_F(TimingAnswerTest, TheEstimateStandsBesideTheButtonUntilItIsHeldAgainstWhatWasMeasured)
{
    m_shown.desk.show(sample("csr"), "small");
    auto& label = m_shown.child<QLabel>("timing state");
    const auto middle = [&](QWidget& widget) {
        return widget.mapTo(m_shown.panel.get(), widget.rect().center()).y();
    };
    EXPECT_LE(std::abs(middle(label) - middle(m_shown.child<QPushButton>("time all"))), label.height());
    const auto estimate = state();
    EXPECT_NE(estimate.find("about "), std::string::npos) << estimate;
    std::set<std::string> seen;
    click("time all");
    EXPECT_NE(state().find(estimate), std::string::npos) << "before the first cell: " << state();
    ASSERT_TRUE(waitUntil([&] {
        if (const auto pace = timings().pace())
            seen.insert(text(pace->sentence));
        return !timings().isRunning();
    }));
    settle(m_shown.desk.jobs);
    ASSERT_FALSE(seen.empty());
    for (const auto& text : seen) {
        EXPECT_NE(text.find(" in all"), std::string::npos) << text;
        EXPECT_TRUE(text.ends_with(" left.") || text.find("Preparing: step ") != std::string::npos) << text;
    }
    EXPECT_NE(state().find("Estimated "), std::string::npos) << state();
    EXPECT_NE(state().find(", measured in "), std::string::npos) << state();
}

TEST_F(TimingAnswerTest, WhatIsUndecidedOrNoisyIsMeasuredLongerWithOneClick)
{
    m_shown.desk.show(sample("csr"), "small");
    check("timed operations", {QStringLiteral("sum"), QStringLiteral("spmm")});
    check("timed layouts", {QStringLiteral("csr"), QStringLiteral("coo")});
    measure();
    auto& button = m_shown.child<QPushButton>("measure longer");
    auto session = *timings().shown()->session;
    const auto op = session.rows.front().op;
    const auto trusted = [&](double noise) {
        for (auto& row : session.rows) {
            row.noise = noise;
            row.warm = figureAround(row.variant.layout == "csr" ? 1 : 2);
        }
        session.noise = noise;
        session.verdicts = timing::verdictsOf(session);
        open(session);
    };
    trusted(0.01);
    EXPECT_FALSE(button.isVisible());
    EXPECT_EQ(m_shown.child<QLabel>("timing trust").text().section(QLatin1Char('.'), 0, 0),
              QStringLiteral("Repeated rounds of %1 differ by 1").arg(QString::fromStdString(op)));
    trusted(0.4);
    ASSERT_TRUE(button.isVisible());
    EXPECT_TRUE(m_shown.child<QLabel>("timing trust").text().startsWith(QStringLiteral("Noisy: ")));
    EXPECT_TRUE(button.toolTip().contains(QStringLiteral(" 16 ms ")))
        << "4 times as long as is chosen: " << button.toolTip().toStdString();
    click("measure longer");
    EXPECT_TRUE(timings().isRunning());
    EXPECT_FALSE(button.isEnabled());
    settle(m_shown.desk.jobs);
    const auto& longer = *timings().shown();
    EXPECT_EQ(longer.choices()->budget.count(), 16);
    for (const auto& row : longer.session->rows) {
        EXPECT_EQ(row.op, op);
        EXPECT_TRUE(row.variant.layout == "csr" || row.variant.layout == "coo") << row.variant.layout;
        EXPECT_EQ(row.warm.rounds.size(), 6U) << "those of the session before are kept";
    }
    EXPECT_EQ(longer.session->rounds, 6);
    EXPECT_EQ(timings().longerBudget().count(), 64) << "and longer still";
}

TEST_F(TimingAnswerTest, BrokenTensorsAreNotOfferedToBeMeasuredBeside)
{
    m_shown.desk.show(oddTensor("outside"), "broken");
    m_shown.desk.show(sample("coo"), "sound");
    m_shown.desk.show(sample("csr"), "small");
    auto& choice = m_shown.child<CheckedChoice>("timed tensors");
    auto& list = *choice.findChild<QListWidget*>();
    ASSERT_EQ(list.count(), 2);
    EXPECT_FALSE(list.item(0)->flags() & Qt::ItemIsEnabled);
    EXPECT_TRUE(list.item(0)->text().startsWith(QStringLiteral("broken: breaks rule ")))
        << list.item(0)->text().toStdString();
    EXPECT_TRUE(list.item(0)->toolTip().startsWith(QStringLiteral("Only sound tensors can be measured.")));
    EXPECT_TRUE(list.item(1)->flags() & Qt::ItemIsEnabled);
    check("timed tensors", {QStringLiteral("broken"), QStringLiteral("sound")});
    EXPECT_EQ(choice.checked(), QStringList{QStringLiteral("sound")});
    check("timed operations", {QStringLiteral("sum")});
    measure();
    ASSERT_NE(timings().shown(), nullptr) << state();
    EXPECT_EQ(timings().shown()->session->subjects.size(), 2U);
}
