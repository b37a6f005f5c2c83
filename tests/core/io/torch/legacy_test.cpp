// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using namespace test::py;
using test::bytesOf;
using test::little;
using test::othersOf;
using test::readTorch;
using test::refusal;
using test::valuesOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const auto magic = "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"s;

struct Parts_ {
    std::string magicValue = magic;
    std::string version = num(1001);
    std::string machine = dict({{str("protocol_version"), num(1001)}, {str("little_endian"), yes}});
};

std::string legacy(const std::string& object, const std::vector<std::pair<std::string, std::string>>& storages,
                   const Parts_& parts = {})
{
    Parts keys;
    std::string data;
    for (const auto& [key, bytes] : storages) {
        keys.push_back(str(key));
        data += bytes;
    }
    return pickle(parts.magicValue) + pickle(parts.version) + pickle(parts.machine) + pickle(object) +
           pickle(list(keys)) + data;
}

std::string counted(std::int64_t numel, const std::string& bytes)
{
    return little(static_cast<std::uint64_t>(numel), 8) + bytes;
}

std::string in(std::string_view type, std::string_view key, std::int64_t numel, const std::string& part = none)
{
    return tuple({str("storage"), name("torch", type), str(key), str("cpu"), num(numel), part}) + "Q";
}

std::string legacyVector(const std::string& key, std::int64_t count, const std::string& part = none)
{
    return test::py::tensor(in("IntStorage", key, count, part), 0, {2}, {1});
}

Array first(const Document& document)
{
    return document.tensors.empty() ? Array{} : document.tensors.front().tensor.members.front().array;
}

TEST(TorchLegacy, ReadsStoragesInTheirOrder)
{
    const auto document =
        readTorch(legacy(dict({{str("b"), legacyVector("222", 2)},
                               {str("a"), legacyVector("111", 2)},
                               {str("c"), legacyVector("222", 2)}}),
                         {{"111", counted(2, bytesOf({1, 2}))}, {"222", counted(2, bytesOf({3, 4}))}}));
    EXPECT_THAT(test::namesOf(document), ElementsAre("b", "a", "c"));
    EXPECT_EQ(valuesOf(first(document)), "3 4");
    EXPECT_EQ(valuesOf(document.tensors[1].tensor.members[0].array), "1 2");
    EXPECT_EQ(document.tensors[0].tensor.members[0].array.storage,
              document.tensors[2].tensor.members[0].array.storage);
    EXPECT_THAT(document.warnings, IsEmpty());
}

TEST(TorchLegacy, AnIdMayNameAPartOfAStorage)
{
    const auto part = tuple({str("99"), num(1), num(2)});
    const auto document =
        readTorch(legacy(legacyVector("0", 4, part), {{"0", counted(4, bytesOf({1, 2, 3, 4}))}}));
    EXPECT_EQ(valuesOf(first(document)), "2 3");
    EXPECT_EQ(first(document).geometry.offset, 1);
    EXPECT_THAT(refusal(legacy(legacyVector("0", 4, num(1)), {})), HasSubstr("a part as (key, offset, count)"));
}

TEST(TorchLegacy, ByteOrderIsThatOfTheMachine)
{
    const auto object = legacyVector("0", 2);
    const auto bytes = counted(2, "\0\0\0\1\0\0\0\2"s);
    EXPECT_EQ(valuesOf(first(
                  readTorch(legacy(object, {{"0", bytes}}, {.machine = dict({{str("little_endian"), no}})})))),
              "1 2");
    const auto document = readTorch(legacy(object, {{"0", bytes}}, {.machine = dict({})}));
    EXPECT_EQ(valuesOf(first(document)), "16777216 33554432");
    EXPECT_THAT(document.warnings, ElementsAre(HasSubstr("does not tell its byte order")));
}

std::string classWithSource(const std::string& what)
{
    return tuple({str("module"), what, str("net.py"), str("import os")}) + "Q";
}

TEST(TorchLegacy, AClassThatComesWithItsSourceTextIsAName)
{
    const auto net = classWithSource(name("my", "Net"));
    const auto document = readTorch(
        legacy(dict({{str("net"), net}, {str("w"), legacyVector("0", 2)}}), {{"0", counted(2, bytesOf({1, 2}))}}));
    EXPECT_THAT(test::namesOf(document), ElementsAre("w"));
    EXPECT_THAT(othersOf(document), ElementsAre("net = my.Net"));
    EXPECT_THAT(document.warnings, IsEmpty());
}

TEST(TorchLegacy, AWholeModuleIsListed)
{
    const auto state =
        dict({{str("_parameters"), hooks() + str("weight") + legacyVector("0", 2) + "s"}, {str("training"), yes}});
    for (const auto* make : {")\x81", ")R"}) {
        const auto module = classWithSource(name("my", "Net")) + make + state + "b";
        const auto document = readTorch(legacy(module, {{"0", counted(2, bytesOf({1, 2}))}}));
        EXPECT_THAT(test::namesOf(document), ElementsAre("_parameters.weight"));
        EXPECT_EQ(valuesOf(first(document)), "1 2");
        EXPECT_THAT(othersOf(document), ElementsAre("training = True"));
        EXPECT_THAT(document.warnings, ElementsAre(HasSubstr("contains my.Net, a class that is not known here")));
    }
}

TEST(TorchLegacy, AClassWithSourceTextHidesNothing)
{
    const auto shell = classWithSource(name("os", "system"));
    EXPECT_THAT(refusal(legacy(shell + tuple({str("id")}) + "R", {})), HasSubstr("would run os.system('id')"));
    EXPECT_THAT(refusal(legacy(shell, {})), HasSubstr("os.system"));
    // Ids of the same word in another form name nothing.
    for (const auto& id : {tuple({str("module"), name("my", "Net"), str("net.py")}),
                           tuple({str("module"), str("my.Net"), str("net.py"), str("")}),
                           tuple({str("module"), name("my", "Net"), str("net.py"), num(1)}),
                           tuple({str("class"), name("my", "Net"), str("net.py"), str("")})}) {
        EXPECT_THAT(refusal(legacy(id + "Q)\x81", {})),
                    HasSubstr("wanted the name of a function or class to call"));
        EXPECT_THAT(refusal(legacy(id + "Q", {})), HasSubstr("wanted 6 parts"));
    }
    // Archives have none of them.
    EXPECT_THAT(refusal(test::torchZip(classWithSource(name("my", "Net")) + ")\x81", {})),
                HasSubstr("wanted the name of a function or class to call"));
}

TEST(TorchLegacy, SaysWhatIsNoFileOfTorch)
{
    EXPECT_EQ(refusal(pickle(dict({{str("a"), num(1)}}))),
              "wanted a file of torch.save, found a Python pickle of {'a': 1} (byte 2)");
    EXPECT_THAT(refusal(legacy(none, {}, {.magicValue = "\x8a\x0a\x6d\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"s})),
                HasSubstr("a file of torch.save"));
    EXPECT_THAT(refusal(legacy(none, {}, {.version = num(1002)})),
                HasSubstr("version 1001 of old PyTorch files, found 1002 (byte " +
                          std::to_string(pickle(magic).size() + 2) + ")"));
    EXPECT_THAT(refusal(pickle(magic)), HasSubstr("ends with STOP"));
    EXPECT_THAT(refusal(pickle(magic) + pickle(num(1001)) + pickle(dict({})) + pickle(none) + pickle(none)),
                HasSubstr("the list of storages"));
    EXPECT_THAT(
        refusal(pickle(magic) + pickle(num(1001)) + pickle(dict({})) + pickle(none) + pickle(list({num(1)}))),
        HasSubstr("the key of a storage"));
    EXPECT_THAT(refusal(pickle(call(name("os", "system"), {str("x")}))), HasSubstr("would run os.system('x')"));
    EXPECT_THAT(refusal(legacy(call(name("os", "system"), {str("x")}), {})),
                HasSubstr("would run os.system('x')"));
}

TEST(TorchLegacy, AFileThatWasCutShortStillShowsItsShapes)
{
    const auto whole = legacy(dict({{str("a"), legacyVector("0", 2)}, {str("b"), legacyVector("1", 2)}}),
                              {{"0", counted(2, bytesOf({1, 2}))}, {"1", counted(2, bytesOf({3, 4}))}});
    const auto cut = [&](std::size_t missing) { return readTorch(whole.substr(0, whole.size() - missing)); };
    EXPECT_EQ(cut(3).tensors[1].tensor.members[0].array.storageNumel(), 1);
    EXPECT_EQ(cut(16).tensors[1].tensor.members[0].array.storageNumel(), 0);
    EXPECT_THAT(cut(16).warnings, Contains(HasSubstr("cut short")));
    EXPECT_EQ(valuesOf(first(cut(16))), "1 2");
    EXPECT_EQ(cut(20).tensors.size(), 2u);
    EXPECT_THAT(readTorch(whole + "more").warnings, ElementsAre(HasSubstr("4 bytes behind the last storage")));
}

TEST(TorchLegacy, CountsThatDisagreeAreTold)
{
    const auto read = [](std::int64_t told) {
        return readTorch(legacy(legacyVector("0", 2), {{"0", counted(told, bytesOf({1, 2}))}}));
    };
    for (const auto told :
         {std::int64_t{1}, std::int64_t{3}, std::int64_t{1} << 40, std::int64_t{-1}, INT64_MAX, INT64_MIN}) {
        const auto document = read(told);
        EXPECT_EQ(document.tensors.size(), 1u);
        EXPECT_THAT(document.warnings, Contains(HasSubstr("elements and " + std::to_string(told))));
        EXPECT_LE(first(document).storageNumel(), 2);
    }
    const auto unused =
        readTorch(legacy(legacyVector("0", 2), {{"7", counted(1, "x")}, {"0", counted(2, bytesOf({1, 2}))}}));
    EXPECT_THAT(unused.warnings, Contains(HasSubstr("used by nothing")));
}

TEST(TorchLegacy, TellsItsPickleAsLines)
{
    const auto bytes = legacy(list({num(1)}), {});
    const auto lines = torchFileLines({.bytes = test::storageOf(bytes)});
    ASSERT_TRUE(lines);
    EXPECT_THAT(*lines, ElementsAre("[1]"));
}

} // namespace
} // namespace tscope
