// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <sys/wait.h>

namespace tscope::app {

namespace {

using testing::HasSubstr;
using testing::Not;

const std::vector<std::string> commandNames = {"info", "check",   "locate",  "build",   "repair",  "transform",
                                               "diff", "make",    "devices", "ops",     "convert", "run",
                                               "time", "picture", "lesson",  "history", "extend"};

TEST(CommandLine, HelpOfEveryCommandIsFine)
{
    const auto all = tscope({"--help"});
    EXPECT_EQ(all.exitCode, 0);
    EXPECT_EQ(all.err, "");
    for (const auto& name : commandNames) {
        EXPECT_THAT(all.out, HasSubstr("\n  " + name + " "));
        const auto help = tscope({name, "--help"});
        EXPECT_EQ(help.exitCode, 0);
        EXPECT_THAT(help.out, HasSubstr("Usage: tscope " + name));
    }
    EXPECT_THAT(tscope({"--version"}).out, testing::StartsWith("tscope "));
}

TEST(CommandLine, ManualAndCompletionsKnowEveryOption)
{
    const auto resources = std::string(TSCOPE_SAMPLES) + "/../";
    auto manual = readFile(resources + "man/tscope.1");
    for (auto at = manual.find("\\-"); at != std::string::npos; at = manual.find("\\-", at))
        manual.erase(at, 1);
    const auto inManual = optionsIn(manual);
    const auto inBash = optionsIn(readFile(resources + "completions/tscope.bash"));
    const auto inZsh = optionsIn(readFile(resources + "completions/_tscope"));
    const auto fish = readFile(resources + "completions/tscope.fish");
    const auto helpOf = [](const std::string& name) {
        return tscope({name, "--help"}).out +
               (name == "lesson" ? tscope({name, "check", "--help"}).out + tscope({name, "key", "--help"}).out +
                                       tscope({name, "mark", "--help"}).out + tscope({name, "make", "--help"}).out
                                 : "");
    };
    for (const auto& name : commandNames)
        for (const auto& option : optionsIn(helpOf(name))) {
            EXPECT_TRUE(inManual.contains(option)) << "manual: " << name << " --" << option;
            EXPECT_TRUE(inBash.contains(option)) << "bash: " << name << " --" << option;
            EXPECT_TRUE(inZsh.contains(option)) << "zsh: " << name << " --" << option;
            EXPECT_TRUE(fish.find("-l " + option + " ") != fish.npos ||
                        fish.find("\"" + option + ":") != fish.npos)
                << "fish: " << name << " --" << option;
        }
}

TEST(CommandLine, WrongUsageIsExitCodeThree)
{
    expectFailure({}, 3);
    EXPECT_THAT(expectFailure({"inspect", "x"}, 3)["text"].get<std::string>(), HasSubstr("inspect"));
    EXPECT_THAT(expectFailure({"check"}, 3)["text"].get<std::string>(), HasSubstr("T"));
    EXPECT_THAT(expectFailure({"check", sample("csr"), "--max-witnesses", "-1"}, 3)["text"].get<std::string>(),
                HasSubstr("--max-witnesses"));
    expectFailure({"check", sample("csr"), "--max-witnesses", "many"}, 3);
    expectFailure({"info", sample("csr"), "--colour"}, 3);
    expectFailure({"locate", sample("csr")}, 3);
    expectFailure({"locate", sample("csr"), "--at", "1,2", "--member", "plain", "--slot", "0"}, 3);
    expectFailure({"locate", sample("csr"), "--member", "plain"}, 3);
    expectFailure({"build", sample("csr"), "--unsafe", "--infer"}, 3);
    EXPECT_THAT(expectFailure({"build", sample("coo"), "--draft"}, 3)["text"].get<std::string>(),
                HasSubstr("csr"));
    EXPECT_THAT(
        expectFailure({"make", "random", "out.json", "--layout", "hexagonal"}, 3)["text"].get<std::string>(),
        HasSubstr("strided coo csr"));
    expectFailure({"repair", sample("csr")}, 3);
    expectFailure({"transform", sample("strided"), "out.json"}, 3);
    expectFailure({"transform", sample("strided"), "out.json", "--ops", "fold(1)"}, 3);
    expectFailure({"make", "random", "out.json", "--nnz", "3", "--density", "0.5"}, 3);
    expectFailure({"diff", sample("csr")}, 3);
    expectFailure({"picture", sample("csr")}, 3);
    expectFailure({"history", sample("csr")}, 3);
}

// An option parser that takes the next word for a value that is missing would answer something else, or write a
// file that is called like an option.
TEST(CommandLine, NoOptionTakesTheNextOneForItsValue)
{
    const Folder folder;
    const auto scalar = folder.write("scalar.json", R"({"layout":"strided","size":[],"members":{"values":5}})");
    const auto found = tscope({"locate", scalar, "--at=", "--json"});
    EXPECT_EQ(found.exitCode, 0) << found.err;
    EXPECT_EQ(Json::parse(found.out, nullptr, false)["value"], 5.0) << found.out;
    EXPECT_EQ(tscope({"locate", scalar, "--at", ""}).exitCode, 0);
    EXPECT_EQ(tscope({"locate", scalar, "--json", "--at="}).out, found.out);

    int count = 0;
    for (const auto& command : commandNames)
        for (const auto& option : valueOptionsOf(command)) {
            ++count;
            for (const auto& form : {option, option + "="}) {
                const auto run = tscope({command, "x", form, "--json"});
                SCOPED_TRACE(testing::Message() << command << ' ' << form);
                if (form == "--at=" || form == "--batch=" || form == "--dense=") {
                    EXPECT_THAT(run.err, Not(HasSubstr("wants a value"))) << "an empty list";
                    continue;
                }
                EXPECT_EQ(run.exitCode, 3);
                EXPECT_THAT(run.err, HasSubstr(option + " wants a value"));
                EXPECT_TRUE(Json::parse(run.out, nullptr, false).contains("error")) << "--json is still meant";
            }
        }
    EXPECT_GT(count, 40);
    EXPECT_EQ(tscope({"run", "sum", sample("csr"), "-p", "--json"}).exitCode, 3);
}

TEST(CommandLine, NumbersOfMoreThan64BitsAreRefusedAsTheyWereTyped)
{
    const std::string number = "18446744073709551616";
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"make", "random", "out.json", "--seed", number},
             {"make", "random", "out.json", "--nnz", number},
             {"check", sample("csr"), "--max-witnesses", number},
             {"locate", sample("csr"), "--member", "plain", "--slot", number},
             {"transform", sample("strided"), "out.json", "--ops", "contiguous()", "--max-memory", number}})
        EXPECT_THAT(expectFailure(words, 3)["text"].get<std::string>(), HasSubstr('"' + number + '"'));
    expectFailure({"make", "random", "out.json", "--seed", "-1"}, 3);
}

TEST(CommandLine, HowManyPlacesAreShownDoesNotChangeTheAdvice)
{
    const auto all = ask({"check", sample("broken_pointer"), "--max-witnesses", "0"}).json["tensors"][0];
    const auto one = ask({"check", sample("broken_pointer"), "--max-witnesses", "1"}).json["tensors"][0];
    EXPECT_FALSE(all["repairs"].empty());
    EXPECT_EQ(one["repairs"], all["repairs"]);
    EXPECT_EQ(one["causes"], all["causes"]);
    EXPECT_EQ(one["findings"][0]["witnesses"].size(), 1u);
}

TEST(CommandLine, AnUnknownContractIsAnsweredWithTheKnownOnes)
{
    const auto text = expectFailure({"check", sample("csr"), "--contract", "torch"}, 3)["text"].get<std::string>();
    for (const auto* name : {"pytorch", "documented", "csr-2021", "csr-2021-draft", "scipy", "cusparse"})
        EXPECT_THAT(text, HasSubstr(name));
}

TEST(CommandLine, UnreadableInputIsExitCodeTwoForEveryCommand)
{
    const Folder folder;
    const auto broken = folder.write("broken.json", R"({"layout": "csr", )");
    const auto out = folder.path("out.json");
    for (const auto& path : {broken, folder.path("nowhere.json"), folder.path("")}) {
        expectFailure({"info", path}, 2);
        if (path != folder.path("")) // a folder is walked
            expectFailure({"check", path}, 2);
        expectFailure({"locate", path, "--at", "0,0"}, 2);
        expectFailure({"build", path}, 2);
        expectFailure({"repair", path, out}, 2);
        expectFailure({"transform", path, out, "--ops", "contiguous()"}, 2);
        expectFailure({"diff", path, sample("csr")}, 2);
        expectFailure({"history", path, "--script", "x"}, 2);
        expectFailure({"diff", sample("csr"), path}, 2);
    }
    EXPECT_EQ(readFile(out), "") << "nothing is written on a failure";
}

TEST(CommandLine, WhatThisBuildCannotDoIsExitCodeFour)
{
    expectFailure({"convert", sample("csr"), "out.json", "--device", "cuda:0"}, 4);
    expectFailure({"run", "add", sample("csr"), sample("csr"), "--device", "cuda:0"}, 4);
    expectFailure({"check", sample("csr"), "--device", "cuda:0"}, 4);
    const Folder folder;
    expectFailure({"repair", sample("csr"), folder.path("out.weights")}, 4);
}

TEST(CommandLine, ReadsStandardInput)
{
    EXPECT_EQ(tscope({"check", "-"}, readFile(sample("csr"))).exitCode, 0);
    EXPECT_EQ(tscope({"check", "-"}, readFile(sample("broken_pointer"))).exitCode, 1);
    EXPECT_EQ(tscope({"check", "-"}, "[[1, 2], [3, 4]]").exitCode, 0);
    expectFailure({"check", "-"}, 2, "");
    expectFailure({"info", "-"}, 2, "print('no tensor')");
}

constexpr auto threeTensors = R"({"tensors": {
    "fc1.weight": {"layout": "strided", "members": {"values": [[1, 2], [3, 4]]}},
    "fc1.bias": {"layout": "strided", "members": {"values": [1]}},
    "fc2.weight": {"layout": "csr", "size": [1, 1], "members": {"compressed": [0, 3], "plain": [0], "values": [1]}}}})";

TEST(CommandLine, ChoosesTensorsByNameAndGlob)
{
    const Folder folder;
    const auto path = folder.write("model.json", threeTensors);
    const auto count = [&](const std::string& name) {
        return ask({"info", path + "::" + name}).json["tensors"].size();
    };
    EXPECT_EQ(ask({"info", path}).json["tensors"].size(), 3U);
    EXPECT_EQ(count("fc1.bias"), 1U);
    EXPECT_EQ(count("fc1.*"), 2U);
    EXPECT_EQ(count("*"), 3U);
    EXPECT_EQ(count("fc?.weight"), 2U);
    EXPECT_EQ(tscope({"check", path + "::fc1.*"}).exitCode, 0);
    EXPECT_EQ(tscope({"check", path}).exitCode, 1);
    const auto missing = expectFailure({"info", path + "::fc3"}, 2);
    EXPECT_THAT(missing["text"].get<std::string>(), HasSubstr("fc1.bias")) << "says what there is";
    expectFailure({"locate", path, "--at", "0"}, 2);
}

TEST(CommandLine, ColoursOnATerminalOnlyAndHonoursNoColor)
{
    const auto command = std::string(TSCOPE_BINARY) + " check " + sample("csr");
    EXPECT_THAT(onTerminal("TERM=xterm NO_COLOR= " + command), HasSubstr("\x1b["));
    EXPECT_THAT(onTerminal("TERM=xterm NO_COLOR=1 " + command), Not(HasSubstr("\x1b[")));
    EXPECT_THAT(onTerminal("TERM=dumb " + command), Not(HasSubstr("\x1b[")));
    EXPECT_THAT(tscope({"check", sample("csr")}).out, Not(HasSubstr("\x1b[")));
}

TEST(CommandLine, NoFileCanWriteToTheTerminal)
{
    const auto input =
        "{\"tensors\": {\"a\\u001b[31m\": {\"layout\": \"strided\", \"members\": {\"values\": [1]}}}}";
    for (const auto* command : {"info", "check", "build"})
        EXPECT_THAT(tscope({command, "-"}, input).out, Not(HasSubstr("\x1b"))) << command;
}

TEST(CommandLine, SaysSoWhenItsOutputCannotBeWritten)
{
    const auto status =
        std::system((std::string(TSCOPE_BINARY) + " info " + sample("csr") + " > /dev/full").c_str());
    EXPECT_EQ(WEXITSTATUS(status), 4);
}

TEST(CommandLine, WritesNothingUnlessTold)
{
    const auto before = readFile(sample("broken_pointer"));
    tscope({"repair", sample("broken_pointer"), "--dry-run"});
    tscope({"check", sample("broken_pointer")});
    EXPECT_EQ(readFile(sample("broken_pointer")), before);
}

} // namespace

} // namespace tscope::app
