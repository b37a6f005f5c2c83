// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include "base/say.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>

namespace tscope::cli {

namespace {

// Lists that may have nothing in them: the index of a 0-d tensor, no batch and no dense dims.
constexpr std::array<std::string_view, 3> mayBeEmpty{"--at", "--batch", "--dense"};

const CLI::App* commandCalled(const CLI::App& app, std::string_view name)
{
    const auto found = app.get_subcommands([&](const CLI::App* command) { return command->get_name() == name; });
    return found.empty() ? nullptr : found.front();
}

const CLI::Option* optionCalled(const CLI::App& command, std::string_view name)
{
    return name.size() > 1 && name.starts_with('-') ? command.get_option_no_throw(std::string(name)) : nullptr;
}

Error noValue(const CLI::App& command, std::string_view option, const std::string& found)
{
    return invalidArgument(
        say("{0} wants a value, found {1}; see tscope {2} --help", option, found, command.get_name()));
}

Result<void> checkValue(const CLI::App& command, std::string_view option, std::string_view value)
{
    if (value.empty() && std::ranges::find(mayBeEmpty, option) == mayBeEmpty.end())
        return noValue(command, option, "an empty one");
    if (value.starts_with("--") || optionCalled(command, value) != nullptr)
        return noValue(command, option, "the option " + std::string(value));
    return {};
}

} // namespace

Result<std::vector<std::string>> separated(const CLI::App& app, std::span<const std::string_view> words)
{
    std::vector<std::string> out;
    const CLI::App* command = nullptr;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto word = words[i];
        if (word == "--") { // no options from here on
            out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
            break;
        }
        const auto equals = std::min(word.find('='), word.size());
        const auto name = word.substr(0, equals);
        const auto* option = command != nullptr ? optionCalled(*command, name) : nullptr;
        if (command == nullptr)
            command = commandCalled(app, word);
        else if (const auto* within = commandCalled(*command, word)) // "lesson check"
            command = within;
        const bool isOwnWord = equals + 1 < word.size(); // --name=value
        if (option == nullptr || option->get_items_expected_min() == 0 || isOwnWord) {
            out.emplace_back(word);
            continue;
        }
        out.emplace_back(name);
        if (equals == word.size() && i + 1 == words.size())
            break; // the parser says what is missing
        const auto value = equals < word.size() ? std::string_view() : words[++i];
        if (auto checked = checkValue(*command, name, value); !checked)
            return checked.error();
        out.emplace_back(value);
    }
    return out;
}

} // namespace tscope::cli
