// SPDX-License-Identifier: GPL-3.0-or-later
// What the window costs: at its start, with a large tensor, and while nothing happens. Told, not judged: how long
// something takes depends on the machine.
#include "make/generators.h"
#include "walk/walk.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <ctime>

using namespace tscope;
using namespace tscope::test;

namespace {

double processorMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// Runs the window for so long and closes it as if by hand. The milliseconds to its first frame; 0: there was none
// yet.
double firstFrameOf(const QString& log, unsigned long milliseconds)
{
    QProcess window;
    window.start(QStringLiteral(TENSORSCOPE_BINARY),
                 {QStringLiteral("--fresh"), QStringLiteral("--samples"), QStringLiteral("--frame-log"), log});
    if (!window.waitForStarted())
        return 0;
    QThread::msleep(milliseconds);
    window.terminate();
    QFile file(log);
    if (!window.waitForFinished() || window.exitStatus() != QProcess::NormalExit || window.exitCode() != 0 ||
        !file.open(QIODevice::ReadOnly))
        return 0;
    return QJsonDocument::fromJson(file.readAll())[QLatin1String("first_frame_ms")].toDouble();
}

} // namespace

TEST(WalkAtStart, TheFirstFrameComesSoon)
{
    const QTemporaryDir folder;
    std::vector<double> firsts;
    for (int round = 0; round < 3; ++round) {
        const auto log = folder.filePath(QStringLiteral("log%1.json").arg(round));
        // A second is enough, unless much else is running or all of it has to come from a disk first.
        double first = 0;
        for (const auto wait : {1000UL, 5000UL, 20'000UL})
            if (first = firstFrameOf(log, wait); first > 0)
                break;
        ASSERT_GT(first, 0) << "the log is written at the end";
        firsts.push_back(first);
    }
    std::ranges::sort(firsts);
    std::printf("start: first frame %.0f ms after the start of the process (%.0f to %.0f in %zu starts)\n",
                firsts[firsts.size() / 2], firsts.front(), firsts.back(), firsts.size());
}

TEST_F(Walk, TenMillionEntriesArePannedAndZoomed)
{
    MakeSpec wish;
    wish.size = {1'000'000, 1'000'000};
    wish.nnz = 10'000'000;
    const auto made = makeTensorOf(wish);
    ASSERT_TRUE(made) << made.error().text;
    m_window.workspace().setCurrent(
        m_window.workspace().add(*made, QStringLiteral("large"), QStringLiteral("made")));
    settle();
    ASSERT_TRUE(isValid());
    auto& logical = view("logical");
    EXPECT_FALSE(logical.scene().rasters.empty()) << "shown as a density";
    tellFigures("10^7 entries opened");

    m_robot.moveTo(Robot::on(*logical.viewport()));
    m_robot.wheel(12, true);
    settle();
    const auto zoomed = logical.zoom();
    for (int turn = 0; turn < 4; ++turn) {
        m_robot.wheel(-6, false); // down
        m_robot.wheel(6, false);
    }
    m_robot.wheel(70, true);
    settle();
    EXPECT_GT(logical.zoom(), zoomed);
    for (auto* each : m_window.views()) {
        const auto spots = each->scene().spots; // a copy: pointing may make another scene
        ASSERT_FALSE(spots.empty()) << each->objectName().toStdString();
        for (std::size_t i = 0; i < spots.size(); i += std::max<std::size_t>(1, spots.size() / 10)) {
            m_robot.moveTo(Robot::on(*each->viewport(), spots[i].rect.center().toPoint()));
            settle();
        }
    }
    tellFigures("10^7 entries panned, zoomed and pointed at");
}

TEST_F(Walk, NothingIsDoneWhileNothingHappens)
{
    m_window.files().open(Files::samples());
    settle();
    m_robot.click(Robot::on(*view("logical").viewport(), {60, 40}));
    settle();
    constexpr double seconds = 10;
    const auto before = processorMilliseconds();
    QEventLoop loop;
    QTimer::singleShot(static_cast<int>(seconds * 1e3), &loop, &QEventLoop::quit);
    loop.exec();
    std::printf("idle: %.1f ms of the processor in %.0f s\n", processorMilliseconds() - before, seconds);
}
