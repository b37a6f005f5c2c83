// SPDX-License-Identifier: Apache-2.0
#include "tscope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope::app {

namespace {

using testing::HasSubstr;
using testing::Not;

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

TEST(ConvertCommand, TheLayoutAndTheTypesCanChange)
{
    const Folder folder;
    const auto out = folder.path("a.json");
    const auto answer = ask({"convert", sample("csr"), out, "--layout", "bsc", "--blocksize", "1,1", "--dtype",
                             "f64", "--index-dtype", "int32"});
    ASSERT_EQ(answer.exitCode, 0);
    std::vector<std::string> ops;
    for (const auto& step : answer.json["route"]) {
        ops.push_back(step["op"]);
        EXPECT_EQ(step["view"], false);
        EXPECT_GT(step["bytes_moved"].get<int>(), 0);
    }
    EXPECT_EQ(ops,
              (std::vector<std::string>{"csr with float64 values and int32 indices", "csr to bsr", "bsr to bsc"}));
    const auto info = ask({"info", out}).json["tensors"].at(0);
    EXPECT_EQ(info["layout"], "bsc");
    EXPECT_EQ(info["dtype"], "float64");
    EXPECT_EQ(info["index_dtype"], "int32");
    EXPECT_EQ(ask({"check", out}).exitCode, 0);
    EXPECT_EQ(ask({"diff", sample("csr"), out}).json["equal"]["values"], true);
}

TEST(ConvertCommand, WhatChangedIsTold)
{
    const Folder folder;
    const auto twice = folder.write("a.json", R"({"layout": "coo", "size": [2, 2], "members": {
        "indices": [[1, 1], [0, 0]], "values": [1, 2]}})");
    const auto answer = ask({"convert", twice, folder.path("b.json"), "--layout", "csr"});
    EXPECT_EQ(answer.exitCode, 0);
    EXPECT_THAT(answer.json["result"]["warnings"].dump(), HasSubstr("stands in the same place"));
}

TEST(ConvertCommand, WhatATypeDoesNotHoldIsToldWithACount)
{
    const Folder folder;
    const auto wide = folder.write("a.json", R"({"layout": "strided", "dtype": "float64", "members": {
        "values": [1e300, 1e-300, 0.5, 2.5]}})");
    const std::vector<std::pair<std::string, std::vector<std::string>>> losses{
        {"float16", {"1 element became infinite", "1 element became zero"}}, {"bool", {"4 elements became True"}}};
    for (const auto& [type, lines] : losses) {
        const auto answer = ask({"convert", wide, folder.path("b.json"), "--dtype", type});
        ASSERT_EQ(answer.exitCode, 0);
        const auto shown = tscope({"convert", wide, folder.path("b.json"), "--dtype", type}).out;
        EXPECT_EQ(answer.json["result"]["warnings"].size(), lines.size());
        for (const auto& line : lines) {
            EXPECT_THAT(answer.json["result"]["warnings"].dump(), HasSubstr(line));
            EXPECT_THAT(shown, HasSubstr(line));
        }
    }
}

TEST(ConvertCommand, WhatAFormatDoesNotKeepOfSharingIsTold)
{
    const Folder folder;
    const auto shared = folder.write("a.json", R"({"tensors": {"a": {"sizes": [2], "data": [1, 2]},
        "b": {"layout": "strided", "members": {"values": {"shape": [2], "storage": {"shared": "a/values"}}}}}})");
    for (const auto* ending : {"safetensors", "npz"}) {
        const auto out = folder.path(std::string("b.") + ending);
        EXPECT_THAT(ask({"convert", shared, out}).json["result"]["warnings"].dump(),
                    HasSubstr("2 arrays share 1 storage"));
        EXPECT_THAT(tscope({"convert", shared, out}).out, HasSubstr("2 arrays share 1 storage"));
    }
}

TEST(ConvertCommand, OnlySoundTensorsAreConverted)
{
    const Folder folder;
    const auto out = folder.path("b.json");
    const auto wrong = folder.write("a.json", R"({"layout": "csr", "size": [2, 2], "members": {
        "compressed": [0, 1, 9], "plain": [0, 1], "values": [1, 2]}})");
    const auto error = expectFailure({"convert", wrong, out, "--layout", "coo"}, 1);
    EXPECT_THAT(error["text"].get<std::string>(), HasSubstr("breaks rule 5."));
    EXPECT_EQ(readFile(out), "");
    EXPECT_EQ(ask({"convert", wrong, out}).exitCode, 0) << "as it is";
}

TEST(ConvertCommand, EntriesThatTheFormatHasNoPlaceForAreTold)
{
    const Folder folder;
    const auto wrong = folder.write("a.json", R"({"layout": "csr", "size": [2, 2], "members": {
        "compressed": [0, 1, 2], "plain": [0, 5], "values": [1, 2]}})");
    const auto out = folder.path("b.mtx");
    const auto told = "a Matrix Market file does not keep 1 stored value that has no place inside the size; the "
                      "file will be valid, the fault is not in it";
    EXPECT_THAT(tscope({"convert", wrong, out}).out, HasSubstr(told));
    EXPECT_THAT(ask({"convert", wrong, out}).json["result"].dump(), HasSubstr(told));
}

TEST(ConvertCommand, WritesTextLiterals)
{
    const Folder folder;
    const auto out = folder.path("t.txt");
    for (const auto* name : {"strided", "coo", "csr", "bsr"}) {
        ASSERT_EQ(ask({"convert", sample(name), out}).exitCode, 0) << name;
        EXPECT_EQ(ask({"diff", sample(name), out}).json["equal"]["values"], true) << name;
    }
    const auto strided =
        folder.write("s.json", R"({"sizes": [2], "strides": [2], "storage": [1, 2, 3], "numel": 2})");
    const auto told = tscope({"convert", strided, out}).out;
    EXPECT_THAT(told, HasSubstr("a text literal does not keep the strides and offsets of 1 array"));
    EXPECT_THAT(told, HasSubstr("a text literal does not keep what the tensor claims beside its elements: numel"));
    const auto two = folder.write(
        "two.json", R"({"tensors": {"a": {"sizes": [1], "data": [1]}, "b": {"sizes": [1], "data": [1]}}})");
    EXPECT_THAT(expectFailure({"convert", two, out}, 4)["text"].get<std::string>(),
                HasSubstr("choose one by FILE::NAME"));
}

TEST(ConvertCommand, CsrCanBeSpelledForPyTorch1)
{
    const Folder folder;
    const auto now = folder.path("now.pt"), old = folder.path("old.pt");
    ASSERT_EQ(ask({"convert", sample("csr"), now}).exitCode, 0);
    ASSERT_EQ(ask({"convert", sample("csr"), old, "--old-pytorch"}).exitCode, 0);
    EXPECT_THAT(readFile(old), HasSubstr("_rebuild_sparse_csr_tensor"));
    EXPECT_THAT(readFile(now), Not(HasSubstr("_rebuild_sparse_csr_tensor")));
    EXPECT_EQ(ask({"diff", old, now}).exitCode, 0);
    EXPECT_THAT(tscope({"convert", sample("bsr"), old, "--old-pytorch"}).out,
                HasSubstr("PyTorch 1.x does not load this file: it knows no saved bsr layout"));
    EXPECT_THAT(tscope({"convert", "--help"}).out, HasSubstr("--old-pytorch"));
}

TEST(ConvertCommand, WishesWithoutMeaningAreWrongUsage)
{
    const Folder folder;
    const auto out = folder.path("b.json");
    const auto wrongUsage = [&](std::vector<std::string> wish) {
        std::vector<std::string> words{"convert", sample("csr"), out};
        words.insert(words.end(), wish.begin(), wish.end());
        return expectFailure(words, 3)["text"].get<std::string>();
    };
    EXPECT_THAT(wrongUsage({"--layout", "ell"}), HasSubstr("one of the layouts strided"));
    EXPECT_THAT(wrongUsage({"--layout", "bsr"}), HasSubstr("a block size was wanted"));
    EXPECT_THAT(wrongUsage({"--layout", "bsr", "--blocksize", "2"}),
                HasSubstr("a block size of two numbers was wanted, found 2"));
    EXPECT_THAT(wrongUsage({"--layout", "bsr", "--blocksize", "7,7"}), HasSubstr("blocks of 7x7 do not divide"));
    EXPECT_THAT(wrongUsage({"--dtype", "float31"}), HasSubstr("float31"));
    EXPECT_THAT(wrongUsage({"--index-dtype", "int31"}), HasSubstr("int31"));
    EXPECT_THAT(wrongUsage({"--index-dtype", "f32"}), HasSubstr("an integer type was wanted"));
    EXPECT_THAT(wrongUsage({"--old-pytorch"}), HasSubstr("wanted the ending of a PyTorch file"));
    EXPECT_THAT(wrongUsage({"--dense-dims", "-1"}), HasSubstr("whole number"));
    expectFailure({"convert", sample("csr"), out, "--layout", "strided", "--max-memory", "10"}, 4);
    EXPECT_EQ(readFile(out), "");
}

} // namespace tscope::app
