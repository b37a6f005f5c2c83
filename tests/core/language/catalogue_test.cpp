// SPDX-License-Identifier: Apache-2.0
// Every sentence of the core is in every catalogue, with the same holes, and nothing else is.
#include "language/catalogue.h"

#include "anatomy/phrases.h"
#include "base/say.h"
#include "core/language/source_texts.h"
#include "layouts/registry.h"
#include "make/generators.h"
#include "make/make_options.h"
#include "ops/operations.h"
#include "timing/block_sizes.h"
#include "timing/foresight.h"
#include "timing/headline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace tscope::test {

namespace {

std::map<std::string, std::string> catalogue(std::string_view code)
{
    std::map<std::string, std::string> out;
    for (const auto& [english, translation] : entriesOf(catalogueOf(code)))
        out.emplace(english, translation);
    return out;
}

std::set<std::string> holesOf(std::string_view pattern)
{
    std::set<std::string> out;
    filled(pattern, [&](std::string_view text) {
        out.emplace(holeOf(text).name);
        return std::string();
    });
    return out;
}

// Rows of tables whose texts are expanded where they are shown: no say() stands before them.
bool isInTable(const std::string& source, const Literal& literal)
{
    for (const auto* table : {"Mend mends[]{", "array restated{", "PlacePattern sharedPlaces[]{"}) {
        const auto begin = source.find(table);
        if (begin != std::string::npos && begin < literal.at && literal.at < source.find("};", begin))
            return true;
    }
    return false;
}

// "5.1 5.2" and "decreasing" are for programs, "change the fewest pointers" is a sentence.
bool isSentence(const std::string& text)
{
    return text.find(' ') != std::string::npos &&
           (text.front() == '{' || std::islower(static_cast<unsigned char>(text.front())) != 0);
}

bool isOfFacts(const std::string& path)
{
    return path.find("/core/facts/") != std::string::npos;
}

bool isCount(const std::string& before)
{
    return before.ends_with(',') &&
           (before.find("addCount(") != std::string::npos || before.find("unitText(") != std::string::npos ||
            before.find("counted(") != std::string::npos);
}

// The patterns of the sources, each with where it stands.
std::map<std::string, std::string> patternsInSources()
{
    std::map<std::string, std::string> out;
    for (const auto& [path, text] : sourceFiles()) {
        const auto literals = literalsOf(text);
        for (std::size_t i = 0; i < literals.size(); ++i) {
            const auto& literal = literals[i];
            const auto& before = literal.before;
            const bool isSaid =
                before.ends_with("say(") || before.ends_with("run.skip(") || before.ends_with("loses(");
            if (isSaid || (isInTable(text, literal) && isSentence(literal.text)))
                out.emplace(literal.text, path);
            // unitText(n, "entry", "entries"): what say("{0|entry|entries}", n) says.
            if (i > 0 && before.ends_with("\",") && isOfFacts(path) && isCount(literals[i - 1].before))
                out.emplace("{0|" + literals[i - 1].text + '|' + literal.text + '}', path);
        }
    }
    return out;
}

std::map<std::string, std::string> patternsInTables()
{
    std::map<std::string, std::string> out;
    for (const auto* layout : layouts()) {
        if (layout->name == "ell") // other tests add it, and it has its own words
            continue;
        for (const auto& rule : layout->rules)
            out.emplace(rule.statement, layout->name);
        if (layout->phrases != nullptr)
            for (const auto& place : layout->phrases->places)
                out.emplace(place.text, layout->name);
    }
    for (const auto& patterns : {timing::headlinePatterns(), timing::blockPatterns(), timing::foresightPatterns()})
        for (const auto pattern : patterns)
            out.emplace(pattern, "timing");
    for (const auto& option : makeOptions())
        out.emplace(option.does, "make");
    for (const auto& kind : makeKinds())
        out.emplace(kind.does, "make");
    for (const auto* op : operations()) {
        out.emplace(op->summary, op->name);
        for (const auto& input : op->inputs)
            out.emplace(input.meaning, op->name);
        for (const auto& param : op->params)
            out.emplace(param.meaning, op->name);
    }
    return out;
}

} // namespace

TEST(Catalogue, HasEveryPatternOfTheSources)
{
    const auto patterns = patternsInSources();
    EXPECT_GT(patterns.size(), 300U) << "the sources are read";
    EXPECT_TRUE(patterns.contains("change the fewest pointers of {compressed} so that none falls"));
    EXPECT_TRUE(patterns.contains("the values are on cpu or cuda"));
    EXPECT_TRUE(patterns.contains("{0|storage element|storage elements}"));
    const auto chinese = catalogue("zh_CN");
    for (const auto& [pattern, path] : patterns)
        EXPECT_TRUE(chinese.contains(pattern)) << path << ": \"" << pattern << '"';
}

TEST(Catalogue, HasEveryPatternOfTheTables)
{
    const auto patterns = patternsInTables();
    EXPECT_GT(patterns.size(), 200U);
    const auto chinese = catalogue("zh_CN");
    for (const auto& [pattern, owner] : patterns)
        EXPECT_TRUE(chinese.contains(pattern)) << owner << ": \"" << pattern << '"';
}

TEST(Catalogue, HasTheHolesOfTheEnglishPattern)
{
    for (const auto& [english, translation] : catalogue("zh_CN")) {
        EXPECT_FALSE(translation.empty()) << english;
        EXPECT_EQ(holesOf(english), holesOf(translation)) << english;
        filled(translation, [](std::string_view hole) {
            EXPECT_EQ(hole.find('|'), std::string_view::npos) << hole << ": one form for all numbers";
            return std::string();
        });
    }
}

TEST(Catalogue, HasEachPatternOnceAndNoneThatIsNotSaid)
{
    std::set<std::string> known, once;
    for (const auto& [path, text] : sourceFiles()) {
        const auto literals = literalsOf(text);
        for (std::size_t i = 0; i < literals.size(); ++i) {
            known.insert(literals[i].text);
            if (i > 0) // counted(n, "place", "places")
                known.insert("{0|" + literals[i - 1].text + '|' + literals[i].text + '}');
            known.insert("{0|" + literals[i].text + '|' + literals[i].text + "s}"); // countText(n, "value")
        }
    }
    for (const auto& [english, translation] : entriesOf(catalogueOf("zh_CN"))) {
        EXPECT_TRUE(known.contains(english)) << english;
        EXPECT_TRUE(once.insert(english).second) << english;
    }
}

TEST(Catalogue, IsChosenByName)
{
    EXPECT_THAT(coreLanguages(), testing::ElementsAre("en", "zh_CN"));
    EXPECT_FALSE(setLanguage("zh"));
    EXPECT_EQ(language(), "en");
    EXPECT_TRUE(setLanguage("zh_CN"));
    EXPECT_EQ(language(), "zh_CN");
    EXPECT_EQ(translated("row"), "行");
    EXPECT_TRUE(setLanguage("en"));
    EXPECT_EQ(translated("row"), "row");
}

TEST(Catalogue, IsReadAsGettextWritesOne)
{
    const auto entries = entriesOf("# a comment\nmsgid \"\"\nmsgstr \"\"\n\"Language: x\\n\"\n\n#. where\n"
                                   "msgid \"say \\\"{0}\\\"\"\nmsgstr \"\\\"{0}\\\" \\\\\"\n");
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].english, "say \"{0}\"");
    EXPECT_EQ(entries[0].translated, "\"{0}\" \\");
    EXPECT_TRUE(entriesOf("").empty());
    EXPECT_TRUE(entriesOf("msgid").empty());
}

} // namespace tscope::test
