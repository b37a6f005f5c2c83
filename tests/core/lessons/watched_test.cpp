// SPDX-License-Identifier: Apache-2.0
// Algorithms that are watched end in what the product's own conversions give.
#include "lessons/watched.h"

#include "convert/convert.h"
#include "layouts/registry.h"
#include "make/generators.h"
#include "proof/prove.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tscope {
namespace {

const WatchedAlgorithm& algorithm(std::string_view id)
{
    return *std::ranges::find(watchedAlgorithms(), id, &WatchedAlgorithm::id);
}

Watched watched(std::string_view id, const Tensor& tensor)
{
    auto run = algorithm(id).run(tensor);
    EXPECT_TRUE(run) << id << ": " << run.error().text;
    return run ? *std::move(run) : Watched{};
}

std::vector<std::string> cells(const std::vector<WatchedArray>& arrays, std::string_view name)
{
    const auto at = std::ranges::find(arrays, name, &WatchedArray::name);
    return at == arrays.end() ? std::vector<std::string>{"missing"} : at->cells;
}

std::vector<std::string> elements(const Tensor& tensor, std::string_view role)
{
    std::vector<std::string> out;
    const auto& array = tensor.member(role).array;
    for (std::int64_t i = 0; i < numel(array.geometry).value_or(0); ++i)
        out.push_back(array.at(i).text());
    return out;
}

Tensor made(const char* layout, std::uint64_t seed)
{
    MakeSpec spec;
    spec.layout = layout;
    spec.size = {5, 6};
    spec.nnz = 9;
    spec.seed = seed;
    return *makeTensorOf(spec);
}

Tensor converted(const Tensor& tensor, std::string_view layout)
{
    ConvertRequest request;
    request.layout = layoutNamed(layout);
    return convert(std::get<Sound>(prove(tensor)), request)->tensor;
}

TEST(WatchedAlgorithms, EndInWhatTheConversionGives)
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto coo = made("coo", seed);
        const auto toCsr = watched("coo-to-csr", coo);
        const auto csr = converted(coo, "csr");
        const auto end = toCsr.after(toCsr.steps.size());
        EXPECT_EQ(cells(end, "crow_indices"), elements(csr, "compressed"));
        EXPECT_EQ(cells(end, "col_indices"), elements(csr, "plain"));
        EXPECT_EQ(cells(end, "values of CSR"), elements(csr, "values"));

        const auto toCsc = watched("csr-to-csc", csr);
        const auto csc = converted(csr, "csc");
        const auto turned = toCsc.after(toCsc.steps.size());
        EXPECT_EQ(cells(turned, "ccol_indices"), elements(csc, "compressed"));
        EXPECT_EQ(cells(turned, "row_indices"), elements(csc, "plain"));
        EXPECT_EQ(cells(turned, "values of CSC"), elements(csc, "values"));
    }
}

TEST(WatchedAlgorithms, CanBeTakenBackStepByStep)
{
    const auto run = watched("coo-to-csr", made("coo", 3));
    for (std::size_t count = 0; count < run.steps.size(); ++count) {
        const auto before = run.after(count), after = run.after(count + 1);
        auto back = after;
        EXPECT_FALSE(run.steps[count].text.empty());
        const auto& writes = run.steps[count].writes;
        for (auto write = writes.rbegin(); write != writes.rend(); ++write) {
            auto& cell = back[write->at.array].cells[static_cast<std::size_t>(write->at.slot)];
            EXPECT_EQ(cell, write->after);
            cell = write->before;
        }
        for (std::size_t array = 0; array < before.size(); ++array)
            EXPECT_EQ(back[array].cells, before[array].cells);
    }
}

TEST(WatchedAlgorithms, CoalescingAddsWhatStandsAtOnePlace)
{
    const auto coo = test::fromJson(R"({"layout": "coo", "size": [2, 3], "members": {
                                        "indices": [[0, 1, 1, 0], [2, 0, 0, 2]], "values": [1, 2, 3, 4]}})");
    const auto run = watched("coalesce", coo);
    const auto end = run.after(run.steps.size());
    EXPECT_EQ(cells(end, "row after"), (std::vector<std::string>{"0", "1"}));
    EXPECT_EQ(cells(end, "column after"), (std::vector<std::string>{"2", "0"}));
    EXPECT_EQ(cells(end, "values after"), (std::vector<std::string>{"1 + 4", "2 + 3"}));
}

TEST(WatchedAlgorithms, PaddingAndItsWayBack)
{
    const auto jagged = test::fromJson(
        R"({"layout": "jagged", "members": {"values": [7, 8, 9, 5, 1, 2], "offsets": [0, 3, 4, 6]}})");
    const auto there = watched("pad", jagged);
    EXPECT_EQ(cells(there.after(there.steps.size()), "box"),
              (std::vector<std::string>{"7", "8", "9", "5", "0", "0", "1", "2", "0"}));
    const auto back = watched("unpad", jagged);
    EXPECT_EQ(cells(back.after(back.steps.size()), "values"),
              (std::vector<std::string>{"7", "8", "9", "5", "1", "2"}));
}

// 59 elements, of which one component has 50: the box has 10 times as many.
TEST(WatchedAlgorithms, ALongComponentAmongManyMakesABoxThatCantBeFollowed)
{
    const auto jagged = [](std::int64_t longest) {
        std::string offsets = "0, " + std::to_string(longest), values = "1";
        for (int component = 1; component < 10; ++component)
            offsets += ", " + std::to_string(longest + component);
        for (std::int64_t element = 1; element < longest + 9; ++element)
            values += ", 1";
        return test::fromJson(R"({"layout": "jagged", "members": {"values": [)" + values + R"(], "offsets": [)" +
                              offsets + "]}}");
    };
    for (const auto* id : {"pad", "unpad"}) {
        EXPECT_EQ(algorithm(id).run(jagged(50)).error().text,
                  "wanted a box of at most 200 elements, so that each can be followed; found one of 10 x 50");
        EXPECT_TRUE(algorithm(id).run(jagged(20))) << id;
    }
}

TEST(WatchedAlgorithms, AreRefusedWhereTheyCantBeFollowed)
{
    const auto broken = test::fromJson(R"({"layout": "csr", "size": [2, 2], "members": {"crow_indices": [0, 5, 1],
                                           "col_indices": [0], "values": [1]}})");
    EXPECT_FALSE(algorithm("csr-to-csc").run(broken));
    MakeSpec spec;
    spec.layout = "coo";
    spec.size = {300, 300};
    spec.nnz = 10;
    EXPECT_EQ(algorithm("coo-to-csr").run(*makeTensorOf(spec)).error().text,
              "wanted at most 200 rows and columns, so that each can be followed");
    spec.size = {100, 100};
    spec.nnz = 300;
    EXPECT_FALSE(algorithm("coo-to-csr").run(*makeTensorOf(spec)));
    // Not even looked at, which would take long: else it would be said to be broken.
    auto large = broken;
    large.members.back().array.geometry = {{std::int64_t{1} << 40}, {0}, 0};
    EXPECT_EQ(algorithm("csr-to-csc").run(large).error().text,
              "wanted at most 200 entries, so that each can be followed");
}

} // namespace
} // namespace tscope
