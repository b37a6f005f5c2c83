// SPDX-License-Identifier: Apache-2.0
// What a build server is told: annotations of GitHub Actions, and SARIF.
#include "app/small_files.h"
#include "app/tscope.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

namespace tscope::app {

namespace {

using testing::HasSubstr;
using testing::Not;

std::string joined(const std::vector<std::string>& lines)
{
    std::string out;
    for (const auto& line : lines)
        out += line + '\n';
    return out;
}

class BuildServer : public testing::Test
{
protected:
    // As if the folder were a checkout.
    BuildServer() { ::setenv("GITHUB_WORKSPACE", m_folder.path("").c_str(), 1); }
    ~BuildServer() override { ::unsetenv("GITHUB_WORKSPACE"); }

    ToolRun github() const { return tscope({"check", m_folder.path(""), "--github"}); }
    // The one run of the document.
    Json sarif(int exitCode) const { return sarif({"check", m_folder.path(""), "--sarif"}, exitCode); }
    static Json sarif(const std::vector<std::string>& words, int exitCode, const std::string& input = "")
    {
        const auto run = tscope(words, input);
        EXPECT_EQ(run.exitCode, exitCode) << run.err;
        // What can't be read is told to people as well.
        EXPECT_EQ(run.err.empty(), exitCode != 2) << run.err;
        const auto document = Json::parse(run.out, nullptr, false);
        EXPECT_TRUE(document.is_object()) << run.out;
        EXPECT_EQ(document["version"], "2.1.0");
        EXPECT_EQ(document["$schema"], "https://json.schemastore.org/sarif-2.1.0.json");
        EXPECT_EQ(document["runs"].size(), 1U);
        expectWhatServersAskFor(document["runs"][0]);
        return document["runs"][0];
    }

    // GitHub refuses a document in which one result has no place in a file.
    static void expectWhatServersAskFor(const Json& run)
    {
        std::vector<std::string> rules;
        for (const auto& rule : run["tool"]["driver"]["rules"]) {
            rules.push_back(rule["id"]);
            EXPECT_FALSE(rule["shortDescription"]["text"].get<std::string>().empty());
        }
        EXPECT_EQ(run["tool"]["driver"]["name"], "tscope");
        for (const auto& result : run["results"]) {
            EXPECT_THAT(rules, testing::Contains(result["ruleId"].get<std::string>()));
            EXPECT_FALSE(result["message"]["text"].get<std::string>().empty());
            const auto& place = result["locations"][0]["physicalLocation"];
            EXPECT_GE(place.value("region", Json::object()).value("startLine", 0), 1);
            const auto& artifact = place["artifactLocation"];
            for (const unsigned char c : artifact["uri"].get<std::string>())
                EXPECT_TRUE(c > 0x20 && c < 0x7f &&
                            std::string("\"<>\\^`{|}").find(static_cast<char>(c)) == std::string::npos)
                    << artifact;
        }
    }

    Folder m_folder;
};

TEST_F(BuildServer, AnnotationsOfAFolder)
{
    m_folder.write("b.mtx", good);
    std::filesystem::create_directories(m_folder.path("sub"));
    m_folder.write("sub/a.json", R"({"tensors":{"w":)" + broken + "}}");
    m_folder.write("sub/z.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 5\n");
    m_folder.write("README.md", "# Words\n");
    const auto run = github();
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, testing::MatchesRegex("tscope: .*sub/z.mtx: a row 0, though [^\n]* \\(line 3\\)\n"));
    EXPECT_EQ(run.out, joined({
                           "::error file=sub/a.json,title=5.5::w (csr): each column index is below the number of "
                           "columns, 1 place%0Arow 0: column 5 is outside 0..1 (col_indices[0])",
                           "::error file=sub/z.mtx,line=3,title=unreadable::a row 0, though Matrix Market counts "
                           "rows and columns from 1: the file looks 0-based (line 3)",
                           "under pytorch: 1 valid, 1 broken, 1 unreadable, 1 passed over as no tensor's",
                       }));
}

TEST_F(BuildServer, LevelsOfAnnotations)
{
    m_folder.write("a.json", R"({"layout":"csr","size":[2,3],"extra":1,"members":{"compressed":[0,2,9],
        "plain":[1,0,2],"values":[1,2,3]}})");
    const auto out = tscope({"check", m_folder.path("a.json"), "--github", "--contract", "scipy"}).out;
    EXPECT_THAT(out, HasSubstr("::error file=a.json,title=5.2::"));
    EXPECT_THAT(out, HasSubstr("::warning file=a.json,title=5.6::")) << "SciPy only advises";
    EXPECT_THAT(out,
                HasSubstr("::notice file=a.json,title=note::the key extra is not known and was kept as it is"));
}

TEST_F(BuildServer, ManyPlacesAreCut)
{
    std::string plain = "9";
    for (int k = 1; k < 50; ++k)
        plain += ",9";
    m_folder.write("a.json", R"({"layout":"coo","size":[5],"is_coalesced":false,"members":{"indices":[[)" + plain +
                                 R"(]],"values":{"dtype":"float32","shape":[50]}}})");
    const auto run = github();
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.out, HasSubstr(", 50 places%0A"));
    EXPECT_THAT(run.out, HasSubstr("%0Aand 46 more"));
    EXPECT_EQ(sarif(1)["results"][0]["properties"]["witnesses"].size(), 16U);
}

TEST_F(BuildServer, ManyFindingsOfAFileAreCut)
{
    std::string text = R"({"tensors":{)";
    for (int i = 0; i < 5100; ++i)
        text += (i > 0 ? ",\"t" : "\"t") + std::to_string(i) +
                R"(":{"layout":"csr","size":[1,1],"members":{"compressed":[0,1],"plain":[7],"values":[1]}})";
    m_folder.write("a.json", text + "}}");
    const auto run = github();
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.out, HasSubstr("t4999 (csr)"));
    EXPECT_THAT(run.out, Not(HasSubstr("t5000 (csr)")));
    EXPECT_THAT(run.out,
                HasSubstr("::notice file=a.json,title=note::only the first 5000 of 5100 findings are told here"));
    const auto results = sarif(1)["results"];
    EXPECT_EQ(results.size(), 5001U);
    EXPECT_EQ(results.back()["level"], "note");
}

// Nothing of a file may end a command, begin another one or steer the terminal; the runner reads back what stood.
TEST_F(BuildServer, HostileNamesStayInTheirPlace)
{
    const std::string name = "50%,a:b\r\n::error::x\x1b[2J\xff\"'";
    m_folder.write(name + ".json", R"({"tensors":{"t\n::warning::100%\u001b[2J##[error]":)" + broken + "}}");
    const auto run = github();
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_EQ(
        run.out,
        joined({"::error file=50%25%2Ca%3Ab%0D%0A%3A%3Aerror%3A%3Ax\\x1b[2J\xEF\xBF\xBD\"'.json,title=5.5::"
                "t\\x0a::warning::100%25\\x1b[2J##\\x5berror] (csr): each column index is below the number of "
                "columns, 1 place%0Arow 0: column 5 is outside 0..1 (col_indices[0])",
                "under pytorch: 0 valid, 1 broken, 0 unreadable"}));
    const auto result = sarif(1)["results"][0];
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
              "50%25%2Ca%3Ab%0D%0A%3A%3Aerror%3A%3Ax%1B%5B2J%FF%22%27.json");
    EXPECT_EQ(result["locations"][0]["logicalLocations"][0]["name"], "t\n::warning::100%\x1b[2J##[error]");
    EXPECT_THAT(result["message"]["text"].get<std::string>(), HasSubstr("t\\x0a::warning::100%\\x1b[2J"));
}

TEST_F(BuildServer, NamesMakeNoLinks)
{
    m_folder.write("a.json", R"--({"tensors":{"[look](http://evil.example)[2](3)":)--" + broken + "}}");
    const auto text = sarif(1)["results"][0]["message"]["text"].get<std::string>();
    EXPECT_THAT(text, HasSubstr("[look] (http://evil.example)[2] (3)"));
    EXPECT_THAT(text, Not(HasSubstr("](")));
}

TEST_F(BuildServer, SarifOfAFolder)
{
    m_folder.write("b.mtx", good);
    std::filesystem::create_directories(m_folder.path("sub dir"));
    m_folder.write("sub dir/a.json", R"({"tensors":{"v":)" + broken + R"(,"w":)" + broken + "}}");
    m_folder.write("z.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n0 1 5\n");
    m_folder.write("README.md", "# Words\n");
    const auto run = sarif(2);
    ASSERT_EQ(run["results"].size(), 3U);
    EXPECT_EQ(run["results"][0], Json::parse(R"json({
        "ruleId": "5.5", "level": "error",
        "message": {"text": "v (csr): each column index is below the number of columns, 1 place\nrow 0: column 5 is outside 0..1 (col_indices[0])"},
        "locations": [{
            "physicalLocation": {"artifactLocation": {"uri": "sub%20dir/a.json", "uriBaseId": "%SRCROOT%"},
                                 "region": {"startLine": 1}},
            "logicalLocations": [{"name": "v", "fullyQualifiedName": "v", "kind": "object"},
                                 {"name": "plain[0]", "fullyQualifiedName": "v/plain[0]", "kind": "value"}]}],
        "partialFingerprints": )json" + run["results"][0]["partialFingerprints"].dump() +
                                             R"(,
        "properties": {"tensor": "v", "layout": "csr", "count": 1, "consequence_of": [], "truncated": false,
                       "witnesses": [{"index": [0], "limit": 2, "actual": 5}]}})"));
    EXPECT_NE(run["results"][0]["partialFingerprints"], run["results"][1]["partialFingerprints"]) << "two tensors";
    EXPECT_EQ(run["results"][0]["partialFingerprints"], sarif(2)["results"][0]["partialFingerprints"]);
    EXPECT_EQ(run["results"][2]["ruleId"], "unreadable");
    EXPECT_EQ(run["results"][2]["locations"][0]["physicalLocation"]["region"], Json({{"startLine", 3}}));
    EXPECT_EQ(
        run["tool"]["driver"]["rules"],
        Json::parse(
            R"([{"id": "5.5", "shortDescription": {"text": "each column index is below the number of columns"}},
                              {"id": "unreadable", "shortDescription": {"text": "a file of tensors can be read"}}])"));
}

TEST_F(BuildServer, FilesAndStandardInputAreToldAlike)
{
    const auto path = m_folder.write("a.json", R"({"tensors":{"v":)" + broken + R"(,"w":)" + broken + "}}");
    const auto one = sarif({"check", path + "::w", "--sarif"}, 1);
    ASSERT_EQ(one["results"].size(), 1U);
    EXPECT_EQ(one["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "a.json");
    EXPECT_EQ(one["results"][0]["properties"]["tensor"], "w");
    const auto piped = sarif({"check", "-", "--sarif"}, 1, broken);
    EXPECT_EQ(piped["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "stdin");
    EXPECT_EQ(piped["results"][0]["locations"][0]["logicalLocations"][0]["name"], "(tensor)");
    EXPECT_TRUE(tscope({"check", "-", "--github"}, broken).out.starts_with("::error title=5.5::(tensor) (csr): "));
    EXPECT_EQ(sarif({"check", m_folder.write("b.mtx", good), "--sarif"}, 0)["results"], Json::array());
    EXPECT_EQ(tscope({"check", m_folder.path("b.mtx"), "--github"}).out,
              "under pytorch: 1 valid, 0 broken, 0 unreadable\n");
    EXPECT_EQ(sarif({"check", m_folder.path("nowhere.npy"), "--sarif"}, 2)["results"][0]["ruleId"], "unreadable");
}

TEST_F(BuildServer, PathsOutsideTheCheckoutAreAbsolute)
{
    m_folder.write("a.json", broken);
    ::setenv("GITHUB_WORKSPACE", "/somewhere/else", 1);
    EXPECT_THAT(github().out, HasSubstr("::error file=" + m_folder.path("a.json") + ","));
    EXPECT_EQ(sarif(1)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"],
              Json({{"uri", "file://" + m_folder.path("a.json")}}));
}

TEST_F(BuildServer, AFolderWithoutTensorsIsAMistakeThere)
{
    m_folder.write("README.md", "# Words\n");
    const auto run = tscope({"check", m_folder.path(""), "--sarif"});
    EXPECT_EQ(run.exitCode, 2);
    EXPECT_THAT(run.err, HasSubstr("no tensor's file"));
    EXPECT_EQ(Json::parse(run.out, nullptr, false)["runs"][0]["results"], Json::array());
}

TEST_F(BuildServer, OneAnswerAtATime)
{
    for (const auto& [a, b] : {std::pair{"--json", "--github"},
                               {"--json", "--sarif"},
                               {"--github", "--sarif"},
                               {"--json", "--markdown"},
                               {"--sarif", "--markdown"}})
        EXPECT_EQ(tscope({"check", sample("csr"), a, b}).exitCode, 3);
}

} // namespace

} // namespace tscope::app
