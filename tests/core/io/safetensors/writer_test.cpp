// SPDX-License-Identifier: Apache-2.0
#include "core/io/safetensors/bytes.h"
#include "layouts/registry.h"
#include "layouts/strided/strided.h"
#include "literals/json_tensor.h"
#include "support/same_document.h"

#include <gmock/gmock.h>

#include <random>

namespace tscope {
namespace {

using test::problemOf;
using testing::HasSubstr;

Document fromJson(std::string_view text)
{
    auto document = readJsonTensors(text);
    EXPECT_TRUE(document) << document.error().text;
    return document ? std::move(*document) : Document{};
}

std::string written(const Document& document)
{
    TextSink sink;
    const auto done = writeSafetensors(document, sink);
    EXPECT_TRUE(done) << done.error().text;
    return sink.text();
}

std::string refusal(const Document& document)
{
    TextSink sink;
    return problemOf(writeSafetensors(document, sink));
}

// What was written as members comes back as the tensors that were written; the arrays beside them are left out.
Document readBack(const std::string& file, const Document& original)
{
    auto document = readSafetensors(test::sourceOf(file));
    EXPECT_TRUE(document) << document.error().text;
    Document out;
    for (const auto& wanted : original.tensors)
        if (const auto* tensor = document ? test::tensorNamed(*document, wanted.name) : nullptr)
            out.tensors.push_back({wanted.name, *tensor});
    return out;
}

TEST(SafetensorsWriter, WritesTheBytesThatTheFormatAsksFor)
{
    const auto document = fromJson(R"({"tensors":{
        "b":{"layout":"strided","members":{"values":{"dtype":"uint8","shape":[3],"data":[1,2,3]}}},
        "z":{"layout":"strided","members":{"values":{"dtype":"float32","shape":[1,2],"data":[1,2]}}},
        "\"n":{"layout":"strided","members":{"values":{"dtype":"float32","shape":[],"data":3}}}}})");
    const std::string header =
        R"({"\"n":{"dtype":"F32","shape":[],"data_offsets":[0,4]},"z":{"dtype":"F32","shape":[1,2],"data_offsets":[4,12]},"b":{"dtype":"U8","shape":[3],"data_offsets":[12,15]}})";
    const auto padded = header + std::string((8 - header.size() % 8) % 8, ' ');
    EXPECT_EQ(written(document), test::safetensorsFile(padded, test::bytesOf({3.0F, 1.0F, 2.0F}) + "\1\2\3"))
        << "larger elements first, then by name, and data from a multiple of 8";
}

TEST(SafetensorsWriter, StridedViewsAreWrittenRowByRow)
{
    const auto document =
        fromJson(R"({"sizes":[2,3],"strides":[1,2],"offset":1,"dtype":"int16","storage":[9,1,4,2,5,3,6,9]})");
    const auto file = written(document);
    EXPECT_THAT(file, HasSubstr(test::bytesOf<std::int16_t>({1, 2, 3, 4, 5, 6})));
    const auto part = fromJson(R"({"sizes":[2],"strides":[1],"offset":1,"dtype":"int16","storage":[9,1,4,2]})");
    EXPECT_THAT(written(part), testing::EndsWith(test::bytesOf<std::int16_t>({1, 4})));
    const auto expanded = fromJson(R"({"sizes":[3],"strides":[0],"dtype":"int16","storage":[7]})");
    EXPECT_THAT(written(expanded), testing::EndsWith(test::bytesOf<std::int16_t>({7, 7, 7})));
}

TEST(SafetensorsWriter, EveryLayoutComesBack)
{
    const char* tensors[] = {
        R"({"layout":"csr","size":[2,3],"members":{"crow_indices":[0,1,2],"col_indices":[2,0],"values":[1,2]}})",
        R"({"layout":"csc","members":{"compressed":[0,1],"plain":[0],"values":[1]}})",
        R"({"layout":"bsr","size":[2,4],"members":{"compressed":[0,1],"plain":[1],"values":{"shape":[1,2,2],"data":[1,2,3,4]}}})",
        R"({"layout":"bsc","size":[2,2],"members":{"compressed":[0,1],"plain":[0],"values":{"shape":[1,2,2],"data":[1,2,3,4]}}})",
        R"({"layout":"csr","size":[1,1,2,2],"members":{"compressed":[0,1],"plain":[0],"values":{"shape":[1,2,2],"data":[1,2,3,4]}}})",
        R"({"layout":"coo","size":[2,3],"is_coalesced":true,"members":{"indices":[[0,1],[2,0]],"values":[1,2]}})",
        R"({"layout":"nested","components":[[[1,2]],[[3],[4]]]})",
        R"({"layout":"jagged","ragged_idx":1,"min_seqlen":1,"max_seqlen":2,"members":{"values":[1,2,3],"offsets":[0,1,3]}})",
        R"({"layout":"jagged","members":{"values":[1,2,3],"offsets":[0,1,3],"lengths":[1,1]}})",
        // Broken in every way that members can hold.
        R"({"layout":"csr","size":[-2],"dtype":"float64","index_dtype":"int32","device":"cuda:3","numel":7,"declared_layout":"bsr","members":{"compressed":[0,9],"plain":[[7,-1]],"values":[]}})",
        R"({"layout":"coo","sparse_dim":5,"dense_dim":-1,"members":{"indices":[0],"values":[1,2]}})",
    };
    for (const auto* text : tensors) {
        const auto lone = fromJson(text);
        EXPECT_EQ(test::firstDifference(lone, readBack(written(lone), lone)), "") << text;
        auto named = lone;
        named.tensors[0].name = "model.layer";
        EXPECT_EQ(test::firstDifference(named, readBack(written(named), named)), "") << text;
    }
}

TEST(SafetensorsWriter, ClaimsComeBackThatNobodyKnows)
{
    const auto document = fromJson(R"({"tensors":{"w":{"layout":"csr","size":[1,2],"numel":7,"author":"true",
        "quoted":"\"x\"","depth":-3,"is_new":true,"digits":"12","words":"a b","members":{"compressed":[0,1],
        "plain":[0],"values":[1]}}}})");
    const auto back = readBack(written(document), document);
    ASSERT_EQ(back.tensors.size(), 1U);
    const auto& claims = back.tensors[0].tensor.claims;
    const auto& wanted = document.tensors[0].tensor.claims;
    EXPECT_EQ(claims.all().size(), 7U);
    for (const auto& claim : wanted.all()) {
        const auto* found = claims.find(claim.name);
        EXPECT_TRUE(found && *found == claim.value) << claim.name;
    }
}

TEST(SafetensorsWriter, AnOpenedFileIsWrittenAsItWas)
{
    const auto header =
        R"({"__metadata__":{"format":"pt"},"w.col_indices":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},"w.crow_indices":{"dtype":"I64","shape":[2],"data_offsets":[8,24]},"w.values":{"dtype":"F32","shape":[1],"data_offsets":[24,28]}})";
    const auto data = test::bytesOf<std::int64_t>({0, 0, 1}) + test::bytesOf({2.5F});
    const auto document = test::openSafetensors(header, data);
    ASSERT_TRUE(document) << document.error().text;
    ASSERT_EQ(document->tensors.size(), 4U);
    const auto again = readSafetensors(test::sourceOf(written(*document)));
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(test::firstDifference(*document, *again), "");
    ASSERT_EQ(again->others.size(), 1U);
    EXPECT_EQ(again->others[0].text, "pt");
}

TEST(SafetensorsWriter, AnEditedMemberIsWrittenNotItsShadow)
{
    const auto document = fromJson(R"({"tensors":{
        "w.values":{"sizes":[1],"data":[1]},
        "w":{"layout":"coo","size":[2],"members":{"indices":[[1]],"values":[5]}},
        "w.indices":{"sizes":[1],"dtype":"int64","data":[0]}}})");
    const auto back = readBack(written(document), document);
    EXPECT_EQ(back.tensors.at(1).tensor.member("values").array.at(0).text(), "5");
    EXPECT_EQ(back.tensors.at(1).tensor.member("indices").array.at(0).text(), "1");
}

TEST(SafetensorsWriter, WhatTheFormatCannotHoldIsRefusedByName)
{
    EXPECT_THAT(refusal(fromJson(R"({"sizes":[1],"dtype":"complex128","data":[[1,2]]})")),
                HasSubstr("no word for the type complex128"));
    EXPECT_THAT(refusal(fromJson(R"({"tensors":{"far":{"sizes":[4],"storage":[1,2]}}})")),
                HasSubstr("\"far\" do not all lie in its storage"));
    EXPECT_THAT(refusal(fromJson(R"({"sizes":[4]})")), HasSubstr("declared but not there"));
    auto twice = fromJson(R"({"tensors":{"a":{"sizes":[1],"data":[1]},"b":{"sizes":[1],"data":[1]}}})");
    twice.tensors[1].name = "a";
    EXPECT_THAT(refusal(twice), HasSubstr("\"a\" twice"));
    twice.tensors[1].name = "__metadata__";
    EXPECT_THAT(refusal(twice), HasSubstr("__metadata__"));
}

TEST(SafetensorsWriter, TypesThatAreNotReadPassThrough)
{
    const auto header =
        R"({"a":{"dtype":"F6_E3M2","shape":[2,2],"data_offsets":[0,3]},"b":{"dtype":"F8_E8M0","shape":[2],"data_offsets":[3,5]}})";
    const auto document = test::openSafetensors(header, "abcde");
    ASSERT_TRUE(document) << document.error().text;
    const auto again = readBack(written(*document), *document);
    EXPECT_EQ(test::firstDifference({document->tensors, {}}, again), "");
}

// Any strided view of any type is written as its elements in row-major order.
TEST(SafetensorsWriter, RandomViewsComeBackCompact)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto below = [&](std::int64_t limit) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
    };
    for (int round = 0; round < 300; ++round) {
        Document document;
        for (const auto type : knownElementTypes()) {
            if (type == ElementType::c32 || type == ElementType::c128 || type == ElementType::qi8 ||
                type == ElementType::qu8)
                continue;
            Geometry geometry;
            geometry.offset = below(4);
            for (auto rank = below(4); rank > 0; --rank) {
                geometry.sizes.push_back(below(5));
                geometry.strides.push_back(below(5));
            }
            auto builder = StorageBuilder::make((4 + 4 * 4 * 3 + 1) * DType(type).itemSize());
            ASSERT_TRUE(builder);
            for (auto& byte : builder->bytes())
                byte = static_cast<std::byte>(random());
            Tensor tensor;
            tensor.layout = &stridedLayout();
            tensor.members.push_back(
                {roleNamed(stridedLayout(), "values"), {std::move(*builder).seal(), type, geometry}});
            document.tensors.push_back({"t" + std::string(DType(type).name()), tensor});
        }
        const auto back = readBack(written(document), document);
        ASSERT_EQ(back.tensors.size(), document.tensors.size());
        for (std::size_t t = 0; t < back.tensors.size(); ++t) {
            const auto& before = document.tensors[t].tensor.members[0].array;
            const auto& after = back.tensors[t].tensor.members[0].array;
            ASSERT_EQ(after.geometry, Geometry::rowMajor(before.geometry.sizes));
            for (std::int64_t i = 0; i < *numel(before.geometry); ++i)
                ASSERT_EQ(before.at(i), after.at(i)) << before.dtype.name() << " " << i;
        }
    }
}

} // namespace
} // namespace tscope
