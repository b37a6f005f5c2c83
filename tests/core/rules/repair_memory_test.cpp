// SPDX-License-Identifier: Apache-2.0
#include "layouts/registry.h"
#include "rules/advise.h"
#include "rules/check.h"
#include "support/heap_use.h"
#include "support/sanitized.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <numeric>

namespace tscope {
namespace {

// A limit of the data of this process while it lives.
class DataLimit
{
public:
    explicit DataLimit(rlim_t bytes)
    {
        ::getrlimit(RLIMIT_DATA, &m_before);
        auto limit = m_before;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_DATA, &limit);
    }
    ~DataLimit() { ::setrlimit(RLIMIT_DATA, &m_before); }
    DataLimit(const DataLimit&) = delete;
    DataLimit& operator=(const DataLimit&) = delete;

private:
    rlimit m_before{};
};

TEST(RepairMemory, PlansThatWouldTakeMoreThanMayBeUsedAreRefusedWithBothNumbers)
{
    if (test::isSanitized)
        GTEST_SKIP() << "the heap is the sanitizer's";
    constexpr std::int64_t entries = 10'000'000;
    std::vector<std::int64_t> places(static_cast<std::size_t>(entries));
    std::iota(places.begin(), places.end(), 0);
    places.back() = entries; // outside the size
    const auto& layout = *layoutNamed("csr");
    auto tensor = *makeTensor(
        layout, {{roleNamed(layout, "compressed"), Array::fromInts({2}, std::vector<std::int64_t>{0, entries})},
                 {roleNamed(layout, "plain"), Array::fromInts({entries}, places)},
                 {roleNamed(layout, "values"), Array::fromInts({entries}, places)}});
    tensor.size = Extents{1, entries};
    places = {};
    const auto report = check(tensor);
    ASSERT_FALSE(report.repairs.empty());

    const DataLimit limit(800'000'000); // of which half may be used
    int refused = 0;
    for (const auto& repair : report.repairs) {
        const test::HeapPeak peak;
        const auto plan = planRepair(tensor, report, repair.id);
        EXPECT_LT(peak.bytes(), 10'000'000) << repair.id;
        if (plan)
            continue;
        EXPECT_EQ(plan.error().text,
                  "to repair col_indices would take 458 MiB, more than the 381 MiB that may be used");
        ++refused;
    }
    EXPECT_GT(refused, 0);
}

} // namespace
} // namespace tscope
