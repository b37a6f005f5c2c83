// SPDX-License-Identifier: Apache-2.0
#include "make/make_options.h"

#include "layouts/registry.h"
#include "literals/json_tensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace tscope {

namespace {

const MakeOption& optionNamed(std::string_view name)
{
    return *std::ranges::find(makeOptions(), name, &MakeOption::name);
}

std::string outcome(const MakeSpec& spec)
{
    const auto tensor = makeTensorOf(spec);
    if (!tensor)
        return "error";
    const auto text = writeJsonTensors({{{"", *tensor}}, {}});
    return text ? *text : text.error().text;
}

TEST(MakeOptions, WriteWhatTheyRead)
{
    const std::map<std::string_view, std::string_view> texts{
        {"size", "60,80"},        {"nnz", "7"},
        {"density", "0.25"},      {"blocksize", "4,5"},
        {"bandwidth", "3"},       {"batch", "2,1"},
        {"dense", "6"},           {"dtype", "complex64"},
        {"index-dtype", "int32"}, {"seed", "18446744073709551615"},
        {"lengths", "3,1,4"}};
    for (const auto& option : makeOptions()) {
        MakeSpec spec;
        ASSERT_TRUE(texts.contains(option.name)) << option.name;
        ASSERT_TRUE(option.read(texts.at(option.name), spec)) << option.name;
        EXPECT_EQ(option.text(spec), texts.at(option.name)) << option.name;
    }
}

TEST(MakeOptions, RefuseOtherTexts)
{
    for (const auto& option : makeOptions())
        for (const auto* text : {"x", "1,,2", "99999999999999999999", "-"}) {
            MakeSpec spec;
            const auto done = option.read(text, spec);
            if (option.name == "density" && std::string_view(text) == "99999999999999999999")
                continue; // a number; makeTensorOf() wants less
            EXPECT_FALSE(done) << option.name << " " << text;
        }
}

TEST(MakeOptions, NameTheBoundsThatCount)
{
    MakeSpec spec;
    spec.size = {3000, 3000};
    const auto problem = [&](std::string_view option, std::string_view text) {
        auto tried = spec;
        const auto done = optionNamed(option).read(text, tried);
        return done ? std::string() : done.error().text;
    };
    EXPECT_EQ(problem("nnz", "x"), "a whole number from 0 to 9,000,000 is wanted, found \"x\"");
    EXPECT_EQ(problem("seed", "-"), "a whole number that is 0 or more is wanted, found \"-\"");
    EXPECT_EQ(problem("bandwidth", "1.5"), "a whole number that is 0 or more is wanted, found \"1.5\"");
    EXPECT_EQ(problem("density", "%"), "a share such as 0.005 or 0.5% is wanted, found \"%\"");
    for (const auto& kind : makeKinds())
        EXPECT_EQ(kind.does.find("--"), std::string_view::npos) << kind.does << ": the window says it too";
    spec.layout = "bsr"; // the entries are blocks
    EXPECT_EQ(problem("nnz", "x"), "a whole number that is 0 or more is wanted, found \"x\"");
    ASSERT_TRUE(optionNamed("density").read("0.5%", spec));
    EXPECT_EQ(spec.density, 0.005);
}

// An option that is not taken has nothing to say: with it the same tensor is made, or none.
TEST(MakeOptions, SayWhatTheyMeanSomethingTo)
{
    const std::map<std::string_view, std::string_view> other{
        {"nnz", "8"},   {"density", "0.5"},     {"blocksize", "4,4"}, {"bandwidth", "2"},
        {"batch", "2"}, {"index-dtype", "i32"}, {"lengths", "3,1,4"}};
    for (const auto* layout : layouts())
        for (const auto& kind : makeKinds()) {
            MakeSpec spec;
            spec.kind = kind.name;
            spec.layout = layout->name;
            spec.size = {16, 16};
            const auto before = outcome(spec);
            EXPECT_EQ(before != "error", canBeMade(kind.name, *layout)) << kind.name << " " << layout->name;
            if (before == "error")
                continue;
            for (const auto& [name, text] : other) {
                auto changed = spec;
                ASSERT_TRUE(optionNamed(name).read(text, changed));
                const auto after = outcome(changed);
                const bool matters = after != "error" && after != before;
                EXPECT_EQ(matters, optionNamed(name).isTaken(kind.name, *layout))
                    << name << " of " << kind.name << " " << layout->name;
            }
        }
}

TEST(MakeOptions, AreWrittenAsACommand)
{
    MakeSpec spec;
    EXPECT_EQ(makeCommand(spec, "out.json"), "tscope make random out.json --layout csr");
    spec.layout = "bsr";
    spec.size = {6, 8};
    spec.bandwidth = 5; // of another kind
    EXPECT_EQ(makeCommand(spec, "out.json"), "tscope make random out.json --layout bsr --size 6,8");
}

} // namespace

} // namespace tscope
