// SPDX-License-Identifier: GPL-3.0-or-later
// What the menus and the tool bar of the window offer, done with mouse and keys.
#include "notices.h"
#include "style/palette.h"
#include "views/scene_view.h"
#include "widgets/tensorscope/action_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;
using namespace tscope::test;

namespace {

using ActionsTest = ActionWindowTest;

} // namespace

TEST_F(ActionsTest, CompareSetsTwoBesideEachOtherAndSaysHowTheyDiffer)
{
    open({"csr", "csc", "coo"});
    child<QAction>("compare").trigger();
    settle();
    EXPECT_TRUE(isSeen("compare"));
    ASSERT_TRUE(m_window.tabs().tab().isSplit());
    auto& heading = child<QLabel>("compare heading");
    EXPECT_TRUE(heading.text().startsWith(QStringLiteral("First: csr. Second: "))) << heading.text().toStdString();
    EXPECT_EQ(child<QListWidget>("differences").count(), 6);
    child<QAction>("unsplit").trigger();
    settle();
    EXPECT_TRUE(heading.text().contains(QStringLiteral("Nothing stands beside csr")))
        << heading.text().toStdString();
    child<QAction>("debug").trigger();
    EXPECT_FALSE(isSeen("compare"));
    EXPECT_FALSE(m_window.tabs().tab().isSplit());
}

TEST_F(ActionsTest, CompareWaitsForASecondTensor)
{
    child<QAction>("compare").trigger();
    settle();
    auto& heading = child<QLabel>("compare heading");
    EXPECT_TRUE(heading.text().contains(QStringLiteral("Nothing is open"))) << heading.text().toStdString();
    open({"csr"});
    EXPECT_TRUE(heading.text().contains(QStringLiteral("Only csr is open"))) << heading.text().toStdString();
    open({"csc"});
    EXPECT_TRUE(m_window.tabs().tab().isSplit());
    EXPECT_EQ(child<QListWidget>("differences").count(), 6);
    // What the user took apart stays so.
    child<QAction>("unsplit").trigger();
    open({"coo"});
    EXPECT_FALSE(m_window.tabs().tab().isSplit());
}

TEST_F(ActionsTest, ADifferenceIsGoneToInBothPanes)
{
    const auto vector = [](int last) {
        return tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":[1,2,)" + std::to_string(last) +
                        "]}}");
    };
    m_window.workspace().add(Document{{{"a", vector(3)}, {"b", vector(4)}}, {}}, QStringLiteral("test"));
    m_window.arrange(QStringLiteral("compare"));
    settle();
    auto& list = child<QListWidget>("differences");
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(list.item(0)).center());
    settle();
    const auto& selected = m_window.selection().selected();
    ASSERT_TRUE(selected);
    for (const auto& pane : m_window.tabs().tab().panes) {
        ASSERT_NE(selected->in(pane.subject), nullptr);
        EXPECT_EQ(selected->in(pane.subject)->place, Place(ElementPlace{{2}}));
    }
}

TEST_F(ActionsTest, TheToolBarHasAnIconInTheColourOfItsTextBesideEachName)
{
    open({"broken_pointer"});
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast}) {
        m_window.setTheme(theme);
        for (const auto* id : {"open", "save", "build", "undo", "redo", "transpose", "conversions", "repair",
                               "compare", "time", "lessons", "palette"}) {
            auto& shown = button(id);
            EXPECT_FALSE(shown.text().isEmpty()) << id;
            EXPECT_EQ(shown.toolButtonStyle(), Qt::ToolButtonTextBesideIcon) << id;
            ASSERT_FALSE(shown.icon().isNull()) << id;
            const auto image = shown.icon().pixmap(64).toImage();
            const auto text = Palette::of(theme)[Ink::text];
            int drawn = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    drawn += image.pixelColor(x, y).rgb() == text.rgb() ? 1 : 0;
            EXPECT_GT(drawn, 100) << id;
        }
    }
    m_window.setTheme(Theme::light);
    EXPECT_EQ(child<QToolBar>("tools").widgetForAction(&child<QAction>("zoom-in")), nullptr);
}

TEST_F(ActionsTest, FitIsAnActionOfTheViewMenu)
{
    open({"csr"});
    auto& view = *m_window.views().front();
    const auto fitted = view.zoom();
    child<QAction>("zoom-in").trigger();
    settle();
    ASSERT_GT(view.zoom(), fitted);
    child<QAction>("fit").trigger();
    settle();
    EXPECT_DOUBLE_EQ(view.zoom(), fitted);
}

TEST_F(ActionsTest, TheToolBarBuildsAndRepairs)
{
    auto& build = button("build");
    EXPECT_EQ(build.popupMode(), QToolButton::InstantPopup);
    const auto* menu = build.defaultAction()->menu();
    ASSERT_NE(menu, nullptr);
    EXPECT_TRUE(menu->actions().contains(&child<QAction>("build-generate")));
    auto& repair = button("repair");
    EXPECT_FALSE(repair.isEnabled());
    open({"csr"});
    EXPECT_FALSE(repair.isEnabled()) << "nothing is wrong with it";
    open({"broken_pointer"});
    ASSERT_TRUE(repair.isEnabled());
    m_window.arrange(QStringLiteral("learn"));
    QTest::mouseClick(&repair, Qt::LeftButton);
    settle();
    EXPECT_TRUE(isSeen("rules")) << "where the other repairs are";
    const auto* subject = m_window.workspace().currentSubject();
    ASSERT_TRUE(subject->preview);
    const auto before = subject->tensor;
    EXPECT_NE(subject->shown().tensor, before) << "it is seen";
    QTest::mouseClick(&child<QPushButton>("preview apply"), Qt::LeftButton);
    settle();
    EXPECT_NE(subject->tensor, before);
    EXPECT_EQ(m_window.workspace().undoStack().count(), 1);
    m_window.workspace().undoStack().undo();
    EXPECT_EQ(subject->tensor, before);
}

// A large tensor's repairs are tried out after they are listed, and some of them turn out to be no help.
TEST_F(ActionsTest, RepairTakesTheFirstOfTheList)
{
    constexpr int entries = 140'000;
    std::string columns = "0";
    for (int k = 1; k < entries; ++k)
        columns += "," + std::to_string(k);
    Document document;
    document.tensors.push_back(
        {"large",
         tensorOf(R"({"layout":"csr","size":[3,200000],"members":{"crow_indices":[0,150000,70000,140000],)"
                  R"("col_indices":[)" +
                  columns + R"(],"values":{"dtype":"float32","shape":[140000]}}})")});
    m_window.workspace().add(document, QStringLiteral("test"));
    settle();
    const auto* subject = m_window.workspace().currentSubject();
    ASSERT_NE(subject, nullptr);
    ASSERT_FALSE(subject->report->repairs.empty());
    EXPECT_EQ(subject->report->repairs.front().id, "restore-pointer")
        << "which nothing tells how, once it is tried";
    auto& repairs = child<QListWidget>("repairs");
    ASSERT_GT(repairs.count(), 0);
    const auto first = repairs.item(0)->text().section(QLatin1Char('\n'), 0, 0);
    QTest::mouseClick(&button("repair"), Qt::LeftButton);
    settle();
    ASSERT_TRUE(subject->preview);
    EXPECT_EQ(subject->preview->title, first);
    EXPECT_TRUE(first.startsWith(QStringLiteral("set crow_indices[1] from 150000 to 70000")))
        << first.toStdString();
}

TEST_F(ActionsTest, TheLogTellsWhatWasDoneAndWhatFailed)
{
    const auto has = [this](Log::Kind kind, const char* text) {
        return std::ranges::any_of(m_window.log().entries(), [&](const Log::Entry& entry) {
            return entry.kind == kind && entry.text.contains(QString::fromUtf8(text));
        });
    };
    m_window.files().open({QStringLiteral("/no/such/file.json"), QStringLiteral(":/samples/broken_pointer.json")});
    settle();
    EXPECT_TRUE(has(Log::Kind::notice, "file.json"));
    EXPECT_TRUE(has(Log::Kind::done, "Opened :/samples/broken_pointer.json"));
    EXPECT_TRUE(has(Log::Kind::notice, "broken_pointer: "));
    QApplication::clipboard()->setText(QStringLiteral("[1, 2, 3]"));
    child<QAction>("paste").trigger();
    settle();
    EXPECT_TRUE(has(Log::Kind::done, "paste "));
    m_window.jobs().start(
        &m_window, QStringLiteral("fails"), [](const Watch&) -> int { throw std::runtime_error("as it has to"); },
        [](int) {});
    settle();
    EXPECT_TRUE(has(Log::Kind::error, "as it has to"));
}

TEST_F(ActionsTest, AllPicturesAreExportedAsLargeAsAProjectorAndReplaceNoFile)
{
    open({"csr"});
    m_window.views().front()->setZoom(200, {}); // which the files do not show
    settle();
    const QTemporaryDir folder;
    for (int round = 0; round < 2; ++round) {
        child<QAction>("export-all").trigger();
        auto& dialog = *m_window.findChild<QFileDialog*>();
        dialog.setDirectory(folder.path());
        static_cast<QDialog&>(dialog).accept();
        settle();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    EXPECT_EQ(
        QDir(folder.path()).entryList(QDir::Files, QDir::Name).join(QLatin1Char(' ')).toStdString(),
        "csr-logical 2.png csr-logical.png csr-members 2.png csr-members.png csr-storage 2.png csr-storage.png");
    for (const auto& file : QDir(folder.path()).entryInfoList(QDir::Files)) {
        const QImage image(file.filePath());
        EXPECT_EQ(image.size(), QSize(1920, 1080)) << file.fileName().toStdString();
        EXPECT_EQ(image.pixelColor(2, 2), Palette::of(Theme::light)[Ink::canvas]) << file.fileName().toStdString();
    }
}

TEST_F(ActionsTest, AnExportedPictureIsNamedAfterItsTensorAndThePlace)
{
    open({"csr"});
    settle();
    const auto suggested = [this] {
        child<QAction>("export").trigger();
        auto& dialog = *m_window.findChild<QFileDialog*>();
        const auto name = QFileInfo(dialog.selectedFiles().value(0)).fileName().toStdString();
        dialog.reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return name;
    };
    EXPECT_EQ(suggested(), "csr-logical.png");
    m_window.selection().select(m_window.workspace().current(), ElementPlace{{0, 1}});
    settle();
    EXPECT_EQ(suggested(), "csr-logical-0-1.png");
    m_window.selection().select(m_window.workspace().current(), Slots{"plain", 2, 3});
    settle();
    EXPECT_EQ(suggested(), "csr-logical-col_indices-2.png");
}

TEST_F(ActionsTest, TheMenuOfAPictureExportsThatPicture)
{
    open({"csr"});
    settle();
    m_window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&m_window));
    auto& members = *m_window.views()[1];
    const QPoint at(3, 3);
    QTest::mouseClick(members.viewport(), Qt::RightButton, {}, at);
    QContextMenuEvent asked(QContextMenuEvent::Mouse, at, members.viewport()->mapToGlobal(at));
    QApplication::sendEvent(members.viewport(), &asked);
    auto& menu = *members.findChild<QMenu*>(QStringLiteral("view menu"));
    const auto actions = menu.actions();
    const auto entry = std::ranges::find_if(actions, [](const QAction* each) {
        return each->text().startsWith(QStringLiteral("Export as a picture"));
    });
    ASSERT_NE(entry, actions.end());
    QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(*entry).center());
    auto* dialog = m_window.findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(QFileInfo(dialog->selectedFiles().value(0)).fileName().toStdString(), "csr-members.png");
    dialog->reject();
}

TEST_F(ActionsTest, TheOpenDialogBeginsWhereAFileWasOpenedOrSavedLast)
{
    const QTemporaryDir first, second;
    const auto folderOfDialog = [this] {
        child<QAction>("open").trigger();
        auto& dialog = *m_window.findChild<QFileDialog*>();
        const auto folder = dialog.directory().absolutePath();
        EXPECT_TRUE(dialog.selectedNameFilter().contains(QStringLiteral("*.json *.txt *.npy")))
            << dialog.selectedNameFilter().toStdString();
        EXPECT_EQ(dialog.nameFilters().size(), 2);
        dialog.reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return folder;
    };
    const auto path = QDir(first.path()).filePath(QStringLiteral("a.json"));
    ASSERT_TRUE(QFile::copy(QStringLiteral(":/samples/csr.json"), path));
    m_window.files().open({path});
    settle();
    EXPECT_EQ(folderOfDialog(), QDir(first.path()).absolutePath());
    m_window.files().open({QStringLiteral(":/samples/coo.json")}); // which is in no folder
    settle();
    EXPECT_EQ(folderOfDialog(), QDir(first.path()).absolutePath());
    m_window.files().save(Files::snapshotOf(*m_window.workspace().currentSubject()),
                          QDir(second.path()).filePath(QStringLiteral("b.json")));
    settle();
    EXPECT_EQ(folderOfDialog(), QDir(second.path()).absolutePath());
}

TEST_F(ActionsTest, MovementShowsWhatWasConvertedLastAndElseWhatCanBeWatched)
{
    open({"csr", "coo"});
    const auto csr = m_window.workspace().subjects()[0].id;
    m_window.workspace().setCurrent(csr);
    settle();
    child<QAction>("movement").trigger();
    settle();
    auto& movement = child<QDialog>("movement-dialog");
    // One name for it, in the menu and where it opens.
    EXPECT_EQ(child<QAction>("movement").text().remove(QLatin1Char('&')),
              movement.windowTitle() + QStringLiteral("..."));
    const auto choice = [&](const char* name) {
        return movement.findChild<QComboBox*>(QString::fromLatin1(name))->currentText();
    };
    EXPECT_EQ(choice("movement shown"), QStringLiteral("CSR to CSC, step by step"));
    child<QAction>("convert-to-csc").trigger();
    settle();
    child<QAction>("movement").trigger();
    settle();
    EXPECT_EQ(choice("movement shown"), QStringLiteral("Members"));
    EXPECT_EQ(choice("movement from"), QStringLiteral("csr"));
    EXPECT_EQ(choice("movement to"), QStringLiteral("csr as csc"));
    m_window.workspace().setCurrent(csr);
    settle();
    child<QAction>("transpose").trigger();
    settle();
    child<QAction>("movement").trigger();
    settle();
    EXPECT_EQ(choice("movement to"), QStringLiteral("csr transposed"));
    EXPECT_TRUE(movement.findChild<QLabel*>(QStringLiteral("movement words"))
                    ->text()
                    .startsWith(QStringLiteral("Before. 0 bytes moved. ")));
}

// Also where the copy is made by several view steps.
TEST_F(ActionsTest, MovementShowsHowAColumnMajorCopyCameAbout)
{
    open({"strided"});
    child<QAction>("column-major").trigger();
    settle();
    ASSERT_EQ(m_window.workspace().subjects().size(), 2U);
    const auto choice = [&](const char* name) { return child<QComboBox>(name).currentText(); };
    child<QAction>("movement").trigger();
    settle();
    EXPECT_EQ(choice("movement from"), m_window.workspace().subjects()[0].title());
    EXPECT_EQ(choice("movement to"), m_window.workspace().subjects()[1].title());
    EXPECT_EQ(choice("movement shown"), QStringLiteral("Storage"));

    // What is chosen by hand is there again.
    auto& from = child<QComboBox>("movement from");
    from.setFocus();
    QTest::keyClick(&from, from.currentIndex() == 0 ? Qt::Key_Down : Qt::Key_Up);
    auto& shown = child<QComboBox>("movement shown");
    shown.setFocus();
    QTest::keyClick(&shown, Qt::Key_Home);
    const auto chosen = std::pair(choice("movement from"), choice("movement shown"));
    child<QDialog>("movement-dialog").close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    child<QAction>("movement").trigger();
    settle();
    EXPECT_EQ(std::pair(choice("movement from"), choice("movement shown")), chosen);

    // Not once something else was looked at.
    child<QDialog>("movement-dialog").close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    m_window.workspace().setCurrent(m_window.workspace().subjects()[0].id);
    settle();
    m_window.workspace().setCurrent(m_window.workspace().subjects()[1].id);
    settle();
    child<QAction>("movement").trigger();
    settle();
    EXPECT_EQ(choice("movement from"), m_window.workspace().subjects()[0].title());
    EXPECT_EQ(choice("movement shown"), QStringLiteral("Storage"));
}

// A right click on a row of the list is meant for that row; what is looked at stays.
TEST_F(ActionsTest, TheMenuOfTheWorkspaceActsOnItsRow)
{
    open({"csr", "csc"});
    auto& list = child<QTreeView>("subjects");
    const auto other = list.model()
                           ->match(list.model()->index(0, 0), Qt::DisplayRole, QStringLiteral("csc"), 1,
                                   Qt::MatchExactly | Qt::MatchRecursive)
                           .value(0);
    ASSERT_TRUE(other.isValid());
    const auto current = m_window.workspace().current();
    const auto choose = [&](const QString& title) {
        const auto at = list.visualRect(other).center();
        QTest::mouseClick(list.viewport(), Qt::RightButton, {}, at);
        QContextMenuEvent asked(QContextMenuEvent::Mouse, at, list.viewport()->mapToGlobal(at));
        QApplication::sendEvent(list.viewport(), &asked);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        ASSERT_NE(menu, nullptr);
        EXPECT_EQ(m_window.workspace().current(), current);
        QStringList titles;
        for (auto* action : menu->actions()) {
            titles << action->text();
            if (action->text() == title) {
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                settle();
                return;
            }
        }
        ADD_FAILURE() << titles.join(QStringLiteral("; ")).toStdString();
        menu->close();
    };
    choose(QStringLiteral("Compare with csr"));
    EXPECT_TRUE(isSeen("compare"));
    EXPECT_TRUE(child<QLabel>("compare heading").text().startsWith(QStringLiteral("First: csr. Second: csc")))
        << child<QLabel>("compare heading").text().toStdString();
    EXPECT_EQ(m_window.workspace().current(), current);
    choose(QStringLiteral("&Convert..."));
    EXPECT_EQ(m_window.workspace().currentSubject()->name, QStringLiteral("csc"));
    auto* dialog = m_window.findChild<QDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible());
    dialog->close();
    for (const auto* id : {"save-as", "time"})
        EXPECT_TRUE(list.actions().contains(&child<QAction>(id))) << id;
}
