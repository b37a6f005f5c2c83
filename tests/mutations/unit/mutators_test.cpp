// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/mutators.h"

#include "io/zip/archive.h"
#include "mutations/mutants/shelf.h"
#include "mutations/mutants/structure.h"
#include "support/npy_bytes.h"
#include "support/zip_bytes.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <set>

namespace tscope::mutations {

namespace {

using testing::Contains;
using testing::IsSupersetOf;

constexpr std::uint64_t draws = 400;

std::string npy()
{
    return test::npyOf("<i8", "(2, 3)", test::little(7, 8) + std::string(40, '\0'));
}

std::string archive()
{
    return test::zipOf({{"a.npy", npy()}, {.name = "b.npy", .bytes = npy(), .deflate = true}});
}

// The results of many runs of a mutator on these bytes, without the runs that report no change.
std::vector<std::string> made(std::string_view mutator, const std::string& before, const Material& material = {})
{
    std::vector<std::string> all;
    for (std::uint64_t number = 0; number < draws; ++number) {
        Dice dice(1, number);
        auto bytes = before;
        if (mutatorNamed(mutator).apply(bytes, material, dice))
            all.push_back(std::move(bytes));
        else
            EXPECT_EQ(bytes, before) << mutator << " says that it did nothing";
    }
    return all;
}

int differingBits(const std::string& a, const std::string& b)
{
    int count = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        count += std::popcount(static_cast<unsigned char>(a[i] ^ b[i]));
    return count;
}

std::size_t commonHead(const std::string& a, const std::string& b)
{
    return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

std::size_t commonTail(const std::string& a, const std::string& b)
{
    return commonHead({a.rbegin(), a.rend()}, {b.rbegin(), b.rend()});
}

TEST(Mutators, EachOneMutatesMostOfTheTime)
{
    const KeptFile other{"", test::npyOf("<f4", "(1,)", "abcd"), Kind::npy};
    const std::vector<std::string> words{"torch", "PK"};
    const Material material{{&other}, words};
    for (const auto& mutator : mutators()) {
        const auto before = mutator.name == "inside"  ? archive()
                            : mutator.name == "value" ? R"({"a": [1, 2]})"
                                                      : npy();
        std::size_t changed = 0;
        for (const auto& bytes : made(mutator.name, before, material))
            changed += bytes != before ? 1 : 0;
        EXPECT_GT(changed, draws * 2 / 3) << mutator.name;
    }
}

TEST(Mutators, FlipTurnsUpToEightBitsAndByteWritesOne)
{
    std::set<int> counts;
    for (const auto& bytes : made("flip", npy())) {
        ASSERT_EQ(bytes.size(), npy().size());
        counts.insert(differingBits(bytes, npy()));
    }
    EXPECT_LE(*counts.rbegin(), 8);
    EXPECT_THAT(counts, IsSupersetOf({1, 2, 3, 4}));

    std::set<char> values;
    for (const auto& bytes : made("byte", std::string(9, '5'))) {
        ASSERT_EQ(bytes.size(), 9U);
        const auto at = bytes.find_first_not_of('5');
        if (at != std::string::npos) {
            EXPECT_EQ(bytes.find_first_not_of('5', at + 1), std::string::npos);
            values.insert(bytes[at]);
        }
    }
    EXPECT_THAT(values, IsSupersetOf({'\0', '\1', '\x7f', '\xff', '\n'}));
}

TEST(Mutators, CutEndsAtEveryJoint)
{
    const auto before = archive();
    std::set<std::size_t> lengths;
    for (const auto& bytes : made("cut", before)) {
        ASSERT_LT(bytes.size(), before.size());
        ASSERT_TRUE(before.starts_with(bytes));
        lengths.insert(bytes.size());
    }
    EXPECT_THAT(lengths, IsSupersetOf({std::size_t{30}, before.find("PK\1\2"), before.find("PK\5\6")}));
}

TEST(Mutators, TakeOutAndRepeatLeaveAllElseAsItWas)
{
    const auto before = npy();
    for (const auto& bytes : made("take-out", before)) {
        ASSERT_LT(bytes.size(), before.size());
        EXPECT_GE(commonHead(bytes, before) + commonTail(bytes, before), bytes.size());
    }
    for (const auto& bytes : made("repeat", before)) {
        ASSERT_GT(bytes.size(), before.size());
        EXPECT_GE(commonHead(before, bytes) + commonTail(before, bytes), before.size());
    }
    for (const auto& bytes : made("repeat", std::string(longestMutant - 10, 'x')))
        ASSERT_LE(bytes.size(), longestMutant);
}

TEST(Mutators, NumberSetsLengthsInBothOrdersOfBytes)
{
    // A header of .npy: its length are the two bytes behind the version.
    const auto before = npy();
    const auto length = static_cast<unsigned char>(before[8]) + 256U * static_cast<unsigned char>(before[9]);
    const auto structure = structureOf(before);
    std::set<std::string> lengths;
    for (std::uint64_t number = 0; number < 20 * draws; ++number) {
        Dice dice(2, number);
        auto bytes = before;
        if (!mutatorNamed("number").apply(bytes, {}, dice))
            continue;
        ASSERT_EQ(bytes.size(), before.size());
        const auto at = commonHead(bytes, before), end = before.size() - commonTail(bytes, before);
        EXPECT_THAT(
            structure.numbers,
            Contains(testing::ResultOf(
                [=](const Field& field) { return field.at <= at && end <= field.at + field.width; }, true)));
        lengths.insert(bytes.substr(8, 2));
    }
    using test::little;
    EXPECT_THAT(lengths, IsSupersetOf({little(0, 2), little(1, 2), little(0xffff, 2), little(0x7fff, 2),
                                       little(length + 1, 2), little(length - 1, 2), little(0x0100, 2),
                                       little(0xff7f, 2)}));
}

TEST(Mutators, DigitsBecomeLimitsAndNoNumbers)
{
    std::set<std::string> found;
    for (const auto& bytes : made("digits", "[17]")) {
        ASSERT_TRUE(bytes.starts_with('[') && bytes.ends_with(']'));
        found.insert(bytes.substr(1, bytes.size() - 2));
    }
    EXPECT_THAT(found, IsSupersetOf({"0", "1", "-1", "18", "16", "9223372036854775807", "18446744073709551616",
                                     "nan", "1717", ""}));
    EXPECT_TRUE(made("digits", "none").empty());
}

TEST(Mutators, SpliceJoinsTheHeadOfOneAndTheTailOfAnother)
{
    const auto before = npy();
    const KeptFile other{"", test::npyOf("<f4", "(5,)", std::string(20, 'z')), Kind::npy};
    for (const auto& bytes : made("splice", before, {{&other}, {}}))
        EXPECT_GE(commonHead(bytes, before) + commonTail(bytes, other.bytes), bytes.size());
    EXPECT_TRUE(made("splice", before).empty()) << "there is nothing to splice it with";
}

TEST(Mutators, WordIsOneOfTheDictionary)
{
    const auto words = wordsIn("# some\n\"a\\x00b\\\\\"\nname=\"TORCH\"\n");
    ASSERT_EQ(words, (std::vector<std::string>{std::string("a\0b\\", 4), "TORCH"}));
    for (const auto& bytes : made("word", std::string(20, '.'), {{}, words}))
        EXPECT_TRUE(bytes.find(words[0]) != std::string::npos || bytes.find(words[1]) != std::string::npos);
}

// Entries whose sums are wrong are refused before anything else is seen of them.
TEST(Mutators, InsideChangesAnEntryAndItsSums)
{
    std::set<std::string> changed;
    for (const auto& bytes : made("inside", archive())) {
        const auto opened = ZipArchive::open(test::storageOf(bytes));
        ASSERT_TRUE(opened) << opened.error().text;
        ASSERT_EQ(opened->entries().size(), 2U);
        for (const auto& entry : opened->entries()) {
            std::string warning;
            const auto payload = opened->bytes(entry, warning);
            ASSERT_TRUE(payload) << payload.error().text;
            EXPECT_EQ(warning, "");
            if (test::textOf(**payload) != npy())
                changed.insert(entry.name);
        }
    }
    EXPECT_EQ(changed, (std::set<std::string>{"a.npy", "b.npy"}));
    EXPECT_TRUE(made("inside", "text").empty());
}

TEST(Mutators, InsideLeavesHeadersTheLengthThatTheyHave)
{
    const auto tensors = test::little(8, 8) + R"({"a": 1})" + "data";
    for (const auto& bytes : made("inside", npy()))
        EXPECT_TRUE(bytes.ends_with(npy().substr(npy().size() - 48))) << "the elements stay behind it";
    for (const auto& bytes : made("inside", tensors)) {
        ASSERT_TRUE(bytes.ends_with("data"));
        EXPECT_EQ(bytes.substr(0, 8), test::little(bytes.size() - 12, 8));
        EXPECT_NE(bytes, tensors);
    }
}

TEST(Mutators, ValueLeavesJsonWithAnotherValueInIt)
{
    const std::string before = R"({"a":[1,2],"b":"c"})";
    std::set<std::string> found;
    for (const auto& text : made("value", before)) {
        ASSERT_TRUE(nlohmann::json::accept(text)) << text;
        ASSERT_NE(nlohmann::json::parse(text), nlohmann::json::parse(before));
        found.insert(text);
    }
    EXPECT_THAT(found,
                IsSupersetOf({R"({"b":"c"})", R"({"a":[1,2]})", R"({"a":[2],"b":"c"})", R"({"a":[1,2,1],"b":"c"})",
                              R"({"a":null,"b":"c"})", R"({"a":"c","b":"c"})"}));
    EXPECT_TRUE(made("value", "[1, 2").empty());
    EXPECT_TRUE(made("value", std::string(100, '[') + std::string(100, ']')).empty())
        << "it would be written by recursion";
}

TEST(Shelf, ARunIsTheSameWhateverOtherRunsDo)
{
    std::vector<KeptFile> files{{"a", npy(), Kind::npy}, {"b", archive(), Kind::zip}, {"c", "[1, 2]", Kind::text}};
    const Shelf shelf(files, {"torch"});
    const auto mutant = [&](std::uint64_t seed, std::uint64_t number) {
        Dice dice(seed, number);
        return shelf.mutant(dice).bytes;
    };
    std::vector<std::string> forwards, backwards;
    for (std::uint64_t number = 0; number < 50; ++number)
        forwards.push_back(mutant(7, number));
    for (std::uint64_t number = 50; number-- > 0;)
        backwards.insert(backwards.begin(), mutant(7, number));
    EXPECT_EQ(forwards, backwards);
    EXPECT_GT(std::set(forwards.begin(), forwards.end()).size(), 45U);
    EXPECT_NE(mutant(8, 3), mutant(7, 3));
}

TEST(Shelf, MutantsDifferFromTheFilesAndSayHow)
{
    const std::vector folders{std::string(TSCOPE_SOURCES) + "/resources/samples",
                              std::string(TSCOPE_TEST_DATA) + "/files/good"};
    const Shelf shelf(keptFilesIn(folders), {"torch"});
    ASSERT_GT(shelf.files().size(), 100U);
    std::set<std::string> used;
    for (std::uint64_t number = 0; number < 2000; ++number) {
        Dice dice(3, number);
        const auto mutant = shelf.mutant(dice);
        ASSERT_NE(mutant.bytes, mutant.from->bytes) << mutant.from->path;
        ASSERT_FALSE(mutant.how.empty());
        used.insert(mutant.how.substr(0, mutant.how.find(',')));
    }
    EXPECT_EQ(used.size(), mutators().size()) << "each of them is drawn";
}

} // namespace

} // namespace tscope::mutations
