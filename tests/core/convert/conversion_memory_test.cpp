// SPDX-License-Identifier: Apache-2.0
// How much heap memory a conversion takes of its budget.
#include "convert/convert.h"

#include "layouts/registry.h"
#include "layouts/strided/strided.h"
#include "make/generators.h"
#include "support/heap_use.h"
#include "support/sanitized.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using testing::HasSubstr;

constexpr std::int64_t little = 1 << 20;

Sound certifiedOf(Tensor tensor)
{
    return std::get<Sound>(prove(std::move(tensor)));
}

// One number, shown at every index.
Sound expanded(Extents size)
{
    auto array = Array::fromInts({1}, std::vector<std::int64_t>{7}, ElementType::f32);
    array.geometry.strides.assign(size.size(), 0);
    array.geometry.sizes = std::move(size);
    return certifiedOf(stridedOf(std::move(array)));
}

class ConversionMemory : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (test::isSanitized)
            GTEST_SKIP() << "the heap is the sanitizer's";
    }
};

TEST_F(ConversionMemory, OneByOneStaysBelowWhatItIsGivenOrIsRefusedWithNumbers)
{
    MakeSpec spec;
    spec.kind = "random";
    spec.layout = "csr";
    spec.size = {300, 300};
    spec.nnz = 40'000;
    const auto tensor = certifiedOf(*makeTensorOf(spec));
    for (const auto* layout : {"coo", "csc", "strided", "nested"}) {
        int refused = 0, done = 0;
        for (std::int64_t maxBytes = 100'000; maxBytes < 100'000'000; maxBytes = maxBytes * 3 / 2) {
            const test::HeapPeak peak;
            const auto made =
                convert(tensor, {.layout = layoutNamed(layout)}, {.maxBytes = maxBytes, .oneByOne = true});
            EXPECT_LE(peak.bytes(), maxBytes + little) << layout;
            (made ? done : refused) += 1;
            if (!made) {
                EXPECT_THAT(made.error().text, HasSubstr("that may be used")) << layout;
            }
        }
        EXPECT_GT(refused, 2) << layout;
        EXPECT_GT(done, 2) << layout;
    }
}

TEST_F(ConversionMemory, OfAnExpandedTensorIsRefusedBeforeAnElementIsLookedAt)
{
    const auto tensor = expanded({100'000, 100'000});
    const test::HeapPeak peak;
    const auto made = convert(tensor, {.layout = layoutNamed("nested")}, {.maxBytes = 1'000'000'000});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::outOfMemory);
    EXPECT_THAT(made.error().text, HasSubstr("10000000000 elements"));
    EXPECT_LT(peak.bytes(), little);
}

TEST_F(ConversionMemory, OfAnExpandedTensorCountsItsTypesAndItsResultTogether)
{
    // As float64 it takes 8 MB before it becomes csr, which takes 16 MB more.
    const auto tensor = expanded({1000, 1000});
    const ConvertRequest request{.layout = layoutNamed("csr"), .dtype = ElementType::f64};
    EXPECT_FALSE(convert(tensor, request, {.maxBytes = 17'000'000}));
    EXPECT_TRUE(convert(tensor, request, {.maxBytes = 40'000'000}));
}

} // namespace
} // namespace tscope
