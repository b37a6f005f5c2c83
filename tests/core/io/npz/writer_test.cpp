// SPDX-License-Identifier: Apache-2.0
#include "io/npz/npz.h"

#include "io/zip_files.h"
#include "layouts/registry.h"
#include "literals/json_tensor.h"
#include "make/generators.h"
#include "make/random.h"
#include "support/npy_bytes.h"
#include "support/same_document.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

using test::storageOf;

struct Written {
    Document document;
    std::vector<std::string> names; // of the entries
    std::vector<std::string> notes;
};

Written throughFile(const Document& document)
{
    TextSink sink;
    const auto done = writeNpz(document, sink);
    EXPECT_TRUE(done) << done.error().text;
    Written out{{}, {}, sink.notes()};
    const auto archive = ZipArchive::open(storageOf(sink.text()));
    EXPECT_TRUE(archive) << archive.error().text;
    for (const auto& entry : archive->entries()) {
        EXPECT_EQ(entry.begin % 64, 0) << entry.name;
        out.names.push_back(entry.name);
    }
    auto read = readZipFile({storageOf(sink.text())});
    EXPECT_TRUE(read) << read.error().text;
    if (read)
        out.document = std::move(*read);
    return out;
}

Document fromJson(std::string_view text)
{
    auto document = readJsonTensors(text);
    EXPECT_TRUE(document) << document.error().text;
    return document ? *document : Document{};
}

const NamedTensor* find(const Document& document, std::string_view name)
{
    for (const auto& tensor : document.tensors)
        if (tensor.name == name)
            return &tensor;
    return nullptr;
}

// What a file can't keep: how arrays lie in their storage, and its device.
Tensor compacted(Tensor tensor)
{
    for (auto& member : tensor.members) {
        auto array = packed(member.array);
        EXPECT_TRUE(array);
        array->storage =
            heapStorage({array->storage->data(), static_cast<std::size_t>(array->storage->byteSize())});
        member = {member.role, std::move(*array)};
    }
    return tensor;
}

std::string difference(const Tensor& wanted, const Tensor& found)
{
    return test::firstDifference({{{"", compacted(wanted)}}, {}}, {{{"", compacted(found)}}, {}});
}

using Names = std::vector<std::string>;

TEST(NpzWriter, PlainTensorsLieUnderTheirNames)
{
    const auto written =
        throughFile(fromJson(R"({"tensors": {"a": {"layout": "strided", "members": {"values": [1, 2]}},
        "b/c": {"layout": "strided", "members": {"values": [[3], [4]]}}}})"));
    EXPECT_EQ(written.names, (Names{"a.npy", "b/c.npy"}));
    EXPECT_EQ(written.document.tensors.size(), 2U);
    EXPECT_TRUE(written.notes.empty());
    // A lone one without a name has NumPy's.
    EXPECT_EQ(throughFile(fromJson(R"({"layout": "strided", "members": {"values": [1]}})")).names,
              (Names{"arr_0.npy"}));
}

TEST(NpzWriter, AMatrixIsWrittenAsScipyDoes)
{
    const auto csr = fromJson(R"({"layout": "csr", "size": [2, 3], "members": {"compressed": [0, 2, 3],
        "plain": [0, 2, 1], "values": {"dtype": "float64", "shape": [3], "data": [1, 2, 3]}}})");
    const auto written = throughFile(csr);
    EXPECT_EQ(written.names, (Names{"indices.npy", "indptr.npy", "format.npy", "shape.npy", "data.npy"}));
    ASSERT_EQ(written.document.tensors.size(), 1U);
    EXPECT_EQ(difference(csr.tensors[0].tensor, written.document.tensors[0].tensor), "");
    EXPECT_TRUE(written.notes.empty());

    const auto coo = throughFile(fromJson(R"({"layout": "coo", "size": [2, 3], "is_coalesced": true,
        "members": {"indices": [[0, 1], [2, 0]], "values": [1, 2]}})"));
    EXPECT_EQ(coo.names, (Names{"row.npy", "col.npy", "format.npy", "shape.npy", "data.npy"}));
    EXPECT_EQ(coo.notes, (Names{"a matrix as SciPy saves it does not keep the claim is_coalesced"}));
    // The size is needed, and told by the members when nothing claims one.
    auto unsized = csr;
    unsized.tensors[0].tensor.size.reset();
    unsized.tensors[0].name = "w";
    const auto sized = throughFile(unsized);
    EXPECT_EQ(sized.document.tensors[0].tensor.size, (Extents{2, 3}));
    EXPECT_EQ(sized.notes, (Names{"a matrix as SciPy saves it does not keep its name \"w\""}));
}

// SciPy reads a matrix as one of its newer arrays, for which `*` multiplies elements, if it was one.
TEST(NpzWriter, AnArrayOfScipyStaysOne)
{
    auto document = fromJson(
        R"({"layout": "csr", "size": [1, 2], "members": {"indptr": [0, 1], "indices": [1], "data": [5]}})");
    EXPECT_EQ(std::ranges::count(throughFile(document).names, "_is_array.npy"), 0);
    document.others = {{"_is_array", "True"}};
    const auto written = throughFile(document);
    EXPECT_EQ(std::ranges::count(written.names, "_is_array.npy"), 1);
    EXPECT_EQ(written.document.others.size(), 1U);
    EXPECT_EQ(written.document.tensors.size(), 1U);
    EXPECT_TRUE(written.notes.empty());
}

TEST(NpzWriter, WhatScipyHasNoFormForLiesByItsMembers)
{
    const auto batched = fromJson(R"({"tensors": {"w": {"layout": "csr", "size": [1, 1, 2], "numel": 7,
        "members": {"compressed": [[0, 1]], "plain": [[1]], "values": [[5]]}}}})");
    const auto written = throughFile(batched);
    EXPECT_EQ(written.names, (Names{"w.crow_indices.npy", "w.col_indices.npy", "w.values.npy", "w.layout.npy",
                                    "w.numel.npy", "w.shape.npy"}));
    ASSERT_NE(find(written.document, "w"), nullptr);
    EXPECT_EQ(difference(batched.tensors[0].tensor, find(written.document, "w")->tensor), "");
    // Written again, members that were read beside their tensor give way to it.
    const auto again = throughFile(written.document);
    EXPECT_EQ(again.names.size(), written.names.size());
    EXPECT_EQ(again.document.tensors.size(), written.document.tensors.size());
}

TEST(NpzWriter, AMemberThatWasEditedWinsOverThePlainTensorItWasReadBeside)
{
    const auto edited = fromJson(R"({"tensors": {
        "w.values": {"layout": "strided", "members": {"values": [5]}},
        "w": {"layout": "csr", "size": [1, 2], "members": {"compressed": [0, 1], "plain": [1], "values": [6]}}}})");
    const auto written = throughFile(edited);
    ASSERT_NE(find(written.document, "w"), nullptr);
    EXPECT_EQ(find(written.document, "w")->tensor.member("values").array.at(0).text(), "6");
    EXPECT_EQ(find(written.document, "w.values")->tensor.member("values").array.at(0).text(), "6");
}

TEST(NpzWriter, LooseMembersGiveWayToTheTensorTheyMake)
{
    const auto loose = fromJson(R"({"tensors": {
        "w": {"layout": "csr", "size": [1, 2], "members": {"indptr": [0, 1], "indices": [1], "data": [5]}},
        "w_indptr": {"layout": "strided", "members": {"values": [0, 1]}}, "w_indices": {"layout": "strided", "members": {"values": [1]}},
        "w_data": {"layout": "strided", "members": {"values": [5]}}, "w_shape": {"layout": "strided", "members": {"values": [1, 2]}},
        "other": {"layout": "strided", "members": {"values": [0]}}}})");
    const auto written = throughFile(loose);
    EXPECT_EQ(written.names,
              (Names{"w.indptr.npy", "w.indices.npy", "w.data.npy", "w.layout.npy", "w.shape.npy", "other.npy"}));
    EXPECT_NE(find(written.document, "w"), nullptr);
}

TEST(NpzWriter, BrokenTensorsAreWrittenAsTheyAre)
{
    for (
        const auto* text :
        {R"({"layout": "csr", "size": [2, 3], "members": {"compressed": [1, 9], "plain": [7, -1, 0], "values": [1]}})",
         R"({"layout": "coo", "size": [2, 3], "members": {"indices": [[5], [-5]], "values": [1, 2, 3]}})",
         R"({"layout": "csr", "size": [2], "members": {"compressed": [0, 1], "plain": [0], "values": [1]}})",
         R"({"layout": "csr", "size": [-2, 3], "members": {"compressed": {"dtype": "float32", "shape": [1], "data": [0.5]}, "plain": [0], "values": [1]}})",
         R"({"layout": "nested", "size": [4, 4], "members": {"buffer": [1, 2], "nested_sizes": [[9]],
              "nested_strides": [1], "storage_offsets": [-1, 5]}})",
         R"({"layout": "jagged", "ragged_idx": 5, "members": {"values": [1, 2], "offsets": [3, 1], "lengths": [7]}})"}) {
        const auto broken = fromJson(text);
        const auto written = throughFile(broken);
        ASSERT_NE(find(written.document, ""), nullptr) << text;
        EXPECT_EQ(difference(broken.tensors[0].tensor, find(written.document, "")->tensor), "") << text;
    }
}

TEST(NpzWriter, WhatCannotBeWrittenIsNamed)
{
    TextSink sink;
    const auto unread = writeNpz(fromJson(R"({"tensors": {"w": {"sizes": [3]}}})"), sink);
    ASSERT_FALSE(unread);
    EXPECT_NE(unread.error().text.find("\"w\": can't write an array of (3,) float32"), std::string::npos)
        << unread.error().text;
    auto twice = fromJson(
        R"({"tensors": {"a": {"layout": "strided", "members": {"values": [1]}}, "b": {"layout": "strided", "members": {"values": [1]}}}})");
    twice.tensors[1].name = "a";
    EXPECT_FALSE(writeNpz(twice, sink));
}

TEST(NpzWriter, TextsAndWiderTypesAreKept)
{
    auto document = fromJson(
        R"({"tensors": {"w": {"layout": "strided", "members": {"values": {"dtype": "bf16", "shape": [1], "data": [2]}}}}})");
    document.others.push_back({"label", "hello"});
    const auto written = throughFile(document);
    EXPECT_EQ(written.notes.size(), 1U);
    ASSERT_EQ(written.document.others.size(), 1U);
    EXPECT_EQ(written.document.others[0].text, "hello");
}

// Sound tensors of every layout, alone and with a name, come back with the same members, size and claims.
TEST(NpzWriter, EveryLayoutReadsBackTheSame)
{
    const auto seed = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed());
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const std::vector<ElementType> types{ElementType::f32, ElementType::f64, ElementType::i16,
                                         ElementType::u64, ElementType::c64, ElementType::boolean};
    int written = 0;
    for (int round = 0; round < 200; ++round) {
        const auto all = layouts();
        const auto& layout = *all[static_cast<std::size_t>(random.below(std::ssize(all)))];
        const bool isList = layout.family == "nested" || layout.family == "jagged" || layout.family == "strided";
        MakeSpec spec;
        spec.layout = layout.name;
        spec.kind = "random";
        spec.size = isList ? Extents{random.between(1, 4), random.between(1, 4), random.between(1, 4)}
                           : Extents{2 * random.between(0, 5), 2 * random.between(0, 5)};
        if (!isList)
            spec.density = 0.5;
        if (layout.family == "compressed" && random.below(3) == 0)
            spec.batch = {random.between(1, 3)};
        if (!isList && random.below(3) == 0)
            spec.dense = {random.between(1, 3)};
        spec.dtype = types[static_cast<std::size_t>(random.below(std::ssize(types)))];
        spec.indexDType = random.below(2) == 0 ? ElementType::i64 : ElementType::i32;
        spec.seed = random.next();
        const auto tensor = makeTensorOf(spec);
        if (!tensor)
            continue;
        ++written;
        const bool isNamed = random.below(2) == 0 && !layout.name.empty();
        const auto result = throughFile({{{isNamed ? "some.name" : "", *tensor}}, {}});
        const auto* found = find(result.document, isNamed ? "some.name" : "");
        if (found == nullptr) // as SciPy's, or as arr_0
            found = result.document.tensors.data();
        auto wanted = *tensor;
        if (result.names.size() > 1 && result.names[2] == "format.npy") {
            if (layout.name == "coo") // SciPy's index type is not kept there
                continue;
            wanted.claims = {};
        }
        if (layout.family == "strided") {
            wanted.size.reset();
            wanted.claims = {};
        }
        ASSERT_EQ(difference(wanted, found->tensor), "") << "round " << round << ' ' << layout.name;
    }
    EXPECT_GT(written, 100);
}

} // namespace
} // namespace tscope
