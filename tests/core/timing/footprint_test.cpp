// SPDX-License-Identifier: Apache-2.0
#include "timing/footprint.h"

#include "convert/convert.h"
#include "convert/target.h"
#include "core/timing/small_plan.h"
#include "layouts/registry.h"

#include <gtest/gtest.h>

namespace tscope::timing {

namespace {

// What is told is what a really built tensor has, member by member; where none can be built, it is told why.
void expectFootprintsAsBuilt(const Sound& sound)
{
    const auto footprints = Footprints::of(sound);
    ASSERT_TRUE(footprints) << footprints.error().text;
    for (const auto* name : {"strided", "coo", "csr", "csc", "bsr", "bsc"}) {
        const auto& layout = *layoutNamed(name);
        for (const auto index : {ElementType::i32, ElementType::i64})
            for (const std::array<std::int64_t, 2> block :
                 {std::array<std::int64_t, 2>{1, 1}, {2, 2}, {4, 3}, {3, 4}, {6, 1}, {12, 12}, {5, 7}}) {
                if (!isBlocked(layout) && block != std::array<std::int64_t, 2>{1, 1})
                    continue;
                if (layout.family == "coo" && index == ElementType::i32)
                    continue; // no coo has such
                SCOPED_TRACE(std::string(name) + ' ' + std::to_string(block[0]) + " x " +
                             std::to_string(block[1]));
                ConvertRequest request{.layout = &layout};
                if (isBlocked(layout))
                    request.block = block;
                if (layout.family != "strided")
                    request.indexDType = index;
                const auto built = convert(sound, request);
                const auto told = footprints->at(layout, index, block);
                ASSERT_EQ(told.why.empty(), static_cast<bool>(built)) << (built ? told.why : built.error().text);
                if (!built)
                    continue;
                ASSERT_EQ(told.members.size(), built->tensor.members.size());
                for (std::size_t m = 0; m < told.members.size(); ++m) {
                    EXPECT_EQ(told.members[m].role, built->tensor.members[m].role->name);
                    EXPECT_EQ(told.members[m].bytes, built->tensor.members[m].array.byteSize());
                }
                const auto values = numel(built->tensor.members.back().array.geometry).value();
                const auto tail = numel(footprints->form().dense()).value();
                const auto lines = numel(footprints->form().batch()).value();
                EXPECT_EQ(told.fill, values - footprints->entries() * lines * tail);
            }
    }
}

} // namespace

TEST(Footprints, AreThoseOfBuiltTensors)
{
    for (const auto* kind : {"random", "banded", "blocks"})
        for (const auto& size : {Extents{12, 24}, Extents{36, 12}, Extents{35, 70}, Extents{1, 12}})
            if (kind == std::string("random") || (size[0] % 2 == 0 && size[1] % 2 == 0))
                expectFootprintsAsBuilt(testMatrix(kind, "csr", size));
    expectFootprintsAsBuilt(testMatrix("random", "coo", {24, 12}));
    expectFootprintsAsBuilt(testMatrix("random", "strided", {12, 12}));
    expectFootprintsAsBuilt(testMatrix("random", "bsr", {24, 24}));
    expectFootprintsAsBuilt(testMatrix("random", "csr", {12, 24}, {}, {3}));
    expectFootprintsAsBuilt(testMatrix("random", "csr", {12, 24}, {2}));
    expectFootprintsAsBuilt(testMatrix("random", "csr", {0, 0}));
}

TEST(Footprints, BlocksThatAreNotCountedSaySo)
{
    const auto footprints = *Footprints::of(testMatrix("random", "csr", {256, 256}));
    EXPECT_EQ(footprints.at(*layoutNamed("bsr"), ElementType::i64, {64, 64}).why, "");
    for (const auto& block : {std::array<std::int64_t, 2>{128, 128}, {128, 1}, {1, 256}})
        EXPECT_EQ(footprints.at(*layoutNamed("bsr"), ElementType::i64, block).why,
                  "blocks of more than 64 rows or columns are not counted");
}

TEST(Footprints, AStoppedCountIsNone)
{
    std::stop_source stop;
    stop.request_stop();
    const auto footprints = Footprints::of(testMatrix("random", "csr", {12, 24}), {.stop = stop.get_token()});
    ASSERT_FALSE(footprints);
    EXPECT_EQ(footprints.error().code, ErrorCode::cancelled);
}

} // namespace tscope::timing
