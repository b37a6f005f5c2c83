// SPDX-License-Identifier: Apache-2.0
#include "facts/selected_values.h"

#include "support/from_json.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

std::string selectedText(const Tensor& tensor, const Place& place, std::vector<Slots> besides = {})
{
    const auto found = selectedValues(tensor, place, besides);
    if (!found)
        return "nothing";
    if (!*found)
        return found->error().text;
    const auto& values = (*found)->values;
    return (*found)->name + ": " + std::to_string(values.count) + " of mean " +
           (values.mean ? std::to_string(*values.mean).substr(0, 4) : "none");
}

const Tensor& threeRows()
{
    static const auto tensor = test::fromJson(R"({"layout":"csr","size":[3,4],"members":
        {"compressed":[0,2,2,5],"plain":[0,3,0,1,2],"values":[1,3,10,20,0]}})");
    return tensor;
}

TEST(SelectedValues, AnElementStandsForItsRow)
{
    EXPECT_EQ(selectedText(threeRows(), ElementPlace{{0, 1}}), "row 0: 2 of mean 2.00");
    EXPECT_EQ(selectedText(threeRows(), ElementPlace{{1, 1}}), "row 1: 0 of mean none");
    EXPECT_EQ(selectedText(threeRows(), Slots{"values", 3, 4}), "row 2: 3 of mean 10.0");
    EXPECT_EQ(selectedText(threeRows(), Slots{"plain", 4, 5}), "row 2: 3 of mean 10.0");
    EXPECT_EQ(selectedText(threeRows(), ElementPlace{{7, 1}}), "nothing") << "outside of the size";
    const auto row = selectedValues(threeRows(), ElementPlace{{2, 0}}, {});
    ASSERT_TRUE(row && *row);
    EXPECT_EQ((*row)->values.notStoredShare, 0.25);
    EXPECT_EQ((*row)->values.zeroShare, 0.5);
}

TEST(SelectedValues, SeveralValueSlotsStandForThemselves)
{
    EXPECT_EQ(selectedText(threeRows(), Slots{"values", 1, 4}), "selected slots: 3 of mean 11.0");
    EXPECT_EQ(selectedText(threeRows(), Slots{"values", 0, 1}, {{"values", 4, 5}}),
              "selected slots: 2 of mean 0.50");
    EXPECT_EQ(selectedText(threeRows(), Slots{"values", 3, 99}), "selected slots: 2 of mean 10.0")
        << "as far as there are some";
}

TEST(SelectedValues, ASliceOfAStridedTensorIsOfItsFirstDim)
{
    const auto tensor = test::fromJson(R"({"layout":"strided","members":{"values":{"dtype":"float32",
        "shape":[2,2,2],"strides":[1,2,4],"storage":[0,1,2,3,4,5,6,7]}}})");
    EXPECT_EQ(selectedText(tensor, ElementPlace{{1, 0, 1}}), "slice 1 of dim 0: 4 of mean 4.00");
    const auto& storage = *tensor.members[0].array.storage;
    EXPECT_EQ(selectedText(tensor, BytePlace{storage.id(), 0, 4}), "slice 0 of dim 0: 4 of mean 3.00");
}

TEST(SelectedValues, AnElementOfAJaggedTensorStandsForItsComponent)
{
    const auto tensor = test::fromJson(R"({"layout":"jagged","members":
        {"values":[1,2,77,3,4,5],"offsets":[0,3,6],"lengths":[2,3]}})");
    EXPECT_EQ(selectedText(tensor, ElementPlace{{0, 1}}), "component 0: 2 of mean 1.50");
    EXPECT_EQ(selectedText(tensor, Slots{"values", 4, 5}), "component 1: 3 of mean 4.00");
}

TEST(SelectedValues, AnElementOfAVectorStandsForNothingElse)
{
    EXPECT_EQ(
        selectedText(test::fromJson(R"({"layout":"strided","members":{"values":[1,2,3]}})"), ElementPlace{{1}}),
        "nothing");
}

} // namespace
} // namespace tscope
