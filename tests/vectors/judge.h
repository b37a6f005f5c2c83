// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/tool.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

// object[key], or an empty object where there is none: it outlives a range-for over its items.
const nlohmann::json& orEmpty(const nlohmann::json& object, const char* key);

// Holds the answers of one case against what is expected of it; every difference is a line.
class Judge
{
public:
    using Json = nlohmann::json;

    Judge(std::string tool, std::filesystem::path scratch) : m_tool(std::move(tool)), m_scratch(std::move(scratch))
    {
    }

    void begin(std::string id);
    bool end(); // whether nothing was said against this case; prints what was

    // Runs `tscope ARGUMENTS --json` on the case's tensor. An answer that is no JSON, or another exit code than
    // these, is a difference and gives null.
    Json ask(const std::vector<std::string>& arguments, const Json& tensor, const std::vector<int>& exitCodes);
    // Runs `tscope ARGUMENTS`; what comes of it is for the caller to judge.
    ToolRun run(const std::vector<std::string>& arguments) const { return runTool(m_tool, arguments); }
    // The tensor as a file, for commands that take two.
    std::string file(const std::string& name, const Json& tensor);

    void expectEqual(const std::string& what, const Json& expected, const Json& actual);
    void expectSameSet(const std::string& what, const Json& expected, const Json& actual);
    // Every expected witness, in order, with at least its keys.
    void expectWitnesses(const std::string& rule, const Json& expected, const Json& actual, bool complete);
    void say(std::string difference);

private:
    std::string m_tool;
    std::filesystem::path m_scratch;
    std::string m_id;
    std::vector<std::string> m_differences;
};
