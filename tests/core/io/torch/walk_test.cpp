// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using namespace test::py;
using test::bytesOf;
using test::namesOf;
using test::othersOf;
using test::torchZip;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string tensorOf(int key)
{
    return test::py::tensor(storage("IntStorage", std::to_string(key), 1), 0, {1}, {1});
}

Document read(const std::string& object)
{
    return test::readTorch(torchZip(object, {{"0", bytesOf({7})}, {"1", bytesOf({8})}, {"2", bytesOf({9})}}));
}

TEST(TorchWalk, NamesTensorsByTheirPath)
{
    EXPECT_THAT(namesOf(read(tensorOf(0))), ElementsAre(""));
    EXPECT_THAT(namesOf(read(list({tensorOf(0), tuple({tensorOf(1)})}))), ElementsAre("[0]", "[1][0]"));
    EXPECT_THAT(namesOf(read(dict({{str("model"), dict({{str("fc.weight"), tensorOf(0)}})},
                                   {str("state"), dict({{num(0), dict({{str("exp"), list({tensorOf(1)})}})}})},
                                   {tuple({num(1), str("x")}), tensorOf(2)}}))),
                ElementsAre("model.fc.weight", "state.0.exp[0]", "(1, 'x')"));
}

TEST(TorchWalk, AStateDictIsADict)
{
    // An OrderedDict that is filled, and told about its modules.
    const auto object = hooks() + "(" + str("0.weight") + tensorOf(0) + str("0.bias") + tensorOf(1) + "u" +
                        dict({{str("_metadata"), dict({{str(""), dict({{str("version"), num(1)}})}})}}) + "b";
    const auto document = read(object);
    EXPECT_THAT(namesOf(document), ElementsAre("0.weight", "0.bias"));
    EXPECT_THAT(document.others, IsEmpty());
    EXPECT_THAT(document.warnings, IsEmpty());
    // As Python 2 wrote one.
    const auto old = call(name("collections", "OrderedDict"),
                          {list({list({str("w"), tensorOf(0)}), list({str("b"), tensorOf(1)})})});
    EXPECT_THAT(namesOf(read(old)), ElementsAre("w", "b"));
}

TEST(TorchWalk, ATensorInTwoPlacesIsListedTwiceOverOneStorage)
{
    const auto document = read("}(" + str("a") + tensorOf(0) + "q\0"s + str("b") + "h\0"s + "u");
    EXPECT_THAT(namesOf(document), ElementsAre("a", "b"));
    EXPECT_EQ(document.tensors[0].tensor.members[0].array.storage,
              document.tensors[1].tensor.members[0].array.storage);
}

TEST(TorchWalk, WhatIsNoTensorIsListedAsText)
{
    const auto document = read(dict({{str("epoch"), num(3)},
                                     {str("lr"), real("\x3f\xb9\x99\x99\x99\x99\x99\x9a"s)},
                                     {str("note"), str("x\ny")},
                                     {str("none"), none},
                                     {str("betas"), tuple({num(1), num(2)})},
                                     {str("empty"), "}"},
                                     {str("type"), name("torch", "float32")},
                                     {str("device"), call(name("torch", "device"), {str("cuda:0")})},
                                     {str("path"), call(name("pathlib", "PosixPath"), {str("/"), str("a")})},
                                     {str("config"), dict({{str("depth"), num(2)}})},
                                     {str("mixed"), list({num(1), dict({{str("w"), tensorOf(0)}})})}}));
    EXPECT_THAT(namesOf(document), ElementsAre("mixed[1].w"));
    EXPECT_THAT(othersOf(document),
                ElementsAre("epoch = 3", "lr = 0.1", "note = 'x\\x0ay'", "none = None", "betas = (1, 2)",
                            "empty = {}", "type = torch.float32", "device = torch.device('cuda:0')",
                            "path = pathlib.PosixPath('/', 'a')", "config.depth = 2", "mixed[0] = 1"));
    EXPECT_THAT(document.warnings, IsEmpty());
}

TEST(TorchWalk, AFileWithoutTensorsOpens)
{
    const auto document = read(num(5));
    EXPECT_THAT(othersOf(document), ElementsAre(" = 5"));
    EXPECT_THAT(document.tensors, IsEmpty());
}

TEST(TorchWalk, GoesThroughClassesThatAreNotKnown)
{
    const auto module =
        name("my.net", "Net") + ")\x81" +
        dict({{str("_parameters"), hooks() + str("weight") + tensorOf(0) + "s"}, {str("training"), yes}}) + "b";
    const auto document = read(dict({{str("net"), module}, {str("other"), module}}));
    EXPECT_THAT(namesOf(document), ElementsAre("net._parameters.weight", "other._parameters.weight"));
    EXPECT_THAT(othersOf(document), ElementsAre("net.training = True", "other.training = True"));
    EXPECT_THAT(document.warnings, ElementsAre(HasSubstr("contains my.net.Net, a class that is not known here")));
    // In arguments, keywords, items and entries of one.
    const auto odd = name("my", "F") + tuple({tensorOf(0)}) + dict({{str("k"), tensorOf(1)}}) + "\x92" +
                     tensorOf(2) + "a" + str("e") + tensorOf(0) + "s";
    EXPECT_THAT(namesOf(read(odd)), ElementsAre("[0]", "k", "e", "[0] (2)"));
    // A type of its own whose function is not known.
    const auto subclass = call(name("torch._tensor", "_rebuild_from_type_v2"),
                               {name("my", "rebuild"), name("my", "T"), tuple({tensorOf(0)}), none});
    EXPECT_THAT(namesOf(read(subclass)), ElementsAre("[2][0]"));
}

TEST(TorchWalk, TheStateOfATensorIsADictOrAPair)
{
    const auto withState = [](const std::string& state) { return namesOf(read(tensorOf(0) + state + "b")); };
    const auto attributes = dict({{str("x"), tensorOf(1)}}), slots = dict({{str("y"), tensorOf(2)}});
    EXPECT_THAT(withState(attributes), ElementsAre("", "x"));
    EXPECT_THAT(withState(tuple({attributes, slots})), ElementsAre("", "x", "y"));
    EXPECT_THAT(withState(tuple({none, slots})), ElementsAre("", "y"));
    EXPECT_THAT(withState(tuple({attributes, slots, none})), ElementsAre(""));
}

TEST(TorchWalk, AttributesOfATensorInManyPlacesAreBounded)
{
    std::vector<std::pair<std::string, std::string>> attributes;
    for (int i = 0; i < 10'000; ++i)
        attributes.emplace_back(num(i), none);
    const auto object = tensorOf(0) + dict(attributes) + "bq\0000("s + joined(Parts(10'000, "h\0"s)) + "t";
    const auto document = read(object);
    EXPECT_LT(document.tensors.size(), 1'000u);
    EXPECT_THAT(document.warnings, Contains(HasSubstr("not all places are listed")));
}

TEST(TorchWalk, TheLastOfTwoEqualKeysCounts)
{
    const auto document = read(dict({{str("a"), tensorOf(0)}, {str("b"), tensorOf(1)}, {str("a"), tensorOf(2)}}));
    EXPECT_THAT(namesOf(document), ElementsAre("a", "b"));
    EXPECT_EQ(test::valuesOf(document.tensors[0].tensor.members[0].array), "9");
    EXPECT_THAT(document.warnings, ElementsAre("the key \"a\" is given twice; the last one counts"));
    // 1 and "1" are two keys; so are two paths that read the same.
    EXPECT_THAT(namesOf(read(dict({{num(1), tensorOf(0)}, {str("1"), tensorOf(1)}}))), ElementsAre("1", "1 (2)"));
    EXPECT_THAT(namesOf(read(dict({{str("a.b"), tensorOf(0)}, {str("a"), dict({{str("b"), tensorOf(1)}})}}))),
                ElementsAre("a.b", "a.b (2)"));
}

TEST(TorchWalk, NamesAreKeptAsTheyAre)
{
    EXPECT_THAT(namesOf(read(dict({{str("a\x1b[0m\n\u202e\u200b"), tensorOf(0)}}))),
                ElementsAre("a\x1b[0m\n\u202e\u200b"));
    EXPECT_THAT(namesOf(read(dict({{str("nul\0x"s), tensorOf(0)}}))), ElementsAre("nul\0x"s));
    EXPECT_THAT(namesOf(read(dict({{str("\xff\u00e9\xed\xa0\x80"), tensorOf(0)}}))),
                ElementsAre("\\xff\u00e9\\xed\\xa0\\x80"))
        << "what is no text can't be kept as text";
    EXPECT_THAT(othersOf(read(dict({{str("a\x1b"), num(1)}, {str("w"), tensorOf(0)}}))), ElementsAre("a\x1b = 1"));
    const auto longName = namesOf(read(dict({{str(std::string(5000, 'n')), tensorOf(0)}})));
    EXPECT_LT(longName.front().size(), 1100u);
    std::string wide;
    for (int i = 0; i < 1000; ++i)
        wide += "\u4e2d";
    EXPECT_TRUE(namesOf(read(dict({{str(wide), tensorOf(0)}}))).front().ends_with("\u4e2d...")) << "cut apart";
}

TEST(TorchWalk, CyclesEnd)
{
    const auto document = read("]q\0"s + tensorOf(0) + "ah\0a"s);
    EXPECT_THAT(namesOf(document), ElementsAre("[0]"));
    EXPECT_THAT(document.warnings, ElementsAre(HasSubstr("in itself")));
    EXPECT_THAT(namesOf(read("}q\0"s + str("me") + "h\0s"s + str("w") + tensorOf(0) + "s")), ElementsAre("w"));
}

TEST(TorchWalk, SharingIsBounded)
{
    // Ten times ten times ten ... lists over one tensor: 10^30 places.
    std::string object = "(" + tensorOf(0) + "t";
    for (int level = 0; level < 30; ++level)
        object += "r" + test::little(static_cast<std::uint64_t>(level), 4) + "0](" +
                  joined(Parts(10, "j" + test::little(static_cast<std::uint64_t>(level), 4))) + "e";
    const auto document = read(object);
    EXPECT_LE(document.tensors.size(), 200'000u);
    EXPECT_GE(document.tensors.size(), 1u);
    EXPECT_THAT(document.warnings, Contains(HasSubstr("many places")));
    // Thousands of paths that read the same: each dict holds the next as "a" and the one after it as "a.a".
    std::string same = tensorOf(0) + "q\0q\1"s;
    for (int level = 2; level < 30; ++level) {
        const auto at = [](int memo) { return "h" + test::little(static_cast<std::uint64_t>(memo), 1); };
        same += "0}(" + str("a") + at(level - 1) + str("a.a") + at(level - 2) + "uq" +
                test::little(static_cast<std::uint64_t>(level), 1);
    }
    EXPECT_GT(namesOf(read(same)).size(), 100u);
    // One long list in many places.
    std::string lists = "](" + joined(Parts(100'000, num(1))) + "eq\0"s;
    lists = tuple({lists, list(Parts(100'000, "h\0"s))});
    EXPECT_LE(read(lists).others.size(), 10'000u);
}

} // namespace
} // namespace tscope
