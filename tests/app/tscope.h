// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/tool.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tscope::app {

using Json = nlohmann::json;

// Runs the built binary, and keeps the first of what it prints.
ToolRun tscope(const std::vector<std::string>& arguments, const std::string& input = "",
               std::size_t mostKept = SIZE_MAX);

// The output of a shell command whose standard output is a terminal.
std::string onTerminal(const std::string& command);
// The commands that the program itself lists, and of each the options that take a value.
std::vector<std::string> listedCommands();
std::vector<std::string> valueOptionsOf(const std::string& command);
// The long options that a text names, "--" left out.
std::set<std::string> optionsIn(const std::string& text);

// Runs it with --json and expects one JSON value on standard output; null (and a failed test) otherwise.
struct Answer {
    int exitCode = -1;
    Json json;
};
Answer ask(std::vector<std::string> arguments, const std::string& input = "");

// Expects the failure that is promised: this exit code, one sentence on standard error, nothing on standard
// output, and with --json the error object, whose text the sentence holds. Gives that object.
Json expectFailure(const std::vector<std::string>& arguments, int exitCode, const std::string& input = "");

// What a promised key may hold, by initials: n null, b bool, i integer, f any number, s string, a array, o object.
using Keys = std::initializer_list<std::pair<const char*, const char*>>;
void expectKeys(const Json& object, const Keys& keys, std::string_view where);
void expectTensorInfo(const Json& info);
void expectReport(const Json& answer); // as `check` gives it

std::string sample(const std::string& name); // of resources/samples, without its ending
std::vector<std::string> sampleNames();

// A folder of one test, removed with all in it.
class Folder
{
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string path(const std::string& name) const { return m_path + "/" + name; }
    std::string write(const std::string& name, std::string_view text) const; // its path

private:
    std::string m_path;
};
std::string readFile(const std::string& path);

} // namespace tscope::app
