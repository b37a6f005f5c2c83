// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/command_line.h"

#include "mutations/running/limited_run.h"
#include "mutations/targets/target.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <set>
#include <unistd.h>

namespace tscope::mutations {

namespace {

using testing::ElementsAre;

std::string sources()
{
    return TSCOPE_SOURCES;
}

std::vector<Words> keptLines()
{
    return commandLinesIn(readFile(sources() + "/tests/mutations/kept/command_lines.txt"));
}

TEST(CommandLines, AreWordsWithoutComments)
{
    EXPECT_THAT(commandLinesIn("# a comment\ninfo a.json --json\n\ndevices\n"),
                ElementsAre(Words{"info", "a.json", "--json"}, Words{"devices"}));
}

TEST(CommandLines, NameNothingOutsideTheirFolder)
{
    for (const auto* word : {"/etc/x", "a/b", "~", "~user", "..", "../x", "--save=/x"})
        EXPECT_FALSE(staysInFolder(word)) << word;
    for (const auto* word : {"a.json", "--at=1,2", "", "a..b"})
        EXPECT_TRUE(staysInFolder(word)) << word;
    const auto lines = keptLines();
    for (std::uint64_t number = 0; number < 5000; ++number) {
        Dice dice(1, number);
        for (const auto& word : mutatedCommandLine(lines, dice))
            ASSERT_TRUE(staysInFolder(word)) << word;
    }
}

TEST(CommandLines, AreMutatedInManyWaysThatCanBeRepeated)
{
    const std::vector<Words> lines{{"info", "a.json", "--at=1,20"}, {"make", "--size", "3"}};
    std::set<Words> all;
    for (std::uint64_t number = 0; number < 3000; ++number) {
        Dice dice(1, number), again(1, number);
        const auto words = mutatedCommandLine(lines, dice);
        ASSERT_EQ(words, mutatedCommandLine(lines, again));
        ASSERT_TRUE(words != lines[0] || words != lines[1]);
        all.insert(words);
    }
    for (const auto& words :
         {Words{"info", "a.json"}, Words{"info", "a.json", "a.json", "--at=1,20"}, Words{"info", "a.json", "3"},
          Words{"info", "a.json", "--at=1,nan"}, Words{"info", "a.json", "--at=-1,20"},
          Words{"info", "a.json", "--at=1,9223372036854775807"}, Words{"make", "--size=3"},
          Words{"make", "--size3"}, Words{"make", "--size", ""}})
        EXPECT_TRUE(all.contains(words)) << words.back();
}

// A kept line that is invalid before any mutation would be refused early, and its mutants would test little.
TEST(CommandLines, ThatAreKeptDoWhatTheyAreFor)
{
    const auto folder = ::testing::TempDir() + "kept-command-lines-" + std::to_string(::getpid());
    std::filesystem::copy(sources() + "/resources/samples", folder);
    for (const auto& words : keptLines()) {
        const auto run = runLimited({TSCOPE_BINARY, words, folder, {"TSCOPE_CUDA=simulated"}},
                                    {.cpuSeconds = 100, .wallSeconds = 300, .memoryKib = 4 << 20});
        EXPECT_TRUE(run.ended == Ended::byItself && (run.code == 0 || run.code == 1))
            << testing::PrintToString(words) << ' ' << run.code << ": " << run.err;
    }
    std::filesystem::remove_all(folder);
}

} // namespace

} // namespace tscope::mutations
