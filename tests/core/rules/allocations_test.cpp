// SPDX-License-Identifier: Apache-2.0
// What check() asks of the heap where it finds nothing: the reading, the counts that a later check may start from,
// the sizes that the members tell, and nothing for each rule.
#include "rules/check.h"
#include "support/heap_use.h"
#include "support/sanitized.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

namespace tscope {

namespace {

std::int64_t allocationsOf(const Tensor& tensor)
{
    const auto before = test::heapAllocations();
    const auto report = check(tensor, {.advice = false});
    return test::heapAllocations() - before;
}

TEST(Allocations, OfASoundCompressedTensorDoNotGrowWithTheRules)
{
    if (test::isSanitized)
        GTEST_SKIP() << "the heap is the sanitizer's";
    constexpr std::int64_t most = 7; // 5 without batch and dense dims
    int looked = 0;
    for (const auto& testCase : test::readCases("invariants.json")) {
        const auto tensor = test::tensorOf(testCase);
        const auto report = check(tensor, {.advice = false});
        const auto& members = tensor.members;
        if (tensor.layout->family != "compressed" || !tensor.size || !report.findings.empty() ||
            !report.skipped.empty() || members[0].array.geometry.rank() != 1)
            continue;
        SCOPED_TRACE(testCase["id"].get<std::string>());
        EXPECT_LE(allocationsOf(tensor), most);
        ++looked;
    }
    EXPECT_GT(looked, 20);
}

} // namespace

} // namespace tscope
