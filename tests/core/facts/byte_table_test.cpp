// SPDX-License-Identifier: Apache-2.0
#include "facts/byte_table.h"

#include "core/facts/small_tensors.h"
#include "facts/info.h"

#include <gtest/gtest.h>

namespace tscope::test {
namespace {

TEST(ByteTable, SetsArraysOfOneRoleAndTheValuesBesideEachOther)
{
    const auto csr = madeOf({.layout = "csr", .size = {4, 6}, .nnz = 5}),
               csc = madeOf({.layout = "csc", .size = {4, 6}, .nnz = 5}),
               coo = madeOf({.layout = "coo", .size = {4, 6}, .nnz = 5}),
               nested = madeOf({.layout = "nested", .size = {2, 3}});
    const auto rows = byteTable(csr, csc);
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].array, "crow_indices / ccol_indices");
    EXPECT_EQ(rows[0].a, 5 * 8);
    EXPECT_EQ(rows[0].b, 7 * 8);
    EXPECT_EQ(rows[2].array, "values");
    EXPECT_EQ(rows[2].a, rows[2].b);
    EXPECT_TRUE(rows[3].isTotal);
    EXPECT_EQ(rows[3].a, bytesOf(csr));

    const auto other = byteTable(csr, coo);
    ASSERT_EQ(other.size(), 5U);
    EXPECT_FALSE(other[0].b) << "coo has no pointers";
    EXPECT_EQ(other[3].array, "indices");
    EXPECT_EQ(other[3].b, 2 * 5 * 8);
    EXPECT_FALSE(other[3].a);
    EXPECT_EQ(byteTable(csr, nested)[2].array, "values / buffer");
}

TEST(ByteTable, OfAnyTwoTensorsSumsUpToTheirBytes)
{
    const auto all = smallTensors(3);
    for (const auto& [nameA, a] : all)
        for (const auto& [nameB, b] : all) {
            std::int64_t sumA = 0, sumB = 0;
            const auto rows = byteTable(a, b);
            for (const auto& row : rows)
                if (!row.isTotal) {
                    sumA += row.a.value_or(0);
                    sumB += row.b.value_or(0);
                }
            EXPECT_EQ(rows.back().a, sumA) << nameA << ' ' << nameB;
            EXPECT_EQ(rows.back().b, sumB) << nameA << ' ' << nameB;
        }
}

TEST(ByteTable, IsToldInColumns)
{
    EXPECT_EQ(plainText(tellBytes({{"crow_indices", 40, {}}, {"values", 8, 1024}, {"total", 48, 1024, true}})),
              "  bytes of each array, of the first and of the second\n"
              "    crow_indices  40 bytes           -\n"
              "    values         8 bytes  1024 bytes\n"
              "    total         48 bytes  1024 bytes\n");
}

} // namespace
} // namespace tscope::test
