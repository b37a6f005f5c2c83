// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared_view.h"

#include "facts/whereabouts.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

TEST(SharedView, ComesBackFromItsText)
{
    SharedView view;
    view.contract = QStringLiteral("scipy");
    view.notes = QStringLiteral("look \"here\"\nand there");
    view.selected = QStringLiteral("values[2]");
    view.pictures.push_back({{12.5, false, {3, 4}, {1, 0, {0, 0, 2}, true}, {1.5, -2}}, Colouring::logValue});
    view.pictures.push_back({});
    const auto again = SharedView::fromJson(view.toJson());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->contract, view.contract);
    EXPECT_EQ(again->notes, view.notes);
    EXPECT_EQ(again->selected, view.selected);
    ASSERT_EQ(again->pictures.size(), 2U);
    const auto& [framing, colouring] = again->pictures[0];
    EXPECT_EQ(framing.zoom, 12.5);
    EXPECT_FALSE(framing.isFit);
    EXPECT_EQ(framing.origin, QPointF(3, 4));
    EXPECT_EQ(framing.roles, (DimRoles{1, 0, {0, 0, 2}, true}));
    EXPECT_EQ(framing.leads, (std::vector<double>{1.5, -2}));
    EXPECT_EQ(colouring, Colouring::logValue);
}

TEST(SharedView, EveryColouringHasAWordOfItsOwn)
{
    for (const auto colouring : {Colouring::automatic, Colouring::none, Colouring::value, Colouring::logValue,
                                 Colouring::largest, Colouring::least, Colouring::notFinite}) {
        SharedView view;
        view.pictures.push_back({{}, colouring});
        const auto again = SharedView::fromJson(view.toJson());
        ASSERT_TRUE(again);
        EXPECT_EQ(again->pictures[0].colouring, colouring);
    }
}

TEST(SharedView, WhatMakesNoSenseIsBoundedOrLeftOut)
{
    EXPECT_FALSE(SharedView::fromJson("no json"));
    EXPECT_FALSE(SharedView::fromJson("[]"));
    EXPECT_FALSE(SharedView::fromJson(R"({"version": 2})"));
    const auto odd = SharedView::fromJson(R"({"version": 1, "contract": 3, "notes": [], "pictures": [
        {"zoom": 1e300, "x": -5, "y": "far", "rows": 99, "columns": -7, "fixed": [-1, "a"], "colouring": "rainbow",
         "leads": [1e300]}, 5]})");
    ASSERT_TRUE(odd);
    EXPECT_EQ(odd->contract, QString());
    ASSERT_EQ(odd->pictures.size(), 2U);
    const auto& framing = odd->pictures[0].framing;
    EXPECT_LE(framing.zoom, 1e6);
    EXPECT_EQ(framing.origin, QPointF(0, 0));
    EXPECT_EQ(framing.roles, (DimRoles{63, -1, {0, 0}, false}));
    EXPECT_LE(framing.leads[0], 1e15);
    EXPECT_EQ(odd->pictures[0].colouring, Colouring::automatic);
}

TEST(SharedView, APlaceIsFoundAgainByItsWords)
{
    const auto tensor = sample("csr");
    const auto storage = tensor.members[1].array.storage->id();
    for (const Place& place :
         {Place(ElementPlace{{2, 4}}), Place(Slots{"values", 3, 4}), Place(BytePlace{storage, 8, 16})}) {
        const auto words = placeWords(tensor, place);
        const auto again = placeFrom(tensor, words.toStdString());
        ASSERT_TRUE(again) << words.toStdString() << ": " << again.error().text;
        EXPECT_EQ(placeWords(tensor, *again), words);
        EXPECT_EQ(again->index(), place.index());
    }
}
