// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements that no file has are there again at the next start, whatever has become of their files.
#include "timings/kept_times.h"

#include "timing/session_json.h"
#include "timing/stop.h"
#include "timing/verdicts.h"
#include "widgets/charts/sessions.h"
#include "widgets/support/desk.h"
#include "widgets/support/tensors.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <sys/stat.h>

using namespace tscope;
using namespace tscope::test;

namespace {

// A window's measurements in one run of the program.
struct TimesRun {
    explicit TimesRun(const QTemporaryDir& folder, std::int64_t mostBytes = std::int64_t{1} << 26)
        : kept(desk.timings, desk.jobs, folder.path(), nullptr, mostBytes), told(&kept, &KeptTimes::told)
    {
        kept.restore();
        settle(desk.jobs);
    }
    void add(const char* title, const timing::Session& session)
    {
        desk.timings.bringBack({{QString::fromUtf8(title), std::make_shared<const timing::Session>(session)}});
    }
    void end(bool areDropped = false)
    {
        kept.finish(areDropped);
        settle(desk.jobs);
    }
    std::vector<std::string> titles() const
    {
        std::vector<std::string> all;
        for (const auto& taken : desk.timings.sessions())
            all.push_back(taken.title.toStdString());
        return all;
    }
    std::string said() const
    {
        std::string all;
        for (const auto& each : told)
            all += each[0].toString().toStdString() + "\n";
        return all;
    }

    Desk desk;
    KeptTimes kept;
    QSignalSpy told;
};

class KeptTimesTest : public testing::Test
{
protected:
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    bool isThere(const char* name) const { return QFile::exists(path(name)); }
    void write(const char* name, const QByteArray& content) const
    {
        QFile file(path(name));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(content);
    }
    void keepTwo() const // "first" and "second", in this order
    {
        TimesRun run(m_folder);
        run.add("second", smallSession());
        run.add("first", smallSession());
        run.end();
        ASSERT_EQ(run.said(), "");
        ASSERT_TRUE(isThere("times.json") && isThere("times-1.json") && isThere("times-2.json"));
    }
    // Nothing is back, what was damaged is set aside once, and then something else can be kept.
    void expectSetAside() const
    {
        {
            TimesRun run(m_folder);
            EXPECT_TRUE(run.titles().empty());
            EXPECT_NE(run.said().find("set aside"), std::string::npos) << run.said();
            EXPECT_TRUE(isThere("set-aside-1"));
            run.add("new", smallSession());
            run.end();
        }
        TimesRun run(m_folder);
        EXPECT_EQ(run.titles(), std::vector<std::string>{"new"});
        EXPECT_EQ(run.said(), "");
    }

    QTemporaryDir m_folder;
};

} // namespace

TEST_F(KeptTimesTest, AreThereAgainInTheirOrder)
{
    keepTwo();
    TimesRun run(m_folder);
    EXPECT_EQ(run.titles(), (std::vector<std::string>{"first", "second"}));
    ASSERT_EQ(run.desk.timings.unsaved().size(), 2);
    auto kept = smallSession();
    kept.verdicts = timing::verdictsOf(kept); // which are made anew for a session that is read
    EXPECT_EQ(timing::sessionText(*run.desk.timings.sessions()[0].session), timing::sessionText(kept));
    EXPECT_EQ(run.desk.timings.shownAt(), 1) << "the newest";
    run.add("before", smallSession());
    EXPECT_EQ(run.desk.timings.shownAt(), 2) << "the same one is shown";
    EXPECT_EQ(run.said(), "");
}

TEST_F(KeptTimesTest, ThatAreDroppedLeaveNothing)
{
    keepTwo();
    {
        TimesRun run(m_folder);
        run.end(true);
    }
    EXPECT_TRUE(QDir(m_folder.path()).entryList(QDir::Files).isEmpty());
    EXPECT_TRUE(TimesRun(m_folder).titles().empty());
}

// The program ends whenever it likes, as by a signal: a round that was measured is there again.
TEST_F(KeptTimesTest, OneThatIsMeasuredIsKeptAfterEachRoundAndComesBackAsInterrupted)
{
    TimesRun run(m_folder);
    const auto id = run.desk.show(sample("csr"), "small");
    TimingChoices choices;
    choices.ops = {"spmv"};
    choices.devices = {"cpu"};
    const auto isInRound = [](const TakenSession& taken) {
        return taken.title.contains(QStringLiteral(", interrupted in round "));
    };
    const auto isFirstRoundKept = [&] {
        QFile list(path("times.json"));
        if (!list.open(QIODevice::ReadOnly))
            return false;
        const auto text = list.readAll();
        return text.contains("interrupted in round 2 of 3") || text.contains("interrupted in round 3 of 3");
    };
    // A round is kept half a second after its end; where all has ended by then, more is measured.
    std::size_t before = 0;
    for (choices.budget = std::chrono::seconds(2);; choices.budget *= 2) {
        ASSERT_LT(choices.budget, std::chrono::minutes(1));
        before = run.desk.timings.sessions().size();
        run.desk.timings.measure({*run.desk.workspace.find(id)}, choices);
        ASSERT_TRUE(waitUntil([&] { return isFirstRoundKept() || !run.desk.timings.isRunning(); }));
        if (run.desk.timings.isRunning())
            break;
        settle(run.desk.jobs);
        ASSERT_TRUE(waitUntil([&] { return !isFirstRoundKept(); }));
    }
    TimesRun next(m_folder);
    ASSERT_EQ(next.desk.timings.sessions().size(), before + 1);
    const auto& back = next.desk.timings.sessions().back();
    EXPECT_TRUE(isInRound(back)) << back.title.toStdString();
    EXPECT_TRUE(back.session->isInterrupted);
    EXPECT_FALSE(back.session->verdicts.empty());
    const auto stop = timing::stopOf(*back.session);
    ASSERT_TRUE(stop);
    EXPECT_EQ(stop->kept, stop->wanted) << "the whole first round";
    run.desk.timings.stop();
    settle(run.desk.jobs);
    EXPECT_FALSE(isInRound(run.desk.timings.sessions().back()));
}

TEST_F(KeptTimesTest, ADamagedFileIsSetAsideAndTheOthersAreBack)
{
    keepTwo();
    write("times-1.json", "{\"version\": 1, \"rows\": [");
    {
        TimesRun run(m_folder);
        ASSERT_EQ(run.titles().size(), 1U);
        EXPECT_NE(run.said().find("set aside"), std::string::npos) << run.said();
        EXPECT_TRUE(isThere("set-aside-1/times-1.json"));
        run.end();
    }
    TimesRun run(m_folder);
    EXPECT_EQ(run.titles().size(), 1U);
    EXPECT_EQ(run.said(), "") << "told once";
}

TEST_F(KeptTimesTest, OfAListThatIsNoneAllIsSetAside)
{
    for (
        const auto* list :
        {"", "[1, 2", "{\"version\": 9, \"sessions\": []}", "{\"version\": 1, \"sessions\": 7}",
         R"({"version": 1, "sessions": [{"title": "x", "in": "../times-1.json"}]})",
         R"({"version": 1, "sessions": [{"title": "x", "in": "settings.ini"}]})",
         R"({"version": 1, "sessions": [{"title": "x", "in": "times-1.json"}, {"title": "y", "in": "times-1.json"}]})"}) {
        SCOPED_TRACE(list);
        keepTwo();
        write("times.json", list);
        expectSetAside();
        EXPECT_TRUE(isThere("set-aside-1/times.json") && isThere("set-aside-1/times-1.json"));
        ASSERT_TRUE(QDir(m_folder.path()).removeRecursively() && QDir().mkpath(m_folder.path()));
    }
}

TEST_F(KeptTimesTest, APipeInThePlaceOfAFileIsNotOpened)
{
    keepTwo();
    ASSERT_TRUE(QFile::remove(path("times-1.json")));
    ASSERT_EQ(::mkfifo(path("times-1.json").toStdString().c_str(), 0600), 0);
    TimesRun run(m_folder);
    EXPECT_EQ(run.titles().size(), 1U);
    EXPECT_NE(run.said().find("set aside"), std::string::npos) << run.said();
}

TEST_F(KeptTimesTest, TakeNoMoreRoomThanTheyMay)
{
    const auto text = timing::sessionText(smallSession());
    {
        TimesRun run(m_folder, static_cast<std::int64_t>(text.size()));
        run.add("new", smallSession());
        run.add("old", smallSession());
        run.end();
        EXPECT_NE(run.said().find("too large to keep after you quit: old."), std::string::npos) << run.said();
    }
    EXPECT_EQ(TimesRun(m_folder).titles(), std::vector<std::string>{"new"});
    // Files that have grown beyond it are not read.
    TimesRun run(m_folder, 100);
    EXPECT_TRUE(run.titles().empty());
    EXPECT_NE(run.said().find("set aside"), std::string::npos) << run.said();
}

TEST_F(KeptTimesTest, WhereNothingCanBeWrittenThatIsSaid)
{
    TimesRun run(m_folder);
    run.add("a", smallSession());
    ASSERT_TRUE(QDir().mkpath(path("times.json"))); // a folder in its place
    run.end();
    EXPECT_NE(run.said().find("can't be kept"), std::string::npos) << run.said();
    EXPECT_FALSE(isThere("times-1.json")) << "no list would ever name it";
}
