// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"
#include "literals/json_tensor.h"
#include "make/generators.h"
#include "support/same_document.h"

#include <gmock/gmock.h>

#include <map>
#include <random>

namespace tscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Document fromJson(std::string_view text)
{
    auto document = readJsonTensors(text);
    EXPECT_TRUE(document) << document.error().text;
    return document ? std::move(*document) : Document{};
}

struct Written {
    std::string bytes;
    std::vector<std::string> notes;
    std::string error;
};

Written write(const Document& document, const TorchWriteOptions& options = {})
{
    TextSink sink;
    const auto done = writeTorchArchive(document, sink, options);
    return {sink.text(), sink.notes(), done ? "" : done.error().text};
}

// Without what is declared and true anyway, which a file of torch has no words for.
Document withoutRepeats(Document document)
{
    for (auto& [name, tensor] : document.tensors) {
        std::map<std::string, ClaimValue> claims; // their order means nothing
        for (const auto& claim : tensor.claims.all())
            claims.emplace(claim.name, claim.value);
        tensor.claims = {};
        if (const auto ragged = claims.find("ragged_idx");
            ragged != claims.end() && ragged->second == ClaimValue(std::int64_t{1}))
            claims.erase(ragged);
        for (const auto& [claim, value] : claims)
            tensor.claims.set(claim, value);
        Tensor plain = tensor;
        plain.dtype.reset();
        plain.indexDType.reset();
        plain.device.reset();
        if (plain.declaredDType() == tensor.declaredDType())
            tensor.dtype.reset();
        if (plain.declaredIndexDType() == tensor.declaredIndexDType())
            tensor.indexDType.reset();
        if (plain.declaredDevice() == tensor.declaredDevice())
            tensor.device.reset();
        if (tensor.layout->family == "strided" || tensor.layout->family == "nested" ||
            tensor.layout->family == "jagged")
            tensor.size.reset();
    }
    return document;
}

// What differs between a document and what is read of the file that it is written to.
std::string lost(const Document& given)
{
    const auto document = withoutRepeats(given);
    const auto written = write(given);
    if (!written.error.empty())
        return written.error;
    EXPECT_THAT(written.notes, IsEmpty());
    const auto again = test::openTorch(written.bytes);
    return again ? test::firstDifference(document, withoutRepeats(*again)) : again.error().text;
}

TEST(TorchWriter, EveryLayoutComesBack)
{
    for (
        const auto* text : {
            R"({"sizes": [2, 3], "strides": [1, 4], "offset": 2, "storage": [0,1,2,3,4,5,6,7,8,9,10,11,12]})",
            R"({"layout": "coo", "size": [3, 4], "is_coalesced": true, "members": {"indices": [[0, 2], [1, 3]], "values": [1.5, 2]}})",
            R"({"layout": "csr", "size": [2, 3], "members": {"compressed": [0, 1, 2], "plain": [0, 2], "values": {"shape": [2], "data": [1, 2], "requires_grad": true}}})",
            R"({"layout": "bsc", "size": [2, 2], "index_dtype": "int32", "members": {"compressed": [0, 1], "plain": [0], "values": [[[1, 2], [3, 4]]]}})",
            R"({"layout": "nested", "members": {"buffer": [1, 2, 3], "nested_sizes": [[1], [2]], "nested_strides": [[1], [1]], "storage_offsets": [0, 1]}})",
            R"({"layout": "jagged", "ragged_idx": 1, "min_seqlen": 1, "max_seqlen": 2, "members": {"values": {"shape": [3], "data": [1, 2, 3], "requires_grad": true}, "offsets": [0, 1, 3], "lengths": [1, 2]}})",
            R"({"layout": "jagged", "ragged_idx": 0, "min_seqlen": -5, "members": {"values": [1, 2, 3], "offsets": [0, 1, 3]}})",
            R"({"tensors": {}})",
            R"({"tensors": {"": {"sizes": [1], "data": [1]}, "a.b": {"sizes": [], "data": [2]}, "中 [0]": {"sizes": [0, 3]}}})",
        })
        EXPECT_EQ(lost(fromJson(text)), "") << text;
}

TEST(TorchWriter, BrokenTensorsComeBackAsTheyAre)
{
    for (
        const auto* text : {
            R"({"sizes": [2, -3], "strides": [4611686018427387904], "offset": -9, "storage": [1, 2]})",
            R"({"layout": "csr", "size": [2, 3], "members": {"compressed": [5, -1], "plain": [[9]], "values": []}})",
            R"({"layout": "csr", "size": [2, 3], "declared_layout": "strided", "members": {"compressed": [0, 1, 2], "plain": [0, 2], "values": [1, 2]}})",
            R"({"layout": "csr", "size": [2, 3], "declared_layout": "odd", "members": {"compressed": [0, 1, 2], "plain": [0, 2], "values": [1, 2]}})",
            R"({"layout": "coo", "size": [3], "is_coalesced": true, "members": {"indices": [[0, 0]], "values": [1, 2]}})",
            R"({"layout": "nested", "members": {"buffer": [1], "nested_sizes": [[7]], "nested_strides": [1, 2], "storage_offsets": [-4]}})",
        })
        EXPECT_EQ(lost(fromJson(text)), "") << text;
}

TEST(TorchWriter, EveryElementTypeAndAnyViewComesBack)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random); };
    for (const auto type : knownElementTypes()) {
        const DType dtype(type);
        Document document;
        std::string bytes(static_cast<std::size_t>(dtype.itemSize()) * 24, '\0');
        for (auto& byte : bytes)
            byte = static_cast<char>(type == ElementType::boolean ? below(2) : below(256));
        const auto storage =
            heapStorage(std::as_bytes(std::span(bytes)), {Device::parse(below(2) ? "cpu" : "cuda:1"), false});
        for (int view = 0; view < 5; ++view) {
            Geometry geometry{{}, {}, below(30)};
            for (int dim = below(4); dim > 0; --dim) {
                geometry.sizes.push_back(below(6));
                geometry.strides.push_back(below(9) - 2);
            }
            Tensor tensor = fromJson(R"({"sizes": [1]})").tensors[0].tensor;
            tensor.members[0].array = {storage, dtype, geometry};
            tensor.members[0].requiresGrad = below(2) == 1;
            if (dtype.elementClass() == ElementClass::quantised) {
                tensor.claims.set("qscheme", std::string("per_tensor_affine"));
                tensor.claims.set("scale", std::string("0.1"));
                tensor.claims.set("zero_point", std::int64_t{view});
            } else if (dtype.elementClass() == ElementClass::complex && below(2) == 1) {
                tensor.claims.set("conj", true);
            }
            document.tensors.push_back({"view" + std::to_string(view), std::move(tensor)});
        }
        EXPECT_EQ(lost(document), "") << dtype.name();
    }
}

TEST(TorchWriter, WhatQuantisedIntegersMeanComesBack)
{
    const auto with = [](const std::string& dtype, const std::string& claims) {
        return fromJson(R"({"sizes": [2, 3], "data": [[1, 2, 3], [4, 5, 6]], "dtype": ")" + dtype + "\", " +
                        claims + "}");
    };
    for (const auto* dtype : {"qint8", "quint8"})
        for (
            const auto* claims : {
                R"("qscheme": "per_tensor_affine", "scale": "1e-30", "zero_point": -128)",
                R"("qscheme": "per_channel_affine", "axis": 1, "scales": "0.5, 0.1, 3", "zero_points": "3, -4, 1000000")",
                R"("qscheme": "per_channel_affine", "axis": 9, "scales": "inf, nan", "zero_points": "")", // nonsense
                R"("qscheme": "per_channel_affine_float_qparams", "axis": 0, "scales": "0.1, 0.2", "zero_points": "-0.5, 7")",
            })
            EXPECT_EQ(lost(with(dtype, claims)), "") << claims;

    auto wide =
        with("qint8", R"("qscheme": "per_channel_affine", "axis": 1, "scales": "1, 2", "zero_points": "0, 0")");
    auto& array = wide.tensors[0].tensor.members[0].array;
    array = {test::storageOf("abcdefgh"), ElementType::i32, {{2}, {1}, 0}};
    wide.tensors[0].tensor.dtype = DType::opaque("qint32", 4);
    EXPECT_EQ(lost(wide), "");

    for (const auto* claims : {
             R"("qscheme": "per_tensor_affine", "scale": "0.1, 0.2", "zero_point": 1)",
             R"("qscheme": "per_tensor_affine", "scale": "0.1")",
             R"("qscheme": "per_channel_affine", "scales": "0.5", "zero_points": "3")",
             R"("qscheme": "per_channel_affine", "axis": 1, "scales": "0.5, x", "zero_points": "3, 4")",
             R"("qscheme": "os.system", "axis": 1, "scales": "0.5", "zero_points": "3")",
             R"("axis": 1, "scales": "0.5", "zero_points": "3")",
         })
        EXPECT_THAT(lost(with("qint8", claims)), HasSubstr("are not known")) << claims;
}

TEST(TorchWriter, MadeTensorsComeBack)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    for (const auto* layout : {"strided", "coo", "csr", "csc", "bsr", "bsc", "nested", "jagged"})
        for (const auto dtype : {ElementType::f32, ElementType::i64, ElementType::bf16, ElementType::u16}) {
            MakeSpec spec{.kind = std::string_view(layout) == "nested" || std::string_view(layout) == "jagged"
                                      ? "ragged"
                                      : "random",
                          .layout = layout,
                          .size = {6, 8},
                          .dtype = dtype,
                          .seed = seed};
            auto tensor = makeTensorOf(spec);
            if (!tensor)
                continue;
            Document document;
            document.tensors.push_back({"", std::move(*tensor)});
            EXPECT_EQ(lost(document), "") << layout << ' ' << DType(dtype).name();
        }
}

TEST(TorchWriter, AStorageOfTwoTypesIsWrittenAsBytes)
{
    auto document = fromJson(R"({"tensors": {"a": {"dtype": "float32", "sizes": [2], "data": [1, 2]},
                                             "b": {"dtype": "float32", "sizes": [2], "data": [1, 2]}}})");
    auto& b = document.tensors[1].tensor.members[0].array;
    document.tensors[1].tensor.dtype.reset();
    b = {document.tensors[0].tensor.members[0].array.storage, ElementType::i16, {{3}, {1}, 1}};
    EXPECT_EQ(lost(document), "");
    EXPECT_THAT(write(document).bytes, HasSubstr("UntypedStorage"));
    // And one that is no whole number of elements.
    auto odd = fromJson(R"({"sizes": [1], "data": [1]})");
    odd.tensors[0].tensor.members[0].array.storage = test::storageOf("abcdefg");
    EXPECT_EQ(lost(odd), "");
}

TEST(TorchWriter, NamesOfTypesThatOnlyPyTorchKnowsPass)
{
    auto document = fromJson(R"({"sizes": [4], "data": [1, 2, 3, 4]})");
    auto& array = document.tensors[0].tensor.members[0].array;
    array.dtype = DType::opaque("float8_e8m0fnu", 1);
    array.storage = test::storageOf("abcd");
    EXPECT_EQ(lost(document), "");
    array.dtype = DType::opaque("strange", 1);
    EXPECT_THAT(lost(document), HasSubstr("no element type strange"));
}

TEST(TorchWriter, WhatHasNoDataIsWrittenOnlyWhereItIsMeta)
{
    EXPECT_EQ(lost(fromJson(R"({"sizes": [2, 3], "device": "meta"})")), "");
    EXPECT_THAT(lost(fromJson(R"({"sizes": [2, 3]})")), HasSubstr("declared but not there"));
    EXPECT_THAT(
        lost(fromJson(R"({"sizes": [2], "strides": [1], "offset": 3, "storage_numel": 5, "device": "meta"})")),
        HasSubstr("no offset"));
}

TEST(TorchWriter, SaysWhatIsNotKept)
{
    const auto notes = [](std::string_view text) {
        const auto written = write(fromJson(text));
        EXPECT_EQ(written.error, "");
        return written.notes;
    };
    EXPECT_THAT(notes(R"({"layout": "csr", "size": [1, 1], "numel": 4, "dtype": "float64", "members":
                          {"compressed": [0, 0], "plain": [], "values": {"shape": [0], "dtype": "float32"}}})"),
                ElementsAre("a PyTorch file does not keep the claimed type float64 of the tensor",
                            "a PyTorch file does not keep the claim numel of the tensor"));
    EXPECT_THAT(notes(R"({"tensors": {"w": {"layout": "strided", "size": [3], "members": {"values": [1, 2]}}}})"),
                ElementsAre("a PyTorch file does not keep the claimed size (3,) of \"w\""));
    Document document = fromJson(R"({"tensors": {}})");
    document.others.push_back({"epoch", "3"});
    EXPECT_THAT(write(document).notes, ElementsAre(HasSubstr("another value was left out")));
    EXPECT_THAT(write(fromJson(R"({"sizes": [1], "dtype": "qint8", "data": [1]})")).error,
                HasSubstr("scales and zero points, those of the tensor are not known"));
}

TEST(TorchWriter, TensorsNeedDifferentNames)
{
    auto document = fromJson(R"({"tensors": {"a": {"sizes": [1], "data": [1]}}})");
    document.tensors.push_back(document.tensors[0]);
    EXPECT_THAT(write(document).error, HasSubstr("found \"a\" twice"));
}

TEST(TorchWriter, CsrCanBeWrittenForPyTorch1)
{
    const auto document = fromJson(
        R"({"layout": "csr", "size": [2, 3], "members": {"compressed": [0, 1, 2], "plain": [0, 2], "values": [1, 2]}})");
    const auto written = write(document, {.for1x = true});
    EXPECT_THAT(written.bytes, HasSubstr("_rebuild_sparse_csr_tensor"));
    EXPECT_EQ(test::firstDifference(document, test::readTorch(written.bytes)), "");
    EXPECT_THAT(write(document).bytes, testing::Not(HasSubstr("_rebuild_sparse_csr_tensor")));
}

TEST(TorchWriter, WhatPyTorch1DoesNotKnowIsTold)
{
    const auto notes = [](std::string_view text) { return write(fromJson(text), {.for1x = true}).notes; };
    const auto coo =
        R"({"layout": "coo", "size": [2], "is_coalesced": true, "members": {"indices": [[0]], "values": [1]}})";
    EXPECT_THAT(notes(coo), ElementsAre(HasSubstr("the claim is_coalesced")));
    EXPECT_THAT(write(fromJson(coo)).notes, IsEmpty());
    EXPECT_THAT(
        notes(
            R"({"layout": "csc", "size": [1, 1], "members": {"compressed": [0, 1], "plain": [0], "values": [1]}})"),
        ElementsAre(HasSubstr("no saved csc layout")));
    EXPECT_THAT(notes(R"({"sizes": [2], "data": [1, 2], "dtype": "uint16"})"),
                ElementsAre(HasSubstr("no storage without a type")));
    EXPECT_THAT(notes(R"({"sizes": [2], "data": [1, 2]})"), IsEmpty());
}

TEST(TorchWriter, RecordsLieAsPyTorchLaysThem)
{
    const auto document =
        fromJson(R"({"tensors": {"a": {"sizes": [3], "data": [1, 2, 3]}, "b": {"sizes": [1], "data": [4]}}})");
    const auto written = write(document);
    const auto archive = ZipArchive::open(test::storageOf(written.bytes));
    ASSERT_TRUE(archive);
    std::vector<std::string> names;
    for (const auto& entry : archive->entries()) {
        names.push_back(entry.name);
        EXPECT_EQ(entry.begin % 64, 0) << entry.name;
        EXPECT_FALSE(entry.isDeflated);
    }
    EXPECT_THAT(names, ElementsAre("archive/data.pkl", "archive/byteorder", "archive/data/0", "archive/data/1",
                                   "archive/version"));
    std::string warning;
    const auto textOf = [&](const char* name) {
        return test::textOf(**archive->bytes(*archive->find(name), warning));
    };
    EXPECT_EQ(textOf("archive/byteorder"), "little");
    EXPECT_EQ(textOf("archive/version"), "3\n");
    EXPECT_EQ(textOf("archive/data/0"), test::bytesOf({1.0F, 2.0F, 3.0F}));
}

} // namespace
} // namespace tscope
