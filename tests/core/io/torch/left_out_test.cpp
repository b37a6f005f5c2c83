// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"
#include "facts/info_text.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using namespace test::py;
using test::bytesOf;
using test::namesOf;
using test::othersOf;
using test::refusal;
using test::torchZip;
using test::valuesOf;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

std::string good()
{
    return test::py::tensor(storage("IntStorage", "0", 2), 0, {2}, {1});
}

std::string inStorage(const std::string& storage)
{
    return test::py::tensor(storage, 0, {1}, {1});
}

std::string of65Dims()
{
    const auto ones = tuple(Parts(65, num(1)));
    return call(name("torch._utils", "_rebuild_tensor_v2"),
                {storage("IntStorage", "0", 2), num(0), ones, ones, no, hooks()});
}

std::string file(const std::string& object)
{
    return torchZip(object, {{"0", bytesOf({1, 2})}});
}

struct Bad {
    std::string what, tensor, sentence;
};

std::vector<Bad> badTensors()
{
    const auto pointers = test::py::tensor(storage("LongStorage", "9", 3), 0, {3}, {1});
    return {
        {"no record", inStorage(storage("IntStorage", "9", 1)), "storage 9, found no such record"},
        {"too many dims", of65Dims(), "at most 64 integers"},
        {"unknown class", inStorage(storage("FooStorage", "0", 1)), "the class of a storage"},
        {"negative numel", inStorage(storage("IntStorage", "0", -4)), "a number of elements"},
        {"a key that leads elsewhere", inStorage(storage("IntStorage", "../x", 1)), "a key of plain letters"},
        {"an id of one part", inStorage(tuple({str("storage")}) + "Q"), "wanted 5 parts"},
        {"a lone bad storage", storage("FooStorage", "0", 1), "the class of a storage"},
        {"one argument", call(name("torch._utils", "_rebuild_tensor_v2"), {num(1)}), "found 1 argument"},
        {"a member without its record", sparse("torch.sparse_csr", {pointers, good(), good(), size({2, 2})}),
         "storage 9, found no such record"},
    };
}

TEST(TorchLeftOut, OneBadTensorDoesNotHideTheOthers)
{
    for (const auto& bad : badTensors()) {
        const auto document = test::readTorch(file(
            dict({{str("a"), good()}, {str("bad"), bad.tensor}, {str("epoch"), num(3)}, {str("z"), good()}})));
        EXPECT_THAT(namesOf(document), ElementsAre("a", "z")) << bad.what;
        EXPECT_THAT(othersOf(document), ElementsAre("epoch = 3")) << bad.what;
        EXPECT_THAT(document.warnings,
                    ElementsAre(AllOf(StartsWith("\"bad\" was left out: "), HasSubstr(bad.sentence))))
            << bad.what;
        for (const auto& [name, tensor] : document.tensors)
            EXPECT_EQ(valuesOf(tensor.members[0].array), "1 2") << bad.what;
        EXPECT_THAT(infoJson(document), HasSubstr("\\\"bad\\\" was left out: ")) << bad.what;
    }
}

TEST(TorchLeftOut, AFileOfNothingElseIsRefused)
{
    for (const auto& bad : badTensors()) {
        EXPECT_THAT(refusal(file(bad.tensor)), HasSubstr(bad.sentence)) << bad.what;
        const auto both = dict({{str("x"), list({bad.tensor})}, {str("y"), of65Dims()}, {str("epoch"), num(3)}});
        EXPECT_THAT(refusal(file(both)), AllOf(HasSubstr(bad.sentence), HasSubstr("(x[0])"))) << bad.what;
    }
}

TEST(TorchLeftOut, EveryPlaceOfABadTensorIsNamed)
{
    const auto document = test::readTorch(file("}(" + str("a") + good() + str("b") + of65Dims() + "q\0"s +
                                               str("c") + "h\0"s + str("d") + "h\0"s + "u"));
    EXPECT_THAT(namesOf(document), ElementsAre("a"));
    EXPECT_THAT(document.warnings,
                ElementsAre(AllOf(StartsWith("\"b\" was left out: "), HasSubstr("at most 64")),
                            AllOf(StartsWith("\"c\" was left out: "), HasSubstr("at most 64")),
                            AllOf(StartsWith("\"d\" was left out: "), HasSubstr("at most 64"))));
}

TEST(TorchLeftOut, ABadTensorThatPythonDropsHidesNothing)
{
    const auto dropped = storage("FooStorage", "0", 1) + "0";
    EXPECT_THAT(namesOf(test::readTorch(file(dropped + dict({{str("a"), good()}})))), ElementsAre("a"));
    EXPECT_THAT(refusal(file(dropped + num(5))), HasSubstr("the class of a storage"));
}

TEST(TorchLeftOut, WhatIsSaidOfABadTensorIsNotSaidOfTheNext)
{
    // Its scales are remarked on before its record turns out to be missing.
    std::vector<std::pair<std::string, std::string>> items{{str("a"), good()}};
    const auto numbers = list(Parts(20'000, real("\x3f\xf0\0\0\0\0\0\0"s)));
    const auto quantised = [&](const std::string& key) {
        return call(name("torch._utils", "_rebuild_qtensor"),
                    {storage("QInt8Storage", key, 2), num(0), nums({2}), nums({1}),
                     tuple({name("torch", "per_channel_affine"), numbers, numbers, num(0)}), no, hooks()});
    };
    EXPECT_THAT(othersOf(test::readTorch(file(quantised("0")))), SizeIs(2)) << "of a good one there are remarks";
    items.emplace_back(str("q"), quantised("9"));
    items.emplace_back(str("z"), good());
    const auto document = test::readTorch(file(dict(items)));
    EXPECT_THAT(namesOf(document), ElementsAre("a", "z"));
    EXPECT_THAT(document.others, IsEmpty());
}

TEST(TorchLeftOut, ManyOfThemAreCounted)
{
    std::vector<std::pair<std::string, std::string>> items{{str("a"), good()}};
    for (int i = 0; i < 300; ++i)
        items.emplace_back(str("b" + std::to_string(i)), inStorage(storage("IntStorage", "9", 1)));
    const auto document = test::readTorch(file(dict(items)));
    EXPECT_THAT(namesOf(document), ElementsAre("a"));
    EXPECT_THAT(document.warnings, SizeIs(101));
    EXPECT_THAT(document.warnings, Contains("and 200 more warnings"));
}

} // namespace
} // namespace tscope
