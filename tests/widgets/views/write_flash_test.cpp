// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/write_flash.h"

#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <QProxyStyle>

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

WriteFlash& flashOf(SceneView& view)
{
    auto* found = view.viewport()->findChild<WriteFlash*>();
    if (found == nullptr)
        throw std::runtime_error("the view has no flash");
    return *found;
}

// A tensor, its transposed view and a copy of it, each in a view of its own.
struct Aliases {
    Desk desk;
    SubjectId own, turned, copied;
    std::vector<std::unique_ptr<SceneView>> views;

    explicit Aliases(const char* picture = "logical")
    {
        const auto tensor = tensorOf(
            R"({"layout": "strided", "dtype": "float32", "members": {"values": [[1, 2, 3], [4, 5, 6]]}})");
        auto view = tensor, copy = tensor;
        auto& geometry = view.members[0].array.geometry;
        std::ranges::reverse(geometry.sizes);
        std::ranges::reverse(geometry.strides);
        copy.members[0].array = *packed(tensor.members[0].array);
        own = desk.show(tensor, "own");
        turned = desk.show(view, "turned");
        copied = desk.show(copy, "copied");
        const auto spec = std::ranges::find(pictures(), std::string_view(picture), &PictureSpec::id);
        for (const auto id : {own, turned, copied}) {
            views.push_back(
                std::make_unique<SceneView>(*spec, desk.workspace, desk.selection, desk.jobs, Theme::light));
            views.back()->resize(640, 400);
            views.back()->show();
            views.back()->lookAt(id);
        }
        settle(desk.jobs);
    }
    void write(SubjectId id, std::int64_t slot, const char* number)
    {
        const EditList edits{{SetElements{"values", slot, {*parseElement(number, ElementType::f32)}}}};
        ASSERT_TRUE(desk.workspace.edit(id, edits, QStringLiteral("set")));
    }
};

} // namespace

TEST(WriteFlash, OfAWriteThroughAViewIsSeenInEveryAlias)
{
    Aliases shown;
    auto &own = flashOf(*shown.views[0]), &turned = flashOf(*shown.views[1]), &copied = flashOf(*shown.views[2]);
    EXPECT_FALSE(own.isOn());
    shown.write(shown.turned, 1, "8"); // its (0, 1), the (1, 0) of its source
    ASSERT_TRUE(waitUntil([&] { return own.isOn() && turned.isOn(); }));
    EXPECT_TRUE(own.has(ElementPlace{{1, 0}}));
    EXPECT_FALSE(own.has(ElementPlace{{0, 1}}));
    EXPECT_TRUE(turned.has(ElementPlace{{0, 1}}));
    EXPECT_FALSE(turned.has(ElementPlace{{1, 0}}));
    EXPECT_FALSE(copied.isOn()) << "a copy is no alias";
    EXPECT_TRUE(waitUntil([&] { return !own.isOn() && !turned.isOn(); })) << "for a moment";

    shown.desk.workspace.undoStack().undo();
    ASSERT_TRUE(waitUntil([&] { return own.isOn(); }));
    EXPECT_TRUE(own.has(ElementPlace{{1, 0}})) << "what is taken back is written too";
}

TEST(WriteFlash, MarksTheBytesAndSlotsThatWereWritten)
{
    Aliases shown("storage");
    shown.write(shown.own, 5, "9");
    const auto& values = shown.desk.workspace.find(shown.turned)->tensor->members[0].array;
    auto& turned = flashOf(*shown.views[1]);
    ASSERT_TRUE(waitUntil([&] { return turned.isOn(); }));
    EXPECT_TRUE(turned.has(BytePlace{values.storage->id(), 20, 24}));
    EXPECT_FALSE(turned.has(BytePlace{values.storage->id(), 16, 20}));
    EXPECT_TRUE(turned.has(Slots{"values", 5, 6}));
    EXPECT_FALSE(turned.has(Slots{"values", 4, 5}));
}

// Where a place shows up elsewhere is what a covered view asks.
TEST(WriteFlash, IsNotSeenWhileSomethingIsCovered)
{
    Aliases shown;
    shown.desk.selection.cover().set({QStringLiteral("logical")});
    shown.write(shown.own, 0, "9");
    settle(shown.desk.jobs);
    EXPECT_FALSE(flashOf(*shown.views[1]).isOn());
}

TEST(WriteFlash, IsSeenWhileOtherTensorsAreCovered)
{
    Aliases shown;
    shown.desk.selection.cover().set({QStringLiteral("logical")}, [](SubjectId) { return false; });
    shown.write(shown.own, 0, "9");
    EXPECT_TRUE(waitUntil([&] { return flashOf(*shown.views[1]).isOn(); }));
}

TEST(WriteFlash, HasNoMotionWhereTheDesktopWantsNone)
{
    struct Still : QProxyStyle {
        int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                      QStyleHintReturn* answer) const override
        {
            return hint == SH_Widget_Animation_Duration ? 0 : QProxyStyle::styleHint(hint, option, widget, answer);
        }
    };
    Aliases shown;
    auto& flash = flashOf(*shown.views[1]);
    Still still;
    flash.setStyle(&still);
    shown.write(shown.own, 0, "9");
    ASSERT_TRUE(waitUntil([&] { return flash.isOn(); }));
    EXPECT_TRUE(waitUntil([&] {
        EXPECT_EQ(flash.strength(), flash.isOn() ? 1 : 0);
        return !flash.isOn();
    }));
    EXPECT_EQ(flash.strength(), 0);
    flash.setStyle(nullptr);
}
