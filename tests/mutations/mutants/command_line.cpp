// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/command_line.h"

#include <algorithm>
#include <array>

namespace tscope::mutations {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// No number in between: what a machine just about can do would be done, and take as long as that takes.
// Precondition: the word has digits.
void changeNumber(std::string& word, Dice& dice)
{
    static constexpr std::array<std::string_view, 14> numbers{"0",
                                                              "1",
                                                              "-1",
                                                              "-0",
                                                              "1099511627776",
                                                              "9223372036854775807",
                                                              "9223372036854775808",
                                                              "-9223372036854775808",
                                                              "nan",
                                                              "inf",
                                                              "1e308",
                                                              "0x10",
                                                              "18446744073709551615",
                                                              ""};
    std::vector<std::pair<std::size_t, std::size_t>> runs;
    for (std::size_t i = 0; i < word.size(); ++i)
        if (isDigit(word[i])) {
            if (runs.empty() || runs.back().first + runs.back().second != i)
                runs.emplace_back(i, 0);
            ++runs.back().second;
        }
    const auto [at, length] = dice.of(runs);
    word.replace(at, length, dice.of(numbers));
}

void changeCharacters(std::string& word, Dice& dice)
{
    static constexpr std::string_view odd = "()[],.:=@*?%-_ \n\t\x1b\x7f\xff";
    static constexpr std::array<std::string_view, 8> whole{"", "-", "--", "--json", "--help", "::", "=", "a=b=c"};
    switch (dice.below(5)) {
    case 0:
        word = dice.of(whole);
        break;
    case 1:
        word.insert(dice.below(word.size() + 1), 1, dice.of(odd));
        break;
    case 2:
        if (!word.empty())
            word.erase(dice.below(word.size()), 1);
        break;
    case 3:
        if (!word.empty())
            word.insert(dice.below(word.size()),
                        std::string(dice.between(100, 9000), word[dice.below(word.size())]));
        break;
    default:
        if (!word.empty())
            word[dice.below(word.size())] = static_cast<char>(dice.between(1, 255));
    }
}

void changeWords(Words& words, std::span<const Words> lines, Dice& dice)
{
    std::vector<std::size_t> numbers; // words that have one
    for (std::size_t i = 0; i < words.size(); ++i)
        if (std::ranges::any_of(words[i], isDigit))
            numbers.push_back(i);
    if (!numbers.empty() && dice.oneIn(3))
        return changeNumber(words[dice.of(numbers)], dice);
    // Without its command a line is refused at once.
    const auto at = words.size() == 1 || dice.oneIn(8) ? 0 : dice.between(1, words.size() - 1);
    const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
    const auto& other = dice.of(dice.of(lines));
    switch (dice.below(6)) {
    case 0:
        words.erase(place);
        break;
    case 1:
        words.insert(place, words[at]);
        break;
    case 2:
        words[at] = other;
        break;
    case 3:
        words.insert(place, other);
        break;
    case 4:
        if (at + 1 < words.size()) {
            words[at] += (dice.oneIn(2) ? "=" : "") + words[at + 1];
            words.erase(place + 1);
        }
        break;
    default:
        changeCharacters(words[at], dice);
    }
}

} // namespace

std::vector<Words> commandLinesIn(std::string_view text)
{
    std::vector<Words> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        Words words;
        for (auto at = begin; at < end;) {
            const auto stop = std::min(text.find(' ', at), end);
            words.emplace_back(text.substr(at, stop - at));
            at = stop + 1;
        }
        if (!words.empty() && !words.front().starts_with('#'))
            lines.push_back(std::move(words));
        begin = end + 1;
    }
    return lines;
}

bool staysInFolder(const std::string& word)
{
    return word.find_first_of("/~") == std::string::npos && !word.starts_with("..");
}

Words mutatedCommandLine(std::span<const Words> lines, Dice& dice)
{
    const auto& before = dice.of(lines);
    while (true) {
        auto words = before;
        for (auto left = dice.oneIn(4) ? dice.between(2, 4) : 1; left > 0 && !words.empty(); --left)
            changeWords(words, lines, dice);
        if (words != before && std::ranges::all_of(words, staysInFolder))
            return words;
    }
}

} // namespace tscope::mutations
