// SPDX-License-Identifier: Apache-2.0
// How rules, their places and their likely causes are told.
#include "core/rules/rule_rows.h"
#include "layouts/compressed/neighbours.h"
#include "layouts/registry.h"
#include "layouts/shared/sentences.h"
#include "make/random.h"
#include "rules/check.h"
#include "support/vector_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <regex>

namespace tscope::test {

namespace {

std::vector<std::string> placesOf(const Tensor& tensor, std::string_view rule,
                                  const Contract& contract = defaultContract())
{
    std::vector<std::string> out;
    const auto report = check(tensor, {.contract = &contract});
    if (const auto* finding = report.find(rule))
        for (const auto& witness : finding->witnesses)
            out.push_back(placeSentence(tensor, rule, witness));
    return out;
}

std::string firstPlaceOf(const char* json, std::string_view rule)
{
    const auto places = placesOf(tensorOf(nlohmann::json::parse(json)), rule);
    return places.empty() ? "no place" : places.front();
}

std::string causeOf(const char* json)
{
    const auto report = check(tensorOf(nlohmann::json::parse(json)));
    return report.causes.empty() ? "no cause" : report.causes.front().text;
}

std::string statementOf(const char* json, std::string_view rule)
{
    const auto report = check(tensorOf(nlohmann::json::parse(json)));
    const auto* finding = report.find(rule);
    return finding == nullptr ? "holds" : std::string(finding->statement);
}

// Words that stand for a field of a witness, not for anything that a reader knows; names of roles that have better
// ones; and what is left of a pattern that was not filled in.
void expectWritten(const std::string& text, const std::string& where)
{
    static const std::regex log(
        R"((\b(actual|prev|kind|too_many|too many,|nnz|ndim|expected_at_least) [-0-9(])|[{}]|\b(plain|compressed)\b)");
    EXPECT_FALSE(text.empty()) << where;
    EXPECT_FALSE(std::regex_search(text, log)) << where << ": " << text;
}

void expectAllWritten(const Tensor& tensor, const Contract& contract, const std::string& name)
{
    const auto report = check(tensor, {.contract = &contract});
    for (const auto& finding : report.findings) {
        const auto where = name + " " + finding.rule;
        expectWritten(finding.statement, where);
        for (const auto& witness : finding.witnesses) {
            const auto text = placeSentence(tensor, finding.rule, witness);
            expectWritten(text, where);
            EXPECT_NE(text, finding.statement) << where;
            // A number that is only found in the log style would be missing here.
            const auto* actual = witness.find("actual");
            if (actual != nullptr && std::holds_alternative<std::int64_t>(*actual)) {
                EXPECT_TRUE(std::ranges::any_of(text, [](unsigned char c) { return std::isdigit(c); }))
                    << where << ": " << text;
            }
        }
    }
    for (const auto& cause : report.causes) {
        expectWritten(cause.text, name + ", a cause");
        for (const auto& finding : report.findings)
            EXPECT_FALSE(cause.text.starts_with(finding.statement)) << name << ": " << cause.text;
    }
    for (const auto& misreading : report.misreadings)
        expectWritten(misreading.text, name + ", a misreading");
    for (const auto& repair : report.repairs)
        expectWritten(repair.title + " " + repair.effect, name + ", a repair");
}

// One row of so many columns.
Tensor csrRow(const std::vector<std::int64_t>& indices, std::int64_t columns)
{
    const auto count = std::ssize(indices);
    return tensorOf({{"layout", "csr"},
                     {"size", {1, columns}},
                     {"members",
                      {{"crow_indices", {0, count}},
                       {"col_indices", indices},
                       {"values", std::vector<int>(indices.size(), 1)}}}});
}

std::vector<std::string> namesIn(std::string_view text)
{
    std::vector<std::string> out(1);
    for (const char c : text)
        if (c == ' ')
            out.emplace_back();
        else
            out.back() += c;
    std::erase(out, "");
    return out;
}

} // namespace

TEST(PlaceSentences, CountFromZeroAndNameTheMember)
{
    const auto* falling = R"({"layout":"csr","size":[3,5],"members":
        {"crow_indices":[0,4,3,5],"col_indices":[0,1,2,3,4],"values":[1,2,3,4,5]}})";
    EXPECT_EQ(firstPlaceOf(falling, "5.3"), "row 1: crow_indices falls from 4 to 3");
    EXPECT_EQ(causeOf(falling), "crow_indices[2] is 3; it should be between 4 and 5");
    EXPECT_EQ(statementOf(falling, "5.3"),
              "crow_indices never falls, and no row has more entries than there are columns");

    const auto* beyond = R"({"layout":"csc","size":[9,3],"members":
        {"ccol_indices":[0,2,8,4],"row_indices":[0,1,0,1],"values":[1,2,3,4]}})";
    EXPECT_EQ(firstPlaceOf(beyond, "5.3"),
              "column 2: ccol_indices falls from 8 to 4, and only 4 entries are stored");

    const auto* tooMany = R"({"layout":"csr","size":[1,1],"members":
        {"crow_indices":[0,2],"col_indices":[0,0],"values":[1,2]}})";
    EXPECT_EQ(firstPlaceOf(tooMany, "5.3"), "row 0 spans 2 entries (0 to 1), but there is only 1 column");
}

// What a wrong number should be leaves out the wrong number itself.
TEST(PlaceSentences, ACauseNamesOnlyNumbersThatWouldBeRight)
{
    EXPECT_EQ(causeOf(R"({"layout":"csr","size":[3,4],"members":
        {"crow_indices":[0,5,5,5],"col_indices":[0,1,2,3,3],"values":[1,2,3,4,5]}})"),
              "crow_indices[1] is 5; it should be between 1 and 4"); // row 1 can't have 5 entries
}

TEST(PlaceSentences, AnIndexOutsideNamesItsRow)
{
    const auto* csr = R"({"layout":"csr","size":[3,4],"members":
        {"crow_indices":[0,1,1,3],"col_indices":[0,-2,7],"values":[1,2,3]}})";
    EXPECT_EQ(firstPlaceOf(csr, "5.4"), "row 2: column -2 is negative (col_indices[1])");
    EXPECT_EQ(firstPlaceOf(csr, "5.5"), "row 2: column 7 is outside 0..3 (col_indices[2])");
    EXPECT_EQ(statementOf(csr, "5.5"), "each column index is below the number of columns");

    const auto* bsc = R"({"layout":"bsc","size":[2,4],"members":
        {"ccol_indices":[0,1,2],"row_indices":[0,1],"values":[[[1,2],[3,4]],[[5,6],[7,8]]]}})";
    EXPECT_EQ(firstPlaceOf(bsc, "5.5"), "block column 1: block row 1 is outside 0..0 (row_indices[1])");

    const auto* batch = R"({"layout":"csr","size":[2,1,4],"members":
        {"crow_indices":[[0,1],[0,1]],"col_indices":[[3],[4]],"values":[[1],[2]]}})";
    EXPECT_EQ(firstPlaceOf(batch, "5.5"), "batch 1, row 0: column 4 is outside 0..3 (col_indices[1, 0])");
}

TEST(PlaceSentences, AnIndexOutsideIsBoundedByItsSortedNeighbours)
{
    const auto sentence = [](const std::vector<std::int64_t>& indices, const char* rule = "5.5") {
        const auto places = placesOf(csrRow(indices, 20'000), rule);
        return places.empty() ? "no place" : places.front();
    };
    const std::string outside = " is outside 0..19999 (col_indices[";
    EXPECT_EQ(sentence({3, 14699, 20001, 15103}),
              "row 0: column 20001" + outside + "2]); its sorted neighbours allow 14700 to 15102");
    EXPECT_EQ(sentence({3, 20001, 5}),
              "row 0: column 20001" + outside + "1]); its sorted neighbours allow only 4");
    EXPECT_EQ(sentence({3, 20001}),
              "row 0: column 20001" + outside + "1]); its sorted neighbours allow 4 to 19999");
    EXPECT_EQ(sentence({-1, 5}, "5.4"),
              "row 0: column -1 is negative (col_indices[0]); its sorted neighbours allow 0 to 4");
    // Alone, or between neighbours that are out of order or have no room, nothing is known.
    for (const std::vector<std::int64_t>& indices : std::initializer_list<std::vector<std::int64_t>>{
             {20001}, {5, 20001, 3}, {9, 3, 20001}, {3, 20001, 4}, {3, 20001, 20001}})
        EXPECT_EQ(sentence(indices).find("neighbours"), std::string::npos) << sentence(indices);
    EXPECT_EQ(sentence({5, -1}, "5.4"),
              "row 0: column -1 is negative (col_indices[1]); its sorted neighbours allow 6 to 19999");
}

// The oracle is the check: the numbers between these bounds mend the row, and no others do.
TEST(PlaceSentences, NeighboursAllowJustWhatWouldBeValid)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (int round = 0; round < 200; ++round) {
        constexpr int extent = 12;
        std::vector<std::int64_t> row;
        for (int column = 0; column < extent; ++column)
            if (random() % 3 == 0)
                row.push_back(column);
        if (row.empty())
            continue;
        const auto k = random() % row.size();
        const auto with = [&](std::int64_t index) {
            auto indices = row;
            indices[k] = index;
            return csrRow(indices, extent);
        };
        const auto range =
            compressed::allowedByNeighbours(with(extent + 3), {static_cast<std::int64_t>(k)}, extent);
        if (row.size() == 1) {
            EXPECT_FALSE(range);
            continue;
        }
        ASSERT_TRUE(range);
        for (std::int64_t index = -2; index < extent + 2; ++index)
            EXPECT_EQ(check(with(index)).valid, range->low <= index && index <= range->high) << index;
    }
}

TEST(PlaceSentences, OrderIsToldByTheIndicesThemselves)
{
    const auto* unsorted = R"({"layout":"csr","size":[2,4],"members":
        {"crow_indices":[0,2,4],"col_indices":[2,1,3,3],"values":[1,2,3,4]}})";
    EXPECT_EQ(statementOf(unsorted, "5.6"), "column indices are sorted and unique within each row");
    EXPECT_EQ(placesOf(tensorOf(nlohmann::json::parse(unsorted)), "5.6"),
              (std::vector<std::string>{"row 0: column 1 at entry 1 comes after column 2",
                                        "row 1 has column 3 twice (entries 2 and 3), or the number at entry 2 is "
                                        "wrong: its sorted neighbours allow 0 to 2"}));
    EXPECT_EQ(placesOf(csrRow({1, 21, 21, 41}, 60), "5.6"),
              (std::vector<std::string>{"row 0 has column 21 twice (entries 1 and 2), or the number at entry 2 is "
                                        "wrong: its sorted neighbours allow 22 to 40"}));
    EXPECT_EQ(placesOf(csrRow({0, 1, 1, 3, 4}, 5), "5.6"),
              (std::vector<std::string>{"row 0 has column 1 twice (entries 1 and 2), or the number at entry 2 is "
                                        "wrong: its sorted neighbours allow only 2"}));
    EXPECT_EQ(placesOf(csrRow({0, 1, 1, 2}, 3), "5.6"),
              (std::vector<std::string>{"row 0 has column 1 twice (entries 1 and 2)"}));

    const auto* coo = R"({"layout":"coo","size":[3,4],"is_coalesced":true,"members":
        {"indices":[[0,1,0],[3,2,1]],"values":[1,2,3]}})";
    EXPECT_EQ(firstPlaceOf(coo, "COO-5.3"), "entry 2 at (0, 1) comes after entry 1 at (1, 2)");
    const auto* twice = R"({"layout":"coo","size":[3,4],"is_coalesced":true,"members":
        {"indices":[[0,1,2,0],[1,0,3,1]],"values":[1,2,3,4]}})";
    EXPECT_EQ(firstPlaceOf(twice, "COO-5.3"),
              "entry 3 at (0, 1) comes after entry 2 at (2, 3), and repeats entry 0");
}

TEST(PlaceSentences, QuantitiesHaveSeparatorsAndIndicesHaveNone)
{
    const auto* strided = R"({"layout":"strided","sizes":[20000,2],"strides":[9,1],"offset":0,"storage_numel":8})";
    EXPECT_EQ(firstPlaceOf(strided, "STR-2.1"), "the last element would be at index 179992, but the storage has 8 "
                                                "elements; dim 0 reaches furthest (+179991)");
    const auto* lengths = R"({"layout":"csr","size":[30000,4],"members":
        {"crow_indices":[0,1],"col_indices":[0],"values":[1]}})";
    EXPECT_EQ(firstPlaceOf(lengths, "3.8"), "crow_indices has 2 pointers; the size needs 30,001");
}

// The member's name is the one by which the file's readers know it.
TEST(PlaceSentences, UseTheFilesOwnWordForAMember)
{
    const auto tensor = tensorOf(nlohmann::json::parse(R"({"layout":"csr","size":[3,5],"members":
        {"crow_indices":[0,4,3,5],"col_indices":[0,1,2,3,4],"values":[1,2,3,4,5]}})"));
    auto scipy = tensor;
    for (auto& member : scipy.members)
        member.as = member.role->name == "compressed" ? "indptr"
                    : member.role->name == "plain"    ? "indices"
                                                      : "data";
    EXPECT_THAT(placesOf(scipy, "5.3"), testing::ElementsAre("row 1: indptr falls from 4 to 3"));
    EXPECT_EQ(check(scipy).causes.front().text, "indptr[2] is 3; it should be between 4 and 5");
}

TEST(PlaceSentences, OfEveryRuleOfEveryLayoutAreWritten)
{
    std::size_t told = 0;
    for (const auto rows : {compressedRows(), cooRows(), plainRows()})
        for (const auto& row : rows) {
            const auto names = namesIn(row.layouts);
            for (const auto& name : names) {
                auto broken = tensorOf(changed(names.front(), name, row.broken));
                if (row.alter)
                    row.alter(broken, true);
                expectAllWritten(broken, **contractNamed(row.contract), name + " " + std::string(row.rule));
                ++told;
            }
        }
    EXPECT_GT(told, 150U);
}

TEST(PlaceSentences, OfAllKnownCasesAreWritten)
{
    for (const auto& testCase : readCases("invariants.json"))
        for (const auto& contract : contracts())
            expectAllWritten(tensorOf(testCase), contract, testCase["id"].dump());
}

// The row is found by halving, whatever a wrong pointer makes of the order: against looking at all of them.
TEST(PlaceSentences, NameARowThatHoldsTheEntry)
{
    constexpr std::uint64_t seed = 20261127;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    for (int round = 0; round < 300; ++round) {
        const auto rows = 1 + random.below(12);
        std::vector<std::int64_t> pointers{0};
        for (std::int64_t r = 0; r < rows; ++r)
            pointers.push_back(pointers.back() + random.below(4));
        const auto stored = pointers.back();
        for (auto wrong = random.below(3); wrong > 0; --wrong)
            pointers[static_cast<std::size_t>(random.below(std::ssize(pointers)))] = random.below(20) - 2;
        if (stored == 0)
            continue;
        const auto tensor =
            tensorOf({{"layout", "csr"},
                      {"size", {rows, 4}},
                      {"members",
                       {{"crow_indices", pointers},
                        {"col_indices", std::vector<std::int64_t>(static_cast<std::size_t>(stored), 9)},
                        {"values", std::vector<int>(static_cast<std::size_t>(stored), 1)}}}});
        const auto report = check(tensor);
        const auto* finding = report.find("5.5");
        ASSERT_NE(finding, nullptr);
        for (const auto& witness : finding->witnesses) {
            const auto k = std::get<Extents>(*witness.find("index")).back();
            std::vector<std::string> holders;
            for (std::size_t r = 0; r + 1 < pointers.size(); ++r)
                if (pointers[r] <= k && k < pointers[r + 1])
                    holders.push_back("row " + std::to_string(r) + ":");
            const auto text = placeSentence(tensor, "5.5", witness);
            const auto head = text.substr(0, text.find(':') + 1);
            if (holders.empty())
                holders.push_back("entry " + std::to_string(k) + ":");
            EXPECT_THAT(holders, testing::Contains(head)) << text;
        }
    }
}

} // namespace tscope::test
