// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gmock/gmock.h>

namespace tscope::app {

namespace {

Json path(const std::string& input, const std::string& at)
{
    const auto answer = ask({"locate", input, "--at=" + at});
    EXPECT_EQ(answer.exitCode, 0) << answer.json.dump();
    expectKeys(answer.json, {{"found", "b"}, {"steps", "a"}, {"places", "a"}}, "path");
    EXPECT_TRUE(answer.json.contains("value"));
    for (const auto& step : answer.json["steps"]) {
        expectKeys(step, {{"text", "s"}, {"member", "sn"}, {"slot", "in"}}, "step");
        EXPECT_TRUE(step.contains("value"));
    }
    for (const auto& place : answer.json["places"])
        expectKeys(place, {{"member", "s"}, {"slot", "i"}, {"byte", "an"}, {"storage_id", "i"}}, "place");
    return answer.json;
}

Json readers(const std::string& input, const std::string& member, int slot, const std::string& text = "")
{
    const auto answer = ask({"locate", input, "--member", member, "--slot", std::to_string(slot)}, text);
    EXPECT_EQ(answer.exitCode, 0) << answer.json.dump();
    expectKeys(answer.json, {{"elements", "a"}, {"count", "i"}, {"truncated", "b"}}, "readers");
    return answer.json;
}

TEST(LocateCommand, FindsStoredElementsOfEveryLayout)
{
    const std::vector<std::tuple<std::string, std::string, double>> elements{
        {"csr", "2,4", 5},     {"csc", "2,4", 5},      {"bsr", "2,1", 13},    {"coo", "2,2,1", -8},
        {"strided", "2,1", 7}, {"nested", "1,1,0", 8}, {"jagged", "0,2,1", 6}};
    for (const auto& [name, at, value] : elements) {
        const auto found = path(sample(name), at);
        EXPECT_EQ(found["found"], true) << name;
        EXPECT_EQ(found["value"], value) << name;
        EXPECT_FALSE(found["steps"].empty());
        EXPECT_FALSE(found["places"].empty());
    }
}

TEST(LocateCommand, ElementsThatAreNotStoredAreZero)
{
    for (const auto* name : {"csr", "csc"}) {
        const auto answer = path(sample(name), "1,1");
        EXPECT_EQ(answer["found"], false);
        EXPECT_EQ(answer["value"], 0);
    }
    EXPECT_EQ(path(sample("coo"), "2,3,0")["found"], false);
    EXPECT_EQ(path(sample("broken_pointer"), "3,0")["value"], 0);
}

TEST(LocateCommand, OutsideTheSizeIsWrongUsage)
{
    for (const std::string at : {"4,0", "0,5", "-1,0", "0", "0,0,0", "", "a,b", "1,,2", "99999999999999999999,0"})
        expectFailure({"locate", sample("csr"), "--at", at}, 3);
    expectFailure({"locate", sample("nested"), "--at", "1,0,1"}, 3);
    expectFailure({"locate", sample("jagged"), "--at", "1,1,0"}, 3);
    expectFailure({"locate", sample("coo"), "--at", "0,0"}, 3);
    for (const auto* name : {"csr", "coo", "strided", "nested", "jagged"})
        for (const std::string slot : {"-1", "1000"})
            expectFailure({"locate", sample(name), "--member", name == std::string("nested") ? "buffer" : "values",
                           "--slot=" + slot},
                          3);
    expectFailure({"locate", sample("csr"), "--member", "offsets", "--slot", "0"}, 3);
}

TEST(LocateCommand, DuplicatesAreSummedAndAllListed)
{
    const Folder folder;
    const auto csr = folder.write("csr.json", R"({"layout":"csr","size":[1,3],"members":{
        "compressed":[0,3],"plain":[1,1,2],"values":[1.5,2,8]}})");
    const auto coo = folder.write("coo.json", R"({"layout":"coo","size":[1,3],"members":{
        "indices":[[0,0,0],[1,2,1]],"values":[1.5,8,2]}})");
    for (const auto& [input, slots] : {std::pair{csr, Json({0, 1})}, std::pair{coo, Json({0, 2})}}) {
        const auto answer = path(input, "0,1");
        EXPECT_EQ(answer["value"], 3.5);
        auto found = Json::array();
        for (const auto& place : answer["places"])
            if (place["member"] == "values")
                found.push_back(place["slot"]);
        EXPECT_EQ(found, slots);
    }
}

TEST(LocateCommand, PlacesCarryTheBytes)
{
    const auto places = path(sample("strided"), "2,1")["places"];
    ASSERT_EQ(places.size(), 1U);
    EXPECT_EQ(places[0]["slot"], 5);
    EXPECT_EQ(places[0]["byte"], Json({28, 32})) << "offset 1 + 2*1 + 1*4 = element 7";
}

TEST(LocateCommand, GoesBackFromEverySlotThatForwardNamed)
{
    const std::vector<std::pair<std::string, std::string>> elements{
        {"csr", "2,4"},     {"csc", "2,4"},      {"bsr", "2,1"},     {"coo", "2,2,1"},
        {"strided", "2,1"}, {"nested", "1,1,0"}, {"jagged", "0,2,1"}};
    for (const auto& [name, at] : elements) {
        const auto forward = path(sample(name), at);
        for (const auto& place : forward["places"]) {
            const auto back = readers(sample(name), place["member"], place["slot"]);
            EXPECT_THAT(back["elements"].get<std::vector<std::vector<int>>>(),
                        testing::Contains(Json::parse("[" + at + "]").get<std::vector<int>>()))
                << name << " " << place;
        }
    }
}

TEST(LocateCommand, APointerIsReadByTheSlicesThatItBounds)
{
    const auto inner = readers(sample("csr"), "compressed", 3);
    EXPECT_EQ(inner["count"], 4);
    EXPECT_EQ(inner["elements"], Json::parse("[[2,0],[2,2],[2,4],[3,1]]"));
    EXPECT_EQ(readers(sample("csr"), "crow_indices", 0)["count"], 2) << "the file's word is fine too";
    EXPECT_EQ(readers(sample("bsr"), "plain", 1)["count"], 6) << "a block";
    EXPECT_EQ(readers(sample("jagged"), "offsets", 1)["count"], 8) << "components 0 and 1";
}

TEST(LocateCommand, ListsAThousandElementsAndCountsAll)
{
    std::string plain = "0", values = "1";
    for (int i = 1; i < 1500; ++i) {
        plain += "," + std::to_string(i);
        values += ",1";
    }
    const auto input = R"({"layout":"csr","size":[1,1500],"members":{"compressed":[0,1500],"plain":[)" + plain +
                       R"(],"values":[)" + values + "]}}";
    const auto answer = readers("-", "compressed", 0, input);
    EXPECT_EQ(answer["count"], 1500);
    EXPECT_EQ(answer["elements"].size(), 1000U);
    EXPECT_EQ(answer["truncated"], true);
    EXPECT_THAT(tscope({"locate", "-", "--member", "compressed", "--slot", "0"}, input).out,
                testing::HasSubstr("and 500 more"));
}

TEST(LocateCommand, ReadsAZeroDimensionalTensor)
{
    EXPECT_EQ(ask({"locate", "-", "--at", ""}, "5").json["value"], 5);
}

TEST(LocateCommand, GoesAsFarAsABrokenTensorAllows)
{
    const std::vector<std::string> inputs{
        R"({"layout":"csr","size":[2,2],"members":{"compressed":[0,1,2],"plain":3,"values":[]}})",
        R"({"layout":"csr","size":[2,2],"members":{"compressed":[-5,100,2],"plain":[0,1],"values":[1,2]}})",
        R"({"layout":"strided","members":{"values":{"dtype":"float32","shape":[3],"strides":[5],"storage":[1]}}})",
        R"({"layout":"strided","members":{"values":{"dtype":"float32","shape":[3],"strides":[9223372036854775807]}}})"};
    for (const auto& input : inputs) {
        const auto answer = ask(
            {"locate", "-", "--at=" + std::string(input.find("csr") == std::string::npos ? "1" : "0,1")}, input);
        EXPECT_EQ(answer.exitCode, 0) << input;
        EXPECT_FALSE(answer.json["steps"].empty()) << input;
    }
}

TEST(LocateCommand, ASlotOfAnEntryOutsideTheSizeSaysWhereItWouldBe)
{
    const auto run = tscope({"locate", "-", "--member", "plain", "--slot", "1"},
                            R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,2,3,4],"plain":[0,7,1,2],
                                "values":{"dtype":"float32","shape":[4],"storage":[1,2,3,4]}}})");
    EXPECT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(run.out, "col_indices[1] is not used by any element\n"
                       "  asks for (0, 7), outside the size (3, 4): dim 1 ends at index 3\n");
    const auto negative = tscope({"locate", "-", "--member", "indices", "--slot", "1"},
                                 R"({"layout":"coo","size":[30,40],"members":{"indices":[[1,-1],[2,37]],
                                     "values":[1,2]}})");
    EXPECT_THAT(negative.out,
                testing::HasSubstr("asks for (-1, 37), outside the size (30, 40): dim 0 begins at index 0\n"));
}

} // namespace

} // namespace tscope::app
