// SPDX-License-Identifier: GPL-3.0-or-later
// Times of all forms of a tensor, measured by a worker, with mouse and keys.
#include "base/thread_pool.h"
#include "charts/bars_chart.h"
#include "charts/block_map_chart.h"
#include "charts/densities_chart.h"
#include "charts/scaling_chart.h"
#include "support/sanitized.h"
#include "timing/forms.h"
#include "timing/headline.h"
#include "timing/timed_device.h"
#include "timing/verdicts.h"
#include "timings/headline_bar.h"
#include "timings/measure_page.h"
#include "timings/session_files.h"
#include "views/checked_choice.h"
#include "widgets/charts/shown_charts.h"
#include "widgets/panels/measured_timing.h"
#include "widgets/support/tensors.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>

#include <gtest/gtest.h>

#include <csignal>
#include <ctime>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

double threadSeconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace

TEST_F(TimingPanelTest, OneClickMeasuresAllFormsAndSaysWhatIsFaster)
{
    EXPECT_NE(state().find("Open a tensor"), std::string::npos) << state();
    EXPECT_FALSE(m_shown.child<QPushButton>("time all").isEnabled());
    m_shown.desk.show(sample("csr"), "small");
    EXPECT_EQ(state().find("small: "), 0U) << state();
    EXPECT_NE(state().find("Measurements: "), std::string::npos) << state();
    EXPECT_NE(state().find("; memory: up to "), std::string::npos) << state();
    measure();

    ASSERT_NE(timings().shown(), nullptr) << state();
    const auto& session = *timings().shown()->session;
    EXPECT_FALSE(session.isPartial);
    ASSERT_EQ(static_cast<std::size_t>(table().model()->rowCount()), session.rows.size());
    std::size_t measured = 0;
    for (int line = 0; line < table().model()->rowCount(); ++line) {
        const auto row = rowOf(table(), line);
        EXPECT_EQ(cell(line, TimingLine::opColumn), session.rows[row].op);
        EXPECT_EQ(cell(line, TimingLine::reasonColumn), session.rows[row].reason);
        EXPECT_EQ(cell(line, TimingLine::timeColumn).empty(), session.rows[row].status != timing::Status::ok);
        measured += session.rows[row].status == timing::Status::ok;
    }
    EXPECT_GT(measured, 8U);
    // What is not measured is counted, too: it is not said that all were.
    const auto others = session.rows.size() - measured;
    auto counted = "small: " + std::to_string(measured) + " measured";
    if (others > 0)
        counted += ", " + std::to_string(others) + " not supported";
    EXPECT_EQ(state().find(counted + ". Estimated "), 0U) << state();
    ASSERT_FALSE(session.verdicts.empty());
    const auto& work = session.rows.front();
    const auto headlines = timing::headlinesOf(session);
    const auto headline = std::ranges::find(headlines, work.op, &timing::Headline::op);
    ASSERT_NE(headline, headlines.end());
    EXPECT_EQ(m_shown.child<QLabel>("timing headline").text().toStdString(), text(headline->sentences));
    EXPECT_EQ(m_shown.child<QLabel>("timing overview").text().toStdString(),
              text(timing::overviewOf(session, headlines)));
    EXPECT_EQ(m_shown.child<QTableView>("timing pairs").model()->rowCount(),
              std::ranges::count_if(session.verdicts, [&](const timing::Verdict& verdict) {
                  return session.rows[verdict.a].op == work.op;
              }));
}

TEST_F(TimingPanelTest, OneMoreClickMeasuresThePatternWithFewerAndMoreEntries)
{
    m_shown.desk.show(sample("csr"), "small");
    measure();
    turnTo("Density");
    settle(m_shown.desk.jobs);
    auto& button = m_shown.child<QPushButton>("measure densities");
    ASSERT_TRUE(button.isEnabled());
    std::set<std::string> before;
    for (const auto& row : timings().shown()->session->rows)
        before.insert(row.op);
    EXPECT_GT(before.size(), 1U);
    click("measure densities");
    EXPECT_FALSE(button.isEnabled());
    EXPECT_EQ(state(), "small is being measured.") << "the estimate of something else is none of it";
    // Each density is two steps of what goes before the first measurement.
    std::string preparing;
    ASSERT_TRUE(waitUntil([&] {
        if (const auto pace = timings().pace(); pace && preparing.empty())
            preparing = text(pace->sentence);
        return !timings().isRunning();
    }));
    EXPECT_EQ(preparing.find("Preparing: step "), 0U) << preparing;
    EXPECT_NE(preparing.find(" of 10; "), std::string::npos) << preparing;
    settle(m_shown.desk.jobs);
    ASSERT_EQ(timings().sessions().size(), 2U);
    const auto& session = *timings().shown()->session;
    ASSERT_EQ(session.subjects.size(), 5U);
    std::set<std::string> ops; // all that were measured before
    for (const auto& row : session.rows)
        ops.insert(row.op);
    EXPECT_EQ(ops, before);
    EXPECT_EQ(session.subjects[1].patternOf, "small");
    const auto& chart = *m_shown.panel->findChild<charts::DensitiesChart*>();
    EXPECT_EQ(chart.densities().pattern, "small");
    EXPECT_FALSE(chart.densities().points.empty());
    ASSERT_FALSE(chart.densities().sentences.empty());
    EXPECT_TRUE(isSaidBeside(chart, chart.densities().sentences.front()));
    EXPECT_TRUE(button.isEnabled());
    m_shown.desk.show(sample("coo"), "other"); // which was not measured
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(button.isEnabled());
}

TEST_F(TimingPanelTest, OneMoreClickMeasuresWithEverMoreThreads)
{
    if (threadCount() < 2)
        GTEST_SKIP() << "this machine has one thread";
    m_shown.desk.show(sample("csr"), "small");
    measure();
    turnTo("Threads");
    settle(m_shown.desk.jobs);
    const auto op = timings().shown()->session->rows.front().op;
    click("measure threads");
    EXPECT_FALSE(m_shown.child<QPushButton>("measure threads").isEnabled());
    settle(m_shown.desk.jobs);
    ASSERT_EQ(timings().sessions().size(), 2U);
    std::set<std::string> devices;
    for (const auto& row : timings().shown()->session->rows) {
        EXPECT_EQ(row.op, op);
        devices.insert(row.device);
    }
    std::set<std::string> wanted;
    for (const auto threads : threadChoices())
        wanted.insert(timing::processorWith(threads));
    EXPECT_EQ(devices, wanted);
    const auto& chart = scalingOver(charts::Scaling::Over::threads);
    const auto& scaling = chart.scaling();
    ASSERT_FALSE(scaling.points.empty());
    ASSERT_FALSE(scaling.sentences.empty());
    EXPECT_TRUE(isSaidBeside(chart, scaling.sentences.front()));
}

TEST_F(TimingPanelTest, ThreadsThatAreChosenAreMeasuredAsDevices)
{
    m_shown.desk.show(sample("csr"), "small");
    auto& choice = m_shown.child<CheckedChoice>("timed threads");
    choice.setChecked({QStringLiteral("1")});
    Q_EMIT choice.changed();
    measure();
    for (const auto& row : timings().shown()->session->rows)
        EXPECT_TRUE(row.device == "cpu (1 thread)" || !timing::isProcessor(row.device)) << row.device;
}

TEST_F(TimingPanelTest, WhatWasMeasuredBeforeItWasStoppedStays)
{
    m_shown.desk.show(oddTensor("many_csr"), "large");
    m_shown.child<QSpinBox>("timing budget").setValue(400);
    settle(m_shown.desk.jobs);
    click("time all");
    ASSERT_TRUE(waitUntil(
        [&] { return timings().isGrowing() && timing::progressOf(*timings().shown()->session).done > 0; }));
    EXPECT_NE(state().find(" of "), std::string::npos) << state();
    click("stop timing");
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(timings().isRunning());
    const auto& session = *timings().shown()->session;
    EXPECT_TRUE(session.isPartial);
    const auto is = [](timing::Status status) {
        return [status](const timing::Row& row) { return row.status == status; };
    };
    EXPECT_TRUE(std::ranges::any_of(session.rows, is(timing::Status::ok)));
    EXPECT_TRUE(std::ranges::any_of(session.rows, is(timing::Status::cancelled)));
    EXPECT_EQ(state().find("Timing of large was stopped"), 0U) << state();
    const auto title = m_shown.child<QComboBox>("timing sessions").currentText();
    EXPECT_TRUE(title.endsWith(QStringLiteral(", stopped in round 1 of 3"))) << title.toStdString();
    EXPECT_EQ(timings().shown()->title, title);
}

// A page that is aimed at is not to slip away because a text above it became longer or shorter.
TEST_F(TimingPanelTest, TabsAndButtonsKeepTheirPlacesWhateverIsSaidAboveThem)
{
    open(smallSession());
    auto& bar = *m_shown.panel->findChild<HeadlineBar*>();
    auto& why = m_shown.child<QLabel>("timing reasons");
    auto& texts = m_shown.child<QScrollArea>("timing answer");
    const auto placesWith = [&](const QString& text) {
        TimedAnswer answer;
        answer.text = answer.trust = answer.why = text;
        answer.isWorthLonger = true;
        bar.setAnswer(answer);
        Q_EMIT timings().told(text);
        settle(m_shown.desk.jobs);
        std::vector<QPoint> out;
        for (const auto* name : {"timing pages", "why the best", "measure longer"})
            out.push_back(m_shown.child<QWidget>(name).mapTo(m_shown.panel.get(), QPoint()));
        return out;
    };
    const auto places = placesWith(QStringLiteral("one"));
    EXPECT_EQ(texts.verticalScrollBar()->maximum(), 0);
    EXPECT_EQ(placesWith(QStringLiteral("one\ntwo\nthree\nfour\nfive\nsix")), places);
    EXPECT_GT(texts.verticalScrollBar()->maximum(), 0);

    const auto height = texts.height(), small = m_shown.panel->height();
    m_shown.panel->resize(m_shown.panel->width(), 900);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(texts.height(), height);
    click("why the best");
    QCoreApplication::processEvents();
    const auto withReasons = placesWith(QStringLiteral("one\ntwo\nthree\nfour\nfive\nsix"));
    EXPECT_EQ(std::vector(withReasons.begin() + 1, withReasons.end()),
              std::vector(places.begin() + 1, places.end()));
    EXPECT_GT(texts.height(), height) << "they are read without scrolling";
    EXPECT_LE(texts.height(), m_shown.child<QScrollArea>("timing views").viewport()->height() / 2);
    for (const QWidget* each : std::initializer_list<const QWidget*>{&why, &m_shown.child<QLabel>("timing trust")})
        EXPECT_TRUE(texts.viewport()->rect().contains(each->mapTo(texts.viewport(), QPoint())))
            << each->objectName().toStdString() << " is in view";
    m_shown.panel->resize(m_shown.panel->width(), small);
    settle(m_shown.desk.jobs);
    click("why the best");
    QCoreApplication::processEvents();
    EXPECT_EQ(placesWith(QString()), places);
}

// The last line that is seen of a long answer is not cut.
TEST_F(TimingPanelTest, AnAnswerShowsWholeLines)
{
    open(smallSession());
    m_shown.panel->resize(1280, 420);
    auto& bar = *m_shown.panel->findChild<HeadlineBar*>();
    auto& texts = m_shown.child<QScrollArea>("timing answer");
    TimedAnswer answer;
    answer.text = answer.trust = answer.why = answer.overview =
        QStringLiteral("csr takes longer than bsr 4x4 for spmv. ").repeated(12);
    bar.setAnswer(answer);
    const auto line = bar.fontMetrics().lineSpacing();
    auto& scroll = *texts.verticalScrollBar();
    const auto areWhole = [&] {
        settle(m_shown.desk.jobs);
        EXPECT_GT(scroll.maximum(), 0);
        EXPECT_EQ(scroll.maximum() % line, 0);
        EXPECT_EQ(scroll.singleStep(), line);
        EXPECT_EQ(texts.viewport()->height() % line, 0);
        for (const auto* label : texts.findChildren<QLabel*>())
            EXPECT_TRUE(label->isHidden() || label->y() % line == 0) << label->objectName().toStdString();
    };
    areWhole();
    click("why the best");
    areWhole();
    scroll.setValue(line + line / 2 + 1);
    EXPECT_TRUE(waitUntil([&] { return scroll.value() % line == 0; })) << scroll.value();
    EXPECT_GT(scroll.value(), 0);
}

// Whatever becomes of the worker once the user has pressed Stop.
TEST_F(TimingPanelTest, AWorkerThatDiesOfAStopLeavesNotMeasured)
{
    m_shown.desk.show(oddTensor("many_csr"), "large");
    m_shown.child<QSpinBox>("timing budget").setValue(400);
    settle(m_shown.desk.jobs);
    click("time all");
    ASSERT_TRUE(waitUntil(
        [&] { return timings().isGrowing() && timing::progressOf(*timings().shown()->session).done > 0; }));
    click("stop timing");
    ASSERT_EQ(::kill(timings().worker().process(), SIGKILL), 0);
    settle(m_shown.desk.jobs);
    std::size_t open = 0;
    for (const auto& row : timings().shown()->session->rows) {
        EXPECT_NE(row.status, timing::Status::failed) << row.reason;
        if (row.status == timing::Status::cancelled) {
            ++open;
            EXPECT_EQ(row.reason, timing::stoppedBefore);
        }
    }
    EXPECT_GT(open, 0U);
    EXPECT_EQ(state().find("Timing of large was stopped"), 0U) << state();
}

TEST_F(TimingPanelTest, AWorkerThatIsKilledWhileItMeasuresIsNotCalledStopped)
{
    m_shown.desk.show(oddTensor("many_csr"), "large");
    m_shown.child<QSpinBox>("timing budget").setValue(400);
    settle(m_shown.desk.jobs);
    click("time all");
    ASSERT_TRUE(waitUntil(
        [&] { return timings().isGrowing() && timing::progressOf(*timings().shown()->session).done > 0; }));
    ASSERT_EQ(::kill(timings().worker().process(), SIGKILL), 0);
    settle(m_shown.desk.jobs);
    EXPECT_FALSE(timings().isRunning());
    EXPECT_EQ(state().find("Timing of large broke off: "), 0U) << state();
    EXPECT_NE(state().find("was ended by a signal (Killed)"), std::string::npos) << state();
    EXPECT_FALSE(m_shown.child<QPlainTextEdit>("timing notes")
                     .toPlainText()
                     .contains(QStringLiteral("the operation was stopped")));
}

TEST_F(TimingPanelTest, MeasuringLeavesTheWindowFree)
{
    if (isSanitized)
        GTEST_SKIP();
    m_shown.desk.show(oddTensor("many_csr"), "large");
    int beats = 0;
    double most = 0, last = threadSeconds();
    QTimer heart;
    QObject::connect(&heart, &QTimer::timeout, &heart, [&] {
        const auto now = threadSeconds();
        most = std::max(most, now - last);
        last = now;
        ++beats;
    });
    heart.start(1);
    measure();
    EXPECT_GT(beats, 20);
    // A turn takes a few milliseconds; where others use the same caches, several times as many.
    EXPECT_LT(most, 0.2) << "seconds of the processor between two beats";
}

TEST_F(TimingPanelTest, RowsWithoutATimeStayWithTheirReason)
{
    open(smallSession());
    std::string all;
    for (int line = 0; line < table().model()->rowCount(); ++line)
        all += cell(line, TimingLine::statusColumn) + ": " + cell(line, TimingLine::reasonColumn) + "\n";
    EXPECT_NE(all.find("\u2717 failed: row 17 differs from the reference by 0.5, of 2.25"), std::string::npos)
        << all;
    EXPECT_NE(all.find("\u2013 not supported: no kernel takes csc"), std::string::npos) << all;
    EXPECT_TRUE(table().model()->index(0, 0).data(Qt::ToolTipRole).toString().contains(QStringLiteral("Form: ")));
}

TEST_F(TimingPanelTest, ASessionThatIsSavedIsOpenedAsTheSame)
{
    m_shown.desk.show(sample("coo"), "small");
    measure();
    const auto before = timings().shown()->session;
    const auto path = m_folder.filePath(QStringLiteral("session.json"));
    timings().save(path);
    settle(m_shown.desk.jobs);
    timings().open(path);
    settle(m_shown.desk.jobs);
    ASSERT_EQ(timings().sessions().size(), 2U);
    EXPECT_NE(timings().shown()->session, before);
    EXPECT_TRUE(*timings().shown()->session == *before);
    auto& choice = m_shown.child<QComboBox>("timing sessions");
    EXPECT_EQ(choice.currentText(), QStringLiteral("session.json"));
    QTest::keyClick(&choice, Qt::Key_Up);
    settle(m_shown.desk.jobs);
    EXPECT_EQ(timings().shown()->session, before);

    QFile nonsense(m_folder.filePath(QStringLiteral("nonsense.json")));
    ASSERT_TRUE(nonsense.open(QIODevice::WriteOnly));
    nonsense.write("{\"no\": 1}");
    nonsense.close();
    timings().open(nonsense.fileName());
    settle(m_shown.desk.jobs);
    EXPECT_EQ(timings().sessions().size(), 2U);
    EXPECT_FALSE(state().empty());
}

TEST_F(TimingPanelTest, ARowThatIsChosenInOneViewIsChosenInAll)
{
    open(smallSession());
    turnTo("Bars");
    auto& bars = *m_shown.panel->findChild<charts::BarsChart*>();
    ASSERT_TRUE(bars.isVisible());
    QTest::mouseClick(&bars, Qt::LeftButton, {}, middleOf(bars.drawing(), 1).toPoint());
    settle(m_shown.desk.jobs);
    ASSERT_TRUE(table().selectionModel()->hasSelection());
    EXPECT_EQ(rowOf(table(), table().currentIndex().row()), bars.bars().bars[1].row);

    turnTo("Table");
    const auto line = table().model()->index(lineOf(table(), bars.bars().bars[0].row), 0);
    table().scrollTo(line);
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(line).center());
    settle(m_shown.desk.jobs);
    EXPECT_EQ(bars.chosen(), 0);
}

TEST_F(TimingPanelTest, ABlockOfTheMapIsOfferedAsAConversion)
{
    m_shown.desk.show(oddTensor("many_csr"), "matrix");
    open(smallSession());
    turnTo("Block sizes");
    auto& map = *m_shown.panel->findChild<charts::BlockMapChart*>();
    EXPECT_FALSE(m_shown.child<QPushButton>("convert to block").isEnabled());
    QTest::keyClick(&map, Qt::Key_Right);
    QTest::keyClick(&map, Qt::Key_Return);
    const auto offered = m_shown.child<QPushButton>("convert to block").text();
    EXPECT_TRUE(offered.startsWith(QStringLiteral("Convert to bsr 1x"))) << offered.toStdString();
    click("convert to block");
    settle(m_shown.desk.jobs);
    ASSERT_NE(m_shown.desk.calls.last(), nullptr);
    EXPECT_TRUE(m_shown.desk.calls.last()->isDone) << m_shown.desk.calls.last()->outcome.toStdString();
    EXPECT_EQ(m_shown.desk.workspace.currentSubject()->tensor->layout->name, std::string("bsr"));
}

TEST_F(TimingPanelTest, WhatIsCheckedIsMeasured)
{
    m_shown.desk.show(sample("csr"), "small");
    EXPECT_TRUE(m_shown.child<QAbstractButton>("timed operations")
                    .toolTip()
                    .contains(QStringLiteral("spmv, spmm, add, sum"))); // elided on the button itself
    check("timed operations", {QStringLiteral("mul")});
    measure();
    for (const auto& row : timings().shown()->session->rows)
        EXPECT_EQ(row.op, "mul");
}

TEST_F(TimingPanelTest, FormsAreMeasuredInTheTypesThatAreCheckedToo)
{
    m_shown.desk.show(sample("csr"), "small");
    check("timed operations", {QStringLiteral("spmv")});
    const auto& given = *m_shown.desk.workspace.currentSubject()->tensor;
    const std::string own(given.declaredDType().name()), ownIndex(given.declaredIndexDType().name());
    const std::string other = own == "float64" ? "float32" : "float64",
                      otherIndex = ownIndex == "int64" ? "int32" : "int64";
    check("timed types", {QString::fromStdString(other), QString::fromStdString(otherIndex)});
    measure();
    using Types = std::set<std::pair<std::string, std::string>>;
    Types types;
    for (const auto& row : timings().shown()->session->rows)
        if (row.variant.layout == "csr") {
            EXPECT_EQ(row.status, timing::Status::ok) << row.reason;
            types.emplace(row.variant.dtype, row.variant.indexDType);
        }
    EXPECT_EQ(types, (Types{{own, ownIndex}, {own, otherIndex}, {other, ownIndex}, {other, otherIndex}}));
    check("timed types", {});
    measure();
    for (const auto& row : timings().shown()->session->rows)
        EXPECT_EQ(row.variant.dtype, own);
}
