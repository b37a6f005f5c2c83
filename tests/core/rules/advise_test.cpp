// SPDX-License-Identifier: Apache-2.0
#include "core/rules/misaligned.h"
#include "io/open.h"
#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "make/generators.h"
#include "rules/advise.h"
#include "rules/check.h"
#include "rules/repair.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace tscope {

namespace {

Tensor fromJson(const std::string& text)
{
    auto document = readJsonTensors(text);
    if (!document)
        throw std::runtime_error(document.error().text);
    return document->tensors.at(0).tensor;
}

bool isMisread(const Report& report, std::string_view id)
{
    return std::ranges::any_of(report.misreadings,
                               [&](const Misreading& m) { return m.id == id && m.violations == 0; });
}

TEST(Misreadings, FindIndicesThatStartAtOne)
{
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "csr", "size": [3, 4], "members":
        {"compressed": [1, 3, 4, 6], "plain": [1, 4, 2, 3, 4], "values": [1, 2, 3, 4, 5]}})")),
                          "one-based"));
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "coo", "size": [3, 4], "members":
        {"indices": [[1, 2, 3], [4, 1, 2]], "values": [1, 2, 3]}})")),
                          "one-based"));
}

TEST(Misreadings, SayHowTheyReadAndWhatIsLeft)
{
    const auto report = check(fromJson(R"({"layout": "csr", "size": [3, 4], "members":
        {"crow_indices": [1, 3, 4, 6], "col_indices": [0, 3, 1, 2, 3], "values": [1, 2, 3, 4, 5]}})"));
    ASSERT_FALSE(report.misreadings.empty());
    EXPECT_EQ(report.misreadings.front().text,
              "crow_indices starts at 1 (read as csr, counted from 1: none of the 3 violations is left)");
}

TEST(Misreadings, FindCountsGivenAsPointers)
{
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "csr", "size": [3, 4], "members":
        {"compressed": [2, 1, 2], "plain": [0, 3, 1, 2, 3], "values": [1, 2, 3, 4, 5]}})")),
                          "counts-as-pointers"));
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "jagged", "members":
        {"values": [1, 2, 3, 4, 5, 6], "offsets": [3, 1, 2]}})")),
                          "counts-as-pointers"));
}

TEST(Misreadings, FindColumnPointersUnderARowTag)
{
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "csr", "size": [2, 4], "members":
        {"compressed": [0, 1, 1, 2, 4], "plain": [1, 0, 0, 1], "values": [1, 2, 3, 4]}})")),
                          "csc-as-csr"));
}

TEST(Misreadings, FindBlocksTurnedRound)
{
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "bsr", "size": [4, 9], "members":
        {"compressed": [0, 1, 3], "plain": [2, 0, 1], "values": {"shape": [3, 3, 2]}}})")),
                          "swapped-block"));
}

TEST(Misreadings, FindIndicesOfAnotherWidth)
{
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "csr", "size": [2, 4], "index_dtype": "int32", "members":
        {"compressed": [0, 0, 2, 0, 4, 0], "plain": [1, 0, 2, 0, 0, 0, 3, 0], "values": [1, 2, 3, 4]}})")),
                          "wrong-width"));
}

TEST(Misreadings, FindTablesOfAnotherWidthWhereOnlyInt64IsTaken)
{
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "jagged", "members": {"values": [1, 2, 3, 4, 5, 6],
        "offsets": {"dtype": "int32", "shape": [6], "data": [0, 0, 2, 0, 6, 0]}}})")),
                          "wrong-width"));
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "jagged", "members": {"values": [1, 2, 3, 4, 5, 6],
        "offsets": {"shape": [2], "data": [8589934592, 25769803780]}}})")), // 0 2 4 6 in int32
                          "wrong-width"));
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "coo", "size": [9, 9], "members":
        {"indices": [[4294967296], [12884901890]], "values": [1, 2]}})")), // 0 1, 2 3 in int32
                          "wrong-width"));
}

TEST(Misreadings, FindAStorageHalfAsLongAsItsWidthAsksFor)
{
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "csr", "size": [3, 4], "members":
        {"compressed": {"shape": [4], "strides": [1], "storage": [4294967296, 17179869186]},
         "plain": {"dtype": "int32", "shape": [4], "data": [1, 0, 2, 3]}, "values": [1, 2, 3, 4]}})")), // 0 1 2 4
                          "wrong-width"));
    // One element is missing, which is half of two.
    EXPECT_FALSE(isMisread(check(fromJson(R"({"layout": "coo", "size": [9], "members":
        {"indices": {"shape": [1, 2], "strides": [2, 1], "storage": [3]}, "values": [1, 2]}})")),
                           "wrong-width"));
}

TEST(Misreadings, FindElementIndicesInBlockedLayouts)
{
    const auto bsr = check(fromJson(R"({"layout": "bsr", "size": [4, 9], "members":
        {"compressed": [0, 1, 3], "plain": [6, 0, 3], "values": {"shape": [3, 2, 3]}}})"));
    EXPECT_TRUE(isMisread(bsr, "element-indices"));
    const auto bsc = check(fromJson(R"({"layout": "bsc", "size": [8, 6], "members":
        {"compressed": [0, 2, 3], "plain": [2, 6, 4], "values": {"shape": [3, 2, 3]}}})"));
    EXPECT_TRUE(isMisread(bsc, "element-indices"));
    EXPECT_FALSE(isMisread(check(fromJson(R"({"layout": "bsr", "size": [4, 9], "members":
        {"compressed": [0, 1, 3], "plain": [6, 0, 4], "values": {"shape": [3, 2, 3]}}})")),
                           "element-indices"));
}

TEST(Misreadings, FindTwoOfThreeCoordinatesTheOtherWayRound)
{
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "coo", "size": [2, 9, 5], "members":
        {"indices": [[4, 0, 3], [1, 8, 5], [0, 1, 1]], "values": [1, 2, 3]}})")),
                          "swapped-coordinates"));
    // Sorted by the column: as pairs (column, row) they are coalesced.
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "coo", "size": [4, 4], "is_coalesced": true, "members":
        {"indices": [[1, 3, 0, 2], [0, 0, 2, 3]], "values": [1, 2, 3, 4]}})")),
                          "swapped-coordinates"));
}

TEST(Misreadings, FindCoordinatesTheOtherWayRound)
{
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "coo", "size": [2, 9], "members":
        {"indices": [[8, 3, 5], [0, 1, 1]], "values": [1, 2, 3]}})")),
                          "swapped-coordinates"));
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "coo", "size": [4, 9], "members":
        {"indices": [[0, 8], [1, 3], [1, 5], [3, 3]], "values": [1, 2, 3, 4]}})")),
                          "swapped-coordinates"));
}

TEST(Misreadings, FindPointersWithoutTheLeadingZero)
{
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "csr", "size": [3, 4], "members":
        {"compressed": [2, 3, 5], "plain": [0, 3, 1, 2, 3], "values": [1, 2, 3, 4, 5]}})")),
                          "no-leading-zero"));
    EXPECT_TRUE(isMisread(check(fromJson(R"({"layout": "jagged", "members":
        {"values": [1, 2, 3, 4, 5, 6], "offsets": [3, 4, 6]}})")),
                          "no-leading-zero"));
}

TEST(Misreadings, AreNeverSeenInValidTensors)
{
    int valid = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed)
        for (const std::string layout : {"csr", "csc", "bsr", "bsc", "coo", "jagged", "nested", "strided"}) {
            SCOPED_TRACE(layout + " seed " + std::to_string(seed));
            MakeSpec spec;
            spec.layout = layout;
            spec.seed = seed;
            spec.size = {6, 6}; // square: csr and csc look alike
            const auto tensor = makeTensorOf(spec);
            ASSERT_TRUE(tensor);
            const auto report = check(*tensor);
            EXPECT_TRUE(report.valid);
            EXPECT_TRUE(report.misreadings.empty());
            EXPECT_TRUE(report.causes.empty());
            EXPECT_TRUE(report.repairs.empty());
            ++valid;
        }
    for (const auto& testCase : test::readCases("invariants.json")) {
        const auto report = check(test::tensorOf(testCase));
        if (report.valid) {
            EXPECT_TRUE(report.misreadings.empty()) << testCase["id"];
            ++valid;
        }
    }
    EXPECT_GT(valid, 400);
}

TEST(Causes, BlameOnePointerForAllThatItBreaks)
{
    const auto report = check(fromJson(R"({"layout": "csr", "size": [4, 6], "members":
        {"compressed": [0, 2, 0, 6, 8], "plain": [1, 3, 0, 2, 1, 5, 0, 1], "values": [1, 2, 3, 4, 5, 6, 7, 8]}})"));
    ASSERT_EQ(report.causes.size(), 1U);
    EXPECT_EQ(report.causes[0].member, "compressed");
    EXPECT_EQ(report.causes[0].index, 2);
    EXPECT_NE(report.causes[0].text.find("crow_indices[2] is 0; it should be between 2 and 6"), std::string::npos)
        << report.causes[0].text;
    EXPECT_EQ(report.causes[0].rules, (std::vector<std::string>{"5.3", "5.6"}));
    EXPECT_EQ(report.find("5.6")->consequenceOf, std::vector<std::string>{"5.3"});
    // Where the order of the columns breaks, the boundary must lie.
    ASSERT_FALSE(report.repairs.empty());
    EXPECT_EQ(report.repairs[0].id, "restore-pointer");
}

// A wrong pointer, and an index out of range in another row: each breaks the order there.
constexpr const char* threeFaults = R"({"layout": "csr", "size": [5, 6], "members":
    {"compressed": [0, 2, 0, 6, 8, 11], "plain": [1, 3, 0, 2, 1, 5, 9, 1, %], "values": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]}})";
Report checked(const std::string& lastRow, const char* contract = "pytorch")
{
    std::string text = threeFaults;
    return check(fromJson(text.replace(text.find('%'), 1, lastRow)), {.contract = *contractNamed(contract)});
}

TEST(Causes, BreaksOfTheOrderFollowFromPointersAndRangesTogether)
{
    const auto report = checked("0, 1, 2");
    EXPECT_EQ(report.find("5.6")->count, 3); // two in the slice that begins too early
    ASSERT_EQ(report.causes.size(), 2U) << report.causes.back().text;
    EXPECT_EQ(report.causes[0].rules, (std::vector<std::string>{"5.3", "5.6"}));
    EXPECT_EQ(report.causes[1].rules, (std::vector<std::string>{"5.5", "5.6"}));
    EXPECT_EQ(report.find("5.6")->consequenceOf, (std::vector<std::string>{"5.3", "5.5"}));
    // As an advisory too, and under another name.
    EXPECT_EQ(checked("0, 1, 2", "scipy").causes.size(), 2U);
    EXPECT_EQ(checked("0, 1, 2", "cusparse").find("CU-5")->consequenceOf,
              (std::vector<std::string>{"5.3", "5.5"}));
}

TEST(Causes, WhatNeitherExplainsIsACauseOfItsOwnWithItsPlaceAndCount)
{
    const auto report = checked("2, 1, 0");
    EXPECT_EQ(report.find("5.6")->count, 5);
    ASSERT_EQ(report.causes.size(), 3U);
    EXPECT_EQ(report.causes[2].rules, std::vector<std::string>{"5.6"});
    EXPECT_EQ(
        report.causes[2].text,
        "row 4: all 3 columns fall, from 2 to 0: the row is in reverse order, likely built from its last column "
        "to its first (2 places)");
    EXPECT_EQ(report.causes[2].member, "plain");
    EXPECT_EQ(report.causes[2].index, 9);
    EXPECT_TRUE(report.find("5.6")->consequenceOf.empty());
}

std::string orderCause(const char* layout, const std::string& indices, int count)
{
    const auto total = std::to_string(count);
    const std::string values(static_cast<std::size_t>(count), '1');
    std::string list;
    for (const auto c : values)
        list += (list.empty() ? "" : ",") + std::string(1, c);
    const auto report = check(fromJson(std::string(R"({"layout": ")") + layout + R"(", "size": [9, 9], "members":
        {"compressed": [0, )" + total + "," +
                                       total + "," + total + "," + total + "," + total + "," + total + "," +
                                       total + "," + total + "," + total + R"(], "plain": )" + indices +
                                       R"(, "values": [)" + list + "]}}"));
    return report.causes.empty() ? "none" : report.causes[0].text;
}

TEST(Causes, ASliceThatFallsFromEndToEndIsCalledReversed)
{
    EXPECT_EQ(orderCause("csr", "[7, 4, 3]", 3),
              "row 0: all 3 columns fall, from 7 to 3: the row is in reverse order, likely built from its last "
              "column to its first (2 places)");
    EXPECT_EQ(orderCause("csc", "[7, 4, 3]", 3),
              "column 0: all 3 rows fall, from 7 to 3: the column is in reverse order, likely built from its last "
              "row to its first (2 places)");
    // Two entries that fall are out of order, and so is a slice that falls here and there, or repeats an index.
    EXPECT_EQ(orderCause("csr", "[7, 4]", 2), "row 0: column 4 at entry 1 comes after column 7");
    EXPECT_EQ(orderCause("csr", "[7, 4, 5]", 3), "row 0: column 4 at entry 1 comes after column 7");
    EXPECT_EQ(orderCause("csr", "[7, 4, 4]", 3).find("reverse"), std::string::npos);
}

TEST(Causes, SayWhichEntriesAreOutOfOrder)
{
    const auto causeOf = [](const std::string& indices) {
        const auto report = check(fromJson(R"({"layout": "coo", "size": [4, 5], "is_coalesced": true, "members":
            {"indices": )" + indices + R"(, "values": [1, 2, 3, 4]}})"));
        return report.causes.empty() ? "none" : report.causes[0].text;
    };
    EXPECT_EQ(causeOf("[[0, 2, 1, 3], [1, 0, 2, 4]]"),
              "entry 2 at (1, 2) comes after entry 1 at (2, 0), but the tensor is declared as coalesced");
    EXPECT_EQ(causeOf("[[0, 2, 2, 1], [1, 0, 0, 4]]"),
              "entry 2 at (2, 0) repeats entry 1, but the tensor is declared as coalesced (2 places)");
}

// The first cause of a tensor's findings, as "rule member index".
std::string firstCause(const std::string& json)
{
    const auto report = check(fromJson(json));
    if (report.causes.empty())
        return "none";
    const auto& first = report.causes[0];
    auto out = first.rules.at(0) + " " + first.member;
    return first.index ? out + " " + std::to_string(*first.index) : out;
}

TEST(Causes, BlameTheSizeForSlicesThatAreTooLongForIt)
{
    const auto report = check(fromJson(R"({"layout": "csr", "size": [3, 2], "members":
        {"compressed": [0, 3, 3, 6], "plain": [0, 1, 3, 0, 1, 2], "values": [1, 2, 3, 4, 5, 6]}})"));
    ASSERT_EQ(report.causes.size(), 1U);
    EXPECT_EQ(report.causes[0].rules, (std::vector<std::string>{"5.5", "5.3"}));
    EXPECT_NE(report.causes[0].text.find("the size is too small"), std::string::npos) << report.causes[0].text;
}

TEST(Causes, BlameANegativeExtentBeforeShapesThatAreMeasuredByIt)
{
    EXPECT_EQ(firstCause(R"({"layout": "csr", "size": [-1, 2, 3], "members":
        {"compressed": [[0, 1, 2]], "plain": [[0, 2]], "values": [[1, 2]]}})"),
              "3.1 ");
    EXPECT_EQ(firstCause(R"({"layout": "bsr", "size": [2, 2], "members":
        {"compressed": [0, 1, 2], "plain": [0, 1], "values": {"shape": [2, 0, 1]}}})"),
              "3.10 ");
}

TEST(Causes, TellByTheOrderOfEntriesWhichOfTwoPointersIsWrong)
{
    // Entries 0 1 | 0 1 | 0 1: without their order either pointer of the fall could be the wrong one.
    EXPECT_EQ(firstCause(R"({"layout": "csr", "size": [3, 6], "members":
        {"compressed": [0, 5, 4, 6], "plain": [0, 1, 0, 1, 0, 1], "values": [1, 2, 3, 4, 5, 6]}})"),
              "5.3 compressed 1");
    EXPECT_EQ(firstCause(R"({"layout": "csr", "size": [3, 6], "members":
        {"compressed": [0, 2, 1, 6], "plain": [0, 1, 0, 1, 0, 1], "values": [1, 2, 3, 4, 5, 6]}})"),
              "5.3 compressed 2");
}

TEST(Causes, BlameOneOffsetForAllThatItBreaks)
{
    const auto jagged = [](const std::string& offsets, const std::string& more) {
        return firstCause(R"({"layout": "jagged", "members": {"values": [1, 2, 3, 4, 5, 6], "offsets": )" +
                          offsets + more + "}}");
    };
    EXPECT_EQ(jagged("[0, 2, 4, 0]", ""), "JAG-5.2 offsets 3");
    EXPECT_EQ(jagged("[0, 9, 4, 6]", ""), "JAG-5.3 offsets 1"); // the fall is at 2
    EXPECT_EQ(jagged("[0, 2, 1, 6]", ""), "JAG-5.3 offsets 2");
    EXPECT_EQ(jagged("[0, 9, 4, 6]", R"(, "lengths": [1, 2, 2])"), "JAG-5.3 offsets 1");
    EXPECT_EQ(jagged("[0, -1, 4, 6]", R"(, "lengths": [1, 2, 2])"), "JAG-5.1 offsets 1");
    EXPECT_EQ(jagged("[0, 2, 4, 6]", R"(, "lengths": [3, 2, 2], "min_seqlen": 2, "max_seqlen": 2)"),
              "JAG-5.6 lengths 0");
    EXPECT_EQ(jagged("[0, 2, 4, 6]", R"(, "lengths": [1, 2, 2], "min_seqlen": 2, "max_seqlen": 2)"), "JAG-6.1 ");
}

TEST(Causes, BlameTheEntryByWhichAComponentLiesWrong)
{
    // Components 2x3, 1x2 and 2x2 in 12 elements.
    const auto nested = [](const std::string& sizes, const std::string& strides, const std::string& offsets) {
        return firstCause(R"({"layout": "nested", "members": {"buffer": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
            "nested_sizes": )" +
                          sizes + R"(, "nested_strides": )" + strides + R"(, "storage_offsets": )" + offsets +
                          "}}");
    };
    const std::string sizes = "[[2, 3], [1, 2], [2, 2]]", strides = "[[3, 1], [2, 1], [2, 1]]";
    EXPECT_EQ(nested(sizes, strides, "[0, 90, 8]"), "NST-4.4 storage_offsets 1");
    EXPECT_EQ(nested(sizes, strides, "[0, 4, 8]"), "NST-5.2 storage_offsets 1");
    EXPECT_EQ(nested("[[2, 3], [1, 2], [2, 9]]", strides, "[0, 6, 8]"), "NST-4.4 nested_sizes 5");
    EXPECT_EQ(nested("[[2, 4], [1, 2], [2, 2]]", strides, "[0, 6, 8]"), "NST-5.2 nested_sizes 1");
    EXPECT_EQ(nested("[[1, 3], [1, 2], [2, 2]]", strides, "[0, 6, 8]"), "NST-4.5 nested_sizes 0");
    EXPECT_EQ(nested(sizes, "[[3, 1], [2, 1], [20, 1]]", "[0, 6, 8]"), "NST-4.4 nested_strides 4");
}

TEST(Causes, OfTablesSayWhatIsWrongInASentence)
{
    const auto first = [](const std::string& members, const char* layout) {
        const auto report =
            check(fromJson(R"({"layout": ")" + std::string(layout) + R"(", "members": {)" + members + "}}"));
        return report.causes.empty() ? std::string() : report.causes[0].text;
    };
    const auto nested = [&](const char* sizes, const char* strides, const char* offsets) {
        return first(R"("buffer": [1, 2, 3, 4, 5, 6, 7, 8], "nested_sizes": )" + std::string(sizes) +
                         R"(, "nested_strides": )" + strides + R"(, "storage_offsets": )" + offsets,
                     "nested");
    };
    EXPECT_EQ(nested("[[2, 2], [1, 5]]", "[[2, 1], [5, 1]]", "[0, 4]"),
              "component 1 reaches element 8, but the storage of buffer ends at element 7");
    EXPECT_EQ(nested("[[2, 2], [-1, 2]]", "[[2, 1], [2, 1]]", "[0, 4]"),
              "nested_sizes[1, 0] is -1; it should be 0 or more");
    EXPECT_EQ(nested("[[2, 2], [2, 2]]", "[[2, 1], [2, -1]]", "[0, 5]"),
              "nested_strides[1, 1] is -1; it should be 0 or more");
    EXPECT_EQ(nested("[[2, 2], [2, 2]]", "[[2, 1], [2, 1]]", "[0, -4]"),
              "storage_offsets[1] is -4; it should be 0 or more");
    const auto jagged = [&](const std::string& tables) {
        return first(R"("values": [1, 2, 3, 4], )" + tables, "jagged");
    };
    EXPECT_EQ(jagged(R"("offsets": [1, 2, 4])"), "offsets starts at 1, not at 0");
    EXPECT_EQ(jagged(R"("offsets": [0, 2, 3])"), "offsets[2] is 3; it should be 4, the length of values");
    EXPECT_EQ(jagged(R"("offsets": [0, 2, 6], "lengths": [1, 1])"),
              "offsets[2] is 6; it should be at most 4, the length of values");
    EXPECT_EQ(jagged(R"("offsets": [0, 2, 4], "lengths": [1, -3])"), "lengths[1] is -3; it should be 0 or more");
    EXPECT_EQ(jagged(R"("offsets": [0, 2, 4], "lengths": [1, 3])"),
              "component 1 ends at 5, but the ragged dim of values has only 4");
    EXPECT_EQ(jagged(R"("offsets": [-2, 2, 4], "lengths": [1, 1])"), "offsets[0] is -2; it should be 0 or more");
    EXPECT_EQ(jagged(R"("offsets": [-2, -1, 4], "lengths": [1, 1])"),
              "offsets[0] is -2; it should be 0 or more (2 places)");
    EXPECT_EQ(jagged(R"("offsets": [0, 2, 4], "lengths": [3, 1])"),
              "component 0 ends at 3, after the next begins at 2");
}

// Nobody has named a member of a CSR tensor "compressed".
TEST(Causes, OfFilesUseTheNamesOfTheirMembersAndSayWhatIsThere)
{
    int causes = 0;
    for (const auto& entry : std::filesystem::directory_iterator(TSCOPE_TEST_DATA "/files/malformed/pt")) {
        const auto name = entry.path().filename().string();
        const auto document = openFile(entry.path().string());
        if (!document || !(name.starts_with("csr_") || name.starts_with("csc_") || name.starts_with("bs")))
            continue;
        for (const auto& cause : check(document->tensors.at(0).tensor).causes) {
            ++causes;
            for (const auto* word : {"compressed", "plain", "expected", "prev "})
                EXPECT_EQ(cause.text.find(word), std::string::npos) << name << ": " << cause.text;
        }
    }
    EXPECT_GT(causes, 30);
    const auto first = [](const char* name) {
        const auto document = openFile(TSCOPE_TEST_DATA "/files/malformed/pt/" + std::string(name));
        return document ? check(document->tensors.at(0).tensor).causes.at(0).text : document.error().text;
    };
    EXPECT_EQ(first("csr_3.5_comp_strided.pt"), "crow_indices has stride 2 along its last dim, not 1");
    EXPECT_EQ(first("csr_3.8_comp_short.pt"),
              "crow_indices has 3 pointers, the size needs 4: the last one is missing");
}

TEST(Repairs, ClearWhatTheySayOnEveryBrokenVector)
{
    int offered = 0;
    for (const auto& testCase : test::readCases("invariants.json")) {
        const auto tensor = test::tensorOf(testCase);
        const auto report = check(tensor);
        for (const auto& repair : report.repairs) {
            SCOPED_TRACE(testCase["id"].get<std::string>() + " " + repair.id);
            const auto plan = planRepair(tensor, report, repair.id);
            ASSERT_TRUE(plan) << plan.error().text;
            const auto mended = applied(tensor, plan->edits);
            ASSERT_TRUE(mended) << mended.error().text;
            const auto after = check(*mended);
            EXPECT_FALSE(repair.clears.empty());
            for (const auto& rule : repair.clears)
                EXPECT_FALSE(after.find(rule)) << rule;
            ++offered;
        }
        const auto all = repairedWithoutLoss(tensor);
        EXPECT_TRUE(all) << testCase["id"] << (all ? "" : all.error().text);
    }
    EXPECT_GT(offered, 200);
}

// Where none is, one that overwrites a single number and makes the tensor valid may come before those that leave
// something broken.
TEST(Repairs, OneThatLosesNothingAndIsEnoughComesFirst)
{
    int found = 0;
    for (const auto& testCase : test::readCases("invariants.json")) {
        const auto repairs = check(test::tensorOf(testCase)).repairs;
        const auto isEnough = [](const Repair& repair) {
            return repair.lossless && !repair.invents && !repair.reshapes && repair.outcome &&
                   repair.outcome->isValid;
        };
        if (std::ranges::any_of(repairs, isEnough)) {
            EXPECT_TRUE(isEnough(repairs.front())) << testCase["id"] << ' ' << repairs.front().title;
            ++found;
        }
    }
    EXPECT_GT(found, 50);
}

TEST(Remarks, CountWhatIsWorthKnowing)
{
    const auto report = check(fromJson(R"({"layout": "csr", "size": [3, 4], "members":
        {"compressed": [0, 2, 3, 5], "plain": [0, 3, 1, 2, 3], "values": [0, "NaN", 3, "Infinity", "-Infinity"]}})"));
    EXPECT_TRUE(report.valid);
    const auto countOf = [&](std::string_view id) -> std::int64_t {
        for (const auto& remark : report.remarks)
            if (remark.id == id)
                return remark.count;
        return 0;
    };
    EXPECT_EQ(countOf("explicit-zero"), 1);
    EXPECT_EQ(countOf("nan"), 1);
    EXPECT_EQ(countOf("inf"), 2);
    EXPECT_EQ(countOf("wide-index"), 9);
    EXPECT_EQ(countOf("alias"), 0);
    EXPECT_EQ(countOf("misaligned"), 0);
}

// Where a record of a file begins tells of the file, not of the tensor.
TEST(Remarks, CallOnlyStoragesOfTheirOwnMisaligned)
{
    const auto isRemarked = [](const Tensor& tensor) {
        const auto report = check(tensor);
        return std::ranges::find(report.remarks, "misaligned", &Remark::id) != report.remarks.end();
    };
    auto tensor = fromJson(R"({"layout": "strided", "members": {"values": {"dtype": "float32", "shape": [2],
        "data": [1, 2]}}})");
    auto& storage = tensor.members.front().array.storage;
    const std::vector<std::byte> record(16);
    storage = partOf(heapStorage(record), 1, 8);
    EXPECT_FALSE(isRemarked(tensor));
    test::shift(tensor.members.front(), 1, {});
    EXPECT_TRUE(isRemarked(tensor));
}

TEST(Remarks, CountBoolsThatAreNeither0Nor1)
{
    const auto remarkOn = [](Tensor tensor, std::string_view role, std::string_view bytes) {
        auto& array = tensor.find(role)->array;
        array = Array::fromBytes(ElementType::boolean, {std::ssize(bytes)}, std::as_bytes(std::span(bytes)));
        for (const auto& remark : check(tensor).remarks)
            if (remark.id == "bool-byte")
                return std::to_string(remark.count) + ": " + remark.text;
        return std::string();
    };
    const auto strided = fromJson(R"({"sizes": [1], "data": [1]})");
    EXPECT_EQ(remarkOn(strided, "values", std::string_view("\0\1\1\0", 4)), "");
    EXPECT_EQ(remarkOn(strided, "values", "\1\2\1"), "1: 1 bool is neither 0 nor 1 in values");
    EXPECT_EQ(remarkOn(strided, "values", "\xff\2\1"), "2: 2 bools are neither 0 nor 1 in values");
    const auto csr = fromJson(R"({"layout": "csr", "size": [1, 4], "members":
        {"compressed": [0, 2], "plain": [0, 1], "values": [1, 2]}})");
    EXPECT_EQ(remarkOn(csr, "values", "\1\2"), "1: 1 bool is neither 0 nor 1 in values");
    EXPECT_EQ(remarkOn(csr, "plain", "\1\x80"), "1: 1 bool is neither 0 nor 1 in col_indices");
}

TEST(Remarks, NameClaimsThatAStridedArrayContradicts)
{
    const auto remarksOf = [](const std::string& claims) {
        const auto report = check(fromJson(R"({"layout": "strided", )" + claims +
                                           R"( "members": {"values": {"dtype": "float32", "shape": [3, 2],
                                               "data": [1, 2, 3, 4, 5, 6]}}})"));
        EXPECT_TRUE(report.valid);
        return report.remarks.empty() ? std::string() : report.remarks.front().text;
    };
    EXPECT_EQ(remarksOf(""), "");
    EXPECT_EQ(remarksOf(R"("size": [3, 2], "dtype": "float32",)"), "");
    EXPECT_EQ(remarksOf(R"("size": [5, 5],)"),
              "the size that is claimed, (5, 5), is not that of the values, (3, 2)");
    EXPECT_EQ(remarksOf(R"("dtype": "float64",)"),
              "the element type that is claimed, float64, is not that of the values, float32");
}

TEST(Remarks, CallIndicesTooWideOnlyWhereAllOfThemFit)
{
    const auto isWide = [](const std::string& pointers) {
        const auto report = check(fromJson(R"({"layout": "csr", "size": [1, 2], "members": {"compressed": )" +
                                           pointers + R"(, "plain": [0], "values": [1]}})"));
        return std::ranges::find(report.remarks, "wide-index", &Remark::id) != report.remarks.end();
    };
    EXPECT_TRUE(isWide("[0, 1]"));
    EXPECT_FALSE(isWide("[0, 9223372036854775807]"));
    EXPECT_FALSE(isWide(R"({"shape": [2]})")); // nobody knows
}

// With the unit in which people count bytes.
TEST(Remarks, SayHowManyBytesNarrowerIndicesWouldSave)
{
    MakeSpec spec;
    spec.kind = "dense";
    spec.layout = "csr";
    spec.size = {1, 5000};
    const auto report = check(*makeTensorOf(spec));
    const auto wide = std::ranges::find(report.remarks, "wide-index", &Remark::id);
    ASSERT_NE(wide, report.remarks.end());
    EXPECT_EQ(wide->text, "int32 indices would save 19.5 KiB");
}

} // namespace

} // namespace tscope
