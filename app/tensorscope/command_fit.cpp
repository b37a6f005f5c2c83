// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_fit.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr int wholeWord = 300, beginOfWord = 200, insideOfWord = 100;
constexpr int mostTitleLength = 40; // words
constexpr int forSynonyms = 20, forObstacle = 60;

bool isWithin(const QString& text, qsizetype at)
{
    return at >= 0 && at < text.size() && text[at].isLetterOrNumber();
}

int fitOfWord(const QString& word, const QString& title)
{
    int best = 0;
    for (auto at = title.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = title.indexOf(word, at + 1, Qt::CaseInsensitive)) {
        const auto end = at + word.size();
        const bool isPlural = end < title.size() && title[end] == QLatin1Char('s') && !isWithin(title, end + 1);
        const bool begins = !isWithin(title, at - 1), ends = isPlural || !isWithin(title, end);
        best = std::max(best, begins && ends ? wholeWord : begins ? beginOfWord : insideOfWord);
    }
    return best;
}

// Letters that begin words or follow those that do.
bool isAbbreviation(const QString& typed, const QString& title)
{
    qsizetype at = 0;
    bool follows = false;
    for (const auto letter : typed) {
        if (letter.isSpace())
            continue;
        while (at < title.size() &&
               !((follows || !isWithin(title, at - 1)) && title[at].toCaseFolded() == letter.toCaseFolded())) {
            follows = false;
            ++at;
        }
        if (at == title.size())
            return false;
        ++at;
        follows = true;
    }
    return true;
}

} // namespace

int fitOf(const QString& typed, const QString& title)
{
    const auto words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words.isEmpty())
        return 1;
    int sum = 0;
    for (const auto& word : words) {
        const auto fit = fitOfWord(word, title);
        if (fit == 0)
            return 0;
        sum += fit;
    }
    const auto length = static_cast<int>(title.split(QLatin1Char(' '), Qt::SkipEmptyParts).size());
    return sum / static_cast<int>(words.size()) - std::min(length, mostTitleLength);
}

int fitOf(const QString& typed, const Command& command)
{
    auto best = fitOf(typed, command.title);
    for (const auto& synonym : command.synonyms)
        best = std::max(best, fitOf(typed, synonym) - forSynonyms);
    return best > 0 && !command.obstacle.isEmpty() ? std::max(1, best - forObstacle) : best;
}

std::vector<int> fitting(const QString& typed, const std::vector<Command>& commands)
{
    struct Fit {
        int fit = 0, number = 0;
    };
    std::vector<Fit> fits;
    for (int i = 0; i < static_cast<int>(commands.size()); ++i)
        if (const auto fit = fitOf(typed, commands[static_cast<std::size_t>(i)]); fit > 0)
            fits.push_back({fit, i});
    if (fits.empty())
        for (int i = 0; i < static_cast<int>(commands.size()); ++i)
            if (isAbbreviation(typed, commands[static_cast<std::size_t>(i)].title))
                fits.push_back({1, i});
    std::ranges::stable_sort(fits, std::ranges::greater{}, &Fit::fit);
    std::vector<int> numbers;
    for (const auto& each : fits)
        numbers.push_back(each.number);
    return numbers;
}

} // namespace tscope
