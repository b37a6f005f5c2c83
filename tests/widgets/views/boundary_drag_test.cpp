// SPDX-License-Identifier: GPL-3.0-or-later
#include "rules/check.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace tscope;
using namespace tscope::test;

namespace {

// No two pointers on each other: 0 2 4 6.
Tensor threeSlices()
{
    return tensorOf(R"({"layout":"csr","size":[3,9],"members":{"compressed":[0,2,4,6],"plain":[0,1,2,3,4,5],
                        "values":[1,2,3,4,5,6]}})");
}

// The mouse on the members of one tensor: it takes the edge that a slot is behind.
struct Dragging {
    ShownViews shown;
    SceneView& view;
    QPointF at;

    explicit Dragging(const Tensor& tensor) : shown(tensor), view(shown.view("members")) {}

    const Handle& handle(const Slots& slot, int nth = 0)
    {
        for (const auto& each : view.scene().handles)
            if (each.slot == slot && nth-- == 0)
                return each;
        throw std::runtime_error("no such handle");
    }
    void take(const Handle& handle)
    {
        at = handle.rect.center();
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, at.toPoint());
        settle(shown.desk.jobs);
    }
    void moveBy(double dx)
    {
        at += QPointF(dx, 0);
        QMouseEvent move(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QApplication::sendEvent(view.viewport(), &move);
        settle(shown.desk.jobs);
    }
    void let()
    {
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, at.toPoint());
        settle(shown.desk.jobs);
    }
    std::int64_t stored(std::string_view member, std::int64_t slot)
    {
        return *shown.subject().tensor->member(member).array.at(slot).asIndex();
    }
    std::int64_t seen(std::string_view member, std::int64_t slot)
    {
        return *shown.subject().shown().tensor->member(member).array.at(slot).asIndex();
    }
    QUndoStack& undo() { return shown.desk.workspace.undoStack(); }
};

} // namespace

TEST(BoundaryDrag, IsSeenWhileItGoesAndIsOneStepAtTheEnd)
{
    Dragging drag(threeSlices());
    const auto before = drag.stored("compressed", 1);
    const auto handle = drag.handle({"compressed", 1, 2});
    ASSERT_EQ(handle.value, before);
    drag.take(handle);
    drag.moveBy(handle.step * 0.4);
    EXPECT_FALSE(drag.shown.subject().preview) << "not yet at the next entry";
    drag.moveBy(handle.step * 0.3);
    EXPECT_EQ(drag.seen("compressed", 1), before + 1);
    EXPECT_EQ(drag.stored("compressed", 1), before);
    drag.moveBy(handle.step);
    EXPECT_EQ(drag.seen("compressed", 1), before + 2);
    EXPECT_EQ(drag.undo().count(), 0);
    // The bracket has come along.
    EXPECT_NEAR(drag.handle({"compressed", 1, 2}).rect.center().x(), handle.rect.center().x() + 2 * handle.step,
                0.01);
    drag.let();
    EXPECT_FALSE(drag.shown.subject().preview);
    EXPECT_EQ(drag.stored("compressed", 1), before + 2);
    ASSERT_EQ(drag.undo().count(), 1);
    EXPECT_EQ(drag.undo().text(0), QStringLiteral("crow_indices[1]: %1 \u2192 %2").arg(before).arg(before + 2));
    drag.undo().undo();
    EXPECT_EQ(drag.stored("compressed", 1), before);
}

TEST(BoundaryDrag, EscapeLeavesThingsAsTheyWere)
{
    Dragging drag(threeSlices());
    const auto before = drag.shown.subject().tensor;
    const auto handle = drag.handle({"compressed", 1, 2});
    drag.take(handle);
    drag.moveBy(handle.step);
    ASSERT_TRUE(drag.shown.subject().preview);
    drag.shown.press(drag.view, Qt::Key_Escape);
    EXPECT_FALSE(drag.shown.subject().preview);
    drag.moveBy(handle.step); // held, but it is nobody's any more
    EXPECT_FALSE(drag.shown.subject().preview);
    drag.let();
    EXPECT_EQ(drag.shown.subject().tensor, before);
    EXPECT_EQ(drag.undo().count(), 0);
}

TEST(BoundaryDrag, BackWhereItWasIsNoStep)
{
    Dragging drag(threeSlices());
    const auto handle = drag.handle({"compressed", 1, 2});
    drag.take(handle);
    drag.moveBy(handle.step);
    drag.moveBy(-handle.step);
    EXPECT_FALSE(drag.shown.subject().preview);
    drag.let();
    EXPECT_EQ(drag.undo().count(), 0);
    // It was only a click then: the slot behind it is selected.
    ASSERT_TRUE(drag.shown.desk.selection.selected());
    EXPECT_EQ(drag.shown.desk.selection.selected()->place, Place(Slots{"compressed", 1, 2}));
}

TEST(BoundaryDrag, StopsAtTheEndsOfWhatThereIs)
{
    Dragging drag(threeSlices());
    const auto entries = drag.shown.subject().tensor->member("plain").array.geometry.sizes[0];
    for (const auto& [way, end] : {std::pair<double, std::int64_t>{1e7, entries}, {-1e7, 0}}) {
        drag.take(drag.handle({"compressed", 1, 2}));
        drag.moveBy(way);
        EXPECT_EQ(drag.seen("compressed", 1), end);
        drag.shown.press(drag.view, Qt::Key_Escape);
        drag.let();
    }
}

TEST(BoundaryDrag, OfEdgesOnEachOtherTheRightOneGoesEachWay)
{
    // Slices 1 and 2 are empty: pointers 1, 2 and 3 lie on each other.
    const auto tensor = tensorOf(R"({"layout":"csr","size":[4,9],"members":{"compressed":[0,2,2,2,4],
        "plain":[0,1,2,3],"values":[1,2,3,4]}})");
    Dragging right(tensor);
    right.take(right.handle({"compressed", 2, 3}));
    right.moveBy(right.handle({"compressed", 2, 3}).step);
    right.let();
    EXPECT_EQ(right.stored("compressed", 3), 3);
    Dragging left(tensor);
    left.take(left.handle({"compressed", 2, 3}));
    left.moveBy(-left.handle({"compressed", 2, 3}).step);
    left.let();
    EXPECT_EQ(left.stored("compressed", 1), 1);
}

TEST(BoundaryDrag, WorksWhereverALayoutHasPointersOrOffsets)
{
    struct Case {
        const char* name;
        const char* member;
    };
    for (const auto& [name, member] : {Case{"csr", "compressed"},
                                       {"csc", "compressed"},
                                       {"bsr", "compressed"},
                                       {"jagged", "offsets"},
                                       {"nested", "storage_offsets"}}) {
        SCOPED_TRACE(name);
        Dragging drag(sample(name));
        const auto handles = drag.view.scene().handles;
        ASSERT_FALSE(handles.empty());
        for (const auto& each : handles) {
            EXPECT_EQ(each.slot.member, member);
            EXPECT_EQ(each.value, drag.stored(member, each.slot.begin));
        }
        const auto handle = drag.handle({member, 1, 2});
        drag.take(handle);
        drag.moveBy(handle.value > 0 ? -handle.step : handle.step);
        drag.let();
        EXPECT_EQ(std::abs(drag.stored(member, 1) - handle.value), 1);
        EXPECT_EQ(drag.undo().count(), 1);
    }
}

TEST(BoundaryDrag, OfBlocksAStepIsABlock)
{
    Dragging drag(sample("bsr"));
    const auto& values = drag.shown.subject().tensor->member("values");
    const auto perBlock = values.array.geometry.sizes[1] * values.array.geometry.sizes[2];
    ASSERT_GT(perBlock, 1);
    // One handle over the indices, one over the values: both edges move as far as an entry is wide.
    const auto overIndices = drag.handle({"compressed", 1, 2}, 0),
               overValues = drag.handle({"compressed", 1, 2}, 1);
    EXPECT_DOUBLE_EQ(overIndices.step, overValues.step);
    drag.take(overValues);
    drag.moveBy(overValues.step);
    drag.let();
    EXPECT_EQ(drag.stored("compressed", 1), overValues.value + 1);
}

// What lies outside comes in at the nearest end: that is how it is mended.
TEST(BoundaryDrag, FromOutsideComesInAtTheEnd)
{
    Dragging drag(tensorOf(R"({"layout":"csr","size":[3,9],"members":{"compressed":[0,2,6,9],
        "plain":[0,1,2,3,4,5],"values":[1,2,3,4,5,6]}})"));
    const auto last = drag.handle({"compressed", 3, 4}), before = drag.handle({"compressed", 2, 3});
    ASSERT_EQ(last.value, 9);
    EXPECT_FALSE(last.rect.contains(before.rect.center())) << "each can be taken";
    drag.take(last);
    drag.moveBy(last.step * 3);
    EXPECT_FALSE(drag.shown.subject().preview) << "further out there is nothing";
    drag.moveBy(-last.step * 3 - 2);
    EXPECT_FALSE(drag.shown.subject().preview) << "a hand that trembles";
    drag.moveBy(-4);
    EXPECT_EQ(drag.seen("compressed", 3), 6);
    drag.moveBy(-last.step);
    EXPECT_EQ(drag.seen("compressed", 3), 5);
    drag.moveBy(last.step);
    drag.let();
    EXPECT_EQ(drag.stored("compressed", 3), 6);
    EXPECT_EQ(drag.undo().count(), 1);
    EXPECT_TRUE(check(*drag.shown.subject().tensor).valid);
}

TEST(BoundaryDrag, FromBeforeTheFirstComesInThereToo)
{
    Dragging drag(tensorOf(R"({"layout":"csr","size":[2,9],"members":{"compressed":[-2,2,4],
        "plain":[0,1,2,3],"values":[1,2,3,4]}})"));
    const auto first = drag.handle({"compressed", 0, 1});
    drag.take(first);
    drag.moveBy(-first.step);
    EXPECT_FALSE(drag.shown.subject().preview);
    drag.moveBy(first.step + 5);
    drag.let();
    EXPECT_EQ(drag.stored("compressed", 0), 0);
}

// Pointer 2 opens what reaches outside and is where the next one falls from.
TEST(BoundaryDrag, TheSharedEdgeOfWhatReachesOutsideAndFallsIsOne)
{
    Dragging drag(sample("broken_pointer"));
    const auto handle = drag.handle({"compressed", 2, 3});
    ASSERT_EQ(handle.value, 9);
    drag.take(handle);
    drag.moveBy(-handle.step * 2);
    drag.let();
    EXPECT_EQ(drag.stored("compressed", 2), 4);
    for (const auto& line : drag.view.scene().lines)
        EXPECT_NE(line.ink, Ink::error) << "nothing falls or reaches outside any more";
}

TEST(BoundaryDrag, OfBatchesStaysWithinItsLine)
{
    Dragging drag(oddTensor("batched_csr"));
    const auto handle = drag.handle({"compressed", 4, 5}); // of the second line
    EXPECT_EQ(handle.value, drag.stored("compressed", 4));
    drag.take(handle);
    drag.moveBy(handle.step);
    EXPECT_EQ(drag.seen("compressed", 4), handle.value + 1);
    drag.moveBy(1e6);
    EXPECT_EQ(drag.seen("compressed", 4), 2);
    drag.shown.press(drag.view, Qt::Key_Escape);
    drag.let();
}

TEST(BoundaryDrag, AnotherTensorInItsPlaceEndsIt)
{
    Dragging drag(threeSlices());
    const auto handle = drag.handle({"compressed", 1, 2});
    drag.take(handle);
    drag.moveBy(handle.step);
    drag.shown.desk.workspace.replace(drag.shown.subject().id, sample("coo"), QStringLiteral("other"));
    settle(drag.shown.desk.jobs);
    drag.moveBy(handle.step);
    drag.let();
    EXPECT_EQ(drag.undo().count(), 1);
    EXPECT_FALSE(drag.shown.subject().preview);
}

TEST(BoundaryDrag, ThePointerShowsThatAnEdgeCanBeTaken)
{
    Dragging drag(sample("csr"));
    drag.shown.moveTo(drag.view, drag.handle({"compressed", 1, 2}).rect.center());
    settle(drag.shown.desk.jobs);
    EXPECT_EQ(drag.view.viewport()->cursor().shape(), Qt::SizeHorCursor);
    ASSERT_TRUE(drag.shown.desk.selection.hovered());
    EXPECT_EQ(drag.shown.desk.selection.hovered()->place, Place(Slots{"compressed", 1, 2}));
    drag.shown.moveTo(drag.view, spotOf(drag.view.scene(), Slots{"values", 0, 1}).rect.center());
    EXPECT_NE(drag.view.viewport()->cursor().shape(), Qt::SizeHorCursor);
}
