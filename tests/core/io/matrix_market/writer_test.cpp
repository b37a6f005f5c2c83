// SPDX-License-Identifier: Apache-2.0
#include "io/gzip/gzip_file.h"
#include "io/matrix_market/matrix_market.h"
#include "layouts/coo/coo.h"
#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "support/source.h"

#include <gmock/gmock.h>

#include <random>

namespace tscope {
namespace {

using namespace std::string_literals;
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
    const auto done = writeMatrixMarket(document, sink);
    EXPECT_TRUE(done) << done.error().text;
    return sink.text();
}

std::vector<std::string> notesOn(const Document& document)
{
    TextSink sink;
    EXPECT_TRUE(writeMatrixMarket(document, sink));
    return sink.notes();
}

std::string refusal(std::string_view json)
{
    TextSink sink;
    return problemOf(writeMatrixMarket(fromJson(json), sink));
}

TEST(MatrixMarketWriter, EveryLayoutOfAMatrixBecomesEntriesInStoredOrder)
{
    EXPECT_EQ(
        written(fromJson(
            R"({"layout":"coo","size":[2,3],"members":{"indices":[[1,0,1],[2,0,2]],"values":[1.5,-0.1,0]}})")),
        "%%MatrixMarket matrix coordinate real general\n2 3 3\n2 3 1.5\n1 1 -0.10000000149011612\n2 3 0\n");
    EXPECT_EQ(
        written(fromJson(
            R"({"layout":"csc","size":[2,3],"dtype":"int32","members":{"compressed":[0,0,1,2],"plain":[1,0],"values":[4,5]}})")),
        "%%MatrixMarket matrix coordinate integer general\n2 3 2\n2 2 4\n1 3 5\n");
    EXPECT_EQ(
        written(fromJson(
            R"({"layout":"bsr","size":[2,2],"dtype":"complex64","members":{"compressed":[0,1],"plain":[0],"values":[[[[1,0],[2,-1]],[[3,0],[4,0.5]]]]}})")),
        "%%MatrixMarket matrix coordinate complex general\n2 2 4\n1 1 1 0\n1 2 2 -1\n2 1 3 0\n2 2 4 0.5\n");
}

TEST(MatrixMarketWriter, StridedMatricesAreWrittenByColumns)
{
    EXPECT_EQ(written(fromJson(R"({"sizes":[2,3],"dtype":"uint64","data":[1,2,3,4,5,18446744073709551615]})")),
              "%%MatrixMarket matrix array unsigned-integer general\n2 3\n1\n4\n2\n5\n3\n18446744073709551615\n");
    EXPECT_EQ(
        written(fromJson(
            R"({"sizes":[2,2],"strides":[1,2],"offset":1,"dtype":"bool","storage":[false,true,false,true,true]})")),
        "%%MatrixMarket matrix array integer general\n2 2\n1\n0\n1\n1\n");
    EXPECT_EQ(written(fromJson(R"({"sizes":[1,2],"dtype":"float32","data":[0.1,"-Infinity"]})")),
              "%%MatrixMarket matrix array real general\n1 2\n0.10000000149011612\n-inf\n")
        << "the very number, to those who read it as a double";
}

TEST(MatrixMarketWriter, EmptyColumnsTakeNoTime)
{
    EXPECT_EQ(written(fromJson(R"({"sizes":[0,4611686018427387904],"dtype":"float64","data":[]})")),
              "%%MatrixMarket matrix array real general\n0 4611686018427387904\n");
}

TEST(MatrixMarketWriter, SymmetricFilesKeepTheirForm)
{
    const char* files[] = {
        "%%MatrixMarket matrix coordinate real symmetric\n% a note\n%\n3 3 3\n2 1 5\n3 3 7\n3 1 6.25\n",
        "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n2 1 5\n3 2 -9223372036854775807\n",
        "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 3 0\n2 1 5 1\n",
        "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n",
        "%%MatrixMarket matrix coordinate pattern general\n2 3 2\n1 3\n2 1\n",
        "%%MatrixMarket matrix coordinate real symmetric\n3 3 0\n",
        "%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n2 1 nan\n",
        "%%MatrixMarket matrix coordinate unsigned-integer symmetric\n2 2 1\n2 1 18446744073709551615\n",
        "%%MatrixMarket matrix array real symmetric\n% a note\n3 3\n1\n2\n3\n4.5\n-0\nnan\n",
        "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n2\n-9223372036854775807\n4\n",
        "%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 -3\n4 0\n",
        "%%MatrixMarket matrix array complex symmetric\n2 2\n1 5\n2 -3\n4 0\n",
        "%%MatrixMarket matrix array unsigned-integer symmetric\n1 1\n18446744073709551615\n",
        "%%MatrixMarket matrix array real skew-symmetric\n1 1\n",
        "%%MatrixMarket matrix array real symmetric\n0 0\n",
    };
    for (const auto* file : files) {
        const auto document = readMatrixMarket(test::sourceOf(file));
        ASSERT_TRUE(document) << document.error().text;
        EXPECT_EQ(written(*document), file);
        EXPECT_THAT(notesOn(*document), testing::IsEmpty());
    }
}

TEST(MatrixMarketWriter, AnArrayThatIsNoLongerSymmetricIsWrittenInFull)
{
    const auto with = [](const std::string& data, const std::string& words, const std::string& size = "[2,2]",
                         const std::string& dtype = "float64") {
        const auto document = fromJson(R"({"sizes":)" + size + R"(,"matrix_market":")" + words + R"(","dtype":")" +
                                       dtype + R"(","data":)" + data + "}");
        const auto notes = notesOn(document);
        const auto text = written(document);
        const bool isGeneral = text.find(" general\n") != std::string::npos;
        EXPECT_EQ(isGeneral, !notes.empty()) << text;
        for (const auto& note : notes)
            EXPECT_THAT(note, HasSubstr("the form that it was opened from, " + words + ", which no")) << text;
        return text.substr(0, text.find('\n') + 1) + std::to_string(std::ranges::count(text, '\n') - 2);
    };
    const auto symmetric = "array real symmetric"s, skew = "array real skew-symmetric"s;
    const auto inFull = "%%MatrixMarket matrix array real general\n4"s;
    EXPECT_EQ(with("[1,2,2,3]", symmetric), "%%MatrixMarket matrix array real symmetric\n3");
    EXPECT_EQ(with("[1,2,4,3]", symmetric), inFull);
    EXPECT_EQ(with("[0,-2,2,0]", skew), "%%MatrixMarket matrix array real skew-symmetric\n1");
    EXPECT_EQ(with("[0,2,2,0]", skew), inFull);
    EXPECT_EQ(with("[0,-2,2,1]", skew), inFull);
    EXPECT_EQ(with("[1,2,2,1]", symmetric, "[1,4]"), inFull);
    EXPECT_EQ(with("[1,2,2,1]", symmetric, "[2,2]", "float32"), inFull) << "it would open as another type";
    const auto lowest = "-9223372036854775808"s;
    EXPECT_EQ(with("[0," + lowest + "," + lowest + ",0]", "array integer skew-symmetric", "[2,2]", "int64"),
              "%%MatrixMarket matrix array integer general\n4");
    const auto edited = fromJson(
        R"({"layout":"coo","size":[3,3],"matrix_market":"coordinate real symmetric","dtype":"float64",
            "members":{"indices":[[1,0],[0,1]],"values":[5,6]}})");
    EXPECT_THAT(notesOn(edited),
                testing::ElementsAre(HasSubstr("coordinate real symmetric, which no longer holds")));
}

TEST(MatrixMarketWriter, WhatIsNoLongerSymmetricIsWrittenInFull)
{
    const auto with = [](const std::string& indices, const std::string& values, const std::string& words) {
        return written(fromJson(R"({"layout":"coo","size":[3,3],"matrix_market":")" + words +
                                R"(","dtype":"float64","members":{"indices":)" + indices + R"(,"values":)" +
                                values + "}}"));
    };
    const auto symmetric = "coordinate real symmetric"s;
    EXPECT_THAT(with("[[1,0],[0,1]]", "[5,5]", symmetric), HasSubstr("real symmetric\n3 3 1\n2 1 5\n"));
    EXPECT_THAT(with("[[1,0],[0,1]]", "[5,6]", symmetric), HasSubstr("real general\n3 3 2\n"));
    EXPECT_THAT(with("[[1,0],[0,2]]", "[5,5]", symmetric), HasSubstr("real general\n3 3 2\n"));
    EXPECT_THAT(with("[[1],[0]]", "[5]", symmetric), HasSubstr("real general\n3 3 1\n"));
    EXPECT_THAT(with("[[1,0,0],[0,1,2]]", "[5,5,1]", symmetric), HasSubstr("real general\n3 3 3\n"));
    EXPECT_THAT(with("[[0,1],[1,0]]", "[5,5]", symmetric), HasSubstr("real general\n3 3 2\n"));
    EXPECT_THAT(with("[[1,0],[0,1]]", "[5,5]", "coordinate real skew-symmetric"), HasSubstr("real general"));
    EXPECT_THAT(with("[[1],[1]]", "[5]", "coordinate real skew-symmetric"), HasSubstr("real general"));
    EXPECT_THAT(with("[[1],[1]]", "[2]", "coordinate pattern general"), HasSubstr("real general\n3 3 1\n2 2 2\n"));
    EXPECT_THAT(with("[[1],[1]]", "[2]", "nonsense"), HasSubstr("real general"));
}

TEST(MatrixMarketWriter, WhatIsNoMatrixIsRefused)
{
    EXPECT_THAT(refusal(R"({"sizes":[3],"data":[1,2,3]})"), HasSubstr("of 1 dims"));
    EXPECT_THAT(refusal(R"({"layout":"jagged","members":{"values":[1],"offsets":[0,1]}})"), HasSubstr("jagged"));
    EXPECT_THAT(refusal(R"({"layout":"coo","size":[2,2],"members":{"indices":[[1]],"values":[[1,2]]}})"),
                HasSubstr("some are dense"));
    EXPECT_THAT(refusal(R"({"layout":"coo","size":[1,1],"members":{"indices":[[1,2],[0,0]],"values":[1,2]}})"),
                HasSubstr("of 2 stored values none is"));
    EXPECT_THAT(refusal(R"({"sizes":[2,2]})"), HasSubstr("do not all lie"));
    EXPECT_THAT(refusal(R"({"sizes":[1,1],"dtype":"odd"})"), HasSubstr("no numbers"));
    EXPECT_THAT(refusal(R"({"tensors":{"a":{"sizes":[1,1],"data":[1]},"b":{"sizes":[1,1],"data":[1]}}})"),
                HasSubstr("these are 2 tensors"));
}

// Whatever a file can hold is the same after it was written and read again, packed or not.
TEST(MatrixMarketWriter, SmallerTypesComeBackAsTheSameNumbers)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    constexpr std::int64_t count = 300;
    for (const auto type : {ElementType::f16, ElementType::bf16, ElementType::f32, ElementType::c64}) {
        auto builder = StorageBuilder::make(count * DType(type).itemSize());
        ASSERT_TRUE(builder);
        for (auto& byte : builder->bytes())
            byte = static_cast<std::byte>(random());
        const Array array{std::move(*builder).seal(), type, Geometry::rowMajor({1, count})};
        Tensor tensor;
        tensor.layout = layoutNamed("strided");
        tensor.members.push_back({roleNamed(*tensor.layout, "values"), array});
        const auto again = readMatrixMarket(test::sourceOf(written({{{"", tensor}}, {}})));
        ASSERT_TRUE(again) << again.error().text;
        const auto& values = again->tensors[0].tensor.member("values").array;
        for (std::int64_t k = 0; k < count; ++k)
            if (!array.at(k).isNan()) {
                ASSERT_EQ(values.at(k).number(), array.at(k).number()) << DType(type).name() << " " << k;
            }
    }
}

TEST(MatrixMarketWriter, RandomMatricesComeBackBitByBit)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (int round = 0; round < 200; ++round) {
        const auto count = static_cast<std::int64_t>(random() % 40);
        std::vector<std::int64_t> indices;
        for (std::int64_t k = 0; k < 2 * count; ++k)
            indices.push_back(static_cast<std::int64_t>(random() % 9));
        const ElementType types[] = {ElementType::f64, ElementType::i64, ElementType::u64, ElementType::c128};
        const auto type = types[random() % 4];
        auto builder = StorageBuilder::make(count * DType(type).itemSize());
        ASSERT_TRUE(builder);
        for (auto& byte : builder->bytes())
            byte = static_cast<std::byte>(random());
        Tensor tensor;
        tensor.layout = &cooLayout();
        tensor.size = Extents{9, 9};
        tensor.members.push_back({roleNamed(cooLayout(), "indices"), Array::fromInts({2, count}, indices)});
        tensor.members.push_back(
            {roleNamed(cooLayout(), "values"), {std::move(*builder).seal(), type, Geometry::rowMajor({count})}});
        const Document document{{{"", tensor}}, {}};
        TextSink packed;
        ASSERT_TRUE(writeGzipMatrixMarket(document, packed));
        for (const auto& again :
             {readMatrixMarket(test::sourceOf(written(document))), readGzipFile(test::sourceOf(packed.text()))}) {
            ASSERT_TRUE(again) << again.error().text;
            const auto& values = again->tensors[0].tensor.member("values").array;
            EXPECT_EQ(again->tensors[0].tensor.size, tensor.size);
            for (std::int64_t k = 0; k < 2 * count; ++k)
                ASSERT_EQ(again->tensors[0].tensor.member("indices").array.at(k), tensor.members[0].array.at(k));
            for (std::int64_t k = 0; k < count; ++k)
                ASSERT_EQ(values.at(k).text(), tensor.members[1].array.at(k).text());
        }
    }
}

} // namespace
} // namespace tscope
