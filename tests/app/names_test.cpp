// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gmock/gmock.h>

namespace tscope::app {

namespace {

using testing::HasSubstr;

// Names that no screen may show as they are, with the spelling that is shown.
const std::vector<std::pair<std::string, std::string>> oddNames{
    {"red\x1b[31m", "red\\x1b[31m"},
    {"line\nend\ttab", "line\\x0aend\\x09tab"},
    {"turned\u202egnp", "turned\\xe2\\x80\\xaegnp"},
    {"isolated\u2066x", "isolated\\xe2\\x81\\xa6x"},
    {"mark\u200fx", "mark\\xe2\\x80\\x8fx"},
    {"c1\u009b31m", "c1\\xc2\\x9b31m"},
    {std::string("nul\0x", 5), "nul\\x00x"},
    {"\x01wide:12345678901234567890", "\\x01wide:12345678901234567890"},
    {"plain \u4e2d\u6587", "plain \u4e2d\u6587"},
};

Json valuesOf(const Json& tensor)
{
    return tensor["members"][0]["data"];
}

std::string documentOf(const std::vector<std::string>& names)
{
    Json tensors = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i)
        tensors[names[i]] = {{"sizes", {1}}, {"data", {i}}};
    return Json{{"tensors", tensors}}.dump();
}

TEST(OddNames, AreCarriedAsTheyAreAndEscapedWhereTheyAreShown)
{
    const Folder folder;
    std::vector<std::string> names;
    for (const auto& [name, shown] : oddNames)
        names.push_back(name);
    const auto source = folder.write("t.json", documentOf(names));
    for (const std::string ending : {".pt", ".npz", ".safetensors", ".json"}) {
        SCOPED_TRACE(ending);
        const auto file = folder.path("out" + ending);
        const auto made = tscope({"convert", source, file});
        ASSERT_EQ(made.exitCode, 0) << made.err;
        const auto all = ask({"info", file}).json;
        ASSERT_EQ(all["tensors"].size(), oddNames.size());
        std::vector<std::string> found;
        for (const auto& tensor : all["tensors"])
            found.push_back(tensor["name"]);
        EXPECT_THAT(found, testing::UnorderedElementsAreArray(names));
        for (const auto& command : {"info", "check"}) {
            const auto text = tscope({command, file}).out;
            for (const auto& [name, shown] : oddNames) {
                EXPECT_THAT(text, HasSubstr(shown)) << command;
                EXPECT_EQ(text.find(name) == std::string::npos, name != shown) << command << ' ' << shown;
            }
        }
        for (std::size_t i = 0; i < oddNames.size(); ++i) {
            const auto& [name, shown] = oddNames[i];
            std::vector<std::string> spellings{shown};
            if (name.find('\0') == std::string::npos) // no argument holds one
                spellings.push_back(name);
            for (const auto& spelling : spellings) {
                const auto one = ask({"info", file + "::" + spelling}).json;
                ASSERT_EQ(one["tensors"].size(), 1U) << spelling;
                EXPECT_EQ(one["tensors"][0]["name"], name);
                EXPECT_EQ(valuesOf(one["tensors"][0]), Json::array({i}));
            }
        }
    }
}

TEST(OddNames, ASpellingIsTakenAsItIsFirstAndNeverForTwo)
{
    const Folder folder;
    const auto both = folder.write("both.json", documentOf({"a\\x1b", "a\x1b"}));
    EXPECT_EQ(valuesOf(ask({"info", both + "::a\\x1b"}).json["tensors"][0]), Json::array({0}));
    EXPECT_EQ(valuesOf(ask({"info", both + "::a\x1b"}).json["tensors"][0]), Json::array({1}));
    // Half escaped, half not: both are shown as a\x1b\x07.
    const auto two = folder.write("two.json", documentOf({"a\x1b\\x07", "a\\x1b\x07"}));
    EXPECT_THAT(expectFailure({"info", two + "::a\\x1b\\x07"}, 2)["text"].get<std::string>(),
                HasSubstr("2 tensors of different names are all shown as a\\x1b\\x07"));
    // Globs look at both.
    EXPECT_EQ(ask({"info", two + "::a\\x1b*"}).json["tensors"].size(), 1U);
    const auto one = folder.write("one.json", documentOf({"a\x1b", "b"}));
    EXPECT_EQ(ask({"info", one + "::a\\x??"}).json["tensors"].size(), 1U);
    EXPECT_THAT(expectFailure({"info", one + "::c\\x1b"}, 2)["text"].get<std::string>(),
                HasSubstr("no tensor called"));
}

TEST(OddNames, ColonsInNamesAndPathsDoNotHideEachOther)
{
    const Folder folder;
    const auto file = folder.write("f.json", documentOf({"a::b", "b"}));
    EXPECT_EQ(ask({"info", file + "::a::b"}).json["tensors"][0]["name"], "a::b");
    EXPECT_EQ(ask({"info", file + "::b"}).json["tensors"][0]["name"], "b");
    const auto odd = folder.write("g::h.json", documentOf({"a::b", "b"}));
    EXPECT_EQ(ask({"info", odd + "::a::b"}).json["tensors"][0]["name"], "a::b");
    EXPECT_EQ(ask({"info", odd}).json["tensors"].size(), 2U);
}

} // namespace

} // namespace tscope::app
