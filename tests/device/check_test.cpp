// SPDX-License-Identifier: Apache-2.0
// A device that counts for data scans finds what the processor finds, number for number, whatever the tensor is.
#include "dispatch/kernel_key.h"
#include "facts/answers.h"
#include "kernels/scan_counts.h"
#include "layouts/compressed/scan/slab_scan.h"
#include "layouts/coo/scan.h"
#include "ops/device_scans.h"
#include "rules/check.h"
#include "support/held_kernels.h"
#include "support/random_tensor.h"
#include "support/setting.h"
#include "support/test_device.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <tuple>

namespace tscope {

namespace {

using compressed::Order;
using compressed::ScanInput;
using test::Setting;
using testing::ElementsAre;
using testing::HasSubstr;

// The device of these tests, and how often it did what it was asked.
class Scanner final : public ScanDevice
{
public:
    std::optional<std::vector<std::int64_t>> count(const ScanTask& task, const Watch& watch) override
    {
        auto table = m_scans->count(task, watch);
        (table ? done : refused) += 1;
        if (table)
            for (const auto& choice : kernelsOf(task.kernel, test::testDevice()))
                test::heldKernels().insert(choice.kernel.name);
        return table;
    }
    void passOver(const std::string& why) override
    {
        ++refused;
        m_scans->passOver(why);
    }
    std::vector<std::string> told() const { return m_scans->told(); }

    int done = 0, refused = 0;

private:
    std::unique_ptr<DeviceScans> m_scans = *DeviceScans::on(test::testDevice());
};

void expectSameReport(const Tensor& tensor, Scanner& device)
{
    for (const auto& contract : contracts()) {
        SCOPED_TRACE(contract.name());
        const CheckOptions here{.contract = &contract, .maxWitnesses = 100};
        auto there = here;
        there.device = &device;
        const auto layout = tensor.layout->name;
        EXPECT_EQ(dumped(jsonOf(check(tensor, there), "t", layout)),
                  dumped(jsonOf(check(tensor, here), "t", layout)));
    }
}

// --- tables of the compressed scan ------------------------------------------------------------------------------

using Numbers = std::vector<std::int64_t>;

// Lines of pointers and entries that are valid but for some of them.
struct Lines {
    std::int64_t lines = 0, slices = 0, entries = 0, extent = 0;
    Numbers pointers = {}, plain = {};
};

Lines randomLines(Random& random, std::int64_t lines, std::int64_t slices, std::int64_t entries,
                  std::int64_t faults)
{
    Lines out{lines, slices, entries, 60 + random.below(1000)};
    for (std::int64_t line = 0; line < lines; ++line) {
        Numbers cuts{0};
        for (std::int64_t i = 1; i < slices; ++i)
            cuts.push_back(random.below(entries + 1));
        if (slices > 0)
            cuts.push_back(entries);
        std::ranges::sort(cuts);
        std::int64_t at = 0;
        std::size_t slice = 0;
        for (std::int64_t k = 0; k < entries; ++k) {
            for (; slice < cuts.size() && cuts[slice] <= k; ++slice)
                at = 0;
            out.plain.push_back(std::min(at, out.extent));
            at += 1 + random.below(3);
        }
        out.pointers.insert(out.pointers.end(), cuts.begin(), cuts.end());
    }
    for (std::int64_t fault = 0; fault < faults; ++fault) {
        if (!out.pointers.empty() && random.below(2) == 0) {
            auto& pointer = out.pointers[static_cast<std::size_t>(random.below(std::ssize(out.pointers)))];
            const Numbers others{0, -3, entries, entries + 7, pointer + 1, pointer - 1, random.below(entries + 1)};
            pointer = others[static_cast<std::size_t>(random.below(std::ssize(others)))];
        } else if (!out.plain.empty()) {
            auto& index = out.plain[static_cast<std::size_t>(random.below(std::ssize(out.plain)))];
            const Numbers others{0, -1, out.extent, out.extent + 9, random.below(out.extent)};
            index = others[static_cast<std::size_t>(random.below(std::ssize(others)))];
        }
    }
    // Pointers that fall all the way are the worst case of what has to be put right.
    if (faults > 0 && random.below(6) == 0)
        std::ranges::reverse(out.pointers);
    return out;
}

void expectSameTable(const ScanInput& input, Scanner& device)
{
    const auto here = scan(input), there = scan(input, {}, &device);
    EXPECT_EQ(there.firstPointers, here.firstPointers);
    ASSERT_EQ(there.units.size(), here.units.size());
    const auto differs = std::ranges::mismatch(there.units, here.units);
    EXPECT_EQ(differs.in1, there.units.end()) << "unit " << differs.in1 - there.units.begin();
    EXPECT_EQ(there.totals.disorder, here.totals.disorder);
    EXPECT_EQ(there.totals.longestSlice, here.totals.longestSlice);
    EXPECT_EQ(there.totals.largest, here.totals.largest);
}

// All that may be asked of the same lines.
void expectSameTables(const Lines& lines, DType pointerType, DType entryType, Random& random, Scanner& device)
{
    ScanInput input;
    input.fold = {{lines.lines}, {false}};
    const auto perLine = std::ssize(lines.pointers) / std::max<std::int64_t>(lines.lines, 1);
    const std::vector<bool> notFolded(1);
    const compressed::IndexLines pointers(Array::fromInts({lines.lines, perLine}, lines.pointers, pointerType),
                                          notFolded);
    const compressed::IndexLines entries(Array::fromInts({lines.lines, lines.entries}, lines.plain, entryType),
                                         notFolded);
    for (const bool isWeak : {false, true})
        for (const bool toLastPointer : {false, true})
            for (const int parts : {1, 2, 3}) {
                SCOPED_TRACE((isWeak ? "weak " : "strict ") + std::to_string(parts) +
                             (toLastPointer ? " to the last pointer" : ""));
                input.order = isWeak ? Order::weak : Order::strict;
                input.toLastPointer = toLastPointer;
                input.pointers.reset();
                input.entries.reset();
                if ((parts & 1) != 0)
                    input.pointers = pointers;
                if ((parts & 2) != 0)
                    input.entries = entries;
                input.plainExtent = random.below(4) == 0 ? std::nullopt : std::optional(lines.extent);
                input.stored = random.below(4) == 0 ? std::nullopt : std::optional(lines.entries);
                expectSameTable(input, device);
            }
}

} // namespace

TEST(DeviceCheck, CountsEachSlabAsTheProcessorDoes)
{
    struct Shape {
        std::int64_t lines, slices, entries;
    };
    // Short lines, several to a slab; one slab; many; a slice of many slabs; slabs of pointers only; nothing.
    const Shape shapes[]{{1, 5, 12},          {40, 30, 60},      {7, 900, 1500}, {1, 900, 40'000}, {1, 3, 70'000},
                         {1, 60'000, 600},    {3, 9000, 30'000}, {5, 0, 0},      {3, 0, 40},       {300, 1, 100},
                         {1, 20'000, 60'000}, {2, 1, 16'383},    {500, 2, 0}};
    Scanner device;
    for (std::uint64_t seed = 1; seed <= 52; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const auto& [lines, slices, entries] = shapes[seed % std::size(shapes)];
        const std::int64_t faults[]{0, 1, 4, 60};
        const auto made = randomLines(random, lines, slices, entries, faults[seed % 4]);
        const DType types[]{ElementType::i32, ElementType::i64};
        expectSameTables(made, types[seed / 2 % 2], types[seed % 3 == 0 ? 0 : 1], random, device);
    }
    EXPECT_GT(device.done, 500);
    EXPECT_EQ(device.refused, 0);
}

// Slabs that no merge would make, so that pointers of each point anywhere.
TEST(DeviceCheck, CountsAnySlabOfAnyPointers)
{
    Scanner device;
    const auto countedOf = [&](const ScanInput& input, const kernels::ScanSlab& slab) {
        Numbers numbers(kernels::slabNumbers);
        std::memcpy(numbers.data(), &slab, sizeof slab);
        const auto slabs = Array::fromInts({1, kernels::slabNumbers}, numbers);
        const auto table = device.count({"scan_compressed",
                                         {*input.pointers->array(), *input.entries->array(), slabs},
                                         {{"has_entries", 1}, {"extent", *input.plainExtent}},
                                         1,
                                         kernels::slabCountNumbers},
                                        {});
        kernels::SlabCounts counts{};
        EXPECT_TRUE(table);
        if (table)
            std::memcpy(&counts, table->data(), sizeof counts);
        return counts;
    };
    int open = 0, behind = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        auto lines = randomLines(random, 1, 30, 100, random.below(3));
        if (random.below(3) == 0)
            std::ranges::rotate(lines.pointers, lines.pointers.begin() + random.below(30));
        const std::vector<bool> notFolded(1);
        ScanInput input;
        input.pointers.emplace(Array::fromInts({1, 31}, lines.pointers), notFolded);
        input.entries.emplace(Array::fromInts({1, 100}, lines.plain), notFolded);
        input.plainExtent = lines.extent;
        const auto pointerBegin = random.below(32), pointerEnd = random.between(pointerBegin, 31);
        // Mostly such that the pointers fit, or nearly.
        auto entryBegin = random.below(101);
        if (pointerBegin < 31 && random.below(2) == 0)
            entryBegin = std::clamp<std::int64_t>(lines.pointers[static_cast<std::size_t>(pointerBegin)], 0, 100);
        auto entryEnd = random.between(entryBegin, 100);
        if (pointerEnd > 0 && random.below(2) == 0)
            entryEnd = std::clamp<std::int64_t>(
                lines.pointers[static_cast<std::size_t>(pointerEnd - 1)] - random.below(2), entryBegin, 100);
        const auto here = compressed::SlabScanner(input).slab({0, pointerBegin, pointerEnd, entryBegin, entryEnd});
        const auto there = countedOf(input, {0, 1, pointerBegin, pointerEnd, entryBegin, entryEnd});
        EXPECT_EQ(there.disorder, here.disorder);
        EXPECT_EQ(there.neighbours, here.neighbours);
        EXPECT_EQ(there.falling, here.falling);
        EXPECT_EQ(there.longestSlice, here.longestSlice);
        EXPECT_EQ(there.startsOpen != 0, here.startsOpen);
        EXPECT_EQ(there.startsBehind != 0, here.startsBehind);
        EXPECT_EQ(there.irregular != 0, here.irregular);
        open += here.startsOpen;
        behind += here.startsBehind;
        if (seed % 100 == 0) { // a slab far beyond all there is ends where that does
            const auto all = countedOf(input, {-9, int64Max, int64Min, int64Max, -1, int64Max});
            EXPECT_EQ(all.neighbours, countedOf(input, {0, 1, 0, 31, 0, 100}).neighbours);
        }
    }
    EXPECT_GT(open, 100);
    EXPECT_GT(behind, 100);
}

TEST(DeviceCheck, NumbersAtTheEndsOfTheirTypesAreJustNumbers)
{
    Scanner device;
    Random random(7);
    using Narrow = std::numeric_limits<std::int32_t>;
    for (const auto& [type, low, high] :
         {std::tuple(DType(ElementType::i32), std::int64_t{Narrow::min()}, std::int64_t{Narrow::max()}),
          std::tuple(DType(ElementType::i64), int64Min, int64Max)}) {
        auto lines = randomLines(random, 1, 30'000, 30'000, 0);
        const std::int64_t ends[]{low, high, 0, -1, 1};
        for (int i = 0; i < 40; ++i) {
            lines.pointers[static_cast<std::size_t>(random.below(30'000))] = ends[random.below(5)];
            lines.plain[static_cast<std::size_t>(random.below(30'000))] = ends[random.below(5)];
        }
        expectSameTables(lines, type, type, random, device);
        lines.extent = 0;
        expectSameTables(lines, type, type, random, device);
        lines.extent = high;
        expectSameTables(lines, type, type, random, device);
    }
    EXPECT_EQ(device.refused, 0);
}

TEST(DeviceCheck, CountsEachWindowOfCoordinatesAsTheProcessorDoes)
{
    Scanner device;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        const auto dims = random.between(1, 4);
        const std::int64_t counts[]{1, 2, 15, 1023, 1024, 1025, 5000};
        const auto entries = counts[random.below(7)];
        Numbers numbers(static_cast<std::size_t>(dims * entries));
        for (auto& number : numbers)
            number = random.below(random.below(3) == 0 ? 2 : 9) - (random.below(50) == 0 ? 20 : 0);
        if (random.below(2) == 0)
            std::ranges::sort(numbers); // ascending rows: few are out of order
        const DType type = random.below(2) == 0 ? ElementType::i32 : ElementType::i64;
        auto indices = Array::fromInts({dims, entries}, numbers, type);
        if (random.below(3) == 0)
            indices.geometry.strides = {1, dims}; // the coordinates of an entry side by side
        std::optional<Extents> limits;
        if (random.below(3) > 0)
            limits.emplace(static_cast<std::size_t>(dims), random.between(-1, 9));
        const auto here = CooScan::make(indices, limits, {}), there = CooScan::make(indices, limits, {}, &device);
        ASSERT_EQ(there->windows(), here->windows());
        EXPECT_TRUE(there->isComplete());
        for (std::int64_t window = 0; window < here->windows(); ++window) {
            SCOPED_TRACE("window " + std::to_string(window));
            EXPECT_EQ(there->order(window).unsorted, here->order(window).unsorted);
            EXPECT_EQ(there->order(window).duplicates, here->order(window).duplicates);
            for (std::int64_t dim = 0; dim < dims; ++dim) {
                const auto one = there->range(dim, window), other = here->range(dim, window);
                EXPECT_EQ(one.highest, other.highest);
                EXPECT_EQ(one.negative, other.negative);
                EXPECT_EQ(one.tooLarge, other.tooLarge);
            }
        }
    }
    EXPECT_EQ(device.done, 60);
}

TEST(DeviceCheck, ReportsOfAllKnownCasesAreTheSame)
{
    Scanner device;
    int cases = 0;
    for (const auto* file : {"invariants.json", "contracts.json"})
        for (const auto& testCase : test::readCases(file)) {
            const auto layout = testCase.at("layout").get<std::string>();
            if (layout != "coo" && layout != "csr" && layout != "csc" && layout != "bsr" && layout != "bsc")
                continue;
            SCOPED_TRACE(testCase.at("id").get<std::string>());
            expectSameReport(test::tensorOf(testCase), device);
            ++cases;
        }
    EXPECT_GT(cases, 100);
    EXPECT_GT(device.done, cases);
}

TEST(DeviceCheck, ReportsOfBrokenTensorsAreTheSame)
{
    Scanner device;
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        test::RandomTensors tensors(
            seed, {.layouts = {"coo", "csr", "csc", "bsr", "bsc"}, .types = {ElementType::f32}, .isBroken = true});
        expectSameReport(tensors.next(), device);
    }
    for (const std::string layout : {"coo", "csr", "bsc"})
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const auto tensor = makeTensorOf({.kind = seed % 2 == 0 ? "powerlaw" : "random",
                                              .layout = layout,
                                              .size = {3000, 4000},
                                              .nnz = 60'000,
                                              .indexDType = seed < 3 ? ElementType::i32 : ElementType::i64,
                                              .seed = seed});
            ASSERT_TRUE(tensor) << tensor.error().text;
            for (const auto rule : plantableRules(*tensor->layout))
                if (const auto broken = plant(*tensor, rule, {}, seed)) {
                    SCOPED_TRACE(layout + " " + std::string(rule) + " seed " + std::to_string(seed));
                    expectSameReport(*broken, device);
                }
        }
    EXPECT_GT(device.done, 1000);
}

TEST(DeviceCheck, WhatItDoesNotTakeIsTheProcessors)
{
    Scanner device;
    auto tensor = *makeTensorOf({.layout = "csr", .size = {40, 50}, .nnz = 300});
    expectSameReport(tensor, device);
    EXPECT_EQ(device.refused, 0);
    auto narrow = tensor;
    std::vector<std::int64_t> numbers;
    for (std::int64_t k = 0; k < 300; ++k)
        numbers.push_back(k % 50);
    narrow.find("plain")->array = Array::fromInts({300}, numbers, ElementType::i16);
    expectSameReport(narrow, device);
    EXPECT_GT(device.refused, 0);
    EXPECT_THAT(device.told().back(), HasSubstr("scans of int16 indices are the processor's"));
    auto spaced = tensor;
    spaced.find("plain")->array = Array::fromInts({2400}, Numbers(2400, 3));
    spaced.find("plain")->array.geometry = {{300}, {8}, 0};
    expectSameReport(spaced, device);
    EXPECT_THAT(device.told().back(), HasSubstr("indices that lie far apart are the processor's to scan"));
}

TEST(SimulatedDeviceCheck, WithoutMemoryItIsLeftToTheProcessor)
{
    Scanner device;
    const Setting setting("TSCOPE_SIMULATED", "out_of_memory");
    const auto tensor = *makeTensorOf({.layout = "coo", .size = {40, 50}, .nnz = 300});
    const auto there = check(tensor, {.device = &device});
    EXPECT_TRUE(there.valid);
    EXPECT_EQ(device.done, 0);
    EXPECT_THAT(device.told(), ElementsAre(HasSubstr("1 scan on cpu, not on cuda:0: ")));
}

TEST(DeviceCheck, TellsHowMuchItScanned)
{
    const auto scans = *DeviceScans::on(test::testDevice());
    EXPECT_THAT(scans->told(), ElementsAre(HasSubstr("there are no indices to count")));
    const auto tensor = *makeTensorOf({.layout = "csr", .size = {4, 4}, .nnz = 5});
    EXPECT_TRUE(check(tensor, {.device = scans.get()}).valid);
    // 5 pointers, 5 indices, the one slab that they make.
    EXPECT_THAT(scans->told(), ElementsAre("1 scan on cuda:0, 128 bytes sent"));
    EXPECT_EQ(DeviceScans::on("cpu")->get(), nullptr);
    EXPECT_THAT(DeviceScans::on("cuda:99").error().text, HasSubstr("was wanted, found cuda:99"));
}

} // namespace tscope
