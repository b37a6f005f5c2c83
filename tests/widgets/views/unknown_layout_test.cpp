// SPDX-License-Identifier: GPL-3.0-or-later
// A layout that the house does not know: pictures draw it from what it says of itself.
#include "core/layouts/ell/ell.h"
#include "layouts/registry.h"
#include "rules/check.h"
#include "widgets/support/scene_audit.h"
#include "widgets/support/shown_views.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

Tensor ell(std::string_view columns)
{
    if (!layoutNamed("ell"))
        registerLayout(ellLayout());
    return tensorOf(R"({"layout": "ell", "size": [2, 4], "dtype": "float32", "members": {"columns": )" +
                    std::string(columns) + R"(, "values": [[1.5, 2, 0], [3, 0, 0]]}})");
}

} // namespace

TEST(UnknownLayout, IsDrawnByAllPictures)
{
    ShownViews shown(ell("[[0, 3, -1], [2, -1, -1]]"));
    for (auto& view : shown.views) {
        SCOPED_TRACE(view->spec().id);
        SceneRequest request;
        request.tensor = shown.subject().tensor;
        request.report = shown.subject().report;
        request.size = QSizeF(640, 400);
        request.zoom = view->zoom();
        const auto scene = view->spec().build(request, {});
        EXPECT_FALSE(scene.spots.empty());
        EXPECT_TRUE(faultsOf(scene, request).isEmpty())
            << faultsOf(scene, request).join(QStringLiteral("\n")).toStdString();
        const auto has = [&](const char* text) {
            return std::ranges::any_of(scene.labels,
                                       [&](const Label& label) { return label.text == QLatin1String(text); });
        };
        EXPECT_TRUE(has("1.5"));
        EXPECT_TRUE(has("3"));
    }
}

TEST(UnknownLayout, ItsElementsAndSlotsAreLinked)
{
    ShownViews shown(ell("[[0, 3, -1], [2, -1, -1]]"));
    auto& view = shown.view("logical");
    shown.hover(view, spotOf(view.scene(), ElementPlace{{0, 3}}));
    ASSERT_TRUE(shown.desk.selection.hovered());
    const auto& slots = shown.desk.selection.hovered()->related.slots;
    EXPECT_TRUE(std::ranges::any_of(
        slots, [](const Slots& run) { return run.member == "values" && run.begin <= 1 && 1 < run.end; }));
}

TEST(UnknownLayout, ItsBrokenPlacesAreMarked)
{
    ShownViews shown(ell("[[0, 9, -1], [2, -1, -1]]"));
    ASSERT_FALSE(shown.subject().report->valid);
    const auto& marks = shown.view("members").scene().marks;
    EXPECT_TRUE(std::ranges::any_of(marks, [](const Mark& mark) { return mark.ink == Ink::error; }));
}
