// SPDX-License-Identifier: Apache-2.0
// Texts of files and of the command line on their way to a terminal, a program or a build server: nothing in them
// may steer what reads the output, whichever command writes it.
#include "app/tscope.h"
#include "support/tool.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <regex>
#include <sstream>
#include <string_view>

namespace tscope::app {

namespace {

using Words = std::vector<std::string>;

// A bell, colours and cursor movements in both spellings, line ends, commands of build servers in a line and at
// its begin; a turned direction and letters without width.
const std::string steering = "\x1b[31m\x07\x1b]0;title\x07\u009b2J\x7f\x08";
const std::string logCommands =
    "##[stop-commands]x ##vso[task.complete]\n::error::owned\r::add-mask::a\u2028::warning::b";
const std::string turnedText = "\u202ednuob\u202c\u2066x\u2069\u200b\u200f\ufeff\u00ad";
const std::string hostile = steering + logCommands + turnedText;
const Words hostileNames{hostile, "::error::first " + hostile, "\u00a0::stop-commands::x", "##[stop-commands]y",
                         " \t::debug::z"};

// Where the text has a character that steers, or is no UTF-8; "" for a text without.
std::string steeringIn(const std::string& text)
{
    auto quoted = text;
    std::ranges::replace_if(
        quoted, [](char c) { return c == '"' || c == '\\' || (c >= 0 && c < ' '); }, ' ');
    if (!Json::accept('"' + quoted + '"'))
        return "no UTF-8";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte < 0x20 && byte != '\n') || byte == 0x7f)
            return "byte " + std::to_string(byte) + " at " + std::to_string(i);
    }
    for (int c = 0x80; c < 0xa0; ++c)
        if (text.find({'\xc2', static_cast<char>(c)}) != std::string::npos)
            return "a control character beyond ASCII";
    for (const auto* mark :
         {"\u00ad", "\u061c", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a",
          "\u202b", "\u202c", "\u202d", "\u202e", "\u2060", "\u2066", "\u2067", "\u2068", "\u2069", "\ufeff"})
        if (text.find(mark) != std::string::npos)
            return "a character without width, or of direction";
    return "";
}

// The first line that a build server would take for a command, other than annotations where these are wanted.
std::string commandIn(const std::string& text, bool mayAnnotate)
{
    static const std::regex annotation("::(error|warning|notice) ((file|line|col|title)=[^:,]*,?)*::[^\\r\\n]*");
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.find("##[") != std::string::npos || line.find("##vso[") != std::string::npos)
            return line;
        // Blanks beyond ASCII are skipped as well.
        const auto begin = std::ranges::find_if(line, [](char c) { return c > ' ' && c < 0x7f; });
        if (std::string_view(begin, line.end()).starts_with("::") &&
            !(mayAnnotate && std::regex_match(line, annotation)))
            return line;
    }
    return "";
}

void expectHarmless(const ToolRun& run, bool mayAnnotate = false)
{
    EXPECT_TRUE(run.exitCode >= 0 && run.exitCode <= 4) << run.exitCode;
    EXPECT_EQ(steeringIn(run.out), "") << run.out.substr(0, 2000);
    EXPECT_EQ(steeringIn(run.err), "") << run.err.substr(0, 2000);
    EXPECT_EQ(commandIn(run.out, mayAnnotate), "");
    EXPECT_EQ(commandIn(run.err, false), "");
}

std::string textOf(const Words& words)
{
    return Json(words).dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string safetensorsOf(const Json& header, const std::string& data)
{
    const auto text = header.dump();
    std::string out(8, '\0');
    for (std::size_t i = 0, size = text.size(); i < 8; ++i, size >>= 8)
        out[i] = static_cast<char>(size & 255);
    return out + text + data;
}

class OneWayOut : public testing::Test
{
protected:
    OneWayOut()
    {
        const Json sound{{"layout", "csr"},
                         {"size", {2, 2}},
                         {"members", {{"compressed", {0, 1, 2}}, {"plain", {0, 1}}, {"values", {1, 2}}}}};
        auto broken = sound;
        broken["members"]["plain"] = {0, 9};
        broken[hostile] = hostile; // a key that is not known is noted
        auto opaque = sound;
        opaque["dtype"] = "float" + hostile;
        Json many = Json::object(), damaged = Json::object();
        for (std::size_t i = 0; i < hostileNames.size(); ++i) {
            many["tensors"][hostileNames[i]] = i == 1 ? broken : i == 2 ? opaque : sound;
            damaged["tensors"][hostileNames[i]] = {{"layout", "strided"}, {"members", {{"values", {1, 2, i}}}}};
        }
        m_many = m_folder.write("many.json", many.dump());
        m_one = m_folder.write("one.json", Json{{"tensors", {{hostile, sound}}}}.dump());
        m_broken = m_folder.write("broken.json", Json{{"tensors", {{hostile, broken}}}}.dump());
        m_nested = m_folder.write(
            "nested.json",
            Json{{"tensors", {{hostile, {{"layout", "nested"}, {"components", {{1, 2}, {3}}}}}}}}.dump());
        // A name of a file can hold all of it but a slash.
        m_odd = m_folder.write("\xff\xfe" + hostile + ".json", readFile(m_broken));
        m_cut = m_folder.write(logCommands + ".npy", "\x93NUMPY");
        m_safetensors =
            m_folder.write("s.safetensors",
                           safetensorsOf({{"__metadata__", {{hostile, hostile}}},
                                          {hostile, {{"dtype", "F32"}, {"shape", {1}}, {"data_offsets", {0, 4}}}},
                                          {"::error::" + hostile,
                                           {{"dtype", hostile}, {"shape", {1}}, {"data_offsets", {4, 8}}}}},
                                         "aaaabbbb"));
        m_damaged = m_folder.path("d.npz");
        EXPECT_EQ(tscope({"convert", m_folder.write("d.json", damaged.dump()), m_damaged}).exitCode, 0);
        auto bytes = readFile(m_damaged);
        bytes[bytes.find("\x93NUMPY")] = 'x';
        m_folder.write("d.npz", bytes);
        const std::string steps = "\nhint: a\nhint: b\nhint: c\nworked: " + hostile + "\nanswer: number = 1\n";
        m_lesson = m_folder.write(hostile.substr(0, 100) + ".lesson",
                                  "# " + hostile + "\ngoal: g\n## " + hostile + "\nask: " + hostile + steps);
        m_wrongLesson = m_folder.write("wrong.lesson", "# t\ngoal: g\n## s\nask: a\ncover: " + hostile + steps);
        m_results = m_folder.write(hostile.substr(0, 100) + "r.json", Json{{"tensorscope_lesson_results", 1},
                                                                           {"lesson", hostile.substr(0, 100)},
                                                                           {"student", hostile.substr(0, 150)},
                                                                           {"seed", 1},
                                                                           {"exercises", Json::array()}}
                                                                          .dump());
        // As if it were a checkout.
        ::setenv("GITHUB_WORKSPACE", m_folder.path("").c_str(), 1);
    }
    ~OneWayOut() override { ::unsetenv("GITHUB_WORKSPACE"); }

    // The arguments of each command; every command prints hostile texts with them.
    std::map<std::string, std::vector<Words>> calls() const
    {
        const auto out = m_folder.path("out.json"), picture = m_folder.path(hostile + ".png");
        const Words inputs{m_many,
                           m_one,
                           m_broken,
                           m_odd,
                           m_cut,
                           m_safetensors,
                           m_damaged,
                           m_one + "::" + hostile,
                           m_one + "::" + logCommands,
                           m_folder.path(hostile)};
        std::map<std::string, std::vector<Words>> all;
        for (const auto& input : inputs) {
            all["info"].push_back({input, "--stats"});
            all["info"].push_back({input, "--header"});
            all["extend"].push_back({"layout", "toy", input, "--like", "csr", "--run", "sum", "--fill", "kernel"});
            all["check"].push_back({input});
            all["check"].push_back({input, m_many, "--max-witnesses", "0"});
            all["locate"].push_back({input, "--at", "1,1"});
            all["locate"].push_back({input, "--member", hostile, "--slot", "0"});
            all["build"].push_back({input, "--trace"});
            all["build"].push_back({input, "--draft"});
            all["repair"].push_back({input, out});
            all["repair"].push_back({input, "--dry-run"});
            all["transform"].push_back({input, m_folder.path(hostile + "t.json"), "--ops", "transpose(0,1)"});
            all["transform"].push_back({input, out, "--ops", "unbind(0)" + hostile});
            all["diff"].push_back({input, m_one});
            all["diff"].push_back({m_broken, input});
            all["picture"].push_back({input, picture, "--violations"});
            all["convert"].push_back({input, m_folder.path(hostile + "c.npz")});
            all["convert"].push_back({input, m_folder.path("c" + hostile), "--layout", "coo"});
            all["run"].push_back({"sum", input, "--trace"});
            all["run"].push_back({"add", input, m_one, "--out", m_folder.path(hostile + "r.pt")});
            all["history"].push_back(
                {"x=" + input, "--requires-grad", "x", "--script", "y = x.sum(); y.backward()"});
            all["time"].push_back(
                {input, "--ops", "spmv", "--layouts", "csr,coo", "--budget", "1", "--rounds", "1", "--warm-only"});
        }
        all["check"].push_back({m_folder.path("")});
        all["make"] = {{"random", m_folder.path(hostile + "m.json"), "--size", "4,4"},
                       {hostile, out},
                       {"random", out, "--break", hostile}};
        all["run"].push_back({"to_padded", m_nested});
        all["transform"].push_back({m_nested, out, "--ops", "unbind(0)"});
        all["history"].push_back({m_one, "--script", hostile});
        all["extend"].push_back({"layout", hostile, "--like", "csr"});
        all["extend"].push_back({"device", "toy", "--like", hostile});
        all["extend"].push_back({"wrapper", "toy"});
        all["devices"] = all["ops"] = {{}};
        all["lesson"] = {{"check", m_lesson, m_wrongLesson, m_folder.path(hostile), "--seeds", "2"},
                         {"check", m_lesson, m_wrongLesson, "--json"},
                         {"key", m_lesson},
                         {"mark", m_lesson, m_results, m_wrongLesson},
                         {"mark", m_lesson, m_results, "--csv"},
                         {"key", m_wrongLesson, "--json"}};
        return all;
    }

    Folder m_folder;
    std::string m_many, m_one, m_broken, m_nested, m_odd, m_cut, m_safetensors, m_damaged, m_lesson, m_wrongLesson,
        m_results;
};

TEST_F(OneWayOut, NoCommandSaysAnythingThatSteers)
{
    const auto calls = this->calls();
    for (const auto& command : listedCommands()) {
        ASSERT_TRUE(calls.contains(command)) << command << " has no call in this test";
        const auto help = tscope({command, "--help"}).out;
        Words forms{""};
        for (const std::string form : {"--json", "--github", "--sarif"})
            if (help.find(form) != std::string::npos)
                forms.push_back(form);
        for (auto words : calls.at(command)) {
            words.insert(words.begin(), command);
            for (const auto& form : forms) {
                auto all = words;
                if (!form.empty())
                    all.push_back(form);
                SCOPED_TRACE(textOf(all));
                const auto run = tscope(all);
                expectHarmless(run, form == "--github");
                if (form == "--json" && run.out.find('\n') == run.out.size() - 1) {
                    EXPECT_TRUE(Json::accept(run.out));
                }
            }
        }
    }
}

TEST_F(OneWayOut, NoOptionIsSaidAsItWasTyped)
{
    expectHarmless(tscope({hostile}));
    expectHarmless(tscope({"--" + hostile}));
    const auto value = m_folder.path("\xff" + hostile); // files may be written
    for (const auto& command : listedCommands()) {
        SCOPED_TRACE(command);
        expectHarmless(tscope({command, hostile}));
        expectHarmless(tscope({command, "--" + hostile}));
        expectHarmless(tscope({command, hostile, hostile, hostile, hostile}));
        const Words quick = command == "time" ? Words{"--ops", "spmv", "--budget", "1", "--rounds", "1"} : Words{};
        for (const auto& option : valueOptionsOf(command))
            for (auto words : {Words{command, m_one, option, value},
                               Words{command, m_one, m_folder.path("o.json"), option, value},
                               Words{command, "sum", m_one, option, value, "--json"}}) {
                words.insert(words.end(), quick.begin(), quick.end());
                SCOPED_TRACE(textOf(words));
                expectHarmless(tscope(words));
            }
    }
}

// Names, types and reasons of a session, whoever wrote it, and the files that are made of it.
TEST_F(OneWayOut, NothingThatIsTimedSteers)
{
    const auto session = m_folder.path("session.json"), csv = m_folder.path("t.csv"),
               html = m_folder.path("t.html");
    ASSERT_EQ(tscope({"time", m_one, "--ops", "spmv", "--layouts", "csr,coo", "--budget", "1", "--rounds", "1",
                      "--save", session, "--quiet"})
                  .exitCode,
              0);
    auto saved = Json::parse(readFile(session));
    saved["machine"]["remarks"] = {hostile, "::error::" + hostile};
    for (const auto* key : {"processor", "system"})
        saved["machine"][key] = hostile;
    saved["rows"].push_back(saved["rows"][0]);
    saved["rows"].back()["status"] = "failed";
    for (auto& row : saved["rows"])
        for (const auto* key : {"reason", "kernel", "op", "checked_how"})
            if (row.contains(key))
                row[key] = row[key].is_string() ? row[key].get<std::string>() + hostile : hostile;
    const auto odd = m_folder.write("odd session" + logCommands + ".json", saved.dump());
    EXPECT_EQ(steeringIn(readFile(session)), "") << "it is looked at with cat";
    for (const auto& words :
         {Words{"--reopen", session, "--csv", csv, "--html", html}, Words{"--reopen", odd},
          Words{"--reopen", odd, "--against", session}, Words{"--reopen", session, "--against", odd},
          Words{"--reopen", odd, "--csv", csv, "--html", html, "--json"}, Words{"--reopen", m_cut},
          Words{"--reopen", m_one, "--json"}}) {
        SCOPED_TRACE(textOf(words));
        auto all = words;
        all.insert(all.begin(), "time");
        expectHarmless(tscope(all));
    }
    for (const auto& path : {csv, html}) {
        const auto text = std::regex_replace(readFile(path), std::regex("\r\n"), "\n");
        EXPECT_GT(text.size(), 500U);
        EXPECT_EQ(steeringIn(text), "");
    }
}

// Colours are the only escapes that a terminal is sent, and no name can bring its own.
TEST_F(OneWayOut, ATerminalIsSentColoursOnly)
{
    const std::regex colours("\x1b\\[(0|1|2|31|32|33)m");
    for (const std::string words : {"info ", "check ", "build "}) {
        SCOPED_TRACE(words);
        const auto said = onTerminal("TERM=xterm NO_COLOR= '" + std::string(TSCOPE_BINARY) + "' " + words + m_one);
        EXPECT_NE(said.find("\x1b[1m"), std::string::npos) << said;
        const auto plain = std::regex_replace(std::regex_replace(said, colours, ""), std::regex("\r\n"), "\n");
        EXPECT_EQ(steeringIn(plain), "") << plain;
        EXPECT_EQ(commandIn(plain, false), "");
    }
}

// A name can be typed as it is shown.
TEST_F(OneWayOut, ATensorIsFoundByTheNameThatIsShown)
{
    const auto said = tscope({"info", m_many}).out;
    for (const std::string shown :
         {":\\x3aerror::first", "\u00a0:\\x3astop-commands::x", "##\\x5bstop-commands]y"}) {
        EXPECT_NE(said.find(shown), std::string::npos) << said;
        const auto end = shown.starts_with(":\\x3aerror") ? "*" : "";
        EXPECT_EQ(tscope({"info", m_many + "::" + shown + end}).exitCode, 0) << shown;
    }
}

} // namespace

} // namespace tscope::app
