// SPDX-License-Identifier: Apache-2.0
#include "picture/violations.h"

#include "layouts/registry.h"
#include "make/faults.h"
#include "make/generators.h"
#include "picture/image.h"
#include "rules/check.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope {

namespace {

using test::fromJson;

Violations marked(const Tensor& tensor, const DensitySpec& spec = {})
{
    const auto density = densityOf(tensor, spec);
    EXPECT_TRUE(density) << (density ? "" : density.error().text);
    const auto report = check(tensor, {.maxWitnesses = 0, .advice = false});
    auto violations = violationsOf(tensor, report, density->binning);
    EXPECT_TRUE(violations);
    // Found one by one, the places are the same.
    const auto visited = violationsOf(tensor, defaultContract(), density->binning);
    EXPECT_EQ(visited->bins, violations->bins);
    EXPECT_EQ(visited->shown, violations->shown);
    EXPECT_EQ(visited->elsewhere, violations->elsewhere);
    EXPECT_EQ(visited->withoutPlace, violations->withoutPlace);
    // Each bin names a place that lies in it.
    EXPECT_EQ(violations->firsts.size(), violations->bins.size());
    const auto indexOf = indexOfSlotsOf(tensor);
    for (std::size_t bin = 0; bin < violations->firsts.size(); ++bin) {
        const auto& [finding, witness] = violations->firsts[bin];
        auto index = *indexOf(*report.findings.at(finding).witnesses.at(witness).place);
        for (std::size_t d = 0; d < index.size(); ++d)
            index[d] = std::clamp<std::int64_t>(index[d], 0, density->binning.size[d] - 1);
        EXPECT_EQ(density->binning.rows.of(density->binning.rowOf(index)), violations->bins[bin].row);
        EXPECT_EQ(density->binning.columns.of(density->binning.columnOf(index)), violations->bins[bin].column);
    }
    return *violations;
}

TEST(Violations, OneAmongAMillionEntriesIsInEveryPicture)
{
    const auto sound = *makeTensorOf({.layout = "csr", .size = {100'000, 20'000}, .nnz = 1'000'000});
    EXPECT_TRUE(marked(sound).bins.empty());
    auto pointers = sound.member("compressed").array;
    const auto broken = *plant(sound, "5.4", 600'000, 1);
    const auto report = check(broken, {.maxWitnesses = 0, .advice = false});
    std::int64_t places = 0;
    for (const auto& finding : report.findings)
        places += finding.count;
    ASSERT_GE(places, 1);
    // The row that holds the entry, told from the pointers themselves.
    std::int64_t row = 0;
    while (*pointers.at(row + 1).asIndex() <= 600'000)
        ++row;
    for (const std::int64_t bins : {1, 2, 998, 5000}) {
        const auto violations = marked(broken, {.rowBins = bins, .columnBins = bins});
        EXPECT_EQ(violations.shown, static_cast<std::uint64_t>(places));
        const auto hit = Bins(0, 100'000, bins).of(row);
        EXPECT_TRUE(std::ranges::any_of(violations.bins, [&](const MarkedBin& bin) {
            return bin.row == hit && bin.column == 0; // -1 lies behind the left edge
        }));
    }
    const auto near = marked(broken, {.rows = Range{row, row + 1}});
    EXPECT_GE(near.shown, 1u);
    const auto far = marked(broken, {.rows = Range{row + 10, row + 20}});
    EXPECT_EQ(far.shown, 0u);
    EXPECT_EQ(far.elsewhere, static_cast<std::uint64_t>(places));
}

TEST(Violations, PointOutOfTheSizeAtTheEdgeTheyCross)
{
    const auto right = marked(fromJson(R"({"layout": "csc", "size": [4, 3], "members": {
        "compressed": [0, 1, 2, 3], "plain": [0, 9, 2], "values": [1, 2, 3]}})"));
    EXPECT_EQ(right.bins, (std::vector<MarkedBin>{{3, 1, 1}}));
    const auto coo = marked(fromJson(R"({"layout": "coo", "size": [4, 3], "members": {
        "indices": [[0, 2, -5], [1, 7, 2]], "values": [1, 2, 3]}})"));
    EXPECT_EQ(coo.bins, (std::vector<MarkedBin>{{0, 2, 1}, {2, 2, 1}}));
}

TEST(Violations, OfPointersStandInTheSliceThatTheyEnd)
{
    const auto falling = marked(fromJson(R"({"layout": "csr", "size": [4, 5], "members": {
        "compressed": [0, 2, 1, 3, 3], "plain": [1, 3, 0], "values": [1, 2, 3]}})"));
    ASSERT_FALSE(falling.bins.empty());
    EXPECT_EQ(falling.bins.front().row, 1);
}

TEST(Violations, OfBlocksAndBatchesAreFoundToo)
{
    const auto tensor = fromJson(R"({"layout": "bsr", "size": [2, 4, 6], "members": {
        "compressed": [[0, 1, 2], [0, 1, 2]], "plain": [[0, 1], [1, 5]], "values":
        {"dtype": "float32", "shape": [2, 2, 2, 3]}}})");
    EXPECT_EQ(marked(tensor).bins, (std::vector<MarkedBin>{{2, 5, 1}}));
    EXPECT_EQ(marked(tensor, {.fixed = {{0, 0}}}).elsewhere, 1u);
}

// Rules about metadata have no place; they are counted, not dropped.
TEST(Violations, WithoutAPlaceAreCounted)
{
    const auto tensor = fromJson(R"({"layout": "csr", "size": [2, 2], "device": "cuda:0", "members": {
        "compressed": [0, 1, 2], "plain": [0, 1], "values": [1, 2]}})");
    const auto violations = marked(tensor);
    EXPECT_TRUE(violations.bins.empty());
    EXPECT_GE(violations.withoutPlace, 1u);
}

TEST(Violations, StopWhenTold)
{
    const auto tensor = fromJson(R"({"layout": "csr", "size": [1, 2], "members": {
        "compressed": [0, 1], "plain": [7], "values": [1]}})");
    const auto density = densityOf(tensor);
    ASSERT_TRUE(density);
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = violationsOf(tensor, check(tensor), density->binning, {.stop = stop.get_token()});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

} // namespace

} // namespace tscope
