// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace tscope {

// A word of the window and of the field, and what it means, in the language that is spoken.
struct Term {
    QString word, meaning;
};

// In the order of the alphabet in English.
std::vector<Term> glossary();
// What an English word of the glossary means, for tips; empty if it is not in it.
QString meaningOf(const char* word);

// What it means that a rule is broken, how that comes about and who demands it, for tips; empty of none.
QString meaningOfRule(const std::string& rule);

} // namespace tscope
