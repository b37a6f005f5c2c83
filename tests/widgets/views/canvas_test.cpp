// SPDX-License-Identifier: GPL-3.0-or-later
// Tabs and panes as people use them: with the mouse, and with keys in the window.
#include "views/canvas.h"

#include "main_window.h"
#include "make/generators.h"
#include "tensor/edit.h"
#include "views/lit_places.h"
#include "views/subject_choice.h"
#include "widgets/support/settle.h"
#include "widgets/support/tensors.h"

#include <QAction>
#include <QLineEdit>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

#include <algorithm>

using namespace tscope;
using namespace tscope::test;

namespace {

class CanvasTest : public testing::Test
{
protected:
    CanvasTest()
    {
        m_window.resize(1280, 800);
        m_window.show();
        const auto matrix = [](int first) {
            return tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":[[)" +
                            std::to_string(first) + R"(,2,3],[4,5,6]]}})");
        };
        m_window.workspace().add(Document{{{"a", matrix(1)}, {"b", matrix(7)}, {"c", sample("csr")}}, {}},
                                 QStringLiteral("test"));
        settle();
        for (const auto& subject : m_window.workspace().subjects())
            m_ids.push_back(subject.id);
    }
    void settle() { ASSERT_TRUE(tscope::test::settle(m_window.jobs())); }
    void run(const char* action)
    {
        auto* found = m_window.findChild<QAction*>(QString::fromLatin1(action));
        ASSERT_NE(found, nullptr) << action;
        ASSERT_TRUE(found->isEnabled()) << action;
        found->trigger();
        settle();
    }
    bool can(const char* action) { return m_window.findChild<QAction*>(QString::fromLatin1(action))->isEnabled(); }
    // Those that are seen, in the order of the panes.
    std::vector<CanvasPane*> panes()
    {
        std::vector<CanvasPane*> seen;
        for (auto* pane : m_window.findChildren<CanvasPane*>())
            if (pane->isVisible())
                seen.push_back(pane);
        const auto at = [this](const CanvasPane* pane) { return pane->mapTo(&m_window, QPoint()); };
        std::ranges::sort(seen, [&](const CanvasPane* a, const CanvasPane* b) {
            return std::pair(at(a).y(), at(a).x()) < std::pair(at(b).y(), at(b).x());
        });
        return seen;
    }
    static const Spot& spotOf(const SceneView& view, const Place& place)
    {
        const auto at = std::ranges::find(view.scene().spots, place, &Spot::place);
        if (at == view.scene().spots.end())
            throw std::runtime_error("no spot of that place");
        return *at;
    }
    void click(SceneView& view, const Place& place)
    {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, spotOf(view, place).rect.center().toPoint());
        settle();
    }
    QTabBar& bar() { return *m_window.findChild<QTabBar*>(QStringLiteral("tabs")); }

    MainWindow m_window{Theme::light};
    std::vector<SubjectId> m_ids;
};

} // namespace

TEST_F(CanvasTest, ATabIsOpenedWalkedAndClosed)
{
    EXPECT_FALSE(bar().isVisible()) << "one needs no bar";
    EXPECT_FALSE(can("tab-close"));
    run("tab-new");
    m_window.workspace().setCurrent(m_ids[1]);
    settle();
    ASSERT_TRUE(bar().isVisible());
    EXPECT_EQ(bar().count(), 2);
    EXPECT_EQ(bar().tabText(0).toStdString(), "a*");
    EXPECT_EQ(bar().tabText(1).toStdString(), "b*");
    QTest::mouseClick(&bar(), Qt::LeftButton, {}, bar().tabRect(0).center());
    settle();
    EXPECT_EQ(m_window.workspace().current(), m_ids[0]);
    EXPECT_EQ(m_window.views().front()->subject(), m_ids[0]);
    run("tab-next");
    EXPECT_EQ(m_window.workspace().current(), m_ids[1]);
    run("tab-next");
    EXPECT_EQ(m_window.workspace().current(), m_ids[0]);
    run("tab-previous");
    EXPECT_EQ(bar().currentIndex(), 1);
    m_window.workspace().rename(m_ids[1], QStringLiteral("A & B"));
    EXPECT_EQ(bar().tabText(1).toStdString(), "A && B*") << "no mark of a key";
    run("tab-close");
    EXPECT_FALSE(bar().isVisible());
    EXPECT_EQ(m_window.workspace().current(), m_ids[0]);
}

TEST_F(CanvasTest, KeysDoTheSame)
{
    m_window.activateWindow();
    auto* view = m_window.views().front();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(m_window.tabs().all().size(), 2U);
    QTest::keyClick(view, Qt::Key_PageUp, Qt::ControlModifier);
    EXPECT_EQ(m_window.tabs().current(), 0U);
    QTest::keyClick(view, Qt::Key_W, Qt::ControlModifier);
    EXPECT_EQ(m_window.tabs().all().size(), 1U);
    QTest::keyClick(view, Qt::Key_2, Qt::ControlModifier);
    settle();
    EXPECT_EQ(panes().size(), 2U);
    QTest::keyClick(view, Qt::Key_F6);
    settle();
    EXPECT_EQ(m_window.tabs().tab().active, 1U);
    QTest::keyClick(m_window.views().front(), Qt::Key_2, Qt::AltModifier);
    settle();
    EXPECT_EQ(m_window.tabs().tab().activePane().picture.toStdString(), "members");
    QTest::keyClick(m_window.views()[1], Qt::Key_1, Qt::ControlModifier);
    settle();
    EXPECT_EQ(panes().size(), 1U);
}

TEST_F(CanvasTest, TheFocusStaysInTheActivePane)
{
    m_window.activateWindow();
    run("split-right");
    auto& storage = *m_window.views()[2];
    storage.setFocus();
    ASSERT_TRUE(storage.hasFocus());
    run("only-logical"); // the one with the focus is seen no more
    EXPECT_EQ(m_window.tabs().tab().active, 0U);
    EXPECT_TRUE(m_window.views()[0]->hasFocus());
    run("tab-new");
    EXPECT_TRUE(m_window.views()[0]->hasFocus());
    run("tab-previous");
    EXPECT_TRUE(m_window.views()[0]->hasFocus());
    panes()[1]->views()[1]->setFocus();
    EXPECT_EQ(m_window.tabs().tab().active, 1U);
    QTest::mouseClick(panes()[1]->findChild<QToolButton*>(QStringLiteral("close pane")), Qt::LeftButton);
    settle();
    EXPECT_EQ(m_window.tabs().tab().active, 0U);
    EXPECT_TRUE(m_window.views()[0]->hasFocus());
    // Elsewhere it is left alone.
    auto* filter = m_window.findChild<QLineEdit*>(QStringLiteral("tensor filter"));
    filter->setFocus();
    run("tab-next");
    EXPECT_TRUE(filter->hasFocus());
}

TEST_F(CanvasTest, ASecondTensorStandsBeside)
{
    for (const auto* way : {"split-right", "split-below"}) {
        SCOPED_TRACE(way);
        run(way);
        const auto seen = panes();
        ASSERT_EQ(seen.size(), 2U);
        EXPECT_EQ(seen[0]->subject(), m_ids[0]);
        EXPECT_EQ(seen[1]->subject(), m_ids[1]) << "the next of its size";
        for (const auto* pane : seen)
            for (const auto* view : pane->views()) {
                EXPECT_TRUE(view->isVisible()) << view->spec().id;
                EXPECT_FALSE(view->scene().spots.empty()) << view->spec().id;
            }
        const auto apart = seen[1]->mapTo(&m_window, QPoint()) - seen[0]->mapTo(&m_window, QPoint());
        EXPECT_EQ(apart.x() > 0, way == std::string("split-right"));
        EXPECT_EQ(apart.y() > 0, way == std::string("split-below"));
    }
    EXPECT_FALSE(can("tab-close"));
    run("unsplit");
    ASSERT_EQ(panes().size(), 1U);
    EXPECT_EQ(panes()[0]->subject(), m_ids[0]);
    EXPECT_FALSE(can("unsplit"));
    EXPECT_FALSE(can("other-pane"));
}

TEST_F(CanvasTest, AClickInThePaneMakesItsTensorTheCurrentOne)
{
    run("split-right");
    auto& other = *panes()[1]->views().front();
    click(other, ElementPlace{{1, 1}});
    EXPECT_EQ(m_window.workspace().current(), m_ids[1]);
    ASSERT_TRUE(m_window.selection().selected());
    EXPECT_EQ(m_window.selection().selected()->subject, m_ids[1]);
    EXPECT_EQ(panes()[0]->subject(), m_ids[0]) << "it stays where it is";
    EXPECT_EQ(m_window.views().front(), &other);
}

TEST_F(CanvasTest, WhatIsSelectedIsMarkedInTheOtherTensorToo)
{
    run("split-right");
    auto& own = *panes()[0]->views().front();
    click(own, ElementPlace{{1, 2}});
    const auto& selected = m_window.selection().selected();
    ASSERT_TRUE(selected);
    const auto* there = selected->in(m_ids[1]);
    ASSERT_NE(there, nullptr);
    EXPECT_EQ(there->place, Place(ElementPlace{{1, 2}}));
    // It is seen: exactly there the picture of the other tensor changes.
    auto& other = *panes()[1]->views().front();
    const auto rect = spotOf(other, ElementPlace{{1, 2}}).rect.toRect(),
               far = spotOf(other, ElementPlace{{0, 0}}).rect.toRect();
    const auto lit = other.viewport()->grab().toImage();
    m_window.selection().clear();
    settle();
    const auto plain = other.viewport()->grab().toImage();
    EXPECT_NE(lit.copy(rect), plain.copy(rect));
    EXPECT_EQ(lit.copy(far), plain.copy(far));

    // Of another size nothing answers to it.
    m_window.tabs().show(1, m_ids[2]);
    click(own, ElementPlace{{1, 2}});
    EXPECT_EQ(m_window.selection().selected()->in(m_ids[2]), nullptr);
}

TEST_F(CanvasTest, APaneShowsAChosenTensorInAChosenPicture)
{
    run("split-right");
    auto* pane = panes()[1];
    auto* tensor = pane->findChild<SubjectChoice*>(QStringLiteral("pane tensor"));
    auto* picture = pane->findChild<QComboBox*>(QStringLiteral("pane picture"));
    ASSERT_TRUE(tensor->isVisible());
    EXPECT_EQ(tensor->currentText().toStdString(), "b");
    QTest::keyClick(tensor, Qt::Key_Down);
    settle();
    EXPECT_EQ(pane->subject(), m_ids[2]);
    EXPECT_EQ(m_window.workspace().current(), m_ids[0]) << "the panels go on telling of it";
    QTest::keyClick(picture, Qt::Key_Down);
    QTest::keyClick(picture, Qt::Key_Down);
    settle();
    EXPECT_FALSE(pane->views()[0]->isVisible());
    EXPECT_TRUE(pane->views()[1]->isVisible());
    EXPECT_FALSE(pane->views()[2]->isVisible());
    EXPECT_EQ(pane->views()[0]->subject(), 0) << "what nobody sees makes no work";
    EXPECT_FALSE(pane->views()[1]->scene().spots.empty());

    QTest::mouseClick(panes()[0]->findChild<QToolButton*>(QStringLiteral("close pane")), Qt::LeftButton);
    settle();
    ASSERT_EQ(panes().size(), 1U);
    EXPECT_EQ(panes()[0]->subject(), m_ids[2]);
    EXPECT_EQ(m_window.workspace().current(), m_ids[2]);
}

TEST_F(CanvasTest, AMapGetsMoreRoomThanStripsThatAreScrolled)
{
    const auto large = *makeTensorOf({.kind = "arange", .layout = "strided", .size = {3000, 3000}});
    m_window.workspace().setCurrent(m_window.workspace().add(large, QStringLiteral("large"), {}));
    settle();
    const auto& views = panes()[0]->views();
    EXPECT_GT(views[0]->width(), views[1]->width() * 3 / 2);
}

TEST_F(CanvasTest, StripsOfAnEmptyTensorHaveRoomForTheirHeading)
{
    const auto empty =
        tensorOf(R"({"layout":"strided","members":{"values":{"dtype":"float32","shape":[0,3],"data":[]}}})");
    m_window.workspace().setCurrent(m_window.workspace().add(empty, QStringLiteral("empty"), {}));
    settle();
    EXPECT_GE(panes()[0]->views()[1]->width(), 150);
}

TEST_F(CanvasTest, FitPicturesBesideEachOtherHaveCellsOfOneSize)
{
    const auto widthIn = [](const SceneView& view) {
        return spotOf(view, view.scene().spots.front().place).rect.width();
    };
    run("split-right");
    panes()[1]->subjectChosen(m_ids[2]); // its strips are longer
    settle();
    auto& small = *panes()[0]->views()[1];
    auto& large = *panes()[1]->views()[1];
    const auto shared = widthIn(small);
    EXPECT_EQ(shared, widthIn(large));
    QTest::keyClick(&large, Qt::Key_Plus);
    settle();
    EXPECT_GT(widthIn(small), shared) << "one that the user has zoomed is not followed";
    QTest::keyClick(&large, Qt::Key_0);
    settle();
    EXPECT_EQ(widthIn(small), shared);
    EXPECT_EQ(widthIn(large), shared);
    run("unsplit");
    EXPECT_GT(widthIn(small), shared) << "alone it has all the room";
}

TEST_F(CanvasTest, MembersOfATransposedTensorHaveTheWidthThatTheyHaveInItsOwn)
{
    m_window.workspace().setCurrent(m_ids[2]);
    settle();
    m_window.activateWindow();
    QTest::keyClick(m_window.views().front(), Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    settle();
    QTest::keyClick(m_window.views().front(), Qt::Key_2, Qt::ControlModifier);
    settle();
    ASSERT_EQ(panes().size(), 2U);
    EXPECT_NE(panes()[0]->subject(), m_ids[2]);
    EXPECT_EQ(panes()[1]->subject(), m_ids[2]);
    const auto &left = *panes()[0]->views()[1], &right = *panes()[1]->views()[1];
    int compared = 0;
    for (const auto& spot : left.scene().spots)
        for (const auto& other : right.scene().spots)
            if (other.place == spot.place) {
                EXPECT_EQ(spot.rect.width(), other.rect.width()) << spot.words.toStdString();
                ++compared;
            }
    EXPECT_GT(compared, 10);
}

TEST_F(CanvasTest, WhereATensorWasLeftItIsFoundAgain)
{
    auto& view = *m_window.views().front();
    run("tab-new");
    m_window.workspace().setCurrent(m_ids[1]);
    settle();
    view.setZoom(300, {10, 10});
    settle();
    run("tab-previous");
    EXPECT_NE(view.zoom(), 300);
    run("tab-next");
    EXPECT_EQ(view.zoom(), 300);
}

TEST_F(CanvasTest, ATensorTakesItsPanesWithIt)
{
    run("split-right");
    m_window.workspace().remove(m_ids[1]);
    settle();
    ASSERT_EQ(panes().size(), 1U);
    EXPECT_EQ(panes()[0]->subject(), m_ids[0]);
    run("tab-new");
    m_window.workspace().setCurrent(m_ids[2]);
    settle();
    m_window.workspace().remove(m_ids[2]);
    settle();
    EXPECT_FALSE(bar().isVisible());
    m_window.workspace().remove(m_ids[0]);
    settle();
    EXPECT_FALSE(m_window.findChild<Canvas*>()->isVisible()) << "there is how to begin";
    m_window.workspace().undoStack().undo();
    settle();
    EXPECT_TRUE(m_window.findChild<Canvas*>()->isVisible());
    EXPECT_EQ(panes()[0]->subject(), m_ids[0]);
    EXPECT_FALSE(m_window.views().front()->scene().spots.empty());
}

TEST_F(CanvasTest, AnEditShowsInEveryPaneOfTheTensor)
{
    run("split-right");
    m_window.tabs().show(1, m_ids[0]);
    settle();
    ASSERT_TRUE(m_window.workspace().edit(
        m_ids[0], {{SetElements{"values", 0, {*Element::from(std::int64_t{55}, ElementType::i64)}}}},
        QStringLiteral("edit")));
    settle();
    for (const auto* pane : panes())
        EXPECT_TRUE(std::ranges::any_of(pane->views().front()->scene().labels,
                                        [](const Label& label) { return label.text == QLatin1String("55"); }));
}

TEST_F(CanvasTest, EveryThemeIsWornByEveryPane)
{
    run("split-below");
    for (const auto theme : {Theme::dark, Theme::highContrast}) {
        m_window.setTheme(theme);
        settle();
        for (const auto* pane : panes())
            for (auto* view : pane->views()) {
                const auto image = view->viewport()->grab().toImage();
                EXPECT_EQ(image.pixelColor(image.width() - 3, image.height() - 3), Palette::of(theme)[Ink::canvas])
                    << view->spec().id;
            }
    }
}

// Two of one size are compared place by place: the second is not begun with at its first corner.
TEST_F(CanvasTest, ATensorPutBesideAnotherStartsAtThePlaceOfThat)
{
    const auto large = [](std::int64_t first) {
        std::vector<std::int64_t> values(300 * 300, first);
        auto tensor = tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":[[1]]}})");
        tensor.members[0].array = Array::fromInts({300, 300}, values);
        tensor.size.reset();
        return tensor;
    };
    m_window.workspace().add(Document{{{"x", large(1)}, {"y", large(2)}}, {}}, QStringLiteral("test"));
    settle();
    const auto& all = m_window.workspace().subjects();
    const auto x = all[all.size() - 2].id, y = all.back().id;
    m_window.workspace().setCurrent(x);
    settle();
    auto& first = *m_window.views().front();
    first.setFraming({.zoom = 20, .isFit = false, .origin = {700, 900}});
    settle();
    m_window.tabs().split(y, Qt::Horizontal);
    settle();
    ASSERT_EQ(panes().size(), 2U);
    const auto one = panes()[0]->views().front()->framing(), other = panes()[1]->views().front()->framing();
    EXPECT_EQ(panes()[1]->views().front()->subject(), y);
    EXPECT_EQ(other.zoom, one.zoom);
    EXPECT_EQ(other.origin, one.origin);
    EXPECT_FALSE(other.isFit);

    panes()[1]->views().front()->setFraming({.zoom = 20, .isFit = false, .origin = {100, 100}});
    settle();
    m_window.tabs().activate(1);
    settle();
    EXPECT_NE(panes()[1]->views().front()->framing().origin, one.origin) << "later each goes its own way";
}

TEST(Canvas, ClosesInTheMiddleOfWorkOfTwoPanes)
{
    for (int round = 0; round < 8; ++round) {
        auto window = std::make_unique<MainWindow>(Theme::light);
        window->show();
        window->arrange(QStringLiteral("compare"));
        window->files().open(Files::samples());
        for (int turn = 0; turn < round * 2; ++turn)
            QCoreApplication::processEvents();
        if (window->workspace().current() != 0) {
            window->tabs().split(window->tabs().partner(), Qt::Vertical);
            window->tabs().open(window->workspace().current());
            window->selection().select(window->workspace().current(), Slots{"values", 0, 1});
        }
        window->close();
        window.reset();
        QCoreApplication::processEvents();
    }
}
