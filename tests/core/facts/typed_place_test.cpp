// SPDX-License-Identifier: Apache-2.0
#include "facts/typed_place.h"

#include "core/facts/small_tensors.h"
#include "facts/logical_shape.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <set>

namespace tscope {
namespace {

Tensor csrOfThreeRows()
{
    return test::tensorOf({{"layout", "csr"},
                           {"size", {3, 4}},
                           {"members",
                            {{"crow_indices", {0, 2, 2, 3}},
                             {"col_indices", {1, 3, 1}},
                             {"values", {{"dtype", "float32"}, {"data", {5, 6, 7}}}}}}});
}

// "values 0..2 values 3..4: words", or why not.
std::string typed(const Tensor& tensor, std::string_view text)
{
    const auto found = typedPlace(tensor, text);
    if (!found)
        return found.error().text;
    std::string out;
    if (const auto* element = std::get_if<ElementPlace>(&found->place))
        out = tscope::text(element->index);
    std::vector<Slots> runs = found->besides;
    if (const auto* slots = std::get_if<Slots>(&found->place))
        runs.insert(runs.begin(), *slots);
    for (const auto& run : runs)
        out += (out.empty() ? "" : " ") + std::string(run.member) + " " + std::to_string(run.begin) + ".." +
               std::to_string(run.end);
    return found->words.empty() ? out : out + ": " + found->words;
}

TEST(TypedPlace, ARowAndAColumnAreWhatIsStoredThere)
{
    const auto tensor = csrOfThreeRows();
    for (const auto* text : {"row 0", "Row 0", " row  0 ", "row0"})
        EXPECT_EQ(typed(tensor, text), "values 0..2: row 0: 2 stored elements") << text;
    for (const auto* text : {"column 1", "col 1", "COL 1"})
        EXPECT_EQ(typed(tensor, text), "values 0..1 values 2..3: column 1: 2 stored elements") << text;
    EXPECT_EQ(typed(tensor, "\u884c 2"), "values 2..3: row 2: 1 stored element");
    EXPECT_EQ(typed(tensor, "row 1"), "(1, 0): row 1: 0 stored elements");
    EXPECT_EQ(typed(tensor, "row 3"), "a number from 0 to 2 is wanted for dim 0 of size (3, 4), found 3");
    EXPECT_EQ(typed(tensor, "column -1"), "a number from 0 to 3 is wanted for dim 1 of size (3, 4), found -1");
}

TEST(TypedPlace, TakesWhatPlaceFromTakes)
{
    const auto tensor = csrOfThreeRows();
    EXPECT_EQ(typed(tensor, "[1, 2]"), "(1, 2)");
    EXPECT_EQ(typed(tensor, "x[1, 2]"), "(1, 2)");
    EXPECT_EQ(typed(tensor, "crow_indices[3]"), "compressed 3..4");
    EXPECT_EQ(typed(tensor, "col[2]"), "plain 2..3") << "a slot, not a column";
    EXPECT_EQ(typed(tensor, "row"), "this csr tensor has no member row, it has compressed, plain, values");
    EXPECT_EQ(typed(tensor, "row 1 2"), "this csr tensor has no member row, it has compressed, plain, values");
    EXPECT_EQ(typed(tensor, "valeus[5]"),
              "this csr tensor has no member valeus, it has compressed, plain, values");
}

TEST(TypedPlace, RowsAreOfTwoDimsAndComponentsOfMore)
{
    const auto cube = test::tensorOf(
        {{"layout", "strided"}, {"size", {2, 1, 2}}, {"members", {{"values", {{{1, 2}}, {{3, 4}}}}}}});
    EXPECT_EQ(typed(cube, "component 1"), "values 2..4: component 1: 2 stored elements");
    EXPECT_EQ(typed(cube, "row 1"), "rows and columns are wanted of a tensor of 2 dims, found size (2, 1, 2); an "
                                    "index names an element, such as (0, 0, 0)");
    EXPECT_EQ(typed(csrOfThreeRows(), "component 0"),
              "components are wanted of a tensor of 3 or more dims, found size (3, 4)");
    const auto jagged =
        test::tensorOf({{"layout", "jagged"}, {"members", {{"values", {1, 2, 3}}, {"offsets", {0, 1, 3}}}}});
    EXPECT_EQ(typed(jagged, "component 1"), "values 1..3: component 1: 2 stored elements") << "of one dim each";
}

// Of each layout: a row has the slots of the elements in it that are found when they are looked for one by one.
TEST(TypedPlace, ARowHasTheSlotsOfItsElements)
{
    int rows = 0;
    for (const auto& [name, tensor] : test::smallTensors(3)) {
        const auto shape = logicalShape(tensor);
        if (!shape || shape->extents.size() != 2)
            continue;
        for (std::int64_t row = 0; row < shape->extents[0]; ++row) {
            const auto found = typedPlace(tensor, "row " + std::to_string(row));
            ASSERT_TRUE(found) << name << ": " << found.error().text;
            std::set<std::int64_t> expected, have;
            for (std::int64_t column = 0; column < shape->extents[1]; ++column)
                if (const auto path = tensor.layout->locate(tensor, {row, column}); path && path->found)
                    for (const auto& run : path->places)
                        if (tensor.find(run.member)->role->kind == RoleKind::values)
                            for (auto slot = run.begin; slot < run.end; ++slot)
                                expected.insert(slot);
            auto runs = found->besides;
            if (const auto* first = std::get_if<Slots>(&found->place))
                runs.push_back(*first);
            for (const auto& run : runs)
                for (auto slot = run.begin; slot < run.end; ++slot)
                    have.insert(slot);
            EXPECT_EQ(have, expected) << name << " row " << row;
            ++rows;
        }
    }
    EXPECT_GT(rows, 10);
}

} // namespace
} // namespace tscope
