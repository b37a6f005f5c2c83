// SPDX-License-Identifier: Apache-2.0
// Algorithms that are watched end in what the product's own conversions give.
#include "lessons/watched.h"

#include "convert/convert.h"
#include "core/lessons/shipped.h"
#include "layouts/registry.h"
#include "lessons/exercise.h"
#include "lessons/lesson_book.h"
#include "make/generators.h"
#include "make/random.h"
#include "proof/prove.h"
#include "support/from_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

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

namespace {

// Without the slots that duplicates left over.
std::vector<std::string> used(const std::vector<WatchedArray>& arrays, std::string_view name)
{
    auto found = cells(arrays, name);
    while (!found.empty() && found.back().empty())
        found.pop_back();
    return found;
}

std::string joined(const std::vector<std::int64_t>& numbers)
{
    std::string text;
    for (const auto number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

// A COO matrix of 4 x 5 whose entries stand in any order, some of them at one place.
Tensor anyOrder(std::uint64_t seed)
{
    Random random(seed);
    std::vector<std::int64_t> rows, columns, values;
    for (auto left = random.below(12) + 1; left > 0; --left) {
        rows.push_back(random.below(4));
        columns.push_back(random.below(5));
        values.push_back(random.below(9) + 1);
    }
    return test::fromJson(
        R"({"layout": "coo", "size": [4, 5], "members": {"indices": {"dtype": "int64", "shape": [2, )" +
        std::to_string(rows.size()) + R"(], "data": [)" + joined(rows) + (rows.empty() ? "" : ", ") +
        joined(columns) + R"(]}, "values": [)" + joined(values) + "]}}");
}

// The same matrix as CSR whose rows keep the order and the duplicates of the entries.
Tensor unsortedCsr(const Tensor& coo)
{
    const auto numbers = elements(coo, "indices"), values = elements(coo, "values");
    std::vector<std::int64_t> pointers{0}, columns, sorted;
    for (std::int64_t row = 0; row < 4; ++row) {
        for (std::size_t i = 0; i < values.size(); ++i)
            if (numbers[i] == std::to_string(row)) {
                columns.push_back(std::stoll(numbers[values.size() + i]));
                sorted.push_back(std::stoll(values[i]));
            }
        pointers.push_back(std::ssize(columns));
    }
    return test::fromJson(R"({"layout": "csr", "size": [4, 5], "members": {"crow_indices": [)" + joined(pointers) +
                          R"(], "col_indices": [)" + joined(columns) + R"(], "values": [)" + joined(sorted) +
                          "]}}");
}

} // namespace

TEST(WatchedAlgorithms, EndInWhatTheConversionGivesAlsoOfUnsortedEntriesAndDuplicates)
{
    bool hadUnsorted = false, hadDuplicates = false;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        const auto coo = anyOrder(seed);
        const auto csr = converted(coo, "csr");
        const auto toCsr = watched("coo-to-csr", coo);
        const auto end = toCsr.after(toCsr.steps.size());
        EXPECT_EQ(used(end, "crow_indices"), elements(csr, "compressed"));
        EXPECT_EQ(used(end, "col_indices"), elements(csr, "plain"));
        EXPECT_EQ(used(end, "values of CSR"), elements(csr, "values"));
        for (const auto& step : toCsr.steps) {
            hadUnsorted |= step.text.find("is sorted by column") != std::string::npos;
            hadDuplicates |= step.text.find("both hold row") != std::string::npos;
        }

        const auto unsorted = unsortedCsr(coo);
        const auto csc = converted(unsorted, "csc");
        const auto toCsc = watched("csr-to-csc", unsorted);
        const auto turned = toCsc.after(toCsc.steps.size());
        EXPECT_EQ(used(turned, "ccol_indices"), elements(csc, "compressed"));
        EXPECT_EQ(used(turned, "row_indices"), elements(csc, "plain"));
        EXPECT_EQ(used(turned, "values of CSC"), elements(csc, "values"));

        ConvertRequest inOrder;
        inOrder.layout = layoutNamed("coo");
        inOrder.inOrder = true;
        const auto coalesced = convert(std::get<Sound>(prove(coo)), inOrder)->tensor;
        const auto added = watched("coalesce", coo);
        const auto after = added.after(added.steps.size());
        auto indices = cells(after, "row after");
        std::ranges::copy(cells(after, "column after"), std::back_inserter(indices));
        EXPECT_EQ(indices, elements(coalesced, "indices"));
        EXPECT_EQ(cells(after, "values after"), elements(coalesced, "values"));
    }
    EXPECT_TRUE(hadUnsorted && hadDuplicates);
}

TEST(WatchedAlgorithms, SortRowsByColumnWithTheNumbersInTheSteps)
{
    const auto run = watched("coo-to-csr", test::fromJson(R"({"layout": "coo", "size": [3, 4], "members": {
                                               "indices": [[0, 2, 0, 2, 1], [3, 1, 0, 0, 2]],
                                               "values": [1, 2, 3, 4, 5]}})"));
    const auto end = run.after(run.steps.size());
    EXPECT_EQ(cells(end, "col_indices"), (std::vector<std::string>{"0", "3", "2", "0", "1"}));
    EXPECT_EQ(cells(end, "values of CSR"), (std::vector<std::string>{"3", "1", "5", "4", "2"}));
    EXPECT_EQ(run.steps[2].text, "Entry 1 is in row 2: the count of row 2 becomes 1.");
    EXPECT_EQ(run.steps[6].text, "Row 0 begins at 0 and has 2 entries, so row 1 begins at 2.");
    EXPECT_EQ(run.steps[8].text, "Row 2 begins at 3 and has 2 entries, so the entries end at 5.");
    EXPECT_EQ(run.steps[10].text, "Entry 1 goes to slot 3, the next free slot of row 2.");
    EXPECT_EQ(run.steps[14].text,
              "Row 0 is sorted by column: column 0 goes from slot 1 to slot 0, before column 3.");
    EXPECT_EQ(run.steps.size(), 16U);
    const auto sorted = watched("coo-to-csr", test::fromJson(R"({"layout": "coo", "size": [3, 4], "members": {
                                                  "indices": [[0, 0, 2], [0, 3, 1]], "values": [1, 2, 3]}})"));
    for (const auto& step : sorted.steps)
        EXPECT_EQ(step.text.find("is sorted"), std::string::npos) << step.text;
}

// The lines that the lesson puts in order do what is then watched, slot by slot.
TEST(WatchedAlgorithms, CountWhereTheLinesOfTheLessonCount)
{
    std::string lines;
    for (const auto& path : shippedLessons()) {
        const auto lesson =
            path.find("09-coo-to-csr") != std::string::npos ? openLesson(path) : Result<Lesson>(Lesson{});
        ASSERT_TRUE(lesson) << path;
        for (const auto& step : lesson->steps)
            if (step.answer.kind == AnswerKind::order)
                lines = step.answer.expected->text();
    }
    const auto counted = lines.find("crow[rows[k] + 1] += 1 for each k");
    const auto added = lines.find("crow[i + 1] += crow[i] for each i");
    ASSERT_NE(counted, std::string::npos) << lines;
    ASSERT_NE(added, std::string::npos) << lines;
    EXPECT_LT(counted, added);
    const std::vector<std::int64_t> rows{2, 0, 2};
    const auto run = watched("coo-to-csr", test::fromJson(R"({"layout": "coo", "size": [3, 4], "members": {
                                               "indices": [[2, 0, 2], [1, 3, 0]], "values": [1, 2, 3]}})"));
    std::vector<std::int64_t> crow(4, 0);
    std::size_t at = 1; // behind the step in which all counts are 0
    const auto writes = [&](std::int64_t slot) {
        const auto& write = run.steps[at++].writes.front();
        EXPECT_EQ(run.arrays[write.at.array].name, "crow_indices");
        EXPECT_EQ(write.at.slot, slot);
        EXPECT_EQ(write.after, std::to_string(crow[static_cast<std::size_t>(slot)]));
    };
    for (const auto row : rows) {
        ++crow[static_cast<std::size_t>(row + 1)];
        writes(row + 1);
    }
    for (std::int64_t i = 0; i < 3; ++i) {
        crow[static_cast<std::size_t>(i + 1)] += crow[static_cast<std::size_t>(i)];
        writes(i + 1);
    }
}

TEST(WatchedAlgorithms, CanBeTakenBackStepByStep)
{
    const auto run = watched("coo-to-csr", anyOrder(3));
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
    EXPECT_EQ(cells(end, "values after"), (std::vector<std::string>{"5", "5"}));
    EXPECT_EQ(run.steps[1].text, "Entry 3 is at (0, 2) too: 1 + 4 = 5.");
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
