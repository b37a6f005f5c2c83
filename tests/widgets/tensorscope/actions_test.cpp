// SPDX-License-Identifier: GPL-3.0-or-later
// What the menus and the tool bar of the window offer, done with mouse and keys.
#include "dispatch/backends.h"
#include "dispatch/operand.h"
#include "main_window.h"
#include "notices.h"
#include "style/palette.h"
#include "views/scene_view.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
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

#include <array>
#include <thread>

using namespace tscope;
using namespace tscope::test;

namespace {

// An operation that ends only when it is stopped.
std::int32_t runForEver(const tscope_call* call, tscope_error*)
{
    while (__atomic_load_n(call->stop, __ATOMIC_RELAXED) == 0)
        std::this_thread::yield();
    return TSCOPE_CANCELLED;
}

const tscope_backend* openEndless(std::uint32_t, tscope_error*)
{
    static constexpr std::array layouts{"strided"};
    static tscope_kernel kernel{};
    kernel.size = sizeof kernel;
    kernel.layout_count = 1;
    kernel.op = "endless_of_a_test";
    kernel.name = "endless";
    kernel.layouts = layouts.data();
    kernel.result = "strided";
    kernel.types = ~std::uint64_t{0};
    kernel.run = runForEver;
    static tscope_backend backend{};
    backend = {sizeof backend, sizeof kernel, "endless", "cpu", &kernel, 1, nullptr};
    return &backend;
}

const OpSpec& endlessOp()
{
    static constexpr std::array inputs{OpInput{"a", "anything"}};
    static constexpr OpSpec spec{
        .name = "endless_of_a_test",
        .summary = "runs until it is stopped",
        .inputs = inputs,
        .params = {},
        .layouts = [](std::span<const std::string_view>) -> Result<LayoutPlan> {
            return LayoutPlan{{"strided"}, "strided", "strided"};
        },
        .plan = [](std::span<const Tensor> given, const Params&) -> Result<OpPlan> {
            return OpPlan{{given[0]}, formOf(given[0]), given[0].declaredDType(), {}};
        },
    };
    return spec;
}

class ActionsTest : public testing::Test
{
protected:
    ActionsTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
        settle();
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    void open(const std::vector<std::string>& samples)
    {
        Document document;
        for (const auto& name : samples)
            document.tensors.push_back({name, sample(name)});
        m_window.workspace().add(document, QStringLiteral("test"));
        settle();
    }
    template <class Widget>
    Widget& child(const char* name)
    {
        auto* found = m_window.findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            throw std::runtime_error(std::string("the window has no ") + name);
        return *found;
    }
    QToolButton& button(const char* action)
    {
        auto* found = child<QToolBar>("tools").widgetForAction(&child<QAction>(action));
        if (found == nullptr)
            throw std::runtime_error(std::string("the tool bar has no ") + action);
        return *qobject_cast<QToolButton*>(found);
    }
    bool isSeen(const char* panel) { return child<QDockWidget>(panel).isVisible(); }

    MainWindow m_window{Theme::light};
};

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
    EXPECT_EQ(child<QListWidget>("differences").count(), 5);
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
    EXPECT_EQ(child<QListWidget>("differences").count(), 5);
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

TEST_F(ActionsTest, TheToolBarMeasuresTheCurrentTensor)
{
    EXPECT_FALSE(button("time").isEnabled());
    open({"coo"});
    child<QSpinBox>("timing budget").setValue(4);
    ASSERT_FALSE(isSeen("timing"));
    QTest::mouseClick(&button("time"), Qt::LeftButton);
    EXPECT_TRUE(isSeen("timing"));
    EXPECT_FALSE(button("time").isEnabled()) << "one at a time";
    settle();
    EXPECT_TRUE(button("time").isEnabled());
    ASSERT_NE(m_window.timings().shown(), nullptr);
    EXPECT_FALSE(m_window.timings().shown()->session->isPartial);
    EXPECT_EQ(m_window.timings().shown()->session->subjects.front().name, "coo");
}

TEST_F(ActionsTest, TheToolBarHasAnIconInTheColourOfItsTextBesideEachName)
{
    open({"broken_pointer"});
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast}) {
        m_window.setTheme(theme);
        for (const auto* id : {"open", "save", "build", "undo", "redo", "transpose", "conversions", "repair",
                               "compare", "time", "palette"}) {
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

TEST_F(ActionsTest, TheShortWaysConvertAtOnceAndTellWhatChanged)
{
    EXPECT_FALSE(child<QAction>("convert").isEnabled()) << "there is nothing to convert";
    EXPECT_FALSE(child<QAction>("convert-to-csr").isEnabled());
    open({"strided"});
    auto& menu = *child<QAction>("conversions").menu();
    EXPECT_EQ(button("conversions").defaultAction()->menu(), &menu);
    menu.popup(m_window.mapToGlobal(QPoint(200, 50)));
    settle();
    auto& toCsr = child<QAction>("convert-to-csr");
    EXPECT_TRUE(toCsr.toolTip().contains(QStringLiteral("strided to csr: copy"))) << toCsr.toolTip().toStdString();
    EXPECT_TRUE(child<QAction>("convert-to-bsr").toolTip().contains(QStringLiteral("a block size was wanted")));
    QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(&toCsr).center());
    settle();
    auto& workspace = m_window.workspace();
    ASSERT_EQ(workspace.subjects().size(), 2U);
    EXPECT_EQ(workspace.currentSubject()->name, QStringLiteral("strided as csr"));
    EXPECT_EQ(workspace.currentSubject()->tensor->layout->name, "csr");
    EXPECT_TRUE(std::ranges::any_of(m_window.log().entries(), [](const Log::Entry& entry) {
        return entry.kind == Log::Kind::done && entry.text.startsWith(QStringLiteral("strided to csr: csr "));
    }));
    workspace.undoStack().undo();
    EXPECT_EQ(workspace.subjects().size(), 1U);
    settle();
}

TEST_F(ActionsTest, WhatCanNotBeConvertedIsNoticed)
{
    open({"broken_pointer"});
    child<QAction>("convert-to-coo").trigger();
    settle();
    EXPECT_EQ(m_window.workspace().subjects().size(), 1U);
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("breaks rule")))
        << m_window.notices().text().toStdString();
}

TEST_F(ActionsTest, ComponentsThatFillNoBoxArePaddedByOneButton)
{
    open({"nested"});
    auto& offer = child<QPushButton>("offer");
    child<QAction>("convert-to-strided").trigger();
    settle();
    EXPECT_TRUE(m_window.notices().text().contains(QStringLiteral("have no common size")));
    ASSERT_TRUE(offer.isVisible());
    EXPECT_EQ(offer.text(), QStringLiteral("Pad with 0"));
    QTest::mouseClick(&offer, Qt::LeftButton);
    settle();
    ASSERT_EQ(m_window.workspace().subjects().size(), 2U);
    const auto* padded = m_window.workspace().currentSubject();
    EXPECT_EQ(padded->name, QStringLiteral("nested, padded"));
    EXPECT_EQ(padded->tensor->layout->name, "strided");
    EXPECT_FALSE(offer.isVisible());
    EXPECT_EQ(m_window.notices().text(), QString()) << "the reason is gone";
    // Of another refusal it is no way out.
    open({"broken_pointer"});
    m_window.workspace().setCurrent(m_window.workspace().subjects().back().id);
    child<QAction>("convert-to-coo").trigger();
    settle();
    EXPECT_FALSE(m_window.notices().text().isEmpty());
    EXPECT_FALSE(offer.isVisible());
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

TEST_F(ActionsTest, ConvertAndRunOpenTheirDialogsOnTheCurrentTensor)
{
    open({"csr", "coo"});
    m_window.workspace().setCurrent(m_window.workspace().subjects()[1].id);
    child<QAction>("convert-to-bsc").trigger();
    settle();
    auto& convert = child<QDialog>("convert-dialog");
    EXPECT_TRUE(convert.isVisible());
    EXPECT_EQ(convert.findChild<QComboBox*>(QStringLiteral("layout"))->currentText(), QStringLiteral("bsc"));
    EXPECT_EQ(convert.findChild<QComboBox*>(QStringLiteral("subject"))->currentText(), QStringLiteral("coo"));
    EXPECT_EQ(convert.focusWidget(), convert.findChild<QWidget*>(QStringLiteral("block"))) << "it is to be said";
    child<QAction>("run").trigger();
    settle();
    auto& run = child<QDialog>("run-dialog");
    EXPECT_TRUE(run.isVisible());
    EXPECT_EQ(run.findChild<QComboBox*>(QStringLiteral("input a"))->currentText(), QStringLiteral("coo"));
    QTest::keyClick(&run, Qt::Key_Escape);
    QTest::keyClick(&convert, Qt::Key_Escape);
    settle();
    EXPECT_EQ(m_window.findChild<QDialog*>(QStringLiteral("convert-dialog")), nullptr);
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
                    .startsWith(QStringLiteral("Before: 0 bytes moved; ")));
}

TEST_F(ActionsTest, WhatRunsForAWhileIsNamedAndCanBeStopped)
{
    ASSERT_TRUE(registerBackend(openEndless));
    open({"strided"});
    const auto* subject = m_window.workspace().currentSubject();
    m_window.calls().run(endlessOp(), {{subject->name, subject->tensor}}, {});
    EXPECT_FALSE(child<QAction>("convert-to-csr").isEnabled()) << "one at a time";
    EXPECT_TRUE(child<QAction>("stop-call").isEnabled());
    auto& stop = child<QPushButton>("stop call");
    ASSERT_TRUE(waitUntil([&] { return stop.isVisible(); }));
    EXPECT_EQ(child<QLabel>("running call").text(), QStringLiteral("endless_of_a_test of strided"));
    QTest::mouseClick(&stop, Qt::LeftButton);
    settle();
    EXPECT_FALSE(m_window.calls().isRunning());
    EXPECT_FALSE(stop.isVisible());
    EXPECT_EQ(m_window.workspace().subjects().size(), 1U);
    EXPECT_TRUE(child<QAction>("convert-to-csr").isEnabled());
    EXPECT_TRUE(m_window.notices().text().isEmpty()) << "who stopped it knows";
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
