// SPDX-License-Identifier: Apache-2.0
#include "judge.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>

const nlohmann::json& orEmpty(const nlohmann::json& object, const char* key)
{
    static const auto empty = nlohmann::json::object();
    const auto at = object.find(key);
    return at == object.end() ? empty : *at;
}

void Judge::begin(std::string id)
{
    m_id = std::move(id);
    m_differences.clear();
}

bool Judge::end()
{
    for (const auto& difference : m_differences)
        std::printf("%s: %s\n", m_id.c_str(), difference.c_str());
    return m_differences.empty();
}

void Judge::say(std::string difference)
{
    m_differences.push_back(std::move(difference));
}

Judge::Json Judge::ask(const std::vector<std::string>& arguments, const Json& tensor,
                       const std::vector<int>& exitCodes)
{
    auto all = arguments;
    all.push_back("--json");
    const auto run = runTool(m_tool, all, tensor.dump());
    std::string words;
    for (const auto& argument : arguments)
        words += " " + argument;
    if (std::ranges::find(exitCodes, run.exitCode) == exitCodes.end()) {
        say("tscope" + words + " ended with " + std::to_string(run.exitCode) + ": " + run.err);
        return nullptr;
    }
    auto answer = Json::parse(run.out, nullptr, false);
    if (answer.is_discarded()) {
        say("tscope" + words + " printed no JSON");
        return nullptr;
    }
    return answer;
}

std::string Judge::file(const std::string& name, const Json& tensor)
{
    const auto path = m_scratch / name;
    std::ofstream(path) << tensor.dump();
    return path.string();
}

void Judge::expectEqual(const std::string& what, const Json& expected, const Json& actual)
{
    if (expected != actual)
        say(what + ": expected " + expected.dump() + ", found " + actual.dump());
}

void Judge::expectSameSet(const std::string& what, const Json& expected, const Json& actual)
{
    const auto asSet = [](const Json& list) {
        std::set<std::string> set;
        for (const auto& item : list)
            set.insert(item.dump());
        return set;
    };
    if (asSet(expected) != asSet(actual))
        say(what + ": expected " + expected.dump() + ", found " + actual.dump());
}

void Judge::expectWitnesses(const std::string& rule, const Json& expected, const Json& actual, bool complete)
{
    if (complete ? expected.size() != actual.size() : expected.size() > actual.size()) {
        say(rule + ": expected " + std::to_string(expected.size()) + " places, found " +
            std::to_string(actual.size()));
        return;
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
        for (const auto& [key, value] : expected[i].items())
            if (!actual[i].contains(key) || actual[i][key] != value) {
                say(rule + " place " + std::to_string(i) + ": expected " + expected[i].dump() + ", found " +
                    actual[i].dump());
                return;
            }
}
