// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/progress.h"

#include "widgets/support/desk.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class ProgressTest : public testing::Test
{
protected:
    QString path() const { return m_folder.filePath(QStringLiteral("lessons.json")); }
    void put(const QByteArray& content)
    {
        QFile file(path());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    QByteArray content(const QString& at) const
    {
        QFile file(at);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    // What the next run knows; how often it said that something could not be read.
    std::set<int> read(const char* lesson, int told = 0)
    {
        Jobs jobs;
        LessonProgress progress(jobs);
        const QSignalSpy spy(&progress, &LessonProgress::told);
        progress.keepIn(m_folder.path());
        settle(jobs);
        EXPECT_EQ(spy.count(), told);
        return progress.of(QString::fromLatin1(lesson));
    }

    QTemporaryDir m_folder;
};

TEST_F(ProgressTest, ComesBackInTheNextRun)
{
    EXPECT_TRUE(read("a").empty());
    EXPECT_FALSE(QFile::exists(path())) << "nothing is written before there is something";
    {
        Jobs jobs;
        LessonProgress progress(jobs);
        progress.keepIn(m_folder.path());
        settle(jobs);
        const QSignalSpy changed(&progress, &LessonProgress::changed);
        progress.add(QStringLiteral("a"), 2);
        progress.add(QStringLiteral("a"), 0);
        progress.add(QStringLiteral("a"), 2);
        progress.add(QStringLiteral("b"), 1);
        progress.add(QStringLiteral("b"), -1);
        EXPECT_EQ(changed.count(), 3);
        settle(jobs);
    }
    EXPECT_EQ(read("a"), (std::set<int>{0, 2}));
    EXPECT_EQ(read("b"), (std::set<int>{1}));
    EXPECT_TRUE(read("c").empty());
}

TEST_F(ProgressTest, OfTwoWindowsIsThatOfBoth)
{
    Jobs jobs;
    LessonProgress one(jobs), other(jobs);
    one.keepIn(m_folder.path());
    other.keepIn(m_folder.path());
    settle(jobs);
    one.add(QStringLiteral("a"), 0);
    settle(jobs);
    other.add(QStringLiteral("a"), 1);
    settle(jobs);
    EXPECT_EQ(read("a"), (std::set<int>{0, 1}));
}

TEST_F(ProgressTest, WhatCantBeUnderstoodIsSetAsideAndSaidOnce)
{
    for (const QByteArray damaged :
         {"", "{", "[]", R"({"version": 2, "done": {"a": [0]}})", R"({"version": 1, "done": {"a": [0, -1]}})",
          R"({"version": 1, "done": {"a": "all"}})", R"({"version": 1, "done": [1]})", R"({"version": 1, "don)"}) {
        put(damaged);
        EXPECT_TRUE(read("a", 1).empty()) << damaged.toStdString();
        EXPECT_FALSE(QFile::exists(path())) << damaged.toStdString();
        EXPECT_TRUE(read("a", 0).empty()) << "said once";
    }
    int kept = 0;
    for (const auto& folder : QDir(m_folder.path()).entryList({QStringLiteral("set-aside-*")}))
        kept += QFile::exists(m_folder.filePath(folder + QStringLiteral("/lessons.json")));
    EXPECT_EQ(kept, 8) << "whole, each in a folder of its own";
    EXPECT_EQ(content(m_folder.filePath(QStringLiteral("set-aside-4/lessons.json"))),
              R"({"version": 2, "done": {"a": [0]}})");
}

// Something else stands where the folder should be.
TEST_F(ProgressTest, SaysOnceThatItCantBeWritten)
{
    Jobs jobs;
    LessonProgress progress(jobs);
    const QSignalSpy told(&progress, &LessonProgress::told);
    const auto folder = m_folder.filePath(QStringLiteral("gone"));
    progress.keepIn(folder);
    settle(jobs);
    QFile file(folder); // where the folder should be made
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.close();
    for (int step = 0; step < 3; ++step) {
        progress.add(QStringLiteral("a"), step);
        settle(jobs);
    }
    ASSERT_EQ(told.count(), 1);
    EXPECT_TRUE(told[0][0].toString().startsWith(QStringLiteral("The steps that you have done can't be saved: ")))
        << told[0][0].toString().toStdString();
    EXPECT_EQ(progress.of(QStringLiteral("a")).size(), 3U);
    ASSERT_TRUE(QFile::remove(folder));
    progress.add(QStringLiteral("a"), 3);
    settle(jobs);
    LessonProgress next(jobs);
    next.keepIn(folder);
    settle(jobs);
    EXPECT_EQ(next.of(QStringLiteral("a")).size(), 4U) << "and it is kept as soon as it can be";
}

// Damaged while this window is open, by another one.
TEST_F(ProgressTest, SaysWhatWasDamagedSinceItWasRead)
{
    Jobs jobs;
    LessonProgress progress(jobs);
    const QSignalSpy told(&progress, &LessonProgress::told);
    progress.keepIn(m_folder.path());
    settle(jobs);
    put("{");
    progress.add(QStringLiteral("a"), 0);
    settle(jobs);
    ASSERT_EQ(told.count(), 1);
    EXPECT_TRUE(told[0][0].toString().contains(QStringLiteral("It is set aside as "))) << "not written over";
    EXPECT_EQ(read("a"), (std::set<int>{0}));
}

TEST_F(ProgressTest, OfThisRunOnlyWhereNothingIsKept)
{
    Jobs jobs;
    LessonProgress progress(jobs);
    progress.add(QStringLiteral("a"), 0);
    settle(jobs);
    EXPECT_EQ(progress.of(QStringLiteral("a")), (std::set<int>{0}));
    EXPECT_TRUE(QDir(m_folder.path()).isEmpty());
    progress.keepIn(m_folder.path()); // comes after the first answer
    settle(jobs);
    EXPECT_EQ(read("a"), (std::set<int>{0}));
}

} // namespace
