// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tensor.h"
#include "tensor/view_bits.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

Tensor fromJson(const std::string& text)
{
    const auto document = readJsonTensors(text);
    EXPECT_TRUE(document) << document.error().text;
    return document ? document->tensors.front().tensor : Tensor{};
}

std::string meant(const std::string& dtype, const std::string& data, const std::string& bits)
{
    const auto tensor =
        fromJson(R"({"sizes": [2], "dtype": ")" + dtype + R"(", "data": )" + data + ", " + bits + "}");
    EXPECT_TRUE(hasViewBits(tensor));
    const auto out = withMeantElements(tensor);
    if (!out)
        return out.error().text;
    EXPECT_FALSE(hasViewBits(*out));
    EXPECT_TRUE(out->claims.all().empty());
    const auto& array = out->members.front().array;
    return array.at(0).text() + " " + array.at(1).text();
}

TEST(ViewBits, AreResolvedForEveryType)
{
    const std::string conj = R"("conj": true)", neg = R"("neg": true)", both = conj + ", " + neg;
    for (const std::string type : {"complex32", "complex64", "complex128"}) {
        EXPECT_EQ(meant(type, "[[1, 2], [-3, -4]]", conj), "(1-2j) (-3+4j)") << type;
        EXPECT_EQ(meant(type, "[[1, 2], [-3, -4]]", neg), "(-1-2j) (3+4j)") << type;
        EXPECT_EQ(meant(type, "[[1, 2], [-3, -4]]", both), "(-1+2j) (3-4j)") << type;
    }
    for (const std::string type : {"float16", "bfloat16", "float32", "float64", "float8_e4m3fn", "float8_e5m2"}) {
        EXPECT_EQ(meant(type, "[1.5, -2]", neg), "-1.5 2") << type;
        EXPECT_EQ(meant(type, "[1.5, -2]", conj), "1.5 -2") << type;
        EXPECT_EQ(meant(type, "[1.5, -2]", both), "-1.5 2") << type;
    }
    EXPECT_EQ(meant("float32", R"([0, "-Infinity"])", neg), "-0 inf");
    EXPECT_EQ(meant("int8", "[-128, 127]", neg), "-128 -127") << "as PyTorch negates the least number";
    EXPECT_EQ(meant("int16", "[0, 256]", neg), "0 -256");
    EXPECT_EQ(meant("int64", "[1, -4294967296]", neg), "-1 4294967296");
    for (const std::string type : {"bool", "uint8", "uint64", "qint8"})
        EXPECT_NE(meant(type, "[1, 0]", neg).find("has no negative numbers"), std::string::npos) << type;
}

TEST(ViewBits, OneElementIsMeantAsInTheWhole)
{
    for (const std::string bits : {R"("conj": true)", R"("neg": true)", R"("conj": true, "neg": true)"})
        for (const std::string type :
             {"complex32", "complex64", "complex128", "float16", "float64", "int8", "int64"}) {
            const auto tensor =
                fromJson(R"({"sizes": [2], "dtype": ")" + type + R"(", "data": [6, -16], )" + bits + "}");
            const auto whole = withMeantElements(tensor);
            ASSERT_TRUE(whole);
            for (std::int64_t i = 0; i < 2; ++i)
                EXPECT_EQ(meantElement(tensor, tensor.members[0].array.at(i)), whole->members[0].array.at(i))
                    << type;
        }
    const auto plain = fromJson(R"({"sizes": [1], "dtype": "complex64", "data": [[6, 16]]})");
    EXPECT_EQ(meantElement(plain, plain.members[0].array.at(0)).text(), "(6+16j)");
}

TEST(ViewBits, OnlyTheElementsOfTheViewAreCopied)
{
    const auto tensor = fromJson(
        R"({"sizes": [2, 2], "strides": [1, 2], "offset": 1, "dtype": "float32", "storage": [9, 1, 2, 3, 4, 9], "neg": true})");
    const auto out = withMeantElements(tensor);
    ASSERT_TRUE(out);
    const auto& array = out->members.front().array;
    EXPECT_EQ(array.geometry, Geometry::rowMajor({2, 2}));
    EXPECT_EQ(array.at(1).text(), "-3");
    EXPECT_EQ(tensor.members.front().array.at(1).text(), "3") << "what was there stays";
}

TEST(ViewBits, WhatCantBeReadStaysAsItIs)
{
    for (const std::string rest : {R"("strides": [1], "offset": 5, "storage": [1])", R"("dtype": "float32")"}) {
        const auto tensor = fromJson(R"({"sizes": [2], "neg": true, )" + rest + "}");
        const auto out = withMeantElements(tensor);
        ASSERT_TRUE(out);
        EXPECT_TRUE(hasViewBits(*out));
        EXPECT_EQ(out->members.front().array.storage, tensor.members.front().array.storage);
    }
    const auto sparse =
        fromJson(R"({"layout": "coo", "size": [2], "neg": true, "members": {"indices": [[0]], "values": [1]}})");
    EXPECT_FALSE(hasViewBits(sparse)) << "PyTorch has none on sparse tensors";
}

} // namespace
} // namespace tscope
