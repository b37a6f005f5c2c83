// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gmock/gmock.h>

namespace tscope::app {

namespace {

using testing::HasSubstr;

constexpr auto conjugated = R"({"sizes": [2], "dtype": "complex64", "data": [[1, 2], [3, -4]], "conj": true})";
constexpr auto negated = R"({"sizes": [2], "dtype": "float32", "data": [1, -2], "neg": true})";

Json dataOf(const std::string& file)
{
    const auto tensors = ask({"info", file}).json["tensors"];
    return tensors.empty() ? Json() : tensors[0]["members"].back()["data"];
}

class ViewBits : public testing::Test
{
protected:
    Folder m_folder;
    std::string m_conjugated = m_folder.write("c.json", conjugated);
    std::string m_negated = m_folder.write("n.json", negated);
};

TEST_F(ViewBits, FilesWithoutThemHoldWhatIsMeant)
{
    const Json conjugates{{1, -2}, {3, 4}};
    for (const std::string ending : {".npy", ".npz", ".safetensors"}) {
        const auto out = m_folder.path("out" + ending);
        if (ending != ".safetensors") {
            EXPECT_THAT(tscope({"convert", m_conjugated, out}).out, HasSubstr("what it means was written"));
            EXPECT_EQ(dataOf(out), conjugates) << ending;
            EXPECT_EQ(ask({"diff", m_conjugated, out}).json["equal"]["values"], true) << ending;
        }
        EXPECT_THAT(tscope({"convert", m_negated, out}).out, HasSubstr("what it means was written"));
        EXPECT_EQ(dataOf(out), Json({-1, 2})) << ending;
        EXPECT_EQ(ask({"diff", m_negated, out}).json["equal"]["values"], true) << ending;
    }
}

TEST_F(ViewBits, FilesThatHaveThemKeepThem)
{
    for (const auto& source : {m_conjugated, m_negated})
        for (const std::string ending : {".pt", ".json"}) {
            const auto out = m_folder.path("kept" + ending);
            const auto made = tscope({"convert", source, out});
            EXPECT_EQ(made.out.find("what it means"), std::string::npos) << made.out;
            EXPECT_EQ(dataOf(out), dataOf(source));
            EXPECT_EQ(ask({"diff", source, out}).exitCode, 0);
        }
    EXPECT_THAT(tscope({"info", m_folder.path("kept.pt")}).out, HasSubstr("shown are those that are stored"));
    // PyTorch 1.x reads no such bits.
    const auto old = m_folder.path("old.pt");
    ASSERT_EQ(ask({"convert", m_negated, old, "--old-pytorch"}).exitCode, 0);
    EXPECT_EQ(dataOf(old), Json({-1, 2}));
}

TEST_F(ViewBits, WhatIsMeantIsComparedAndComputedWith)
{
    const auto stored = m_folder.write("s.json", R"({"sizes": [2], "dtype": "float32", "data": [1, -2]})");
    const auto difference = ask({"diff", m_negated, stored});
    EXPECT_EQ(difference.exitCode, 1);
    EXPECT_EQ(difference.json["equal"]["values"], false);
    EXPECT_EQ(difference.json["equal"]["bytes"], true);
    const auto out = m_folder.path("o.json");
    ASSERT_EQ(ask({"convert", m_negated, out, "--layout", "coo"}).exitCode, 0);
    EXPECT_EQ(dataOf(out), Json({-1, 2}));
    ASSERT_EQ(ask({"run", "sum", m_negated, "--out", out}).exitCode, 0);
    EXPECT_EQ(dataOf(out), Json::array({1}));
    // A view is a view: its bits go with it.
    ASSERT_EQ(ask({"transform", m_negated, out, "--ops", "flip(0)"}).exitCode, 0);
    EXPECT_EQ(
        ask({"diff", out, m_folder.write("f.json", R"({"sizes": [2], "dtype": "float32", "data": [2, -1]})")})
            .json["equal"]["values"],
        true);
}

TEST_F(ViewBits, AnElementIsLocatedAsItIsMeant)
{
    const auto asked = ask({"locate", m_conjugated, "--at", "0"}).json;
    EXPECT_EQ(asked["value"], Json({1, -2}));
    EXPECT_EQ(asked["steps"].back()["text"], "stored (1+2j), the view is conjugated: (1-2j)");
    EXPECT_EQ(ask({"locate", m_negated, "--at", "1"}).json["value"], 2);
    EXPECT_THAT(tscope({"locate", m_negated, "--at", "1"}).out, HasSubstr("(1,) = 2\n"));
    const auto both = m_folder.write(
        "b.json", R"({"sizes": [], "dtype": "complex64", "data": [[6, 16]], "conj": true, "neg": true})");
    EXPECT_EQ(ask({"locate", both, "--at", ""}).json["value"], Json({-6, 16}));
}

TEST_F(ViewBits, TypesWithoutNegativesAreRefused)
{
    const auto bools =
        m_folder.write("b.json", R"({"sizes": [2], "dtype": "bool", "data": [true, false], "neg": true})");
    EXPECT_THAT(expectFailure({"convert", bools, m_folder.path("b.npy")}, 4)["text"].get<std::string>(),
                HasSubstr("bool has no negative numbers"));
}

} // namespace

} // namespace tscope::app
