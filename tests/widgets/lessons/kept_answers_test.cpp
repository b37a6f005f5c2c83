// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of a class are there in the next run, so that a file of them has them all.
#include "lessons/kept_answers.h"

#include "lessons/lesson_file.h"
#include "lessons/results.h"
#include "widgets/support/desk.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

LessonPtr twoNumbers(const std::string& id = "numbers", const std::string& end = "")
{
    auto lesson = readLesson(R"(# Numbers
goal: Type them.
## First
let n = draw(0, 1000000)
ask: Type $n.
answer: number = n
hint: one
hint: two
hint: three
worked: It is $n.
## Second
ask: Type 2.
answer: number = 2
hint: one
hint: two
hint: three
worked: 2
)" + end,
                             id);
    EXPECT_TRUE(lesson) << lesson.error().where << lesson.error().text;
    return std::make_shared<const Lesson>(*lesson);
}

class KeptAnswersTest : public testing::Test
{
protected:
    // A run of the window, from its start to its end.
    struct Run {
        explicit Run(const QString& folder) : told(&desk.lessons.answers(), &KeptAnswers::told)
        {
            desk.lessons.answers().keepIn(folder);
            settle(desk.jobs);
        }
        LessonPlay& play() { return desk.lessons.play(); }
        void begin(const QString& student, std::size_t step, const LessonPtr& lesson = twoNumbers())
        {
            play().sit({7, student});
            play().open(lesson, 1, step);
            settle(desk.jobs);
        }
        void answer(const QString& typed)
        {
            play().answer(typed);
            settle(desk.jobs);
        }
        void answerRight() { answer(QString::fromStdString(text(*play().exercise()->expected))); }
        Outcome outcome(std::size_t step)
        {
            return (*markResults(*play().lesson(), play().results()))[step].outcome;
        }

        Desk desk;
        QSignalSpy told;
    };

    QString path() const { return m_folder.filePath(QStringLiteral("answers.json")); }

    QJsonArray kept() const
    {
        QFile file(path());
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return QJsonDocument::fromJson(file.readAll()).object()[QLatin1String("results")].toArray();
    }
    void keep(const QJsonArray& results) const
    {
        QFile file(path());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(QJsonObject{{QStringLiteral("version"), 1}, {QStringLiteral("results"), results}})
                       .toJson());
    }

    QTemporaryDir m_folder;
};

TEST_F(KeptAnswersTest, TheNextRunGoesOnWithThem)
{
    {
        Run first(m_folder.path());
        first.begin(QStringLiteral("Eva"), 0);
        EXPECT_FALSE(QFile::exists(path())) << "nothing is written before there is an answer";
        first.answer(QStringLiteral("-1"));
        first.play().showHint();
        first.answerRight();
    }
    Run next(m_folder.path());
    next.begin(QStringLiteral("Bob"), 1);
    next.answerRight();
    EXPECT_EQ(next.outcome(0), Outcome::untried) << "they are Eva's";
    next.begin(QStringLiteral("Eva"), 1);
    next.answerRight();
    EXPECT_EQ(next.outcome(0), Outcome::hinted);
    EXPECT_EQ(next.outcome(1), Outcome::right);
    EXPECT_EQ(next.play().results().exercises.size(), 2U);
    EXPECT_EQ(next.play().results().exercises[0].answers.size(), 2U);
    EXPECT_EQ(next.told.count(), 0);
}

TEST_F(KeptAnswersTest, AnotherLessonOfTheSameNameHasAnswersOfItsOwn)
{
    const auto other = twoNumbers("numbers", "explain: That is a {number|digit}.\n");
    {
        Run first(m_folder.path());
        first.begin(QStringLiteral("Eva"), 0);
        first.answerRight();
        first.begin(QStringLiteral("Eva"), 0, other);
        EXPECT_EQ(first.outcome(0), Outcome::untried);
        first.answer(QStringLiteral("-1"));
    }
    Run next(m_folder.path());
    next.begin(QStringLiteral("Eva"), 1, other);
    EXPECT_EQ(next.outcome(0), Outcome::wrong);
    next.begin(QStringLiteral("Eva"), 1);
    EXPECT_EQ(next.outcome(0), Outcome::right);
}

TEST_F(KeptAnswersTest, WhatAnOlderVersionKeptIsContinued)
{
    keep({QString::fromStdString(writeResults({"numbers", "Eva", 7, {{1, 1, {"2"}}}}))});
    Run run(m_folder.path());
    run.begin(QStringLiteral("Eva"), 0);
    EXPECT_EQ(run.outcome(1), Outcome::right);
    run.answerRight();
    EXPECT_EQ(kept().size(), 1);
}

TEST_F(KeptAnswersTest, TwoWindowsKeepThoseOfBoth)
{
    {
        Run one(m_folder.path()), other(m_folder.path());
        one.begin(QStringLiteral("Eva"), 0);
        one.answerRight();
        other.begin(QStringLiteral("Eva"), 1);
        other.answerRight();
    }
    Run next(m_folder.path());
    next.begin(QStringLiteral("Eva"), 0);
    EXPECT_EQ(next.outcome(0), Outcome::right);
    EXPECT_EQ(next.outcome(1), Outcome::right);
}

TEST_F(KeptAnswersTest, WhoSaysNoNameAndNoSeedLeavesNothing)
{
    Run run(m_folder.path());
    run.play().open(twoNumbers(), 1);
    settle(run.desk.jobs);
    run.answerRight();
    EXPECT_FALSE(QFile::exists(path()));
}

TEST_F(KeptAnswersTest, OneThatIsDamagedIsSkippedAndTheOthersStay)
{
    {
        Run first(m_folder.path());
        first.begin(QStringLiteral("Eva"), 0);
        first.answerRight();
    }
    auto results = kept();
    results.prepend(QStringLiteral("{}"));
    keep(results);
    Run next(m_folder.path());
    ASSERT_EQ(next.told.count(), 1);
    EXPECT_TRUE(next.told[0][0].toString().startsWith(QStringLiteral("Some of the answers")));
    next.begin(QStringLiteral("Eva"), 1);
    EXPECT_EQ(next.outcome(0), Outcome::right);
    EXPECT_TRUE(QFile::exists(path())) << "it is not set aside";
}

TEST_F(KeptAnswersTest, OneThatCouldNotBeReadAgainIsNotWritten)
{
    Run run(m_folder.path());
    run.begin(QStringLiteral("Eva"), 0);
    run.answerRight();
    run.begin(QStringLiteral("Eva"), 0, twoNumbers(std::string(300, 'n')));
    run.answer(QStringLiteral("-1"));
    run.answerRight();
    ASSERT_EQ(run.told.count(), 1);
    EXPECT_TRUE(run.told[0][0].toString().startsWith(QStringLiteral("Your answers can't be kept: ")));
    EXPECT_EQ(kept().size(), 1) << "those of the other lesson";
    Run next(m_folder.path());
    EXPECT_EQ(next.told.count(), 0);
    next.begin(QStringLiteral("Eva"), 1);
    EXPECT_EQ(next.outcome(0), Outcome::right);
}

TEST_F(KeptAnswersTest, AFullFileKeepsThoseThatWereContinuedLastAndSaysSo)
{
    QJsonArray full;
    for (int student = 0; student < 200; ++student)
        full.append(
            QString::fromStdString(writeResults({"numbers", "S" + std::to_string(student), 7, {{0, 1, {"5"}}}})));
    keep(full);
    Run run(m_folder.path());
    run.begin(QStringLiteral("S0"), 1);
    run.answerRight();
    EXPECT_EQ(run.told.count(), 0) << "nothing is dropped";
    run.begin(QStringLiteral("Eva"), 1);
    run.answerRight();
    ASSERT_EQ(run.told.count(), 1);
    EXPECT_TRUE(run.told[0][0].toString().startsWith(QStringLiteral("The file of your answers is full.")));
    const auto results = kept();
    ASSERT_EQ(results.size(), 200);
    const auto student = [&](int at) { return readResults(results[at].toString().toStdString())->student; };
    EXPECT_EQ(student(0), "S2") << "S1 was the one that was begun first";
    EXPECT_EQ(student(198), "S0");
    EXPECT_EQ(student(199), "Eva");
    run.begin(QStringLiteral("Bob"), 1);
    run.answerRight();
    EXPECT_EQ(run.told.count(), 1) << "said once";
}

TEST_F(KeptAnswersTest, ADamagedFileIsSetAsideAndSaidOnce)
{
    for (const QByteArray damaged :
         {"", "{", R"({"version": 2, "results": []})", R"({"version": 1, "results": ["{}"]})",
          R"({"version": 1, "results": [7]})", R"({"version": 1, "results": {}})"}) {
        QFile file(path());
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(damaged);
        file.close();
        const Run run(m_folder.path());
        ASSERT_EQ(run.told.count(), 1) << damaged.toStdString();
        EXPECT_TRUE(run.told[0][0].toString().contains(QStringLiteral("It is set aside as ")));
        EXPECT_FALSE(QFile::exists(path()));
        const Run next(m_folder.path());
        EXPECT_EQ(next.told.count(), 0) << "said once";
    }
    EXPECT_TRUE(QFile::exists(m_folder.filePath(QStringLiteral("set-aside-1/answers.json")))) << "whole";
}

} // namespace
