// SPDX-License-Identifier: Apache-2.0
#include "facts/odd_bools.h"
#include "literals/json_tensor.h"

#include <gmock/gmock.h>

#include <span>

namespace tscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Document withBools(std::string_view bytes, const Geometry& geometry)
{
    auto document =
        readJsonTensors(R"({"tensors": {"a": {"sizes": [1], "data": [3]}, "b": {"sizes": [1], "data": [1]}}})");
    EXPECT_TRUE(document) << document.error().text;
    auto& array = document->tensors[1].tensor.members[0].array;
    array = Array::fromBytes(ElementType::boolean, {std::ssize(bytes)}, std::as_bytes(std::span(bytes)));
    array.geometry = geometry;
    return std::move(*document);
}

TEST(OddBools, AreNamedAndCounted)
{
    const std::string_view bytes("\0\1\2\xff\1", 5);
    EXPECT_THAT(oddBoolNotes(withBools(bytes, Geometry::rowMajor({5}))),
                ElementsAre("\"b\": 2 of its bools in values are neither 0 nor 1"));
    EXPECT_THAT(oddBoolNotes(withBools(bytes, {{3}, {2}, 0})),
                ElementsAre("\"b\": 1 of its bools in values is neither 0 nor 1"));
    EXPECT_THAT(oddBoolNotes(withBools(bytes, Geometry::rowMajor({2}))), IsEmpty());
    EXPECT_THAT(oddBoolNotes(withBools(bytes, Geometry::rowMajor({6}))), IsEmpty()) << "not there to be read";
}

TEST(OddBools, OnlySoManyAreLookedAt)
{
    const std::string_view bytes("\0\1\2\xff\1", 5);
    EXPECT_THAT(oddBoolNotes(withBools(bytes, Geometry::rowMajor({5})), 3),
                ElementsAre("\"b\": 1 of the first 3 bools in values is neither 0 nor 1"));
    EXPECT_THAT(oddBoolNotes(withBools(bytes, Geometry::rowMajor({5})), 2), IsEmpty());
    // One place read again and again is no reason to look for hours.
    EXPECT_THAT(oddBoolNotes(withBools("\2", {{std::int64_t{1} << 60}, {0}, 0})),
                ElementsAre("\"b\": 4194304 of the first 4194304 bools in values are neither 0 nor 1"));
}

} // namespace
} // namespace tscope
