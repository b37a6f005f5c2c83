// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/matrix_market.h"

#include "base/thread_pool.h"
#include "rules/check.h"
#include "support/source.h"

#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace tscope {
namespace {

using namespace std::string_literals;
using test::problemOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr auto real = "%%MatrixMarket matrix coordinate real general\n";

Document opened(std::string_view text)
{
    auto document = readMatrixMarket(test::sourceOf(text));
    EXPECT_TRUE(document) << problemOf(document) << "\n" << text.substr(0, 200);
    return document ? std::move(*document) : Document{};
}

std::string problemWith(std::string_view text)
{
    return problemOf(readMatrixMarket(test::sourceOf(text)));
}

// "0,1=2.5 3,0=1": coordinates from 0 and values in stored order.
std::string entriesOf(const Document& document)
{
    if (document.tensors.empty())
        return "no tensor";
    const auto& tensor = document.tensors[0].tensor;
    const auto& values = tensor.member("values").array;
    std::string out;
    const auto count = *numel(values.geometry);
    for (std::int64_t k = 0; k < count; ++k) {
        out += k > 0 ? " " : "";
        if (tensor.layout->name == "coo")
            out += tensor.member("indices").array.at(k).text() + "," +
                   tensor.member("indices").array.at(count + k).text() + "=";
        out += values.at(k).text();
    }
    return out;
}

TEST(MatrixMarketReader, EntriesBecomeCooInTheirOrder)
{
    const auto document = opened(real + "3 4 4\n3 1 2.5\n1 4 -1e-3\n3 1 1\n2 2 0\n"s);
    EXPECT_EQ(entriesOf(document), "2,0=2.5 0,3=-0.001 2,0=1 1,1=0") << "duplicates and zeros too";
    const auto& tensor = document.tensors[0].tensor;
    EXPECT_EQ(document.tensors[0].name, "");
    EXPECT_EQ(tensor.size, (Extents{3, 4}));
    EXPECT_EQ(tensor.member("indices").array.geometry, Geometry::rowMajor({2, 4}));
    EXPECT_EQ(tensor.member("indices").array.dtype, DType(ElementType::i64));
    EXPECT_TRUE(tensor.claims.all().empty());
    EXPECT_TRUE(check(tensor).valid);
    EXPECT_THAT(document.warnings, ElementsAre(StartsWith("1 entry repeats")));
}

TEST(MatrixMarketReader, EntriesThatRepeatAPlaceAreCountedInAnyOrder)
{
    const auto warnings = [](const std::string& text) { return opened(text).warnings; };
    EXPECT_THAT(
        warnings(real + "3 3 4\n1 1 1\n1 2 1\n1 2 1\n3 1 1\n"s),
        ElementsAre("1 entry repeats the place of an earlier one and is kept; the values of one place add up"))
        << "by rows";
    EXPECT_THAT(warnings(real + "3 3 5\n1 1 1\n1 1 1\n1 1 1\n1 2 1\n2 2 1\n"s),
                ElementsAre(StartsWith("2 entries")));
    EXPECT_THAT(warnings(real + "3 3 4\n3 1 1\n1 2 1\n2 2 1\n2 2 5\n"s), ElementsAre(StartsWith("1 entry")))
        << "by columns";
    EXPECT_THAT(warnings(real + "3 3 4\n3 1 1\n1 2 1\n3 1 4\n1 2 5\n"s), ElementsAre(StartsWith("2 entries")))
        << "in no order";
    EXPECT_THAT(warnings(real + "3 3 3\n3 1 1\n1 2 1\n1 3 4\n"s), IsEmpty());
    EXPECT_THAT(warnings("%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 1\n2 1 1\n2 1 4\n"),
                ElementsAre(StartsWith("1 entry")))
        << "those of the file, not the mirrored ones";
}

TEST(MatrixMarketReader, RepeatedPlacesAreCountedAcrossRuns)
{
    // More than are looked at in one go, each place twice, side by side or far apart.
    constexpr int places = 40000;
    std::string near = std::string(real) + std::to_string(places) + " 2 " + std::to_string(2 * places) + "\n",
                far = near;
    for (int i = 1; i <= places; ++i)
        near += std::to_string(i) + " 1 1\n" + std::to_string(i) + " 1 1\n";
    for (int twice = 0; twice < 2; ++twice)
        for (int i = 1; i <= places; ++i)
            far += std::to_string(i) + " 2 1\n";
    for (const auto& text : {near, far})
        EXPECT_THAT(opened(text).warnings, ElementsAre(StartsWith("40000 entries")));
}

TEST(MatrixMarketReader, WhetherVeryManyEntriesInNoOrderRepeatAPlaceIsLeftOpen)
{
    const auto warningsOf = [](int entries) {
        std::string text = std::string(real) + "3 3 " + std::to_string(entries) + "\n";
        for (int i = 0; i < entries; ++i)
            text += i % 2 == 0 ? "3 1 1\n" : "1 2 1\n";
        return opened(text).warnings;
    };
    EXPECT_THAT(warningsOf(1 << 20), ElementsAre(StartsWith("1048574 entries repeat")));
    EXPECT_THAT(warningsOf((1 << 20) + 1), ElementsAre(HasSubstr("in no order")));
}

TEST(MatrixMarketReader, EmptyLinesBeforeTheFirstAreLeftOut)
{
    const auto document = opened("\n \t\r\n%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 3\n");
    EXPECT_EQ(entriesOf(document), "0,1=3");
    EXPECT_THAT(document.warnings, ElementsAre(HasSubstr("before line 3")));
    EXPECT_EQ(readMatrixMarket(test::sourceOf("\n%%MatrixMarket matrix\n")).error().where, "line 2");
    EXPECT_EQ(readMatrixMarket(test::sourceOf("\n\n%%MatrixMarket matrix coordinate real general\n2 2 1\n1 x 3\n"))
                  .error()
                  .where,
              "line 5");
}

TEST(MatrixMarketReader, EveryFieldHasItsType)
{
    const std::pair<const char*, std::pair<const char*, const char*>> fields[] = {
        {"real", {"1.5", "float64"}},
        {"double", {"1.5", "float64"}},
        {"integer", {"-9223372036854775808", "int64"}},
        {"unsigned-integer", {"18446744073709551615", "uint64"}},
        {"complex", {"1 -2", "complex128"}},
        {"pattern", {"", "float64"}},
    };
    for (const auto& [field, wanted] : fields) {
        const auto document =
            opened("%%MatrixMarket matrix coordinate "s + field + " general\n1 1 1\n1 1 " + wanted.first + "\n");
        EXPECT_EQ(document.tensors.at(0).tensor.declaredDType().name(), wanted.second);
        const std::string text = field == "complex"s ? "(1-2j)" : field == "pattern"s ? "1" : wanted.first;
        EXPECT_EQ(entriesOf(document), "0,0=" + text);
    }
}

TEST(MatrixMarketReader, ArraysLieByColumns)
{
    const auto document = opened("%%MatrixMarket matrix array integer general\n% note\n2 3\n1\n2\n\n3\n4\n5\n6\n");
    const auto& values = document.tensors.at(0).tensor.member("values").array;
    EXPECT_EQ(values.geometry, (Geometry{{2, 3}, {1, 2}, 0}));
    EXPECT_EQ(entriesOf(document), "1 3 5 2 4 6");
    EXPECT_EQ(entriesOf(opened("%%MatrixMarket matrix array complex general\n1 2\n1 2\n3 4\n")), "(1+2j) (3+4j)");
    EXPECT_EQ(entriesOf(opened("%%MatrixMarket matrix array real general\n0 5\n")), "");
}

TEST(MatrixMarketReader, SymmetricEntriesAreMirroredBehindTheStoredOnes)
{
    const auto with = [](const std::string& words, const std::string& lines) {
        return opened("%%MatrixMarket matrix " + words + "\n" + lines);
    };
    const auto symmetric = with("coordinate real symmetric", "3 3 3\n2 1 5\n3 3 7\n3 1 6\n");
    EXPECT_EQ(entriesOf(symmetric), "1,0=5 2,2=7 2,0=6 0,1=5 0,2=6");
    EXPECT_EQ(symmetric.tensors[0].tensor.claims.word("matrix_market"), "coordinate real symmetric");
    EXPECT_EQ(entriesOf(with("coordinate integer skew-symmetric", "2 2 1\n2 1 5\n")), "1,0=5 0,1=-5");
    EXPECT_EQ(entriesOf(with("coordinate complex hermitian", "2 2 2\n1 1 3 0\n2 1 5 1\n")),
              "0,0=(3+0j) 1,0=(5+1j) 0,1=(5-1j)");
    EXPECT_EQ(entriesOf(with("coordinate complex symmetric", "2 2 1\n2 1 5 1\n")), "1,0=(5+1j) 0,1=(5+1j)");
    EXPECT_EQ(entriesOf(with("coordinate pattern symmetric", "2 2 1\n2 1\n")), "1,0=1 0,1=1");
    EXPECT_EQ(entriesOf(with("array real symmetric", "3 3\n1\n2\n3\n4\n5\n6\n")), "1 2 3 2 4 5 3 5 6");
    EXPECT_EQ(entriesOf(with("array real skew-symmetric", "3 3\n1\n2\n3\n")), "0 -1 -2 1 0 -3 2 3 0");
    EXPECT_EQ(entriesOf(with("array complex hermitian", "2 2\n1 0\n2 3\n4 0\n")), "(1+0j) (2-3j) (2+3j) (4+0j)");
}

TEST(MatrixMarketReader, AllSpellingsThatAreMetAreRead)
{
    const std::pair<const char*, const char*> numbers[] = {
        {"1E+3", "1000"},
        {".5", "0.5"},
        {"1.", "1"},
        {"+2", "2"},
        {"007", "7"},
        {"1d5", "100000"},
        {"1.5D-1", "0.15"},
        {"-0", "-0"},
        {"nan", "nan"},
        {"-Inf", "-inf"},
        {"+.5e0", "0.5"},
        {"0.1", "0.1"},
        {"1e-400", "0"},
        {"1e400", "inf"},
        {"123456789012345678901234567890", "1.2345678901234568e+29"},
        {"0.30000000000000004", "0.30000000000000004"},
        {"2.2250738585072011e-308", "2.225073858507201e-308"},
        {"-1.7976931348623157e308", "-1.7976931348623157e+308"},
        {"1.1920928955078125e-07", "1.1920928955078125e-07"},
    };
    for (const auto& [written, wanted] : numbers)
        EXPECT_EQ(entriesOf(opened(real + "1 1 1\n1 1 "s + written + "\n")), "0,0="s + wanted) << written;
    EXPECT_EQ(entriesOf(opened("%%MatrixMarket matrix coordinate integer general\n1 2 2\n+1 1 +2\n1 2 0009\n")),
              "0,0=2 0,1=9");
}

TEST(MatrixMarketReader, BlanksLineEndsAndCommentsStandAnywhere)
{
    const auto document = opened("%%MATRIXMARKET Matrix \t COORDINATE real  General \r\n%first\r\n\r\n% second\n "
                                 "\t 3 3 3\r\n\r\n 1\t1  1.5 \r\n% between\n   \n2 2 2\n  %x\n\t3 3 3");
    EXPECT_EQ(entriesOf(document), "0,0=1.5 1,1=2 2,2=3");
    ASSERT_EQ(document.others.size(), 1U);
    EXPECT_EQ(document.others[0].text, "first\n second\n");
}

TEST(MatrixMarketReader, OddValuesAreRemarked)
{
    const auto document = opened(real + "1 3 3\n1 1 nan\n1 2 1e999\n1 3 1\n"s);
    ASSERT_EQ(document.warnings.size(), 2U);
    EXPECT_THAT(document.warnings[0], HasSubstr("2 values not finite"));
    EXPECT_THAT(document.warnings[1], HasSubstr("1 number too large"));
}

TEST(MatrixMarketReader, WhatIsWrongIsSaidWithItsLine)
{
    const std::pair<const char*, const char*> cases[] = {
        {"2 2 1\n0 1 1\n",
         "a row 0, though Matrix Market counts rows and columns from 1: the file looks 0-based (line 3)"},
        {"2 2 1\n1 0 1\n", "a column 0"},
        {"2 2 2\n1 1 1\n\n3 1 1\n", "the matrix has 2 rows, found row 3 (line 5)"},
        {"2 2 1\n1 3 1\n", "the matrix has 2 columns, found column 3"},
        {"2 2 1\n-1 1 1\n", "found row -1"},
        {"0 0 1\n1 1 1\n", "the matrix has 0 rows"},
        {"2 2 1\n99999999999999999999 1 1\n", "does not fit 64 bits (line 3)"},
        {"2 2 1\n1.0 1 1\n", "wanted the number of a row, found \"1.0\""},
        {"2 2 1\n1 1\n", "found 2 words: \"1 1\" (line 3)"},
        {"2 2 1\n1 1 1 1\n", "found 4 words"},
        // A character is not cut in two, "é" ends behind the 60th byte.
        {"2 2 1\n1 1 zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz\u00e9\n", "z...\" (line 3)"},
        {"2 2 1\n1 1 hello\n", "wanted a number, found \"hello\" (line 3)"},
        {"2 2 1\n1 1 0x10\n", "hexadecimal"},
        {"2 2 1\n1 1 1,5\n", "decimals stand behind a point"},
        {"2 2 1\n1 1 1e\n", "wanted a number, found \"1e\""},
        {"2 2 1\n1 1 --1\n", "wanted a number"},
        {"2 2 1\n1 1 +-1\n", "wanted a number"},
        {"2 2 1\n1 1 .\n", "wanted a number"},
        {"2 2 1\n1 1 \xFF\xFE\n", "wanted a number"},
        {"2 2 3\n1 1 1\n2 2 2\n", "wanted 3 entries, found 2 up to the end of the file (line 2)"},
        {"2 2 1\n1 1 1\n% \n2 2 2\n", "tells of 1 entry, but here stands one more (line 5)"},
        {"2 2 0\n1 1 1\n", "tells of 0 entries, but here stands one more (line 3)"},
        {"2 2 9223372036854775807\n1 1 1\n", "wanted 9223372036854775807 entries, found 1"},
        {"2 2 -1\n", "found \"-1\" (line 2)"},
        {"2 2\n", "wanted the numbers of rows, columns and entries, found \"2 2\""},
        {"2 2 1 1\n", "found \"2 2 1 1\""},
        {"", "the file ends before it (line 2)"},
        {"% only this", "the file ends before it"},
    };
    for (const auto& [lines, wanted] : cases)
        EXPECT_THAT(problemWith(real + std::string(lines)), HasSubstr(wanted)) << lines;
}

TEST(MatrixMarketReader, TheFirstLineIsReadWithCare)
{
    const auto line = [](const std::string& words) {
        return problemWith("%%MatrixMarket " + words + "\n1 1 0\n");
    };
    EXPECT_THAT(line("vector coordinate real general"), HasSubstr("holds a \"vector\" (line 1)"));
    EXPECT_THAT(line("matrix sparse real general"),
                HasSubstr("one of coordinate, array as format, found \"sparse\""));
    EXPECT_THAT(line("matrix coordinate quaternion general"), HasSubstr("as field, found \"quaternion\""));
    EXPECT_THAT(line("matrix coordinate real diagonal"), HasSubstr("as symmetry, found \"diagonal\""));
    EXPECT_THAT(line("matrix coordinate real"), HasSubstr("found 4 words"));
    EXPECT_THAT(line("matrix coordinate real general more"), HasSubstr("found 6 words"));
    EXPECT_THAT(line("matrix array pattern general"), HasSubstr("can't be a pattern"));
    EXPECT_THAT(line("matrix coordinate pattern skew-symmetric"), HasSubstr("can't be skew-symmetric"));
    EXPECT_THAT(problemWith("%%MatrixMarket"), HasSubstr("found 1 words"));
}

TEST(MatrixMarketReader, SymmetricFilesAreSquareAndHaveOneHalf)
{
    const auto with = [](const std::string& words, const std::string& lines) {
        return problemWith("%%MatrixMarket matrix " + words + "\n" + lines);
    };
    EXPECT_THAT(with("coordinate real symmetric", "2 3 0\n"), HasSubstr("is square, this one is 2 x 3 (line 2)"));
    EXPECT_THAT(with("coordinate real symmetric", "2 2 2\n%\n2 1 5\n1 2 5\n"),
                HasSubstr("above the diagonal, which would count twice (line 5)"));
    EXPECT_THAT(with("coordinate real skew-symmetric", "2 2 1\n1 1 5\n"), HasSubstr("below the diagonal"));
    EXPECT_EQ(with("coordinate real skew-symmetric", "2 2 1\n1 1 0\n"), "");

    EXPECT_THAT(with("coordinate integer skew-symmetric", "3 3 2\n2 1 5\n3 1 -9223372036854775808\n"),
                HasSubstr("that of -9223372036854775808 is no integer of 64 bits (line 4)"));
    EXPECT_THAT(with("array integer skew-symmetric", "3 3\n1\n%\n-9223372036854775808\n1\n"),
                HasSubstr("no integer of 64 bits (line 5)"));
    EXPECT_EQ(with("coordinate integer symmetric", "3 3 1\n3 1 -9223372036854775808\n"), "");
    EXPECT_EQ(with("coordinate real skew-symmetric", "3 3 1\n3 1 -9223372036854775808\n"), "");
    EXPECT_THAT(with("array real symmetric", "2 2\n1\n2\n"), HasSubstr("wanted 3 values"));
    EXPECT_THAT(with("array real skew-symmetric", "2 2\n1\n2\n"),
                HasSubstr("has 1 value, but here stands one more"));
}

TEST(MatrixMarketReader, HugeNumbersInTheHeaderCostNothing)
{
    EXPECT_THAT(problemWith("%%MatrixMarket matrix array real general\n1000000 1000000\n1\n"),
                HasSubstr("wanted 1000000000000 values for an array of this size, found 1"));
    EXPECT_THAT(problemWith("%%MatrixMarket matrix array real general\n9223372036854775807 3\n"),
                HasSubstr("more elements than 64 bits can count"));
    EXPECT_THAT(
        problemWith("%%MatrixMarket matrix array real symmetric\n9223372036854775807 9223372036854775807\n"),
        HasSubstr("more elements than 64 bits can count"));
    EXPECT_EQ(entriesOf(opened(real + "9223372036854775807 9223372036854775807 1\n9223372036854775807 1 1\n"s)),
              "9223372036854775806,0=1");
    EXPECT_EQ(entriesOf(opened("%%MatrixMarket matrix array real general\n0 9223372036854775807\n")), "");
}

TEST(MatrixMarketReader, LongLinesAreLimitedCommentsAreNot)
{
    const std::string longText(mtxLineLimit + 100, ' ');
    EXPECT_EQ(entriesOf(opened(real + "%"s + longText + "\n1 1 1\n%" + longText + "\n1 1 2\n%" + longText)),
              "0,0=2");
    EXPECT_THAT(problemWith(real + "1 1 1\n1 1 "s + longText + "2\n"),
                HasSubstr("at most 1 MiB, this one is longer (line 3)"));
    EXPECT_THAT(problemWith(real + "1 1 1\n\n1 1 2"s + longText),
                HasSubstr("at most 1 MiB, this one is longer (line 4)"));
    EXPECT_THAT(problemWith(real + "2 1 2\n1 1 2\n1 1 "s + longText + "2\n1 1 1\n"), HasSubstr("(line 4)"));
    EXPECT_EQ(entriesOf(opened(real + "1 1 1\n1 1 "s + std::string(200000, '1') + "\n")), "0,0=inf");
}

// A file with empty lines, comments and every length of line, read in chunks of any size and by any number of
// threads, is the same; and so is what is said of it when one line is wrong.
TEST(MatrixMarketReader, ChunksAndThreadsMakeNoDifference)
{
    std::string lines;
    for (int k = 1; k <= 60; ++k)
        lines += std::to_string(k) + " " + std::to_string(61 - k) + " " + std::to_string(0.1 * k) +
                 (k % 7 == 0    ? "\n\n"
                  : k % 11 == 0 ? "\r\n% comment\n"
                                : "\n");
    const auto good = real + "60 60 60\n"s + lines;
    const auto plain = real + "2 2 3\n1 1 1\n1 2 2\n2 1 3\n"s;
    const auto wrong = real + "60 60 60\n"s + lines.substr(0, 600) + "x\n" + lines.substr(600);
    const auto more = good + "1 1 1\n";
    const auto fewer = real + "60 60 61\n"s + lines;
    const auto wantedGood = entriesOf(opened(good)), wantedPlain = entriesOf(opened(plain));
    for (const int threads : {1, 3}) {
        setThreadCount(threads);
        for (std::size_t chunk = 1; chunk < 100; chunk += chunk < 20 ? 1 : 7) {
            const auto read = [&](const std::string& text) {
                return readMatrixMarket(test::sourceOf(text), chunk);
            };
            EXPECT_EQ(entriesOf(*read(good)), wantedGood) << chunk;
            EXPECT_EQ(entriesOf(*read(plain)), wantedPlain) << chunk;
            EXPECT_EQ(problemOf(read(wrong)), problemWith(wrong)) << chunk;
            EXPECT_EQ(problemOf(read(more)), problemWith(more)) << chunk;
            EXPECT_EQ(problemOf(read(fewer)), problemWith(fewer)) << chunk;
        }
    }
    setThreadCount(0);
    EXPECT_THAT(problemWith(more), HasSubstr("here stands one more (line "));
}

// Lines of every length and spelling, so that they lie across what is looked at in one piece in every way.
TEST(MatrixMarketReader, LinesOfAllKindsAreReadWhereverTheyLie)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto blanks = [&] {
        const auto kind = random() % 32;
        return kind == 0 ? std::string(random() % 6000 + 1, ' ') : kind < 4 ? "\t "s : " "s;
    };
    constexpr std::int64_t extent = 4'000'000'000'000;
    std::string lines;
    std::vector<std::int64_t> rows, columns;
    std::vector<double> values;
    for (int k = 0; k < 3000; ++k) {
        if (random() % 50 == 0)
            lines += random() % 2 == 0 ? "\n" : "% " + std::string(random() % 5000, '5') + "\n";
        const auto most = static_cast<std::int64_t>(std::uint64_t{10} << (random() % 38));
        rows.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most)) + 1);
        columns.push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most)) + 1);
        char number[64];
        const auto value =
            std::ldexp(static_cast<double>(random()) - 0x1p63, static_cast<int>(random() % 80) - 100);
        const auto* form = std::array{"%.*g", "%.*e", "%.*f"}[random() % 3];
        std::snprintf(number, sizeof number, form, static_cast<int>(random() % 20), value);
        values.push_back(std::strtod(number, nullptr));
        lines += (random() % 16 == 0 ? blanks() : "") + std::to_string(rows.back()) + blanks() +
                 std::to_string(columns.back()) + blanks() + number + (random() % 16 == 0 ? blanks() : "") +
                 (random() % 8 == 0 ? "\r\n" : "\n");
    }
    const auto document = opened(real + std::to_string(extent) + " " + std::to_string(extent) + " 3000\n" + lines);
    ASSERT_EQ(document.tensors.size(), 1U);
    const auto& tensor = document.tensors[0].tensor;
    for (std::int64_t k = 0; k < 3000; ++k) {
        const auto at = static_cast<std::size_t>(k);
        ASSERT_EQ(tensor.member("indices").array.at(k).asIndex(), rows[at] - 1) << k;
        ASSERT_EQ(tensor.member("indices").array.at(3000 + k).asIndex(), columns[at] - 1) << k;
        ASSERT_EQ(std::strtod(tensor.member("values").array.at(k).text().c_str(), nullptr), values[at]) << k;
    }
}

TEST(MatrixMarketReader, ReadingTellsItsProgressAndStops)
{
    std::string text = real + "9 9 1000\n"s;
    for (int k = 0; k < 1000; ++k)
        text += "9 9 0.5\n";
    auto source = test::sourceOf(text);
    std::atomic<double> furthest{0};
    source.watch.progress = [&](double done) {
        EXPECT_LE(done, 1);
        furthest = std::max(furthest.load(), done);
    };
    EXPECT_TRUE(readMatrixMarket(source, 100));
    EXPECT_EQ(furthest, 1);
    std::stop_source stop;
    source.watch.stop = stop.get_token();
    std::atomic<int> told{0};
    source.watch.progress = [&](double) {
        ++told;
        stop.request_stop();
    };
    const auto stopped = readMatrixMarket(source, 100);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
    EXPECT_LT(told, 20);
}

} // namespace
} // namespace tscope
