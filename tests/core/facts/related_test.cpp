// SPDX-License-Identifier: Apache-2.0
#include "facts/related.h"

#include "facts/locate_text.h"

#include "core/facts/small_tensors.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace tscope {
namespace {

using test::tensorOf;
using testing::ElementsAre;

using OneSlot = std::pair<std::string_view, std::int64_t>;
using OneByte = std::pair<std::uint64_t, std::int64_t>;

std::set<OneSlot> eachOf(const std::vector<Slots>& runs)
{
    std::set<OneSlot> out;
    for (const auto& run : runs)
        for (auto slot = run.begin; slot < run.end; ++slot)
            out.insert({run.member, slot});
    return out;
}

std::set<OneByte> eachOf(const std::vector<BytePlace>& runs)
{
    std::set<OneByte> out;
    for (const auto& run : runs)
        for (auto byte = run.begin; byte < run.end; ++byte)
            out.insert({run.storageId, byte});
    return out;
}

// The places that locate() names for each stored element, found by asking for every index there may be.
class PlaceOracle
{
public:
    explicit PlaceOracle(const Tensor& tensor) : m_tensor(tensor)
    {
        const auto rank = rankOf(tensor);
        Extents index(rank, 0);
        visit(index, 0);
    }

    std::set<Extents> readersOf(const std::set<OneSlot>& slots) const
    {
        std::set<OneByte> wanted;
        for (const auto& [member, slot] : slots)
            wanted.merge(bytesOf(member, slot));
        std::set<Extents> out;
        for (const auto& [index, places] : m_places)
            for (const auto& [member, slot] : places)
                if (wanted.contains(*bytesOf(member, slot).begin()))
                    out.insert(index);
        return out;
    }

    std::set<OneSlot> placesOf(const std::set<Extents>& elements) const
    {
        std::set<OneSlot> out;
        for (const auto& index : elements)
            out.insert(m_places.at(index).begin(), m_places.at(index).end());
        return out;
    }

    std::set<OneByte> bytesOf(std::string_view member, std::int64_t slot) const
    {
        const auto& array = m_tensor.member(member).array;
        const auto [begin, end] = array.byteRange(slot);
        std::set<OneByte> out;
        for (auto byte = begin; byte < end; ++byte)
            out.insert({array.storage->id(), byte});
        return out;
    }

    std::set<OneByte> bytesOf(const std::set<OneSlot>& slots) const
    {
        std::set<OneByte> out;
        for (const auto& [member, slot] : slots)
            out.merge(bytesOf(member, slot));
        return out;
    }

    std::set<OneSlot> slotsAt(const std::set<OneByte>& bytes) const
    {
        std::set<OneSlot> out;
        for (const auto& member : m_tensor.members)
            for (std::int64_t slot = 0; slot < *numel(member.array.geometry); ++slot)
                for (const auto& byte : bytesOf(member.role->name, slot))
                    if (bytes.contains(byte))
                        out.insert({member.role->name, slot});
        return out;
    }

    const std::map<Extents, std::set<OneSlot>>& places() const { return m_places; }

private:
    static std::size_t rankOf(const Tensor& tensor)
    {
        return tensor.layout->read(tensor, {})->outline().size->size();
    }

    void visit(Extents& index, std::size_t dim)
    {
        if (dim == index.size()) {
            if (const auto path = m_tensor.layout->locate(m_tensor, index); path && path->found)
                m_places[index] = eachOf(path->places);
            return;
        }
        for (index[dim] = 0; index[dim] < 12; ++index[dim])
            if (mayExist(index, dim))
                visit(index, dim + 1);
    }

    // Spares the questions of 12^6 indices.
    bool mayExist(const Extents& index, std::size_t dim) const
    {
        const auto size = m_tensor.layout->read(m_tensor, {})->outline().size;
        const auto& extent = (*size)[dim];
        return extent.kind != OuterExtent::Kind::number || index[dim] < extent.value;
    }

    const Tensor& m_tensor;
    std::map<Extents, std::set<OneSlot>> m_places;
};

std::set<Extents> setOf(const std::vector<Extents>& elements)
{
    return {elements.begin(), elements.end()};
}

void expectSlotsRelated(const PlaceOracle& oracle, const Related& found, const std::set<OneSlot>& slots)
{
    const auto elements = oracle.readersOf(slots);
    EXPECT_EQ(setOf(found.elements), elements);
    EXPECT_EQ(found.elementCount, static_cast<std::int64_t>(elements.size()));
    auto all = oracle.placesOf(elements);
    all.insert(slots.begin(), slots.end());
    if (elements.size() <= 256) {
        EXPECT_EQ(eachOf(found.slots), all);
    }
    EXPECT_EQ(eachOf(found.bytes), oracle.bytesOf(eachOf(found.slots)));
    EXPECT_TRUE(std::ranges::is_sorted(found.elements));
    EXPECT_FALSE(found.truncated);
}

Tensor csr()
{
    return tensorOf({{"layout", "csr"},
                     {"size", {3, 4}},
                     {"dtype", "float32"},
                     {"members",
                      {{"compressed", {{"dtype", "int64"}, {"data", {0, 2, 2, 3}}}},
                       {"plain", {{"dtype", "int64"}, {"data", {1, 3, 0}}}},
                       {"values", {5, 6, 7}}}}});
}

} // namespace

TEST(Related, AgreesWithAskingEveryElementOfEveryLayout)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (const auto& [name, tensor] : test::smallTensors(seed)) {
        SCOPED_TRACE(name);
        const PlaceOracle oracle(tensor);
        for (const auto& [index, places] : oracle.places()) {
            const auto found = related(tensor, ElementPlace{index}, 100);
            ASSERT_THAT(found.elements, ElementsAre(index));
            ASSERT_EQ(eachOf(found.slots), places) << text(index);
            ASSERT_EQ(eachOf(found.bytes), oracle.bytesOf(places));
        }
        for (int sample = 0; sample < 20; ++sample) {
            const auto& member = tensor.members[random() % tensor.members.size()];
            const auto count = static_cast<std::uint64_t>(*numel(member.array.geometry));
            if (count == 0)
                continue;
            const auto begin = static_cast<std::int64_t>(random() % count);
            const auto length = 1 + static_cast<std::int64_t>(random() % 4);
            const Slots run{member.role->name, begin, std::min(begin + length, static_cast<std::int64_t>(count))};
            SCOPED_TRACE(std::string(run.member) + " " + text({run.begin, run.end}));
            expectSlotsRelated(oracle, related(tensor, run, 10'000), eachOf(std::vector{run}));

            const auto& storage = *member.array.storage;
            const auto first =
                static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(storage.byteSize()));
            const BytePlace bytes{storage.id(), first, std::min(first + length * 3, storage.byteSize())};
            SCOPED_TRACE("bytes " + text({bytes.begin, bytes.end}));
            expectSlotsRelated(oracle, related(tensor, bytes, 10'000), oracle.slotsAt(eachOf(std::vector{bytes})));
            if (HasFailure())
                return;
        }
    }
}

TEST(Related, AValueLeadsToItsIndexAndPointersAndBack)
{
    const auto tensor = csr();

    const auto fromValue = related(tensor, Slots{"values", 1, 2}, 100);
    const auto fromIndex = related(tensor, Slots{"plain", 1, 2}, 100);
    const auto fromBytes = related(tensor, BytePlace{tensor.member("plain").array.storage->id(), 15, 16}, 100);

    EXPECT_THAT(fromValue.elements, ElementsAre(Extents{0, 3}));
    EXPECT_THAT(fromValue.slots,
                ElementsAre(Slots{"compressed", 0, 2}, Slots{"plain", 1, 2}, Slots{"values", 1, 2}));
    const auto id = [&](const char* member) { return tensor.member(member).array.storage->id(); };
    EXPECT_THAT(fromValue.bytes, ElementsAre(BytePlace{id("compressed"), 0, 16}, BytePlace{id("plain"), 8, 16},
                                             BytePlace{id("values"), 4, 8}));
    EXPECT_EQ(fromIndex.slots, fromValue.slots);
    EXPECT_EQ(fromBytes.slots, fromValue.slots);
    EXPECT_EQ(fromBytes.elements, fromValue.elements);
}

TEST(Related, AnElementThatIsNotStoredHasItsNeighboursBesideTheGap)
{
    const auto gapOf = [](const char* json, Extents index) {
        const auto found = related(tensorOf(nlohmann::json::parse(json)), ElementPlace{std::move(index)}, 10);
        for (const auto& slots : found.slots)
            EXPECT_TRUE(found.gap.empty() || slots.member != "plain") << "neighbours are not related";
        return found.gap;
    };
    const auto* csr = R"({"layout":"csr","size":[3,9],"members":{"crow_indices":[0,3,3,4],"col_indices":[1,4,7,2],
                       "values":[1,2,3,4]}})";
    const auto between = [](std::int64_t begin, std::int64_t end) {
        return ElementsAre(Slots{"plain", begin, end}, Slots{"values", begin, end});
    };
    EXPECT_THAT(gapOf(csr, {0, 5}), between(1, 3));
    EXPECT_THAT(gapOf(csr, {0, 0}), between(0, 1));
    EXPECT_THAT(gapOf(csr, {1, 5}), between(2, 4)) << "an empty row";
    EXPECT_THAT(gapOf(csr, {2, 8}), between(3, 4));
    EXPECT_THAT(gapOf(csr, {0, 4}), ElementsAre()) << "it is stored";
    // In no order, the row where it was looked for.
    EXPECT_THAT(gapOf(R"({"layout":"csr","size":[1,9],"members":{"crow_indices":[0,3],"col_indices":[7,1,4],
                          "values":[1,2,3]}})",
                      {0, 5}),
                ElementsAre(Slots{"plain", 0, 3}, Slots{"values", 0, 2}));
    EXPECT_THAT(gapOf(R"({"layout":"csr","size":[1,9],"members":{"crow_indices":[0,0],"col_indices":[],
                          "values":[]}})",
                      {0, 5}),
                ElementsAre());
    for (const auto* claim : {"", R"("is_coalesced":true,)"}) {
        const auto coo = R"({"layout":"coo",)" + std::string(claim) +
                         R"("size":[3,3],"members":{"indices":[[0,1,2],[0,1,0]],"values":[1,2,3]}})";
        EXPECT_THAT(gapOf(coo.c_str(), {1, 2}),
                    ElementsAre(Slots{"indices", 1, 3}, Slots{"indices", 4, 6}, Slots{"values", 1, 3}));
    }
    EXPECT_THAT(gapOf(R"({"layout":"coo","size":[3],"members":{"indices":[[2,0]],"values":[1,2]}})", {1}),
                ElementsAre())
        << "where entries are in no order it could be anywhere";
}

// The inverse index of slots is a pass over all pointers: too dear for each element that the mouse crosses.
TEST(Related, NeighboursOfAGapAreFoundWithoutTheInverseIndex)
{
    for (const auto* json :
         {R"({"layout":"csr","size":[2,9],"members":{"crow_indices":[0,3,3],"col_indices":[1,4,7],
              "values":[1,2,3]}})",
          R"({"layout":"coo","is_coalesced":true,"size":[2,9],"members":{"indices":[[0,0,0],[1,4,7]],
              "values":[1,2,3]}})"}) {
        auto tensor = tensorOf(nlohmann::json::parse(json));
        auto layout = *tensor.layout;
        layout.indexOfSlots = [](const Tensor&) -> IndexOfSlots {
            ADD_FAILURE() << "the inverse index was made";
            return [](const Slots&) { return std::nullopt; };
        };
        tensor.layout = &layout;
        EXPECT_THAT(related(tensor, ElementPlace{{0, 5}}, 10).gap, testing::Contains(Slots{"values", 1, 3}));
    }
}

TEST(Related, AGapHasNoValuesWhereTheIndicesAreOfOtherNumber)
{
    const auto tensor = tensorOf(nlohmann::json::parse(
        R"({"layout":"csr","size":[1,9],"members":{"crow_indices":[0,4],"col_indices":[1,4,7,8],
            "values":[1,2]}})"));
    EXPECT_THAT(related(tensor, ElementPlace{{0, 5}}, 10).gap, ElementsAre(Slots{"plain", 1, 3}));
}

TEST(Related, CountsExactlyWhatItDoesNotList)
{
    const auto wide = test::madeOf({.layout = "csr", .size = {2, 900}, .nnz = 1000});
    const auto found = related(wide, Slots{"compressed", 1, 2}, 10);
    EXPECT_EQ(found.elements.size(), 10U);
    EXPECT_EQ(found.elementCount, 1000); // both rows
    EXPECT_TRUE(found.truncated);

    const auto none = related(wide, Slots{"values", 3, 4}, 0);
    EXPECT_TRUE(none.elements.empty());
    EXPECT_EQ(none.elementCount, 1);
    EXPECT_TRUE(none.truncated);

    // Two pointers of one row: its entries are not counted twice as long as all are listed.
    EXPECT_EQ(related(wide, Slots{"compressed", 0, 3}, 2000).elementCount, 1000);
}

// A number that is only a part of what there is says so: in a flag, and in words.
TEST(Related, WhereItDoesNotCountAllItSaysAtLeast)
{
    const auto wide = test::madeOf({.layout = "csr", .size = {2, 900}, .nnz = 1000});
    const Slots pointers{"compressed", 0, 3};
    const auto cut = related(wide, pointers, 10);
    EXPECT_TRUE(cut.isAtLeast);
    EXPECT_LE(cut.elementCount, 1000) << "no element counts twice";
    EXPECT_GE(cut.elementCount, 500);
    EXPECT_FALSE(related(wide, pointers, 2000).isAtLeast);
    EXPECT_FALSE(related(wide, Slots{"compressed", 1, 2}, 10).isAtLeast) << "one slot is counted";
    const auto words = plainText(tellPlace(wide, pointers, cut, 10));
    EXPECT_THAT(words, testing::HasSubstr("read by at least " + std::to_string(cut.elementCount)));
    EXPECT_THAT(words, testing::HasSubstr("and at least "));

    const auto large = test::madeOf({.layout = "csr", .size = {200, 900}, .nnz = 10000});
    const auto most = related(large, Slots{"values", 0, 10000}, 100000);
    EXPECT_TRUE(most.isAtLeast) << "slots that are not looked at may have readers";
    EXPECT_LT(most.elementCount, 10000);
    EXPECT_THAT(plainText(tellPlace(large, Slots{"values", 0, 10000}, most, 100)),
                testing::HasSubstr("read by at least 4096 elements"));
    EXPECT_THAT(
        plainText(tellPlace(large, Slots{"values", 0, 3}, related(large, Slots{"values", 0, 3}, 100), 100)),
        testing::HasSubstr("read by 3 elements"));
}

TEST(Related, SeveralPlacesAreRelatedToWhatEachOfThemIs)
{
    const auto tensor = csr();
    const std::vector<Slots> places{{"plain", 2, 3}, {"compressed", 1, 2}, {"plain", 0, 1}};
    const auto all = related(tensor, std::span(places), 100);
    std::set<Extents> elements;
    for (const auto& place : places) {
        const auto one = related(tensor, place, 100);
        elements.insert(one.elements.begin(), one.elements.end());
        for (const auto& slots : one.slots)
            EXPECT_TRUE(std::ranges::any_of(all.slots,
                                            [&](const Slots& found) {
                                                return found.member == slots.member &&
                                                       found.begin <= slots.begin && slots.end <= found.end;
                                            }))
                << slots.member << slots.begin;
    }
    EXPECT_EQ(all.elements, std::vector<Extents>(elements.begin(), elements.end()));
    EXPECT_EQ(all.elementCount, static_cast<std::int64_t>(elements.size()));
    EXPECT_FALSE(all.truncated);
    EXPECT_TRUE(related(tensor, std::span<const Slots>(), 100).slots.empty());
}

TEST(Related, LooksAtSoManySlotsAndSaysSo)
{
    const auto tensor = test::madeOf({.kind = "arange", .layout = "strided", .size = {100, 100}});
    const auto found = related(tensor, Slots{"values", 0, int64Max}, 100'000);
    EXPECT_EQ(found.elements.size(), 4096U);
    EXPECT_TRUE(found.truncated);
    EXPECT_THAT(found.slots, ElementsAre(Slots{"values", 0, 10'000}));
    EXPECT_THAT(found.bytes, ElementsAre(BytePlace{tensor.members[0].array.storage->id(), 0,
                                                   tensor.members[0].array.storage->byteSize()}));

    // Every second element of a long row: bytes are not told one by one without end.
    auto spaced = tensor;
    spaced.members[0].array.geometry = {{2500, 2}, {4, 2}, 0};
    const auto all = related(spaced, Slots{"values", 0, 5000}, 10);
    EXPECT_TRUE(all.truncated);
    EXPECT_LE(all.bytes.size(), 2U * 4096U);
    EXPECT_GE(all.bytes.size(), 4096U);
}

TEST(Related, BytesOfOneStorageLeadToAllItsMembers)
{
    auto tensor = csr();
    tensor.find("values")->array =
        Array{tensor.member("plain").array.storage, ElementType::i32, Geometry{{3}, {2}, 1}};
    const auto found = related(tensor, BytePlace{tensor.member("plain").array.storage->id(), 12, 13}, 100);
    EXPECT_THAT(found.slots, ElementsAre(Slots{"compressed", 0, 2}, Slots{"plain", 1, 2}, Slots{"values", 1, 2}));
    EXPECT_EQ(found.bytes.back(), (BytePlace{tensor.member("plain").array.storage->id(), 8, 16}));
}

TEST(Related, NonsenseHasNoRelations)
{
    const auto tensor = csr();
    for (const Place& place :
         std::vector<Place>{Slots{"nobody", 0, 1}, Slots{"values", 3, 9}, Slots{"values", -5, 0},
                            Slots{"values", 2, 1}, BytePlace{0, 0, 8}, ElementPlace{{0}}, ElementPlace{{3, 0}},
                            BytePlace{tensor.members[0].array.storage->id(), 99, int64Max},
                            BytePlace{tensor.members[0].array.storage->id(), int64Min, 0}}) {
        const auto found = related(tensor, place, 100);
        EXPECT_TRUE(found.elements.empty());
        EXPECT_TRUE(found.slots.empty());
        EXPECT_TRUE(found.bytes.empty());
        EXPECT_EQ(found.elementCount, 0);
    }
    const auto clipped = related(tensor, Slots{"values", -5, 1}, 100);
    EXPECT_THAT(clipped.elements, ElementsAre(Extents{0, 1}));
}

TEST(Related, BrokenTensorsHaveTheRelationsThatCanBeTold)
{
    for (const auto& [name, tensor] : test::brokenTensors(7)) {
        SCOPED_TRACE(name);
        for (const auto& member : tensor.members) {
            const Slots run{member.role->name, 0, 3};
            const auto fromSlots = related(tensor, run, 100);
            for (const auto& index : fromSlots.elements) {
                EXPECT_TRUE(tensor.layout->locate(tensor, index)) << text(index);
                related(tensor, ElementPlace{index}, 100);
            }
            for (const auto& bytes : fromSlots.bytes) {
                EXPECT_LE(0, bytes.begin);
                EXPECT_LT(bytes.begin, bytes.end);
            }
            related(tensor, BytePlace{member.array.storage->id(), 0, 40}, 100);
        }
    }
}

TEST(Related, ExtentsBeyondAllBoundsAreNoTrouble)
{
    const auto huge = std::int64_t{1} << 62;
    for (const auto& geometry : {Geometry{{huge, huge}, {0, 0}, 0}, Geometry{{huge, huge}, {1, huge}, -3},
                                 Geometry{{4}, {int64Max}, int64Max}, Geometry{{4}, {1, 1}, 0},
                                 Geometry{{-1, 2}, {1, 1}, 0}, Geometry{{3}, {int64Min}, 5}}) {
        auto tensor = test::madeOf({.kind = "arange", .layout = "strided", .size = {2, 5}});
        tensor.members[0].array.geometry = geometry;
        SCOPED_TRACE(text(geometry.sizes) + " " + text(geometry.strides));
        for (const auto slot : {std::int64_t{0}, std::int64_t{3}, huge, int64Max - 1})
            related(tensor, Slots{"values", slot, int64Max}, 10);
        related(tensor, BytePlace{tensor.members[0].array.storage->id(), 0, int64Max}, 10);
    }
}

TEST(Related, StopsWhenNobodyWaits)
{
    std::stop_source source;
    source.request_stop();
    const auto tensor = test::madeOf({.kind = "arange", .layout = "strided", .size = {100, 100}});
    const auto found = related(tensor, Slots{"values", 0, 9}, 100, {.stop = source.get_token()});
    EXPECT_TRUE(found.elements.empty());
    EXPECT_TRUE(found.truncated);
}

} // namespace tscope
