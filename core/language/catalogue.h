// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// The language of the sentences that the core makes. The code has them in English; another language is a
// catalogue, resources/translations/core_*.po, from each English pattern to its own. Names of members, ids of
// rules, what programs read (JSON, SARIF, files) and error codes are the same in every language.

// "en", and those with a catalogue: "zh_CN".
std::span<const std::string_view> coreLanguages();
// Sentences are made in this language from now on. False: there is none of that name, and nothing changes. To be
// called before threads make sentences: those made earlier stay as they are.
bool setLanguage(std::string_view code);
std::string_view language();

// While one lives, this thread's sentences are English: for files and for what programs read.
class InEnglish
{
public:
    InEnglish();
    ~InEnglish();
    InEnglish(const InEnglish&) = delete;
    InEnglish& operator=(const InEnglish&) = delete;

private:
    bool m_before;
};

// A pattern in the language that is set; without a translation, itself.
std::string_view translated(std::string_view english);

struct Translation {
    std::string english, translated;
};
// The entries of a catalogue in gettext's format, one line for each string.
std::vector<Translation> entriesOf(std::string_view catalogue);
// The text of the one that is built in; "" of English.
std::string_view catalogueOf(std::string_view code);

} // namespace tscope
