// SPDX-License-Identifier: GPL-3.0-or-later
// What members are called, and how much of them is shown where there is little room or not all is there.
#include "make/generators.h"
#include "scenes/logical_scene.h"
#include "scenes/members_scene.h"
#include "scenes/storage_scene.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

SceneRequest narrow(const Tensor& tensor, QSizeF size)
{
    SceneRequest request;
    request.tensor = std::make_shared<const Tensor>(tensor);
    request.size = size;
    request.zoom = 40;
    return request;
}

int labelsWith(const Scene& scene, const QString& part)
{
    return static_cast<int>(
        std::ranges::count_if(scene.labels, [&](const Label& label) { return label.text.contains(part); }));
}

} // namespace

// Rows of a table are one dim of the components each, those of COO indices one dim of the tensor.
TEST(MemberTitles, NameTheDimOfEachLane)
{
    const auto nested = membersScene(narrow(sample("nested"), {900, 600}), {});
    EXPECT_EQ(labelsWith(nested, QStringLiteral("dim 0")), 2) << "of sizes and of strides";
    EXPECT_EQ(labelsWith(nested, QStringLiteral("dim 1")), 2);
    EXPECT_EQ(labelsWith(nested, QStringLiteral("dim 2")), 0);
    const auto coo = membersScene(narrow(sample("coo"), {900, 600}), {});
    EXPECT_EQ(labelsWith(coo, QStringLiteral("dim 1")), 1);
    EXPECT_EQ(labelsWith(membersScene(narrow(sample("csr"), {900, 600}), {}), QStringLiteral("dim ")), 0);
    // Where the slots take all the room, nothing lies over them.
    for (const auto& label : membersScene(narrow(sample("coo"), {120, 600}), {}).labels)
        EXPECT_FALSE(label.text.startsWith(QStringLiteral("dim ")));
}

TEST(MemberTitles, AreTheSameWhetherAFileGaveThemOrNot)
{
    MakeSpec spec;
    spec.layout = "csr";
    const auto made = makeTensorOf(spec);
    ASSERT_TRUE(made);
    ASSERT_TRUE(made->member("compressed").as.empty());
    for (const auto& tensor : {*made, sample("csr")}) {
        const auto request = narrow(tensor, {600, 600});
        for (const auto& scene : {membersScene(request, {}), storageScene(request, {})}) {
            EXPECT_EQ(labelsWith(scene, QStringLiteral("crow_indices")), 1);
            EXPECT_EQ(labelsWith(scene, QStringLiteral("compressed")), 0);
        }
        for (const auto& spot : membersScene(request, {}).spots)
            EXPECT_FALSE(spot.words.contains(QStringLiteral("compressed"))) << spot.words.toStdString();
    }
}

TEST(MemberTitles, BreakIntoLinesBeforeAnythingOfThemIsLeftOut)
{
    const auto tensor = sample("bsr");
    const auto scene = membersScene(narrow(tensor, {300, 600}), {});
    for (const auto* part : {"values", "float32 (4, 2, 3)", "strides (6, 3, 1)", "blocks stored row by row"})
        EXPECT_EQ(labelsWith(scene, QString::fromLatin1(part)), 1) << part;
    EXPECT_EQ(labelsWith(scene, QStringLiteral("\u2026")), 0);
    const auto wide = membersScene(narrow(tensor, {1200, 600}), {});
    EXPECT_LT(wide.content.height(), scene.content.height()) << "one line where there is room";
}

TEST(StorageScene, TheStripIsSeenHoweverManyStridesThereAre)
{
    const auto scene = storageScene(narrow(oddTensor("six_dims"), {600, 150}), {});
    ASSERT_FALSE(scene.spots.empty());
    EXPECT_LE(scene.spots.front().rect.bottom(), 140);
    for (int dim = 0; dim < 6; ++dim)
        EXPECT_EQ(labelsWith(scene, QStringLiteral("s%1 = ").arg(dim)), 1);
}

TEST(MembersScene, WhatLiesInsideTheStorageIsShownThoughOthersLieOutside)
{
    MakeSpec spec;
    spec.layout = "strided";
    spec.kind = "arange";
    spec.size = {2, 3};
    auto tensor = *makeTensorOf(spec);
    tensor.members[0].array.geometry.offset = 2; // the last two are beyond the end
    const auto request = narrow(tensor, {900, 400});
    const auto members = membersScene(request, {});
    std::vector<std::string> shown;
    for (const auto& spot : members.spots)
        shown.push_back(
            spot.words.section(QStringLiteral(" = "), 1).section(QLatin1Char('\n'), 0, 0).toStdString());
    EXPECT_EQ(shown, (std::vector<std::string>{"2   byte 8", "3   byte 12", "4   byte 16", "5   byte 20",
                                               "?   outside", "?   outside"}));
    EXPECT_EQ(labelsWith(members, QStringLiteral("outside its storage")), 1);
    const auto logical = logicalScene(request, {});
    EXPECT_EQ(std::ranges::count(logical.labels, QStringLiteral("?"), &Label::text), 2);
    EXPECT_EQ(std::ranges::count(logical.labels, QStringLiteral("5"), &Label::text), 1);
}
