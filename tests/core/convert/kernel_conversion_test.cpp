// SPDX-License-Identifier: Apache-2.0
// Conversions by kernels against those that go element by element.
#include "convert/convert.h"

#include "base/thread_pool.h"
#include "convert/changes.h"
#include "support/from_json.h"
#include "support/held_kernels.h"
#include "support/random_tensor.h"
#include "support/small_tensors.h"
#include "support/test_device.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

// But for the sign of zeros: in a block that is kept one stays as it is, who goes by elements leaves it out and
// fills in another.
bool areSameBytes(const Array& a, const Array& b)
{
    if (!(a.dtype == b.dtype) || a.geometry.sizes != b.geometry.sizes)
        return false;
    for (std::int64_t i = 0; i < *numel(a.geometry); ++i)
        if (!(a.at(i) == b.at(i)) && !(a.at(i).isZero() && b.at(i).isZero()))
            return false;
    return true;
}

void expectSame(const Converted& made, const Converted& dull)
{
    ASSERT_EQ(made.tensor.layout, dull.tensor.layout);
    ASSERT_EQ(made.tensor.members.size(), dull.tensor.members.size());
    EXPECT_EQ(made.tensor.size, dull.tensor.size);
    for (std::size_t i = 0; i < made.tensor.members.size(); ++i)
        EXPECT_TRUE(areSameBytes(made.tensor.members[i].array, dull.tensor.members[i].array))
            << made.tensor.members[i].role->name;
    EXPECT_EQ(made.changes, dull.changes);
}

// Every pair of layouts that kernels know, blocks and dense tails among them. False: it is not sound, or has
// entries without elements.
bool becomesTheSame(const Tensor& tensor, Random& random)
{
    const auto outline = tensor.layout->read(tensor, {})->outline();
    if (outline.nnz.value_or(0) > 0 && storedElements(tensor) == 0)
        return false; // entries without elements: kernels keep them, who goes by elements does not see them
    const auto sound = prove(tensor);
    if (!std::holds_alternative<Sound>(sound))
        return false;
    for (const auto* name : {"strided", "coo", "csr", "csc", "bsr", "bsc"}) {
        ConvertRequest request{.layout = layoutNamed(name)};
        if (std::string_view(name).starts_with("bs"))
            request.block = {{random.between(1, 3), random.between(1, 3)}};
        if (random.below(2) == 0)
            request.indexDType = ElementType::i64;
        SCOPED_TRACE(std::string(tensor.layout->name) + " " +
                     (tensor.size ? text(*tensor.size) : text(tensor.members[0].array.geometry.sizes)) + " of " +
                     std::string(tensor.declaredDType().name()) + " to " + name +
                     (request.block ? " " + text({(*request.block)[0], (*request.block)[1]}) : ""));
        const auto made = convert(std::get<Sound>(sound), request, {.device = test::testDevice()});
        const auto dull = convert(std::get<Sound>(sound), request, {.oneByOne = true});
        EXPECT_EQ(static_cast<bool>(made), static_cast<bool>(dull)) << (made ? dull : made).error().text;
        if (made && dull) {
            test::holds(*made);
            expectSame(*made, *dull);
        }
        if (::testing::Test::HasFailure())
            break;
    }
    return true;
}

TEST(KernelConversion, IsThatOfEachElement)
{
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 7;
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::RandomWish wish;
    wish.layouts = {"strided", "coo", "csr", "csc", "bsr", "bsc"};
    wish.types.assign(knownElementTypes().begin(), knownElementTypes().end());
    wish.hasAnyBits = false;
    test::RandomTensors tensors(seed, wish);
    int compared = 0;
    for (int i = 0; i < 400 && !::testing::Test::HasFailure(); ++i) {
        setThreadCount(i % 2 + 1);
        compared += becomesTheSame(tensors.next(), tensors.random()) ? 1 : 0;
    }
    setThreadCount(0);
    EXPECT_GT(compared, ::testing::Test::HasFailure() ? 0 : 150);
}

TEST(KernelConversion, OfUnsortedAndRepeatedEntries)
{
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()) + 11;
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::SmallTensors make(seed);
    const std::vector<ElementType> types{ElementType::f32, ElementType::i16, ElementType::c64, ElementType::bf16,
                                         ElementType::boolean};
    int compared = 0;
    for (int i = 0; i < 200 && !::testing::Test::HasFailure(); ++i) {
        const auto type = types[static_cast<std::size_t>(i) % types.size()];
        const std::int64_t denseDims = i % 3 == 0 ? 1 : 0;
        Extents size{make.random().between(0, 6), make.random().between(0, 6)};
        if (denseDims > 0)
            size.push_back(make.random().between(0, 3));
        compared +=
            becomesTheSame(make.next({.layout = "coo", .size = size, .dtype = type, .denseDims = denseDims}),
                           make.random())
                ? 1
                : 0;
    }
    EXPECT_GT(compared, ::testing::Test::HasFailure() ? 0 : 100);
}

TEST(KernelConversion, OfLargeOnesWithTwoThreads)
{
    for (const auto* kind : {"random", "powerlaw", "stencil5"}) {
        MakeSpec spec;
        spec.kind = kind;
        spec.size = {900, 900};
        spec.density = std::string_view(kind) == "stencil5" ? std::nullopt : std::optional(0.2);
        const auto tensor = makeTensorOf(spec);
        ASSERT_TRUE(tensor) << tensor.error().text;
        for (const auto* name : {"csc", "coo", "strided", "bsr"}) {
            SCOPED_TRACE(std::string(kind) + " to " + name);
            ConvertRequest request{.layout = layoutNamed(name)};
            if (std::string_view(name) == "bsr")
                request.block = {{3, 4}};
            const auto sound = test::proven(*tensor);
            setThreadCount(2);
            const auto made = convert(sound, request, {.device = test::testDevice()});
            const auto dull = convert(sound, request, {.oneByOne = true});
            setThreadCount(0);
            ASSERT_TRUE(made) << made.error().text;
            ASSERT_TRUE(dull) << dull.error().text;
            test::holds(*made);
            expectSame(*made, *dull);
        }
    }
}

TEST(KernelConversion, StopsAndLeavesNothing)
{
    MakeSpec spec;
    spec.size = {3000, 3000};
    spec.density = 0.2;
    std::stop_source stop;
    stop.request_stop();
    for (const auto* name : {"csc", "strided"}) {
        const auto made = convert(test::proven(*makeTensorOf(spec)), {.layout = layoutNamed(name)},
                                  {.watch = {stop.get_token()}});
        ASSERT_FALSE(made) << name;
        EXPECT_EQ(made.error().code, ErrorCode::cancelled);
    }
}

// Rising with repeats, and claimed to have none: the claim is no proof.
TEST(KernelConversion, AFalseClaimIsNotBelieved)
{
    auto tensor = test::fromJson(R"({"layout": "coo", "size": [2, 2], "members": {
        "indices": [[0, 0, 1], [1, 1, 0]], "values": {"dtype": "float32", "data": [1, 2, 4]}}})");
    tensor.claims.set("is_coalesced", true);
    const auto made = convert(test::proven(tensor), {.layout = layoutNamed("csr")});
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(test::logicalOf(made->tensor), (test::Logical{{{0, 1}, {3.0, 0.0}}, {{1, 0}, {4.0, 0.0}}}));
    EXPECT_EQ(*numel(made->tensor.member("values").array.geometry), 2);
    EXPECT_EQ(made->changes,
              (std::vector<std::string>{"1 element was added to one that stands in the same place"}));
}

TEST(KernelConversion, TellsItsRoute)
{
    test::SmallTensors make(3);
    const auto tensor = make.next({.layout = "bsc", .size = {4, 6}, .block = {2, 3}});
    const auto made = convert(test::proven(tensor), {.layout = layoutNamed("csr")});
    ASSERT_TRUE(made);
    std::string route;
    for (const auto& step : made->route)
        route += step.op + " by " + step.kernel + "; ";
    EXPECT_EQ(route, "bsc to bsr by cpu.convert.transpose; bsr to csr by cpu.convert.split_blocks; ");
}

} // namespace
} // namespace tscope
