// SPDX-License-Identifier: Apache-2.0
#include "tensor/edit.h"

#include "make/generators.h"
#include "rules/check.h"

#include <gtest/gtest.h>

namespace tscope {

namespace {

Tensor big()
{
    MakeSpec spec;
    spec.size = {1000, 1000};
    spec.nnz = 100'000;
    return *makeTensorOf(spec);
}

TEST(Edits, LeaveTheOldTensorAsItWasAndCopyTouchedPagesOnly)
{
    const auto before = big();
    const auto& plain = before.member("plain").array;
    const auto old = plain.at(50'000);
    const std::vector<Edit> edits{SetElements{"plain", 50'000, {*Element::from(std::int64_t{-3}, plain.dtype)}}};
    const auto after = applied(before, edits);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->member("plain").array.at(50'000).asIndex(), -3);
    EXPECT_EQ(plain.at(50'000), old);
    EXPECT_EQ(after->member("values").array.storage, before.member("values").array.storage);
    std::vector<std::byte> scratch;
    const auto far = 8 * std::int64_t{90'000};
    EXPECT_EQ(after->member("plain").array.storage->window(far, far + 8, scratch).data(),
              plain.storage->data() + far);
    EXPECT_EQ(touchedSlots(before, edits), (std::vector<Slots>{{"plain", 50'000, 50'001}}));
    EXPECT_FALSE(check(*after).valid);
    EXPECT_TRUE(check(before).valid);
}

TEST(Edits, ReachThroughAnySpelling)
{
    auto tensor = big();
    const std::vector<Edit> edits{
        SetElements{"col_indices", 0, {*Element::from(std::int64_t{5}, ElementType::i64)}}};
    EXPECT_TRUE(applied(tensor, edits));
}

TEST(Edits, SayWhyTheyCanNotBeApplied)
{
    const auto tensor = big();
    const auto i64 = *Element::from(std::int64_t{1}, ElementType::i64);
    const auto fails = [&](const Tensor& target, Edit edit) {
        const std::vector<Edit> edits{std::move(edit)};
        const auto after = applied(target, edits);
        return !after && !after.error().text.empty();
    };
    EXPECT_TRUE(fails(tensor, SetElements{"offsets", 0, {i64}}));
    EXPECT_TRUE(fails(tensor, SetElements{"plain", 100'000, {i64}}));
    EXPECT_TRUE(fails(tensor, SetElements{"plain", -1, {i64}}));
    EXPECT_TRUE(fails(tensor, SetElements{"values", 0, {i64}}));
    auto declared = tensor;
    declared.find("plain")->array = Array::declared(ElementType::i64, {100'000});
    EXPECT_TRUE(fails(declared, SetElements{"plain", 0, {i64}}));
}

TEST(Edits, OfClaimsAndSizesAreNotSlots)
{
    const auto tensor = big();
    const std::vector<Edit> edits{SetSize{Extents{2, 2}}, SetClaim{"numel", std::int64_t{4}}};
    EXPECT_EQ(touchedSlots(tensor, edits), std::nullopt);
    const auto after = applied(tensor, edits);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->size, (Extents{2, 2}));
    EXPECT_EQ(after->claims.integer("numel"), 4);
    EXPECT_EQ(tensor.size, (Extents{1000, 1000}));
}

TEST(TouchedSlots, OfAnEditFarOutsideAreSaidWithoutOverflow)
{
    const auto tensor = big();
    const std::vector<Edit> edits{
        SetElements{"plain", int64Max, {*Element::from(std::int64_t{1}, ElementType::i64)}}};
    EXPECT_FALSE(applied(tensor, edits));
    const auto touched = touchedSlots(tensor, edits);
    ASSERT_TRUE(touched);
    EXPECT_EQ(touched->front().end, int64Max);
}

} // namespace

} // namespace tscope
