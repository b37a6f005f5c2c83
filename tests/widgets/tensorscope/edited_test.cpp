// SPDX-License-Identifier: GPL-3.0-or-later
// How the window shows what is edited, saves it, and asks before it is lost.
#include "files.h"
#include "io/open.h"
#include "main_window.h"
#include "models/subjects_model.h"
#include "notices.h"
#include "start_page.h"
#include "support/same_document.h"
#include "tensor/edit.h"
#include "widgets/support/questions.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"
#include "workspace/log.h"

#include <QAbstractButton>
#include <QAction>
#include <QCommandLinkButton>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QRegularExpression>
#include <QSet>
#include <QStatusBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

class EditedTest : public testing::Test
{
protected:
    EditedTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
        settle();
    }
    void settle()
    {
        ASSERT_TRUE(tscope::test::settle(m_window.jobs()));
        QCoreApplication::processEvents(); // marks follow at once
    }
    QString path(const char* name) { return m_folder.filePath(QString::fromLatin1(name)); }
    QString write(const char* name, const std::vector<NamedTensor>& tensors)
    {
        EXPECT_TRUE(saveFile({tensors, {}}, path(name).toStdString()));
        return path(name);
    }
    QString writeText(const char* name, const QByteArray& text)
    {
        QFile file(path(name));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return file.fileName();
    }
    void open(const QString& file)
    {
        m_window.files().open({file});
        settle();
    }
    // The first value of the current tensor, of whole numbers.
    void edit(std::int64_t value)
    {
        const EditList edits{{SetElements{"values", 0, {*Element::from(value, ElementType::i64)}}}};
        const auto edited = workspace().edit(workspace().current(), edits, QStringLiteral("edit"));
        ASSERT_TRUE(edited) << edited.error().text;
        settle();
    }
    void trigger(const char* id)
    {
        auto* action = m_window.findChild<QAction*>(QString::fromLatin1(id));
        ASSERT_NE(action, nullptr) << id;
        ASSERT_TRUE(action->isEnabled()) << id;
        action->trigger();
        settle();
    }
    bool isEnabled(const char* id) { return m_window.findChild<QAction*>(QString::fromLatin1(id))->isEnabled(); }
    void answer(const char* button)
    {
        tscope::test::answer(m_window, button);
        settle();
    }
    QFileDialog* dialog()
    {
        for (auto* each : m_window.findChildren<QFileDialog*>())
            if (each->isVisible())
                return each;
        return nullptr;
    }
    void choose(const QString& file)
    {
        ASSERT_TRUE(waitUntil([&] { return dialog() != nullptr; }));
        auto* chosen = dialog();
        Q_EMIT chosen->fileSelected(file);
        chosen->setParent(nullptr);
        chosen->deleteLater();
        settle();
    }
    // The first value of a tensor of whole numbers in a file.
    static std::int64_t firstIn(const QString& file, std::size_t tensor = 0)
    {
        const auto document = Files::read(file);
        EXPECT_TRUE(document);
        return std::get<std::int64_t>(document->tensors[tensor].tensor.member("values").array.at(0).number());
    }
    std::int64_t first()
    {
        return std::get<std::int64_t>(current().tensor->member("values").array.at(0).number());
    }

    Workspace& workspace() { return m_window.workspace(); }
    const Subject& current() { return *workspace().currentSubject(); }
    QString title() { return m_window.windowTitle(); }
    QString notices() { return m_window.notices().text(); }
    // As the list shows them, with their marks.
    QStringList names()
    {
        QStringList all;
        const auto* model = m_window.findChild<QTreeView*>(QStringLiteral("subjects"))->model();
        const auto look = [&](const QModelIndex& parent, const auto& again) -> void {
            for (int row = 0; row < model->rowCount(parent); ++row) {
                const auto index = model->index(row, 0, parent);
                const auto mark =
                    index.data(SubjectsModel::UnsavedRole).toBool() ? QLatin1String("*") : QLatin1String();
                all << index.data().toString() + mark;
                again(index, again);
            }
        };
        look({}, look);
        return all;
    }

    QTemporaryDir m_folder;
    MainWindow m_window{Theme::light};
};

Tensor pairOf(std::int64_t first)
{
    return tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":[)" + std::to_string(first) +
                    ", 2]}}");
}

} // namespace

TEST_F(EditedTest, AnEditIsMarkedInTheTitleTheListAndTheTabUntilItIsUndone)
{
    open(writeText("a.txt", "[1, 2]"));
    EXPECT_EQ(title().toStdString(), "a.txt[*] \u2014 Tensorscope");
    EXPECT_FALSE(m_window.isWindowModified());
    EXPECT_EQ(names(), QStringList{QStringLiteral("a")});
    edit(7);
    EXPECT_TRUE(m_window.isWindowModified());
    EXPECT_EQ(names(), QStringList{QStringLiteral("a*")});
    const auto* tabs = m_window.findChild<QTabBar*>(QStringLiteral("tabs"));
    ASSERT_NE(tabs, nullptr);
    EXPECT_EQ(tabs->tabText(0).toStdString(), "a*");
    workspace().undoStack().undo();
    settle();
    EXPECT_FALSE(m_window.isWindowModified());
    EXPECT_EQ(names(), QStringList{QStringLiteral("a")});
    EXPECT_EQ(tabs->tabText(0).toStdString(), "a");
}

TEST_F(EditedTest, TheTitleNamesTensorAndFile)
{
    EXPECT_EQ(title().toStdString(), "Tensorscope");
    open(write("two.json", {{"fc.weight", pairOf(1)}, {"odd[*]", pairOf(2)}}));
    EXPECT_EQ(title().toStdString(), "fc.weight in two.json[*] \u2014 Tensorscope");
    workspace().setCurrent(workspace().subjects()[1].id);
    settle();
    EXPECT_EQ(title().toStdString(), "odd[*][*] in two.json[*] \u2014 Tensorscope")
        << "as Qt reads a name that has the mark in it";
    edit(7);
    EXPECT_EQ(names(),
              (QStringList{QStringLiteral("two.json*"), QStringLiteral("fc.weight"), QStringLiteral("odd[*]*")}))
        << "the file and the tensor";
    m_window.files().paste(QStringLiteral("[1, 2]"));
    settle();
    EXPECT_TRUE(m_window.isWindowModified()) << "no file has it";
}

TEST_F(EditedTest, SaveWritesTheFileInItsFormatAndTheMarkGoes)
{
    const auto file = write("a.npy", {{"", pairOf(1)}});
    open(file);
    EXPECT_FALSE(isEnabled("save"));
    edit(7);
    QTest::keyClick(&m_window, Qt::Key_S, Qt::ControlModifier);
    settle();
    EXPECT_EQ(dialog(), nullptr);
    EXPECT_EQ(questionOf(m_window), nullptr);
    EXPECT_EQ(firstIn(file), 7);
    EXPECT_FALSE(m_window.isWindowModified());
    EXPECT_FALSE(isEnabled("save"));
    workspace().undoStack().undo();
    settle();
    EXPECT_TRUE(m_window.isWindowModified()) << "the file has something else now";
    trigger("revert");
    EXPECT_EQ(first(), 7);
    EXPECT_FALSE(m_window.isWindowModified());
    EXPECT_EQ(workspace().undoStack().count(), 1) << "reverting is a step like any other";
}

TEST_F(EditedTest, SaveKeepsTheKeysOfSciPyAndTheNumbersThatWereNotEdited)
{
    const auto file =
        writeText("a.json", R"({"format": "csr", "shape": [1, 3], "indptr": [0, 2], "indices": [0, 2],
        "data": [5, 16777217]})");
    open(file);
    edit(7);
    QTest::keyClick(&m_window, Qt::Key_S, Qt::ControlModifier);
    settle();
    EXPECT_EQ(questionOf(m_window), nullptr);
    QFile saved(file);
    ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
    EXPECT_EQ(saved.readAll().toStdString(), "{\"format\": \"csr\", \"shape\": [1, 3],\n \"indptr\": [0, 2],\n "
                                             "\"indices\": [0, 2],\n \"data\": [7, 16777217]}\n");
}

TEST_F(EditedTest, WhatIsSavedHereIsNotReadAgainAsAChangeOnDisk)
{
    const auto other = writeText("b.txt", "[3, 4]");
    open(other);
    open(write("a.npy", {{"", pairOf(1)}}));
    edit(7);
    trigger("save");
    const auto steps = workspace().undoStack().count();
    const auto own = current().tensor;
    // Both changes are heard of by the same watcher, that of the other file last.
    QFile::remove(other);
    writeText("b.txt", "[5, 6]");
    ASSERT_TRUE(waitUntil([&] { return workspace().undoStack().count() > steps; }));
    settle();
    EXPECT_EQ(workspace().undoStack().count(), steps + 1);
    EXPECT_EQ(current().tensor, own);
}

TEST_F(EditedTest, SavingLeavesTheOtherTensorsOfTheFileInIt)
{
    const auto file = write("three.safetensors", {{"a", pairOf(1)}, {"b", pairOf(2)}, {"c", pairOf(3)}});
    open(file);
    workspace().remove(workspace().subjects()[0].id);
    workspace().setCurrent(workspace().subjects()[0].id);
    edit(7);
    workspace().setCurrent(workspace().subjects()[1].id);
    edit(8);
    trigger("save");
    EXPECT_EQ(questionOf(m_window), nullptr);
    const auto saved = Files::read(file);
    ASSERT_TRUE(saved);
    ASSERT_EQ(saved->tensors.size(), 3U);
    EXPECT_EQ(saved->tensors[0].name, "a");
    EXPECT_EQ(firstIn(file, 0), 1);
    EXPECT_EQ(firstIn(file, 1), 7);
    EXPECT_EQ(firstIn(file, 2), 8);
    EXPECT_FALSE(isEnabled("save-all"));
    edit(9); // and once more, as what was saved is known
    trigger("save");
    EXPECT_EQ(firstIn(file, 2), 9);
    EXPECT_EQ(firstIn(file, 1), 7);
}

TEST_F(EditedTest, TwoOfOnePlaceOfAFileAreNotWrittenAsTwo)
{
    const auto file = write("two.json", {{"a", pairOf(1)}, {"b", pairOf(2)}});
    open(file);
    const auto removed = workspace().subjects()[0].id;
    workspace().remove(removed);
    open(file);
    edit(7);
    workspace().undoStack().undo();
    workspace().undoStack().undo(); // the one that was removed is back
    settle();
    ASSERT_EQ(workspace().subjects().size(), 3U);
    workspace().setCurrent(workspace().subjects()[2].id);
    edit(8);
    trigger("save");
    const auto saved = Files::read(file);
    ASSERT_TRUE(saved);
    ASSERT_EQ(saved->tensors.size(), 2U);
    EXPECT_EQ(firstIn(file, 0), 8);
    EXPECT_EQ(firstIn(file, 1), 2);
    const auto first = [&] {
        return std::get<std::int64_t>(workspace().find(removed)->tensor->member("values").array.at(0).number());
    };
    ASSERT_TRUE(waitUntil([&] { return first() == 8; })) << "the other one is read again";
    settle();
}

TEST_F(EditedTest, WhatAFileCannotKeepIsAskedForBeforeItIsReplaced)
{
    const auto file = write("a.npy", {{"", pairOf(1)}});
    open(file);
    ASSERT_TRUE(workspace().edit(current().id, {{SetRequiresGrad{"values", true}}}, QStringLiteral("edit")));
    edit(7);
    trigger("save");
    EXPECT_TRUE(questionText(m_window).contains(QStringLiteral("requires a gradient")))
        << questionText(m_window).toStdString();
    answer("cancel");
    EXPECT_EQ(firstIn(file), 1);
    EXPECT_TRUE(m_window.isWindowModified());
    trigger("save");
    answer("save");
    EXPECT_EQ(firstIn(file), 7);
    EXPECT_FALSE(m_window.isWindowModified());
    EXPECT_EQ(notices(), QString()) << "it was told in the question";
}

// The file is then no copy of the tensor.
TEST_F(EditedTest, AFileWithoutSomeOfTheEntriesDoesNotCountAsSaved)
{
    const auto csr = writeText("a.json", R"({"layout":"csr","size":[2,2],"dtype":"int64","members":{
        "crow_indices":[0,1,2],"col_indices":[0,5],"values":[1,2]}})");
    open(csr);
    edit(7);
    trigger("save-as");
    choose(path("b.mtx"));
    EXPECT_TRUE(
        questionText(m_window).contains(QStringLiteral("1 stored value that has no place inside the size")))
        << questionText(m_window).toStdString();
    answer("save");
    EXPECT_TRUE(QFileInfo::exists(path("b.mtx")));
    EXPECT_TRUE(m_window.isWindowModified());
    EXPECT_EQ(current().origin->path, csr) << "of which it still is";

    // The same in a file that is replaced.
    const auto matrix =
        writeText("c.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 5\n2 2 6\n");
    open(matrix);
    const EditList edits{{SetElements{"indices", 0, {*Element::from(std::int64_t{9}, ElementType::i64)}}}};
    ASSERT_TRUE(workspace().edit(current().id, edits, QStringLiteral("edit")));
    settle();
    trigger("save");
    answer("save");
    EXPECT_TRUE(m_window.isWindowModified());
    EXPECT_EQ(*numel(Files::read(matrix)->tensors[0].tensor.member("values").array.geometry), 1);
}

TEST_F(EditedTest, PartsOfAFileThatWouldBeLostAreAskedForBeforeItIsReplaced)
{
    const auto file = write("a.npy", {{"", pairOf(1)}});
    open(file);
    auto origin = *current().origin;
    origin.leftOut = 2;
    workspace().refile(current().id, std::make_shared<const Origin>(origin), 0);
    edit(7);
    trigger("save");
    EXPECT_TRUE(questionText(m_window).contains(QStringLiteral("2 parts of it")))
        << questionText(m_window).toStdString();
    answer("save as");
    ASSERT_NE(dialog(), nullptr);
    choose(path("b.npy"));
    EXPECT_EQ(firstIn(file), 1);
    EXPECT_EQ(firstIn(path("b.npy")), 7);
}

TEST_F(EditedTest, WhatWasReadOfADamagedFileIsSavedElsewhere)
{
    const auto file =
        writeText("a.mtx", "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 1 5\n2 2 6\nx\n");
    const auto onDisk = stampOf(file);
    open(file);
    ASSERT_EQ(workspace().subjects().size(), 1U) << "two entries can be read";
    EXPECT_FALSE(isEnabled("save")) << "nothing was edited";
    edit(7);
    trigger("save");
    ASSERT_NE(dialog(), nullptr);
    choose(path("b.mtx"));
    EXPECT_EQ(stampOf(file), onDisk);
    EXPECT_TRUE(QFileInfo::exists(path("b.mtx")));
}

TEST_F(EditedTest, AFileThatSaysAnotherFormatThanItsNameIsNotRewrittenUnasked)
{
    const auto file = writeText("a.json", "[1, 2]"); // Python's
    const auto moved = path("a.npy");
    ASSERT_TRUE(QFile::rename(file, moved));
    open(moved);
    edit(7);
    trigger("save");
    ASSERT_NE(questionOf(m_window), nullptr);
    answer("cancel");
    QFile old(moved);
    ASSERT_TRUE(old.open(QIODevice::ReadOnly));
    EXPECT_EQ(old.readAll(), QByteArray("[1, 2]"));
}

TEST_F(EditedTest, AFileThatAnotherProgramHasWrittenIsNotReplacedUnasked)
{
    const auto file = write("a.npy", {{"", pairOf(1)}});
    open(file);
    edit(7);
    write("a.npy", {{"", pairOf(5)}});
    trigger("save"); // before the change is noticed, or after
    if (questionOf(m_window) != nullptr) {
        answer("cancel");
        EXPECT_EQ(firstIn(file), 5);
    }
    ASSERT_TRUE(waitUntil([&] { return !notices().isEmpty(); }));
    EXPECT_EQ(first(), 7);
    trigger("revert");
    EXPECT_EQ(first(), 5) << "what the file holds by now";
    EXPECT_FALSE(m_window.isWindowModified());
}

TEST_F(EditedTest, SaveAsProposesTheFilesOwnNameFolderAndFormat)
{
    open(write("a.safetensors", {{"", pairOf(1)}}));
    trigger("save-as");
    ASSERT_NE(dialog(), nullptr);
    EXPECT_EQ(dialog()->selectedFiles().join(QLatin1Char(' ')).toStdString(), path("a.safetensors").toStdString());
    EXPECT_TRUE(dialog()->selectedNameFilter().contains(QStringLiteral("*.safetensors")));
    dialog()->reject();
    settle();
    open(write("b.npz", {{"x", pairOf(1)}, {"y/z", pairOf(2)}}));
    workspace().setCurrent(workspace().subjects().back().id);
    settle();
    trigger("save-as");
    ASSERT_NE(dialog(), nullptr);
    EXPECT_EQ(dialog()->selectedFiles().join(QLatin1Char(' ')).toStdString(), path("b_y_z.npz").toStdString())
        << "not the file of both";
    const auto filters = dialog()->nameFilters();
    for (const auto* ending : {"*.json", "*.npy", "*.npz", "*.mtx", "*.pt", "*.safetensors", "*.txt"})
        EXPECT_EQ(filters
                      .filter(QRegularExpression(QRegularExpression::escape(QString::fromLatin1(ending)) +
                                                 QStringLiteral("[ )]")))
                      .size(),
                  1)
            << ending;
    Q_EMIT dialog()->filterSelected(filters.filter(QStringLiteral("*.npy")).first());
    EXPECT_EQ(dialog()->selectedFiles().join(QLatin1Char(' ')).toStdString(), path("b_y_z.npy").toStdString())
        << "the ending follows the format";
}

TEST_F(EditedTest, AFileOfPyTorchStaysOne)
{
    const auto file = write("a.pt", {{"", pairOf(1)}});
    open(file);
    trigger("save-as");
    ASSERT_NE(dialog(), nullptr);
    EXPECT_EQ(dialog()->selectedFiles().join(QLatin1Char(' ')).toStdString(), file.toStdString());
    EXPECT_TRUE(dialog()->selectedNameFilter().contains(QStringLiteral("*.pt")));
    EXPECT_FALSE(dialog()->selectedNameFilter().contains(QStringLiteral("*.txt"))) << "others are not listed";
    dialog()->reject();
    settle();
    edit(7);
    trigger("save");
    EXPECT_EQ(dialog(), nullptr);
    EXPECT_EQ(questionOf(m_window), nullptr);
    EXPECT_EQ(firstIn(file), 7);
}

TEST_F(EditedTest, WhatWasSavedElsewhereIsOfThatFileFromThenOn)
{
    const auto file = write("a.npy", {{"", pairOf(1)}});
    open(file);
    edit(7);
    trigger("save-as");
    choose(path("b.npy"));
    EXPECT_EQ(firstIn(file), 1);
    EXPECT_EQ(firstIn(path("b.npy")), 7);
    EXPECT_EQ(title().toStdString(), "b.npy[*] \u2014 Tensorscope");
    EXPECT_FALSE(m_window.isWindowModified());
    edit(8);
    trigger("save");
    EXPECT_EQ(firstIn(path("b.npy")), 8);
    write("b.npy", {{"", pairOf(9)}}); // and it is followed there
    ASSERT_TRUE(waitUntil([&] { return first() == 9; }));
    settle();
}

TEST_F(EditedTest, OneTensorInThePlaceOfAFileOfSeveralIsAskedFor)
{
    const auto file = write("two.json", {{"a", pairOf(1)}, {"b", pairOf(2)}});
    open(file);
    trigger("save-as");
    choose(file);
    EXPECT_TRUE(questionText(m_window).contains(QStringLiteral("another tensor of it would be lost")))
        << questionText(m_window).toStdString();
    answer("cancel");
    EXPECT_EQ(Files::read(file)->tensors.size(), 2U);
}

TEST_F(EditedTest, AFailedSaveIsToldUntilTheFileIsSaved)
{
    const auto file = write("a.npy", {{"", pairOf(1)}});
    open(file);
    edit(7);
    const auto missing = m_folder.filePath(QStringLiteral("missing/a.npy"));
    trigger("save-as");
    choose(missing);
    EXPECT_TRUE(notices().contains(QStringLiteral("a.npy"))) << notices().toStdString();
    EXPECT_TRUE(m_window.isWindowModified());
    ASSERT_TRUE(QDir(m_folder.path()).mkdir(QStringLiteral("missing")));
    trigger("save-as");
    choose(missing);
    EXPECT_EQ(notices(), QString());
    EXPECT_FALSE(m_window.isWindowModified());
    EXPECT_EQ(firstIn(missing), 7);
}

TEST_F(EditedTest, SaveAllSavesEachInItsFileAndAsksForAPlaceForTheOthers)
{
    const auto a = write("a.npy", {{"", pairOf(1)}}), b = write("b.json", {{"", pairOf(2)}});
    open(a);
    edit(7);
    open(b);
    edit(8);
    m_window.files().paste(QStringLiteral("[9, 2]"));
    settle();
    trigger("save-all");
    ASSERT_NE(dialog(), nullptr);
    choose(path("c.npy"));
    EXPECT_EQ(firstIn(a), 7);
    EXPECT_EQ(firstIn(b), 8);
    EXPECT_EQ(firstIn(path("c.npy")), 9);
    EXPECT_FALSE(isEnabled("save-all"));
}

TEST_F(EditedTest, RevertIsOneStepThatShowsWhatTheFileHolds)
{
    open(QStringLiteral(":/samples/csr.json"));
    EXPECT_FALSE(isEnabled("revert"));
    workspace().replace(workspace().current(), sample("broken_pointer"), QStringLiteral("edit"));
    settle();
    trigger("revert");
    EXPECT_EQ(firstDifference({{{"", *current().tensor}}, {}}, {{{"", sample("csr")}}, {}}), "");
    EXPECT_FALSE(m_window.isWindowModified());
    workspace().undoStack().undo();
    settle();
    EXPECT_EQ(firstDifference({{{"", *current().tensor}}, {}}, {{{"", sample("broken_pointer")}}, {}}), "");
}

TEST_F(EditedTest, IsComparedWithWhatItWasBeforeTheEdits)
{
    open(QStringLiteral(":/samples/csr.json"));
    EXPECT_FALSE(isEnabled("compare-before"));
    EXPECT_FALSE(isEnabled("compare-file")) << "a sample has no file on disk";
    const auto edited = workspace().current();
    workspace().replace(edited, sample("broken_pointer"), QStringLiteral("edit"));
    settle();
    trigger("compare-before");
    EXPECT_EQ(workspace().current(), edited);
    const auto* beside = workspace().find(m_window.tabs().beside());
    ASSERT_NE(beside, nullptr);
    EXPECT_EQ(beside->name, QStringLiteral("csr before the edits"));
    EXPECT_EQ(firstDifference({{{"", *beside->tensor}}, {}}, {{{"", sample("csr")}}, {}}), "");
    EXPECT_TRUE(beside->isSaved()) << "nobody is asked to save it";
    EXPECT_TRUE(m_window.findChild<QWidget*>(QStringLiteral("compare"))->isVisible());
}

// A repair is compared with the broken original most of all when it is saved beside that.
TEST_F(EditedTest, IsComparedWithWhatItWasAfterItWasSavedElsewhere)
{
    const auto file = write("one.json", {{"a", pairOf(1)}});
    open(file);
    edit(7);
    trigger("save-as");
    choose(path("fixed.json"));
    ASSERT_TRUE(current().isSaved());
    ASSERT_TRUE(isEnabled("compare-before"));
    trigger("compare-before");
    const auto beside = m_window.tabs().beside();
    ASSERT_NE(workspace().find(beside), nullptr);
    EXPECT_EQ(firstDifference({{{"", *workspace().find(beside)->tensor}}, {}}, {{{"", pairOf(1)}}, {}}), "");
}

// The copy beside for comparison names the file, but opening the file does not show it.
TEST_F(EditedTest, AFileWhoseCopyIsComparedIsOpenedWithItsOwnTensor)
{
    const auto file = write("one.json", {{"a", pairOf(1)}});
    open(file);
    const auto own = workspace().current();
    edit(7);
    trigger("compare-before");
    const auto copy = m_window.tabs().beside();
    ASSERT_NE(copy, 0);
    workspace().setCurrent(copy);
    open(file);
    EXPECT_EQ(workspace().current(), own);
    workspace().remove(own);
    settle();
    open(file);
    EXPECT_NE(workspace().current(), copy);
    EXPECT_EQ(workspace().subjects().size(), 2U) << "the file is read, and not said to be open";
}

TEST_F(EditedTest, IsComparedWithWhatItsFileHoldsNow)
{
    const auto file = write("two.json", {{"a", pairOf(1)}, {"b", pairOf(2)}});
    open(file);
    const auto edited = workspace().subjects().back().id;
    workspace().setCurrent(edited);
    workspace().replace(edited, pairOf(7), QStringLiteral("edit"));
    settle();
    trigger("compare-file");
    EXPECT_EQ(workspace().current(), edited);
    const auto* beside = workspace().find(m_window.tabs().beside());
    ASSERT_NE(beside, nullptr);
    EXPECT_EQ(beside->name, QStringLiteral("b on disk"));
    EXPECT_EQ(firstDifference({{{"", *beside->tensor}}, {}}, {{{"", pairOf(2)}}, {}}), "");
    trigger("save");
    EXPECT_EQ(questionOf(m_window), nullptr);
    EXPECT_EQ(firstDifference({{{"", *workspace().find(edited)->tensor}}, {}}, {{{"", pairOf(7)}}, {}}), "");
}

TEST_F(EditedTest, ComparingWithTheFileAgainReplacesTheCopyThatIsOpen)
{
    const auto file = write("one.json", {{"a", pairOf(1)}});
    open(file);
    const auto own = workspace().current();
    edit(7);
    trigger("compare-file");
    trigger("compare-file");
    ASSERT_EQ(workspace().subjects().size(), 2U);
    EXPECT_EQ(workspace().current(), own);
    EXPECT_EQ(m_window.tabs().beside(), workspace().subjects().back().id);
    workspace().setCurrent(m_window.tabs().beside());
    edit(9);
    workspace().setCurrent(own);
    trigger("compare-file");
    EXPECT_EQ(workspace().subjects().size(), 3U) << "edits of a copy are the user's";
}

TEST_F(EditedTest, ACopyForComparisonStaysApartWhenItsFileIsReadAgain)
{
    const auto file = write("one.json", {{"a", pairOf(1)}});
    open(file);
    const auto own = workspace().current();
    trigger("compare-file");
    const auto beside = m_window.tabs().beside();
    write("one.json", {{"a", pairOf(5)}, {"b", pairOf(6)}});
    const auto firstOf = [&](SubjectId id) {
        return std::get<std::int64_t>(workspace().find(id)->tensor->member("values").array.at(0).number());
    };
    ASSERT_TRUE(waitUntil([&] { return firstOf(own) == 5 && firstOf(beside) == 5; }));
    settle();
    EXPECT_EQ(workspace().subjects().size(), 3U) << "what is new in the file comes once";
    edit(7);
    EXPECT_EQ(firstOf(own), 7);
    EXPECT_EQ(firstOf(beside), 5);
}

TEST_F(EditedTest, ATensorBeforeItsEditsStaysSoWhenTheyAreSaved)
{
    open(write("one.json", {{"a", pairOf(1)}}));
    edit(7);
    trigger("compare-before");
    const auto beside = m_window.tabs().beside();
    trigger("save");
    trigger("reload");
    settle();
    ASSERT_NE(workspace().find(beside), nullptr);
    EXPECT_EQ(firstDifference({{{"", *workspace().find(beside)->tensor}}, {}}, {{{"", pairOf(1)}}, {}}), "");
}

TEST_F(EditedTest, AFileThatIsGoneIsComparedWithASentence)
{
    const auto file = write("gone.json", {{"a", pairOf(1)}});
    open(file);
    QFile::remove(file);
    trigger("compare-file");
    EXPECT_EQ(m_window.tabs().beside(), 0);
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("a in its file: ")))
        << m_window.notices().text().toStdString();
}

TEST_F(EditedTest, CloseTakesAllOfAFileAndAsksWhereItIsEdited)
{
    const auto file = write("two.json", {{"a", pairOf(1)}, {"b", pairOf(2)}});
    open(QStringLiteral(":/samples/csr.json"));
    open(file);
    trigger("close");
    EXPECT_EQ(questionOf(m_window), nullptr);
    EXPECT_EQ(workspace().subjects().size(), 1U);
    open(file);
    edit(7);
    trigger("close");
    EXPECT_TRUE(questionText(m_window).contains(QStringLiteral("a"))) << questionText(m_window).toStdString();
    answer("cancel");
    EXPECT_EQ(workspace().subjects().size(), 3U);
    trigger("close");
    answer("save");
    EXPECT_EQ(workspace().subjects().size(), 1U);
    EXPECT_EQ(firstIn(file), 7);
    open(file);
    edit(8);
    trigger("close");
    answer("discard");
    EXPECT_EQ(workspace().subjects().size(), 1U);
    EXPECT_EQ(firstIn(file), 7);
}

TEST_F(EditedTest, AFileThatIsOpenIsShownAndNotOpenedAgain)
{
    const auto file = write("two.json", {{"a", pairOf(1)}, {"b", pairOf(2)}});
    open(file);
    workspace().setCurrent(workspace().subjects()[1].id);
    edit(7);
    open(QStringLiteral(":/samples/csr.json"));
    open(file);
    EXPECT_EQ(workspace().subjects().size(), 3U);
    EXPECT_EQ(current().origin->path, file);
    EXPECT_TRUE(m_window.statusBar()->currentMessage().contains(QStringLiteral("not saved")))
        << m_window.statusBar()->currentMessage().toStdString();
    EXPECT_EQ(firstDifference({{{"", *workspace().subjects()[1].tensor}}, {}}, {{{"", pairOf(7)}}, {}}), "");

    workspace().remove(workspace().subjects()[0].id);
    open(file);
    EXPECT_EQ(workspace().subjects().size(), 3U) << "what was taken off the list comes again";
    EXPECT_EQ(current().name.toStdString(), "a");
    EXPECT_EQ(current().origin, workspace().subjects()[0].origin);
}

TEST_F(EditedTest, AFileThatIsOpenAndHasChangedIsReadAgainWhenItIsOpened)
{
    const auto file = write("a.npy", {{"", pairOf(1)}});
    open(file);
    write("a.npy", {{"", pairOf(5)}});
    open(file);
    ASSERT_TRUE(waitUntil([&] { return first() == 5; }));
    settle();
    EXPECT_EQ(workspace().subjects().size(), 1U);
}

TEST_F(EditedTest, AReloadIsToldOnceAndNotForEver)
{
    open(write("a.npy", {{"", pairOf(1)}}));
    write("a.npy", {{"", pairOf(5)}});
    ASSERT_TRUE(
        waitUntil([&] { return m_window.statusBar()->currentMessage().contains(QStringLiteral("read again")); }));
    settle();
    EXPECT_EQ(notices(), QString());
    edit(7);
    write("a.npy", {{"", pairOf(6)}});
    ASSERT_TRUE(waitUntil([&] { return !notices().isEmpty(); }));
    settle();
    m_window.findChild<QAction*>(QStringLiteral("reload"))->trigger();
    settle();
    EXPECT_EQ(first(), 6);
    EXPECT_EQ(notices(), QString()) << "there is nothing left to decide";
}

TEST_F(EditedTest, WhatCouldNotBeReadIsToldUntilTheNextFilesAreOpened)
{
    open(QStringLiteral("/no/such/first.json"));
    EXPECT_TRUE(notices().contains(QStringLiteral("first.json")));
    open(QStringLiteral("/no/such/second.json"));
    EXPECT_FALSE(notices().contains(QStringLiteral("first.json"))) << notices().toStdString();
    EXPECT_TRUE(notices().contains(QStringLiteral("second.json")));
    open(QStringLiteral(":/samples/csr.json"));
    EXPECT_EQ(notices(), QString());
    QStringList log;
    for (const auto& entry : m_window.log().entries())
        log << entry.text;
    EXPECT_FALSE(log.filter(QStringLiteral("first.json")).isEmpty()) << "the log has all of them";
}

TEST_F(EditedTest, SamplesAreNamedInTheMenuAsOnTheStartPage)
{
    QStringList inMenu, onPage;
    for (const auto* menu : m_window.findChildren<QMenu*>())
        if (menu->title().remove(QLatin1Char('&')) == QLatin1String("Samples"))
            for (const auto* action : menu->actions())
                if (!action->isSeparator() && action->objectName() != QLatin1String("samples"))
                    inMenu << action->text();
    // Cards are named after what the sample is good for.
    int cards = 0;
    for (const auto* button : m_window.findChild<StartPage*>()->findChildren<QAbstractButton*>())
        if (Files::samples().contains(QStringLiteral(":/samples/%1.json").arg(button->objectName()))) {
            if (qobject_cast<const QCommandLinkButton*>(button) == nullptr)
                ++cards;
            else
                onPage << button->text();
        }
    EXPECT_EQ(inMenu.size(), Files::samples().size());
    EXPECT_EQ(onPage.size() + cards, Files::samples().size());
    for (const auto& name : onPage)
        EXPECT_TRUE(inMenu.contains(name)) << name.toStdString();
}

TEST_F(EditedTest, NoKeyOfAMenuIsGivenTwice)
{
    for (const auto* menu : m_window.findChildren<QMenu*>()) {
        QSet<QChar> keys;
        for (const auto* action : menu->actions()) {
            const auto text = action->text().remove(QStringLiteral("&&"));
            const auto at = text.indexOf(QLatin1Char('&'));
            if (at < 0)
                continue;
            const auto key = text.at(at + 1).toUpper();
            EXPECT_FALSE(keys.contains(key)) << menu->title().toStdString() << ": " << text.toStdString();
            keys.insert(key);
        }
    }
}
