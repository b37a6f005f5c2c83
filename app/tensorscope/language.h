// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace tscope {

// A language that the window can speak.
struct Language {
    QString code; // "zh_CN"
    QString name; // in that language itself
};

// Those that were built in; English always is.
std::vector<Language> languages();
// The one of them that people prefer who have set up this system so.
QString systemLanguage();

// What is made from now on speaks this language, Qt's own dialogs too. False: it is not one of languages().
bool speak(const QString& code);
QString spokenLanguage();

} // namespace tscope
