// SPDX-License-Identifier: Apache-2.0
#include "io/npz/npz.h"

#include "io/zip_files.h"
#include "rules/check.h"
#include "support/npy_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tscope {
namespace {

using test::bytesOf;
using test::npyOf;
using test::storageOf;
using test::zipOf;
using test::ZipPart;

using namespace std::string_literals;

Result<Document> readZip(const std::vector<ZipPart>& parts, const std::string& path = {})
{
    return readZipFile({storageOf(zipOf(parts)), {}, path});
}

Document opened(const std::vector<ZipPart>& parts)
{
    auto document = readZip(parts);
    EXPECT_TRUE(document) << document.error().text;
    return document ? *document : Document{};
}

std::string refusal(const std::vector<ZipPart>& parts, const std::string& path = {})
{
    const auto document = readZip(parts, path);
    EXPECT_FALSE(document);
    return document ? "" : document.error().text;
}

std::string valuesOf(const Array& array)
{
    std::string out;
    for (std::int64_t i = 0; i < *numel(array.geometry); ++i)
        out += (i > 0 ? " " : "") + array.at(i).text();
    return out;
}

std::string valuesOf(const Tensor& tensor, std::string_view role)
{
    return valuesOf(tensor.member(role).array);
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string out;
    for (const auto& text : texts)
        out += text + '\n';
    return out;
}

bool has(const std::string& text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

ZipPart textPart(const std::string& name, const std::string& text)
{
    return {name + ".npy", npyOf("|S" + std::to_string(text.size()), "()", text)};
}

ZipPart integers(const std::string& name, std::initializer_list<std::int64_t> values, std::string shape = {})
{
    if (shape.empty())
        shape = "(" + std::to_string(values.size()) + ",)";
    return {name + ".npy", npyOf("<i8", shape, bytesOf<std::int64_t>(values))};
}

ZipPart floats(const std::string& name, std::initializer_list<float> values, std::string shape = {})
{
    if (shape.empty())
        shape = "(" + std::to_string(values.size()) + ",)";
    return {name + ".npy", npyOf("<f4", shape, bytesOf<float>(values))};
}

// The parts of a matrix as save_npz orders them.
std::vector<ZipPart> matrix(const std::string& format, std::initializer_list<ZipPart> members,
                            std::initializer_list<std::int64_t> shape)
{
    std::vector<ZipPart> parts(members);
    parts.push_back(textPart("format", format));
    parts.push_back(integers("shape", shape));
    return parts;
}

TEST(NpzReader, ArraysHaveTheNamesOfTheirEntries)
{
    const auto file =
        zipOf({floats("a", {1, 2}), floats("b/c", {3}), {"arr_0.npy", npyOf("<f4", "(1,)", "\0\0\0A"s), true}});
    const auto source = storageOf(file);
    const auto document = readZipFile({source});
    ASSERT_TRUE(document) << document.error().text;
    ASSERT_EQ(document->tensors.size(), 3U);
    EXPECT_EQ(document->tensors[0].name, "a");
    EXPECT_EQ(document->tensors[1].name, "b/c");
    EXPECT_EQ(document->tensors[2].name, "arr_0");
    EXPECT_EQ(valuesOf(document->tensors[0].tensor, "values"), "1 2");
    EXPECT_EQ(valuesOf(document->tensors[2].tensor, "values"), "8");
    EXPECT_TRUE(document->warnings.empty()) << joined(document->warnings);
    // What is stored is not copied.
    const auto* data = document->tensors[0].tensor.members[0].array.storage->data();
    EXPECT_TRUE(data > source->data() && data < source->data() + source->byteSize());
}

TEST(NpzReader, WhatCannotBeOpenedIsLeftOutAndTheRestShown)
{
    const auto document = opened({{"a.npy", npyOf("|O", "(1,)", "pickle")},
                                  floats("b", {1}),
                                  {"readme.txt", "hello"},
                                  {"folder/", ""},
                                  {.name = "c.npy", .bytes = "x", .flags = 1},
                                  floats("b", {2}),
                                  {.name = "d.npy", .bytes = npyOf("<f4", "(1,)", "\0\0\0A"s), .crc = 1}});
    ASSERT_EQ(document.tensors.size(), 2U);
    EXPECT_EQ(document.tensors[0].name, "b");
    EXPECT_EQ(valuesOf(document.tensors[0].tensor, "values"), "1");
    const auto warnings = joined(document.warnings);
    EXPECT_TRUE(has(warnings, "\"a\" was left out: this array holds Python objects")) << warnings;
    EXPECT_TRUE(has(warnings, "\"c\" was left out: the entry \"c.npy\" is encrypted")) << warnings;
    EXPECT_TRUE(has(warnings, "1 entry that is no array was left out, such as \"readme.txt\"")) << warnings;
    EXPECT_TRUE(has(warnings, "has the name of another, such as \"b.npy\"")) << warnings;
    EXPECT_TRUE(has(warnings, "check sum of \"d.npy\"")) << warnings;
    // With nothing left, the reason is the answer.
    EXPECT_TRUE(has(refusal({{"a.npy", npyOf("|O", "(1,)", "pickle")}}), "Python objects"));
    EXPECT_TRUE(
        has(refusal({{"word/document.xml", "<x/>"}}), "holds no arrays: none of its 1 entries, such as \"word/"));
}

TEST(NpzReader, AnEmptyArchiveHasNoTensorsUnlessItShouldBePyTorchs)
{
    EXPECT_TRUE(opened({}).tensors.empty());
    EXPECT_TRUE(has(refusal({}, "a.pt"), "PyTorch"));
    EXPECT_TRUE(has(refusal({}, "a.pth"), "PyTorch"));
}

TEST(NpzReader, TextsAreToldAmongTheOthers)
{
    const auto document = opened({textPart("label", "hello"),
                                  {"wide.npy", npyOf("<U4", "()", "h\0\0\0\xf6\0\0\0\xac\x20\0\0\0\0\0\0"s)},
                                  {"big.npy", npyOf(">U2", "()", "\0\1\xf6\0\0\0\0!"s)},
                                  {"long.npy", npyOf("|S9", "()", "short")},
                                  {"list.npy", npyOf("|S1", "(2,)", "ab")},
                                  floats("a", {1})});
    ASSERT_EQ(document.tensors.size(), 1U);
    ASSERT_EQ(document.others.size(), 3U);
    EXPECT_EQ(document.others[0].name, "big");
    EXPECT_EQ(document.others[0].text, "\U0001f600!");
    EXPECT_EQ(document.others[1].text, "hello");
    EXPECT_EQ(document.others[2].text, "hö€");
    EXPECT_TRUE(has(joined(document.warnings), "\"long\" was left out: wanted a text of 9 bytes, found 5"));
    EXPECT_TRUE(has(joined(document.warnings), "\"list\" was left out: this array holds text"));
}

TEST(NpzReader, LongMembersAreUnpackedAtTheSameTime)
{
    std::string data(std::size_t{3} << 20, '\0');
    for (std::size_t i = 0; i < data.size(); ++i)
        data[i] = static_cast<char>(i * i >> 7);
    const auto shape = "(" + std::to_string(data.size()) + ",)";
    std::vector<ZipPart> parts;
    for (const auto* name : {"a.npy", "b.npy", "c.npy"})
        parts.push_back({name, npyOf("|u1", shape, data), true});
    double last = 0;
    Watch watch;
    watch.progress = [&](double done) { last = std::max(last, done); };
    const auto document = readZipFile({storageOf(zipOf(parts)), watch});
    ASSERT_TRUE(document) << document.error().text;
    ASSERT_EQ(document->tensors.size(), 3U);
    for (const auto& [name, tensor] : document->tensors)
        EXPECT_EQ(test::textOf(*tensor.members[0].array.storage), data) << name;
    EXPECT_DOUBLE_EQ(last, 1);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(readZipFile({storageOf(zipOf(parts)), {stop.get_token()}}).error().code, ErrorCode::cancelled);
}

TEST(NpzReader, ScipysCompressedMatricesKeepTheirMembers)
{
    for (const std::string format : {"csr", "csc"}) {
        const auto document = opened(matrix(
            format, {integers("indptr", {0, 2, 3}), integers("indices", {0, 2, 1}), floats("data", {1, 2, 3})},
            {2, 3}));
        ASSERT_EQ(document.tensors.size(), 1U);
        EXPECT_EQ(document.tensors[0].name, "");
        const auto& tensor = document.tensors[0].tensor;
        EXPECT_EQ(tensor.layout->name, format);
        EXPECT_EQ(tensor.size, (Extents{2, 3}));
        EXPECT_EQ(valuesOf(tensor, "compressed"), "0 2 3");
        EXPECT_EQ(tensor.member("compressed").as, "indptr");
        EXPECT_EQ(valuesOf(tensor, "plain"), "0 2 1");
        EXPECT_EQ(valuesOf(tensor, "values"), "1 2 3");
        EXPECT_TRUE(document.warnings.empty());
    }
    const auto bsr = opened(matrix(
        "bsr",
        {integers("indptr", {0, 1}), integers("indices", {1}), floats("data", {1, 2, 3, 4, 5, 6}, "(1, 2, 3)")},
        {2, 6}));
    EXPECT_EQ(bsr.tensors[0].tensor.layout->name, "bsr");
    EXPECT_TRUE(check(bsr.tensors[0].tensor).valid);
}

TEST(NpzReader, ScipysFormatMayBeWideTextAndMoreMayLieBesideIt)
{
    auto parts = matrix("csr", {integers("indptr", {0, 0}), integers("indices", {}), floats("data", {})}, {1, 3});
    parts[3] = {"format.npy", npyOf("<U3", "()", "c\0\0\0s\0\0\0r\0\0\0"s)};
    parts.push_back({"_is_array.npy", npyOf("|b1", "()", "\1")});
    parts.push_back(floats("mine", {5}));
    const auto document = opened(parts);
    ASSERT_EQ(document.tensors.size(), 2U);
    EXPECT_EQ(document.tensors[0].tensor.layout->name, "csr");
    EXPECT_EQ(document.tensors[1].name, "mine");
    ASSERT_EQ(document.others.size(), 1U);
    EXPECT_EQ(document.others[0].name, "_is_array");
}

TEST(NpzReader, ArraysWithAWordOfAnotherFormatStayBesideAScipyMatrix)
{
    auto csr = matrix("csr", {integers("indptr", {0, 1}), integers("indices", {0}), floats("data", {1})}, {1, 1});
    csr.push_back(integers("row", {7}));
    csr.push_back(textPart("offsets", "hello"));
    const auto document = opened(csr);
    ASSERT_EQ(document.tensors.size(), 2U);
    EXPECT_EQ(document.tensors[0].tensor.layout->name, "csr");
    EXPECT_EQ(document.tensors[1].name, "row");
    ASSERT_EQ(document.others.size(), 1U);
    EXPECT_EQ(document.others[0].text, "hello");

    auto coo = matrix("coo", {integers("coords", {0, 1}, "(2, 1)"), floats("data", {1})}, {2, 2});
    for (const auto* name : {"row", "col", "indices", "indptr", "offsets"})
        coo.push_back(integers(name, {7}));
    EXPECT_EQ(opened(coo).tensors.size(), 6U);
}

TEST(NpzReader, AnUnreadableArrayBesideAScipyMatrixLeavesTheMatrix)
{
    auto csr = matrix("csr", {integers("indptr", {0, 1}), integers("indices", {0}), floats("data", {1})}, {1, 1});
    csr.push_back({"row.npy", npyOf("|O", "(1,)", "pickle")});
    const auto document = opened(csr);
    ASSERT_EQ(document.tensors.size(), 1U);
    EXPECT_EQ(document.tensors[0].tensor.layout->name, "csr");
    EXPECT_TRUE(has(joined(document.warnings), "\"row\" was left out: "));
}

TEST(NpzReader, RowAndColumnOfScipysCooBecomeOneArray)
{
    const auto coo = opened(matrix("coo",
                                   {{"row.npy", npyOf("<i4", "(3,)", bytesOf<std::int32_t>({0, 1, 1}))},
                                    {"col.npy", npyOf("<u2", "(3,)", bytesOf<std::uint16_t>({2, 0, 65535}))},
                                    floats("data", {1, 2, 3})},
                                   {2, 3}));
    const auto& tensor = coo.tensors[0].tensor;
    EXPECT_EQ(tensor.layout->name, "coo");
    EXPECT_EQ(tensor.member("indices").array.dtype, DType(ElementType::i64));
    EXPECT_EQ(tensor.member("indices").array.geometry.sizes, (Extents{2, 3}));
    EXPECT_EQ(valuesOf(tensor, "indices"), "0 1 1 2 0 65535");
    const auto with = [&](const ZipPart& row) {
        return refusal(matrix("coo", {row, integers("col", {0, 1}), floats("data", {1, 2})}, {2, 3}));
    };
    EXPECT_TRUE(has(with(integers("row", {0, 1, 2})), "found arrays of (3,) and (2,)"));
    EXPECT_TRUE(has(with(integers("row", {0, 1}, "(2, 1)")), "found arrays of (2, 1)"));
    EXPECT_TRUE(
        has(with(floats("row", {0, 1})), "wanted integers in \"row\" of a SciPy coo matrix, found float32"));
    EXPECT_TRUE(has(with({"row.npy", npyOf("<u8", "(2,)", std::string(16, '\xff'))}), "fit int64"));
    // Values of another length are a broken tensor.
    const auto broken =
        opened(matrix("coo", {integers("row", {0}), integers("col", {0}), floats("data", {1, 2})}, {2, 3}));
    EXPECT_FALSE(check(broken.tensors[0].tensor).valid);
}

TEST(NpzReader, ASparseVectorOfScipyIsCooOfOneDim)
{
    const auto document =
        opened(matrix("coo", {integers("row", {0, 0}), integers("col", {4, 1}), floats("data", {7, 8})}, {5}));
    const auto& vector = document.tensors[0].tensor;
    EXPECT_EQ(vector.size, (Extents{5}));
    EXPECT_EQ(vector.member("indices").array.geometry.sizes, (Extents{1, 2}));
    EXPECT_EQ(valuesOf(vector, "indices"), "4 1");
    EXPECT_TRUE(check(vector).valid);
    EXPECT_TRUE(
        has(refusal(matrix("csc", {integers("indptr", {0, 0}), integers("indices", {}), floats("data", {})}, {5})),
            "wanted two integers for the shape of a SciPy csc matrix, found (5,)"));
}

TEST(NpzReader, CsrOfOneDimIsTheEntriesThatItsPointersBound)
{
    const auto csr = [](std::initializer_list<std::int64_t> pointers) {
        return matrix(
            "csr", {integers("indptr", pointers), integers("indices", {3, 1, 4}), floats("data", {7, 8, 9})}, {5});
    };
    const auto document = opened(csr({0, 2}));
    const auto& vector = document.tensors[0].tensor;
    EXPECT_EQ(vector.size, (Extents{5}));
    EXPECT_EQ(valuesOf(vector, "indices"), "3 1");
    EXPECT_EQ(valuesOf(vector, "values"), "7 8");
    for (const auto& wrong : {csr({0, 4}), csr({1, 3}), csr({0, -1}), csr({0, 1, 3}), csr({0})})
        EXPECT_TRUE(has(refusal(wrong), "wanted the pointers 0 and a number of entries"));
}

// As it is when a refused file is looked into.
TEST(NpzReader, AScipyMatrixIsNotMadeOfArraysThatWereCutShort)
{
    const auto row = integers("row", {0, 1}), col = integers("col", {0, 1}), data = floats("data", {1, 2}),
               offsets = integers("offsets", {0}), slots = floats("data", {1, 2}, "(1, 2)");
    for (const auto& [format, arrays, cut] : {std::tuple("coo", std::vector{row, col, data}, "row"s),
                                              {"coo", {row, col, data}, "col"s},
                                              {"coo", {row, col, data}, "shape"s},
                                              {"dia", {offsets, slots}, "offsets"s},
                                              {"dia", {offsets, slots}, "data"s}}) {
        SCOPED_TRACE(format + " without all of "s + cut);
        auto parts = matrix(format, {}, {2, 2});
        parts.insert(parts.end(), arrays.begin(), arrays.end());
        // It is the last one, and the file ends in it.
        const auto last = std::ranges::find(parts, cut + ".npy", [](const ZipPart& part) { return part.name; });
        std::rotate(last, last + 1, parts.end());
        auto file = zipOf(parts);
        const auto& bytes = parts.back().bytes;
        file.resize(file.rfind(bytes) + bytes.size() - 1);
        Source source{storageOf(file)};
        EXPECT_FALSE(readZipFile(source));
        source.despiteFaults = true;
        const auto document = readZipFile(source);
        ASSERT_TRUE(document) << document.error().text;
        ASSERT_EQ(document->tensors.size(), arrays.size() + 1);
        for (const auto& [name, tensor] : document->tensors)
            EXPECT_EQ(tensor.layout->name, "strided") << name;
    }
}

TEST(NpzReader, SlotsOfDiagonalsThatLieInsideTheShapeBecomeEntries)
{
    const auto dia = [](std::initializer_list<std::int64_t> offsets, const ZipPart& data,
                        std::initializer_list<std::int64_t> shape) {
        return opened(matrix("dia", {integers("offsets", offsets), data}, shape)).tensors[0].tensor;
    };
    // 3 x 4, of which the second diagonal is cut below and the third above.
    const auto tensor = dia({0, -1, 2}, floats("data", {1, 2, 3, 9, 4, 0, 9, 9, 9, 9, 5, 6}, "(3, 4)"), {3, 4});
    EXPECT_EQ(tensor.layout->name, "coo");
    EXPECT_EQ(valuesOf(tensor, "indices"), "0 1 2 1 2 0 1 0 1 2 0 1 2 3");
    EXPECT_EQ(valuesOf(tensor, "values"), "1 2 3 4 0 5 6");
    EXPECT_EQ(tensor.size, (Extents{3, 4}));
    EXPECT_TRUE(check(tensor).valid);
    // Rows shorter and longer than the matrix is wide, and diagonals beside it.
    EXPECT_EQ(valuesOf(dia({0}, floats("data", {1, 2}, "(1, 2)"), {3, 3}), "indices"), "0 1 0 1");
    EXPECT_EQ(valuesOf(dia({1}, floats("data", {9, 1, 2, 9}, "(1, 4)"), {2, 3}), "values"), "1 2");
    EXPECT_EQ(valuesOf(dia({7, -7}, floats("data", {9, 9}, "(2, 1)"), {2, 3}), "values"), "");
    EXPECT_EQ(valuesOf(dia({int64Max, int64Min}, floats("data", {9, 9}, "(2, 1)"), {2, 3}), "values"), "");
    // So far outside that its place can't be counted, in rows and in columns.
    for (const auto offset : {std::int64_t{1} << 62, -(std::int64_t{1} << 62), int64Max, int64Min})
        for (const bool isFortran : {false, true}) {
            const auto data = npyOf("<f8", "(2, 3)", bytesOf<double>({1, 2, 3, 4, 5, 6}), isFortran);
            EXPECT_EQ(valuesOf(dia({offset, offset}, {.name = "data.npy", .bytes = data}, {3, 3}), "values"), "");
        }
    EXPECT_EQ(valuesOf(dia({}, floats("data", {}, "(0, 4)"), {2, 3}), "values"), "");
    const auto refused = [](const ZipPart& offsets, const ZipPart& data) {
        return refusal(matrix("dia", {offsets, data}, {2, 2}));
    };
    EXPECT_TRUE(has(refused(integers("offsets", {0, 1}), floats("data", {1, 2}, "(1, 2)")), "(1, 2) and (2,)"));
    EXPECT_TRUE(has(refused(integers("offsets", {0, 1}), floats("data", {1, 2})), "(1, 2) and (2,)"));
    // One diagonal needs no dim for it.
    const auto one = dia({1}, floats("data", {9, 1, 2}), {3, 3});
    EXPECT_EQ(valuesOf(one, "indices") + " / " + valuesOf(one, "values"), "0 1 1 2 / 1 2");
    const auto bare = opened(matrix("dia", {integers("offsets", {0}, "()"), floats("data", {4, 5})}, {2, 2}));
    EXPECT_EQ(valuesOf(bare.tensors[0].tensor, "values"), "4 5");
    EXPECT_TRUE(has(refused(floats("offsets", {0}), floats("data", {1}, "(1, 1)")), "wanted integers"));
}

TEST(NpzReader, WhatIsNoMatrixOfScipyIsRefused)
{
    const auto members = {integers("indptr", {0, 0}), integers("indices", {}), floats("data", {})};
    EXPECT_TRUE(has(refusal(matrix("xyz", members, {1, 1})), "found \"xyz\""));
    EXPECT_TRUE(has(refusal(matrix("csr", members, {1, 1, 1})), "two integers for the shape"));
    EXPECT_TRUE(has(refusal(matrix("csr", members, {-1, 1})), "not negative, found (-1, 1)"));
    EXPECT_TRUE(has(refusal(matrix("csr", {integers("indptr", {0, 0}), floats("data", {})}, {1, 1})),
                    "needs an array \"indices\", found none"));
    EXPECT_TRUE(has(
        refusal(matrix("csr", {integers("indptr", {0, 0}), textPart("indices", "a"), floats("data", {})}, {1, 1})),
        "found a text"));
    // What can be read of one with an array that can't is shown all the same.
    const auto parts = opened(
        matrix("csr", {integers("indptr", {0, 0}), integers("indices", {}), {"data.npy", npyOf("|O", "(0,)", "")}},
               {1, 1}));
    EXPECT_EQ(parts.tensors.size(), 3U) << "indptr, indices and shape";
    EXPECT_TRUE(parts.others.empty()) << "with the text of its format they would be taken for a matrix again";
    EXPECT_THAT(parts.warnings,
                testing::Contains(testing::HasSubstr("\"data\" was left out: this array holds Python objects")));
    auto wrong = matrix("csr", members, {1, 1});
    wrong.back() = floats("shape", {1, 1});
    EXPECT_TRUE(has(refusal(wrong), "found float32 (2,)"));
    // A shape far beyond memory is only a claim.
    const auto huge = opened(matrix("csr", members, {std::int64_t{1} << 62, std::int64_t{1} << 62}));
    EXPECT_FALSE(check(huge.tensors[0].tensor).valid);
}

TEST(NpzReader, IndicesDoNotOutgrowTheFile)
{
    const std::string zeros(std::size_t{9} << 20, '\0');
    const auto shape = "(" + std::to_string(zeros.size()) + ",)";
    const auto packed = [&](const std::string& name) {
        return ZipPart{name + ".npy", npyOf("|i1", shape, zeros), true};
    };
    EXPECT_TRUE(has(refusal(matrix("coo", {packed("row"), packed("col"), packed("data")}, {1, 1})),
                    "need 150994944 bytes as coo"));
}

TEST(NpzReader, LooseMembersOfAMatrixAreOfferedAsOne)
{
    const auto members = [](const std::string& before) {
        return std::vector{integers(before + "indptr", {0, 2, 3}), integers(before + "indices", {0, 2, 1}),
                           floats(before + "data", {1, 2, 3})};
    };
    for (const std::string before : {"w_", "w.", "w/"}) {
        auto parts = members(before);
        parts.push_back(integers(before + "shape", {2, 3}));
        const auto document = opened(parts);
        ASSERT_EQ(document.tensors.size(), 5U) << before;
        EXPECT_EQ(document.tensors[0].name, "w");
        EXPECT_EQ(document.tensors[0].tensor.layout->name, "csr");
        EXPECT_EQ(document.tensors[0].tensor.size, (Extents{2, 3}));
        EXPECT_EQ(document.tensors[1].name, before + "indptr");
        EXPECT_TRUE(check(document.tensors[0].tensor).valid);
    }
    // By their shape they are columns.
    auto columns = members("w_");
    columns.push_back(integers("w_shape", {3, 2}));
    EXPECT_EQ(opened(columns).tensors[0].tensor.layout->name, "csc");
    columns.push_back(textPart("w_layout", "csr"));
    EXPECT_EQ(opened(columns).tensors[0].tensor.layout->name, "csr");
    EXPECT_TRUE(opened(columns).others.empty());
    // Without a shape it is estimated, which is told; without a name there is none.
    const auto bare = opened(members(""));
    ASSERT_EQ(bare.tensors.size(), 4U);
    EXPECT_EQ(bare.tensors[0].name, "");
    EXPECT_FALSE(bare.tensors[0].tensor.size);
    EXPECT_TRUE(has(joined(bare.warnings), "estimated"));
    // Two of three are only arrays.
    auto two = members("w_");
    two.pop_back();
    EXPECT_EQ(opened(two).tensors.size(), 2U);
}

TEST(ZipFiles, PyTorchsAreKnownByTheirPickle)
{
    EXPECT_TRUE(has(refusal({{"archive/data.pkl", "."}, {"archive/version", "3\n"}}), "on the stack"));
    EXPECT_FALSE(has(refusal({{"data.pkl", "."}}), "on the stack"));
    EXPECT_FALSE(has(refusal({{"a/b/data.pkl", "."}}), "on the stack"));
}

} // namespace
} // namespace tscope
