// SPDX-License-Identifier: Apache-2.0
// Which number of one tensor becomes which number of another. The oracle are the numbers themselves: they are all
// different, so each tells where it came from.
#include "picture/morph.h"

#include "convert/convert.h"
#include "dispatch/call.h"
#include "layouts/registry.h"
#include "make/generators.h"
#include "make/random.h"
#include "ops/transform.h"
#include "ops/transposed.h"
#include "proof/prove.h"
#include "support/from_json.h"
#include "support/small_tensors.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

namespace tscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// Its values counted through from 1, one in `zeros` of them 0; 0: none.
Tensor numbered(Tensor tensor, Random& random, std::int64_t zeros)
{
    for (auto& member : tensor.members) {
        if (member.role->kind != RoleKind::values)
            continue;
        std::vector<std::int64_t> values(static_cast<std::size_t>(*numel(member.array.geometry)));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = zeros > 0 && random.below(zeros) == 0 ? 0 : static_cast<std::int64_t>(i) + 1;
        member.array = Array::fromInts(member.array.geometry.sizes, values, ElementType::f64);
    }
    tensor.dtype = std::nullopt;
    return tensor;
}

double valueAt(const Tensor& tensor, const MorphEnd& end)
{
    return test::complexOf(tensor.member(end.slot.member).array.at(end.slot.begin)).real();
}

using SlotKey = std::pair<std::string, std::int64_t>;
SlotKey keyOf(const MorphEnd& end)
{
    return {std::string(end.slot.member), end.slot.begin};
}

std::set<SlotKey> slotsOf(const Tensor& tensor)
{
    std::set<SlotKey> slots;
    for (const auto& member : tensor.members)
        for (std::int64_t slot = 0; slot < *numel(member.array.geometry); ++slot)
            slots.emplace(std::string(member.role->name), slot);
    return slots;
}

// Each slot of both is there once; each value of the result is the sum of those that travel to it.
void holdsTogether(const Tensor& source, const Tensor& result, const Morph& morph)
{
    std::set<SlotKey> left = slotsOf(source), reached;
    std::map<SlotKey, double> sums;
    for (const auto& piece : morph.pieces) {
        if (piece.from) {
            EXPECT_EQ(left.erase(keyOf(*piece.from)), 1U) << piece.from->slot.member << piece.from->slot.begin;
        }
        if (piece.to) {
            EXPECT_NE(reached.insert(keyOf(*piece.to)).second, piece.travel == Travel::addedUp);
        }
        if (piece.travels() && piece.isValue)
            sums[keyOf(*piece.to)] += valueAt(source, *piece.from);
        if (piece.travel == Travel::leftOut) {
            EXPECT_EQ(valueAt(source, *piece.from), 0) << "only zeros may be left out";
        }
        if (piece.travel == Travel::filled) {
            EXPECT_EQ(valueAt(result, *piece.to), 0);
        }
        if (!piece.isValue && piece.travels()) {
            EXPECT_EQ(valueAt(source, *piece.from), valueAt(result, *piece.to));
        }
    }
    EXPECT_TRUE(left.empty());
    EXPECT_EQ(reached, slotsOf(result));
    for (const auto& [slot, sum] : sums)
        EXPECT_EQ(test::complexOf(result.member(slot.first).array.at(slot.second)).real(), sum);
}

// Bytes of members that lie in none of the source's storages.
std::int64_t ownBytes(const Tensor& source, const Tensor& result)
{
    std::set<std::uint64_t> shared;
    for (const auto& member : source.members)
        shared.insert(member.array.storage->id());
    std::int64_t bytes = 0;
    for (const auto& member : result.members)
        if (!shared.contains(member.array.storage->id()))
            bytes += *numel(member.array.geometry) * member.array.dtype.itemSize();
    return bytes;
}

MakeSpec specOf(const Layout& layout, Random& random)
{
    MakeSpec spec;
    spec.layout = layout.name;
    spec.seed = static_cast<std::uint64_t>(random.below(1'000'000));
    spec.dtype = ElementType::f64;
    if (isOfComponents(layout)) {
        const auto rows = 2 * (1 + random.below(2));
        spec.size = {2 + random.below(3), rows, 2 * (1 + random.below(2))};
        if (random.below(2) == 0) // they fill a box, as most layouts want it
            spec.lengths = Extents(static_cast<std::size_t>(spec.size[0]), rows);
        return spec;
    }
    spec.size = {2 * (1 + random.below(4)), 2 * (1 + random.below(4))};
    spec.density = 0.1 + 0.1 * static_cast<double>(random.below(6));
    if (layout.family == "compressed" && random.below(3) == 0)
        spec.batch = {2};
    if (layout.name == "coo" && random.below(3) == 0)
        spec.dense = {2};
    return spec;
}

Result<Converted> convertedTo(const Tensor& tensor, const Layout& layout)
{
    ConvertRequest request{.layout = &layout};
    if (isBlocked(layout))
        request.block = {2, 2};
    const auto proof = prove(tensor);
    if (!std::holds_alternative<Sound>(proof))
        return invalidArgument("not sound");
    return convert(std::get<Sound>(proof), request);
}

TEST(Morph, FollowsEachNumberThroughEveryConversion)
{
    constexpr std::uint64_t seed = 4242;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    for (const auto* from : layouts())
        for (const auto* to : layouts()) {
            if (!canBeConverted(*from, *to))
                continue;
            SCOPED_TRACE(std::string(from->name) + " to " + std::string(to->name));
            int done = 0;
            for (int tries = 0; tries < 60 && done < 8; ++tries) {
                auto made = makeTensorOf(specOf(*from, random));
                if (!made) // a test may have registered a layout that nothing makes
                    continue;
                const auto source = numbered(*std::move(made), random, tries % 2 == 0 ? 4 : 0);
                const auto result = convertedTo(source, *to);
                if (!result) // components of different sizes fill no box
                    continue;
                const auto morph = morphOf(source, result->tensor);
                ASSERT_TRUE(morph) << morph.error().text;
                holdsTogether(source, result->tensor, *morph);
                EXPECT_EQ(morph->bytesMoved, ownBytes(source, result->tensor));
                ++done;
            }
            EXPECT_GE(done, 4);
        }
}

TEST(Morph, MovesNothingWhereTheResultIsAView)
{
    constexpr std::uint64_t seed = 7;
    Random random(seed);
    for (const auto* layout : layouts()) {
        if (!isTransposable(*layout))
            continue;
        SCOPED_TRACE(std::string(layout->name) + ", seed " + std::to_string(seed));
        auto spec = specOf(*layout, random);
        spec.batch = spec.dense = {};
        if (!isOfComponents(*layout))
            spec.density = 0.5;
        const auto source = numbered(*makeTensorOf(spec), random, 0);
        const auto done = transposed(source);
        ASSERT_TRUE(done) << done.error().text;
        const auto morph = morphOf(source, done->tensors.front());
        ASSERT_TRUE(morph) << morph.error().text;
        EXPECT_EQ(morph->bytesMoved, ownBytes(source, done->tensors.front()));
        for (const auto& piece : morph->pieces)
            if (piece.isValue) {
                EXPECT_EQ(piece.travel, Travel::stays);
            }
        holdsTogether(source, done->tensors.front(), *morph);
    }
}

TEST(Morph, SaysThatTransposingBlocksMovesNoBytes)
{
    MakeSpec spec;
    spec.layout = "bsr";
    spec.size = {4, 6};
    spec.nnz = 4;
    const auto source = *makeTensorOf(spec);
    const auto morph = morphOf(source, transposed(source)->tensors.front());
    ASSERT_TRUE(morph);
    EXPECT_THAT(morphLines(*morph), ElementsAre("0 bytes moved.", "The 16 values stay in the same bytes.",
                                                "7 index numbers stay in the same bytes."));
}

TEST(Morph, SaysWhichNumbersAreWritten)
{
    const auto source = test::fromJson(R"({"layout": "coo", "size": [2, 2], "members": {
        "indices": {"dtype": "int64", "shape": [2, 2], "data": [0, 1, 1, 0]},
        "values": {"dtype": "float64", "shape": [2], "data": [1, 2]}}})");
    const auto result = convertedTo(source, *layoutNamed("csr"));
    ASSERT_TRUE(result) << result.error().text;
    const auto morph = morphOf(source, result->tensor);
    ASSERT_TRUE(morph);
    const auto lines = morphLines(*morph);
    EXPECT_NE(lines.front().find(" written: "), std::string::npos) << lines.front();
    EXPECT_NE(lines.front().find(" index numbers, computed anew"), std::string::npos) << lines.front();
    EXPECT_EQ(lines.front().find("moved"), std::string::npos) << lines.front();
}

// Both entries of (0, 1) end in one: the first is copied, the second added to it.
TEST(Morph, AddsDuplicatesUp)
{
    const auto source = test::fromJson(R"({"layout": "coo", "size": [2, 2], "members": {
        "indices": {"dtype": "int64", "shape": [2, 3], "data": [0, 1, 0, 1, 0, 1]},
        "values": {"dtype": "float64", "shape": [3], "data": [1, 2, 4]}}})");
    const auto result = convertedTo(source, *layoutNamed("csr"));
    ASSERT_TRUE(result) << result.error().text;
    const auto morph = morphOf(source, result->tensor);
    ASSERT_TRUE(morph);
    holdsTogether(source, result->tensor, *morph);
    EXPECT_EQ(morph->count(Travel::copied, true), 2);
    EXPECT_EQ(morph->count(Travel::addedUp, true), 1);
    EXPECT_THAT(morphLines(*morph), Contains("1 duplicate is added to the entry of the same index."));
}

// One stored number that four elements read: it stays, and three more read it.
TEST(Morph, TellsWhatIsReadAgain)
{
    const auto source = test::fromJson(R"({"layout": "strided", "members": {
        "values": {"dtype": "float64", "shape": [1, 1], "data": [5]}}})");
    const auto step = parseSteps("expand(2, 2)");
    ASSERT_TRUE(step) << step.error().text;
    const auto done = transform(source, *step);
    ASSERT_TRUE(done) << done.error().text;
    const auto morph = morphOf(source, done->tensors.front());
    ASSERT_TRUE(morph);
    EXPECT_EQ(morph->count(Travel::stays, true), 1);
    EXPECT_EQ(morph->count(Travel::readAgain, true), 3);
    EXPECT_EQ(morph->bytesMoved, 0);
}

// Slots of a jagged tensor that lie in no component stay behind.
TEST(Morph, LeavesHolesBehind)
{
    const auto source = test::fromJson(R"({"layout": "jagged", "members": {
        "values": {"dtype": "float64", "shape": [6], "data": [1, 2, 9, 3, 9, 9]},
        "offsets": {"dtype": "int64", "shape": [3], "data": [0, 3, 6]},
        "lengths": {"dtype": "int64", "shape": [2], "data": [2, 1]}}})");
    const auto packed = test::fromJson(R"({"layout": "jagged", "members": {
        "values": {"dtype": "float64", "shape": [3], "data": [1, 2, 3]},
        "offsets": {"dtype": "int64", "shape": [3], "data": [0, 2, 3]}}})");
    const auto morph = morphOf(source, packed);
    ASSERT_TRUE(morph) << morph.error().text;
    EXPECT_EQ(morph->count(Travel::copied, true), 3);
    EXPECT_EQ(morph->count(Travel::leftUnused, true), 3);
    EXPECT_EQ(morph->count(Travel::leftOut, true), 0);
}

TEST(Morph, FollowsABrokenTensorAsFarAsItCanBeRead)
{
    const auto broken = test::fromJson(R"({"layout": "coo", "size": [2, 2], "members": {
        "indices": {"dtype": "int64", "shape": [2, 3], "data": [0, 9, 1, 1, 0, 1]},
        "values": {"dtype": "float64", "shape": [3], "data": [1, 2, 4]}}})");
    const auto dense = test::fromJson(R"({"layout": "strided", "members": {
        "values": {"dtype": "float64", "shape": [2, 2], "data": [0, 1, 0, 4]}}})");
    const auto morph = morphOf(broken, dense);
    ASSERT_TRUE(morph) << morph.error().text;
    EXPECT_EQ(morph->count(Travel::copied, true), 2);
    EXPECT_EQ(morph->count(Travel::leftUnused, true), 1) << "the entry of row 9";
    EXPECT_EQ(morph->count(Travel::filled, true), 2);
}

TEST(Morph, RefusesWhatCannotBeFollowed)
{
    MakeSpec spec;
    spec.layout = "strided";
    spec.size = {50, 50};
    const auto large = *makeTensorOf(spec);
    const auto tooLarge = morphOf(large, large);
    ASSERT_FALSE(tooLarge);
    EXPECT_THAT(tooLarge.error().text, HasSubstr("at most 2000 numbers"));
    EXPECT_THAT(tooLarge.error().text, HasSubstr("stores 2500"));
    spec.size = {3, 3};
    const auto three = *makeTensorOf(spec);
    spec.size = {4, 4};
    const auto unlike = morphOf(three, *makeTensorOf(spec));
    ASSERT_FALSE(unlike);
    EXPECT_EQ(unlike.error().text,
              "wanted two tensors of one size, or two that read the same bytes; found neither");
}

} // namespace
} // namespace tscope
