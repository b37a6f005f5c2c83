// SPDX-License-Identifier: Apache-2.0
#include "timing/plan_command.h"

#include "core/timing/small_plan.h"
#include "core/timing/support/made_session.h"
#include "timing/plan_words.h"
#include "timing/session_html.h"
#include "timing/timed_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace tscope::timing {

namespace {

std::vector<std::string> splitAt(const std::string& text, char between)
{
    std::vector<std::string> out;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, between);)
        out.push_back(word);
    return out;
}

// The options of a command line without quoted words, as the parser of tscope reads them: lists by commas.
std::map<std::string, std::vector<std::string>> optionsOf(const std::string& command)
{
    std::map<std::string, std::vector<std::string>> out;
    std::string option;
    for (const auto& word : splitAt(command, ' '))
        if (word.starts_with("--"))
            out[option = word];
        else if (!option.empty())
            out[option] = splitAt(word, ',');
    return out;
}

Plan askedBy(const std::string& command, const std::vector<PlanSubject>& tensors)
{
    auto options = optionsOf(command);
    PlanWords words;
    words.ops = options["--ops"];
    words.layouts = options["--layouts"];
    words.dtypes = options["--dtypes"];
    words.indexTypes = options["--index-dtypes"];
    words.devices = options["--devices"];
    for (const auto& count : options["--threads"])
        words.threads.push_back(std::stoi(count));
    for (const auto& times : options["--densities"])
        words.densities.push_back(std::stod(times));
    auto plan = planOf(words, tensors);
    EXPECT_TRUE(plan) << command << '\n' << plan.error().text;
    const auto number = [&](const char* option, std::int64_t usual) {
        return options.contains(option) ? std::stoll(options[option].front()) : usual;
    };
    plan->budget = std::chrono::milliseconds(number("--budget", 1000));
    plan->rounds = static_cast<int>(number("--rounds", plan->rounds));
    plan->isCold = !options.contains("--warm-only");
    plan->maxBytes = number("--max-memory", 0);
    plan->mostDenseBytes = number("--max-dense", plan->mostDenseBytes);
    return *plan;
}

std::string told(const Plan& plan)
{
    std::ostringstream out;
    for (const auto& workload : plan.workloads)
        out << workload.name << '|';
    for (const auto& wish : plan.forms)
        out << wish.layout->name << wish.block[0] << 'x' << wish.block[1] << (wish.isPadded ? " padded " : " ")
            << (wish.dtype ? wish.dtype->name() : "own") << ' '
            << (wish.indexDType ? wish.indexDType->name() : "own") << '|';
    for (const auto& device : plan.devices)
        out << device << '|';
    for (const auto times : plan.densities)
        out << std::hexfloat << times << '|';
    out << plan.budget.count() << ' ' << plan.rounds << plan.isCold << plan.maxBytes << ' ' << plan.mostDenseBytes;
    return out.str();
}

} // namespace

TEST(PlanCommand, AsksForTheSamePlan)
{
    const std::vector<PlanSubject> matrix{{"m", madeMatrix("csr")}}, lists{{"l", madeComponents("jagged")}};
    PlanWords usual, all, own, components;
    all.ops = {"spmv", "spmm:8", "spmm k=96", "sddmm"};
    all.layouts = {"csr", "bsr", "strided"};
    all.blocks = {"2x2", "4x8"};
    all.dtypes = {"f32", "float64"};
    all.indexTypes = {"int32", "int64"};
    all.threads = {1};
    all.densities = {1.0 / 16, 1.0 / 3, 4};
    all.columns = {"24", "3"};
    own.layouts = {"coo"};
    own.isOwnFormAdded = true;
    own.devices = {"cpu", "cuda:0"};
    components.layouts = {"nested", "padded"};
    for (const auto& [words, tensors] : std::vector<std::pair<PlanWords, std::vector<PlanSubject>>>{
             {usual, matrix}, {all, matrix}, {own, matrix}, {usual, lists}, {components, lists}}) {
        auto plan = planOf(words, tensors);
        ASSERT_TRUE(plan) << plan.error().text;
        for (const bool isSpecial : {false, true}) {
            plan->budget = std::chrono::milliseconds(isSpecial ? 7 : 1000);
            plan->rounds = isSpecial ? 5 : 3;
            plan->isCold = !isSpecial;
            plan->maxBytes = isSpecial ? 123'456'789 : 0;
            plan->mostDenseBytes = isSpecial ? 4096 : plan->mostDenseBytes;
            const auto command = commandOf(*plan, std::vector<std::string>{"m.npz"});
            EXPECT_EQ(told(askedBy(command, tensors)), told(*plan)) << command;
        }
    }
}

TEST(PlanCommand, IsWrittenLikeThis)
{
    const auto tensor = madeMatrix("csr");
    PlanWords words;
    words.ops = {"spmv", "spmm"};
    words.layouts = {"csr", "bsr:4x4"};
    auto plan = *planOf(words, tensor);
    plan.budget = std::chrono::milliseconds(500);
    EXPECT_EQ(commandOf(plan, std::vector<std::string>{"/data/my file.pt::fc1.weight", "-", "-x.npz"}),
              "tscope time '/data/my file.pt::fc1.weight' - ./-x.npz --ops spmv,spmm:64 --layouts csr,bsr:4x4 "
              "--devices cpu --budget 500");
}

TEST(PlanCommand, WordsAreQuotedForAShellWhereTheyHaveToBe)
{
    EXPECT_EQ(shellWord("a/b-1_2.npz::x:y"), "a/b-1_2.npz::x:y");
    EXPECT_EQ(shellWord(""), "''");
    EXPECT_EQ(shellWord("it's $HOME; *"), "'it'\\''s $HOME; *'");
    EXPECT_EQ(shellWord("größer"), "'größer'");
    EXPECT_EQ(shellWord("a\nb"), "'a\nb'");
}

TEST(PlanCommand, ItStandsInTheReport)
{
    auto session = sessionOf({okRow(form("csr"), timed(100))});
    EXPECT_EQ(sessionHtml(session).find("tscope time"), std::string::npos);
    session.command = "tscope time 'a <b>.npz' --ops spmv";
    EXPECT_NE(sessionHtml(session).find("<pre class=\"command\">tscope time &#39;a &lt;b&gt;.npz&#39; --ops spmv"),
              std::string::npos)
        << sessionHtml(session);
}

} // namespace tscope::timing
