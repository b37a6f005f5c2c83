// SPDX-License-Identifier: Apache-2.0
#include "facts/whereabouts.h"

#include "core/facts/small_tensors.h"
#include "facts/logical_shape.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

using test::tensorOf;

Tensor twoByThree()
{
    return tensorOf({{"layout", "csr"},
                     {"size", {2, 3}},
                     {"members",
                      {{"crow_indices", {0, 1, 2}},
                       {"col_indices", {1, 2}},
                       {"values", {{"dtype", "float32"}, {"data", {2.5, 1}}}}}}});
}

std::string told(const Tensor& tensor, std::string_view text)
{
    const auto place = placeFrom(tensor, text);
    if (!place)
        return place.error().text;
    if (const auto* element = std::get_if<ElementPlace>(&*place))
        return tscope::text(element->index);
    if (const auto* slots = std::get_if<Slots>(&*place))
        return std::string(slots->member) + " " + std::to_string(slots->begin) + ".." + std::to_string(slots->end);
    const auto& bytes = std::get<BytePlace>(*place);
    for (std::size_t m = 0; m < tensor.members.size(); ++m)
        if (tensor.members[m].array.storage->id() == bytes.storageId)
            return "storage of member " + std::to_string(m) + ": " + std::to_string(bytes.begin) + ".." +
                   std::to_string(bytes.end);
    return "no storage";
}

TEST(PlaceFrom, AnElementIsAnIndex)
{
    const auto tensor = twoByThree();
    for (const auto* text : {"1,2", "1, 2", " ( 1 , 2 ) ", "[1 2]", "1 2", "(1,2,)"})
        EXPECT_EQ(told(tensor, text), "(1, 2)") << text;
    EXPECT_EQ(told(tensor, "(1, 3)"), "index (1, 3) lies outside size (2, 3) in dim 1");
    EXPECT_EQ(told(tensor, "-1, 0"), "index (-1, 0) lies outside size (2, 3) in dim 0");
    EXPECT_EQ(told(tensor, "4"), "an index with 2 entries was wanted for size (2, 3), found (4,)");
    const auto wanted = "a place is wanted, such as (1, 3), row 1, values[5] or byte 64, found ";
    EXPECT_EQ(told(tensor, "1,,2"), std::string(wanted) + "\"1,,2\"");
    EXPECT_EQ(told(tensor, "(1, 2"), std::string(wanted) + "\"(1, 2\"");
    EXPECT_EQ(told(tensor, "99999999999999999999, 1"), std::string(wanted) + "\"99999999999999999999, 1\"");
    EXPECT_EQ(told(tensor, "  "), std::string(wanted) + "\"\"");
    const auto scalar = tensorOf({{"layout", "strided"}, {"members", {{"values", 7}}}});
    EXPECT_EQ(told(scalar, "()"), "()");
}

TEST(PlaceFrom, ASizeThatIsNotClaimedIsTheOneThatMembersTell)
{
    auto tensor = twoByThree();
    tensor.size.reset();
    EXPECT_EQ(told(tensor, "1, 2"), "(1, 2)");
    EXPECT_EQ(told(tensor, "1, 3"), "index (1, 3) lies outside size (2, 3) in dim 1");
}

TEST(PlaceFrom, AnElementOfAComponentLiesInsideIt)
{
    const auto tensor = tensorOf(
        {{"layout", "jagged"}, {"members", {{"values", {{1, 2}, {3, 4}, {5, 6}}}, {"offsets", {0, 1, 3}}}}});
    EXPECT_EQ(told(tensor, "1, 1, 0"), "(1, 1, 0)");
    EXPECT_EQ(told(tensor, "0, 1, 0"), "index (1, 0) lies outside component 0 of size (1, 2) in dim 0");
    EXPECT_EQ(told(tensor, "2, 0, 0"), "index (2, 0, 0) lies outside size (2, 2, 2) in dim 0");
}

// Every index of a box somewhat larger than the tensor is an element or is refused, as the layout itself says.
TEST(PlaceFrom, TakesTheElementsThatLocateKnows)
{
    for (const auto& [name, tensor] : test::smallTensors(3)) {
        const auto shape = logicalShape(tensor);
        ASSERT_TRUE(shape) << name;
        auto box = shape->extents;
        if (box.size() > 4)
            continue;
        for (auto& extent : box)
            extent += 1;
        for (std::int64_t position = 0; position < numel(box); ++position) {
            const auto index = indexOf(box, position);
            ASSERT_EQ(bool(placeFrom(tensor, text(index))), bool(tensor.layout->locate(tensor, index)))
                << name << " " << text(index);
        }
    }
}

TEST(PlaceFrom, ASlotIsAPositionInAMember)
{
    const auto tensor = twoByThree();
    for (const auto* text : {"compressed[2]", "crow_indices 2", "crow[2]", "indptr [ 2 ]", "compressed (2)"})
        EXPECT_EQ(told(tensor, text), "compressed 2..3") << text;
    EXPECT_EQ(told(tensor, "values[2]"), "a slot of values from 0 to 1 is wanted, found 2");
    EXPECT_EQ(told(tensor, "values -1"), "a slot of values from 0 to 1 is wanted, found -1");
    EXPECT_EQ(told(tensor, "values"), "a slot of values is wanted, such as values[0]");
    EXPECT_EQ(told(tensor, "c 1"), "\"c\" may be compressed or plain");
    EXPECT_EQ(told(tensor, "offsets[1]"),
              "this csr tensor has no member offsets, it has compressed, plain, values");

    const auto coo = tensorOf({{"layout", "coo"},
                               {"size", {3, 3}},
                               {"members", {{"indices", {{0, 1, 2}, {2, 0, 1}}}, {"values", {1, 2, 3}}}}});
    EXPECT_EQ(told(coo, "indices[1, 0]"), "indices 3..4");
    EXPECT_EQ(told(coo, "indices[5]"), "indices 5..6");
    EXPECT_EQ(told(coo, "indices[2, 0]"), "index (2, 0) lies outside indices of size (2, 3) in dim 0");

    const auto empty =
        tensorOf({{"layout", "strided"}, {"size", {0}}, {"members", {{"values", nlohmann::json::array()}}}});
    EXPECT_EQ(told(empty, "values 0"), "values has no slots, found 0");
}

TEST(PlaceFrom, AByteIsOneOfAStorage)
{
    const auto tensor = twoByThree();
    EXPECT_EQ(told(tensor, "storage 2 byte 7"), "storage of member 2: 7..8");
    EXPECT_EQ(told(tensor, "storage 2 byte 8"), "byte 8 lies outside storage 2 of 8 bytes");
    EXPECT_EQ(told(tensor, "storage 3 byte 0"), "a storage from 0 to 2 is wanted, found 3");
    EXPECT_EQ(told(tensor, "byte 5"), "this tensor has 3 storages: say which, such as storage 0 byte 5");
    EXPECT_EQ(told(tensor, "byte 99999999"), "none of the 3 storages has a byte 99999999");
    EXPECT_EQ(told(tensor, "byte abc"), "the number of a byte is wanted, found \"abc\"");
    EXPECT_EQ(told(tensor, "byte 20"), "storage of member 0: 20..21") << "no other has so many";
    EXPECT_EQ(told(tensor, "values byte 6"), "storage of member 2: 6..7");
    EXPECT_EQ(told(tensor, "col_indices byte 99"), "byte 99 lies outside storage 1 of 16 bytes");
    EXPECT_EQ(told(tensor, "storage 1"), "a byte is wanted, such as storage 0 byte 64, found \"storage 1\"");
    const auto dense = tensorOf({{"layout", "strided"}, {"members", {{"values", {1, 2}}}}});
    EXPECT_EQ(told(dense, "byte 5"), "storage of member 0: 5..6");
    EXPECT_EQ(told(dense, "byte -1"), "byte -1 lies outside storage 0 of 8 bytes");
    EXPECT_EQ(told(dense, "byte"), "the number of a byte is wanted, found \"\"");
}

} // namespace
} // namespace tscope
