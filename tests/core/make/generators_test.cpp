// SPDX-License-Identifier: Apache-2.0
#include "make/generators.h"

#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "make/faults.h"
#include "rules/check.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope {

namespace {

std::string written(const Tensor& tensor)
{
    Document document;
    document.tensors.push_back({"", tensor});
    const auto text = writeJsonTensors(document);
    return text ? *text : text.error().text;
}

TEST(Generators, MakeValidTensorsOfEveryKindAndLayout)
{
    int made = 0;
    for (const auto& kind : makeKinds())
        for (const auto* layout : layouts())
            for (const auto indexType : {ElementType::i32, ElementType::i64}) {
                MakeSpec spec;
                spec.kind = kind.name;
                spec.layout = layout->name;
                spec.size = {12, 12};
                spec.indexDType = layout->name == "coo" || layout->name == "jagged" ? ElementType::i64 : indexType;
                const auto tensor = makeTensorOf(spec);
                if (!tensor) {
                    EXPECT_FALSE(tensor.error().text.empty());
                    continue;
                }
                ++made;
                const auto report = check(*tensor);
                EXPECT_TRUE(report.findings.empty() || report.valid) << kind.name << " " << layout->name;
                EXPECT_TRUE(report.valid) << kind.name << " " << layout->name << " " << report.findings[0].rule;
            }
    EXPECT_GE(made, 90);
}

TEST(Generators, ComponentsHaveTheLengthsThatAreGiven)
{
    for (const auto* kind : {"ragged", "random", "dense", "arange"}) {
        MakeSpec spec{.kind = kind, .layout = "nested", .size = {8, 8, 2}, .lengths = {3, 0, 4}};
        const auto nested = makeTensorOf(spec);
        ASSERT_TRUE(nested) << nested.error().text;
        const auto reading = nested->layout->read(*nested, {});
        EXPECT_EQ(reading->outline().size->front().value, 3);
        for (const auto& [component, size] : {std::pair{0, Extents{3, 2}}, {1, Extents{0, 2}}, {2, Extents{4, 2}}})
            EXPECT_EQ(reading->componentSize(component), size) << kind;
        EXPECT_TRUE(check(*nested).valid);
        spec.layout = "jagged";
        const auto jagged = makeTensorOf(spec);
        ASSERT_TRUE(jagged) << jagged.error().text;
        EXPECT_EQ(jagged->member("offsets").array.at(3).asIndex(), 7);
        EXPECT_EQ(jagged->member("values").array.geometry.sizes, Extents({7, 2}));
        EXPECT_TRUE(check(*jagged).valid);
    }
    EXPECT_FALSE(makeTensorOf({.layout = "csr", .lengths = {1, 2}}));
    EXPECT_FALSE(makeTensorOf({.kind = "ragged", .layout = "nested", .lengths = {1, -2}}));
    EXPECT_FALSE(makeTensorOf({.kind = "ragged", .layout = "nested", .lengths = {1, int64Max}}));
}

// They are read on the command line and beside the fields of a form.
TEST(Generators, WhatIsWrongIsNamedInWordsAndNotAsOptions)
{
    MakeSpec tooMany, both, noDensity, noBand, wrongType, noSize, noBlocks, nested;
    tooMany.nnz = 1000;
    both.nnz = 3;
    both.density = 0.5;
    noDensity.density = 2;
    noBand.kind = "banded";
    noBand.bandwidth = -1;
    wrongType.indexDType = ElementType::f32;
    noSize.size = {-1, 3};
    noBlocks.kind = "blocks";
    noBlocks.nnz = 3;
    nested.layout = "nested";
    nested.nnz = 3;
    MakeSpec filled;
    filled.kind = "dense";
    filled.nnz = 3;
    for (const auto& [spec, named] :
         {std::pair(tooMany, "stored entries (nnz)"), std::pair(both, "stored entries (nnz)"),
          std::pair(noDensity, "density"), std::pair(noBand, "bandwidth"), std::pair(wrongType, "index type"),
          std::pair(noSize, "extents"), std::pair(noBlocks, "stored entries (nnz)"),
          std::pair(nested, "stored entries (nnz)"), std::pair(filled, "stored entries (nnz)")}) {
        const auto tensor = makeTensorOf(spec);
        ASSERT_FALSE(tensor) << named;
        EXPECT_EQ(tensor.error().text.find("--"), std::string::npos) << tensor.error().text;
        EXPECT_NE(tensor.error().text.find(named), std::string::npos) << tensor.error().text;
    }
}

TEST(Generators, StoreAsManyEntriesAsWereWanted)
{
    for (const std::int64_t nnz : {0, 1, 7, 60, 143, 144})
        for (const std::string kind : {"random", "powerlaw"}) {
            MakeSpec spec;
            spec.kind = kind;
            spec.size = {12, 12};
            spec.nnz = nnz;
            spec.batch = {3};
            const auto tensor = makeTensorOf(spec);
            ASSERT_TRUE(tensor) << tensor.error().text;
            EXPECT_EQ(tensor->member("plain").array.geometry.sizes, (Extents{3, nnz}));
            EXPECT_TRUE(check(*tensor).valid);
        }
}

TEST(Generators, RepeatThemselvesForASeed)
{
    MakeSpec spec;
    spec.size = {20, 30};
    const auto first = makeTensorOf(spec), again = makeTensorOf(spec);
    spec.seed = 2;
    const auto other = makeTensorOf(spec);
    ASSERT_TRUE(first && again && other);
    EXPECT_EQ(written(*first), written(*again));
    EXPECT_NE(written(*first), written(*other));
}

TEST(Generators, TellHowFarTheyAreAndCanBeStoppedAnywhere)
{
    for (const auto& kind : makeKinds()) {
        MakeSpec spec;
        spec.kind = kind.name;
        spec.size = {300'000, 300'000};
        spec.nnz = 300'000;
        if (kind.name != "random" && kind.name != "powerlaw" && kind.name != "blocks")
            spec.nnz.reset();
        if (kind.name == "dense" || kind.name == "arange" || kind.name == "ragged")
            spec.size = {700, 700};
        std::vector<double> told;
        const auto made = makeTensorOf(spec, {{}, [&](double done) { told.push_back(done); }});
        ASSERT_TRUE(made) << kind.name << made.error().text;
        ASSERT_FALSE(told.empty()) << kind.name;
        EXPECT_TRUE(std::ranges::is_sorted(told)) << kind.name;
        EXPECT_GE(told.front(), 0);
        EXPECT_LE(told.back(), 1);

        // Stopped at once, as soon as it tells anything, and at the last that it tells.
        for (const auto step : {std::size_t{0}, std::size_t{1}, told.size()}) {
            std::stop_source stop;
            std::size_t steps = 0;
            if (step == 0)
                stop.request_stop();
            const auto stopped = makeTensorOf(spec, {stop.get_token(), [&](double) {
                                                         if (++steps == step)
                                                             stop.request_stop();
                                                     }});
            if (stopped) { // there was no more to do
                EXPECT_EQ(step, told.size()) << kind.name;
                continue;
            }
            EXPECT_EQ(stopped.error().code, ErrorCode::cancelled) << kind.name;
        }
    }
}

TEST(Generators, SortMoreEntriesThanOnePieceHolds)
{
    MakeSpec spec;
    spec.size = {4000, 4000};
    spec.nnz = 2'500'000;
    const auto made = makeTensorOf(spec);
    ASSERT_TRUE(made);
    EXPECT_TRUE(check(*made).valid);
    EXPECT_EQ(made->member("plain").array.geometry.sizes, Extents{2'500'000});
}

TEST(Generators, SayWhyAWishHasNoMeaning)
{
    const auto refused = [](auto change) {
        MakeSpec spec;
        change(spec);
        const auto tensor = makeTensorOf(spec);
        return !tensor && !tensor.error().text.empty();
    };
    EXPECT_TRUE(refused([](MakeSpec& s) { s.kind = "cauchy"; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.layout = "ellpack"; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.nnz = 65; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.density = 1.5; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.nnz = 3, s.density = 0.5; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.kind = "banded", s.nnz = 3; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.kind = "stencil5", s.size = {4, 6}; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.layout = "bsr", s.size = {7, 8}; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.layout = "coo", s.batch = {2}; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.size = {-1, 4}; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.size = {int64Max, int64Max}; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.kind = "dense", s.size = {1 << 20, 1 << 20}; }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.dtype = DType::opaque("wild"); }));
    EXPECT_TRUE(refused([](MakeSpec& s) { s.indexDType = ElementType::f32; }));
}

TEST(Generators, ExtentsBesideAZeroAreBoundedToo)
{
    constexpr auto huge = std::int64_t{1} << 62;
    const auto refuses = [](auto change) {
        MakeSpec spec;
        change(spec);
        return !makeTensorOf(spec);
    };
    EXPECT_TRUE(refuses([](MakeSpec& s) {
        s.size = {int64Max, 1};
        s.batch = {0};
    }));
    EXPECT_TRUE(refuses([](MakeSpec& s) {
        s.kind = "ragged";
        s.size = {1, int64Max};
    }));
    EXPECT_TRUE(refuses([](MakeSpec& s) {
        s.kind = "stencil5";
        s.size = {int64Max - 24, int64Max - 24}; // no width divides it for long
    }));
    EXPECT_TRUE(refuses([](MakeSpec& s) {
        s.layout = "nested";
        s.size = {huge, 0};
    }));
    EXPECT_TRUE(refuses([](MakeSpec& s) {
        s.layout = "nested";
        s.size = {2, int64Max, 0};
    }));
    EXPECT_TRUE(refuses([](MakeSpec& s) {
        s.layout = "nested";
        s.kind = "dense";
        s.size = {2, 2};
        s.dense = {huge, huge};
    }));
    MakeSpec empty; // of no bytes per place
    empty.layout = "strided";
    empty.kind = "banded";
    empty.size = {1000, huge};
    empty.dense = {0};
    EXPECT_TRUE(makeTensorOf(empty));
}

TEST(Generators, FaultsAreNotPlantedIntoClaimsWithoutBounds)
{
    constexpr auto huge = std::int64_t{1} << 62;
    const auto plantAll = [](const MakeSpec& spec) {
        const auto tensor = makeTensorOf(spec);
        ASSERT_TRUE(tensor) << tensor.error().text;
        for (const auto rule : plantableRules(*tensor->layout))
            (void)plant(*tensor, rule);
    };
    MakeSpec spec;
    spec.layout = "strided";
    spec.kind = "arange";
    spec.size = {0, huge, huge};
    plantAll(spec);
    spec.layout = "csr";
    spec.kind = "random";
    spec.size = {2, 2};
    spec.batch = {std::int64_t{1} << 40, std::int64_t{1} << 40, 0};
    plantAll(spec);
}

} // namespace

} // namespace tscope
