// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tensor.h"
#include "literals/text_literal.h"
#include "literals/text_writer.h"
#include "support/peer_folder.h"

#include <gmock/gmock.h>

#include <fstream>
#include <random>

namespace tscope {
namespace {

using testing::HasSubstr;

Tensor fromJson(const std::string& text)
{
    const auto document = readJsonTensors(text);
    EXPECT_TRUE(document) << document.error().text << text;
    return document ? document->tensors.front().tensor : Tensor{};
}

std::string written(const Tensor& tensor)
{
    const auto text = writeTextLiteral(tensor);
    EXPECT_TRUE(text) << text.error().text;
    return text ? *text : std::string();
}

std::string refusal(const std::string& source)
{
    const auto text = writeTextLiteral(fromJson(source));
    return text ? "written: " + *text : text.error().text;
}

// Of the tensor that comes back: what is not as it was; empty: nothing.
std::string changed(const Tensor& tensor)
{
    const auto text = written(tensor);
    const auto document = readTextLiteral(text);
    if (!document)
        return document.error().text + ": " + text;
    if (!document->warnings.empty())
        return document->warnings.front() + ": " + text;
    const auto& back = document->tensors.front().tensor;
    if (back.layout != tensor.layout || back.size != tensor.size || !(back.claims == tensor.claims) ||
        back.members.size() != tensor.members.size())
        return "the tensor: " + text;
    for (std::size_t m = 0; m < back.members.size(); ++m) {
        const auto &a = tensor.members[m].array, &b = back.members[m].array;
        if (!(a.dtype == b.dtype) || a.geometry.sizes != b.geometry.sizes ||
            tensor.members[m].requiresGrad != back.members[m].requiresGrad ||
            a.storage->device().text() != b.storage->device().text())
            return "a member: " + text;
        for (std::int64_t i = 0; i < numel(a.geometry).value_or(0); ++i)
            if (!(a.at(i) == b.at(i)) && !(a.at(i).isNan() && b.at(i).isNan()))
                return "element " + std::to_string(i) + ": " + text;
    }
    return {};
}

TEST(TextWriter, SpellsTensorsAsTorchMakesThem)
{
    EXPECT_EQ(written(fromJson(R"({"sizes": [2, 2], "dtype": "float32", "data": [1, -0.5, "NaN", "-Infinity"]})")),
              "torch.tensor([[1.0, -0.5], [torch.nan, -torch.inf]], dtype=torch.float32)\n");
    EXPECT_EQ(written(fromJson(R"({"sizes": [], "dtype": "bool", "data": [true], "device": "cuda:1"})")),
              "torch.tensor(True, dtype=torch.bool, device='cuda:1')\n");
    EXPECT_EQ(written(fromJson(R"({"sizes": [0], "dtype": "int8", "data": []})")),
              "torch.tensor([], dtype=torch.int8)\n");
    EXPECT_EQ(written(fromJson(R"({"sizes": [0, 3], "dtype": "int8", "data": []})")),
              "torch.empty((0, 3), dtype=torch.int8)\n");
    EXPECT_EQ(
        written(fromJson(R"({"sizes": [2], "dtype": "complex64", "data": [[-0.0, 1], ["NaN", "-Infinity"]]})")),
        "torch.tensor([complex(-0.0, 1.0), complex(torch.nan, -torch.inf)], dtype=torch.complex64)\n");
    EXPECT_EQ(
        written(fromJson(
            R"({"layout": "csr", "size": [1, 3], "members": {"compressed": [0, 1], "plain": [2], "values": [5]}})")),
        "torch.sparse_csr_tensor(\n    torch.tensor([0, 1], dtype=torch.int64),\n"
        "    torch.tensor([2], dtype=torch.int64),\n    torch.tensor([5.0], dtype=torch.float32),\n"
        "    size=(1, 3))\n");
}

TEST(TextWriter, EveryLayoutComesBack)
{
    for (
        const std::string source : {
            R"({"layout": "coo", "size": [3, 4], "is_coalesced": true, "members": {"indices": [[0, 2], [1, 3]], "values": [1.5, 2]}})",
            R"({"layout": "coo", "size": [3], "members": {"indices": {"shape": [1, 0], "data": []}, "values": []}})",
            R"({"layout": "csr", "size": [2, 3], "index_dtype": "int32", "members": {"compressed": [0, 1, 2], "plain": [0, 2], "values": [1, 2]}})",
            R"({"layout": "csc", "members": {"compressed": [0, 1, 2], "plain": [0, 2], "values": [1, 2]}})",
            R"({"layout": "bsr", "size": [2, 2], "members": {"compressed": [0, 1], "plain": [0], "values": [[[1, 2], [3, 4]]]}})",
            R"({"layout": "bsc", "size": [2, 2], "members": {"compressed": [0, 1], "plain": [0], "values": [[[1, 2], [3, 4]]]}})",
            R"({"layout": "csr", "size": [2, 1, 3], "members": {"compressed": [[0, 1], [0, 1]], "plain": [[0], [2]], "values": [[1], [2]]}})",
            R"({"layout": "csr", "size": [2, 3], "members": {"compressed": [0, 9, 2], "plain": [7, -2], "values": [1, 2, 3]}})",
            R"({"sizes": [2, 3], "strides": [1, 2], "offset": 1, "storage": [0, 1, 2, 3, 4, 5, 6]})",
            R"({"sizes": [2], "dtype": "float32", "data": [-0.0, 0.1234]})",
            R"({"sizes": [3], "dtype": "complex64", "data": [[1, -0.0], [-0.0, 2], [-0.0, -0.0]]})",
            R"({"layout": "strided", "members": {"values": {"shape": [1], "data": [1], "requires_grad": true}}})",
            R"({"layout": "coo", "size": [2], "members": {"indices": [[0]], "values": {"shape": [1], "data": [1], "requires_grad": true}}})",
        })
        EXPECT_EQ(changed(fromJson(source)), "") << source;
}

TEST(TextWriter, RandomArraysComeBackBitByBit)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t n) { return static_cast<std::int64_t>(random() % n); };
    for (const auto type :
         {ElementType::boolean, ElementType::u8, ElementType::u16, ElementType::u32, ElementType::u64,
          ElementType::i8, ElementType::i16, ElementType::i32, ElementType::i64, ElementType::f16,
          ElementType::bf16, ElementType::f32, ElementType::f64, ElementType::f8e4m3fn, ElementType::f8e5m2,
          ElementType::c32, ElementType::c64, ElementType::c128})
        for (int round = 0; round < 40; ++round) {
            Extents sizes;
            for (auto rank = below(4); rank > 0; --rank)
                sizes.push_back(below(4));
            const DType dtype(type);
            std::vector<std::byte> bytes(static_cast<std::size_t>(*numel(sizes) * dtype.itemSize()));
            for (auto& byte : bytes)
                byte = static_cast<std::byte>(type == ElementType::boolean ? below(2) : below(256));
            auto tensor = fromJson(R"({"sizes": [1], "data": [1]})");
            tensor.members[0].array = Array::fromBytes(dtype, sizes, bytes);
            tensor.size.reset();
            EXPECT_EQ(changed(tensor), "") << dtype.name() << text(sizes);
        }
}

TEST(TextWriter, WhatHasNoWordsIsRefused)
{
    EXPECT_THAT(refusal(R"({"layout": "nested", "components": [[1], [2, 3]]})"), HasSubstr("not of a nested one"));
    EXPECT_THAT(refusal(R"({"sizes": [2], "dtype": "float32"})"), HasSubstr("can't be written as numbers"));
    EXPECT_THAT(refusal(R"({"sizes": [2], "strides": [5], "storage": [1, 2]})"), HasSubstr("can't be written"));
    EXPECT_THAT(refusal(R"({"sizes": [1], "dtype": "qint8", "data": [1]})"), HasSubstr("can't be written"));
    EXPECT_THAT(refusal(R"({"sizes": [5000000], "strides": [0], "storage": [1]})"), HasSubstr("4194304 elements"));
    EXPECT_THAT(refusal(R"({"sizes": [4000000], "strides": [0], "dtype": "float64", "storage": [0.1234567]})"),
                HasSubstr("16 MiB"));
}

TEST(TextWriter, PyTorchReadsTheSame)
{
    TSCOPE_NEEDS_PEER("torch");
    const test::PeerFolder folder("torch");
    const auto ask = [&](const std::string& source) {
        std::ofstream(folder.path("t.txt")) << written(fromJson(source));
        return folder.python("import warnings\nwarnings.simplefilter('ignore')\nimport torch\n"
                             "t = eval(open('t.txt').read())\n"
                             "print(t.layout, t.dtype, tuple(t.shape), t.to_dense().tolist())");
    };
    EXPECT_EQ(ask(R"({"sizes": [2, 2], "dtype": "float64", "data": [1, -0.1, "NaN", "-Infinity"]})"),
              "torch.strided torch.float64 (2, 2) [[1.0, -0.1], [nan, -inf]]\n");
    EXPECT_EQ(ask(R"({"sizes": [], "dtype": "complex64", "data": [[1.5, -2]]})"),
              "torch.strided torch.complex64 () (1.5-2j)\n");
    EXPECT_EQ(ask(R"({"layout": "coo", "size": [3], "members": {"indices": [[0, 2]], "values": [1.5, 2]}})"),
              "torch.sparse_coo torch.float32 (3,) [1.5, 0.0, 2.0]\n");
    EXPECT_EQ(
        ask(R"({"layout": "csr", "size": [1, 3], "members": {"compressed": [0, 1], "plain": [2], "values": [5]}})"),
        "torch.sparse_csr torch.float32 (1, 3) [[0.0, 0.0, 5.0]]\n");
}

} // namespace
} // namespace tscope
