// SPDX-License-Identifier: Apache-2.0
#include "core/io/safetensors/bytes.h"
#include "rules/check.h"

#include <gmock/gmock.h>

#include <utility>
#include <vector>

namespace tscope {
namespace {

using namespace std::string_literals;
using test::bytesOf;
using test::tensorNamed;
using testing::HasSubstr;

// A file of int64 and float32 arrays, one after the other.
class File
{
public:
    File& integers(const std::string& name, const std::vector<std::int64_t>& numbers,
                   const std::string& shape = "")
    {
        return add(name, "I64", shape.empty() ? std::to_string(numbers.size()) : shape,
                   {reinterpret_cast<const char*>(numbers.data()), numbers.size() * 8});
    }
    File& floats(const std::string& name, std::size_t count, const std::string& shape = "")
    {
        const std::vector<float> numbers(count, 1.5F);
        return add(name, "F32", shape.empty() ? std::to_string(count) : shape,
                   {reinterpret_cast<const char*>(numbers.data()), numbers.size() * 4});
    }
    File& metadata(const std::string& pairs)
    {
        m_header += (m_header.empty() ? "" : ",") + R"("__metadata__":{)"s + pairs + "}";
        return *this;
    }
    Document open() const
    {
        auto document = test::openSafetensors("{" + m_header + "}", m_data);
        EXPECT_TRUE(document) << document.error().text;
        return document ? std::move(*document) : Document{};
    }

private:
    File& add(const std::string& name, const std::string& type, const std::string& shape, std::string_view bytes)
    {
        m_header += (m_header.empty() ? "\"" : ",\"") + name + R"(":{"dtype":")" + type + R"(","shape":[)" +
                    shape + R"(],"data_offsets":[)" + std::to_string(m_data.size()) + "," +
                    std::to_string(m_data.size() + bytes.size()) + "]}";
        m_data += bytes;
        return *this;
    }

    std::string m_header, m_data;
};

std::string layoutOf(const Document& document, std::string_view name)
{
    const auto* tensor = tensorNamed(document, name);
    return tensor ? std::string(tensor->layout->name) : "none";
}

File csrFile()
{
    File file;
    file.integers("w.crow_indices", {0, 1, 2}).integers("w.col_indices", {2, 0}).floats("w.values", 2);
    return file;
}

TEST(SafetensorsMembers, MakeATensorAndStayTensorsThemselves)
{
    const auto document = csrFile().integers("w.shape", {2, 3}).floats("bias", 1).open();
    ASSERT_EQ(document.tensors.size(), 6U);
    EXPECT_EQ(document.tensors[0].name, "w");
    EXPECT_EQ(document.tensors[1].name, "w.crow_indices");
    EXPECT_EQ(layoutOf(document, "w"), "csr");
    EXPECT_EQ(layoutOf(document, "bias"), "strided");
    const auto& w = document.tensors[0].tensor;
    EXPECT_EQ(w.size, (Extents{2, 3}));
    EXPECT_EQ(w.member("plain").as, "col_indices");
    EXPECT_EQ(w.member("values").array.storage->id(),
              tensorNamed(document, "w.values")->members[0].array.storage->id());
    EXPECT_TRUE(check(w).valid);
    EXPECT_TRUE(document.warnings.empty());
}

TEST(SafetensorsMembers, WithoutAShapeItIsEstimatedAndSaidSo)
{
    const auto document = csrFile().open();
    EXPECT_FALSE(document.tensors[0].tensor.size);
    ASSERT_EQ(document.warnings.size(), 1U);
    EXPECT_THAT(document.warnings[0], HasSubstr("nothing tells the shape of \"w\""));
}

TEST(SafetensorsMembers, AreKnownByTheirWords)
{
    const std::vector<std::int64_t> one{0, 1}, zero{0};
    EXPECT_EQ(layoutOf(File()
                           .integers("a.b.ccol_indices", one)
                           .integers("a.b.row_indices", zero)
                           .floats("a.b.values", 1)
                           .open(),
                       "a.b"),
              "csc");
    EXPECT_EQ(
        layoutOf(File().integers("x.indptr", one).integers("x.indices", zero).floats("x.data", 1).open(), "x"),
        "csr");
    EXPECT_EQ(layoutOf(File().integers("x.indices", {0, 1}, "2,1").floats("x.values", 1).open(), "x"), "coo");
    EXPECT_EQ(layoutOf(File().integers("x.offsets", one).floats("x.values", 1).open(), "x"), "jagged");
    EXPECT_EQ(layoutOf(File()
                           .floats("x.buffer", 2)
                           .integers("x.nested_sizes", {2}, "1,1")
                           .integers("x.nested_strides", {1}, "1,1")
                           .integers("x.storage_offsets", zero)
                           .open(),
                       "x"),
              "nested");
    EXPECT_EQ(
        layoutOf(File().integers("crow_indices", one).integers("col_indices", zero).floats("values", 1).open(),
                 ""),
        "csr");
    const auto lengths =
        File().integers("x.offsets", {0, 2}).integers("x.lengths", {1}).floats("x.values", 2).open();
    EXPECT_NE(tensorNamed(lengths, "x")->find("lengths"), nullptr);
}

TEST(SafetensorsMembers, AreNotSeenWhereWordsAloneWouldMislead)
{
    EXPECT_EQ(layoutOf(File().integers("x.indices", {0, 1}).floats("x.values", 2).open(), "x"), "none");
    EXPECT_EQ(layoutOf(File().floats("x.indices", 2, "2,1").floats("x.values", 1).open(), "x"), "none");
    EXPECT_EQ(layoutOf(File().floats("x.offsets", 2).floats("x.values", 2).open(), "x"), "none");
    EXPECT_EQ(layoutOf(File().integers("x.crow_indices", {0, 1}).integers("x.col_indices", {0}).open(), "x"),
              "none");
    const auto taken = csrFile().floats("w", 1).open();
    EXPECT_EQ(taken.tensors.size(), 4U);
    ASSERT_FALSE(taken.warnings.empty());
    EXPECT_THAT(taken.warnings.back(), HasSubstr("a tensor of that name is there too"));
}

TEST(SafetensorsMembers, DenseDimsAreBlocksUnlessTheSizeOrTheMetadataSayOtherwise)
{
    const auto blocks = [](File file) {
        return file.integers("w.crow_indices", {0, 1})
            .integers("w.col_indices", {0})
            .floats("w.values", 4, "1,2,2");
    };
    EXPECT_EQ(layoutOf(blocks(File()).open(), "w"), "bsr");
    EXPECT_EQ(layoutOf(blocks(File()).integers("w.shape", {2, 2}).open(), "w"), "bsr");
    EXPECT_EQ(layoutOf(blocks(File()).integers("w.shape", {1, 1, 2, 2}).open(), "w"), "csr");
    EXPECT_EQ(layoutOf(blocks(File().metadata(R"("w.layout":"csr")")).open(), "w"), "csr");
    EXPECT_EQ(layoutOf(blocks(File().metadata(R"("w.layout":"torch.sparse_bsr")")).open(), "w"), "bsr");
    EXPECT_EQ(layoutOf(blocks(File().metadata(R"("w.layout":"strided")")).open(), "w"), "none");
    const auto hybrid = File()
                            .integers("w.crow_indices", {0, 1})
                            .integers("w.col_indices", {0})
                            .floats("w.values", 2, "1,2")
                            .open();
    EXPECT_EQ(layoutOf(hybrid, "w"), "csr");
    const auto batched = File()
                             .integers("w.ccol_indices", {0, 1, 0, 1}, "2,2")
                             .integers("w.row_indices", {0, 0}, "2,1")
                             .floats("w.values", 8, "2,1,2,2")
                             .open();
    EXPECT_EQ(layoutOf(batched, "w"), "bsc");
}

TEST(SafetensorsMembers, OfScipyAreByRowsOrColumnsAsTheShapeTells)
{
    const auto file = [](std::vector<std::int64_t> shape) {
        File out;
        out.integers("m.indptr", {0, 1, 2, 2}).integers("m.indices", {0, 1}).floats("m.data", 2);
        if (!shape.empty())
            out.integers("m.shape", shape);
        return out.open();
    };
    EXPECT_EQ(layoutOf(file({3, 5}), "m"), "csr");
    EXPECT_EQ(layoutOf(file({5, 3}), "m"), "csc");
    EXPECT_EQ(layoutOf(file({3, 3}), "m"), "csr");
    EXPECT_EQ(layoutOf(file({7, 7}), "m"), "csr") << "3.8 will say so";
    const auto silent = file({});
    EXPECT_EQ(layoutOf(silent, "m"), "csr");
    EXPECT_THAT(silent.warnings.at(0), HasSubstr("may also be those of csc"));
}

TEST(SafetensorsMembers, MetadataTellsShapeAndClaims)
{
    const auto document = csrFile()
                              .metadata(R"-("w.shape":"(2, 3)","w.dtype":"float64","w.index_dtype":"int32",
                                             "w.device":"cuda:1","w.is_coalesced":"true","w.ragged_idx":"2",
                                             "w.note":"n","w.depth":"3","w.said":"\"3\"","v.note":"n","format":"pt")-")
                              .open();
    const auto& w = document.tensors[0].tensor;
    EXPECT_EQ(w.size, (Extents{2, 3}));
    EXPECT_EQ(w.dtype, DType(ElementType::f64));
    EXPECT_EQ(w.indexDType, DType(ElementType::i32));
    EXPECT_EQ(w.device->text(), "cuda:1");
    EXPECT_EQ(w.claims.flag("is_coalesced"), true);
    EXPECT_EQ(w.claims.integer("ragged_idx"), 2);
    EXPECT_EQ(w.claims.word("note"), "n") << "what nobody knows is kept";
    EXPECT_EQ(w.claims.integer("depth"), 3);
    EXPECT_EQ(w.claims.word("said"), "3");
    ASSERT_EQ(document.others.size(), 2U) << "what told of no tensor";
    EXPECT_EQ(document.others[0].name, "__metadata__.format");
    EXPECT_EQ(document.others[1].name, "__metadata__.v.note");
}

TEST(SafetensorsMembers, AShapeIsReadAsPeopleWriteIt)
{
    const auto sizeOf = [](const std::string& written) {
        const auto document = csrFile().metadata("\"w.shape\":\"" + written + '"').open();
        return document.tensors[0].tensor.size;
    };
    for (const auto* written :
         {"[2, 3]", "(2, 3)", "(2,3,)", "2,3", "2 3", "2x3", " [ 2 , 3 ] ", "torch.Size([2, 3])"})
        EXPECT_EQ(sizeOf(written), (Extents{2, 3})) << written;
    EXPECT_EQ(sizeOf("[]"), Extents{});
    EXPECT_EQ(sizeOf("[2, j]"), (Extents{2, -1}));
    for (const auto* written : {"", "[2, 3", "2, 3]", "(2, 3]", "[2][3]", "2,,3", "[,2]", "2x", "x2", "2, 3)(",
                                "[[2, 3]]", "2.0, 3", "torch.Size([2, 3]"})
        EXPECT_EQ(sizeOf(written), std::nullopt) << written;
}

TEST(SafetensorsMembers, WhatMetadataGetsWrongIsAWarning)
{
    EXPECT_THAT(csrFile().metadata(R"("w.shape":"2 by 3")").open().warnings.at(0), HasSubstr("tells no shape"));
    EXPECT_THAT(csrFile().floats("w.shape", 2).open().warnings.at(0), HasSubstr("can't be taken from an array"));
    const auto unknown = csrFile().metadata(R"("w.layout":"ellpack")").open();
    EXPECT_THAT(unknown.warnings.at(0), HasSubstr("none of the layouts"));
    EXPECT_EQ(layoutOf(unknown, "w"), "csr") << "the words still tell";
    const auto missing = csrFile().metadata(R"("w.layout":"coo")").open();
    EXPECT_EQ(layoutOf(missing, "w"), "none");
    EXPECT_THAT(missing.warnings.at(0), HasSubstr("there is no member \"w.indices\""));
}

TEST(SafetensorsMembers, WhatIsSaidOfATensorThatIsNotThereStaysWithTheFile)
{
    const auto lacking = File()
                             .integers("m.col_indices", {0, 1})
                             .integers("m.crow_indices", {0, 1, 2})
                             .floats("m.values", 8, "2,2,2")
                             .metadata(R"("m.layout":"csc","m.shape":"[2, 2]")")
                             .open();
    EXPECT_EQ(lacking.tensors.size(), 3u);
    std::string kept;
    for (const auto& [name, text] : lacking.others)
        kept += name + "=" + text + ";";
    EXPECT_THAT(kept, HasSubstr("m.layout=csc;"));
    EXPECT_THAT(kept, HasSubstr("m.shape=[2, 2];")) << "else what is written anew would be read as a bsr";
    const auto apart = File()
                           .integers("m.col_indices", {0, 1})
                           .integers("m.crow_indices", {0, 1, 2})
                           .floats("m.values", 2)
                           .metadata(R"("m.layout":"strided")")
                           .open();
    EXPECT_EQ(apart.tensors.size(), 3u);
    ASSERT_EQ(apart.others.size(), 1u);
    EXPECT_EQ(apart.others.front().text, "strided");
}

TEST(SafetensorsMembers, BrokenOnesAreATensorThatRulesJudge)
{
    const auto document = File()
                              .integers("w.crow_indices", {0, 9, 2})
                              .integers("w.col_indices", {2, 7})
                              .floats("w.values", 2)
                              .integers("w.size", {2, -3})
                              .open();
    ASSERT_EQ(layoutOf(document, "w"), "csr");
    EXPECT_EQ(document.tensors[0].tensor.size, (Extents{2, -3}));
    EXPECT_FALSE(check(document.tensors[0].tensor).valid);
}

} // namespace
} // namespace tscope
