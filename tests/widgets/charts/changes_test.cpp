// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/changes.h"

#include "charts/measures.h"
#include "core/timing/support/made_session.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;
using namespace tscope::charts;

namespace {

timing::Row cell(const char* layout, double nanoseconds, const char* op = "spmv", const char* device = "cpu")
{
    auto row = timing::okRow(timing::form(layout),
                             timing::timed(nanoseconds * 0.99, nanoseconds * 0.98, nanoseconds), device);
    row.op = op;
    return row;
}

QStringList namesOf(const Changes& changes)
{
    QStringList names;
    for (const auto& change : changes.changes)
        names << nameOf(change);
    return names;
}

} // namespace

TEST(Changes, NumbersAndWordsAreThoseOfTheDiff)
{
    auto before = timing::sessionOf({cell("csr", 2000), cell("coo", 1000), cell("csc", 500)});
    auto after = timing::sessionOf({cell("csr", 1000), cell("coo", 1800), cell("csc", 500)});
    before.noise = 0.03;
    after.noise = 0.04;
    const auto changes = changesOf(before, after);
    const auto diff = timing::diffOf(before, after);

    ASSERT_EQ(changes.changes.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto& change = changes.changes[i];
        EXPECT_EQ(change.ratio, diff.changes[i].ratio);
        EXPECT_EQ(change.word, diff.changes[i].word);
        EXPECT_DOUBLE_EQ(change.noise, 0.05);
        EXPECT_EQ(change.was.value, before.rows[change.before].warm.median().value);
        EXPECT_EQ(change.was.low, before.rows[change.before].warm.median().low);
        EXPECT_EQ(change.is.value, after.rows[change.after].warm.median().value);
        EXPECT_EQ(change.is.high, after.rows[change.after].warm.median().high);
    }
    EXPECT_EQ(changes.changes[0].word, timing::Word::faster);
    EXPECT_EQ(changes.changes[1].word, timing::Word::slower);
    const auto summary = summaryOf(changes);
    EXPECT_TRUE(summary.startsWith(QStringLiteral("3 time"))) << summary.toStdString();
    EXPECT_TRUE(summary.contains(QStringLiteral(": 1 faster, 1 slower, 1 undecided."))) << summary.toStdString();
}

TEST(Changes, TimesThatStayTheSameAreUnchanged)
{
    const auto session = timing::sessionOf({cell("csr", 10)});
    EXPECT_TRUE(summaryOf(changesOf(session, session)).contains(QStringLiteral(": 1 unchanged.")));
}

TEST(Changes, FormsOfOneWorkStandTogether)
{
    const auto session = timing::sessionOf(
        {cell("csr", 10), cell("csr", 10, "add"), cell("coo", 10), cell("coo", 10, "add", "cuda:0")});
    EXPECT_EQ(namesOf(changesOf(session, session)),
              QStringList(
                  {QStringLiteral("spmv \u00b7 csr \u00b7 cpu"), QStringLiteral("spmv \u00b7 coo \u00b7 cpu"),
                   QStringLiteral("add \u00b7 csr \u00b7 cpu"), QStringLiteral("add \u00b7 coo \u00b7 cuda:0")}));
    auto two = session;
    two.subjects.push_back({"b", "hash of b", timing::form("csr"), {1}, 1, 1, 1});
    EXPECT_EQ(namesOf(changesOf(two, two)).front(), QStringLiteral("spmv of a \u00b7 csr \u00b7 cpu"));
}

TEST(Changes, WhatOneSessionAloneHasStaysWithItsReason)
{
    auto before = timing::sessionOf({cell("csr", 10), cell("coo", 10)});
    auto after = timing::sessionOf({cell("csr", 10), cell("csr", 10, "add")});
    after.rows[0].status = timing::Status::failed;
    after.rows[0].reason = "row 3 differs";
    before.machine.threads = 7;
    const auto changes = changesOf(before, after);

    EXPECT_TRUE(changes.changes.empty());
    ASSERT_EQ(changes.alone.size(), 3U);
    EXPECT_EQ(changes.alone[0].timedIn, Side::before);
    EXPECT_EQ(changes.alone[0].after, 0U);
    EXPECT_EQ(changes.alone[0].why, QStringLiteral("failed after: row 3 differs"));
    EXPECT_FALSE(changes.alone[1].before);
    EXPECT_EQ(changes.alone[1].after, 1U);
    EXPECT_EQ(titleOf(changes.alone[1]), QStringLiteral("\u2013 only after"));
    EXPECT_EQ(changes.alone[1].why, QStringLiteral("the other session did not time this operation on it"));
    EXPECT_EQ(changes.alone[2].title.form, QStringLiteral("coo float32 int64"));
    EXPECT_EQ(titleOf(changes.alone[2]), QStringLiteral("\u2013 only before"));
    EXPECT_EQ(changes.remarks, QStringList(QStringLiteral("threads: \"7\" before, \"4\" after")));
    EXPECT_EQ(summaryOf(changes), QStringLiteral("The two sessions have no time of the same operation and form."));
}

TEST(Changes, SessionsOfDifferentTensorsNameThemAndSayWhereToSeeThemTogether)
{
    const auto sessionNamed = [](const char* tensor) {
        auto session = timing::sessionOf({cell("coo", 10)});
        session.subjects[0].name = session.rows[0].tensor = tensor;
        session.subjects[0].contentHash = "hash of " + session.subjects[0].name;
        return session;
    };
    auto before = sessionNamed("block4");
    const auto after = sessionNamed("power");
    EXPECT_EQ(summaryOf(changesOf(before, after)),
              QStringLiteral("They timed different tensors (block4, power). To set them side by side, use Also "
                             "measured and the Tensors tab."));
    for (const char* name : {"b", "c"}) // three names are enough
        before.subjects.push_back({name, name, timing::form("csr"), {1}, 1, 1, 1});
    EXPECT_TRUE(summaryOf(changesOf(before, after)).contains(QStringLiteral("(block4, b, c, \u2026)")));

    const auto otherwise = QStringLiteral("The two sessions have no time of the same operation and form.");
    before.subjects[1].contentHash = after.subjects[0].contentHash;
    EXPECT_EQ(summaryOf(changesOf(before, after)), otherwise) << "both have the tensor";
    before.subjects[1].contentHash.clear();
    EXPECT_EQ(summaryOf(changesOf(before, after)), otherwise) << "it is not known what b is";
}

TEST(Changes, TheOneThingInWhichCellsDifferIsSaidWithEach)
{
    const auto before = timing::sessionOf({cell("csr", 10), cell("coo", 10)});
    auto after = timing::sessionOf({cell("csr", 20), cell("coo", 10)});
    for (auto& row : after.rows)
        row.device = "cpu (1 thread)";
    const auto changes = changesOf(before, after);
    const auto difference = QStringLiteral("1 thread, before: all 4 threads");
    ASSERT_EQ(changes.changes.size(), 2U);
    EXPECT_EQ(changes.changes[0].difference, difference);
    EXPECT_TRUE(textOf(changes.changes[0]).contains(difference));
    EXPECT_EQ(tableOf(changes).rows[0].last(), difference);
    EXPECT_EQ(changes.remarks, QStringList(QStringLiteral("2 of 2 pairs differ in one thing: ") + difference));
    EXPECT_TRUE(summaryOf(changes).contains(QStringLiteral("2 pairs were compared"))) << "beside the words";
}

TEST(Changes, TheTableHasAllThatIsShown)
{
    auto before = timing::sessionOf({cell("csr", 2000), cell("coo", 10)});
    auto after = timing::sessionOf({cell("csr", 1000)});
    before.noise = 0.25;
    before.machine.processor = "another one";
    const auto changes = changesOf(before, after);
    const auto table = tableOf(changes);

    ASSERT_EQ(table.rows.size(), 3U);
    for (const auto& row : table.rows)
        EXPECT_EQ(row.size(), table.header.size());
    const auto& change = changes.changes[0];
    EXPECT_EQ(table.rows[0],
              QStringList({QStringLiteral("spmv"), QStringLiteral("csr"), QStringLiteral("cpu"),
                           exactNumber(change.was.value), exactNumber(change.was.low),
                           exactNumber(change.was.high), exactNumber(change.is.value), exactNumber(change.is.low),
                           exactNumber(change.is.high), exactNumber(change.ratio.value),
                           exactNumber(change.ratio.low), exactNumber(change.ratio.high), QStringLiteral("0.25"),
                           QStringLiteral("\u25b2 faster"), QString()}));
    EXPECT_EQ(table.rows[1].mid(13), QStringList({QStringLiteral("\u2013 only before"),
                                                  QStringLiteral("the other session did not time this form")}));
    EXPECT_EQ(table.rows[2].last(), changes.remarks.front());
}
