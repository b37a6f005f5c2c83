// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures of members and of storages show, as data.
#include "scenes/logical_scene.h"
#include "scenes/members_scene.h"
#include "scenes/storage_scene.h"

#include "rules/check.h"
#include "widgets/support/scene_audit.h"
#include "widgets/support/tensors.h"

#include <gtest/gtest.h>

using namespace tscope;
using namespace tscope::test;

namespace {

SceneRequest storageRequest(const Tensor& tensor)
{
    SceneRequest request;
    request.tensor = std::make_shared<const Tensor>(tensor);
    request.report = std::make_shared<const Report>(check(tensor));
    request.size = QSizeF(900, 400);
    return request;
}

const Label* labelOf(const Scene& scene, const QString& text)
{
    const auto at = std::ranges::find(scene.labels, text, &Label::text);
    return at == scene.labels.end() ? nullptr : &*at;
}

std::vector<Line> arrowsOf(const Scene& scene, Ink ink)
{
    std::vector<Line> found;
    for (const auto& line : scene.lines)
        if (line.isArrow && line.ink == ink)
            found.push_back(line);
    return found;
}

QRectF spotRect(const Scene& scene, const Place& place)
{
    const auto at = std::ranges::find(scene.spots, place, &Spot::place);
    return at == scene.spots.end() ? QRectF() : at->rect;
}

QRectF slotRect(const SceneRequest& request, std::int64_t slot)
{
    const auto& array = request.tensor->members[0].array;
    const auto size = array.dtype.itemSize();
    return rectInStorage(request, BytePlace{array.storage->id(), slot * size, (slot + 1) * size});
}

} // namespace

TEST(StorageScene, BytesAreCountedWhereElementsBegin)
{
    for (const auto* name : {"strided", "csr", "nested", "complex", "vector", "opaque"}) {
        auto request =
            storageRequest(std::ranges::count(oddTensorNames(), name) > 0 ? oddTensor(name) : sample(name));
        const auto size = request.tensor->members[0].array.dtype.itemSize();
        for (const auto zoom : {6.0, 20.0, 40.0, 160.0}) {
            request.zoom = zoom;
            const auto scene = storageScene(request, {});
            double end = -1, top = -1;
            int found = 0;
            for (const auto& label : scene.labels)
                if (label.text.endsWith(QStringLiteral(" B")) && !label.text.contains(QLatin1Char('='))) {
                    if (top < 0)
                        top = label.rect.top();
                    if (label.rect.top() != top)
                        break; // of the next storage
                    ++found;
                    EXPECT_EQ(label.text.chopped(2).toLongLong() % size, 0) << name << " at " << zoom;
                    const auto text = textRect(label, scene.text);
                    EXPECT_GE(text.left(), end) << name << " at " << zoom;
                    end = text.right() + scene.text.smallAdvance; // a gap that can be seen
                }
            EXPECT_GT(found, 0) << name << " at " << zoom;
        }
    }
}

TEST(StorageScene, AStrideIsAnArrowFromASlotToItsNeighbour)
{
    auto request = storageRequest(oddTensor("transposed")); // (3, 4), strides (1, 3), floats
    request.zoom = 40;
    const auto scene = storageScene(request, {});
    EXPECT_TRUE(labelOf(scene, QStringLiteral("s0 = 1 (4 B)")));
    EXPECT_TRUE(labelOf(scene, QStringLiteral("s1 = 3 (12 B)")));
    for (const auto& [ink, stride] : {std::pair(Ink::axis0, 1), std::pair(Ink::axis1, 3)}) {
        const auto arrows = arrowsOf(scene, ink);
        ASSERT_EQ(arrows.size(), 1U);
        EXPECT_DOUBLE_EQ(arrows[0].from.x(), slotRect(request, 0).center().x());
        EXPECT_DOUBLE_EQ(arrows[0].to.x(), slotRect(request, stride).center().x());
        EXPECT_LT(arrows[0].from.y(), slotRect(request, 0).top());
    }
}

TEST(StorageScene, AStrideMayGoBackOrNowhere)
{
    auto request = storageRequest(oddTensor("reversed")); // strides (0, -2), offset 5
    request.zoom = 40;
    const auto scene = storageScene(request, {});
    const auto back = arrowsOf(scene, Ink::axis1);
    ASSERT_EQ(back.size(), 1U);
    EXPECT_DOUBLE_EQ(back[0].from.x(), slotRect(request, 5).center().x());
    EXPECT_DOUBLE_EQ(back[0].to.x(), slotRect(request, 3).center().x());
    EXPECT_TRUE(arrowsOf(scene, Ink::axis0).empty());
    EXPECT_TRUE(std::ranges::any_of(scene.marks, [&](const Mark& mark) {
        return mark.shape == Shape::ring && mark.ink == Ink::axis0 &&
               std::abs(mark.rect.center().x() - slotRect(request, 5).center().x()) < 1;
    }));
    EXPECT_TRUE(labelOf(scene, QStringLiteral("s0 = 0 (0 B)")));
}

TEST(StorageScene, AListOfSlotsHasNoArrows)
{
    auto request = storageRequest(sample("csr"));
    request.zoom = 40;
    for (const auto& line : storageScene(request, {}).lines)
        EXPECT_FALSE(line.isArrow);
}

// What is read and not there is told where it would lie.
TEST(StorageScene, WhatReachesOutsideHasABracketBeyondItsStorage)
{
    auto tensor = tensorOf(R"({"layout":"strided","size":[10],"dtype":"float32",
                               "members":{"values":[1,2,3,4,5,6,7,8,9,10]}})");
    tensor.size = Extents{3, 4};
    tensor.members[0].array.geometry = {{3, 4}, {4, 1}, 3};
    auto request = storageRequest(tensor);
    request.zoom = 40;
    const auto scene = storageScene(request, {});
    const auto* label = labelOf(scene, QStringLiteral("values: [3, 15) of 10 elements"));
    ASSERT_TRUE(label);
    EXPECT_EQ(label->ink, Ink::error);
    const auto first = slotRect(request, 3), last = slotRect(request, 9);
    EXPECT_TRUE(std::ranges::any_of(scene.lines, [&](const Line& line) {
        return line.ink == Ink::error && line.from.y() == line.to.y() && line.from.x() == first.left() &&
               std::abs(line.to.x() - (last.right() + 5 * 40)) < 0.01;
    }));
    EXPECT_TRUE(std::ranges::any_of(scene.marks, [&](const Mark& mark) {
        return mark.shape == Shape::triangle && mark.ink == Ink::error && mark.rect.top() > first.bottom();
    }));
    // And in the other views those that are not there are marked, and only those.
    const auto marks = [](const Scene& picture) {
        return std::ranges::count(picture.marks, Ink::error, &Mark::ink);
    };
    EXPECT_EQ(marks(membersScene(request, {})), 5);
    EXPECT_EQ(marks(logicalScene(request, {})), 5);
    EXPECT_TRUE(faultsOf(scene, request).isEmpty())
        << faultsOf(scene, request).join(QStringLiteral("\n")).toStdString();
}

TEST(StorageScene, TensorsOnOneStorageHaveABracketEach)
{
    const auto whole = oddTensor("overlapping");
    auto part = whole;
    part.members[0].array.geometry = {{2}, {1}, 3};
    auto request = storageRequest(whole);
    request.zoom = 40;
    EXPECT_EQ(labelOf(storageScene(request, {}), QStringLiteral("values")), nullptr) << "alone";
    request.others = {{QStringLiteral("part"), std::make_shared<const Tensor>(part)}};
    const auto scene = storageScene(request, {});
    ASSERT_TRUE(labelOf(scene, QStringLiteral("values")));
    const auto* other = labelOf(scene, QStringLiteral("part: values"));
    ASSERT_TRUE(other);
    // A level line from the first slot that it reads to the end of the last, under the strip.
    EXPECT_TRUE(std::ranges::any_of(scene.lines, [&](const Line& line) {
        return line.ink == other->ink && line.from.y() == line.to.y() &&
               line.from.x() == slotRect(request, 3).left() && line.to.x() == slotRect(request, 4).right() &&
               line.from.y() > slotRect(request, 3).bottom();
    }));
    EXPECT_TRUE(faultsOf(scene, request).isEmpty());
}

TEST(MembersScene, TheOrderInsideBlocksIsSeen)
{
    for (const auto& [tensor, isUpright, count] :
         {std::tuple(sample("bsr"), false, 8), std::tuple(oddTensor("column_major_blocks"), true, 4)}) {
        auto request = storageRequest(tensor);
        request.zoom = 36;
        const auto scene = membersScene(request, {});
        int found = 0;
        for (const auto& line : scene.lines) {
            if (!line.isArrow)
                continue;
            ++found;
            EXPECT_EQ(line.from.x() == line.to.x(), isUpright);
        }
        EXPECT_EQ(found, count) << "one for each row, or for each column, of each block";
    }
    auto request = storageRequest(sample("csr"));
    request.zoom = 36;
    for (const auto& line : membersScene(request, {}).lines)
        EXPECT_FALSE(line.isArrow);
}

TEST(MembersScene, NumbersCanBeReadAtFirstSight)
{
    auto request = storageRequest(oddTensor("thirds"));
    for (const auto* id : {"members", "storage"}) {
        const auto& spec = *std::ranges::find(pictures(), std::string_view(id), &PictureSpec::id);
        request.zoom = spec.firstZoom(request);
        const auto scene = spec.build(request, {});
        EXPECT_TRUE(labelOf(scene, QStringLiteral("0.333333")));
        EXPECT_TRUE(labelOf(scene, QStringLiteral("123456.789")));
    }
}

// A slice that is shorter than the room between its offsets leaves a hole.
TEST(StorageScene, HolesOfAJaggedTensorAreUnusedInBothPicturesAndCounted)
{
    const auto request = storageRequest(tensorOf(R"({"layout":"jagged","dtype":"float32","members":{"values":
        [[1,2],[3,4],[5,6],[7,8],[9,10],[11,12],[13,14],[15,16],[17,18]],"offsets":[0,4,4,9],"lengths":[3,0,2]}})"));
    // What is painted last is seen.
    const auto isHole = [](const Scene& scene, const QRectF& slot) {
        const auto seen = std::find_if(scene.boxes.rbegin(), scene.boxes.rend(), [&](const Box& box) {
            return box.fill != Ink::none && box.rect.contains(slot.center());
        });
        return seen != scene.boxes.rend() && seen->fill == Ink::hole;
    };
    const auto storage = storageScene(request, {}), members = membersScene(request, {});
    EXPECT_TRUE(std::ranges::any_of(storage.labels, [](const Label& label) {
        return label.text.contains(QStringLiteral("10 used, 8 unused"));
    }));
    for (int slot = 0; slot < 18; ++slot) {
        const bool isUnused = slot == 6 || slot == 7 || slot >= 12;
        EXPECT_EQ(isHole(storage, slotRect(request, slot)), isUnused) << slot;
        EXPECT_EQ(isHole(members, spotRect(members, Slots{"values", slot, slot + 1})), isUnused) << slot;
    }
}

TEST(StorageScene, CountsHaveSeparators)
{
    auto tensor = tensorOf(R"({"layout":"strided","dtype":"int64","members":{"values":[1]}})");
    auto& array = tensor.members[0].array;
    array = Array::fromInts({40'000}, std::vector<std::int64_t>(40'000));
    const auto says = [&](std::int64_t size, const char* text) {
        tensor.size = Extents{size};
        array.geometry = {{size}, {2}, 0};
        const auto scene = storageScene(storageRequest(tensor), {});
        return std::ranges::any_of(
            scene.labels, [&](const Label& label) { return label.text.contains(QString::fromLatin1(text)); });
    };
    EXPECT_TRUE(says(20'000, "20,000 used, 20,000 unused"));
    EXPECT_TRUE(says(20'001, "[0, 40001) of 40,000 elements")) << "a place is no count";
}
