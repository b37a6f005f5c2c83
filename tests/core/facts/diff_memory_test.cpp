// SPDX-License-Identifier: Apache-2.0
// A comparison takes constant heap memory, however large the tensors are.
#include "facts/diff.h"

#include "convert/convert.h"
#include "layouts/registry.h"
#include "make/generators.h"
#include "support/heap_use.h"
#include "support/sanitized.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

constexpr std::int64_t little = 1 << 20; // bytes, for buffers of one size

Tensor made(std::string_view layout, Extents size, std::int64_t stored)
{
    MakeSpec spec;
    spec.kind = "random";
    spec.layout = layout;
    spec.size = std::move(size);
    spec.nnz = stored;
    if (layout == "bsr")
        spec.blocksize = {2, 2};
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << tensor.error().text;
    return std::move(*tensor);
}

Tensor converted(const Tensor& tensor, std::string_view layout)
{
    auto out = convert(std::get<Sound>(prove(tensor)), {.layout = layoutNamed(layout)});
    EXPECT_TRUE(out) << out.error().text;
    return std::move(out->tensor);
}

// The same with another last value, in memory of its own.
Tensor withOtherValue(const Tensor& tensor)
{
    auto out = tensor;
    for (auto& member : out.members) {
        std::vector<std::byte> bytes(static_cast<std::size_t>(member.array.storage->byteSize()));
        member.array.storage->read(0, bytes);
        if (member.role->kind == RoleKind::values)
            bytes[bytes.size() - 1] ^= std::byte{0x40};
        member.array.storage = heapStorage(bytes);
    }
    return out;
}

struct Compared {
    Difference difference;
    std::int64_t heapBytes = 0;
};

Compared compared(const Tensor& a, const Tensor& b, std::int64_t maxBytes = 0)
{
    const test::HeapPeak peak;
    auto found = diff(a, b, {}, {.maxBytes = maxBytes});
    EXPECT_TRUE(found) << found.error().text;
    return {std::move(*found), peak.bytes()};
}

class DiffMemory : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (test::isSanitized)
            GTEST_SKIP() << "the heap is the sanitizer's";
    }
};

TEST_F(DiffMemory, OfTensorsInOneOrderDoesNotGrowWithThem)
{
    for (const auto* layout : {"strided", "coo", "csr", "csc", "bsr"}) {
        SCOPED_TRACE(layout);
        const auto a = made(layout, {1000, 1000}, 200'000);
        const auto [same, heapOfSame] = compared(a, a);
        EXPECT_TRUE(same.values && same.pattern && same.order && same.bytes);
        EXPECT_LT(heapOfSame, little);
        const auto [other, heapOfOther] = compared(a, withOtherValue(a));
        EXPECT_EQ(other.differ, 1);
        EXPECT_LT(heapOfOther, little);
    }
}

TEST_F(DiffMemory, OfLayoutsWithOneOrderDoesNotGrowWithThem)
{
    const auto a = made("csr", {1000, 1000}, 200'000);
    for (const auto* layout : {"coo", "strided"}) {
        const auto [found, heapBytes] = compared(a, converted(a, layout));
        EXPECT_TRUE(found.values) << layout;
        EXPECT_LT(heapBytes, little) << layout;
    }
}

TEST_F(DiffMemory, OfOtherPairsStaysBelowWhatItIsGiven)
{
    const auto a = made("csr", {1000, 1000}, 100'000);
    const auto b = converted(a, "csc");
    for (const std::int64_t maxBytes : {4 << 20, 64 << 20}) {
        const auto [found, heapBytes] = compared(a, b, maxBytes);
        EXPECT_TRUE(found.values && found.pattern);
        EXPECT_FALSE(found.order);
        EXPECT_LT(heapBytes, maxBytes + little);
    }
}

TEST_F(DiffMemory, OfMoreElementsAtOneIndexThanFitIsRefusedWithBothNumbers)
{
    constexpr std::int64_t many = 50'000;
    const auto& layout = *layoutNamed("coo");
    const std::vector<std::int64_t> places(2 * many, 1), ones(many, 1);
    auto tensor = *makeTensor(layout, {{roleNamed(layout, "indices"), Array::fromInts({2, many}, places)},
                                       {roleNamed(layout, "values"), Array::fromInts({many}, ones)}});
    tensor.size = Extents{2, 2};
    const test::HeapPeak peak;
    const auto refused = diff(tensor, tensor, {}, {.maxBytes = 1'000'000});
    EXPECT_LT(peak.bytes(), 1'000'000 + little);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::outOfMemory);
    EXPECT_NE(refused.error().text.find("100000 elements stored at (1, 1)"), std::string::npos)
        << refused.error().text;
    EXPECT_NE(refused.error().text.find("977 KiB that may be used"), std::string::npos) << refused.error().text;
    EXPECT_TRUE(diff(tensor, tensor, {}, {.maxBytes = 100'000'000}));
}

} // namespace
} // namespace tscope
