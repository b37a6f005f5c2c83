// SPDX-License-Identifier: GPL-3.0-or-later
// What is lit with a pointer: the slice that it begins, and less the one that it only ends.
#include "views/lit_places.h"

#include "views/scene_painter.h"
#include "widgets/support/highlight.h"
#include "widgets/support/tensors.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace tscope;
using namespace tscope::test;

namespace {

TensorPtr threeRows()
{
    return std::make_shared<const Tensor>(tensorOf(R"({"layout": "csr", "size": [3, 3], "members": {
        "crow_indices": [0, 1, 2, 3], "col_indices": [0, 1, 2], "values": [5, 6, 7]}})"));
}

} // namespace

TEST(LitPlaces, OfASliceThatAPointerOnlyEndsAreFaint)
{
    const auto tensor = threeRows();
    const Slots pointer{"compressed", 1, 2};
    const LitPlaces lit(pointer, related(*tensor, pointer, 100));
    EXPECT_TRUE(lit.has(ElementPlace{{0, 0}}) && lit.isFaint(ElementPlace{{0, 0}}));
    EXPECT_TRUE(lit.has(ElementPlace{{1, 1}}) && !lit.isFaint(ElementPlace{{1, 1}}));
    EXPECT_FALSE(lit.has(ElementPlace{{2, 2}}));
    EXPECT_TRUE(lit.isFaint(Slots{"values", 0, 1}));
    EXPECT_FALSE(lit.isFaint(Slots{"values", 1, 2}));
    EXPECT_TRUE(lit.isFaint(Slots{"compressed", 0, 1}));
    EXPECT_FALSE(lit.isFaint(pointer));
    EXPECT_FALSE(lit.isFaint(Slots{"compressed", 2, 3}));
    const auto storage = tensor->member("values").array.storage->id();
    const auto size = tensor->member("values").array.dtype.itemSize();
    EXPECT_TRUE(lit.isFaint(BytePlace{storage, 0, size}));
    EXPECT_FALSE(lit.isFaint(BytePlace{storage, size, 2 * size}));
}

// Seen in the pixels, in every theme: two strengths in each picture.
TEST(LitPlaces, AreDrawnInTwoStrengths)
{
    const auto tensor = threeRows();
    const Slots pointer{"compressed", 1, 2};
    for (const auto theme : {Theme::light, Theme::dark, Theme::highContrast})
        for (const auto& spec : pictures()) {
            const auto whole = wholeScene(spec, tensor);
            Scene bare; // nothing but what is lit lies on the canvas
            bare.size = whole.size;
            bare.spots = whole.spots;
            const auto& palette = Palette::of(theme);
            QImage image(whole.size.toSize() + QSize(1, 1), QImage::Format_RGB32);
            image.fill(palette[Ink::canvas]);
            QPainter painter(&image);
            const auto places = std::make_shared<const LitPlaces>(pointer, related(*tensor, pointer, 100));
            const Highlight highlight{places, Ink::selected, Ink::related};
            paintScene(painter, bare, palette, SceneFonts::of(QApplication::font()), {&highlight, 1});
            painter.end();
            std::set<QRgb> faint, full;
            for (const auto& spot : whole.spots)
                if (places->has(spot.place))
                    (places->isFaint(spot.place) ? faint : full).insert(image.pixel(spot.rect.center().toPoint()));
            EXPECT_FALSE(faint.empty() || full.empty()) << spec.id;
            for (const auto colour : faint) {
                EXPECT_FALSE(full.contains(colour)) << spec.id;
                EXPECT_NE(colour, palette[Ink::canvas].rgb()) << spec.id;
            }
        }
}

// Of a preview what goes with the place is fainter than the place itself.
TEST(LitPlaces, ThePlaceItselfIsItsOwn)
{
    const LitPlaces lit(Slots{"plain", 2, 5}, Related{});
    EXPECT_TRUE(lit.isOwn(Slots{"plain", 2, 5}));
    EXPECT_TRUE(lit.isOwn(Slots{"plain", 4, 5}));
    EXPECT_FALSE(lit.isOwn(Slots{"plain", 5, 6}));
    EXPECT_FALSE(lit.isOwn(Slots{"values", 2, 3}));
    EXPECT_FALSE(lit.isOwn(ElementPlace{{2, 3}}));
    EXPECT_TRUE(LitPlaces(ElementPlace{{2, 3}}, Related{}).isOwn(ElementPlace{{2, 3}}));
}
