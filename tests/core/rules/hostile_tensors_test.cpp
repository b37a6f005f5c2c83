// SPDX-License-Identifier: Apache-2.0
// Tensors whose numbers are made to overflow, to be looped over or to be allocated. All that may be asked of an
// unproven tensor is asked of each; under the sanitizers an overflow fails, here a hang or an allocation does.
#include "facts/answers.h"
#include "facts/diff.h"
#include "layouts/registry.h"
#include "proof/prove.h"
#include "rules/advise.h"
#include "rules/check.h"
#include "support/vector_cases.h"

#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using test::tensorOf;
using testing::HasSubstr;
using Spec = nlohmann::json;

constexpr std::int64_t huge = std::int64_t{1} << 62;

Spec member(Extents shape, Extents strides, Extents storage)
{
    return {{"shape", std::move(shape)}, {"strides", std::move(strides)}, {"storage", std::move(storage)}};
}

// Of no bytes: its extents may be anything beside a 0.
Spec empty(Extents shape)
{
    return {{"shape", std::move(shape)}, {"storage", Spec::array()}};
}

Tensor coo(Spec indices, Spec values, Spec more = Spec::object())
{
    more["layout"] = "coo";
    more["members"] = {{"indices", std::move(indices)}, {"values", std::move(values)}};
    return tensorOf(more);
}

Tensor compressed(const char* layout, Spec pointers, Spec plain, Spec values, const std::optional<Extents>& size)
{
    Spec spec{{"layout", layout},
              {"members",
               {{"compressed", std::move(pointers)}, {"plain", std::move(plain)}, {"values", std::move(values)}}}};
    if (size)
        spec["size"] = *size;
    return tensorOf(spec);
}

Tensor nested(Spec buffer, Spec sizes, Spec strides, Spec offsets)
{
    return tensorOf({{"layout", "nested"},
                     {"members",
                      {{"buffer", std::move(buffer)},
                       {"nested_sizes", std::move(sizes)},
                       {"nested_strides", std::move(strides)},
                       {"storage_offsets", std::move(offsets)}}}});
}

// Everything, in little time.
void ask(const Tensor& tensor, const Extents& index = {})
{
    const auto begin = std::chrono::steady_clock::now();
    for (const auto& contract : contracts()) {
        const auto report = check(tensor, {.contract = &contract});
        for (const auto& repair : report.repairs)
            if (const auto plan = planRepair(tensor, report, repair.id))
                (void)applied(tensor, plan->edits);
        for (const auto& repair : report.repairs)
            (void)repair.title;
        // Those that were found not to help are planned as well, which is how they are tried out.
        if (tensor.layout->advice && tensor.layout->advice->repairs) {
            const auto reading = tensor.layout->read(tensor, {});
            for (const auto& repair : tensor.layout->advice->repairs(*reading, report))
                (void)tensor.layout->advice->plan(*reading, report, repair.id);
        }
    }
    (void)dumped(infoAnswer({{{"", tensor}}, {}}, {.statistics = true}));
    (void)tensor.layout->locate(tensor, index);
    for (const auto& one : tensor.members)
        for (const std::int64_t slot : {std::int64_t{0}, std::int64_t{1}, int64Max, int64Min})
            (void)tensor.layout->readersOf(tensor, one.role->name, slot, 10);
    int left = 100;
    (void)tensor.layout->entries(tensor, [&](const Extents&, std::int64_t) { return --left > 0; });
    (void)diff(tensor, tensor);
    (void)prove(tensor);
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    EXPECT_LT(seconds, 20) << "ample for sanitizers; without a bound it would be hours";
}

std::size_t entriesOf(const Tensor& tensor, Result<void>* outcome = nullptr)
{
    std::size_t count = 0;
    auto walked = tensor.layout->entries(tensor, [&](const Extents&, std::int64_t) { return ++count < 1000; });
    if (outcome)
        *outcome = std::move(walked);
    return count;
}

TEST(HostileTensors, CoordinatesThatNobodyStored)
{
    ask(coo(empty({std::int64_t{1} << 40, 0}), {1, 2, 3}, {{"size", {4}}}), {0});
    ask(coo(empty({0, huge}), empty({huge + 1, 0}), {{"size", Spec::array()}}));
    ask(coo(empty({0, huge}), empty({huge, 0}), {{"size", {0}}, {"is_coalesced", true}}), {0});
    ask(coo(member({1, huge}, {0, 0}, {0}), member({huge - 1}, {0}, {1}), {{"size", {4}}}), {0});
    // Fewer rows than none, which a dense dim makes up for.
    ask(coo(empty({-1, 0}), {1, 2, 3}, {{"size", Spec::array()}}));
    ask(coo(empty({-1, 0}), empty({0, 3}), {{"size", Spec::array()}}));
    const auto deep = coo(empty({int64Max, 0}), empty({0, 3, 4}));
    ask(deep, {1, 2});
    EXPECT_THAT(deep.layout->locate(deep, {1, 2}).error().text, HasSubstr(std::to_string(int64Max) + " entries"));
}

TEST(HostileTensors, BatchesBeyondCounting)
{
    const auto lines = empty({huge, huge, 0});
    const auto blank = compressed("csr", lines, lines, lines, Extents{huge, huge, 3, 3});
    ask(blank, {5, 3, 0, 0});
    const auto path = blank.layout->locate(blank, {5, 3, 0, 0});
    ASSERT_TRUE(path) << path.error().text;
    EXPECT_FALSE(path->found);

    // Repeated lines make more slots than int64 counts; the places are found all the same.
    const auto repeated = compressed("csr", member({3, huge, 2}, {2, 0, 1}, {0, 4, 0, 4, 0, 4}),
                                     member({3, huge, 4}, {4, 0, 1}, {0, 1, 2, 3, 0, 1, 2, 3, -1, 1, 2, 3}),
                                     member({3, huge, 4}, {4, 0, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
                                     Extents{3, huge, 1, 9});
    ask(repeated, {2, 0, 0, 0});
    const auto report = check(repeated, {.maxWitnesses = 2});
    ASSERT_NE(report.find("5.4"), nullptr);
    EXPECT_EQ(report.find("5.4")->count, huge);
    ASSERT_EQ(report.find("5.4")->witnesses.size(), 2u);
    EXPECT_FALSE(report.find("5.4")->witnesses[0].place);
    EXPECT_EQ(*report.find("5.4")->witnesses[0].find("index"), WitnessValue(Extents{2, 0, 0}));
}

TEST(HostileTensors, PointersThatCantBeRead)
{
    const Spec pair = {1, 2};
    const auto lost = Spec{{"shape", {int64Min}}, {"storage", {0, 1}}};
    ask(compressed("csr", lost, {0, 1}, pair, std::nullopt), {0, 0});
    ask(compressed("bsr", lost, {0, 1}, pair, Extents{4, 4}), {0, 0});
    // As many entries as can be said, of no batch entry.
    ask(compressed("csr", empty({0, 5}), empty({0, int64Max}), empty({0, int64Max}), Extents{0, 100, 3}),
        {0, 0, 0});
}

TEST(HostileTensors, PointersOfOneNumber)
{
    const auto endless = compressed("csr", member({int64Max}, {0}, {0}), {0, 1}, {1, 2}, Extents{4, 4});
    ask(endless, {0, 0});
    EXPECT_TRUE(
        std::ranges::any_of(check(endless).remarks, [](const Remark& r) { return r.id == "orphan-tail"; }));
}

TEST(HostileTensors, WalksThatMeetNothing)
{
    constexpr auto many = std::int64_t{1} << 40;
    const auto blank = compressed("csr", member({many, 2}, {0, 1}, {0, 0}), member({many, 1}, {0, 1}, {0}),
                                  member({many, 1}, {0, 1}, {1}), Extents{many, 1, 1});
    ask(blank, {1, 0, 0});
    EXPECT_EQ(entriesOf(blank), 0u);

    // Of two batch entries that repeat, one holds something.
    const auto half =
        compressed("csr", member({2, many, 2}, {2, 0, 1}, {0, 0, 0, 1}), member({2, many, 1}, {1, 0, 1}, {0, 0}),
                   member({2, many, 1}, {1, 0, 1}, {1, 2}), Extents{2, many, 1, 1});
    EXPECT_EQ(entriesOf(half), 1000u);

    Extents alternating, outside(20000, -1);
    for (int i = 0; i < 10000; ++i)
        alternating.insert(alternating.end(), {0, 20000});
    const auto quadratic = compressed("csr", alternating, outside, outside, Extents{19999, 5});
    Result<void> outcome;
    EXPECT_EQ(entriesOf(quadratic, &outcome), 0u);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::unsupported);

    const auto long1 = nested({1, 2, 3, 4}, Spec{{"shape", {1, 1}}, {"data", {huge}}},
                              Spec{{"shape", {1, 1}}, {"data", {1}}}, {0});
    ask(long1, {0, 0});
    EXPECT_EQ(entriesOf(long1, &outcome), 4u);
    EXPECT_FALSE(outcome);
}

TEST(HostileTensors, TablesOfComponents)
{
    const Spec none = Spec::array();
    ask(nested({1, 2, 3}, empty({huge, 0}), empty({huge, 0}), {0, 1}), {0});
    ask(nested({1, 2, 3}, empty({huge, 0}), empty({huge, 0}),
               Spec{{"shape", {huge}}, {"strides", {0}}, {"storage", {0}}}),
        {0});
    const Spec one{{"shape", {1, 1}}, {"data", {2}}}, step{{"shape", {1, 1}}, {"data", {1}}};
    const auto strideless = nested({{"shape", {3}}, {"strides", none}, {"storage", {1, 2, 3}}}, one, step, {0});
    ask(strideless, {0, 1});
    ask(nested({1}, {{"shape", {1, -1}}, {"storage", none}}, one, {0}));
    // A table without dims has one number and speaks of no component.
    const auto dimless = nested({1}, {{"shape", none}, {"storage", {7}}}, {{"shape", none}, {"storage", {7}}},
                                {{"shape", {0}}, {"storage", none}});
    ask(dimless);
    const auto readers = dimless.layout->readersOf(dimless, "nested_sizes", 0, 10);
    ASSERT_TRUE(readers);
    EXPECT_EQ(readers->count, 0);
    // Two that meet nowhere, in a buffer that is only declared.
    const auto apart = nested({{"shape", {huge}}}, {{"shape", {2, 1}}, {"data", {2, 2}}},
                              {{"shape", {2, 1}}, {"data", {huge / 2, huge / 2}}}, {0, 1});
    ask(apart, {0, 1});
    EXPECT_EQ(check(apart).find("NST-5.2"), nullptr);
}

TEST(HostileTensors, RunsFromFarBelow)
{
    const auto far =
        tensorOf({{"layout", "jagged"}, {"members", {{"values", {1, 2, 3}}, {"offsets", {int64Min, 3}}}}});
    ask(far, {0, 0});
    EXPECT_EQ(entriesOf(far), 0u) << "an index beyond 64 bits names no element";
    const auto near = tensorOf({{"layout", "jagged"}, {"members", {{"values", {1, 2, 3}}, {"offsets", {-2, 3}}}}});
    EXPECT_EQ(entriesOf(near), 3u);
}

TEST(HostileTensors, DeclaredElementsAreNotCompared)
{
    const auto declared = tensorOf({{"layout", "strided"}, {"members", {{"values", {{"shape", {huge / 8}}}}}}});
    ask(declared, {1});
    ASSERT_FALSE(diff(declared, declared));
    EXPECT_EQ(diff(declared, declared).error().code, ErrorCode::unsupported);
}

TEST(HostileTensors, ManyDuplicatesAreToldInShort)
{
    constexpr std::int64_t many = 5000;
    const auto repeats = compressed("csr", {0, many}, Extents(many, 0), Extents(many, 1), Extents{1, 1});
    const auto path = repeats.layout->locate(repeats, {0, 0});
    ASSERT_TRUE(path);
    EXPECT_EQ(path->value.text(), "5000");
    EXPECT_LT(path->steps.size(), 2100u);
}

TEST(HostileTensors, NumbersPastSixtyFourBitsAreToldOrNotToldButNeverCutShort)
{
    const auto most = compressed("csr", {0}, Spec::array(), Spec::array(), Extents{int64Max, 1});
    const auto report = check(most);
    const auto* length = report.find("3.8");
    ASSERT_TRUE(length);
    EXPECT_NE(jsonOf(*length).dump().find("9223372036854775808"), std::string::npos);
    const auto wide = compressed("csr", {int64Min, int64Max, int64Min}, {0}, {1}, std::nullopt);
    EXPECT_FALSE(check(wide).inferredSizePublished);
}

TEST(HostileTensors, WithoutPointersThereAreNoSlicesToBeUnsorted)
{
    const auto report = check(compressed("csr", Spec::array(), Spec::array(), Spec::array(), std::nullopt));
    EXPECT_FALSE(report.find("5.6"));
    EXPECT_TRUE(std::ranges::none_of(report.skipped, [](const Skipped& s) { return s.rule == "5.6"; }));
    EXPECT_EQ(report.inferredSizePublished, (Extents{0, 0}));
}

TEST(HostileTensors, ElementsOfUnknownTypeAreSaidToBeThat)
{
    const auto opaque =
        coo({{"shape", {1, 1}}, {"data", {{0}}}}, {{"dtype", "string"}, {"shape", {1}}}, {{"size", {1}}});
    const auto path = opaque.layout->locate(opaque, {0});
    EXPECT_THAT(path ? jsonOf(*path, opaque).dump() : path.error().text, HasSubstr("string"));
}

} // namespace
} // namespace tscope
