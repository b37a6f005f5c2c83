// SPDX-License-Identifier: Apache-2.0
#include "facts/cause_place.h"

#include "rules/check.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

// The first cause: what it names of itself, and where that is.
std::pair<std::string, std::optional<Slots>> named(const std::string& json)
{
    const auto tensor = test::fromJson(json);
    const auto report = check(tensor);
    if (report.causes.empty())
        return {"no cause", {}};
    const auto& cause = report.causes.front();
    const auto part = namedPart(tensor, cause);
    return {cause.text.substr(part.begin, part.end - part.begin), placeOf(tensor, cause)};
}

TEST(CausePlace, IsTheSlotThatTheTextNames)
{
    const auto pointer = named(R"({"layout":"csr","size":[3,5],"members":
        {"crow_indices":[0,4,3,5],"col_indices":[0,1,2,3,4],"values":[1,2,3,4,5]}})");
    EXPECT_EQ(pointer.first, "crow_indices[2]");
    EXPECT_EQ(pointer.second, (Slots{"compressed", 2, 3}));

    const auto batch = named(R"({"layout":"csr","size":[2,1,4],"members":
        {"crow_indices":[[0,1],[0,1]],"col_indices":[[3],[4]],"values":[[1],[2]]}})");
    EXPECT_EQ(batch.first, "col_indices[1, 0]");
    EXPECT_EQ(batch.second, (Slots{"plain", 1, 2}));
}

TEST(CausePlace, ElseTheEntryOrTheMember)
{
    const auto order = named(R"({"layout":"csr","size":[1,5],"members":
        {"crow_indices":[0,3],"col_indices":[0,2,1],"values":[1,2,3]}})");
    EXPECT_EQ(order.first, "entry 2");
    EXPECT_EQ(order.second, (Slots{"plain", 2, 3}));

    const auto many = named(R"({"layout":"csr","size":[2,5],"members":
        {"crow_indices":[0,1,2],"col_indices":[7,8],"values":[1,2]}})");
    EXPECT_EQ(many.first, "col_indices");
    EXPECT_EQ(many.second, (Slots{"plain", 0, 1}));
}

TEST(CausePlace, OfMetadataThereIsNone)
{
    EXPECT_FALSE(named(R"({"layout":"csr","size":[2,5],"dtype":"float64","members":
        {"crow_indices":[0,1,2],"col_indices":[0,1],"values":{"dtype":"float32","data":[1,2],"shape":[2]}}})")
                     .second);
}

} // namespace
} // namespace tscope
