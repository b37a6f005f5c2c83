// SPDX-License-Identifier: Apache-2.0
// What check() asks of the heap where it finds nothing: the reading, the counts that a later check may start from,
// the sizes that the members tell, and nothing for each rule.
#include "rules/check.h"
#include "support/sanitized.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

namespace {

thread_local std::int64_t allocations = 0;

} // namespace

// A sanitizer has operators of its own, which do not go together with these.
#if !defined(TSCOPE_SANITIZED)

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete" // inlined, what is new'd here comes from malloc
#endif

void* operator new(std::size_t bytes)
{
    ++allocations;
    if (void* place = std::malloc(bytes == 0 ? 1 : bytes))
        return place;
    throw std::bad_alloc();
}

void operator delete(void* place) noexcept
{
    std::free(place);
}

void operator delete(void* place, std::size_t) noexcept
{
    std::free(place);
}

#endif

namespace tscope {

namespace {

std::int64_t allocationsOf(const Tensor& tensor)
{
    const auto before = allocations;
    const auto report = check(tensor, {.advice = false});
    return allocations - before;
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
