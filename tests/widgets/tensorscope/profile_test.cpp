// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subjects_model.h"
#include "profile.h"

#include "main_window.h"
#include "notices.h"
#include "widgets/support/menus.h"
#include "widgets/support/settle.h"

#include <QAction>
#include <QCheckBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTreeView>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace tscope;
using namespace tscope::test;

TEST(Profile, RemembersFromOneRunToTheNext)
{
    const QTemporaryDir folder;
    {
        Profile profile(folder.path());
        EXPECT_EQ(profile.theme(), std::nullopt);
        EXPECT_TRUE(profile.restores());
        profile.setTheme(Theme::highContrast);
        profile.setContract(QStringLiteral("scipy"));
        profile.setArrangement(QStringLiteral("learn"));
        profile.setRestores(false);
    }
    const Profile profile(folder.path());
    EXPECT_EQ(profile.theme(), Theme::highContrast);
    EXPECT_EQ(profile.contract().toStdString(), "scipy");
    EXPECT_EQ(profile.arrangement().toStdString(), "learn");
    EXPECT_FALSE(profile.restores());
}

TEST(Profile, TheClassOfLessonsIsThatOfTheLastRun)
{
    const QTemporaryDir folder;
    const auto line = [](MainWindow& window, const char* name) {
        return window.findChild<QLineEdit*>(QString::fromLatin1(name));
    };
    {
        Profile profile(folder.path());
        MainWindow window(Theme::light, &profile);
        EXPECT_EQ(line(window, "class seed")->text(), QString());
        line(window, "class seed")->setText(QStringLiteral("2026"));
        line(window, "student")->setText(QStringLiteral("Ann"));
        window.findChild<QCheckBox*>(QStringLiteral("same numbers"))->click();
        EXPECT_TRUE(settle(window.jobs()));
    }
    Profile profile(folder.path());
    MainWindow window(Theme::light, &profile);
    EXPECT_EQ(line(window, "class seed")->text(), QStringLiteral("2026"));
    EXPECT_EQ(line(window, "student")->text(), QStringLiteral("Ann"));
    EXPECT_EQ(window.lessons().play().sitting().classSeed, 2026U);
    EXPECT_TRUE(window.lessons().play().sitting().areNumbersShared);
    EXPECT_TRUE(settle(window.jobs()));
}

TEST(Profile, TheColumnsOfTimedOperationsAreThoseOfTheLastRun)
{
    const QTemporaryDir folder;
    const auto columnsOf = [](MainWindow& window) {
        return window.findChild<QLineEdit*>(QStringLiteral("timed columns"));
    };
    {
        Profile profile(folder.path());
        MainWindow window(Theme::light, &profile);
        EXPECT_EQ(columnsOf(window)->text(), QStringLiteral("64"));
        columnsOf(window)->setText(QStringLiteral("8, 16"));
        EXPECT_TRUE(settle(window.jobs()));
    }
    Profile profile(folder.path());
    MainWindow window(Theme::light, &profile);
    EXPECT_EQ(columnsOf(window)->text(), QStringLiteral("8, 16"));
    EXPECT_EQ(window.timings().choices().columns, (std::vector<std::string>{"8", "16"}));
    EXPECT_TRUE(settle(window.jobs()));
}

TEST(Profile, WhatIsTimedAndForHowLongIsThatOfTheLastRun)
{
    const QTemporaryDir folder;
    auto chosen = TimingChoices();
    chosen.ops = {"spmv"};
    chosen.layouts = {"csr", "coo"};
    chosen.blocks = {"4x4", "2x1"};
    chosen.threads = {1};
    chosen.indexTypes = {"int32"};
    chosen.budget = std::chrono::milliseconds(70);
    chosen.mostDenseBytes = std::int64_t{16} << 20;
    {
        Profile profile(folder.path());
        MainWindow window(Theme::light, &profile);
        window.timings().setChoices(chosen);
        EXPECT_TRUE(settle(window.jobs()));
    }
    Profile profile(folder.path());
    MainWindow window(Theme::light, &profile);
    EXPECT_EQ(window.timings().choices(), chosen);
    EXPECT_EQ(window.findChild<QLineEdit*>(QStringLiteral("own blocks"))->text(), QStringLiteral("2x1"));
    auto* budget = window.findChild<QSpinBox*>(QStringLiteral("timing budget"));
    EXPECT_EQ(budget->value(), 70);
    budget->setValue(80); // takes up what all the others say
    chosen.budget = std::chrono::milliseconds(80);
    EXPECT_EQ(window.timings().choices(), chosen);
    EXPECT_TRUE(settle(window.jobs()));
}

// Settings of another program version or machine.
TEST(Profile, ChoicesThatAreNotKnownAreLeftOut)
{
    const QTemporaryDir folder;
    Profile profile(folder.path());
    profile.setTimed("Ops", {QStringLiteral("no operation"), QStringLiteral("spmv")});
    profile.setTimed("Threads", {QStringLiteral("1000000"), QStringLiteral("x")});
    profile.setTimed("Budget", {QStringLiteral("-5")});
    MainWindow window(Theme::light, &profile);
    const auto& choices = window.timings().choices();
    EXPECT_EQ(choices.ops, std::vector<std::string>{"spmv"});
    EXPECT_TRUE(choices.threads.empty());
    EXPECT_EQ(choices.budget, TimingChoices().budget);
    EXPECT_TRUE(settle(window.jobs()));
}

TEST(Profile, TheNewestRecentFileComesFirstAndOnceOnly)
{
    const QTemporaryDir folder;
    Profile profile(folder.path());
    for (int i = 0; i < 14; ++i)
        profile.addRecent(QStringLiteral("/f%1").arg(i));
    profile.addRecent(QStringLiteral("/f8"));
    const auto recent = profile.recent();
    ASSERT_EQ(recent.size(), 10);
    EXPECT_EQ(recent[0].toStdString(), "/f8");
    EXPECT_EQ(recent[1].toStdString(), "/f13");
    EXPECT_EQ(recent.count(QStringLiteral("/f8")), 1);
}

TEST(Profile, OnlyTheFirstOfTwoWindowsKeepsTheSession)
{
    const QTemporaryDir folder;
    const Profile first(folder.path());
    EXPECT_TRUE(first.keepsSession());
    const Profile second(folder.path());
    EXPECT_FALSE(second.keepsSession());
}

TEST(Profile, TheWindowComesBackAsItWas)
{
    const QTemporaryDir folder;
    {
        Profile profile(folder.path());
        MainWindow window(profile.theme().value_or(Theme::light), &profile);
        window.show();
        window.files().open({Files::samples().front()});
        ASSERT_TRUE(settle(window.jobs()));
        window.setTheme(Theme::dark);
        EXPECT_TRUE(window.arrange(QStringLiteral("compare")));
        auto& list = *window.findChild<QTreeView*>(QStringLiteral("subjects"));
        chooseInMenu(*list.header(), {"Columns", "Layout"});
        EXPECT_TRUE(list.isColumnHidden(SubjectsModel::layoutColumn));
        window.close();
    }
    Profile profile(folder.path());
    EXPECT_EQ(profile.theme(), Theme::dark);
    MainWindow window(profile.theme().value_or(Theme::light), &profile);
    window.show();
    const auto& list = *window.findChild<QTreeView*>(QStringLiteral("subjects"));
    EXPECT_TRUE(list.isColumnHidden(SubjectsModel::layoutColumn));
    EXPECT_FALSE(list.isColumnHidden(SubjectsModel::sizeColumn));
    window.restoreAndOpen({});
    ASSERT_TRUE(settle(window.jobs()));
    ASSERT_EQ(window.workspace().subjects().size(), 1U);
    EXPECT_EQ(window.workspace().subjects()[0].origin->title,
              Files::samples().front().section(QLatin1Char('/'), -1));
    EXPECT_FALSE(window.findChild<QWidget*>(QStringLiteral("compare"))->isHidden());
}

TEST(Profile, WhatWasOpenIsKeptWhenSomethingElseIsOpenedAtStart)
{
    const QTemporaryDir folder;
    const auto start = [&](int sample) {
        Profile profile(folder.path());
        MainWindow window(profile.theme().value_or(Theme::light), &profile);
        window.restoreAndOpen({Files::samples()[sample]});
        EXPECT_TRUE(settle(window.jobs()));
        EXPECT_EQ(window.workspace().currentSubject()->origin->title,
                  Files::samples()[sample].section(QLatin1Char('/'), -1))
            << "what was asked for is looked at";
        const auto count = window.workspace().subjects().size();
        window.close();
        return count;
    };
    EXPECT_EQ(start(0), 1U);
    EXPECT_EQ(start(1), 2U);
}

// Whoever opened these would wait for ever, or read without end.
TEST(Profile, WhatIsNoneOfItsFilesIsSetAsideAndSaidOnce)
{
    for (const auto* name : {"settings.ini", "settings.ini.lock", "session.lock"})
        for (const auto* kind : {"pipe", "device", "link", "folder"}) {
            SCOPED_TRACE(std::string(name) + " is a " + kind);
            const QTemporaryDir folder, outside;
            const auto path = folder.filePath(QString::fromLatin1(name)).toStdString();
            const auto elsewhere = outside.filePath(QStringLiteral("elsewhere")).toStdString();
            if (kind == std::string("pipe"))
                ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
            else if (kind == std::string("folder"))
                std::filesystem::create_directory(path);
            else
                std::filesystem::create_symlink(kind == std::string("device") ? "/dev/zero" : elsewhere, path);
            {
                Profile profile(folder.path());
                EXPECT_EQ(profile.setAside(), folder.filePath(QStringLiteral("set-aside-1")));
                EXPECT_TRUE(profile.keepsSession());
                profile.setTheme(Theme::dark);
                MainWindow window(profile.theme().value_or(Theme::light), &profile);
                EXPECT_TRUE(window.notices().text().contains(profile.setAside()));
            }
            EXPECT_NE(std::filesystem::symlink_status(folder.path().toStdString() + "/set-aside-1/" + name).type(),
                      std::filesystem::file_type::not_found);
            EXPECT_FALSE(std::filesystem::exists(elsewhere));
            const Profile again(folder.path());
            EXPECT_EQ(again.setAside(), QString());
            EXPECT_EQ(again.theme(), Theme::dark);
        }
}

TEST(Profile, WhatCannotBeSetAsideIsNotUsed)
{
    const QTemporaryDir folder, outside;
    for (int i = 1; i <= 1000; ++i) // all names that it could be moved to
        std::filesystem::create_symlink("nowhere",
                                        folder.filePath(QStringLiteral("set-aside-%1").arg(i)).toStdString());
    const auto path = folder.filePath(QStringLiteral("settings.ini")).toStdString();
    for (const auto* kind : {"large file", "folder", "link to a folder", "pipe as its lock"}) {
        SCOPED_TRACE(kind);
        std::filesystem::remove(path);
        if (kind == std::string("folder"))
            std::filesystem::create_directory(path);
        else if (kind == std::string("link to a folder"))
            std::filesystem::create_symlink(outside.path().toStdString(), path);
        else
            std::ofstream(path) << "[General]\ntheme=dark\n";
        if (kind == std::string("large file"))
            std::filesystem::resize_file(path, (1 << 24) + 1);
        if (kind == std::string("pipe as its lock")) {
            ASSERT_EQ(::mkfifo((path + ".lock").c_str(), 0600), 0);
        }
        ::alarm(60); // one that waits for the pipe fails the test
        {
            Profile profile(folder.path());
            EXPECT_EQ(profile.setAside(), QString());
            EXPECT_EQ(profile.theme(), std::nullopt);
            profile.setTheme(Theme::highContrast);
        }
        ::alarm(0);
        EXPECT_TRUE(QDir(outside.path()).isEmpty());
        EXPECT_TRUE(!std::filesystem::is_directory(path) || std::filesystem::is_empty(path));
    }
}
