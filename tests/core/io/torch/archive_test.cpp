// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using namespace test::py;
using test::bytesOf;
using test::openTorch;
using test::readTorch;
using test::refusal;
using test::torchZip;
using test::valuesOf;
using test::zipOf;
using test::ZipPart;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string vector(const std::string& key, std::int64_t count)
{
    return test::py::tensor(storage("IntStorage", key, count), 0, {count}, {1});
}

const ZipPart version{.name = "archive/version", .bytes = "3\n"};

Document withParts(const std::vector<ZipPart>& others)
{
    return readTorch(torchZip(vector("0", 2), {{"0", bytesOf({1, 2})}}, others));
}

TEST(TorchArchive, ViewsOfOneKeyShareOneStorageThatIsPartOfTheFile)
{
    const auto bytes = torchZip(dict({{str("a"), vector("0", 4)},
                                      {str("b"), test::py::tensor(storage("IntStorage", "0", 4), 2, {2}, {1})},
                                      {str("c"), vector("1", 1)}}),
                                {{"0", bytesOf({1, 2, 3, 4})}, {"1", bytesOf({9})}});
    const Source source{.bytes = test::storageOf(bytes)};
    const auto archive = ZipArchive::open(source.bytes);
    const auto document = readTorchArchive(*archive, source);
    ASSERT_TRUE(document) << document.error().text;
    const auto storageAt = [&](int i) {
        return document->tensors[static_cast<std::size_t>(i)].tensor.members[0].array.storage;
    };
    EXPECT_EQ(storageAt(0), storageAt(1));
    EXPECT_NE(storageAt(0), storageAt(2));
    EXPECT_GE(storageAt(0)->data(), source.bytes->data());
    EXPECT_LT(storageAt(0)->data(), source.bytes->data() + source.bytes->byteSize());
    EXPECT_EQ(valuesOf(document->tensors[1].tensor.members[0].array), "3 4");
    EXPECT_THAT(document->warnings, IsEmpty());
}

TEST(TorchArchive, KnowsItselfByItsPickle)
{
    const auto isTorch = [](const std::vector<ZipPart>& parts) {
        return isTorchArchive(*ZipArchive::open(test::storageOf(zipOf(parts))));
    };
    EXPECT_TRUE(isTorch({{.name = "any/data.pkl", .bytes = "x"}}));
    EXPECT_FALSE(isTorch({{.name = "data.pkl", .bytes = "x"}}));
    EXPECT_FALSE(isTorch({{.name = "a/b/data.pkl", .bytes = "x"}}));
    EXPECT_FALSE(isTorch({{.name = "a/data.pkl2", .bytes = "x"}}));
    EXPECT_FALSE(isTorch({{.name = "a/version.npy", .bytes = "x"}}));
}

// Of an object that can't be saved PyTorch leaves an archive without its pickle.
TEST(TorchArchive, WhatBrokeOffIsStillOne)
{
    const auto rest = zipOf({{.name = "model/version", .bytes = "3\n"}});
    EXPECT_TRUE(isTorchArchive(*ZipArchive::open(test::storageOf(rest))));
    EXPECT_THAT(refusal(rest), HasSubstr("wanted the pickle \"model/data.pkl\" of a PyTorch archive, found none"));
}

TEST(TorchArchive, TheFolderOfTheFirstEntryCounts)
{
    EXPECT_EQ(readTorch(torchZip(vector("0", 2), {{"0", bytesOf({1, 2})}}, {}, "my model")).tensors.size(), 1u);
    const auto two = zipOf({{.name = "a/version", .bytes = "3\n"}, {.name = "b/data.pkl", .bytes = pickle(none)}});
    EXPECT_THAT(refusal(two), HasSubstr("wanted the pickle \"a/data.pkl\""));
}

TEST(TorchArchive, TheVersionIsLookedAt)
{
    EXPECT_THAT(withParts({version}).warnings, IsEmpty());
    EXPECT_THAT(withParts({{.name = "archive/version", .bytes = "10"}}).warnings, IsEmpty());
    EXPECT_THAT(withParts({{.name = "archive/other", .bytes = ""}}).warnings,
                ElementsAre(HasSubstr("no version record")));
    for (const auto* odd : {"abc", "0\n", "11\n", "", "3x"})
        EXPECT_THAT(withParts({{.name = "archive/version", .bytes = odd}}).warnings,
                    ElementsAre(HasSubstr("from 1 to 10")))
            << odd;
}

TEST(TorchArchive, AVersionThatCannotBeReadIsNotMissing)
{
    EXPECT_THAT(
        withParts({{.name = "archive/version", .bytes = "3\n", .flags = 0x801}}).warnings,
        ElementsAre("the version record can't be read: the entry \"archive/version\" is encrypted; PyTorch "
                    "would not open it"));
}

TEST(TorchArchive, BytesOfBigEndianFilesAreTurnedRound)
{
    const auto read = [](const std::string& object, const std::string& bytes) {
        return readTorch(
                   torchZip(object, {{"0", bytes}}, {version, {.name = "archive/byteorder", .bytes = "big"}}))
            .tensors.front()
            .tensor.members.front()
            .array;
    };
    using namespace std::string_literals;
    EXPECT_EQ(valuesOf(read(vector("0", 2), "\0\0\0\1\0\0\1\0"s)), "1 256");
    EXPECT_EQ(valuesOf(read(test::py::tensor(storage("CharStorage", "0", 2), 0, {2}, {1}), "\1\2")), "1 2");
    EXPECT_EQ(valuesOf(read(test::py::tensor(storage("ComplexFloatStorage", "0", 1), 0, {1}, {1}),
                            "\x3f\x80\0\0\x40\0\0\0"s)),
              "(1+2j)");
    EXPECT_EQ(valuesOf(read(tensorV3(storage("UntypedStorage", "0", 4), {2}, {1}, "uint16"), "\0\1\1\0"s)),
              "1 256");
    EXPECT_EQ(valuesOf(read(vector("0", 1), "\0\0\0\1\7\7"s)), "1") << "a rest is no element";
    EXPECT_THAT(withParts({version, {.name = "archive/byteorder", .bytes = "little"}}).warnings, IsEmpty());
    EXPECT_THAT(refusal(torchZip(none, {}, {version, {.name = "archive/byteorder", .bytes = "middle"}})),
                HasSubstr("the byte order little or big, found \"middle\""));
}

TEST(TorchArchive, ReadsWhatOtherToolsPacked)
{
    const auto bytes = zipOf({{.name = "x/data.pkl", .bytes = pickle(vector("0", 2)), .deflate = true},
                              {.name = "x/data/0", .bytes = bytesOf({5, 6}), .deflate = true},
                              {.name = "x/version", .bytes = "3\n"}});
    EXPECT_EQ(valuesOf(readTorch(bytes).tensors.front().tensor.members.front().array), "5 6");
}

TEST(TorchArchive, TellsSumsThatDisagreeAndRecordsOfOneName)
{
    const auto parts = [](const ZipPart& record) {
        return zipOf({{.name = "x/data.pkl", .bytes = pickle(vector("0", 2))},
                      record,
                      {.name = "x/data/0", .bytes = bytesOf({3, 4})},
                      {.name = "x/version", .bytes = "3\n"}});
    };
    const auto document = readTorch(parts({.name = "x/data/0", .bytes = bytesOf({1, 2}), .crc = 7}));
    EXPECT_EQ(valuesOf(document.tensors.front().tensor.members.front().array), "1 2");
    EXPECT_THAT(document.warnings, Contains(HasSubstr("check sum")));
    EXPECT_THAT(document.warnings, Contains(HasSubstr("the first of each name was taken")));
}

TEST(TorchArchive, RefusesStoragesThatAreNotThere)
{
    EXPECT_THAT(refusal(torchZip(vector("9", 2), {{"0", bytesOf({1, 2})}})),
                HasSubstr("storage 9, found no such record"));
    for (const auto* key : {"../data.pkl", "", "a/b", "a b", "."})
        EXPECT_THAT(refusal(torchZip(vector(key, 2), {{"0", "x"}})),
                    HasSubstr("a key of plain letters and digits"))
            << key;
    EXPECT_THAT(refusal(torchZip(vector(std::string(101, '1'), 2), {})), HasSubstr("a key of plain letters"));
}

TEST(TorchArchive, SaysWhatARecordHoldsBeyondItsStorage)
{
    const auto document = test::readTorch(torchZip(vector("0", 2), {{"0", bytesOf({1, 2, 3, 4})}}));
    EXPECT_EQ(document.tensors.size(), 1u);
    EXPECT_THAT(document.warnings,
                ElementsAre("the record of the storage 0 holds 16 bytes, it is declared to hold 8: "
                            "the rest was left out"));
    EXPECT_THAT(test::readTorch(torchZip(vector("0", 2), {{"0", bytesOf({1, 2})}})).warnings, testing::IsEmpty());
}

TEST(TorchArchive, ChecksEveryIdOfAStorageAlsoOnesThatAreDropped)
{
    const auto refused = [](const std::string& id) { return refusal(torchZip(id + "Q0N", {})); };
    const auto parts = [](const std::string& word, const std::string& type, const std::string& numel) {
        return tuple({word, type, str("0"), str("cpu"), numel});
    };
    const auto floats = name("torch", "FloatStorage");
    EXPECT_THAT(refused(tuple({str("storage")})), HasSubstr("wanted 5 parts"));
    EXPECT_THAT(refused(tuple({str("module"), str("x")})), HasSubstr("wanted 5 parts"));
    EXPECT_THAT(refused(parts(str("module"), floats, num(1))), HasSubstr("the word \"storage\""));
    EXPECT_THAT(refused(parts(str("storage"), str("torch.FloatStorage"), num(1))),
                HasSubstr("the class of a storage"));
    EXPECT_THAT(refused(parts(str("storage"), name("my", "FloatStorage"), num(1))),
                HasSubstr("the class of a storage"));
    EXPECT_THAT(refused(parts(str("storage"), floats, num(-1))), HasSubstr("a number of elements"));
    EXPECT_THAT(refused(parts(str("storage"), floats, num(std::int64_t{1} << 62))),
                HasSubstr("whose bytes can be counted"));
}

TEST(TorchArchive, RefusesWhatWouldRunSomethingWhateverElseItHolds)
{
    const auto bad = call(name("os", "system"), {str("touch x")});
    const auto sentence = [&](const std::string& value) {
        const auto calledAt = pickle(value).find(bad) + bad.size() - 1;
        return "this file would run os.system('touch x') when Python loads it: it was not opened (byte " +
               std::to_string(calledAt) + " of the pickle)";
    };
    const auto hidden = dict({{str("w"), vector("0", 2)}, {str("x"), bad}});
    EXPECT_EQ(refusal(torchZip(hidden, {{"0", bytesOf({1, 2})}})), sentence(hidden));
    EXPECT_EQ(refusal(torchZip(bad + "\xfe", {})), sentence(bad)) << "and when the pickle breaks off";
    EXPECT_THAT(
        refusal(torchZip(
            test::py::tensor(tuple({str("storage"), name("os", "system"), str("0"), str("cpu"), num(1)}) + "Q", 0,
                             {1}, {1}),
            {})),
        HasSubstr("os.system"));
}

TEST(TorchArchive, NothingIsPutIntoATensor)
{
    EXPECT_THAT(refusal(torchZip(vector("0", 2) + num(0) + num(1) + "s", {{"0", bytesOf({1, 2})}})),
                HasSubstr("a list or dict to put items into"));
    EXPECT_THAT(refusal(torchZip(size({1}) + num(1) + "a", {})), HasSubstr("a list or dict to put items into"));
}

TEST(TorchArchive, NamesTorchScriptAndListsItsTensors)
{
    const auto document = withParts({version, {.name = "archive/constants.pkl", .bytes = ""}});
    EXPECT_EQ(document.tensors.size(), 1u);
    EXPECT_THAT(document.warnings, ElementsAre(HasSubstr("TorchScript")));
    EXPECT_THAT(withParts({version, {.name = "archive/code/x.py", .bytes = ""}}).warnings,
                ElementsAre(HasSubstr("TorchScript")));
}

TEST(TorchArchive, TheTreeMayTakeMemoryInProportionToTheFile)
{
    // Three million values and places in 6 KB of a packed archive.
    std::string lists = "]";
    for (int i = 0; i < 1'500'000; ++i)
        lists += "]a";
    const auto bytes = zipOf({{.name = "x/data.pkl", .bytes = pickle(lists), .deflate = true}});
    EXPECT_THAT(refusal(bytes), HasSubstr("values and notes of them, found more"));
}

TEST(TorchArchive, BytesBehindThePickleAreTold)
{
    const auto warnings = [](const std::string& rest) {
        return readTorch(zipOf({{.name = "x/data.pkl", .bytes = pickle(vector("0", 2)) + rest},
                                {.name = "x/data/0", .bytes = bytesOf({1, 2})},
                                {.name = "x/version", .bytes = "3\n"}}))
            .warnings;
    };
    EXPECT_THAT(warnings(""), IsEmpty());
    EXPECT_THAT(warnings("abc"), ElementsAre("3 bytes behind the end of the pickle were left out"));
    EXPECT_THAT(warnings(pickle(none)), ElementsAre(HasSubstr("may be another one")));
}

TEST(TorchArchive, AViewThatKeepsALargeStorageIsTold)
{
    const std::string bytes(4 << 20, '\0');
    const auto warnings = [&](std::int64_t used) {
        return readTorch(
                   torchZip(
                       dict({{str("a"), test::py::tensor(storage("IntStorage", "0", 1 << 20), 5, {3}, {1})},
                             {str("b"), test::py::tensor(storage("IntStorage", "0", 1 << 20), 0, {used}, {1})}}),
                       {{"0", bytes}}))
            .warnings;
    };
    EXPECT_THAT(warnings(4),
                ElementsAre(HasSubstr("\"a\" and those that share its storage use 28 of its 4194304 bytes")));
    EXPECT_THAT(warnings(1 << 19), IsEmpty());
}

TEST(TorchArchive, CanBeStopped)
{
    const auto bytes = torchZip(vector("0", 2), {{"0", bytesOf({1, 2})}});
    std::stop_source stop;
    stop.request_stop();
    const Source source{.bytes = test::storageOf(bytes), .watch = {.stop = stop.get_token()}};
    const auto document = readTorchArchive(*ZipArchive::open(source.bytes), source);
    ASSERT_FALSE(document);
    EXPECT_EQ(document.error().code, ErrorCode::cancelled);
}

TEST(TorchArchive, TellsItsPickleAsLinesAlsoWhenItIsRefused)
{
    const auto bytes = torchZip(call(name("os", "system"), {str("touch x")}), {});
    const auto lines = torchFileLines({.bytes = test::storageOf(bytes)});
    ASSERT_TRUE(lines);
    EXPECT_THAT(*lines, ElementsAre("os.system('touch x')"));
}

} // namespace
} // namespace tscope
