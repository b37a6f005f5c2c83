// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace tscope::app {

namespace {

using testing::HasSubstr;

// A csr tensor of rows of two entries, each in the wrong order.
std::string unsortedInput(int rows = 40)
{
    std::string pointers = "0", plain = "1,0", values = "1,1";
    for (int row = 1; row <= rows; ++row)
        pointers += "," + std::to_string(2 * row);
    for (int row = 1; row < rows; ++row) {
        plain += ",1,0";
        values += ",1,1";
    }
    return R"({"layout": "csr", "size": [)" + std::to_string(rows) + R"(, 2], "members": {"compressed": [)" +
           pointers + R"(], "plain": [)" + plain + R"(], "values": [)" + values + "]}}";
}

TEST(CheckCommand, GivesEveryPromisedKeyForEveryLayoutAndContract)
{
    for (const auto& name : sampleNames())
        for (const auto* contract : {"pytorch", "documented", "csr-2021", "csr-2021-draft", "scipy", "cusparse"}) {
            SCOPED_TRACE(name + " " + contract);
            const auto answer = ask({"check", sample(name), "--contract", contract});
            expectReport(answer.json);
            EXPECT_EQ(answer.json["contract"], contract);
            EXPECT_EQ(answer.exitCode, answer.json["valid"] == true ? 0 : 1);
        }
}

TEST(CheckCommand, SaysWhatIsWrongWhyAndWhere)
{
    const auto answer = ask({"check", sample("broken_pointer")});
    EXPECT_EQ(answer.exitCode, 1);
    const auto& tensor = answer.json["tensors"][0];
    ASSERT_EQ(tensor["findings"].size(), 2U);
    EXPECT_EQ(tensor["findings"][0]["rule"], "5.3");
    EXPECT_EQ(tensor["findings"][0]["count"], 2);
    EXPECT_EQ(tensor["findings"][1]["rule"], "5.6");
    EXPECT_EQ(tensor["findings"][1]["consequence_of"], Json({"5.3"}));
    ASSERT_FALSE(tensor["causes"].empty());
    EXPECT_EQ(tensor["causes"][0]["rules"][0], "5.3");
    EXPECT_EQ(tensor["causes"][0]["member"], "compressed");
    EXPECT_EQ(tensor["causes"][0]["index"], 2);
    ASSERT_FALSE(tensor["repairs"].empty());
    EXPECT_EQ(tensor["repairs"][0]["lossless"], false);
    EXPECT_EQ(tensor["inferred_size"], Json({4, 5}));
}

TEST(CheckCommand, ListsAsManyWitnessesAsAskedAndCountsAll)
{
    const auto witnesses = [](const std::vector<std::string>& options) {
        std::vector<std::string> words{"check", "-"};
        words.insert(words.end(), options.begin(), options.end());
        const auto finding = ask(words, unsortedInput()).json["tensors"][0]["findings"][0];
        EXPECT_EQ(finding["rule"], "5.6");
        EXPECT_EQ(finding["count"], 40);
        return finding["witnesses"].size();
    };
    EXPECT_EQ(witnesses({}), 16U);
    EXPECT_EQ(witnesses({"--max-witnesses", "3"}), 3U);
    EXPECT_EQ(witnesses({"--max-witnesses", "0"}), 40U);
    EXPECT_EQ(witnesses({"--max-witnesses", "100"}), 40U);
    EXPECT_THAT(tscope({"check", "-", "--max-witnesses", "3"}, unsortedInput()).out, HasSubstr("and 37 more"));
}

// Of many places a report keeps the first; the others are found as they are told.
TEST(CheckCommand, ListsManyPlacesInOrderAndEachOnce)
{
    const auto input = unsortedInput(3000);
    for (const auto& [asked, told] :
         {std::pair{"0", 3000}, {"999", 999}, {"1000", 1000}, {"1001", 1001}, {"2500", 2500}}) {
        const auto answer = ask({"check", "-", "--max-witnesses", asked}, input);
        const auto& finding = answer.json["tensors"][0]["findings"][0];
        EXPECT_EQ(finding["count"], 3000);
        EXPECT_EQ(finding["truncated"], false);
        ASSERT_EQ(finding["witnesses"].size(), static_cast<std::size_t>(told)) << asked;
        for (int i = 0; i < told; ++i) {
            ASSERT_EQ(finding["witnesses"][i]["i"], i + 1) << asked;
            ASSERT_EQ(finding["witnesses"][i]["k"], 2 * i + 1) << asked;
        }
        const auto text = tscope({"check", "-", "--max-witnesses", asked}, input).out;
        EXPECT_EQ(std::ranges::count(text, '\n'), std::ranges::count(tscope({"check", "-"}, input).out, '\n') -
                                                      16 - 1 + told + (told < 3000 ? 1 : 0));
    }
}

TEST(CheckCommand, CutsTheListAtAMillionAndSaysSo)
{
    const auto coo = [](const std::string& entries) {
        return R"({"layout": "coo", "size": [3], "members": {"indices": {"shape": [1, )" + entries +
               R"(], "strides": [1, 0], "storage": [7]}, "values": {"shape": [)" + entries +
               R"(], "strides": [0], "storage": [1]}}})";
    };
    const auto words = {std::string("check"), std::string("-"), std::string("--json"),
                        std::string("--max-witnesses")};
    const auto truncated = [&](const std::string& entries, const std::string& most) {
        std::vector<std::string> asked(words);
        asked.push_back(most);
        const auto text = tscope(asked, coo(entries), 4000).out;
        return text.substr(text.find("\"truncated\":"), 16);
    };
    EXPECT_EQ(truncated("1000000", "0"), "\"truncated\":fals");
    EXPECT_EQ(truncated("1000001", "0"), "\"truncated\":true");
    EXPECT_EQ(truncated("1000001", "1000000"), "\"truncated\":true");
    EXPECT_EQ(truncated("1000001", "16"), "\"truncated\":fals");
}

TEST(CheckCommand, JudgesSeveralInputsEvenIfOneIsUnreadable)
{
    EXPECT_EQ(tscope({"check", sample("csr"), sample("coo")}).exitCode, 0);
    const auto broken = ask({"check", sample("csr"), sample("broken_pointer"), sample("coo")});
    EXPECT_EQ(broken.exitCode, 1);
    EXPECT_EQ(broken.json["tensors"].size(), 3U);
    const auto unreadable = ask({"check", sample("csr"), "nowhere.json", sample("broken_pointer")});
    EXPECT_EQ(unreadable.exitCode, 2);
    EXPECT_EQ(unreadable.json["tensors"].size(), 2U);
    EXPECT_EQ(unreadable.json["tensors"][0]["file"], sample("csr"));
    EXPECT_EQ(unreadable.json["tensors"][1]["file"], sample("broken_pointer"));
    EXPECT_EQ(unreadable.json["valid"], false);
    ASSERT_EQ(unreadable.json["errors"].size(), 1U);
    EXPECT_EQ(unreadable.json["errors"][0]["file"], "nowhere.json");
    EXPECT_THAT(unreadable.json["errors"][0]["text"], HasSubstr("nowhere.json"));
    const auto none = ask({"check", "nowhere.json", "nor_here.json"});
    EXPECT_EQ(none.json["tensors"], Json::array());
    EXPECT_EQ(none.json["errors"].size(), 2U);
    const auto told = tscope({"check", "nowhere.json", sample("csr")});
    EXPECT_THAT(told.err, HasSubstr("nowhere.json"));
    EXPECT_TRUE(told.out.starts_with(sample("csr") + ":\n")) << told.out;
    expectFailure({"check", "nowhere.json"}, 2);
}

TEST(CheckCommand, SpeaksOfOnePlaceInTheSingular)
{
    const auto input = R"({"layout":"csr","size":[1,2],"members":{"compressed":[0,1],"plain":[5],"values":[1]}})";
    EXPECT_THAT(tscope({"check", "-"}, input).out, HasSubstr("broken under pytorch: 1 rule, 1 place\n"));
}

void expectTrace(const Json& answer)
{
    expectKeys(answer, {{"built", "b"}, {"tensors", "a"}}, "build");
    for (const auto& tensor : answer["tensors"]) {
        expectKeys(tensor,
                   {{"name", "s"},
                    {"builder", "s"},
                    {"built", "b"},
                    {"steps", "a"},
                    {"certificate", "a"},
                    {"inferred_size", "an"},
                    {"inferred_size_published", "an"},
                    {"difference", "sn"},
                    {"result", "on"}},
                   "trace");
        for (const auto& step : tensor["steps"])
            expectKeys(step, {{"depth", "i"}, {"call", "s"}, {"rules", "a"}, {"outcome", "s"}, {"text", "s"}},
                       "step");
        if (tensor["result"].is_object())
            expectTensorInfo(tensor["result"]["tensors"][0]);
        EXPECT_EQ(tensor["result"].is_object(), tensor["built"].get<bool>());
    }
}

TEST(BuildCommand, BuildsEveryLayoutInEveryWay)
{
    const Folder folder;
    std::vector<std::string> inputs{folder.path("bsc.json")};
    ASSERT_EQ(tscope({"make", "random", inputs[0], "--layout", "bsc"}).exitCode, 0);
    for (const auto& name : sampleNames())
        inputs.push_back(sample(name));
    for (const auto& input : inputs)
        for (const std::string way : {"", "--unsafe", "--infer", "--trace"}) {
            SCOPED_TRACE(input + " " + way);
            const auto answer = ask(way.empty() ? std::vector<std::string>{"build", input}
                                                : std::vector<std::string>{"build", input, way});
            expectTrace(answer.json);
            const bool isUnsafe = way == "--unsafe";
            const bool tellsSize =
                input != sample("strided") && input != sample("nested") && input != sample("jagged");
            const bool builds =
                isUnsafe || (input.find("broken_") == std::string::npos && (way != "--infer" || tellsSize));
            EXPECT_EQ(answer.exitCode, builds ? 0 : 1);
            EXPECT_EQ(answer.json["built"], builds);
            EXPECT_EQ(answer.json["tensors"][0]["certificate"].empty(), isUnsafe || !builds);
        }
}

TEST(BuildCommand, TheDraftChecksLess)
{
    const auto today = ask({"build", sample("csr")}).json["tensors"][0];
    const auto draft = ask({"build", sample("csr"), "--draft"}).json["tensors"][0];
    EXPECT_LT(draft["certificate"].size(), today["certificate"].size());
    EXPECT_EQ(draft["tree"], "2021-draft");
}

TEST(BuildCommand, SaysWhyNothingWasBuilt)
{
    const auto run = tscope({"build", sample("broken_pointer")});
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.out, HasSubstr("not built"));
    EXPECT_THAT(run.out, HasSubstr("no certificate: indices invariants broken: 5.3, 5.6"));
    EXPECT_THAT(run.out, testing::Not(HasSubstr("nothing was checked")));
    const auto steps = ask({"build", sample("broken_pointer")}).json["tensors"][0]["steps"];
    EXPECT_EQ(steps[0]["outcome"], "broken") << "a call inside which something broke is not done";
    EXPECT_EQ(steps.back()["outcome"], "not reached");
}

TEST(DiffCommand, TellsFourLevelsApart)
{
    const auto levels = [](const Answer& answer) {
        expectKeys(answer.json,
                   {{"equal", "o"}, {"first", "a"}, {"max_abs", "nf"}, {"max_rel", "nf"}, {"counts", "o"}},
                   "diff");
        expectKeys(answer.json["counts"],
                   {{"only_a", "i"}, {"only_b", "i"}, {"differ", "i"}, {"close", "i"}, {"rounded", "i"}},
                   "counts");
        for (const auto& place : answer.json["first"]) {
            EXPECT_TRUE(place.contains("a") && place.contains("b"));
            expectKeys(place, {{"level", "s"}, {"at", "a"}}, "place");
        }
        const auto& equal = answer.json["equal"];
        std::string out;
        for (const auto* level : {"values", "pattern", "order", "bytes"})
            out += equal[level] == true ? '=' : '!';
        EXPECT_EQ(answer.exitCode, out == "====" ? 0 : 1);
        return out;
    };
    const Folder folder;
    const auto csr = [&](const std::string& pointers, const std::string& plain, const std::string& values) {
        return folder.write("b.json",
                            R"({"layout":"csr","size":[4,5],"dtype":"float32","members":{"compressed":)" +
                                pointers + R"(,"plain":)" + plain + R"(,"values":)" + values + "}}");
    };
    const auto a = sample("csr");
    EXPECT_EQ(levels(ask({"diff", a, a})), "====");
    EXPECT_EQ(levels(ask({"diff", a, csr("[0,2,2,5,6]", "[1,3,0,2,4,1]", "[1,2,3,4,5,7]")})), "!==!");
    EXPECT_EQ(levels(ask({"diff", a, csr("[0,3,3,6,7]", "[1,3,4,0,2,4,1]", "[1,2,0,3,4,5,6]")})), "=!!!");
    EXPECT_EQ(levels(ask({"diff", a, csr("[0,2,2,5,6]", "[3,1,0,2,4,1]", "[2,1,3,4,5,6]")})), "==!!");
    EXPECT_EQ(levels(ask({"diff", a, sample("csc")})), "==!!");
    const auto other = ask({"diff", a, csr("[0,2,2,5,6]", "[1,3,0,2,4,1]", "[1,2,3,4,5,7]")});
    EXPECT_EQ(other.json["max_abs"], 1);
    EXPECT_EQ(other.json["counts"]["differ"], 1);
    EXPECT_EQ(other.json["first"][0]["at"], Json({3, 1}));
    EXPECT_THAT(tscope({"diff", a, folder.path("b.json")}).out, HasSubstr("1 value differs"));
}

TEST(DiffCommand, NamesSizesThatDifferAndSlotsOfMembers)
{
    EXPECT_THAT(tscope({"diff", sample("csr"), sample("coo")}).out,
                HasSubstr("the sizes are (4, 5) and (3, 4, 2)"));
    EXPECT_THAT(tscope({"diff", sample("csr"), sample("broken_pointer")}).out,
                HasSubstr("first at crow_indices[2]: 2 against 9"));
}

TEST(DiffCommand, ListsEveryDifferenceByKind)
{
    const auto a = sample("csr"), b = sample("broken_pointer");
    const auto told = tscope({"diff", a, b, "--list", "1"});
    EXPECT_EQ(told.exitCode, 1);
    EXPECT_THAT(
        told.out,
        HasSubstr("  stored only in the first  3\n      (2, 0): 3 against not stored\n      and 2 more\n"));
    EXPECT_THAT(told.out, HasSubstr("  slots of crow_indices  1\n      crow_indices[2]: 2 against 9\n"));
    EXPECT_THAT(tscope({"diff", a, b}).out, testing::Not(HasSubstr("slots of"))) << "only when asked";

    const auto json = ask({"diff", a, b, "--json", "--list", "0"}).json;
    ASSERT_TRUE(json["differences"].is_array());
    for (const auto& group : json["differences"]) {
        expectKeys(group, {{"kind", "s"}, {"member", "sn"}, {"count", "i"}, {"places", "a"}}, "group");
        EXPECT_EQ(group["places"].size(), group["count"].get<std::size_t>());
    }
    EXPECT_EQ(json["differences"].front()["member"], "compressed") << "one slot explains the others";
    EXPECT_EQ(json["differences"].front()["places"][0], Json({{"at", 2}, {"a", 2}, {"b", 9}}));
    EXPECT_FALSE(ask({"diff", a, b}).json.contains("differences"));
}

// The file is read once: of two copies nothing would be said of what they share.
TEST(DiffCommand, OfTwoTensorsOfOneFileKnowsWhatTheyShare)
{
    const Folder folder;
    const auto file = folder.write("two.json", R"({"tensors": {
        "a": {"layout": "strided", "dtype": "float32", "members": {"values": [[1, 2, 3], [4, 5, 6]]}},
        "t": {"layout": "strided", "dtype": "float32", "members": {"values": {"dtype": "float32",
            "shape": [3, 2], "strides": [1, 3], "offset": 0, "storage": {"shared": "a/values"}}}}}})");
    const auto told = tscope({"diff", file + "::a", file + "::t"});
    EXPECT_EQ(told.exitCode, 1);
    EXPECT_THAT(told.out,
                testing::StartsWith("  the second is a view of the same storage: first.t()\n  ▲ different  "
                                    "values: the number at every index; the sizes are (2, 3) and (3, 2)"));
    EXPECT_THAT(told.out, HasSubstr("values of both are views of one storage of 24 bytes: both read bytes 0..23"));
    EXPECT_THAT(expectFailure({"diff", file + "::a", file + "::u"}, 2)["text"].get<std::string>(),
                HasSubstr("no tensor called u in "));
}

// As the window's Comparison does.
TEST(DiffCommand, CountsNumbersWithinTheToleranceApart)
{
    const Folder folder;
    const auto vector = [&](const std::string& name, const std::string& values) {
        return folder.write(name, R"({"layout":"strided","dtype":"float64","members":{"values":)" + values + "}}");
    };
    const auto a = vector("a.json", "[1,2,3]"), b = vector("b.json", "[1.25,4,3]");
    EXPECT_THAT(tscope({"diff", a, b}).out, testing::Not(HasSubstr("tolerance")));
    EXPECT_THAT(tscope({"diff", a, b, "--atol", "5e-1", "--list", "0"}).out,
                testing::AllOf(HasSubstr("2 values differ, "), HasSubstr("; 1 within the tolerance"),
                               HasSubstr("  stored in both, with different values  1\n      (1,): 2 against 4\n"),
                               HasSubstr("  stored in both, with close values  1\n      (0,): 1 against 1.25\n")));
    const auto json = ask({"diff", a, b, "--rtol", "0.25"}).json;
    EXPECT_EQ(json["counts"]["differ"], 2);
    EXPECT_EQ(json["counts"]["close"], 1) << "0.25 is less than a quarter of 1.25";
    EXPECT_EQ(ask({"diff", a, b, "--atol", "2"}).exitCode, 1) << "close is not the same";
    for (const auto* option : {"--rtol", "--atol"})
        for (const auto* wrong : {"-1", "nan", "inf", "-nan", "1e400", "much", "0.1x"})
            EXPECT_THAT(expectFailure({"diff", a, b, option, wrong}, 3)["text"].get<std::string>(),
                        testing::AllOf(HasSubstr(option), HasSubstr("0 or a positive number is wanted, found \"" +
                                                                    std::string(wrong) + '"')));
    EXPECT_THAT(tscope({"diff", "--help"}).out, HasSubstr("|a - b| <= atol + rtol * |b|"));
}

TEST(DiffCommand, ReadsNestedAndJaggedSideBySide)
{
    const Folder folder;
    const auto out = folder.path("j.json");
    ASSERT_EQ(tscope({"transform", sample("nested"), folder.path("t.json"), "--ops", "to_jagged()"}).exitCode, 0);
    ASSERT_EQ(tscope({"transform", folder.path("t.json"), out, "--ops", "to_nested()"}).exitCode, 0);
    EXPECT_EQ(ask({"diff", sample("nested"), out}).json["equal"]["values"], true);
}

} // namespace

} // namespace tscope::app
