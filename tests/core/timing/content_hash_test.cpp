// SPDX-License-Identifier: Apache-2.0
#include "timing/content_hash.h"

#include "core/timing/small_plan.h"
#include "timing/small_strided.h"

#include <gtest/gtest.h>

#include <cstring>

namespace tscope::timing {

namespace {

TEST(ContentHash, IsTheSameInAllLayouts)
{
    for (const Extents& size : {Extents{24, 16}, Extents{3000, 200}}) {
        const auto csr = madeMatrix("csr", size);
        const auto hash = contentHashOf(csr.tensor());
        EXPECT_EQ(hash.size(), 32U);
        for (const char* form : {"strided", "coo", "csc", "bsr:2x2", "bsc:4x4"}) {
            const auto other = inForm(csr, *formNamed(form), 0);
            ASSERT_TRUE(other) << other.error().text;
            EXPECT_EQ(contentHashOf(other->tensor()), hash) << form;
        }
    }
}

TEST(ContentHash, IsAnotherForAnotherNumberPlaceOrSize)
{
    const auto hashOf = [](Extents size, std::vector<std::complex<double>> numbers) {
        return contentHashOf(soundOf({std::move(size), std::move(numbers)}, ElementType::f64)->tensor());
    };
    const auto hash = hashOf({2, 3}, {1, 0, 2, 0, 0, 3});
    EXPECT_EQ(hashOf({2, 3}, {1, -0.0, 2, 0, 0, 3}), hash);
    EXPECT_NE(hashOf({2, 3}, {1, 0, 2, 0, 0, 4}), hash);
    EXPECT_NE(hashOf({2, 3}, {0, 1, 2, 0, 0, 3}), hash);
    EXPECT_NE(hashOf({2, 3}, {2, 0, 1, 0, 0, 3}), hash);
    EXPECT_NE(hashOf({3, 2}, {1, 0, 2, 0, 0, 3}), hash);
    EXPECT_NE(hashOf({2, 4}, {1, 0, 2, 0, 0, 0, 3, 0}), hash);
}

TEST(ContentHash, IsEmptyWhereElementsCantBeRead)
{
    const auto type = DType::opaque("float8_e8m0fnu", 1);
    const std::array<std::byte, 6> bytes{};
    for (const auto* layout : {"strided", "csr"}) {
        auto tensor = madeMatrix(layout, {2, 3}, "arange").tensor();
        for (auto& member : tensor.members)
            if (std::string_view(member.role->name) == "values")
                member.array = Array::fromBytes(type, member.array.geometry.sizes, bytes);
        EXPECT_EQ(contentHashOf(tensor), "") << layout;
    }
}

TEST(ContentHash, DuplicatesCountAsTheirSum)
{
    const auto coo = [](std::vector<std::int64_t> indices, std::vector<float> values) {
        const auto& layout = *layoutNamed("coo");
        const auto count = std::ssize(values);
        auto tensor =
            *makeTensor(layout, {{roleNamed(layout, "indices"), Array::fromInts({2, count}, indices)},
                                 {roleNamed(layout, "values"),
                                  Array::fromBytes(ElementType::f32, {count}, std::as_bytes(std::span(values)))}});
        tensor.size = {3, 3};
        return tensor;
    };
    EXPECT_EQ(contentHashOf(coo({0, 1, 0, 2, 2, 2}, {1, 5, 2})), contentHashOf(coo({0, 1, 2, 2}, {3, 5})));
}

} // namespace

} // namespace tscope::timing
