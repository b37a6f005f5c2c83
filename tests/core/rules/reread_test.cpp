// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tensor.h"
#include "rules/advise.h"
#include "rules/check.h"

#include <gtest/gtest.h>

namespace tscope {

namespace {

Tensor readFrom(std::string_view json)
{
    return readJsonTensors(json)->tensors.at(0).tensor;
}

// Columns that count from one.
Tensor oneBased()
{
    return readFrom(R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,2,3,5],"plain":[1,4,2,3,4],
                        "values":[1,2,3,4,5]}})");
}
// Pointers of columns under the name of rows.
Tensor columnsAsRows()
{
    return readFrom(R"({"layout":"csr","size":[2,5],"members":{"compressed":[0,1,2,3,4,5],"plain":[0,1,0,1,0],
                        "values":[1,2,3,4,5]}})");
}

} // namespace

TEST(Reread, LeavesTheViolationsThatTheMisreadingTold)
{
    int tried = 0;
    for (const auto& tensor : {oneBased(), columnsAsRows()}) {
        const auto report = check(tensor);
        ASSERT_FALSE(report.valid);
        for (const auto& misreading : report.misreadings) {
            const auto other = reread(tensor, report, misreading);
            ASSERT_TRUE(other) << other.error().text;
            std::int64_t left = 0;
            for (const auto& finding : check(*other).findings)
                if (finding.level == Level::violation)
                    left += finding.count;
            EXPECT_EQ(left, misreading.violations) << misreading.text;
            ++tried;
        }
    }
    EXPECT_GE(tried, 2);
}

TEST(Reread, ColumnsTakenForRowsBecomeColumns)
{
    const auto tensor = columnsAsRows();
    const auto report = check(tensor);
    ASSERT_FALSE(report.misreadings.empty());
    const auto other = reread(tensor, report, report.misreadings.front());
    ASSERT_TRUE(other);
    EXPECT_EQ(other->layout->name, "csc");
    EXPECT_TRUE(check(*other).valid);
}

TEST(Reread, WhatTheReportDoesNotSayIsNotThere)
{
    const auto tensor = oneBased();
    EXPECT_FALSE(reread(tensor, check(tensor), {"no-such", "csr", 0, ""}));
}

} // namespace tscope
