// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <initializer_list>
#include <optional>
#include <vector>

namespace tscope {

// The place of each text among all of them, as people sort: "bsr 2x2" before "bsr 16x16", capitals as small
// letters. Alike ones share theirs; an empty one has none. To compare texts takes long: work for a job.
std::vector<std::optional<double>> ranksOf(const std::vector<QString>& texts);

// Fills the keys of columns that tell no numbers.
template <class Lines>
void addTextKeys(Lines& lines, std::initializer_list<std::size_t> columns)
{
    for (const auto column : columns) {
        std::vector<QString> texts;
        for (const auto& line : lines)
            texts.push_back(line.texts[column]);
        const auto ranks = ranksOf(texts);
        for (std::size_t i = 0; i < ranks.size(); ++i)
            lines[i].keys[column] = ranks[i];
    }
}

} // namespace tscope
