// SPDX-License-Identifier: Apache-2.0
#include "mutations/targets/target.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace tscope::mutations {

namespace {

std::string quoted(const std::string& word)
{
    constexpr std::string_view plain = "@%+,-./:=_";
    const auto isPlain = [plain](unsigned char c) {
        return std::isalnum(c) != 0 || plain.find(static_cast<char>(c)) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, isPlain))
        return word;
    std::string out = "'";
    for (const char c : word)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

} // namespace

std::string Bench::repeatLine(std::uint64_t number) const
{
    Command command{self,
                    {"--sources", sources, "--tscope", tscope, "--worker", worker, "--seed", std::to_string(seed),
                     "--only", std::to_string(number)}};
    if (!profileReader.empty())
        command.arguments.insert(command.arguments.end(), {"--profile-reader", profileReader});
    if (!target.empty())
        command.arguments.insert(command.arguments.end(), {"--target", target});
    return shellLine(command);
}

std::string outcomeOf(const LimitedRun& run)
{
    return run.ended == Ended::byItself ? "exit " + std::to_string(run.code) : "ended by force";
}

std::string shellLine(const Command& command)
{
    std::string line;
    for (const auto& setting : command.settings)
        line += setting + ' ';
    line += command.program;
    for (const auto& word : command.arguments)
        line += ' ' + quoted(word);
    return line;
}

void writeFile(const std::string& path, const std::string& bytes)
{
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush())
        throw std::runtime_error("can't write " + path);
}

std::string readFile(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in.is_open())
        throw std::runtime_error("can't read " + path);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

} // namespace tscope::mutations
