// SPDX-License-Identifier: Apache-2.0
#include "picture/value_map.h"

#include "facts/cells.h"
#include "io/open.h"
#include "make/generators.h"
#include "support/from_json.h"
#include "support/holed_files.h"
#include "support/scratch_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace tscope;
using namespace tscope::test;

namespace {

Tensor made(const std::string& layout, Extents size, std::uint64_t seed)
{
    MakeSpec spec;
    spec.kind = layout == "strided" ? "arange" : "random";
    spec.layout = layout;
    spec.size = std::move(size);
    spec.density = layout == "strided" ? std::nullopt : std::optional(0.3);
    spec.seed = seed;
    auto tensor = makeTensorOf(spec);
    EXPECT_TRUE(tensor) << tensor.error().text;
    return *tensor;
}

// Cell by cell: what stands in a bin.
ValueBin expected(const Tensor& tensor, const Binning& binning, std::int64_t row, std::int64_t column)
{
    CellWindow window;
    window.rowDim = 0;
    window.columnDim = 1;
    window.fixed = Extents(2, 0);
    window.rowBegin = binning.rows.first(row);
    window.rowEnd = binning.rows.first(row + 1);
    window.columnBegin = binning.columns.first(column);
    window.columnEnd = binning.columns.first(column + 1);
    ValueBin bin;
    const auto found = cells(tensor, window);
    for (const auto& cell : found->cells)
        if (cell.state == Cell::State::stored)
            bin.add(std::stod(cell.value.text()));
    return bin;
}

} // namespace

TEST(ValueMap, EachBinTellsWhatItsCellsHold)
{
    for (const auto* layout : {"strided", "coo", "csr", "csc"})
        for (const std::uint64_t seed : {1, 2}) {
            const auto tensor = made(layout, {23, 31}, seed);
            DensitySpec spec;
            spec.rowBins = 5;
            spec.columnBins = 7;
            spec.rows = Range{2, 22};
            const auto map = valueMapOf(tensor, spec);
            ASSERT_TRUE(map) << map.error().text;
            EXPECT_FALSE(map->isSampled);
            for (std::int64_t row = 0; row < 5; ++row)
                for (std::int64_t column = 0; column < 7; ++column) {
                    const auto wanted = expected(tensor, map->binning, row, column);
                    const auto& found = map->at(row, column);
                    EXPECT_EQ(found.count, wanted.count) << layout << " seed " << seed;
                    EXPECT_EQ(found.least, wanted.least);
                    EXPECT_EQ(found.largest, wanted.largest);
                    EXPECT_NEAR(found.sum, wanted.sum, 1e-9 * std::abs(wanted.sum));
                }
        }
}

TEST(ValueMap, WhatIsNoFiniteNumberIsCountedApart)
{
    const auto tensor = fromJson(R"({"layout":"strided","dtype":"float32","members":{"values":
        [["NaN",1],["Infinity",-3]]}})");
    DensitySpec spec;
    spec.rowBins = spec.columnBins = 1;
    const auto map = valueMapOf(tensor, spec);
    ASSERT_TRUE(map);
    const auto& bin = map->at(0, 0);
    EXPECT_EQ(bin.notFinite, 2U);
    EXPECT_EQ(bin.count, 2U);
    EXPECT_EQ(bin.mean(), -1);
    EXPECT_EQ(numberRange(tensor), (NumberRange{-3, 1}));
}

// Where nine of ten numbers are tiny beside the largest; zeros don't count.
TEST(ValueMap, TheRangeSaysWhetherNumbersCrowd)
{
    const auto isCrowded = [](const std::vector<double>& numbers) {
        std::string all;
        for (const auto number : numbers)
            all += (all.empty() ? "" : ",") + std::to_string(number);
        return numberRange(
                   fromJson(R"({"layout":"strided","dtype":"float64","members":{"values":[)" + all + "]}}"))
            ->isCrowded;
    };
    std::vector<double> numbers;
    for (int i = 1; i <= 20; ++i)
        numbers.push_back(i % 2 == 0 ? i : -i);
    EXPECT_FALSE(isCrowded(numbers));
    numbers.push_back(-1e5);
    EXPECT_TRUE(isCrowded(numbers));
    numbers.insert(numbers.end(), 3, 9e4);
    EXPECT_FALSE(isCrowded(numbers));
    EXPECT_FALSE(isCrowded({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 3}));
    EXPECT_FALSE(isCrowded({0, 0}));
    EXPECT_FALSE(isCrowded(std::vector<double>(30, 5e-324)));
}

TEST(ValueMap, OfComplexNumbersTheMagnitudeIsTold)
{
    const auto tensor =
        fromJson(R"({"layout":"strided","dtype":"complex64","members":{"values":[[[3,4],[0,-2]]]}})");
    EXPECT_EQ(numberRange(tensor), (NumberRange{2, 5}));
}

TEST(ValueMap, OfANegatedViewTheNumbersAreThoseThatAreMeant)
{
    const auto tensor = fromJson(R"({"sizes": [1, 2], "dtype": "float32", "data": [1, -4], "neg": true})");
    EXPECT_EQ(numberRange(tensor), (NumberRange{-1, 4}));
    DensitySpec spec;
    spec.rowBins = spec.columnBins = 1;
    const auto map = valueMapOf(tensor, spec);
    ASSERT_TRUE(map) << map.error().text;
    EXPECT_EQ(map->at(0, 0).least, -1);
    EXPECT_EQ(map->at(0, 0).largest, 4);
}

// Some of each bin stand for all, and each of them is of that bin.
TEST(ValueMap, OfMoreThanMayBeReadASampleIsTaken)
{
    const auto dense = made("strided", {300, 400}, 1); // arange
    DensitySpec spec;
    spec.rowBins = 10;
    spec.columnBins = 10;
    spec.most = 1000;
    const auto map = valueMapOf(dense, spec);
    ASSERT_TRUE(map);
    EXPECT_TRUE(map->isSampled);
    for (std::int64_t row = 0; row < 10; ++row)
        for (std::int64_t column = 0; column < 10; ++column) {
            const auto& bin = map->at(row, column);
            EXPECT_EQ(bin.count, 16U);
            EXPECT_GE(bin.least, 400.0 * 30 * static_cast<double>(row) + 40.0 * static_cast<double>(column));
            EXPECT_LE(bin.largest,
                      400.0 * (30 * static_cast<double>(row) + 29) + 40.0 * static_cast<double>(column) + 39);
        }
    const auto sparse = valueMapOf(made("csr", {300, 400}, 1), spec);
    ASSERT_TRUE(sparse);
    EXPECT_TRUE(sparse->isSampled);
}

// Of a file that is larger than memory the range is looked for in some of its pages: each is read from the disk.
TEST(ValueMap, TheRangeOfALargeFileCostsFewOfItsPages)
{
    const ScratchFolder folder;
    if (!keepsHoles(folder.path()))
        GTEST_SKIP() << "the file system here has no files with holes";
    const auto path = folder.path("large.npy");
    HoledFile file(path);
    holedFormats().front().write(file, 2'000'000'003);
    if (!file.isWritten())
        GTEST_SKIP() << "the file system here has no files of 8 GB";
    const auto document = openFile(path);
    ASSERT_TRUE(document) << document.error().text;
    const auto& storage = *document->tensors.at(0).tensor.members[0].array.storage;
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto address = reinterpret_cast<std::uintptr_t>(storage.data()) / page * page;
    // Nothing is read ahead, so that each page that is asked for is a fault.
    ASSERT_EQ(::madvise(reinterpret_cast<void*>(address), 8'000'000'000, MADV_RANDOM), 0);
    const auto faults = [] {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        return usage.ru_minflt + usage.ru_majflt;
    };
    const auto before = faults();
    const auto range = numberRange(document->tensors.at(0).tensor);
    EXPECT_LT(faults() - before, 100'000); // with those of a sanitizer's own memory
    EXPECT_EQ(range, (NumberRange{0, 0, true}));
}

// The runs that are read lie in all parts: a stretch that is as long as a few of the gaps is not missed.
TEST(ValueMap, TheRangeOfASampleSeesEveryStretch)
{
    constexpr std::int64_t count = 40'000'000, stretch = 400'000;
    const auto arange = made("strided", {count}, 1);
    for (const std::int64_t begin : {std::int64_t{0}, std::int64_t{12'345'678}, count - stretch}) {
        auto tensor = arange;
        auto builder = StorageBuilder::make(count * 4);
        ASSERT_TRUE(builder);
        auto* numbers = reinterpret_cast<float*>(builder->bytes().data());
        std::fill_n(numbers + begin, stretch, 7.0F);
        tensor.members[0].array.storage = std::move(*builder).seal({});
        EXPECT_EQ(numberRange(tensor), (NumberRange{0, 7, true})) << begin;
    }
}

TEST(ValueMap, OfNoNumbersSaysSo)
{
    const auto tensor = fromJson(
        R"({"layout":"strided","dtype":"float32","members":{"values":{"dtype":"mystery","shape":[2],"data":null}}})");
    EXPECT_FALSE(valueMapOf(tensor));
    EXPECT_EQ(numberRange(tensor), std::nullopt);
}
