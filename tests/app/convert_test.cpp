// SPDX-License-Identifier: Apache-2.0
#include "tscope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope::app {

namespace {

std::vector<std::string> brokenRules(const std::string& path)
{
    std::vector<std::string> rules;
    const auto answer = ask({"check", path});
    for (const auto& tensor : answer.json["tensors"])
        if (tensor["layout"] != "strided" || answer.json["tensors"].size() == 1)
            for (const auto& finding : tensor["findings"])
                rules.push_back(finding["rule"]);
    return rules;
}

// The tensor itself, where a format also shows its members as arrays of their own.
std::string itself(const std::string& path)
{
    const auto answer = ask({"info", path});
    const auto& tensors = answer.json["tensors"];
    const auto name = tensors.at(0)["name"].get<std::string>();
    return tensors.size() == 1 ? path : path + "::" + name;
}

} // namespace

TEST(ConvertCommand, ASampleStaysItselfInEveryFormatThatHoldsItsLayout)
{
    const Folder folder;
    for (const auto& name : sampleNames())
        for (const std::string ending : {"npz", "pt", "safetensors", "json"}) {
            SCOPED_TRACE(name + " as " + ending);
            const auto out = folder.path(name + "." + ending);
            const auto answer = ask({"convert", sample(name), out});
            ASSERT_EQ(answer.exitCode, 0);
            EXPECT_EQ(answer.json["result"]["tensors"].size(), 1U);
            // Some formats say nothing of a tensor's claims; that is told.
            if (answer.json["result"]["warnings"].empty()) {
                EXPECT_EQ(brokenRules(out), brokenRules(sample(name)));
            }
            if (name.find("broken") == std::string::npos) {
                EXPECT_EQ(ask({"diff", sample(name), itself(out)}).json["equal"]["values"], true);
            }
        }
}

TEST(ConvertCommand, WhatAFormatCantHoldIsRefusedAndNothingIsWritten)
{
    const Folder folder;
    const auto out = folder.path("csr.npy");
    expectFailure({"convert", sample("csr"), out}, 4);
    EXPECT_EQ(readFile(out), "");
    expectFailure({"convert", sample("csr"), folder.path("a.unknown")}, 4);
    expectFailure({"convert", folder.path("nothing.npy"), folder.path("a.npz")}, 2);
}

TEST(ConvertCommand, WhatIsLostIsTold)
{
    const Folder folder;
    const auto half =
        folder.write("a.json", R"({"layout":"strided","dtype":"bfloat16","members":{"values":[1.5, 2.5]}})");
    const auto answer = ask({"convert", half, folder.path("a.npy")});
    EXPECT_EQ(answer.exitCode, 0);
    ASSERT_EQ(answer.json["result"]["warnings"].size(), 1U);
    EXPECT_EQ(ask({"info", folder.path("a.npy")}).json["tensors"][0]["dtype"], "float32");
}

} // namespace tscope::app
