// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "io/open.h"
#include "make/generators.h"
#include "notices.h"
#include "support/deep_folder.h"
#include "support/same_document.h"
#include "views/scene_view.h"
#include "views/subject_choice.h"
#include "widgets/support/questions.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTreeView>

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

class MainWindowTest : public testing::Test
{
protected:
    MainWindowTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
        settle();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    std::size_t count() { return m_window.workspace().subjects().size(); }

    MainWindow m_window{Theme::light};
};

QString write(const QTemporaryDir& folder, const char* name, const QByteArray& content)
{
    const auto path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
    return path;
}

} // namespace

TEST_F(MainWindowTest, OpensAllSamples)
{
    m_window.files().open(Files::samples());
    settle();
    ASSERT_EQ(count(), sampleNames().size());
    std::set<std::string> names;
    for (const auto& subject : m_window.workspace().subjects()) {
        names.insert(subject.name.toStdString());
        EXPECT_TRUE(subject.report);
    }
    for (const auto& name : sampleNames())
        EXPECT_TRUE(names.contains(name)) << name;
    EXPECT_NE(m_window.workspace().currentSubject(), nullptr);
    for (const auto* view : m_window.views())
        EXPECT_FALSE(view->scene().spots.empty()) << view->spec().id;
}

TEST_F(MainWindowTest, APanelThatIsAskedForComesToTheFront)
{
    ASSERT_TRUE(m_window.arrange(QStringLiteral("compare"))); // which has one at the bottom
    m_window.show();
    settle();
    for (const auto* id : {"dispatch", "devices", "log"}) {
        auto* dock = m_window.findChild<QDockWidget*>(QString::fromLatin1(id));
        ASSERT_FALSE(dock->isVisible());
        dock->toggleViewAction()->trigger();
        settle();
        EXPECT_TRUE(waitUntil([&] { return !dock->visibleRegion().isEmpty(); })) << id;
    }
}

TEST_F(MainWindowTest, FilesAreOpenedInTheOrderInWhichTheyWereNamed)
{
    const QTemporaryDir folder;
    QStringList paths;
    for (int i = 0; i < 8; ++i)
        paths << write(folder, ("t" + std::to_string(i) + ".json").c_str(),
                       R"({"layout":"strided","members":{"values":[1,2]}})");
    for (int round = 0; round < 20; ++round) {
        m_window.workspace().clear();
        m_window.files().open(paths);
        settle();
        ASSERT_EQ(count(), 8U);
        for (std::size_t i = 0; i < 8; ++i)
            ASSERT_EQ(m_window.workspace().subjects()[i].name.toStdString(), "t" + std::to_string(i));
    }
}

// So that of many files one at a time is held besides what is open.
TEST_F(MainWindowTest, AFileIsReadWhenTheTensorsOfTheOneBeforeItAreOpen)
{
    const QTemporaryDir folder;
    const auto first = write(folder, "first.json", R"({"layout":"strided","members":{"values":[1]}})"),
               second = write(folder, "second.json", R"({"layout":"strided","members":{"values":[1]}})");
    const auto connection =
        QObject::connect(&m_window.workspace(), &Workspace::subjectsAdded, &m_window, [&](const auto& ids) {
            if (ids.front() == m_window.workspace().subjects().front().id)
                write(folder, "second.json", R"({"layout":"strided","members":{"values":[1,2,3]}})");
        });
    m_window.files().open({first, second});
    settle();
    QObject::disconnect(connection);
    ASSERT_EQ(count(), 2U);
    const auto& values = m_window.workspace().subjects()[1].tensor->members.front().array;
    EXPECT_EQ(numel(values.geometry), 3);
}

TEST_F(MainWindowTest, WhatCantBeReadStaysToldUntilItIsPutAway)
{
    auto* notices = m_window.findChild<QWidget*>(QStringLiteral("notices"));
    EXPECT_FALSE(notices->isVisible());
    m_window.files().open({QStringLiteral("/no/such/file.json")});
    settle();
    EXPECT_FALSE(notices->isVisible()) << "the page in the middle says it";
    m_window.findChild<QPushButton*>(QStringLiteral("close refusal"))->click();
    EXPECT_TRUE(notices->isVisible());
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("file.json")));
    EXPECT_EQ(count(), 0U);

    const QTemporaryDir folder;
    m_window.files().open({write(folder, "broken.json", "{\"layout\": 7")});
    settle();
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("broken.json")));
    m_window.files().open({folder.path()});
    settle();
    EXPECT_EQ(count(), 0U);
    // A line that is there already is not said twice.
    const auto before = m_window.notices().text();
    m_window.files().open({folder.path()});
    settle();
    EXPECT_EQ(m_window.notices().text(), before);
    m_window.findChild<QPushButton*>(QStringLiteral("close refusal"))->click();
    EXPECT_LE(notices->height(), m_window.height() / 3);

    QTest::mouseClick(notices->findChild<QPushButton*>(QStringLiteral("dismiss")), Qt::LeftButton);
    EXPECT_FALSE(notices->isVisible());
    EXPECT_EQ(m_window.notices().text(), QString());
}

TEST_F(MainWindowTest, ThousandsOfTensorsArriveSomeAtATimeAndInOrder)
{
    const QTemporaryDir folder;
    std::string text = R"({"tensors":{"t0":{"layout":"strided","members":{"values":[1]}})";
    constexpr std::size_t all = 2000;
    for (std::size_t i = 1; i < all; ++i)
        text += ",\"t" + std::to_string(i) + R"(":{"layout":"strided","members":{"values":[1]}})";
    m_window.files().open({write(folder, "many.json", QByteArray::fromStdString(text + "}}"))});
    ASSERT_TRUE(waitUntil([&] { return count() > 0; }));
    EXPECT_LT(count(), all) << "the window would not have listened meanwhile";
    EXPECT_EQ(m_window.workspace().currentSubject()->name.toStdString(), "t0");
    settle();
    ASSERT_EQ(count(), all);
    for (std::size_t i = 0; i < all; ++i)
        ASSERT_EQ(m_window.workspace().subjects()[i].name.toStdString(), "t" + std::to_string(i));
    EXPECT_EQ(m_window.workspace().currentSubject()->name.toStdString(), "t0");
}

// Each step takes time for all that is open: the list is laid out, choices are filled, panels are
// updated.
TEST_F(MainWindowTest, ThousandsOfTensorsComeInFewSteps)
{
    const QTemporaryDir folder;
    std::string text = R"({"tensors":{"t0":{"layout":"strided","members":{"values":[1]}})";
    constexpr int all = 3000;
    for (int i = 1; i < all; ++i)
        text += ",\"t" + std::to_string(i) + R"(":{"layout":"strided","members":{"values":[1]}})";
    const QSignalSpy added(&m_window.workspace(), &Workspace::subjectsAdded);
    const auto& list = *m_window.findChild<QTreeView*>(QStringLiteral("subjects"))->model();
    const QSignalSpy listed(&list, &QAbstractItemModel::rowsInserted);
    std::vector<std::unique_ptr<QSignalSpy>> filledAnew;
    for (const auto* choice : m_window.findChildren<SubjectChoice*>())
        filledAnew.push_back(std::make_unique<QSignalSpy>(choice->model(), &QAbstractItemModel::modelReset));
    EXPECT_FALSE(filledAnew.empty());

    m_window.files().open({write(folder, "many.json", QByteArray::fromStdString(text + "}}"))});
    settle();
    ASSERT_EQ(count(), std::size_t{all});
    ASSERT_TRUE(waitUntil([&] { return list.rowCount(list.index(0, 0)) == all; }));
    EXPECT_LE(added.count(), all / 20);
    EXPECT_LE(listed.count(), added.count() + 2) << "and the file itself";
    for (const auto& spy : filledAnew)
        EXPECT_EQ(spy->count(), 0);
}

TEST_F(MainWindowTest, OfAFolderAllFilesOfTensorsAreOpened)
{
    const QTemporaryDir folder;
    ASSERT_TRUE(QDir(folder.path()).mkdir(QStringLiteral("below")));
    for (const auto* name : {"b.npy", "below/a.npy"})
        ASSERT_TRUE(QFile::copy(QStringLiteral(TSCOPE_TEST_DATA "/files/good/npy/f4_c.npy"),
                                folder.filePath(QString::fromLatin1(name))));
    write(folder, "notes.txt", "nothing of interest");
    m_window.files().open({folder.path()});
    settle();
    ASSERT_EQ(count(), 2U);
    EXPECT_EQ(m_window.workspace().subjects()[0].name.toStdString(), "b");
    EXPECT_EQ(m_window.workspace().subjects()[1].name.toStdString(), "a");
    EXPECT_FALSE(m_window.findChild<QWidget*>(QStringLiteral("notices"))->isVisible());

    const QTemporaryDir empty;
    m_window.files().open({empty.path()});
    settle();
    EXPECT_EQ(count(), 2U);
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("folder")));
}

// The files behind it are open, and what was not looked into is said.
TEST_F(MainWindowTest, AFolderThatCannotBeLookedIntoIsSaid)
{
    const QTemporaryDir folder;
    write(folder, "z.json", R"({"layout":"strided","members":{"values":[1]}})");
    const auto deep = folder.filePath(QStringLiteral("m")).toStdString();
    ASSERT_GT(test::makeDeepFolder(deep, 6000), 20);
    m_window.files().open({folder.path()});
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return m_window.notices().text().contains(QStringLiteral("can't be looked into")); }, 20'000));
    EXPECT_TRUE(QTest::qWaitFor([&] { return count() == 1; }, 20'000));
    std::filesystem::remove_all(deep); // too deep for Qt
}

// Each notice takes time in which the window does not listen.
TEST_F(MainWindowTest, OfManyFoldersThatAreNotLookedIntoMostAreCounted)
{
    const QTemporaryDir folder, elsewhere;
    for (int i = 0; i < 3000; ++i)
        std::filesystem::create_directory_symlink(elsewhere.path().toStdString(),
                                                  folder.filePath(QStringLiteral("%1").arg(i)).toStdString());
    const QSignalSpy noticed(&m_window.files(), &Files::noticed);
    m_window.files().open({folder.path()});
    settle();
    ASSERT_EQ(noticed.size(), 51);
    EXPECT_TRUE(noticed[49][1].toString().contains(QStringLiteral("which is not followed")));
    EXPECT_EQ(noticed[50][1].toString().toStdString(),
              "2950 more folders were not looked into, or hold no tensors");

    m_window.files().open({folder.path()});
    m_window.files().stop();
    settle();
    EXPECT_EQ(noticed.size(), 51) << "a walk that is stopped tells nothing";
}

TEST_F(MainWindowTest, OfAFolderOfTooManyFilesTheFirstAreOpenedAndThatIsSaidAfterwards)
{
    const QTemporaryDir folder;
    for (int i = 0; i < 502; ++i)
        write(folder, qPrintable(QStringLiteral("%1.npy").arg(i)), "none");
    const QSignalSpy noticed(&m_window.files(), &Files::noticed);
    std::vector<Refusal> refused;
    QObject::connect(&m_window.files(), &Files::refused, &m_window,
                     [&](const std::vector<Refusal>& refusals) { refused = refusals; });
    m_window.files().open({folder.path()});
    settle();
    ASSERT_EQ(noticed.size(), 501);
    EXPECT_EQ(noticed[500][1].toString().toStdString(),
              "only the first 500 of 502 files in this folder were opened");
    ASSERT_EQ(refused.size(), 500U);
    for (const auto& refusal : refused)
        EXPECT_NE(refusal.path, folder.path()) << "there are no details of it";
}

TEST_F(MainWindowTest, WhatIsReadLongIsToldAndCanBeCancelled)
{
    const QTemporaryDir folder;
    std::string text = R"({"layout":"strided","members":{"values":[0)";
    for (int i = 0; i < 8'000'000; ++i) // long on any machine
        text += ",1";
    const auto path = write(folder, "long.json", QByteArray::fromStdString(text + "]}}"));
    const auto* reading = m_window.findChild<QLabel*>(QStringLiteral("reading"));
    auto* cancel = m_window.findChild<QPushButton*>(QStringLiteral("cancel"));
    m_window.files().open({path});
    ASSERT_TRUE(waitUntil([&] { return cancel->isVisible(); }));
    EXPECT_TRUE(reading->text().contains(QStringLiteral("long.json"))) << reading->text().toStdString();

    QTest::mouseClick(cancel, Qt::LeftButton);
    EXPECT_FALSE(cancel->isVisible());
    EXPECT_FALSE(reading->isVisible());
    settle();
    EXPECT_EQ(count(), 0U);
    EXPECT_FALSE(cancel->isVisible());

    m_window.files().open({path});
    settle();
    EXPECT_EQ(count(), 1U);
    EXPECT_FALSE(cancel->isVisible());
}

TEST_F(MainWindowTest, ANamelessTensorIsCalledAfterItsFile)
{
    const QTemporaryDir folder;
    m_window.files().open(
        {write(folder, "weights.v1.json", R"({"layout":"strided","members":{"values":[1,2]}})")});
    settle();
    ASSERT_EQ(count(), 1U);
    EXPECT_EQ(m_window.workspace().subjects()[0].name.toStdString(), "weights.v1");
    EXPECT_EQ(m_window.workspace().subjects()[0].origin->title.toStdString(), "weights.v1.json");
}

TEST_F(MainWindowTest, TextIsPasted)
{
    m_window.files().paste(QStringLiteral("[[1, 2, 3], [4, 5, 6]]"));
    settle();
    ASSERT_EQ(count(), 1U);
    EXPECT_EQ(m_window.workspace().currentSubject()->tensor->layout->name, "strided");

    m_window.files().paste(QStringLiteral("what is this"));
    settle();
    EXPECT_EQ(count(), 1U);
    EXPECT_FALSE(m_window.notices().text().isEmpty());
}

TEST_F(MainWindowTest, WhatIsCopiedOfATensorIsPastedAsTheTensor)
{
    for (const auto& name : sampleNames())
        for (const auto* form : {"copy text", "copy json", "copy torch", "copy numpy"}) {
            SCOPED_TRACE(name + ", " + form);
            m_window.workspace().clear();
            m_window.workspace().add(Document{{{name, sample(name)}}, {}}, QStringLiteral("test"));
            settle();
            m_window.findChild<QAction*>(QString::fromLatin1(form))->trigger();
            settle();
            m_window.findChild<QAction*>(QStringLiteral("paste"))->trigger();
            settle();
            ASSERT_EQ(count(), 2U);
            const auto& pasted = m_window.workspace().subjects()[1];
            EXPECT_EQ(firstDifference({{{name, *pasted.tensor}}, {}}, {{{name, sample(name)}}, {}}), "");
            EXPECT_EQ(pasted.name.toStdString(), name);
        }
}

TEST_F(MainWindowTest, DroppedTextAndFilesAreOpened)
{
    const QTemporaryDir folder;
    const auto drop = [&](QMimeData& data) {
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&m_window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&m_window, &event);
        settle();
    };
    QMimeData text, files;
    text.setText(QStringLiteral("[1, 2]"));
    files.setUrls(
        {QUrl::fromLocalFile(write(folder, "a.json", R"({"layout":"strided","members":{"values":[1]}})"))});
    drop(text);
    EXPECT_EQ(count(), 1U);
    drop(files);
    EXPECT_EQ(count(), 2U);
}

TEST_F(MainWindowTest, EveryThemeIsWorn)
{
    m_window.files().open(Files::samples());
    settle();
    for (const auto theme : {Theme::dark, Theme::highContrast, Theme::light}) {
        m_window.setTheme(theme);
        settle();
        const auto& palette = Palette::of(theme);
        EXPECT_EQ(QApplication::palette().color(QPalette::Base), palette[Ink::canvas]);
        for (auto* view : m_window.views()) {
            const auto image = view->viewport()->grab().toImage();
            EXPECT_EQ(image.pixelColor(image.width() - 3, image.height() - 3), palette[Ink::canvas])
                << view->spec().id;
        }
        const auto window = m_window.grab().toImage();
        const auto bar = m_window.statusBar()->geometry().center();
        EXPECT_EQ(window.pixelColor(bar), palette[Ink::surface]);
    }
}

TEST_F(MainWindowTest, ArrangementsShowWhatTheySay)
{
    const auto seen = [&](const char* panel) {
        return m_window.findChild<QDockWidget*>(QString::fromLatin1(panel))->isVisible();
    };
    m_window.files().open({Files::samples().front()}); // without a tensor they have nothing to show
    settle();
    EXPECT_TRUE(m_window.arrange(QStringLiteral("learn")));
    EXPECT_TRUE(seen("explain"));
    EXPECT_FALSE(seen("rules"));
    EXPECT_TRUE(m_window.arrange(QStringLiteral("compare")));
    EXPECT_TRUE(seen("workspace"));
    EXPECT_TRUE(seen("explain"));
    EXPECT_TRUE(seen("compare"));
    EXPECT_TRUE(m_window.arrange(QStringLiteral("debug")));
    EXPECT_FALSE(seen("compare"));
    EXPECT_TRUE(seen("rules"));
    EXPECT_FALSE(m_window.arrange(QStringLiteral("dream")));
    EXPECT_TRUE(seen("rules"));
}

TEST_F(MainWindowTest, EveryActionOfTheMenusCanBeReachedAndNoShortcutIsTakenTwice)
{
    std::set<QString> keys;
    const std::function<void(const QList<QAction*>&)> walk = [&](const QList<QAction*>& actions) {
        for (const auto* action : actions) {
            if (action->menu() != nullptr) {
                walk(action->menu()->actions());
                continue;
            }
            if (action->isSeparator())
                continue;
            EXPECT_FALSE(action->text().isEmpty());
            for (const auto& shortcut : action->shortcuts())
                EXPECT_TRUE(keys.insert(shortcut.toString()).second) << shortcut.toString().toStdString();
        }
    };
    walk(m_window.menuBar()->actions());
    EXPECT_GT(keys.size(), 5U);
}

// One trip through the house: a broken tensor, the place, the element.
TEST_F(MainWindowTest, PointingInOneViewIsSeenInPanelsAndViews)
{
    m_window.workspace().add(Document{{{"a", sample("csr")}}, {}}, QStringLiteral("test"));
    settle();
    auto& logical = *m_window.views().front();
    const auto spot = logical.scene().spots.front();
    QTest::mouseMove(logical.viewport(), spot.rect.center().toPoint());
    settle();
    ASSERT_TRUE(m_window.selection().hovered());
    EXPECT_EQ(m_window.selection().hovered()->place, spot.place);
    EXPECT_FALSE(m_window.selection().hovered()->related.slots.empty());
    EXPECT_FALSE(m_window.findChild<QPlainTextEdit*>(QStringLiteral("explain text"))->toPlainText().isEmpty());
}

TEST_F(MainWindowTest, UndoAndRedoAreActionsOfTheMenu)
{
    m_window.workspace().add(Document{{{"a", sample("csr")}}, {}}, QStringLiteral("test"));
    settle();
    const auto id = m_window.workspace().current();
    m_window.workspace().replace(id, sample("coo"), QStringLiteral("replace it"));
    QAction* undo = nullptr;
    for (auto* action : m_window.findChildren<QAction*>())
        if (action->shortcut() == QKeySequence(QKeySequence::Undo))
            undo = action;
    ASSERT_NE(undo, nullptr);
    EXPECT_TRUE(undo->isEnabled());
    EXPECT_TRUE(undo->text().contains(QStringLiteral("replace it")));
    undo->trigger();
    settle();
    EXPECT_EQ(m_window.workspace().find(id)->tensor->layout->name, "csr");
    EXPECT_FALSE(undo->isEnabled());
    m_window.activateWindow();
    for (const auto& [key, modifiers] : {std::pair(Qt::Key_Y, Qt::KeyboardModifiers(Qt::ControlModifier)),
                                         std::pair(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier)}) {
        m_window.workspace().undoStack().setIndex(0);
        QTest::keyClick(&m_window, key, modifiers);
        settle();
        EXPECT_EQ(m_window.workspace().find(id)->tensor->layout->name, "coo") << key;
    }
}

TEST(MainWindow, ClosesInTheMiddleOfWork)
{
    for (int round = 0; round < 10; ++round) {
        auto window = std::make_unique<MainWindow>(Theme::light);
        window->show();
        window->files().open(Files::samples());
        window->workspace().add(Document{{{"a", oddTensor("six_dims")}}, {}}, QStringLiteral("test"));
        for (int turn = 0; turn < round; ++turn)
            QCoreApplication::processEvents();
        window->selection().hover(window->workspace().current(), Slots{"values", 0, 1});
        window->close();
        window.reset();
        QCoreApplication::processEvents();
    }
}

TEST(MainWindow, ClosesWithAllSamplesOpenAndSomethingSelected)
{
    MainWindow window(Theme::dark);
    window.show();
    window.files().open(Files::samples());
    ASSERT_TRUE(settle(window.jobs()));
    window.selection().select(window.workspace().current(), ElementPlace{{0, 0}});
    ASSERT_TRUE(settle(window.jobs()));
}

TEST(MainWindow, FitsASmallScreen)
{
    MainWindow window(Theme::light);
    window.show();
    EXPECT_LE(window.minimumSizeHint().width(), 1024);
    EXPECT_LE(window.minimumSizeHint().height(), 720);
}

TEST_F(MainWindowTest, UndoIsTheWindowsAlsoWhileAFieldOfTheGeometryHasTheFocus)
{
    m_window.files().open({QStringLiteral(":/samples/strided.json")});
    settle();
    m_window.arrange(QStringLiteral("learn"));
    m_window.activateWindow();
    auto* field = m_window.findChild<QLineEdit*>(QStringLiteral("offset field"));
    ASSERT_NE(field, nullptr);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("0"));
    QTest::keyClick(field, Qt::Key_Return);
    settle();
    ASSERT_TRUE(m_window.workspace().undoStack().canUndo());
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    settle();
    EXPECT_FALSE(m_window.workspace().undoStack().canUndo());
    EXPECT_EQ(field->text().toStdString(), "1");
}

TEST_F(MainWindowTest, ASavedTensorKeepsItsNameAndWhatLayBesideIt)
{
    const QTemporaryDir folder;
    m_window.files().open({write(
        folder, "a.mtx", "%%MatrixMarket matrix coordinate real general\n% said by its maker\n2 2 1\n1 1 5\n")});
    settle();
    const auto save = [&](const char* name) {
        const auto path = folder.filePath(QString::fromLatin1(name));
        m_window.files().save(Files::snapshotOf(*m_window.workspace().currentSubject()), path);
        settle();
        return *Files::read(path);
    };
    auto saved = save("b.mtx");
    ASSERT_EQ(saved.others.size(), 1U);
    EXPECT_NE(saved.others[0].text.find("said by its maker"), std::string::npos);
    saved = save("c.json");
    EXPECT_EQ(saved.tensors[0].name, "") << "the name was that of the file";
    m_window.workspace().rename(m_window.workspace().current(), QStringLiteral("weights"));
    saved = save("d.safetensors");
    ASSERT_FALSE(saved.tensors.empty());
    EXPECT_TRUE(saved.tensors[0].name.starts_with("weights")) << saved.tensors[0].name;
}

TEST_F(MainWindowTest, AWholeDocumentIsSavedWithItsEditsAndNames)
{
    const QTemporaryDir folder;
    const auto tensor = [](std::int64_t value) {
        return *makeTensorOf({.layout = "strided", .size = {2, value}, .density = 1, .dtype = ElementType::f32});
    };
    const auto source = folder.filePath(QStringLiteral("a.safetensors"));
    ASSERT_TRUE(saveFile({{{"first", tensor(3)}, {"second", tensor(4)}}, {}, {}}, source.toStdString()));
    m_window.files().open({Files::samples().first()});
    settle();
    auto* action = m_window.findChild<QAction*>(QStringLiteral("save-document"));
    EXPECT_FALSE(action->isEnabled()) << "there is nothing but the one tensor";
    m_window.files().open({source});
    settle();
    EXPECT_TRUE(action->isEnabled());
    auto& workspace = m_window.workspace();
    const auto second = workspace.subjects().back().id;
    workspace.replace(second, tensor(5), QStringLiteral("grow"));
    workspace.duplicate(second);
    workspace.duplicate(second);
    settle();
    for (const auto& subject : workspace.subjects())
        if (subject.id > second)
            workspace.rename(subject.id, QStringLiteral("second"));
    settle();
    workspace.setCurrent(second);
    action->trigger();
    auto* dialog = m_window.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->selectedFiles(), QStringList{source});
    const auto path = folder.filePath(QStringLiteral("b.safetensors"));
    Q_EMIT dialog->fileSelected(path);
    settle();
    const auto saved = *Files::read(path);
    ASSERT_EQ(saved.tensors.size(), 4U);
    EXPECT_EQ(saved.tensors[0].name, "first");
    EXPECT_EQ(saved.tensors[0].tensor.members[0].array.geometry.sizes, (Extents{2, 3}));
    EXPECT_EQ(saved.tensors[1].name, "second");
    EXPECT_EQ(saved.tensors[1].tensor.members[0].array.geometry.sizes, (Extents{2, 5}));
    EXPECT_EQ(saved.tensors[2].name, "second (2)");
    EXPECT_EQ(saved.tensors[3].name, "second (3)");
}

TEST_F(MainWindowTest, AllNotesOfSavesStayTold)
{
    const QTemporaryDir folder;
    m_window.files().open({write(
        folder, "a.mtx", "%%MatrixMarket matrix coordinate real general\n% said by its maker\n2 2 1\n1 1 5\n")});
    settle();
    m_window.workspace().rename(m_window.workspace().current(), QStringLiteral("weights"));
    const auto& subject = *m_window.workspace().currentSubject();
    const Document document{{{"weights", *subject.tensor}}, {}, subject.origin->others};
    QStringList expected;
    for (const auto* name : {"b.npz", "c.pt"}) { // no room for the name; for what lies beside the tensor
        const auto path = folder.filePath(QString::fromLatin1(name));
        const auto notes = saveFile(document, path.toStdString());
        ASSERT_TRUE(notes);
        ASSERT_FALSE(notes->empty()) << name;
        for (const auto& note : *notes)
            expected << QString::fromStdString(note);
        m_window.files().save(Files::snapshotOf(subject), path);
        settle();
    }
    m_window.files().save(Files::snapshotOf(subject), folder.filePath(QStringLiteral("d.unknown")));
    settle();
    expected << QStringLiteral("d.unknown");
    for (const auto& note : expected)
        EXPECT_TRUE(m_window.notices().text().contains(note)) << note.toStdString();
}

TEST_F(MainWindowTest, SavingOffersANameAndTheFormats)
{
    m_window.files().open({Files::samples().first()});
    settle();
    m_window.workspace().rename(m_window.workspace().current(), QStringLiteral("a/b: c"));
    m_window.findChild<QAction*>(QStringLiteral("save-as"))->trigger();
    auto* dialog = m_window.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    ASSERT_EQ(dialog->selectedFiles().size(), 1);
    EXPECT_EQ(QFileInfo(dialog->selectedFiles().first()).fileName(), QStringLiteral("a_b__c.json"));
    for (const auto* ending : {"*.json", "*.npy", "*.npz", "*.mtx", "*.pt", "*.safetensors"})
        EXPECT_FALSE(dialog->nameFilters().filter(QString::fromLatin1(ending)).isEmpty()) << ending;
    delete dialog;
}

TEST_F(MainWindowTest, SavingIsShownAndCanBeCancelledWhichLeavesTheOldFile)
{
    const QTemporaryDir folder;
    const auto path = write(folder, "a.json", "old");
    const auto tensor =
        makeTensorOf({.layout = "strided", .size = {4000, 3000}, .density = 1, .dtype = ElementType::f64});
    ASSERT_TRUE(tensor) << tensor.error().text;
    const auto id = m_window.workspace().add(*tensor, QStringLiteral("large"), QStringLiteral("test"));
    auto* shown = m_window.findChild<QLabel*>(QStringLiteral("reading"));
    auto* cancel = m_window.findChild<QPushButton*>(QStringLiteral("cancel"));
    ASSERT_FALSE(shown->isVisibleTo(&m_window));
    m_window.files().save(Files::snapshotOf(*m_window.workspace().find(id)), path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return shown->isVisibleTo(&m_window); }, 20'000));
    EXPECT_TRUE(shown->text().startsWith(QStringLiteral("Saving a.json: "))) << shown->text().toStdString();
    QTest::mouseClick(cancel, Qt::LeftButton);
    EXPECT_FALSE(shown->isVisibleTo(&m_window));
    EXPECT_FALSE(cancel->isVisibleTo(&m_window));
    // The worker sees it soon after, and takes its part of the file away.
    ASSERT_TRUE(QTest::qWaitFor([&] { return QDir(folder.path()).entryList(QDir::Files).size() == 1; }, 20'000));
    QFile kept(path);
    ASSERT_TRUE(kept.open(QIODevice::ReadOnly));
    EXPECT_EQ(kept.readAll(), QByteArray("old"));
    settle();
    EXPECT_EQ(m_window.statusBar()->currentMessage().toStdString(), "a.json was not saved.");
}

// The file is in its place, and its window has not been told.
TEST_F(MainWindowTest, ASavingThatIsCancelledTooLateIsNotCalledUnsaved)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("a.json"));
    const auto id = m_window.workspace().add(sample("csr"), QStringLiteral("a"), QStringLiteral("test"));
    settle();
    const QSignalSpy told(&m_window.files(), &Files::told);
    m_window.files().save(Files::snapshotOf(*m_window.workspace().find(id)), path);
    for (int i = 0; i < 20'000 && !QFile::exists(path); ++i)
        QThread::msleep(1); // nothing is delivered meanwhile
    ASSERT_TRUE(QFile::exists(path));
    m_window.files().stop();
    settle();
    ASSERT_EQ(told.size(), 1);
    EXPECT_EQ(told[0][0].toString().toStdString(), "Saved a.json.");

    m_window.files().save(Files::snapshotOf(*m_window.workspace().find(id)), path);
    m_window.files().stop(); // before anything is written, or after all is
    settle();
    EXPECT_EQ(told.size(), 2) << "either is told";
}

TEST_F(MainWindowTest, AReadingThatFailsIsNoLongerShownAsUnderWay)
{
    const QTemporaryDir folder;
    QSignalSpy reading(&m_window.files(), &Files::reading);
    const auto path = write(folder, "a.json", "[1, 2]");
    m_window.files().open({path});
    reading.clear(); // nothing was being read before
    Q_EMIT m_window.jobs().failed(QStringLiteral("no memory"), &m_window.files(), QStringLiteral("open ") + path);
    ASSERT_EQ(reading.size(), 1);
    EXPECT_EQ(reading[0][0].toString(), QString());
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("a.json: no memory")));
    settle();
}

TEST(KeyboardStart, IsInThePictureOfWhatWasOpened)
{
    MainWindow window(Theme::light);
    window.show();
    window.files().open({QStringLiteral(":/samples/csr.json")});
    ASSERT_TRUE(settle(window.jobs()));
    EXPECT_EQ(window.focusWidget(), window.views().front());
}
