// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace tscope::app {

ToolRun tscope(const std::vector<std::string>& arguments, const std::string& input, std::size_t mostKept)
{
    return runTool(TSCOPE_BINARY, arguments, input, mostKept);
}

std::string onTerminal(const std::string& command)
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        return "";
    // The other side must stay open here, or what was printed is gone with the program.
    const std::string name = ptsname(terminal);
    const int other = open(name.c_str(), O_RDWR | O_NOCTTY);
    const auto status = std::system((command + " > " + name + " 2>&1").c_str());
    EXPECT_TRUE(WIFEXITED(status));
    std::string out(1 << 16, '\0');
    const auto count = read(terminal, out.data(), out.size());
    close(other);
    close(terminal);
    out.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return out;
}

std::vector<std::string> listedCommands()
{
    const auto help = tscope({"--help"}).out;
    std::istringstream lines(help.substr(help.find("Subcommands:")));
    std::vector<std::string> names;
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line) && line.starts_with("  ");)
        if (line[2] != ' ')
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
    return names;
}

std::vector<std::string> valueOptionsOf(const std::string& command)
{
    static const std::regex line("\n  (?:-\\w,)?(--[a-z-]+) [A-Z,]{3}");
    const auto help = tscope({command, "--help"}).out;
    std::vector<std::string> options;
    for (std::sregex_iterator at(help.begin(), help.end(), line), end; at != end; ++at)
        options.push_back((*at)[1]);
    return options;
}

std::set<std::string> optionsIn(const std::string& text)
{
    std::set<std::string> out;
    for (auto at = text.find("--"); at != std::string::npos; at = text.find("--", at + 2)) {
        auto end = at + 2;
        while (end < text.size() && (std::islower(static_cast<unsigned char>(text[end])) != 0 || text[end] == '-'))
            ++end;
        out.insert(text.substr(at + 2, end - at - 2));
    }
    return out;
}

Answer ask(std::vector<std::string> arguments, const std::string& input)
{
    arguments.emplace_back("--json");
    const auto run = tscope(arguments, input);
    auto json = Json::parse(run.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << run.out << run.err;
    return {run.exitCode, json.is_discarded() ? Json() : std::move(json)};
}

Json expectFailure(const std::vector<std::string>& arguments, int exitCode, const std::string& input)
{
    const auto plain = tscope(arguments, input);
    std::string line;
    for (const auto& word : arguments)
        line += " " + word.substr(0, 80);
    SCOPED_TRACE("tscope" + line);
    EXPECT_EQ(plain.exitCode, exitCode) << plain.err;
    EXPECT_EQ(plain.out, "");
    EXPECT_TRUE(plain.err.starts_with("tscope: ")) << plain.err;
    EXPECT_EQ(std::ranges::count(plain.err, '\n'), 1) << plain.err;
    EXPECT_LT(plain.err.size(), 600U) << plain.err;

    auto words = arguments;
    words.emplace_back("--json");
    const auto run = tscope(words, input);
    EXPECT_EQ(run.exitCode, exitCode);
    EXPECT_EQ(run.err, plain.err);
    const auto json = Json::parse(run.out, nullptr, false);
    if (!json.is_object() || !json.contains("error")) {
        ADD_FAILURE() << "no error object: " << run.out;
        return {};
    }
    expectKeys(json["error"], {{"code", "s"}, {"text", "s"}, {"where", "ns"}, {"reason", "ns"}}, "error");
    return json["error"];
}

void expectKeys(const Json& object, const Keys& keys, std::string_view where)
{
    ASSERT_TRUE(object.is_object()) << where << ": " << object.dump().substr(0, 300);
    const auto initialOf = [](const Json& value) {
        switch (value.type()) {
        case Json::value_t::null:
            return 'n';
        case Json::value_t::boolean:
            return 'b';
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
            return 'i';
        case Json::value_t::number_float:
            return 'f';
        case Json::value_t::string:
            return 's';
        case Json::value_t::array:
            return 'a';
        default:
            return 'o';
        }
    };
    for (const auto& [key, types] : keys) {
        if (!object.contains(key)) {
            ADD_FAILURE() << where << " has no " << key << ": " << object.dump().substr(0, 300);
            continue;
        }
        const auto initial = initialOf(object[key]);
        const std::string_view allowed = types;
        EXPECT_TRUE(allowed.find(initial) != allowed.npos || (initial == 'i' && allowed.find('f') != allowed.npos))
            << where << "." << key << " is " << object[key].dump().substr(0, 100) << ", wanted one of " << types;
    }
}

void expectTensorInfo(const Json& info)
{
    expectKeys(info,
               {{"name", "s"},
                {"layout", "s"},
                {"dtype", "s"},
                {"size", "an"},
                {"device", "s"},
                {"nnz", "in"},
                {"batch_dims", "in"},
                {"dense_dims", "in"},
                {"blocksize", "an"},
                {"index_dtype", "sn"},
                {"numel", "in"},
                {"bytes", "in"},
                {"storage_bytes", "in"},
                {"members", "a"},
                {"flags", "o"},
                {"reach", "on"},
                {"quantizer", "sn"}},
               "tensor");
    if (!info.is_object() || !info.contains("members"))
        return;
    for (const auto& member : info["members"])
        expectKeys(member,
                   {{"name", "s"},
                    {"as", "s"},
                    {"dtype", "s"},
                    {"shape", "a"},
                    {"strides", "an"},
                    {"offset", "in"},
                    {"storage_numel", "in"},
                    {"storage_id", "in"},
                    {"bytes", "in"},
                    {"device", "s"},
                    {"pinned", "b"},
                    {"contiguous", "bn"},
                    {"data", "an"}},
                   "member");
    expectKeys(info["flags"],
               {{"contiguous", "bn"},
                {"channels_last", "bn"},
                {"channels_last_3d", "bn"},
                {"channels_last_strides", "bn"},
                {"channels_last_3d_strides", "bn"},
                {"non_overlapping_and_dense", "bn"},
                {"overlap", "sn"},
                {"overlap_torch", "sn"},
                {"is_coalesced", "bn"}},
               "flags");
    if (!info["reach"].is_null())
        expectKeys(info["reach"], {{"first", "in"}, {"last", "in"}, {"min_storage", "in"}}, "reach");
}

void expectReport(const Json& answer)
{
    expectKeys(answer, {{"valid", "b"}, {"contract", "s"}, {"tensors", "a"}}, "report");
    if (!answer.is_object() || !answer.contains("tensors"))
        return;
    for (const auto& tensor : answer["tensors"]) {
        expectKeys(tensor,
                   {{"name", "s"},
                    {"layout", "s"},
                    {"valid", "b"},
                    {"findings", "a"},
                    {"skipped", "a"},
                    {"inferred_size", "an"},
                    {"inferred_size_published", "an"},
                    {"causes", "a"},
                    {"misreadings", "a"},
                    {"remarks", "a"},
                    {"repairs", "a"}},
                   "report of a tensor");
        for (const auto& finding : tensor["findings"]) {
            expectKeys(finding,
                       {{"rule", "s"},
                        {"level", "s"},
                        {"count", "i"},
                        {"statement", "s"},
                        {"consequence_of", "a"},
                        {"truncated", "b"},
                        {"witnesses", "a"}},
                       "finding");
            EXPECT_GE(finding["count"], 1);
            EXPECT_TRUE(finding["level"] == "violation" || finding["level"] == "advisory");
            EXPECT_LE(finding["witnesses"].size(), finding["count"].get<std::size_t>());
        }
        for (const auto& skipped : tensor["skipped"])
            expectKeys(skipped, {{"rule", "s"}, {"because", "s"}}, "skipped");
        for (const auto& cause : tensor["causes"])
            expectKeys(cause, {{"text", "s"}, {"rules", "a"}, {"member", "sn"}, {"index", "in"}}, "cause");
        for (const auto& misreading : tensor["misreadings"])
            expectKeys(misreading, {{"id", "s"}, {"as", "sn"}, {"violations", "i"}, {"text", "s"}}, "misreading");
        for (const auto& remark : tensor["remarks"])
            expectKeys(remark, {{"id", "s"}, {"count", "i"}, {"text", "s"}}, "remark");
        for (const auto& repair : tensor["repairs"])
            expectKeys(repair, {{"id", "s"}, {"title", "s"}, {"lossless", "b"}, {"clears", "a"}}, "repair");
    }
}

std::string sample(const std::string& name)
{
    return std::string(TSCOPE_SAMPLES) + "/" + name + ".json";
}

std::vector<std::string> sampleNames()
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(TSCOPE_SAMPLES))
        names.push_back(entry.path().stem());
    std::ranges::sort(names);
    return names;
}

Folder::Folder()
{
    auto name = (std::filesystem::temp_directory_path() / "tscope-test-XXXXXX").string();
    if (mkdtemp(name.data()))
        m_path = name;
    else
        ADD_FAILURE() << "no folder for the test: " << name;
}

Folder::~Folder()
{
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
}

std::string Folder::write(const std::string& name, std::string_view text) const
{
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
}

std::string readFile(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

} // namespace tscope::app
