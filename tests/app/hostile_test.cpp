// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"
#include "support/sanitized.h"

#include <gmock/gmock.h>

#include <map>

namespace tscope::app {

namespace {

constexpr bool measures = !test::isSanitized;

std::string repeated(const std::string& text, int count)
{
    std::string out;
    for (int i = 0; i < count; ++i)
        out += text;
    return out;
}

// {"dtype", "shape", "strides", "storage"} of a member made of very few stored elements.
std::string spread(const std::string& dtype, const std::string& shape, const std::string& strides,
                   const std::string& storage)
{
    return R"({"dtype":")" + dtype + R"(","shape":[)" + shape + R"(],"strides":[)" + strides + R"(],"storage":[)" +
           storage + "]}";
}

std::string csr(const std::string& size, const std::string& compressed, const std::string& plain,
                const std::string& values, const std::string& claims = "")
{
    return R"({"layout":"csr","size":)" + size + R"(,"members":{"compressed":)" + compressed + R"(,"plain":)" +
           plain + R"(,"values":)" + values + "}" + claims + "}";
}

std::map<std::string, std::string> hostileInputs()
{
    const std::string p62 = "4611686018427387904", p63 = "9223372036854775807", p27 = "134217728";
    std::map<std::string, std::string> inputs{
        {"brackets", repeated("[", 100000)},
        {"braces", repeated("{\"a\":", 100000)},
        {"deep member",
         R"({"layout":"csr","members":{"values":)" + repeated("[", 50000) + repeated("]", 50000) + "}}"},
        {"commas", repeated(",", 1000000)},
        {"long number", "[" + repeated("1", 100000) + "]"},
        {"huge shape", R"({"layout":"strided","members":{"values":{"dtype":"float32","shape":[)" + p62 + ",4]}}}"},
        {"overflowing geometry", R"({"layout":"strided","members":{"values":{"dtype":"float32","shape":[)" + p63 +
                                     "," + p63 + R"(],"strides":[)" + p63 + "," + p63 + R"(],"offset":)" + p63 +
                                     "}}}"},
        {"huge storage",
         R"({"layout":"strided","sizes":[2],"strides":[1],"offset":0,"storage_numel":)" + p62 + "}"},
        {"spread of one", R"({"layout":"strided","members":{"values":)" + spread("float32", p62, "0", "1") + "}}"},
        {"spread of three",
         R"({"layout":"strided","members":{"values":)" + spread("float32", "10000,10000", "1,1", "1,2,3") + "}}"},
        {"2^62 batches",
         csr("[" + p62 + ",2,2]", spread("int64", p62 + ",3", "0,1", "0,9,2"),
             spread("int64", p62 + ",2", "0,1", "7,7"), spread("float32", p62 + ",2", "0,1", "1,2"))},
        {"2^27 batches",
         csr("[" + p27 + ",2,2]", spread("int64", p27 + ",3", "0,1", "0,9,2"),
             spread("int64", p27 + ",2", "0,1", "7,7"), spread("float32", p27 + ",2", "0,1", "1,2"))},
        {"2^62 rows", csr("[" + p62 + ",2]", spread("int64", p62, "0", "1"), "[0]", "[1]")},
        {"2^62 entries", csr("[2," + p62 + "]", "[0,1," + p62 + "]", spread("int64", p62, "0", "1"),
                             spread("float32", p62, "0", "1"))},
        {"huge size", csr("[" + p63 + "," + p63 + "]", "[0,1]", "[0]", "[1]")},
        {"negative size", csr("[-2,-2]", "[0,1]", "[0]", "[1]")},
        {"no members", R"({"layout":"csr","members":{}})"},
        {"no coo members", R"({"layout":"coo"})"},
        {"no nested members", R"({"layout":"nested"})"},
        {"no jagged members", R"({"layout":"jagged"})"},
        {"negative shape",
         R"({"layout":"strided","members":{"values":)" + spread("float32", "-2,3", "1,1", "1") + "}}"},
        {"coo spread", R"({"layout":"coo","size":[4,4],"members":{"indices":)" +
                           spread("int64", "2," + p27, "0,0", "9") + R"(,"values":)" +
                           spread("float32", p27, "0", "1") + "}}"},
        {"coo of many dims", R"({"layout":"coo","members":{"indices":)" + spread("int64", p27 + ",1", "0,0", "1") +
                                 R"(,"values":[1]}})"},
        {"nested spread", R"({"layout":"nested","members":{"buffer":[1,2],"nested_sizes":)" +
                              spread("int64", p27 + ",2", "0,0", "7") + R"(,"nested_strides":)" +
                              spread("int64", p27 + ",2", "0,0", "1") + R"(,"storage_offsets":)" +
                              spread("int64", p27, "0", "0") + "}}"},
        {"huge component", R"({"layout":"nested","members":{"buffer":[1,2],"nested_sizes":[[)" + p62 + "," + p62 +
                               R"(]],"nested_strides":[[0,0]],"storage_offsets":[0]}})"},
        {"large component", R"({"layout":"nested","members":{"buffer":[1,2],"nested_sizes":[[1073741824,1024]],
                                "nested_strides":[[0,0]],"storage_offsets":[0]}})"},
        {"too many filled components", R"({"layout":"nested","components":[{"shape":[16777217]}]})"},
        {"jagged spread",
         R"({"layout":"jagged","members":{"values":[1,2],"offsets":)" + spread("int64", p27, "0", "1") + "}}"},
        {"jagged of large rows", R"({"layout":"jagged","members":{"values":)" +
                                     spread("float32", "2,1073741824,1024", "0,0,0", "1") +
                                     R"(,"offsets":[0,1,2]}})"},
        {"large dense dims",
         csr("[1,1,1073741824,1024]", "[0,1]", "[0]", spread("float32", "1,1073741824,1024", "0,0,0", "1"))},
        {"large block",
         R"({"layout":"bsr","size":[1073741824,1073741824],"members":{"compressed":[0,1],"plain":[0],"values":)" +
             spread("float32", "1,1073741824,1073741824", "0,0,0", "1") + "}}"},
        {"a million places of two bytes",
         R"({"layout":"coo","size":[3,3],"is_coalesced":true,"members":{"indices":)" +
             spread("int64", "2,1000000", "1,0", "7,8") + R"(,"values":)" +
             spread("float32", "1000000", "0", "7") + "}}"},
        {"rows below none", csr("[-1,3]", "[0,1]", "[0]", "[1]")},
        {"many rows below none", csr("[-4611686018427387904,3]", "[0,0,1]", "[0]", "[1]")},
        {"columns below none",
         R"({"layout":"csc","size":[3,-1],"members":{"compressed":[0,1],"plain":[0],"values":[1]}})"},
        {"blocks below none",
         R"({"layout":"bsr","size":[-2,2],"members":{"compressed":[0,1],"plain":[0],"values":[[[1,2],[3,4]]]}})"},
        {"one column too many", csr("null", "[0,1]", "[" + p63 + "]", "[1]")},
        {"no batch entry", csr("[0,2,3]", R"({"shape":[0,3],"data":[]})", R"({"shape":[0,0],"data":[]})",
                               R"({"shape":[0,0],"data":[]})")},
        {"nothing", csr("[0,0]", "[0]", "[]", "[]")},
        {"blocks of nothing", R"({"layout":"bsr","size":[4,4],"members":{"compressed":[0,1],"plain":[0],
                                  "values":{"dtype":"float32","shape":[1,0,2]}}})"},
        {"0-d members", csr("[2,2]", "1", "1", "1")},
        {"0-d coo", R"({"layout":"coo","members":{"indices":1,"values":1}})"},
        {"0-d nested",
         R"({"layout":"nested","members":{"buffer":3,"nested_sizes":3,"nested_strides":3,"storage_offsets":3}})"},
        {"0-d jagged", R"({"layout":"jagged","members":{"values":3,"offsets":3,"lengths":3}})"},
        {"opaque types", R"({"layout":"csr","size":[2,2],"dtype":"foo","index_dtype":"bar","members":{
                             "compressed":{"shape":[3]},"plain":{"dtype":"quux","shape":[2]},"values":{"shape":[2]}}})"},
        {"opaque strided",
         R"({"layout":"strided","members":{"values":{"dtype":"zot","shape":[2,2],"strides":[0,1]}}})"},
        {"opaque nested",
         R"({"layout":"nested","members":{"buffer":{"dtype":"zot","shape":[2]},"nested_sizes":{"dtype":"zot",
                              "shape":[2,2]},"nested_strides":{"dtype":"zot","shape":[2,2]},"storage_offsets":{"dtype":"zot","shape":[2]}}})"},
        {"on meta", csr("[2,2]", R"({"device":"meta","dtype":"int64","shape":[3]})",
                        R"({"device":"meta","dtype":"int64","shape":[2]})",
                        R"({"device":"meta","dtype":"float32","shape":[2]})")},
        {"on cuda", csr("[2,2]", "[0,1,2]", "[0,1]", "[1,2]", R"(,"device":"cuda:1")")},
        {"doubled keys",
         R"({"layout":"csr","layout":"csc","size":[2,2],"size":[3,3],"members":{"compressed":[0,1,2],
                             "compressed":[1],"plain":[0,1],"values":[1,2]}})"},
        {"zero bytes", std::string(R"({"layout":"strided","members":{"values":[1]},"x)") + '\0' + R"(":1})"},
        {"no UTF-8", "{\"tensors\":{\"\xff\xfe\":{\"layout\":\"strided\",\"members\":{\"values\":[1]}}}}"},
        {"half a surrogate", R"({"tensors":{"\ud800":{"layout":"strided","members":{"values":[1]}}}})"},
        {"zero in a name", R"({"tensors":{"a\u0000b":{"layout":"strided","members":{"values":[1]}}}})"},
        {"absurd claims",
         R"({"layout":"coo","size":[2],"numel":9223372036854775807,"sparse_dim":9223372036854775807,
                              "dense_dim":-9223372036854775808,"members":{"indices":[[0]],"values":[1]}})"},
        {"absurd ragged dim", R"({"layout":"jagged","ragged_idx":9223372036854775807,"min_seqlen":-5,
                                  "max_seqlen":9223372036854775807,"members":{"values":[1],"offsets":[0,1],"lengths":[1]}})"},
        {"extreme indices", csr("[2,2]", "[-9223372036854775808,9223372036854775807,-9223372036854775808]",
                                "[-9223372036854775808,9223372036854775807]", "[1,2]")},
        {"unsigned indices", csr("[2,2]", "[18446744073709551615,1,2]", "[18446744073709551615,0]", "[1,2]",
                                 R"(,"index_dtype":"uint64")")},
        {"many dims", R"({"layout":"strided","members":{"values":{"dtype":"float32","shape":[1)" +
                          repeated(",1", 100000) + "]}}}"},
        {"many extents", csr("[1" + repeated(",1", 100000) + "]", "[0,1]", "[0]", "[1]")},
        {"hard overlap",
         R"({"layout":"strided","members":{"values":{"dtype":"float32","shape":[2,3,5,7,11,13,17,19],
                             "strides":[97,89,83,79,73,71,67,61]}}})"},
        {"long device",
         R"({"layout":"strided","members":{"values":[1]},"device":")" + repeated("x", 100000) + "\"}"},
        {"long type",
         R"({"layout":"strided","dtype":")" + repeated("x", 100000) + R"(","members":{"values":{"shape":[2]}}})"},
        {"a web page", "<!DOCTYPE html><html></html>"},
        {"a pointer to large files", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"}};
    std::string many = R"({"tensors":{"t":{"layout":"strided","members":{"values":[1]}})";
    for (int i = 0; i < 5000; ++i)
        many += ",\"t" + std::to_string(i) + R"(":{"layout":"strided","members":{"values":[1]}})";
    inputs["many tensors"] = many + "}}";
    std::string keys = R"({"layout":"strided","members":{"values":[1]})";
    for (int i = 0; i < 50000; ++i)
        keys += ",\"k" + std::to_string(i) + "\":1";
    inputs["many unknown keys"] = keys + "}";
    return inputs;
}

class HostileInput : public testing::TestWithParam<std::vector<std::string>>
{
};

// Neither crashes nor hangs, takes little memory, and speaks one of the promised exit codes.
TEST_P(HostileInput, IsAnsweredQuicklyWhateverItIs)
{
    const Folder folder;
    for (const auto& [name, text] : hostileInputs()) {
        auto words = GetParam();
        const auto path = folder.write("input", text);
        for (auto& word : words)
            word = word == "INPUT"     ? path
                   : word == "OUT"     ? folder.path("out.json")
                   : word == "PICTURE" ? folder.path("out.png")
                                       : word;
        for (const bool json : {false, true}) {
            if (json)
                words.emplace_back("--json");
            const auto run = tscope(words);
            SCOPED_TRACE(name + (json ? ", as JSON" : ""));
            EXPECT_TRUE(run.exitCode >= 0 && run.exitCode <= 4) << run.exitCode << " " << run.err.substr(0, 300);
            if (run.exitCode >= 2) {
                EXPECT_TRUE(run.err.starts_with("tscope: ")) << run.err.substr(0, 300);
                EXPECT_LT(run.err.size(), 1000U) << run.err.substr(0, 300);
            }
            if (json) {
                EXPECT_TRUE(Json::accept(run.out)) << run.out.substr(0, 300);
            }
            if (measures) {
                EXPECT_LT(run.seconds, 5); // 2 s on a machine with nothing else to do
                EXPECT_LT(run.peakMemoryKib, 112 * 1024 + 16 * static_cast<long>(text.size()) / 1024);
            }
        }
    }
}

using Words = std::vector<std::string>;
INSTANTIATE_TEST_SUITE_P(
    Commands, HostileInput,
    testing::Values(Words{"info", "INPUT"}, Words{"info", "INPUT", "--stats"}, Words{"check", "INPUT"},
                    Words{"picture", "INPUT", "PICTURE"}, Words{"picture", "INPUT", "PICTURE", "--violations"},
                    Words{"check", "INPUT", "--contract", "scipy"},
                    Words{"check", "INPUT", "--contract", "cusparse"}, Words{"locate", "INPUT", "--at", "0,0"},
                    Words{"locate", "INPUT", "--at", "0,0,0"}, Words{"locate", "INPUT", "--at", "0"},
                    Words{"locate", "INPUT", "--member", "values", "--slot", "0"},
                    Words{"locate", "INPUT", "--member", "compressed", "--slot", "1"},
                    Words{"locate", "INPUT", "--member", "offsets", "--slot", "1"},
                    Words{"locate", "INPUT", "--member", "indices", "--slot", "0"},
                    Words{"locate", "INPUT", "--member", "nested_sizes", "--slot", "0"},
                    Words{"build", "INPUT", "--trace"}, Words{"build", "INPUT", "--infer"},
                    Words{"build", "INPUT", "--unsafe"}, Words{"repair", "INPUT", "OUT"},
                    Words{"diff", "INPUT", "INPUT"},
                    Words{"transform", "INPUT", "OUT", "--ops", "contiguous()", "--max-memory", "1000000"},
                    Words{"transform", "INPUT", "OUT", "--ops", "transpose(0,1)"},
                    Words{"transform", "INPUT", "OUT", "--ops", "to_padded(0)", "--max-memory", "1000000"},
                    Words{"transform", "INPUT", "OUT", "--ops", "unbind(0)"}));

// Millions of places are told as they are found.
TEST(HostileInput, ListingAllPlacesTakesLittleMemory)
{
    const Folder folder;
    const auto inputs = hostileInputs();
    for (const auto& [name, form] : {std::pair{"a million places of two bytes", "--json"},
                                     {"a million places of two bytes", "--contract=cusparse"},
                                     {"2^62 batches", "--contract=scipy"}}) {
        SCOPED_TRACE(std::string(name) + " " + form);
        const auto path = folder.write("input", inputs.at(name));
        const auto run = tscope({"check", path, "--max-witnesses", "0", form}, "", 100'000);
        EXPECT_EQ(run.exitCode, 1);
        EXPECT_GE(run.out.size(), 1000U);
        if (measures) {
            EXPECT_LT(run.peakMemoryKib, 112 * 1024);
        }
    }
}

TEST(HostileInput, LargeFilesTakeASmallMultipleOfTheirSize)
{
    std::string plain = "0", values = "1.5";
    for (int i = 1; i < 1000000; ++i) {
        plain += "," + std::to_string(i);
        values += ",1.5";
    }
    const auto text = R"({"layout":"csr","size":[1,1000000],"members":{"compressed":[0,1000000],"plain":[)" +
                      plain + R"(],"values":[)" + values + "]}}";
    const Folder folder;
    const auto path = folder.write("large.json", text);
    for (const auto* command : {"info", "check", "build"}) {
        const auto run = tscope({command, path});
        EXPECT_EQ(run.exitCode, 0);
        if (measures) {
            EXPECT_LT(run.peakMemoryKib, 80 * 1024 + 4 * static_cast<long>(text.size()) / 1024);
        }
    }
}

} // namespace

} // namespace tscope::app
