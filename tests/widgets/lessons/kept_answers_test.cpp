// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of a class are there in the next run, so that a file of them has them all.
#include "lessons/kept_answers.h"

#include "lessons/lesson_file.h"
#include "lessons/results.h"
#include "widgets/support/desk.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

LessonPtr twoNumbers()
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
)",
                             "numbers");
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
        void begin(const QString& student, std::size_t step)
        {
            play().sit({7, student});
            play().open(twoNumbers(), 1, step);
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
