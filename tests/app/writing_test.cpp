// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include "layouts/registry.h"
#include "make/faults.h"
#include "make/generators.h"
#include "rules/contracts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

namespace tscope::app {

namespace {

using testing::HasSubstr;

std::string unsorted(const Folder& folder)
{
    return folder.write("unsorted.json", R"({"layout":"csr","size":[2,3],"members":{
        "compressed":[0,2,4],"plain":[2,0,1,0],"values":[1,2,3,4]}})");
}

void expectRepaired(const Json& answer)
{
    expectKeys(answer, {{"applied", "a"}, {"remaining", "o"}, {"result", "o"}}, "repair");
    expectReport(answer["remaining"]);
    expectTensorInfo(answer["result"]["tensors"][0]);
}

TEST(RepairCommand, AppliesAllLosslessRepairsAndChecksAgain)
{
    const Folder folder;
    const auto input = unsorted(folder), out = folder.path("out.json");
    const auto answer = ask({"repair", input, out});
    EXPECT_EQ(answer.exitCode, 0);
    expectRepaired(answer.json);
    EXPECT_EQ(answer.json["applied"].size(), 1U);
    EXPECT_EQ(answer.json["remaining"]["valid"], true);
    EXPECT_EQ(answer.json["result"]["tensors"][0]["members"][1]["data"], Json({0, 2, 0, 1}));
    EXPECT_EQ(tscope({"check", out}).exitCode, 0);
    EXPECT_EQ(ask({"diff", input, out}).json["equal"]["values"], true);
}

TEST(RepairCommand, ExitsWithOneWhileViolationsRemain)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    // A pointer that is too large, and indices in no order that could tell where the rows begin.
    const auto input = folder.write("both.json", R"({"layout":"csr","size":[2,5],"members":{
        "crow_indices":[0,9,4],"col_indices":[3,1,0,2],"values":[1,2,3,4]}})");
    const auto lossless = ask({"repair", input, out});
    EXPECT_EQ(lossless.exitCode, 1);
    expectRepaired(lossless.json);
    EXPECT_EQ(lossless.json["applied"], Json::array());
    EXPECT_EQ(tscope({"repair", input, out, "--fix", "order-pointers"}).exitCode, 1);
    const auto both = ask({"repair", input, out, "--fix", "order-pointers,sort-slices"});
    EXPECT_EQ(both.exitCode, 0);
    EXPECT_EQ(both.json["applied"], Json({"order-pointers", "sort-slices"}));
    EXPECT_EQ(tscope({"check", out}).exitCode, 0);
}

// A column beyond the size: to drop it loses an entry, and a larger size is another tensor.
std::string outside(const Folder& folder)
{
    return folder.write("outside.json", R"({"layout":"csr","size":[3,4],"members":{
        "crow_indices":[0,2,4,5],"col_indices":[1,0,0,7,2],"values":[1,2,3,4,5]}})");
}

TEST(RepairCommand, SaysThatTheShapeOrTheLayoutChanges)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    const std::string shape = "the shape changes from (3, 4) to (3, 8)";
    const auto said = tscope({"repair", outside(folder), out, "--fix", "extend-size,sort-slices"});
    EXPECT_EQ(said.exitCode, 0);
    EXPECT_THAT(said.out, HasSubstr("note: " + shape));
    const auto answer = ask({"repair", outside(folder), "--dry-run", "--fix", "extend-size,sort-slices"});
    expectRepaired(answer.json);
    EXPECT_EQ(answer.json["result"]["warnings"], Json({shape}));
    // Pointers of columns under the name of rows.
    const auto columns = folder.write("columns.json", R"({"layout":"csr","size":[2,5],"members":{
        "compressed":[0,1,2,3,4,5],"plain":[0,1,0,1,0],"values":[1,2,3,4,5]}})");
    const auto reread = ask({"repair", columns, out, "--fix", "csc-as-csr"});
    EXPECT_EQ(reread.exitCode, 0);
    EXPECT_EQ(reread.json["applied"], Json({"csc-as-csr"}));
    EXPECT_EQ(reread.json["result"]["tensors"][0]["layout"], "csc");
    EXPECT_EQ(reread.json["result"]["warnings"], Json({"the layout changes from csr to csc"}));
}

TEST(RepairCommand, TakesOnlyOneWordAfterFix)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    EXPECT_EQ(tscope({"repair", "--fix", "sort-slices", unsorted(folder), out}).exitCode, 0);
    EXPECT_TRUE(std::filesystem::exists(out));
}

TEST(RepairCommand, ADryRunWritesNothing)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    EXPECT_EQ(tscope({"repair", unsorted(folder), out, "--dry-run"}).exitCode, 0);
    EXPECT_FALSE(std::filesystem::exists(out));
    EXPECT_EQ(tscope({"repair", unsorted(folder), "--dry-run"}).exitCode, 0);
    expectFailure({"repair", unsorted(folder), out, "--fix", "paint-it-red"}, 3);
    expectFailure({"repair", unsorted(folder), folder.path("no/such/folder.json")}, 3);
}

Answer transformed(const Folder& folder, const std::string& input, const std::string& ops)
{
    const auto answer = ask({"transform", input, folder.path("out.json"), "--ops", ops});
    EXPECT_EQ(answer.exitCode, 0) << ops << ": " << answer.json.dump();
    if (answer.exitCode != 0)
        return answer;
    expectKeys(answer.json, {{"route", "a"}, {"result", "o"}}, "transform");
    for (const auto& step : answer.json["route"])
        expectKeys(step, {{"op", "s"}, {"kernel", "s"}, {"device", "s"}, {"bytes_moved", "i"}, {"view", "b"}},
                   "route");
    for (const auto& tensor : answer.json["result"]["tensors"])
        expectTensorInfo(tensor);
    return answer;
}

TEST(TransformCommand, TellsViewsFromCopies)
{
    const Folder folder;
    const auto views = transformed(folder, sample("strided"), "transpose(0,1).narrow(0,0,1)").json;
    ASSERT_EQ(views["route"].size(), 2U);
    for (const auto& step : views["route"]) {
        EXPECT_EQ(step["view"], true);
        EXPECT_EQ(step["bytes_moved"], 0);
    }
    EXPECT_EQ(views["result"]["tensors"][0]["size"], Json({1, 3}));
    const auto copy = transformed(folder, sample("strided"), "reshape(6)").json;
    EXPECT_EQ(copy["route"][0]["view"], false);
    EXPECT_EQ(copy["route"][0]["bytes_moved"], 24);
    EXPECT_EQ(copy["result"]["tensors"][0]["members"][0]["data"], Json({1, 5, 2, 6, 3, 7}));
}

TEST(TransformCommand, KnowsEveryPromisedOperation)
{
    const Folder folder;
    for (const std::string ops : {"select(0,1)",
                                  "narrow(0,1,2)",
                                  "slice(0,0,3,2)",
                                  "permute(1,0)",
                                  "permute([1,0])",
                                  "transpose(0,1)",
                                  "unsqueeze(0).squeeze(0)",
                                  "unsqueeze(0).expand(4,3,2)",
                                  "diagonal(0,0,1)",
                                  "unfold(0,2,1)",
                                  "flip(0)",
                                  "contiguous().view(2,3)",
                                  "contiguous().view(-1)",
                                  "reshape((2,3))",
                                  "as_strided((2,2),(1,1),0)",
                                  "contiguous().flatten(0,1)",
                                  "select(0,0).select(0,0).view(())",
                                  "diagonal()",
                                  "slice(0)",
                                  "squeeze()"})
        transformed(folder, sample("strided"), ops);
    for (const auto* name : {"csr", "csc", "bsr"}) {
        const auto answer = transformed(folder, sample(name), "transpose(0,1)").json;
        EXPECT_EQ(answer["route"][0]["view"], true);
        EXPECT_EQ(answer["route"][0]["bytes_moved"], 0);
        EXPECT_EQ(tscope({"check", folder.path("out.json")}).exitCode, 0);
    }
    for (const std::string ops : {"unbind(0)", "to_padded(0)", "to_jagged()", "transpose(1,2)", "contiguous()"})
        transformed(folder, sample("nested"), ops);
    const auto even = folder.write("even.json", R"({"layout":"nested","components":[[[1,2]],[[3,4],[5,6]]]})");
    for (const std::string ops : {"chunk(2,2)", "chunk(2,-1)", "split(1,-1)"})
        EXPECT_EQ(transformed(folder, even, ops).json["result"]["tensors"].size(), 2U);
    EXPECT_EQ(transformed(folder, sample("jagged"), "unbind(0)").json["result"]["tensors"].size(), 3U);
    transformed(folder, sample("jagged"), "to_nested()");
}

TEST(TransformCommand, AViewThatDoesNotExistIsANo)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    const auto strides = expectFailure({"transform", sample("strided"), out, "--ops", "view(6)"}, 1);
    EXPECT_EQ(strides["reason"], "strides");
    EXPECT_THAT(strides["text"].get<std::string>(),
                HasSubstr("stride[0] = 1 but stride[1] * size[1] = 4 * 2 = 8"));
    EXPECT_EQ(expectFailure({"transform", sample("strided"), out, "--ops", "view(7)"}, 1)["reason"], "shape");
    EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(TransformCommand, AStepThatLeavesTheStorageIsToldOnce)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    const std::string ops = "as_strided((2,2),(100,1),0).transpose(0,1)";
    const auto warnings = ask({"transform", sample("strided"), out, "--ops", ops}).json["result"]["warnings"];
    ASSERT_EQ(warnings.size(), 1U);
    // The sample stores 8 elements, the last one that is asked for is number 101.
    EXPECT_THAT(warnings[0].get<std::string>(), HasSubstr("slots 0 to 101 of 8, 94 beyond the end"));
    EXPECT_THAT(tscope({"transform", sample("strided"), out, "--ops", ops}).out, HasSubstr("94 beyond the end"));
    EXPECT_TRUE(ask({"transform", sample("strided"), out, "--ops", "as_strided((2,2),(1,1),0)"})
                    .json["result"]["warnings"]
                    .empty());
}

TEST(TransformCommand, RefusesBeforeItAllocates)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    expectFailure({"transform", sample("strided"), out, "--ops", "reshape(6)", "--max-memory", "23"}, 4);
    EXPECT_EQ(tscope({"transform", sample("strided"), out, "--ops", "reshape(6)", "--max-memory", "24"}).exitCode,
              0);
    expectFailure({"transform", sample("strided"), out, "--ops", "expand(4611686018427387904,3,2).contiguous()"},
                  4);
    expectFailure({"transform", sample("strided"), out, "--ops", "expand(100000000000,3,2).contiguous()"}, 4);
}

TEST(TransformCommand, NamesTheColumnOfAMistakeOnce)
{
    const auto run = tscope({"transform", sample("strided"), "out.json", "--ops", "flip(0).fold(1)"});
    EXPECT_EQ(run.exitCode, 3);
    EXPECT_EQ(run.err.find("column"), run.err.rfind("column")) << run.err;
    expectFailure({"transform", sample("strided"), "out.json", "--ops", ""}, 3);
    expectFailure({"transform", sample("strided"), "out.json", "--ops", "narrow(0,5,1)"}, 3);
    expectFailure({"transform", sample("csr"), "out.json", "--ops", "flip(0)"}, 4);
}

std::vector<std::string> makeWords(std::string_view kind, std::string_view layout, const std::string& out)
{
    std::vector<std::string> words{"make", std::string(kind), out, "--layout", std::string(layout), "--seed", "7"};
    const bool isRagged = layout == "nested" || layout == "jagged";
    words.insert(words.end(), {"--size", isRagged ? "5,6,3" : "16,16"});
    return words;
}

TEST(MakeCommand, MakesEveryKindInEveryLayoutOrSaysWhyNot)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    int made = 0;
    for (const auto& kind : makeKinds())
        for (const auto* layout : layouts()) {
            SCOPED_TRACE(std::string(kind.name) + " " + std::string(layout->name));
            const auto words = makeWords(kind.name, layout->name, out);
            const auto answer = ask(words);
            if (answer.exitCode != 0) {
                expectFailure(words, answer.exitCode);
                continue;
            }
            ++made;
            expectTensorInfo(answer.json["result"]["tensors"][0]);
            const auto bytes = readFile(out);
            const auto check = ask({"check", out});
            EXPECT_EQ(check.exitCode, 0) << check.json.dump().substr(0, 400);
            tscope(words);
            EXPECT_EQ(readFile(out), bytes) << "the same seed makes the same bytes";
        }
    EXPECT_GE(made, 40);
}

TEST(MakeCommand, HonoursItsOptions)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    const auto answer =
        ask({"make", "random", out, "--layout", "bsr", "--size", "60,80", "--nnz", "30", "--blocksize", "4x5",
             "--batch", "2,3", "--dense", "2", "--dtype", "f64", "--index-dtype", "i32"});
    ASSERT_EQ(answer.exitCode, 0);
    const auto& tensor = answer.json["result"]["tensors"][0];
    EXPECT_EQ(tensor["size"], Json({2, 3, 60, 80, 2}));
    EXPECT_EQ(tensor["nnz"], 30);
    EXPECT_EQ(tensor["blocksize"], Json({4, 5}));
    EXPECT_EQ(tensor["dtype"], "float64");
    EXPECT_EQ(tensor["index_dtype"], "int32");
    EXPECT_EQ(tscope({"check", out}).exitCode, 0);
    EXPECT_EQ(
        ask({"make", "random", out, "--size", "10,10", "--density", "0.5"}).json["result"]["tensors"][0]["nnz"],
        50);
}

TEST(MakeCommand, ARuleThatTheTypesBreakIsTold)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    const std::vector<std::pair<std::vector<std::string>, std::string>> broken{
        {{"--layout", "coo", "--index-dtype", "i32"}, "COO-1.1"},
        {{"--layout", "coo", "--dtype", "u16"}, "COO-1.3"},
        {{"--layout", "csr", "--dtype", "u16"}, "1.5"}};
    for (const auto& [options, rule] : broken) {
        std::vector<std::string> words{"make", "random", out};
        words.insert(words.end(), options.begin(), options.end());
        SCOPED_TRACE(rule);
        const auto warnings = ask(words).json["result"]["warnings"];
        std::set<std::string> rules;
        const auto checked = ask({"check", out}).json;
        for (const auto& finding : checked["tensors"][0]["findings"])
            if (finding["level"] == "violation")
                rules.insert(finding["rule"]);
        EXPECT_TRUE(rules.contains(rule));
        EXPECT_EQ(warnings.size(), rules.size());
        EXPECT_THAT(warnings.dump(), HasSubstr("rule " + rule + " is broken in 1 place"));
        EXPECT_THAT(tscope(words).out, HasSubstr("rule " + rule + " is broken"));
    }
    EXPECT_TRUE(ask({"make", "random", out, "--layout", "csr", "--index-dtype", "i32"})
                    .json["result"]["warnings"]
                    .empty());
    EXPECT_TRUE(ask({"make", "random", out, "--break", "5.6"}).json["result"]["warnings"].empty()) << "asked for";
}

TEST(MakeCommand, RefusesWhatHasNoMeaningOrIsTooLarge)
{
    const Folder folder;
    const auto out = folder.path("out.json");
    for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
             {"random", out, "--layout", "hexagonal"},
             {"magic", out},
             {"random", out, "--size", "a,b"},
             {"random", out, "--size", "-3,4"},
             {"random", out, "--nnz", "100000", "--size", "2,2"},
             {"random", out, "--density", "2"},
             {"random", out, "--density", "nan"},
             {"random", out, "--dtype", "float33"},
             {"random", out, "--layout", "bsr", "--blocksize", "0,2"},
             {"random", out, "--layout", "bsr", "--blocksize", "3,3", "--size", "4,4"},
             {"random", out, "--break", "9.9"},
             {"random", out, "--break", "5.6@x"}}) {
        std::vector<std::string> words{"make"};
        words.insert(words.end(), options.begin(), options.end());
        expectFailure(words, 3);
    }
    for (const std::string size :
         {"4611686018427387904,4611686018427387904", "1000000000,1000000000", "9223372036854775807,1"})
        for (const std::string kind : {"dense", "random", "banded", "arange", "powerlaw", "blocks", "stencil5"})
            for (const std::string layout : {"csr", "coo", "strided", "bsr"}) {
                const auto run = tscope({"make", kind, out, "--size", size, "--layout", layout});
                EXPECT_TRUE(run.exitCode == 3 || run.exitCode == 4)
                    << kind << layout << size << run.exitCode << run.err;
                EXPECT_LT(run.seconds, 10);
                EXPECT_LT(run.peakMemoryKib, 300 * 1024);
            }
    EXPECT_FALSE(std::filesystem::exists(out));
}

// Tensors to break: wide and flat ones, dense and nearly empty ones, with batches and dense dims and without.
std::vector<std::vector<std::string>> shapesOf(const Layout& layout)
{
    if (layout.name == "strided")
        return {{"--size", "16,16"}, {"--size", "2,3"}, {"--size", "1,40"}};
    if (layout.family == "nested" || layout.family == "jagged")
        return {{"--size", "5,6,3"}, {"--size", "2,3,2"}, {"--size", "20,9,2"}};
    if (layout.name == "coo")
        return {{"--size", "16,16", "--nnz", "20"},
                {"--size", "2,3", "--nnz", "4"},
                {"--size", "4,12", "--dense", "2"}};
    if (layout.name == "bsr" || layout.name == "bsc")
        return {{"--size", "16,16", "--nnz", "20", "--index-dtype", "i32"},
                {"--size", "4,6", "--blocksize", "2,3", "--nnz", "3", "--batch", "2"},
                {"--size", "12,30", "--blocksize", "4,1", "--nnz", "40", "--dense", "2"}};
    return {{"--size", "16,16", "--nnz", "20", "--index-dtype", "i32"},
            {"--size", "2,3", "--nnz", "4", "--batch", "2"},
            {"--size", "4,12", "--nnz", "20", "--dense", "2"}};
}

// The contracts that have nothing against the tensor of `file`.
std::vector<const Contract*> pleasedBy(const Layout& layout, const std::string& file)
{
    std::vector<const Contract*> out;
    for (const auto& contract : contracts())
        if (!contract.refusal(layout) &&
            tscope({"check", file, "--contract", std::string(contract.name())}).exitCode == 0)
            out.push_back(&contract);
    return out;
}

TEST(MakeCommand, PlantsEveryRuleWhereAskedAndCheckNamesItFirst)
{
    const Folder folder;
    const auto sound = folder.path("sound.json"), out = folder.path("out.json");
    int planted = 0, named = 0, seed = 0;
    for (const auto* layout : layouts())
        for (const auto& shape : shapesOf(*layout)) {
            ++seed;
            const bool isRagged = layout->name == "nested" || layout->name == "jagged";
            const auto words = [&](const std::string& file) {
                std::vector<std::string> all{"make",
                                             isRagged ? "ragged" : "random",
                                             file,
                                             "--layout",
                                             std::string(layout->name),
                                             "--seed",
                                             std::to_string(seed)};
                all.insert(all.end(), shape.begin(), shape.end());
                return all;
            };
            ASSERT_EQ(tscope(words(sound)).exitCode, 0);
            const auto judges = pleasedBy(*layout, sound);
            for (const auto rule : plantableRules(*layout)) {
                SCOPED_TRACE(std::string(layout->name) + " " + std::string(rule) + " seed " +
                             std::to_string(seed));
                auto broken = words(out);
                broken.insert(broken.end(), {"--break", std::string(rule)});
                const auto made = tscope(broken);
                if (made.exitCode != 0) {
                    EXPECT_TRUE(made.exitCode == 3 || made.exitCode == 4)
                        << made.err; // some rules any such tensor keeps
                    continue;
                }
                const auto at = std::ranges::find(layout->rules, rule, &Rule::id);
                ASSERT_NE(at, layout->rules.end());
                const auto judge = std::ranges::find_if(
                    judges, [&](const Contract* contract) { return contract->demand(*layout, *at).has_value(); });
                if (judge == judges.end())
                    continue; // batch and dense dims are a fault of their own to some
                ++planted;
                const auto answer = ask({"check", out, "--contract", std::string((*judge)->name())});
                const auto& report = answer.json["tensors"][0];
                EXPECT_TRUE(std::ranges::any_of(report["findings"], [&](const Json& finding) {
                    return finding["rule"] == rule;
                })) << report.dump().substr(0, 500);
                named += !report["causes"].empty() && report["causes"][0]["rules"][0] == rule;
            }
        }
    std::cout << named << " of " << planted << " planted faults are named first\n";
    EXPECT_GE(planted, 500);
    EXPECT_GE(named * 100, planted * 97);
}

TEST(DevicesCommand, TellsTheProcessorAndWhatIsMissing)
{
    const auto answer = ask({"devices"});
    EXPECT_EQ(answer.exitCode, 0);
    expectKeys(answer.json, {{"devices", "a"}, {"backends", "a"}}, "devices");
    expectKeys(answer.json["devices"][0], {{"id", "s"}, {"name", "s"}, {"threads", "i"}}, "device");
    EXPECT_EQ(answer.json["devices"][0]["id"], "cpu");
    expectKeys(answer.json["backends"][0], {{"name", "s"}, {"loaded", "b"}, {"reason", "ns"}}, "backend");
    EXPECT_THAT(tscope({"devices"}).out, HasSubstr("cuda"));
}

TEST(OpsCommand, EveryCellHasAKernelOrAReason)
{
    const auto answer = ask({"ops"});
    EXPECT_EQ(answer.exitCode, 0);
    EXPECT_FALSE(answer.json["ops"].empty());
    for (const auto& cell : answer.json["ops"]) {
        expectKeys(cell,
                   {{"op", "s"},
                    {"device", "s"},
                    {"layouts", "a"},
                    {"dtypes", "a"},
                    {"index_dtypes", "a"},
                    {"supported", "b"},
                    {"kernel", "ns"},
                    {"reason", "ns"},
                    {"condition", "ns"},
                    {"needs", "a"},
                    {"verified_on", "ns"}},
                   "cell");
        EXPECT_EQ(cell["supported"].get<bool>(), cell["reason"].is_null()) << cell;
        if (cell["kernel"].is_null() ||
            cell["device"] == "cpu") { // kernels of devices are told where none is, too
            EXPECT_NE(cell["kernel"].is_null(), cell["reason"].is_null()) << cell;
        }
    }
    const auto table = tscope({"ops"}).out;
    EXPECT_THAT(table, HasSubstr("transpose: strided csr csc bsr bsc nested"));
    EXPECT_THAT(table, HasSubstr("  coo -> bsr: cpu.convert.pointers, cpu.convert.gather_blocks (by way of csr); "
                                 "wants blocks that divide the size\n"));
    EXPECT_THAT(table, HasSubstr("  nested -> coo: element by element; wants components of one size\n"));
    EXPECT_THAT(table, HasSubstr("  no, 26 combinations: components are paired with components of the same layout "
                                 "only, found ... and ...\n"));
    EXPECT_THAT(table, HasSubstr("  no, 7 combinations: only ... tensors have strides"));
    EXPECT_THAT(table, HasSubstr("  element types: "));
}

} // namespace

} // namespace tscope::app
