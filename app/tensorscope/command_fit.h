// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace tscope {

// Something that can be asked for by its name.
struct Command {
    QString title; // "File: Open..."
    QString keys;  // its shortcut, if it has one
    std::function<void()> run;
    QStringList synonyms = {}; // other names, which are found and not shown
    QString obstacle = {};     // why it can't be done now; empty: it can
};

// How well the typed words match a title; 0: not at all. All of them have to be found, in any order. Whole words
// rank above beginnings of words, these above what is found inside of words, and short titles above long ones.
int fitOf(const QString& typed, const QString& title);

// The same for the title of a command or one of its synonyms.
int fitOf(const QString& typed, const Command& command);

// The numbers of the commands that match, the best first. Where no command has the words, those whose words begin
// with the typed letters: "zi" finds "Zoom in".
std::vector<int> fitting(const QString& typed, const std::vector<Command>& commands);

} // namespace tscope
