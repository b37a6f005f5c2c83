// SPDX-License-Identifier: GPL-3.0-or-later
// The one selection: wherever something is pointed at, exactly what goes with it is lit in every picture.
#include "selection/selection.h"

#include "facts/known_size.h"
#include "scenes/scene.h"
#include "widgets/support/desk.h"
#include "widgets/support/highlight.h"
#include "widgets/support/tensors.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

#include <map>

using namespace tscope;
using namespace tscope::test;

namespace {

using Slot = std::pair<std::string_view, std::int64_t>; // of a member

// What goes with a place, derived step by step from what the layout says of single elements and single slots.
struct Expected {
    std::set<Extents> elements;
    std::set<Slot> slots;
};

std::set<Slot> slotsOf(const Tensor& tensor, const Extents& index)
{
    std::set<Slot> out;
    if (const auto path = tensor.layout->locate(tensor, index))
        for (const auto& run : path->places)
            for (auto slot = run.begin; slot < run.end; ++slot)
                out.insert({run.member, slot});
    return out;
}

// Of an entry that lies outside the size: all slots that speak of its index.
void addEntry(const Tensor& tensor, const Slot& slot, Expected& out)
{
    if (tensor.layout->indexOfSlots == nullptr)
        return;
    const auto indexOf = tensor.layout->indexOfSlots(tensor);
    const auto index = indexOf({slot.first, slot.second, slot.second + 1});
    for (const auto& member : tensor.members)
        for (std::int64_t other = 0; index && other < numel(member.array.geometry).value_or(0); ++other)
            if (member.role->name != "compressed" && indexOf({member.role->name, other, other + 1}) == index)
                out.slots.insert({member.role->name, other});
}

void addSlot(const Tensor& tensor, const Slot& slot, Expected& out)
{
    out.slots.insert(slot);
    const auto readers = tensor.layout->readersOf(tensor, slot.first, slot.second, 100'000);
    ASSERT_TRUE(readers) << readers.error().text;
    out.elements.insert(readers->elements.begin(), readers->elements.end());
    if (readers->count == 0)
        addEntry(tensor, slot, out);
}

Expected expectedOf(const Tensor& tensor, const Place& place)
{
    Expected out;
    if (const auto* element = std::get_if<ElementPlace>(&place)) {
        out.elements = {element->index};
        out.slots = slotsOf(tensor, element->index);
        return out;
    }
    if (const auto* slots = std::get_if<Slots>(&place)) {
        for (auto slot = slots->begin; slot < slots->end; ++slot)
            addSlot(tensor, {slots->member, slot}, out);
    } else {
        const auto& bytes = std::get<BytePlace>(place);
        for (const auto& member : tensor.members) {
            if (member.array.storage->id() != bytes.storageId)
                continue;
            for (std::int64_t slot = 0; slot < numel(member.array.geometry).value_or(0); ++slot)
                if (const auto [begin, end] = member.array.byteRange(slot); begin < bytes.end && bytes.begin < end)
                    addSlot(tensor, {member.role->name, slot}, out);
        }
    }
    for (const auto& index : out.elements)
        out.slots.merge(slotsOf(tensor, index));
    return out;
}

bool isExpected(const Tensor& tensor, const Expected& expected, const Place& spot)
{
    if (const auto* element = std::get_if<ElementPlace>(&spot))
        return expected.elements.contains(element->index);
    return std::ranges::any_of(expected.slots, [&](const Slot& slot) {
        const auto& member = tensor.member(slot.first);
        if (const auto* slots = std::get_if<Slots>(&spot))
            return slots->member == slot.first && slots->begin <= slot.second && slot.second < slots->end;
        const auto& bytes = std::get<BytePlace>(spot);
        if (bytes.storageId != member.array.storage->id())
            return false;
        const auto [begin, end] = member.array.byteRange(slot.second);
        return begin < bytes.end && bytes.begin < end;
    });
}

class LinkedPictures : public testing::TestWithParam<std::string>
{
protected:
    static Tensor tensor()
    {
        const auto& name = GetParam();
        return std::ranges::count(oddTensorNames(), name) > 0 ? oddTensor(name) : sample(name);
    }
};

std::vector<std::string> linkedTensors()
{
    auto names = sampleNames();
    for (const auto* odd : {"batched_csr", "dense_tail", "transposed", "overlapping", "vector", "scalar"})
        names.emplace_back(odd);
    return names;
}

} // namespace

TEST_P(LinkedPictures, WhatGoesWithASpotIsLitInAllPicturesAndNothingElse)
{
    Desk desk;
    const auto id = desk.show(tensor());
    const auto& subject = *desk.workspace.find(id);
    const auto sized = withKnownSize(*subject.tensor);
    std::vector<Scene> scenes;
    for (const auto& spec : pictures()) {
        scenes.push_back(wholeScene(spec, subject.tensor, subject.report));
        ASSERT_FALSE(scenes.back().spots.empty()) << spec.id;
    }

    std::size_t litElsewhere = 0;
    for (const auto& from : scenes)
        for (const auto& spot : from.spots) {
            SCOPED_TRACE(spot.words.toStdString());
            desk.selection.hover(id, spot.place);
            ASSERT_TRUE(settle(desk.jobs));
            ASSERT_TRUE(desk.selection.hovered());
            const auto expected = expectedOf(sized, spot.place);
            for (std::size_t to = 0; to < scenes.size(); ++to) {
                const auto lit = litSpots(scenes[to], spot.place, desk.selection.hovered()->related);
                for (std::size_t i = 0; i < scenes[to].spots.size(); ++i) {
                    const auto& other = scenes[to].spots[i];
                    const bool wanted = other.place == spot.place || isExpected(sized, expected, other.place);
                    ASSERT_EQ(lit.contains(i), wanted)
                        << "in " << pictures()[to].id << ": " << other.words.toStdString();
                    litElsewhere += wanted && &scenes[to] != &from ? 1 : 0;
                }
            }
        }
    EXPECT_GT(litElsewhere, 0U);
}

INSTANTIATE_TEST_SUITE_P(Tensors, LinkedPictures, testing::ValuesIn(linkedTensors()),
                         [](const auto& tested) { return tested.param; });

TEST(Selection, HoveringTheSamePlaceAgainTellsNothingNew)
{
    Desk desk;
    const auto id = desk.show(sample("csr"));
    QSignalSpy changed(&desk.selection, &Selection::hoverChanged);

    desk.selection.hover(id, ElementPlace{{0, 0}});
    ASSERT_TRUE(settle(desk.jobs));
    const auto told = changed.count();
    desk.selection.hover(id, ElementPlace{{0, 0}});
    ASSERT_TRUE(settle(desk.jobs));

    EXPECT_EQ(told, 2); // the place at once, what goes with it when it is known
    EXPECT_EQ(changed.count(), told);
}

TEST(Selection, LeavingTakesWhatIsStillBeingFound)
{
    Desk desk;
    const auto id = desk.show(sample("csr"));
    desk.selection.hover(id, ElementPlace{{0, 0}});
    desk.selection.leave();
    ASSERT_TRUE(settle(desk.jobs));
    EXPECT_FALSE(desk.selection.hovered());
    desk.selection.leave();
}

TEST(Selection, OfManyHoversTheLastOneCounts)
{
    Desk desk;
    const auto id = desk.show(sample("csr"));
    for (std::int64_t row = 0; row < 4; ++row)
        for (std::int64_t column = 0; column < 4; ++column)
            desk.selection.hover(id, ElementPlace{{row, column}});
    ASSERT_TRUE(settle(desk.jobs));
    ASSERT_TRUE(desk.selection.hovered());
    EXPECT_EQ(desk.selection.hovered()->related.elements, (std::vector<Extents>{{3, 3}}));
}

TEST(Selection, SelectingTellsWhereToGo)
{
    Desk desk;
    const auto id = desk.show(sample("csr"));
    QSignalSpy went(&desk.selection, &Selection::wentTo);
    desk.selection.select(id, Slots{"plain", 1, 2});
    ASSERT_TRUE(settle(desk.jobs));
    EXPECT_EQ(went.count(), 1);
    ASSERT_TRUE(desk.selection.selected());
    EXPECT_FALSE(desk.selection.selected()->related.slots.empty());
    EXPECT_FALSE(desk.selection.hovered());

    desk.selection.clear();
    EXPECT_FALSE(desk.selection.selected());
}

TEST(Selection, WhatIsRemovedIsForgotten)
{
    Desk desk;
    const auto id = desk.show(sample("csr")), other = desk.show(sample("coo"));
    desk.selection.hover(id, ElementPlace{{0, 0}});
    desk.selection.select(other, ElementPlace{{0, 0}});
    desk.workspace.remove(id);
    EXPECT_FALSE(desk.selection.hovered());
    EXPECT_TRUE(desk.selection.selected());
    desk.workspace.remove(other);
    EXPECT_FALSE(desk.selection.selected());
    EXPECT_TRUE(settle(desk.jobs));
}

TEST(Selection, AfterAnEditTheSamePlaceIsRelatedAnew)
{
    Desk desk;
    const auto id = desk.show(tensorOf(R"({"layout":"csr","size":[2,3],"members":
        {"compressed":[0,1,2],"plain":[0,2],"values":[1,2]}})"));
    desk.selection.select(id, Slots{"values", 0, 1});
    ASSERT_TRUE(settle(desk.jobs));
    EXPECT_EQ(desk.selection.selected()->related.elements, (std::vector<Extents>{{0, 0}}));

    ASSERT_TRUE(
        desk.workspace.edit(id, {{SetElements{"plain", 0, {*Element::from(std::int64_t{1}, ElementType::i64)}}}},
                            QStringLiteral("x")));
    ASSERT_TRUE(settle(desk.jobs));
    EXPECT_EQ(desk.selection.selected()->related.elements, (std::vector<Extents>{{0, 1}}));
}

// An edit makes a new storage of the member.
TEST(Selection, AfterAnEditTheSameBytesStaySelected)
{
    Desk desk;
    const auto id = desk.show(tensorOf(R"({"layout":"csr","size":[2,3],"members":
        {"compressed":[0,1,2],"plain":[0,2],"values":[1,2]}})"));
    const auto storageNow = [&] {
        return desk.workspace.find(id)->shown().tensor->find("plain")->array.storage->id();
    };
    const auto before = storageNow();
    desk.selection.select(id, BytePlace{before, 0, 8});
    ASSERT_TRUE(settle(desk.jobs));
    EXPECT_EQ(desk.selection.selected()->related.elements, (std::vector<Extents>{{0, 0}}));

    for (const std::int64_t column : {1, 2}) {
        ASSERT_TRUE(desk.workspace.edit(
            id, {{SetElements{"plain", 0, {*Element::from(column, ElementType::i64)}}}}, QStringLiteral("x")));
        ASSERT_TRUE(settle(desk.jobs));
        ASSERT_NE(storageNow(), before);
        ASSERT_TRUE(desk.selection.selected());
        EXPECT_EQ(desk.selection.selected()->place, Place(BytePlace{storageNow(), 0, 8}));
        EXPECT_EQ(desk.selection.selected()->related.elements, (std::vector<Extents>{{0, column}}));
    }
}

TEST(Selection, ASlotOfAMemberThatIsGoneIsForgotten)
{
    Desk desk;
    const auto id = desk.show(sample("csr"));
    desk.selection.select(id, Slots{"plain", 0, 1});
    settle(desk.jobs);
    desk.workspace.replace(id, sample("coo"), QStringLiteral("reload"));
    settle(desk.jobs);
    EXPECT_FALSE(desk.selection.selected()) << "coo has indices and values";
    desk.selection.select(id, Slots{"values", 0, 1});
    desk.workspace.replace(id, sample("csr"), QStringLiteral("reload"));
    settle(desk.jobs);
    EXPECT_TRUE(desk.selection.selected()) << "csr has values too";
}

TEST(Selection, PlacesOfNoTensorAreRelatedToNothing)
{
    Desk desk;
    desk.selection.select(12, Slots{"values", 0, 1});
    desk.selection.hover(12, ElementPlace{{0, 0}});
    ASSERT_TRUE(settle(desk.jobs));
    EXPECT_TRUE(desk.selection.hovered()->related.elements.empty());
}
