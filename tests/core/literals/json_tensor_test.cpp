// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tensor.h"

#include "layouts/registry.h"
#include "literals/json_scipy_form.h"
#include "support/same_document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <random>

namespace tscope {
namespace {

Document read(std::string_view text)
{
    auto document = readJsonTensors(text);
    EXPECT_TRUE(document) << text << "\n" << document.error().text << " at " << document.error().where;
    return document ? std::move(*document) : Document{};
}

Tensor lone(std::string_view text)
{
    auto document = read(text);
    EXPECT_EQ(document.tensors.size(), 1u);
    return document.tensors.empty() ? Tensor{} : document.tensors.front().tensor;
}

std::vector<std::string> texts(const Array& array)
{
    std::vector<std::string> out;
    for (std::int64_t i = 0; i < numel(array.geometry).value_or(0); ++i)
        out.push_back(array.at(i).text());
    return out;
}

using Words = std::vector<std::string>;

TEST(JsonTensor, TellsHowFarItIsAndCanBeStopped)
{
    std::string text = R"({"layout": "strided", "members": {"values": [0)";
    for (int i = 0; i < 400'000; ++i)
        text += ", 1";
    text += "]}}";
    std::vector<double> told;
    ASSERT_TRUE(readJsonTensors(text, {{}, [&](double done) { told.push_back(done); }}));
    ASSERT_GE(told.size(), 4U);
    EXPECT_TRUE(std::ranges::is_sorted(told));
    EXPECT_GT(told.back(), told.front());
    EXPECT_LE(told.back(), 1);

    std::stop_source stop;
    const auto stopped = readJsonTensors(text, {stop.get_token(), [&](double) { stop.request_stop(); }});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

TEST(JsonTensor, TextsBesideTheTensorsAreKept)
{
    const auto lone = readJsonTensors(R"({"layout": "strided", "members": {"values": [1, 2]},
        "texts": {"note": "a \"word\"\n", "number": 3}})");
    ASSERT_TRUE(lone) << lone.error().text;
    ASSERT_EQ(lone->others.size(), 1U);
    EXPECT_EQ(lone->others[0].name, "note");
    EXPECT_EQ(lone->others[0].text, "a \"word\"\n");
    EXPECT_EQ(lone->warnings, Words({"texts.number is no text and was left out"}));
    EXPECT_TRUE(lone->tensors[0].tensor.claims.all().empty());

    auto several = *lone;
    several.tensors.push_back({"b", several.tensors.front().tensor});
    several.others.push_back({"more", ""});
    for (const auto& document : {*lone, several}) {
        const auto text = writeJsonTensors(document);
        ASSERT_TRUE(text);
        const auto again = readJsonTensors(*text);
        ASSERT_TRUE(again) << again.error().text << *text;
        EXPECT_EQ(test::firstDifference(*again, document), "");
        ASSERT_EQ(again->others.size(), document.others.size());
        for (std::size_t i = 0; i < document.others.size(); ++i) {
            EXPECT_EQ(again->others[i].name, document.others[i].name);
            EXPECT_EQ(again->others[i].text, document.others[i].text);
        }
        EXPECT_TRUE(again->warnings.empty());
    }
}

TEST(JsonTensor, ReadsTheExampleOfThePage)
{
    const auto tensor = lone(R"({"layout": "bsr", "size": [4, 6], "dtype": "float32", "device": "cpu",
        "index_dtype": "int64", "members": {"compressed": [0, 2, 4],
        "plain": {"dtype": "int64", "shape": [4], "data": [0, 1, 0, 1]},
        "values": {"dtype": "float32", "shape": [4, 2, 3], "strides": [6, 3, 1], "offset": 0,
                   "data": [0,1,2,6,7,8, 3,4,5,9,10,11, 12,13,14,18,19,20, 15,16,17,21,22,23]}}})");
    EXPECT_EQ(tensor.layout->name, "bsr");
    EXPECT_EQ(tensor.size, Extents({4, 6}));
    EXPECT_EQ(texts(tensor.member("plain").array), Words({"0", "1", "0", "1"}));
    EXPECT_EQ(tensor.member("values").array.at(Extents{3, 1, 2}).number(), Number(23.0));
    EXPECT_EQ(tensor.member("values").array.storageNumel(), 24);
}

TEST(JsonTensor, IndexAndValueMembersHaveTheirOwnDefaultTypes)
{
    const auto a = lone(R"({"layout":"csr","members":{"compressed":[0,1],"plain":[0],"values":[1]}})");
    EXPECT_EQ(a.member("compressed").array.dtype, DType(ElementType::i64));
    EXPECT_EQ(a.member("values").array.dtype, DType(ElementType::f32));
    EXPECT_FALSE(a.dtype || a.indexDType || a.device || a.size);
    const auto b = lone(R"({"layout":"csr","dtype":"float64","index_dtype":"int32",
                            "members":{"crow_indices":[0,1],"col_indices":[0],"values":[1]}})");
    EXPECT_EQ(b.member("plain").array.dtype, DType(ElementType::i32));
    EXPECT_EQ(b.member("values").array.dtype, DType(ElementType::f64));
    EXPECT_EQ(b.member("plain").as, "col_indices");
}

TEST(JsonTensor, AnEmptyListHasShapeZeroAndNestedEmptyOnesTheirRows)
{
    const auto tensor = lone(R"({"layout":"coo","members":{"indices":[[],[]],"values":[]}})");
    EXPECT_EQ(tensor.member("indices").array.geometry.sizes, Extents({2, 0}));
    EXPECT_EQ(tensor.member("values").array.geometry.sizes, Extents({0}));
}

TEST(JsonTensor, WithoutDataNothingIsAllocatedAndTheStorageIsExactlyBigEnough)
{
    const auto tensor = lone(R"({"layout":"strided","members":{"values":
        {"shape":[1000000000,1000000000],"strides":[1000000000,1],"offset":5,"dtype":"int8"}}})");
    const auto& array = tensor.member("values").array;
    EXPECT_FALSE(array.storage->hasBytes());
    EXPECT_EQ(array.storage->byteSize(), 1'000'000'000'000'000'005);
    EXPECT_TRUE(array.isInBounds());
}

TEST(JsonTensor, NonsenseGeometryIsHeld)
{
    const auto tensor = lone(R"({"layout":"strided","members":{"values":
        {"shape":[-3,4611686018427387904],"strides":[4611686018427387904],"offset":-9}}})");
    EXPECT_EQ(tensor.member("values").array.geometry,
              (Geometry{{-3, 4611686018427387904}, {4611686018427387904}, -9}));
    EXPECT_EQ(tensor.member("values").array.storage->byteSize(), 0);
}

TEST(JsonTensor, DataAreInLogicalOrderWhateverTheStrides)
{
    const auto tensor = lone(R"({"layout":"strided","members":{"values":
        {"shape":[2,3],"strides":[1,2],"offset":1,"dtype":"int32","data":[1,2,3,4,5,6]}}})");
    const auto& array = tensor.member("values").array;
    EXPECT_EQ(texts(array), Words({"1", "2", "3", "4", "5", "6"}));
    EXPECT_EQ(array.storageNumel(), 7);
}

TEST(JsonTensor, DataThatContradictTheirOverlapAreAnError)
{
    const auto same = readJsonTensors(
        R"({"layout":"strided","members":{"values":{"shape":[2,2],"strides":[0,1],"data":[1,2,1,2]}}})");
    EXPECT_TRUE(same);
    const auto other = readJsonTensors(
        R"({"layout":"strided","members":{"values":{"shape":[2,2],"strides":[0,1],"data":[1,2,1,3]}}})");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().where, "members.values.data");
}

TEST(JsonTensor, AStorageMayBeTooShortForTheStrides)
{
    const auto tensor = lone(
        R"({"layout":"csr","members":{"compressed":{"shape":[3],"strides":[2],"storage":[0,9,1]},"plain":[0],"values":[1]}})");
    EXPECT_FALSE(tensor.member("compressed").array.isInBounds());
    EXPECT_EQ(tensor.member("compressed").array.storageNumel(), 3);
}

TEST(JsonTensor, NumbersKeepAllTheirDigits)
{
    const auto tensor = lone(R"({"layout":"csr","members":{
        "compressed":{"dtype":"uint64","data":[18446744073709551615]},
        "plain":[-9223372036854775808, 9223372036854775807],
        "values":{"dtype":"complex128","shape":[3],"data":[[1.5,"-Infinity"],["NaN",-0.0],2]}}})");
    EXPECT_EQ(texts(tensor.member("compressed").array), Words({"18446744073709551615"}));
    EXPECT_EQ(texts(tensor.member("plain").array), Words({"-9223372036854775808", "9223372036854775807"}));
    const auto first = std::get<std::complex<double>>(tensor.member("values").array.at(0).number());
    EXPECT_EQ(first.real(), 1.5);
    EXPECT_TRUE(std::isinf(first.imag()) && first.imag() < 0);
    EXPECT_TRUE(tensor.member("values").array.at(1).isNan());
}

// Python's json module writes these bare.
TEST(JsonTensor, NanAndTheInfinitiesMayStandWithoutQuotes)
{
    const auto document = read(R"({"format":"csr","shape":[1,9],"note":"NaN, -Infinity \" NaN\\","indptr":[0,4],)"
                               R"("indices":[0,1,2,3],"data":[NaN,Infinity , -Infinity,2.5]})");
    const auto& tensor = document.tensors.at(0).tensor;
    const auto& values = tensor.member("values").array;
    EXPECT_EQ(values.dtype, DType(ElementType::f64));
    EXPECT_EQ(texts(values), Words({"nan", "inf", "-inf", "2.5"}));
    EXPECT_EQ(tensor.claims.word("note"), R"(NaN, -Infinity " NaN\)");

    const auto fails = [](std::string_view text) {
        const auto refused = readJsonTensors(text);
        EXPECT_FALSE(refused) << text;
        return refused ? Error() : refused.error();
    };
    const std::string head = R"({"layout":"strided","members":{"values":[)";
    EXPECT_EQ(fails(head + "NaN, 1 2]}}").where, "line 1, column 49");
    EXPECT_EQ(fails(head + "NaN 2]}}").where, "line 1, column 46");
    for (const auto* odd : {"NaN1", "1NaN", "Nan", "-NaN", "Infinit", "-Infinity-"})
        EXPECT_EQ(fails(head + odd + "]}}").text.substr(0, 15), "not a JSON text") << odd;
    EXPECT_EQ(fails("{\"a\": 1,\n NaN: 2}").where, "line 2, column 2");
    EXPECT_EQ(fails("{\"a\": 1,\n NaN: 2}").text, "not a JSON text: a key stands in quotes, found NaN");
    const auto null = fails(head + "1, null]}}");
    EXPECT_EQ(null.text + " at " + null.where, "wanted a number, found null at members.values[1]");
    EXPECT_EQ(fails(R"({"shape":[NaN],"data":[1]})").where, "shape[0]");
}

TEST(JsonTensor, ANumberThatDoesNotFitIsAnErrorWithItsPath)
{
    struct Case {
        std::string type, number;
    };
    for (const auto& [type, number] :
         {Case{"uint8", "300"}, Case{"uint8", "-1"}, Case{"int64", "1.5"}, Case{"int64", "9223372036854775808"},
          Case{"int64", "123456789012345678901234567890"}, Case{"float32", "1e39"}, Case{"float16", "70000"},
          Case{"float32", "true"}, Case{"int64", "\"NaN\""}, Case{"float32", "\"one\""}, Case{"float32", "null"},
          Case{"float32", "[1, 2]"}, Case{"float32", "{}"}}) {
        const auto document =
            readJsonTensors(R"({"layout":"csr","members":{"compressed":[0],"values":[1],"plain":{"dtype":")" +
                            type + R"(","shape":[4],"data":[0,0,0,)" + number + "]}}}");
        ASSERT_FALSE(document) << type << " " << number;
        EXPECT_EQ(document.error().where, "members.plain.data[3]");
        EXPECT_EQ(document.error().code, ErrorCode::corrupt);
    }
    EXPECT_TRUE(readJsonTensors(
        R"({"layout":"strided","members":{"values":[123456789012345678901234567890, 9223372036854775808]}})"));
}

TEST(JsonTensor, ClaimsStandAtTheTopOrAmongTheMembers)
{
    const auto tensor = lone(R"({"layout":"nested_jagged","numel":5,"declared_layout":"csr","is_coalesced":true,
        "members":{"values":[1,2],"offsets":[0,2],"lengths":null,"ragged_idx":2,"min_seqlen":1,"max_seqlen":2}})");
    EXPECT_EQ(tensor.layout->name, "jagged");
    EXPECT_EQ(tensor.claims.integer("numel"), 5);
    EXPECT_EQ(tensor.claims.integer("ragged_idx"), 2);
    EXPECT_EQ(tensor.claims.integer("max_seqlen"), 2);
    EXPECT_EQ(tensor.claims.flag("is_coalesced"), true);
    EXPECT_EQ(tensor.declaredLayout(), "csr");
    EXPECT_EQ(tensor.find("lengths"), nullptr);
}

TEST(JsonTensor, StridedMayStandAtTheTop)
{
    const auto tensor = lone(R"({"sizes":[2,2],"strides":[4,1],"offset":1,"storage_numel":6})");
    const auto& array = tensor.member("values").array;
    EXPECT_EQ(array.geometry, (Geometry{{2, 2}, {4, 1}, 1}));
    EXPECT_EQ(array.storageNumel(), 6);
    EXPECT_FALSE(array.storage->hasBytes());
    EXPECT_TRUE(tensor.claims.all().empty());
}

TEST(JsonTensor, MembersShareStoragesAcrossTensors)
{
    const auto document = read(R"({"tensors":{
        "a/b":{"layout":"strided","members":{"values":{"shape":[2],"storage":{"shared":"c/values"},"offset":1}}},
        "c":{"layout":"strided","members":{"values":{"shape":[3],"data":[1,2,3],"device":"cuda:1","pinned":true}}},
        "d":{"layout":"csr","members":{"compressed":{"shape":[1],"storage":{"shared":"plain"}},"plain":[0],
             "values":{"shape":[1],"storage":{"shared":"a/b/values"}}}}}})");
    ASSERT_EQ(document.tensors.size(), 3u);
    const auto& a = document.tensors[0].tensor.member("values").array;
    const auto& c = document.tensors[1].tensor.member("values").array;
    const auto& d = document.tensors[2].tensor;
    EXPECT_EQ(a.storage, c.storage);
    EXPECT_EQ(d.member("values").array.storage, c.storage);
    EXPECT_EQ(d.member("compressed").array.storage, d.member("plain").array.storage);
    EXPECT_EQ(texts(a), Words({"2", "3"}));
    EXPECT_EQ(a.storage->device().text(), "cuda:1");
}

TEST(JsonTensor, ComponentsArePackedInOrder)
{
    const auto tensor =
        lone(R"({"layout":"nested","dtype":"int16","components":[{"shape":[1,2]},[[7],[8]],{"shape":[1,1]}]})");
    EXPECT_EQ(texts(tensor.member("buffer").array), Words({"1", "2", "7", "8", "5"}));
    EXPECT_EQ(texts(tensor.member("nested_sizes").array), Words({"1", "2", "2", "1", "1", "1"}));
    EXPECT_EQ(texts(tensor.member("nested_strides").array), Words({"2", "1", "1", "1", "1", "1"}));
    EXPECT_EQ(texts(tensor.member("storage_offsets").array), Words({"0", "2", "4"}));
    const auto none = lone(R"({"components":[]})");
    EXPECT_EQ(none.member("nested_sizes").array.geometry.sizes, Extents({0, 0}));
    EXPECT_EQ(none.member("storage_offsets").array.geometry.sizes, Extents({0}));
}

TEST(JsonTensor, PackingAgreesWithTheVectors)
{
    std::ifstream file(TSCOPE_TEST_DATA "/vectors/nested.json");
    for (const auto& item : nlohmann::json::parse(file)) {
        SCOPED_TRACE(item["id"].dump());
        auto components = nlohmann::json::array();
        for (const auto& shape : item["shapes"])
            components.push_back({{"shape", shape}});
        const auto tensor = lone(nlohmann::json{{"layout", "nested"}, {"components", components}}.dump());
        if (item["shapes"].empty())
            continue;
        const auto table = [&](std::string_view role) {
            std::vector<std::int64_t> out;
            const auto& array = tensor.member(role).array;
            for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
                out.push_back(*array.at(i).asIndex());
            return out;
        };
        const auto flat = [](const nlohmann::json& rows) {
            std::vector<std::int64_t> out;
            for (const auto& row : rows)
                out.insert(out.end(), row.begin(), row.end());
            return out;
        };
        EXPECT_EQ(table("nested_sizes"), flat(item["expect"]["nested_sizes"]));
        EXPECT_EQ(table("nested_strides"), flat(item["expect"]["nested_strides"]));
        EXPECT_EQ(table("storage_offsets"), item["expect"]["storage_offsets"].get<std::vector<std::int64_t>>());
        EXPECT_EQ(tensor.member("buffer").array.storageNumel(),
                  item["expect"]["buffer_numel"].get<std::int64_t>());
    }
}

TEST(JsonTensor, UnknownKeysAreKeptAndEachIsWarnedOf)
{
    const auto document = read(
        R"({"layout":"strided","members":{"values":{"shape":[1],"flavour":1},"spare":[1]},"origin":"lab","id":7,"note":[1]})");
    EXPECT_EQ(document.warnings.size(), 5u);
    EXPECT_EQ(document.tensors[0].tensor.claims.word("origin"), "lab");
    EXPECT_EQ(document.tensors[0].tensor.claims.integer("id"), 7);
}

TEST(JsonTensor, OpaqueTypesAreHeldWithoutElements)
{
    const auto document = read(
        R"({"layout":"strided","members":{"values":{"shape":[2],"dtype":"quint4x2","data":[1,2],"device":"tpu"}}})");
    const auto& array = document.tensors[0].tensor.member("values").array;
    EXPECT_EQ(array.dtype.name(), "quint4x2");
    EXPECT_FALSE(array.storage->hasBytes());
    EXPECT_EQ(array.storage->device().type, "tpu");
    EXPECT_EQ(document.warnings.size(), 1u);
}

TEST(JsonTensor, ShapeAndNestingMayBothBeGivenIfTheyAgree)
{
    EXPECT_TRUE(readJsonTensors(R"({"layout":"strided","members":{"values":{"shape":[2,1],"data":[[1],[2]]}}})"));
    EXPECT_FALSE(readJsonTensors(R"({"layout":"strided","members":{"values":{"shape":[1,2],"data":[[1],[2]]}}})"));
    EXPECT_FALSE(readJsonTensors(R"({"layout":"strided","members":{"values":{"shape":[3],"data":[1,2]}}})"));
    EXPECT_FALSE(readJsonTensors(R"({"layout":"strided","members":{"values":{"shape":[-2],"data":[1,2]}}})"));
    EXPECT_FALSE(readJsonTensors(R"({"layout":"strided","members":{"values":[[1,2],[3]]}})"));
    EXPECT_FALSE(readJsonTensors(R"({"layout":"strided","members":{"values":[[1,2],3]}})"));
    EXPECT_FALSE(readJsonTensors(R"({"layout":"strided","members":{"values":[1,[2]]}})"));
}

TEST(JsonTensor, EveryVectorIsReadAndSurvivesWriting)
{
    for (const std::string name : {"invariants", "contracts", "strided"}) {
        std::ifstream file(TSCOPE_TEST_DATA "/vectors/" + name + ".json");
        const auto cases = nlohmann::json::parse(file);
        EXPECT_GT(cases.size(), 100u);
        for (const auto& item : cases) {
            SCOPED_TRACE(item["id"].dump());
            const auto document = read(item.dump());
            const auto text = writeJsonTensors(document);
            ASSERT_TRUE(text) << text.error().text;
            EXPECT_EQ(test::firstDifference(document, read(*text)), "") << *text;
        }
    }
}

// Random members of any geometry over shared, declared and filled storages.
class RandomDocument
{
public:
    explicit RandomDocument(std::uint32_t seed) : m_random(seed) {}

    Document make()
    {
        Document document;
        for (int t = below(3); t >= 0; --t) {
            const char* names[] = {"strided", "coo", "csr", "bsc", "nested", "jagged"};
            Tensor tensor;
            tensor.layout = layoutNamed(names[below(6)]);
            for (const auto& role : tensor.layout->roles)
                tensor.members.push_back({&role, {}});
            for (auto& member : tensor.members)
                fill(member);
            if (below(2))
                tensor.size = Extents{below(5), -1};
            if (below(2))
                tensor.claims.set("numel", std::int64_t{below(9)});
            if (below(2))
                tensor.claims.set("is_coalesced", below(2) == 1);
            if (below(2))
                tensor.device = Device{"cuda", below(3)};
            document.tensors.push_back({"t" + std::to_string(t) + "/\"x\"", std::move(tensor)});
        }
        return document;
    }

private:
    int below(int end) { return static_cast<int>(m_random() % static_cast<unsigned>(end)); }

    void fill(Member& member)
    {
        const auto types = knownElementTypes();
        auto& array = member.array;
        array.dtype = types[static_cast<std::size_t>(below(static_cast<int>(types.size())))];
        array.geometry = Geometry::rowMajor({below(4), below(3)}, below(3));
        if (below(2))
            array.geometry.strides = {below(7) - 3, below(5)};
        const Storage::Label label{Device{below(2) ? "cpu" : "cuda", below(2)}, below(4) == 0};
        if (m_last && below(3) == 0) {
            array.storage = m_last;
        } else if (below(3) == 0) {
            array.storage = declaredStorage(array.dtype.itemSize() * below(20), label);
        } else {
            std::vector<std::byte> bytes;
            for (int e = below(20); e >= 0; --e) {
                std::vector<std::byte> element(static_cast<std::size_t>(array.dtype.itemSize()));
                do {
                    for (auto& byte : element)
                        byte = static_cast<std::byte>(m_random());
                    if (array.dtype.type() == ElementType::boolean)
                        element[0] &= std::byte{1};
                } while (Element(array.dtype, element).isNan()); // their payload is not written
                bytes.insert(bytes.end(), element.begin(), element.end());
            }
            array.storage = heapStorage(bytes, label);
            // A later member of one of the other types would read the bits anew; the owner must tell all of them.
            m_last = array.storage;
        }
        member.requiresGrad = below(4) == 0;
        member.layout = below(6) ? "strided" : "sparse_coo";
    }

    std::mt19937 m_random;
    StoragePtr m_last;
};

// Bytes of a storage that several types read are told by one of them; a NaN among its elements loses its payload.
bool hasForeignNan(const Document& document)
{
    for (const auto& [name, tensor] : document.tensors)
        for (const auto& member : tensor.members) {
            const auto& storage = *member.array.storage;
            const auto kind = member.array.dtype.elementClass();
            if (!storage.hasBytes() ||
                (kind != ElementClass::real && kind != ElementClass::complex && kind != ElementClass::boolean))
                continue;
            Array flat{member.array.storage, member.array.dtype,
                       Geometry::rowMajor({member.array.storageNumel()})};
            for (std::int64_t i = 0; i < member.array.storageNumel(); ++i) {
                std::byte first{};
                storage.read(i * member.array.dtype.itemSize(), {&first, 1});
                if (flat.at(i).isNan() || (kind == ElementClass::boolean && first > std::byte{1}))
                    return true;
            }
        }
    return false;
}

TEST(JsonTensor, WhatIsWrittenReadsBackTheSame)
{
    int compared = 0;
    for (std::uint32_t seed = 1; seed <= 400; ++seed) {
        SCOPED_TRACE(seed);
        const auto document = RandomDocument(seed).make();
        if (hasForeignNan(document))
            continue;
        const auto text = writeJsonTensors(document);
        ASSERT_TRUE(text) << text.error().text;
        const auto again = readJsonTensors(*text);
        ASSERT_TRUE(again) << again.error().text << " at " << again.error().where << "\n" << *text;
        ASSERT_EQ(test::firstDifference(document, *again), "") << *text;
        EXPECT_EQ(*writeJsonTensors(*again), *text);
        ++compared;
    }
    EXPECT_GT(compared, 100);
}

TEST(JsonTensor, ElementsOfAnOpaqueTypeAreNotWritten)
{
    auto document =
        read(R"({"layout":"strided","members":{"values":{"shape":[1],"dtype":"strange","itemsize":4}}})");
    ASSERT_TRUE(writeJsonTensors(document));
    EXPECT_EQ(test::firstDifference(document, read(*writeJsonTensors(document))), "");
    document.tensors[0].tensor.members[0].array.storage = heapStorage(std::vector<std::byte>(4));
    EXPECT_FALSE(writeJsonTensors(document));
}

TEST(JsonTensor, MembersMayStandAtTheTopLevelAndHaveTheWordsOfSciPy)
{
    for (const auto* text :
         {R"({"format":"csc","shape":[3,2],"indptr":[0,1,2],"indices":[0,2],"data":[1.5,2.5]})",
          R"({"layout":"csc","size":[3,2],"ccol_indices":[0,1,2],"row_indices":[0,2],"values":[1.5,2.5]})"}) {
        const auto read = readJsonTensors(text);
        ASSERT_TRUE(read) << read.error().text;
        EXPECT_TRUE(read->warnings.empty()) << read->warnings[0];
        const auto& tensor = read->tensors[0].tensor;
        EXPECT_EQ(tensor.layout->name, "csc");
        EXPECT_EQ(tensor.size, (Extents{3, 2}));
        EXPECT_EQ(tensor.member("plain").array.at(1).text(), "2");
        EXPECT_EQ(tensor.member("values").array.at(1).text(), "2.5");
    }
}

TEST(JsonTensor, ValuesUnderTheKeysOfSciPyHaveTheTypeThatNumPyGivesThem)
{
    const auto valuesOf = [](const std::string& data, const std::string& more = {}) {
        const auto document =
            read(R"({"format":"csr","shape":[1,9],"indptr":[0,2],"indices":[0,1],"data":)" + data + more + "}");
        EXPECT_EQ(document.warnings, Words()) << data;
        return document.tensors.at(0).tensor.member("values").array;
    };
    const auto whole = valuesOf("[16777217, -3]");
    EXPECT_EQ(whole.dtype, DType(ElementType::i64));
    EXPECT_EQ(texts(whole), Words({"16777217", "-3"}));
    const auto real = valuesOf("[3.086000001, 2]");
    EXPECT_EQ(real.dtype, DType(ElementType::f64));
    EXPECT_EQ(texts(real), Words({"3.086000001", "2"}));
    EXPECT_EQ(valuesOf("[1e3, 2]").dtype, DType(ElementType::f64));
    EXPECT_EQ(valuesOf("[]").dtype, DType(ElementType::f64));
    EXPECT_EQ(valuesOf("[\"NaN\", 2]").dtype, DType(ElementType::f64));
    EXPECT_EQ(valuesOf("[true, false]").dtype, DType(ElementType::boolean));
    EXPECT_EQ(valuesOf("[18446744073709551615, 2]").dtype, DType(ElementType::u64));
    EXPECT_EQ(valuesOf("[9223372036854775808, -2]").dtype, DType(ElementType::f64));
    EXPECT_EQ(valuesOf("[1, 2]", R"(,"dtype":"float32")").dtype, DType(ElementType::f32));
}

TEST(JsonTensor, NumbersThatFloat32RoundsForWantOfADtypeAreWarnedOf)
{
    const auto warnings = [](const std::string& values, const std::string& more = {}) {
        return read(R"({"layout":"strided","members":{"values":)" + values + "}" + more + "}").warnings;
    };
    EXPECT_EQ(
        warnings("[16777217, 3.086000001, 0.1, 3.4e38, 16777216]"),
        Words({"no dtype in the file: read as float32; 2 numbers were rounded, the first members.values[0]"}));
    EXPECT_EQ(warnings(R"({"shape":[2],"data":[0.5, 0.123456789012]})"),
              Words({"no dtype in the file: read as float32; 1 number was rounded, the first "
                     "members.values.data[1]"}));
    EXPECT_EQ(warnings("[0.1, 0.100000001, -1.17549435e-38, 3.4028235e38, 1.401298464324817e-45, 123456.78]"),
              Words());
    EXPECT_EQ(warnings("[18446744073709551616]"), Words());
    EXPECT_EQ(warnings("[9007199254740992, 1152921504606846976, -16777216, 1152921504606846976.0, 1e22]"),
              Words());
    EXPECT_EQ(warnings("[9223372036854775807, 1152921504606846977, 18446744073709551615]").size(), 1U);
    EXPECT_EQ(warnings("[16777217]", R"(,"dtype":"float64")"), Words());
    EXPECT_EQ(warnings(R"({"dtype":"float32","data":[16777217]})"), Words());
    EXPECT_EQ(read(R"({"shape":[1],"data":[16777217]})").warnings.size(), 1U);
    EXPECT_EQ(read(R"({"components":[[16777217],[2]]})").warnings.size(), 1U);
    EXPECT_EQ(read(R"({"layout":"csr","members":{"compressed":[0,1],"plain":[16777217],"values":[1]}})").warnings,
              Words());
}

TEST(JsonTensor, CooMayHaveTheWordsOfSciPy)
{
    for (const auto* text : {R"({"format":"coo","shape":[3,4],"row":[0,2,1],"col":[1,3,0],"data":[1.5,2,3]})",
                             R"({"shape":[3,4],"row":[0,2,1],"col":[1,3,0],"data":[1.5,2,3]})",
                             R"({"format":"coo","shape":[3,4],"coords":[[0,2,1],[1,3,0]],"data":[1.5,2,3]})"}) {
        const auto document = read(text);
        EXPECT_EQ(document.warnings, Words()) << text;
        const auto& tensor = document.tensors.at(0).tensor;
        EXPECT_EQ(tensor.layout->name, "coo");
        EXPECT_EQ(tensor.size, (Extents{3, 4}));
        const auto& indices = tensor.member("indices").array;
        EXPECT_EQ(indices.geometry, Geometry::rowMajor({2, 3})) << text;
        EXPECT_EQ(texts(indices), Words({"0", "2", "1", "1", "3", "0"}));
        EXPECT_EQ(tensor.member("values").array.dtype, DType(ElementType::f64));
        EXPECT_TRUE(tensor.claims.all().empty());
    }
    const auto none = lone(R"({"format":"coo","shape":[3,4],"row":[],"col":[],"data":[]})");
    EXPECT_EQ(none.member("indices").array.geometry, Geometry::rowMajor({2, 0}));
    const auto uneven = readJsonTensors(R"({"format":"coo","shape":[3,4],"row":[0,1],"col":[1],"data":[1]})");
    ASSERT_FALSE(uneven);
    EXPECT_EQ(uneven.error().text, "row and col need the same length, found 2 and 1");
    EXPECT_EQ(uneven.error().where, "col");
}

TEST(JsonTensor, MissingMembersAreNamedBesideTheKeysThatWereFound)
{
    const auto fault = [](std::string_view text) {
        const auto document = readJsonTensors(text);
        return document ? "read" : document.error().text;
    };
    EXPECT_EQ(fault(R"({"format":"coo","shape":[3,4],"row":[0],"data":[1]})"),
              "a coo tensor needs indices and values (or row, col and data), found shape, row, data");
    EXPECT_EQ(
        fault(R"({"format":"csc","shape":[3,4],"indices":[0],"data":[1]})"),
        "a csc tensor needs ccol_indices, row_indices and values (or indptr, indices and data), found shape, "
        "indices, data");
    EXPECT_EQ(fault(R"({"layout":"csr"})"), "a csr tensor needs crow_indices, col_indices and values (or indptr, "
                                            "indices and data), found none of them");
    std::string many = R"({"format":"coo")";
    for (int i = 0; i < 100; ++i)
        many += ",\"" + std::to_string(i) + std::string(1000, 'k') + "\":1";
    EXPECT_LT(fault(many + "}").size(), 800U);
}

TEST(JsonTensor, ABlocksizeThatAgreesWithTheBlocksIsNotSpokenOf)
{
    const auto warnings = [](const std::string& blocksize) {
        return read(R"({"format":"bsr","shape":[2,3],"indptr":[0,1],"indices":[0],"data":[[[1,2,3],[4,5,6]]],)"
                    R"("blocksize":)" +
                    blocksize + "}")
            .warnings;
    };
    EXPECT_EQ(warnings("[2,3]"), Words());
    EXPECT_EQ(warnings("[3,2]"),
              Words({"blocksize is (3, 2), but the shape of the values is (1, 2, 3); blocks have "
                     "the size that the values give them"}));
    EXPECT_EQ(warnings("\"two\"").size(), 1U);
}

TEST(JsonTensor, TheKeysOfSciPyAreWrittenAsTheyWereRead)
{
    for (const auto* text : {
             R"({"format": "csr", "shape": [2, 3],
 "indptr": [0, 1, 3],
 "indices": [2, 0, 1],
 "data": [16777217, -3, 5]}
)",
             R"({"format": "csc", "shape": [1, 6],
 "indptr": [0, 1, 2, 3, 4, 5, 6],
 "indices": [0, 0, 0, 0, 0, 0],
 "data": [3.086000001, 1.0, NaN, -Infinity, 1e+22, -0.0], "origin": "lab"}
)",
             R"({"format": "csr", "shape": [1, 2], "dtype": "float32", "index_dtype": "int32",
 "indptr": [0, 0],
 "indices": [],
 "data": []}
)",
             R"({"format": "bsr", "shape": [2, 4], "blocksize": [2, 2],
 "indptr": [0, 2],
 "indices": [0, 1],
 "data": [[[1.5, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]}
)",
             R"({"format": "coo", "shape": [2, 3],
 "row": [0, 1, 1],
 "col": [2, 0, 1],
 "data": [true, false, true]}
)",
             R"({"format": "coo", "shape": [2, 3],
 "coords": [[0, 1, 1], [2, 0, 1]],
 "data": [1, 18446744073709551615, 3]}
)",
             R"({"tensors": {
"a": {"format": "coo", "shape": [2, 3],
 "row": [],
 "col": [],
 "data": []}
}}
)"}) {
        const auto document = read(text);
        const auto written = writeJsonTensors(document);
        ASSERT_TRUE(written);
        EXPECT_EQ(*written, text);
        EXPECT_EQ(test::firstDifference(document, read(*written)), "");
        EXPECT_EQ(lostScipyKeysText(document), "");
    }
}

TEST(JsonTensor, WhatTheKeysOfSciPyCannotHoldIsWrittenWithMembersAndNoted)
{
    const std::string csr = R"({"format":"csr","shape":[1,2],"indptr":[0,2],"indices":[0,1],"data":[1,2])";
    const auto changed = [&](const auto& change) {
        auto document = read(csr + "}");
        change(document.tensors.at(0).tensor);
        const auto written = writeJsonTensors(document);
        EXPECT_TRUE(written && written->starts_with(R"({"layout": "csr")"));
        EXPECT_TRUE(written && test::firstDifference(document, read(*written)).empty());
        return lostScipyKeysText(document);
    };
    const std::string note = "1 tensor no longer fits SciPy's keys of the file (format, shape, data); layout and "
                             "members are written instead";
    EXPECT_EQ(changed([](Tensor& tensor) { tensor.members[2].requiresGrad = true; }), note);
    EXPECT_EQ(changed([](Tensor& tensor) { tensor.members[2].array.geometry = {{1}, {1}, 1}; }), note);
    EXPECT_EQ(changed([](Tensor& tensor) { tensor.members[1].array = tensor.members[2].array; }), note)
        << "shared";
    EXPECT_EQ(changed([](Tensor& tensor) { tensor.claims.set("row", true); }), note);
    EXPECT_EQ(lostScipyKeysText(read(R"({"layout":"csr","members":{"indptr":[0],"indices":[],"data":[]}})")), "");
}

// The place of each error costs a walk past all tensors before.
TEST(JsonTensor, TensorsBehindAThousandUnreadOnesAreLeftOut)
{
    std::string text = R"({"tensors": {"first": {"layout": "strided", "members": {"values": [1, 2]}})";
    for (int i = 0; i < 1500; ++i)
        text += ", \"t" + std::to_string(i) + "\": {\"layout\": \"none of them\"}";
    text += "}}";
    const auto document = readJsonTensors(text, {}, true);
    ASSERT_TRUE(document) << document.error().text;
    EXPECT_EQ(document->unread, 1500);
    ASSERT_EQ(document->tensors.size(), 1U);
    EXPECT_EQ(document->tensors[0].name, "first");
    EXPECT_EQ(document->warnings.front(), "1000 tensors can't be read; the 500 tensors behind them were left out");
    EXPECT_EQ(document->warnings.back(), "and 900 more warnings");
}

} // namespace
} // namespace tscope
