// SPDX-License-Identifier: Apache-2.0
// One number on its way from one tensor to another, in a sentence.
#include "picture/movement_line.h"

#include "convert/convert.h"
#include "layouts/registry.h"
#include "ops/transposed.h"
#include "proof/prove.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope {
namespace {

Tensor unsortedCoo()
{
    return test::fromJson(R"({"layout": "coo", "size": [3, 4], "members": {
        "indices": {"dtype": "int64", "shape": [2, 4], "data": [2, 0, 2, 0, 1, 3, 1, 0]},
        "values": {"dtype": "float64", "shape": [4], "data": [5.5, 7, 1, 2]}}})");
}

Tensor convertedAs(const Tensor& tensor, std::string_view layout)
{
    const auto proof = prove(tensor);
    return convert(std::get<Sound>(proof), {.layout = layoutNamed(layout)})->tensor;
}

std::string lineOf(const Tensor& source, const Tensor& result, std::int64_t slot)
{
    const auto morph = morphOf(source, result);
    if (!morph)
        return morph.error().text;
    for (const auto& piece : morph->pieces)
        if (piece.isValue && piece.travels() && piece.from->slot.begin == slot)
            return movementLine(source, result, piece);
    return "no such number travels";
}

TEST(MovementLine, SaysWhichValueGoesWhereAndHowItIsFoundThere)
{
    const auto coo = unsortedCoo();
    const auto csr = convertedAs(coo, "csr");
    EXPECT_EQ(lineOf(coo, csr, 1), "the value 7 of element (0, 3) goes from values[1] to values[1]. Read path: "
                                   "crow_indices[0] = 0, crow_indices[1] = 2: row 0 has entries 0..1; "
                                   "col_indices[1] = 3: column 3 is entry 1.");
    const auto strided = convertedAs(csr, "strided");
    EXPECT_EQ(lineOf(csr, strided, 1).substr(0, 109), "the value 7 of element (0, 3) goes from values[1] to "
                                                      "element (0, 3) of strided. Read path: offset 0 + 0*4 (di");
}

TEST(MovementLine, SaysThatADuplicateIsAdded)
{
    const auto coo = unsortedCoo();
    EXPECT_EQ(lineOf(coo, convertedAs(coo, "csr"), 2).substr(0, 96),
              "the value 1 of element (2, 1) goes from values[2] to values[2] and is added to the value there. ");
}

TEST(MovementLine, NamesBothElementsOfAValueThatStays)
{
    const auto csr = convertedAs(unsortedCoo(), "csr");
    const auto turned = transposed(csr)->tensors.front();
    EXPECT_EQ(lineOf(csr, turned, 1).substr(0, 104), "the value 7 stays in the same bytes: element (0, 3) in "
                                                     "values[1] becomes element (3, 0) in values[1]. Re");
}

// Of one layout the two are told apart by their names alone.
TEST(MovementLine, NamesTensorsOfOneLayout)
{
    const auto csr = convertedAs(unsortedCoo(), "csr");
    const auto morph = morphOf(csr, csr);
    ASSERT_TRUE(morph);
    const auto piece =
        std::ranges::find_if(morph->pieces, [](const MorphPiece& each) { return each.isValue && each.travels(); });
    ASSERT_NE(piece, morph->pieces.end());
    const auto line = movementLine(csr, csr, *piece, {"old", "new"});
    EXPECT_NE(line.find(" of old becomes "), std::string::npos) << line;
    EXPECT_NE(line.find(" of new."), std::string::npos) << line;
    EXPECT_EQ(movementLine(unsortedCoo(), csr, *piece, {"old", "new"}).find("old"), std::string::npos);
}

} // namespace
} // namespace tscope
