// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace tscope::app {

namespace {

Json onlyTensor(const Answer& answer)
{
    EXPECT_EQ(answer.exitCode, 0);
    if (!answer.json.is_object() || answer.json.value("tensors", Json()).size() != 1) {
        ADD_FAILURE() << "one tensor was wanted: " << answer.json.dump().substr(0, 300);
        return Json::object();
    }
    return answer.json["tensors"][0];
}

TEST(InfoCommand, GivesEveryPromisedKeyForEveryLayout)
{
    for (const auto& name : sampleNames()) {
        SCOPED_TRACE(name);
        const auto answer = ask({"info", sample(name)});
        EXPECT_TRUE(answer.json["warnings"].is_array());
        const auto tensor = onlyTensor(answer);
        expectTensorInfo(tensor);
        EXPECT_EQ(tensor["name"], "");
    }
}

TEST(InfoCommand, TellsTheAnatomyOfABlockedTensor)
{
    const auto tensor = onlyTensor(ask({"info", sample("bsr")}));
    EXPECT_EQ(tensor["layout"], "bsr");
    EXPECT_EQ(tensor["dtype"], "float32");
    EXPECT_EQ(tensor["size"], Json({4, 6}));
    EXPECT_EQ(tensor["device"], "cpu");
    EXPECT_EQ(tensor["nnz"], 4);
    EXPECT_EQ(tensor["batch_dims"], 0);
    EXPECT_EQ(tensor["dense_dims"], 0);
    EXPECT_EQ(tensor["blocksize"], Json({2, 3}));
    EXPECT_EQ(tensor["index_dtype"], "int64");
    EXPECT_EQ(tensor["numel"], 24);
    EXPECT_EQ(tensor["bytes"], 24 * 4 + 7 * 8);
    ASSERT_EQ(tensor["members"].size(), 3U);
    const auto& pointers = tensor["members"][0];
    EXPECT_EQ(pointers["name"], "compressed");
    EXPECT_EQ(pointers["as"], "crow_indices");
    EXPECT_EQ(pointers["data"], Json({0, 2, 4}));
    EXPECT_EQ(tensor["flags"]["overlap"], nullptr);
    EXPECT_EQ(tensor["flags"]["is_coalesced"], nullptr);
    EXPECT_EQ(tensor["reach"], nullptr);
}

TEST(InfoCommand, TellsWhereTheFixedAttributesAre)
{
    for (const auto& name : sampleNames()) {
        const auto answer = ask({"info", sample(name), "--header"});
        ASSERT_EQ(answer.exitCode, 0) << name;
        for (const auto& tensor : answer.json["tensors"]) {
            EXPECT_EQ(tensor["header"]["fields"][0]["field"], "layout");
            EXPECT_EQ(tensor["header"]["fields"][0]["offset"], 0);
            EXPECT_FALSE(tensor["members"].empty());
        }
        EXPECT_FALSE(answer.json["layouts"].empty());
        EXPECT_GT(answer.json["access_ns"]["virtual_call"]["median"], 0);
    }
    const auto text = tscope({"info", sample("csr"), "--header"});
    EXPECT_EQ(text.exitCode, 0);
    EXPECT_THAT(text.out, testing::HasSubstr("csr adds 3 arrays"));
    EXPECT_THAT(text.out, testing::HasSubstr("through a virtual call"));
    expectFailure({"info", sample("csr"), "--header", "--stats"}, 3);
    expectFailure({"info", "/nowhere/at/all", "--header"}, 2);
}

TEST(InfoCommand, TellsWhatStoredIntegersMean)
{
    std::string scales = "0.5";
    for (int i = 0; i < 30; ++i)
        scales += ", 0.25";
    const Folder folder;
    const auto path =
        folder.write("q.json", R"({"sizes": [1], "data": [3], "dtype": "qint8", "qscheme": "per_channel_affine",
        "axis": 0, "scales": ")" + scales +
                                   R"(", "zero_points": "3, -1"})");
    const auto meaning = onlyTensor(ask({"info", path}))["quantizer"].get<std::string>();
    EXPECT_TRUE(meaning.starts_with("per_channel_affine, axis 0, scales 0.5, 0.25, 0.25, ")) << meaning;
    EXPECT_TRUE(meaning.ends_with("0.25, ..., zero points 3, -1")) << meaning;
    EXPECT_LT(meaning.size(), 150U);
    EXPECT_EQ(onlyTensor(ask({"info", sample("strided")}))["quantizer"], nullptr);
}

TEST(InfoCommand, TellsGeometryAndReachOfAStridedTensor)
{
    const auto tensor = onlyTensor(ask({"info", sample("strided")}));
    EXPECT_EQ(tensor["nnz"], nullptr);
    EXPECT_EQ(tensor["index_dtype"], nullptr);
    EXPECT_EQ(tensor["blocksize"], nullptr);
    EXPECT_EQ(tensor["reach"], Json({{"first", 1}, {"last", 7}, {"min_storage", 8}}));
    EXPECT_EQ(tensor["flags"]["contiguous"], false);
    EXPECT_EQ(tensor["flags"]["overlap"], "no");
    EXPECT_EQ(tensor["flags"]["channels_last"], false);
    EXPECT_EQ(tensor["members"][0]["strides"], Json({1, 4}));
    EXPECT_EQ(tensor["members"][0]["data"], Json({1, 5, 2, 6, 3, 7}));
}

TEST(InfoCommand, WritesIrregularExtents)
{
    EXPECT_EQ(onlyTensor(ask({"info", sample("nested")}))["size"], Json({3, 2, -1}));
    EXPECT_EQ(onlyTensor(ask({"info", sample("jagged")}))["size"], Json({3, "j", 2}));
}

TEST(InfoCommand, SaysWhetherACooTensorIsCoalesced)
{
    EXPECT_EQ(onlyTensor(ask({"info", sample("coo")}))["flags"]["is_coalesced"], true);
}

TEST(InfoCommand, ShowsDataUpToSixtyFourElements)
{
    std::string row = "[1";
    for (int i = 1; i < 64; ++i)
        row += ",1";
    EXPECT_EQ(onlyTensor(ask({"info", "-"}, row + "]"))["members"][0]["data"].size(), 64U);
    EXPECT_EQ(onlyTensor(ask({"info", "-"}, row + ",1]"))["members"][0]["data"], nullptr);
}

TEST(InfoCommand, AddsStatisticsWhenAsked)
{
    const auto values = R"({"layout":"strided","members":{"values":{"dtype":"float32","shape":[5],
                            "data":[1.5,"NaN",0,-2,"Infinity"]}}})";
    const auto tensor = onlyTensor(ask({"info", "-", "--stats"}, values));
    const auto& member = tensor["members"][0];
    expectKeys(member, {{"sum", "sf"}, {"nonfinite", "i"}, {"min", "nf"}, {"max", "nf"}, {"zeros", "i"}},
               "statistics");
    EXPECT_EQ(member["nonfinite"], 2);
    EXPECT_EQ(member["zeros"], 1);
    EXPECT_EQ(member["min"], -2);
    const auto complex = onlyTensor(ask({"info", "-", "--stats"}, "[1+2j, 3-5j]"));
    EXPECT_EQ(complex["members"][0]["sum"], Json({4, -3}));
    EXPECT_FALSE(onlyTensor(ask({"info", "-"}, "[1]"))["members"][0].contains("sum"));
}

TEST(InfoCommand, TellsHowTheValuesAreSpreadWhenAsked)
{
    const auto text = R"({"layout":"csr","size":[2,4],"members":{"compressed":[0,2,4],"plain":[0,3,1,2],
                          "values":{"dtype":"float32","shape":[4],"data":[0,2,"NaN",7]}}})";
    const auto values = onlyTensor(ask({"info", "-", "--stats"}, text))["values"];
    EXPECT_EQ(values["count"], 4);
    EXPECT_EQ(values["nan"], 1);
    EXPECT_EQ(values["mean"], 3);
    EXPECT_EQ(values["not_stored_share"], 0.5);
    EXPECT_EQ(values["zero_share"], 0.625);
    EXPECT_EQ(values["quantiles"].size(), 7U);
    EXPECT_EQ(values["quantiles"][3], (Json{{"share", 0.5}, {"value", 2.0}}));
    EXPECT_EQ(values["histogram"]["edges"].size(), values["histogram"]["counts"].size() + 1);
    EXPECT_EQ(values["sampled_from"], nullptr);

    const auto printed = tscope({"info", "-", "--stats"}, text).out;
    EXPECT_THAT(printed,
                testing::HasSubstr("  all values: 4 values\n    mean 3, standard deviation 2.94392, least 0, "
                                   "median 2, greatest 7\n"));
    EXPECT_THAT(printed, testing::HasSubstr("not finite 1: NaN 1, +infinity 0, -infinity 0\n"));
    EXPECT_THAT(printed, testing::HasSubstr("| 7, most in a bin 1\n"));
    EXPECT_THAT(tscope({"info", "-"}, text).out, testing::Not(testing::HasSubstr("all values")));
    EXPECT_FALSE(onlyTensor(ask({"info", "-"}, text)).contains("values"));
}

TEST(InfoCommand, SaysWhyValuesCannotBeTold)
{
    const auto declared = R"({"layout":"strided","members":{"values":{"dtype":"float32","shape":[5]}}})";
    const auto why = onlyTensor(ask({"info", "-", "--stats"}, declared))["values"]["error"].get<std::string>();
    EXPECT_THAT(why, testing::HasSubstr("has no bytes"));
    EXPECT_THAT(tscope({"info", "-", "--stats"}, declared).out, testing::HasSubstr("reason " + why));
}

TEST(InfoCommand, PrintsProgramsThatMakeTheTensors)
{
    const auto two = R"({"tensors": {"a": {"sizes": [2], "data": [1, 2]},
                                     "b": {"sizes": [0, 3], "dtype": "complex64", "data": []}}})";
    const auto torch = tscope({"info", "-", "--code", "pytorch"}, two);
    EXPECT_EQ(torch.exitCode, 0);
    EXPECT_THAT(torch.out,
                testing::HasSubstr("values = torch.tensor([1.0, 2.0], dtype=torch.float32)\nt = values\n"));
    EXPECT_THAT(torch.out,
                testing::HasSubstr("values = torch.empty((0, 3), dtype=torch.complex64)\nt = values\n"));
    const auto numpy = ask({"info", "-", "--code", "numpy"}, two);
    ASSERT_EQ(numpy.json["tensors"].size(), 2U);
    EXPECT_EQ(numpy.json["tensors"][1]["name"], "b");
    EXPECT_THAT(numpy.json["tensors"][1]["code"].get<std::string>(),
                testing::HasSubstr("values = np.empty((0, 3), dtype=np.complex64)\n"));
    EXPECT_TRUE(numpy.json["warnings"].is_array());
    EXPECT_EQ(tscope({"info", "-", "--code", "matlab"}, two).exitCode, 3);
}

// The window shows the beginning of a long storage; a program that is asked for is the whole one.
TEST(InfoCommand, PrintsProgramsOfLongTensorsWhole)
{
    std::string row = "[0.5";
    for (int i = 1; i < 5000; ++i)
        row += "," + std::to_string(i * i % 97);
    const auto run = tscope({"info", "-", "--code", "numpy"}, row + "]");
    EXPECT_THAT(run.out, testing::Not(testing::HasSubstr("zeros for the others")));
    EXPECT_GT(std::ranges::count(run.out, ','), 4999);
}

TEST(InfoCommand, KeepsAllDigitsOf64BitIntegers)
{
    const auto run = tscope({"info", "-", "--json"}, R"({"layout":"strided","members":{"values":{"dtype":"uint64",
        "shape":[2],"data":[18446744073709551615, 9007199254740993]}}})");
    EXPECT_THAT(run.out, testing::HasSubstr("18446744073709551615"));
    EXPECT_THAT(run.out, testing::HasSubstr("9007199254740993"));
}

TEST(InfoCommand, TellsWhichMembersShareAStorage)
{
    const auto tensor = onlyTensor(ask({"info", "-"}, R"({"tensors":{"a":{"layout":"jagged","members":{
        "values":{"dtype":"int64","shape":[6],"data":[0,3,4,6,1,1]},
        "offsets":{"dtype":"int64","shape":[4],"strides":[1],"offset":0,"storage":{"shared":"a/values"}}}}}})"));
    ASSERT_EQ(tensor["members"].size(), 2U);
    EXPECT_EQ(tensor["members"][0]["storage_id"], tensor["members"][1]["storage_id"]);
    EXPECT_EQ(tensor["bytes"], 80);
    EXPECT_EQ(tensor["storage_bytes"], 48);
}

TEST(InfoCommand, IsFineWithBrokenTensors)
{
    EXPECT_EQ(tscope({"info", sample("broken_pointer")}).exitCode, 0);
    EXPECT_EQ(
        tscope({"info", "-"}, R"({"layout":"csr","members":{"compressed":7,"plain":[[1]],"values":[]}})").exitCode,
        0);
}

TEST(InfoCommand, ListsUnknownKeysAsWarnings)
{
    const auto answer = ask({"info", "-"}, R"({"layout":"strided","members":{"values":[1]},"colour":"red"})");
    ASSERT_EQ(answer.json["warnings"].size(), 1U);
    EXPECT_THAT(answer.json["warnings"][0], testing::HasSubstr("colour"));
    EXPECT_THAT(tscope({"info", "-"}, R"({"layout":"strided","members":{"values":[1]},"colour":"red"})").out,
                testing::HasSubstr("colour"));
}

TEST(InfoCommand, TextIsMeantForPeople)
{
    const auto run = tscope({"info", sample("csr")});
    EXPECT_THAT(run.out, testing::HasSubstr("csr (4, 5) float32, 6 stored, int64 indices, 112 bytes"));
    EXPECT_THAT(run.out, testing::HasSubstr("crow_indices"));
    EXPECT_THAT(run.out, testing::HasSubstr("0 2 2 5 6\n")) << "no blank at the end of a line";
    EXPECT_THAT(run.out, testing::Not(testing::HasSubstr("storage"))) << "an ordinary storage is no news";
    EXPECT_THAT(tscope({"info", sample("strided")}).out, testing::HasSubstr("in a storage of 8 elements"));
    EXPECT_THAT(tscope({"info", "-"}, "[1]").out, testing::HasSubstr("8 bytes"));
}

// Whatever a file may be, standard input may be too.
TEST(Info, StandardInputTakesEveryFormat)
{
    const Folder folder;
    const auto path = folder.write("a.json", R"({"layout":"csr","size":[2,3],"dtype":"float64","members":{
        "compressed":[0,1,2],"plain":[0,2],"values":[1.5,2]}})");
    const auto plain = folder.write("b.json", R"({"sizes":[1,2],"dtype":"float64","data":[1,2]})");
    for (const std::string name : {"a.npz", "a.mtx", "a.mtx.gz", "a.safetensors", "a.pt", "b.npy", "a.json"}) {
        const auto file = folder.path(name);
        if (name != "a.json") {
            ASSERT_EQ(tscope({"convert", name == "b.npy" ? plain : path, file}).exitCode, 0) << name;
        }
        const auto fromFile = ask({"info", file}), piped = ask({"info", "-"}, readFile(file));
        EXPECT_EQ(piped.exitCode, 0) << name;
        EXPECT_EQ(piped.json["tensors"][0]["layout"], fromFile.json["tensors"][0]["layout"]) << name;
        EXPECT_EQ(piped.json["tensors"][0]["members"], fromFile.json["tensors"][0]["members"]) << name;
    }
    EXPECT_THAT(tscope({"info", "-"}, "").err, testing::HasSubstr("empty"));
    EXPECT_THAT(tscope({"info", "-"}, "\x89HDF\r\n\x1a\n........").err, testing::HasSubstr("does not read yet"));
}

TEST(InfoCommand, RemarksOnBoolsThatAreNeither0Nor1)
{
    const Folder folder;
    std::string header = "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }";
    header.resize(117, ' ');
    const auto path =
        folder.write("b.npy", std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n\x01\x07\x02");
    const auto sentence = "2 of its bools in values are neither 0 nor 1";
    EXPECT_EQ(ask({"info", path}).json["warnings"], Json::array({sentence}));
    EXPECT_THAT(tscope({"info", path}).out, testing::HasSubstr(std::string("note: ") + sentence));
    const auto remarks = ask({"check", path}).json["tensors"][0]["remarks"];
    ASSERT_EQ(remarks.size(), 1U);
    EXPECT_EQ(remarks[0]["id"], "bool-byte");
    EXPECT_EQ(remarks[0]["count"], 2);
}

} // namespace

} // namespace tscope::app
