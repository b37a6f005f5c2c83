// SPDX-License-Identifier: Apache-2.0
#include "expectation.h"

#include "support/sanitized.h"
#include "tensors.h"

#include <set>

namespace {

using Json = Judge::Json;

// A hostile file may not take longer, nor more memory.
constexpr double mostSeconds = 2;
constexpr long mostKib = 256 << 10;

struct Answer {
    int exitCode = -1;
    Json json;
    std::string err;
};

Answer ask(Judge& judge, const std::string& command, const std::filesystem::path& path, bool stats)
{
    std::vector<std::string> arguments{command, path.string(), "--json"};
    if (stats)
        arguments.emplace_back("--stats");
    if (command == "check")
        arguments.insert(arguments.end(), {"--max-witnesses", "64"});
    const auto run = judge.run(arguments);
    if (run.exitCode > 2)
        judge.say(command + " ended with " + std::to_string(run.exitCode) + ": " + run.err);
    if (!tscope::test::isSanitized && run.seconds > mostSeconds)
        judge.say(command + " took " + std::to_string(run.seconds) + " s");
    if (!tscope::test::isSanitized && run.peakMemoryKib > mostKib)
        judge.say(command + " took " + std::to_string(run.peakMemoryKib) + " KiB");
    return {run.exitCode, Json::parse(run.out, nullptr, false), run.err};
}

void judgeRefusal(Judge& judge, const Json& expected, const Answer& info, const Answer& check)
{
    judge.expectEqual("exit codes", Json::array({2, 2}), Json::array({info.exitCode, check.exitCode}));
    if (!info.json.contains("error"))
        return judge.say("a refused file has an error to tell, found " + info.json.dump());
    const auto text = info.json["error"].value("text", std::string());
    if (text.size() < 15)
        judge.say("no helpful sentence: " + text);
    if (expected.contains("callable") && text.find(expected["callable"].get<std::string>()) == std::string::npos)
        judge.say("the sentence does not name " + expected["callable"].dump() + ": " + text);
}

const Json* named(const Json& tensors, const std::string& name)
{
    for (const auto& tensor : tensors)
        if (tensor["name"] == name)
            return &tensor;
    return nullptr;
}

std::set<std::string> namesIn(const Json& tensors)
{
    std::set<std::string> names;
    for (const auto& tensor : tensors)
        names.insert(tensor["name"].get<std::string>());
    return names;
}

// What was grouped by its names into one tensor may stand beside it, as it lies in the file.
std::set<std::string> withoutMembers(const std::set<std::string>& expected, std::set<std::string> found)
{
    std::erase_if(found, [&](const std::string& name) {
        const auto dot = name.rfind('.');
        return !expected.contains(name) && dot != std::string::npos && expected.contains(name.substr(0, dot));
    });
    return found;
}

void judgeTensors(Judge& judge, const Json& expected, const Answer& info, const Answer& check)
{
    if (info.exitCode != 0 || !info.json.contains("tensors"))
        return judge.say("it should open, found exit code " + std::to_string(info.exitCode) + ": " + info.err);
    if (!check.json.contains("tensors"))
        return judge.say("check gave no answer: " + check.err);
    judge.expectEqual("names", namesIn(expected["tensors"]),
                      withoutMembers(namesIn(expected["tensors"]), namesIn(info.json["tensors"])));
    bool anyViolation = false;
    for (const auto& tensor : expected["tensors"]) {
        const auto name = tensor["name"].get<std::string>();
        anyViolation = anyViolation || !tensor.value("violations", Json::array()).empty();
        if (const auto* facts = named(info.json["tensors"], name))
            judgeFacts(judge, '"' + name + '"', tensor, *facts);
        if (const auto* verdict = named(check.json["tensors"], name))
            judgeFindings(judge, '"' + name + '"', tensor, *verdict);
    }
    judge.expectEqual("exit code of check", anyViolation ? 1 : 0, check.exitCode);
}

bool mayBe(const Json& expected, const std::string& outcome)
{
    return expected["must"] == outcome || expected.value("or", std::string()) == outcome;
}

} // namespace

void judgeFile(Judge& judge, const Json& expected, const std::filesystem::path& path)
{
    const auto info = ask(judge, "info", path, true);
    const auto check = ask(judge, "check", path, false);
    const bool isRefused = info.exitCode == 2;
    if (expected["must"] == "error-or-partial") {
        if (isRefused)
            judgeRefusal(judge, expected, info, check);
        return;
    }
    if (isRefused && mayBe(expected, "reject-with-error"))
        return judgeRefusal(judge, expected, info, check);
    if (!isRefused && mayBe(expected, "load-partially") && info.json.contains("warnings") &&
        info.json["warnings"].empty())
        judge.say("what is left out should be told in a warning");
    if (!isRefused && expected["must"] == "reject-with-error" && !mayBe(expected, "load-partially"))
        return judge.say("it should be refused, found " + info.json.dump().substr(0, 200));
    if (expected["tensors"].empty() && !mayBe(expected, "load"))
        return; // not said which
    judgeTensors(judge, expected, info, check);
}
