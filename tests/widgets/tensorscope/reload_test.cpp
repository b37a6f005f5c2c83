// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/open.h"
#include "layouts/registry.h"
#include "main_window.h"
#include "memory/lost_pages.h"
#include "notices.h"
#include "profile.h"
#include "widgets/support/questions.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class ReloadTest : public testing::Test
{
protected:
    ReloadTest()
    {
        m_window.show();
        write("[[1, 2], [3, 4]]");
        m_window.files().open({m_path});
        settle();
    }
    // A file of one-element tensors: names and what is in them.
    using Named = std::vector<std::pair<std::string, int>>;
    void writeTensors(const Named& tensors)
    {
        Document made;
        for (const auto& [name, value] : tensors)
            made.tensors.push_back({name, tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":[)" +
                                                   std::to_string(value) + "]}}")});
        const auto path = m_folder.filePath(QStringLiteral("b.json"));
        ASSERT_TRUE(saveFile(made, (path + QStringLiteral(".json")).toStdString()));
        QFile::remove(path);
        ASSERT_TRUE(QFile::rename(path + QStringLiteral(".json"), path));
    }
    void openTensors(const Named& tensors)
    {
        writeTensors(tensors);
        m_window.workspace().clear();
        m_window.files().open({m_folder.filePath(QStringLiteral("b.json"))});
        settle();
    }
    // What is open, as a file of it would be written.
    Named open()
    {
        Named found;
        for (const auto& subject : m_window.workspace().subjects())
            found.emplace_back(subject.name.toStdString(),
                               std::get<std::int64_t>(subject.tensor->member("values").array.at(0).number()));
        return found;
    }
    void expectSoon(const Named& expected)
    {
        waitUntil([&] { return open() == expected; });
        EXPECT_EQ(open(), expected);
        settle();
    }
    QString notices() { return m_window.notices().text(); }

    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    void write(const QByteArray& text)
    {
        // As editors do it: another file is moved into its place.
        QFile file(m_path + QStringLiteral(".new"));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        QFile::remove(m_path);
        ASSERT_TRUE(file.rename(m_path));
    }
    const Tensor& tensor() { return *m_window.workspace().currentSubject()->tensor; }
    std::int64_t first()
    {
        const auto element = tensor().member("values").array.at(0);
        return std::get<std::int64_t>(element.number());
    }
    Extents size() { return tensor().member("values").array.geometry.sizes; }

    QTemporaryDir m_folder;
    QString m_path = m_folder.filePath(QStringLiteral("a.txt"));
    MainWindow m_window{Theme::light};
};

} // namespace

TEST_F(ReloadTest, AChangeOnDiskIsTakenAsOneUndoStepAndSoIsTheNext)
{
    EXPECT_EQ(first(), 1);
    write("[[7, 8]]");
    ASSERT_TRUE(waitUntil([&] { return size() == Extents{1, 2}; }));
    EXPECT_EQ(first(), 7);
    settle();
    ASSERT_TRUE(m_window.workspace().currentSubject()->report);
    EXPECT_EQ(m_window.workspace().undoStack().count(), 1);

    write("[[9, 10, 11]]");
    ASSERT_TRUE(waitUntil([&] { return size() == Extents{1, 3}; }));
    settle();
    m_window.workspace().undoStack().undo();
    m_window.workspace().undoStack().undo();
    EXPECT_EQ(first(), 1);
    EXPECT_EQ(size(), (Extents{2, 2}));
}

TEST_F(ReloadTest, WhatWasEditedHereIsKeptUntilItIsAskedFor)
{
    auto& workspace = m_window.workspace();
    const EditList edits{{SetElements{"values", 0, {*Element::from(std::int64_t{5}, ElementType::i64)}}}};
    ASSERT_TRUE(workspace.edit(workspace.current(), edits, QStringLiteral("edit")));
    settle();
    write("[[7, 8]]");
    ASSERT_TRUE(waitUntil([&] { return !m_window.notices().text().isEmpty(); }));
    EXPECT_EQ(first(), 5);
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("a.txt")));

    m_window.findChild<QAction*>(QStringLiteral("reload"))->trigger();
    settle();
    EXPECT_EQ(first(), 7);
    workspace.undoStack().undo();
    EXPECT_EQ(first(), 5);
}

TEST_F(ReloadTest, HowMuchOfTheFileCanBeReadIsSaidAnew)
{
    Document made;
    for (const auto* name : {"a", "lost"})
        made.tensors.push_back({name, tensorOf(R"({"layout":"strided","dtype":"uint8","members":{"values":)"
                                               R"([1,2,3,4,5,6]}})")});
    const auto path = m_folder.filePath(QStringLiteral("c.npz"));
    ASSERT_TRUE(saveFile(made, path.toStdString()));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto whole = file.readAll();
    auto damaged = whole;
    const auto shape = damaged.lastIndexOf("(6,)");
    ASSERT_GT(shape, damaged.indexOf("(6,)"));
    damaged[shape + 1] = '7'; // one more element than there are bytes for
    const auto partly = [&] { return m_window.workspace().currentSubject()->origin->partly; };

    write(damaged);
    m_window.workspace().clear();
    m_window.files().open({m_path});
    settle();
    ASSERT_NE(m_window.workspace().currentSubject(), nullptr);
    EXPECT_EQ(partly(), QStringLiteral("1 of 2 tensors"));
    write(whole);
    EXPECT_TRUE(waitUntil([&] { return partly().isEmpty(); })) << partly().toStdString();
    settle();
}

TEST_F(ReloadTest, AnotherVersionOnDiskIsNotReplacedUnasked)
{
    openTensors({{"a", 1}, {"b", 2}});
    auto& workspace = m_window.workspace();
    const EditList edits{{SetElements{"values", 0, {*Element::from(std::int64_t{5}, ElementType::i64)}}}};
    ASSERT_TRUE(workspace.edit(workspace.subjects().front().id, edits, QStringLiteral("edit")));
    settle();
    writeTensors({{"a", 7}, {"b", 8}});
    expectSoon({{"a", 5}, {"b", 8}});
    const auto path = m_folder.filePath(QStringLiteral("b.json"));
    const auto onDisk = stampOf(path);
    m_window.findChild<QAction*>(QStringLiteral("save"))->trigger();
    settle();
    EXPECT_TRUE(questionText(m_window).contains(QStringLiteral("has changed on disk since")))
        << questionText(m_window).toStdString();
    answer(m_window, "cancel");
    settle();
    EXPECT_EQ(stampOf(path), onDisk);
}

TEST_F(ReloadTest, WhatCantBeReadAnyMoreIsToldAndKept)
{
    write("[[7, 8");
    ASSERT_TRUE(waitUntil([&] { return !m_window.notices().text().isEmpty(); }));
    EXPECT_EQ(first(), 1);
    QFile::remove(m_path);
    ASSERT_TRUE(waitUntil([&] { return m_window.notices().text().contains(QStringLiteral("gone")); }));
    EXPECT_EQ(first(), 1);
}

// As one that is still being downloaded.
TEST_F(ReloadTest, AFileThatCouldOnlyBeReadInPartIsTakenWholeWhenItIs)
{
    m_path = m_folder.filePath(QStringLiteral("growing.mtx"));
    write("%%MatrixMarket matrix coordinate integer general\n3 4 3\n1 1 1\n2 2 2\n");
    m_window.workspace().clear();
    m_window.files().open({m_path});
    settle();
    ASSERT_EQ(m_window.workspace().subjects().size(), 1U);
    ASSERT_TRUE(m_window.workspace().currentSubject()->isUneditedPart());
    write("%%MatrixMarket matrix coordinate integer general\n3 4 3\n1 1 1\n2 2 2\n3 3 3\n");
    ASSERT_TRUE(waitUntil([&] { return size() == Extents{3}; })) << notices().toStdString();
    settle();
    const auto& subject = *m_window.workspace().currentSubject();
    EXPECT_TRUE(subject.isAsRead());
    EXPECT_TRUE(subject.isSaved());
    EXPECT_EQ(subject.origin->partly, QString());
    EXPECT_FALSE(notices().contains(QStringLiteral("kept as edited"))) << notices().toStdString();
}

TEST_F(ReloadTest, AFileThatComesBackIsFollowedAgain)
{
    QFile::remove(m_path);
    ASSERT_TRUE(waitUntil([&] { return m_window.notices().text().contains(QStringLiteral("gone")); }));
    write("[[7, 8]]");
    ASSERT_TRUE(waitUntil([&] { return first() == 7; }));
    write("[[9, 8]]");
    ASSERT_TRUE(waitUntil([&] { return first() == 9; }));
}

// A large file is mapped: whoever looks at what is cut off of it must live on.
TEST_F(ReloadTest, ALargeFileThatIsWrittenAnewInItsPlaceIsReadAgain)
{
    surviveLostPages();
    const auto path = m_folder.filePath(QStringLiteral("large.npy"));
    const auto bytesOf = [&](std::int64_t count, std::int64_t value) {
        const auto made = m_folder.filePath(QStringLiteral("made.npy"));
        std::vector<std::int64_t> values(static_cast<std::size_t>(count), value);
        Tensor tensor;
        tensor.layout = layoutNamed("strided");
        tensor.members.push_back({&tensor.layout->roles.front(), Array::fromInts({count}, values)});
        EXPECT_TRUE(saveFile({{{"", tensor}}, {}}, made.toStdString()));
        QFile file(made);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    };
    const auto overwrite = [&](const QByteArray& bytes) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(bytes);
    };
    overwrite(bytesOf(1'000'000, 1));
    m_window.files().open({path});
    settle();
    ASSERT_EQ(size(), Extents{1'000'000});
    overwrite(bytesOf(10, 2));
    const auto old = tensor();
    EXPECT_EQ(std::get<std::int64_t>(old.member("values").array.at(999'999).number()), 0) << "was cut off";
    ASSERT_TRUE(waitUntil([&] { return size() == Extents{10}; }));
    EXPECT_EQ(first(), 2);
    settle();
}

TEST_F(ReloadTest, OnlyWhatCameFromAFileCanBeReloaded)
{
    const auto* action = m_window.findChild<QAction*>(QStringLiteral("reload"));
    EXPECT_TRUE(action->isEnabled());
    m_window.files().paste(QStringLiteral("[1, 2]"));
    settle();
    EXPECT_FALSE(action->isEnabled());
}

TEST_F(ReloadTest, WhatASessionBroughtBackIsFollowedToo)
{
    const QTemporaryDir folder;
    {
        Profile profile(folder.path());
        MainWindow window(Theme::light, &profile);
        window.files().open({m_path});
        ASSERT_TRUE(tscope::test::settle(window.jobs()));
        window.close();
    }
    Profile profile(folder.path());
    MainWindow window(Theme::light, &profile);
    window.restoreAndOpen({});
    ASSERT_TRUE(tscope::test::settle(window.jobs()));
    ASSERT_EQ(window.workspace().subjects().size(), 1U);
    EXPECT_TRUE(window.findChild<QAction*>(QStringLiteral("reload"))->isEnabled());
    const auto sizeNow = [&] {
        return window.workspace().currentSubject()->tensor->member("values").array.geometry.sizes;
    };
    write("[[7, 8]]");
    ASSERT_TRUE(waitUntil([&] { return sizeNow() == Extents{1, 2}; }));
    ASSERT_TRUE(tscope::test::settle(window.jobs()));
    settle();
}

TEST_F(ReloadTest, AVersionThatCameBetweenTwoRunsIsNotReplacedUnasked)
{
    openTensors({{"a", 1}});
    const auto path = m_folder.filePath(QStringLiteral("b.json"));
    const QTemporaryDir folder;
    {
        Profile profile(folder.path());
        MainWindow window(Theme::light, &profile);
        window.files().open({path});
        ASSERT_TRUE(tscope::test::settle(window.jobs()));
        const EditList edits{{SetElements{"values", 0, {*Element::from(std::int64_t{5}, ElementType::i64)}}}};
        ASSERT_TRUE(window.workspace().edit(window.workspace().current(), edits, QStringLiteral("edit")));
        ASSERT_TRUE(tscope::test::settle(window.jobs()));
        window.close();
    }
    m_window.workspace().clear();
    writeTensors({{"a", 123}});
    const auto onDisk = stampOf(path);
    Profile profile(folder.path());
    MainWindow window(Theme::light, &profile);
    window.show();
    window.restoreAndOpen({});
    ASSERT_TRUE(tscope::test::settle(window.jobs()));
    EXPECT_TRUE(window.notices().text().contains(QStringLiteral("has changed on disk since it was edited")))
        << window.notices().text().toStdString();
    window.findChild<QAction*>(QStringLiteral("save"))->trigger();
    ASSERT_TRUE(tscope::test::settle(window.jobs()));
    answer(window, "cancel");
    ASSERT_TRUE(tscope::test::settle(window.jobs()));
    EXPECT_EQ(stampOf(path), onDisk);
}

TEST_F(ReloadTest, WhatWasRemovedAndBroughtBackIsFollowedAgain)
{
    auto& workspace = m_window.workspace();
    workspace.remove(workspace.current());
    workspace.undoStack().undo();
    settle();
    write("[[7, 8]]");
    ASSERT_TRUE(waitUntil([&] { return size() == Extents{1, 2}; }));
    settle();
}

TEST_F(ReloadTest, AFileThatGainsAFirstTensorKeepsEachUnderItsName)
{
    openTensors({{"a", 1}, {"b", 2}});
    writeTensors({{"new", 9}, {"a", 11}, {"b", 12}});
    expectSoon({{"a", 11}, {"b", 12}, {"new", 9}});
    EXPECT_TRUE(notices().contains(QStringLiteral("b.json")) && notices().contains(QStringLiteral("new")))
        << notices().toStdString();
    const auto& subjects = m_window.workspace().subjects();
    EXPECT_EQ(subjects[0].origin, subjects[2].origin);
    EXPECT_EQ(subjects[0].origin->tensors, 3);

    writeTensors({{"a", 21}, {"new", 29}, {"b", 22}}); // and the next change finds them where they went
    expectSoon({{"a", 21}, {"b", 22}, {"new", 29}});
    m_window.workspace().undoStack().undo();
    EXPECT_EQ(open(), (Named{{"a", 11}, {"b", 12}, {"new", 9}}));
}

TEST_F(ReloadTest, WhatIsGoneFromAFileIsToldAndKeptAndTakesNobodysPlace)
{
    openTensors({{"a", 1}, {"b", 2}, {"c", 3}});
    writeTensors({{"a", 11}, {"c", 13}});
    expectSoon({{"a", 11}, {"b", 2}, {"c", 13}});
    EXPECT_TRUE(notices().contains(QStringLiteral("no longer holds"))) << notices().toStdString();
}

TEST_F(ReloadTest, ATensorThatWasRenamedInItsFileIsTheOneInItsPlace)
{
    openTensors({{"a", 1}, {"b", 2}});
    writeTensors({{"a", 11}, {"x", 12}});
    expectSoon({{"a", 11}, {"x", 12}});
    EXPECT_EQ(notices(), QString());
}

TEST_F(ReloadTest, WhatWasTakenOffTheListDoesNotComeBackAsNew)
{
    openTensors({{"a", 1}, {"b", 2}});
    m_window.workspace().remove(m_window.workspace().subjects()[0].id);
    writeTensors({{"a", 11}, {"b", 12}});
    expectSoon({{"b", 12}});
}
