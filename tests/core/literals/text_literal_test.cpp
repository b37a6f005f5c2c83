// SPDX-License-Identifier: Apache-2.0
#include "literals/text_literal.h"

#include "literals/json_tensor.h"
#include "support/same_document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <iterator>

namespace tscope {
namespace {

using nlohmann::json;

std::string contents(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

Document readText(std::string_view text)
{
    auto document = readTextLiteral(text);
    EXPECT_TRUE(document) << text << "\n" << document.error().text << " at " << document.error().where;
    return document ? std::move(*document) : Document{};
}

Tensor loneText(std::string_view text)
{
    auto document = readText(text);
    EXPECT_EQ(document.tensors.size(), 1u);
    return document.tensors.empty() ? Tensor{} : document.tensors.front().tensor;
}

Error textFailure(std::string_view text)
{
    const auto document = readTextLiteral(text);
    EXPECT_FALSE(document) << text.substr(0, 200);
    return document ? Error{} : document.error();
}

std::vector<std::string> elementTexts(const Tensor& tensor, std::string_view role = "values")
{
    std::vector<std::string> out;
    const auto& array = tensor.member(role).array;
    for (std::int64_t i = 0; i < numel(array.geometry).value_or(0); ++i)
        out.push_back(array.at(i).text());
    return out;
}

using Words = std::vector<std::string>;

void expectNumber(const Element& element, const json& wanted, double tolerance)
{
    const auto number = element.number();
    if (wanted.is_array()) {
        const auto value = std::get<std::complex<double>>(number);
        EXPECT_EQ(value.real(), wanted[0].get<double>());
        EXPECT_EQ(value.imag(), wanted[1].get<double>());
    } else if (wanted.is_string()) {
        EXPECT_EQ(element.text(), wanted.get<std::string>());
    } else if (wanted.is_boolean()) {
        EXPECT_EQ(std::get<bool>(number), wanted.get<bool>());
    } else if (const auto* integer = std::get_if<std::int64_t>(&number)) {
        EXPECT_EQ(*integer, wanted.get<std::int64_t>());
    } else {
        const auto value = wanted.get<double>();
        EXPECT_NEAR(std::get<double>(number), value, std::abs(value) * std::max(tolerance, 1e-12));
    }
}

void expectArray(const Array& array, const json& wanted)
{
    EXPECT_EQ(array.dtype.name(), wanted["dtype"].get<std::string>());
    EXPECT_EQ(array.geometry.sizes, wanted["shape"].get<Extents>());
    EXPECT_EQ(array.geometry.strides, wanted["strides"].get<Extents>());
    EXPECT_EQ(array.storageNumel(), wanted["storage_numel"].get<std::int64_t>());
    const auto& first = wanted["first"];
    const auto& last = wanted["last"];
    const auto tolerance = wanted.value("tolerance", 0.0);
    for (std::size_t i = 0; i < first.size(); ++i)
        expectNumber(array.at(static_cast<std::int64_t>(i)), first[i], tolerance);
    for (std::size_t i = 0; i < last.size(); ++i)
        expectNumber(array.at(*numel(array.geometry) - static_cast<std::int64_t>(last.size() - i)), last[i],
                     tolerance);
}

void expectTensor(const Tensor& tensor, const json& wanted)
{
    EXPECT_EQ(tensor.layout->name, wanted["layout"].get<std::string>());
    EXPECT_EQ(tensor.declaredDType().name(), wanted["dtype"].get<std::string>());
    if (wanted["layout"] == "strided")
        return expectArray(tensor.member("values").array, wanted);
    if (wanted.contains("buffer"))
        expectArray(tensor.member("buffer").array, wanted["buffer"]);
    if (wanted.contains("members"))
        for (const auto& [name, array] : wanted["members"].items())
            expectArray(tensor.member(roleNamed(*tensor.layout, name)->name).array, array);
    if (tensor.size)
        EXPECT_EQ(*tensor.size, wanted["shape"].get<Extents>());
    else
        EXPECT_TRUE(!wanted.value("shape_known", true) || wanted["layout"] == "nested");
}

TEST(TextLiteral, EveryFixtureBehavesAsItsManifestSays)
{
    const auto files = json::parse(contents(TSCOPE_TEST_DATA "/text/manifest.json"));
    EXPECT_GT(files.size(), 40u);
    for (const auto& item : files) {
        const auto path = item["path"].get<std::string>();
        SCOPED_TRACE(path);
        const auto document = readTextLiteral(contents(TSCOPE_TEST_DATA "/text/" + path));
        const auto must = item["must"].get<std::string>();
        if (must == "reject-with-error") {
            ASSERT_FALSE(document);
            EXPECT_GT(document.error().text.size(), 10u);
            EXPECT_EQ(document.error().text.find('\n'), std::string::npos);
        } else if (must == "error-or-partial") {
            EXPECT_TRUE(!document || readJsonTensors(*writeJsonTensors(*document)));
        } else {
            ASSERT_TRUE(document) << document.error().text << " at " << document.error().where;
            ASSERT_EQ(document->tensors.size(), item["tensors"].size());
            for (std::size_t t = 0; t < document->tensors.size(); ++t) {
                EXPECT_EQ(document->tensors[t].name, item["tensors"][t]["name"].get<std::string>());
                expectTensor(document->tensors[t].tensor, item["tensors"][t]);
            }
        }
    }
}

TEST(TextLiteral, TypesFollowTheLibraryThatPrinted)
{
    const auto type = [](std::string_view text) { return std::string(loneText(text).declaredDType().name()); };
    EXPECT_EQ(type("[1, 2]"), "int64");
    EXPECT_EQ(type("[1, 2.5]"), "float64");
    EXPECT_EQ(type("[True, 2]"), "int64");
    EXPECT_EQ(type("[1, 2j]"), "complex128");
    EXPECT_EQ(type("tensor([1, 2])"), "int64");
    EXPECT_EQ(type("tensor([1., 2])"), "float32");
    EXPECT_EQ(type("tensor([1.+2.j])"), "complex64");
    EXPECT_EQ(type("tensor([True])"), "bool");
    EXPECT_EQ(type("tensor([])"), "float32");
    EXPECT_EQ(type("array([1., 2.], dtype=float32)"), "float32");
    EXPECT_EQ(type("np.array([1, 2], dtype='<i2')"), "int16");
    EXPECT_EQ(type("torch.tensor([1, 2], dtype=torch.uint8, device='cuda:1')"), "uint8");
    EXPECT_EQ(type("tensor([1, 2], dtype=torch.half)"), "float16");
    EXPECT_EQ(type("np.float64(1.5)"), "float64");
}

TEST(TextLiteral, NumbersOfAllSpellingsAreRead)
{
    EXPECT_EQ(elementTexts(loneText("[1., .5, -2e-3, +4, 1E2, nan, -inf]")),
              Words({"1", "0.5", "-0.002", "4", "100", "nan", "-inf"}));
    EXPECT_EQ(elementTexts(loneText("[1.+2.j  , 1.25-3.5j, (1-1j), -2j]")),
              Words({"(1+2j)", "(1.25-3.5j)", "(1-1j)", "(0-2j)"}));
    EXPECT_EQ(elementTexts(loneText("[1.  +2.j   1.25-3.5j ]")), Words({"(1+2j)", "(1.25-3.5j)"}));
    EXPECT_EQ(elementTexts(loneText("array([18446744073709551615], dtype=uint64)")),
              Words({"18446744073709551615"}));
    EXPECT_EQ(elementTexts(loneText("[-9223372036854775808 9223372036854775807]")),
              Words({"-9223372036854775808", "9223372036854775807"}));
    EXPECT_EQ(elementTexts(loneText("[np.float32(1.5), np.float32(2.5)]")), Words({"1.5", "2.5"}));
    EXPECT_EQ(elementTexts(loneText("((1, 2), (3, 4),)")), Words({"1", "2", "3", "4"}));
}

// As repr() of lists of its scalars gives them.
TEST(TextLiteral, PrintsOfNumPy2AreRead)
{
    const auto flags = loneText("[np.True_, np.False_, True]");
    EXPECT_EQ(flags.declaredDType(), DType(ElementType::boolean));
    EXPECT_EQ(elementTexts(flags), Words({"true", "false", "true"}));
    EXPECT_EQ(elementTexts(loneText("[np.float64(1.5), np.float16(nan), np.float64(-inf), np.longdouble('2.5')]")),
              Words({"1.5", "nan", "-inf", "2.5"}));
    EXPECT_EQ(elementTexts(loneText("[np.complex64(1+2j), np.clongdouble('3-4j'), np.complex128(nan-infj)]")),
              Words({"(1+2j)", "(3-4j)", "(nan-infj)"}));
    EXPECT_EQ(loneText("np.True_").member("values").array.geometry.rank(), 0);
    EXPECT_NE(textFailure("[np.Truth_]").text, "");
    EXPECT_NE(textFailure("[np.longdouble('two')]").text, "");
}

TEST(TextLiteral, NumbersThatHaveNamesAreRead)
{
    EXPECT_EQ(elementTexts(loneText("[torch.inf, -torch.nan, np.inf, -math.inf, float('-inf'), float(\"nan\")]")),
              Words({"inf", "nan", "inf", "-inf", "-inf", "nan"}));
    EXPECT_EQ(elementTexts(loneText("[complex(-0.0, nan), complex(1, -torch.inf), complex(True, 2.5)]")),
              Words({"(-0+nanj)", "(1-infj)", "(1+2.5j)"}));
    EXPECT_EQ(elementTexts(loneText("torch.tensor(complex(1.5, -2.0), dtype=torch.complex64)")),
              Words({"(1.5-2j)"}));
    for (const auto* text : {"[torch.inference]", "[complex(1, 2j)]", "[complex('1', 2)]", "[complex(1, 2, 3)]"})
        EXPECT_NE(textFailure(text).text, "") << text;
}

TEST(TextLiteral, CallsWithoutElementsAreRead)
{
    const auto empty = loneText("torch.empty((0, 3), dtype=torch.int8, requires_grad=False)");
    EXPECT_EQ(empty.member("values").array.geometry.sizes, Extents({0, 3}));
    EXPECT_EQ(empty.declaredDType(), DType(ElementType::i8));
    EXPECT_EQ(loneText("torch.empty([2, 0])").declaredDType(), DType(ElementType::f32));
    EXPECT_EQ(loneText("np.empty((0,))").declaredDType(), DType(ElementType::f64));
    EXPECT_NE(textFailure("torch.empty((2, 3))").text.find("without elements"), std::string::npos);
    EXPECT_NE(textFailure("torch.empty((0, -1))").text.find("negative"), std::string::npos);
}

TEST(TextLiteral, EmptyPrintsKeepTheirShape)
{
    EXPECT_EQ(loneText("tensor([], size=(0, 3))").member("values").array.geometry.sizes, Extents({0, 3}));
    EXPECT_EQ(loneText("array([], shape=(2, 0, 4), dtype=int8)").member("values").array.geometry.sizes,
              Extents({2, 0, 4}));
    EXPECT_EQ(loneText("tensor(3)").member("values").array.geometry.sizes, Extents{});
    EXPECT_NE(textFailure("tensor([1], size=(2, 3))").text, "");
}

TEST(TextLiteral, WhatIsSaidBesideTheNumbersIsKept)
{
    const auto tensor = loneText("tensor([1., 2.], device='cuda:0', dtype=torch.float16, grad_fn=<Add<X> at 1>, "
                                 "requires_grad=True)");
    EXPECT_TRUE(tensor.member("values").requiresGrad);
    EXPECT_EQ(tensor.declaredDevice().text(), "cuda:0");
    const auto sparse =
        loneText("tensor(indices=tensor([[0, 1]]),\n values=tensor([1, 2]),\n device='cuda:0', size=(3,), "
                 "nnz=2, dtype=torch.int32, layout=torch.sparse_coo)");
    EXPECT_EQ(sparse.member("values").array.dtype, DType(ElementType::i32));
    EXPECT_EQ(sparse.member("indices").array.storage->device().text(), "cuda:0");
    EXPECT_EQ(sparse.size, Extents({3}));
}

TEST(TextLiteral, ConstructorCallsAreReadByPlaceAndByName)
{
    EXPECT_EQ(loneText("torch.sparse_coo_tensor([[0, 1], [1, 0]], [3., 4.], (2, 2), is_coalesced=True)")
                  .claims.flag("is_coalesced"),
              true);
    EXPECT_EQ(loneText("torch.sparse_csc_tensor([0, 1], [0], [1.])").layout->name, "csc");
    EXPECT_EQ(loneText("torch.sparse_bsr_tensor([0, 1], [0], [[[1.]]], torch.Size([1, 1]))").size,
              Extents({1, 1}));
    const auto tensor =
        loneText("x = torch.sparse_compressed_tensor(torch.tensor([0, 1]), plain_indices=[0], values=[1], "
                 "size=(1, 1), layout=torch.sparse_csc)  # a comment");
    EXPECT_EQ(tensor.layout->name, "csc");
    EXPECT_EQ(tensor.member("values").array.dtype, DType(ElementType::i64));
    EXPECT_NE(textFailure("torch.sparse_csr_tensor([0, 1], [0])").text.find("values"), std::string::npos);
    EXPECT_NE(textFailure("torch.sparse_coo_tensor([[0]], crow_indices=[0], values=[1])").text, "");
}

TEST(TextLiteral, ConflictsAreHeldAndWarnedOf)
{
    const auto conflict =
        readText("tensor(crow_indices=tensor([0, 1]), col_indices=tensor([0]), values=tensor([1.]), "
                 "size=(1, 1), nnz=4, layout=torch.sparse_csc)");
    EXPECT_EQ(conflict.tensors[0].tensor.layout->name, "csc");
    EXPECT_EQ(conflict.warnings.size(), 3u); // two names and nnz
    EXPECT_EQ(readText(contents(TSCOPE_TEST_DATA "/text/good/seed_bsr_doc.txt")).warnings.size(), 1u);
    EXPECT_EQ(readText(contents(TSCOPE_TEST_DATA "/text/good/scipy_print.txt")).warnings.size(), 1u);
    EXPECT_EQ(readText("[1e999]").warnings.size(), 1u);
}

TEST(TextLiteral, NestedTensorsArePacked)
{
    const auto tensor = loneText("nested_tensor([[1, 2], [3]], dtype=torch.int16)");
    EXPECT_EQ(elementTexts(tensor, "buffer"), Words({"1", "2", "3"}));
    EXPECT_EQ(elementTexts(tensor, "storage_offsets"), Words({"0", "2"}));
    const auto jagged =
        loneText("torch.nested.nested_tensor([[[1., 2.]], [[3., 4.], [5., 6.]]], layout=torch.jagged)");
    EXPECT_EQ(jagged.layout->name, "jagged");
    EXPECT_EQ(elementTexts(jagged, "offsets"), Words({"0", "1", "3"}));
    EXPECT_EQ(jagged.member("values").array.geometry.sizes, Extents({3, 2}));
    EXPECT_NE(
        textFailure("NestedTensor(size=(2, j1, 3), offsets=tensor([0, 1]), contiguous=True)").text.find("data"),
        std::string::npos);
    EXPECT_NE(textFailure("nested_tensor([tensor([1.]), tensor([[1.]])])").text, "");
}

TEST(TextLiteral, SciPyPrintsOfAllAgesAreRead)
{
    const auto old =
        readText("<2x3 sparse matrix of type '<class 'numpy.float32'>'\n\twith 2 stored elements in Compressed "
                 "Sparse Row format>\n  (0, 1)\t1.5\n  (1, 0)\t2.0");
    EXPECT_EQ(old.tensors[0].tensor.size, Extents({2, 3}));
    EXPECT_EQ(old.tensors[0].tensor.declaredDType(), DType(ElementType::f32));
    EXPECT_TRUE(old.warnings.empty());
    EXPECT_EQ(elementTexts(loneText("  (0, 0)\t(1+2j)\n  (3, 1)\t2j")), Words({"(1+2j)", "(0+2j)"}));
    EXPECT_EQ(elementTexts(loneText("  (0,)\t1\n  (3,)\t2"), "indices"), Words({"0", "3"}));
    EXPECT_NE(textFailure("  (0, 0)\t1.0\n  :\t:\n  (9, 9)\t2.0").text.find(":"), std::string::npos);
    EXPECT_NE(
        textFailure("<2x3 sparse matrix of type '<class 'numpy.float32'>'\n\twith 2 stored elements in COOrdinate "
                    "format>")
            .text.find("print"),
        std::string::npos);
}

TEST(TextLiteral, PastesAreCleanedAndSaidSo)
{
    const auto typographic = readText("\xE2\x80\x8B[\xE2\x88\x92"
                                      "1,\xC2\xA0"
                                      "2]");
    EXPECT_EQ(elementTexts(typographic.tensors[0].tensor), Words({"-1", "2"}));
    EXPECT_EQ(typographic.warnings.size(), 3u);
    EXPECT_EQ(elementTexts(loneText(">>> x = torch.ones(2)\n>>> x\ntensor([1., 1.])")), Words({"1", "1"}));
    EXPECT_EQ(elementTexts(loneText(">>> [[1],\n...  [2]]")), Words({"1", "2"}));
    EXPECT_EQ(elementTexts(loneText("In [3]: x\nOut[3]: \narray([[1],\n       [2]])\n")), Words({"1", "2"}));
    EXPECT_EQ(elementTexts(loneText("```python\n[4, 5]\n```")), Words({"4", "5"}));
}

TEST(TextLiteral, OtherThingsAreRecognised)
{
    EXPECT_NE(
        textFailure("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9").text.find("git-lfs"),
        std::string::npos);
    EXPECT_NE(textFailure("<!DOCTYPE html><html></html>").text.find("HTML"), std::string::npos);
    EXPECT_NE(textFailure("tensor([0., 1., ..., 9.])").text.find("set_printoptions"), std::string::npos);
    EXPECT_NE(textFailure("[[1, 2], [3]]").text.find("nested_tensor"), std::string::npos);
    EXPECT_EQ(textFailure("[1,\n 2, oops]").where, "line 2, column 5");
}

TEST(TextLiteral, NotesOfPeopleAreNotCalledATensor)
{
    for (const auto* notes : {"hello this is a note", "hello, this is a note", "'hello' this", "x = hello this"}) {
        const auto error = textFailure(notes);
        EXPECT_NE(error.text.find("wanted a tensor, such as [[1, 2]] or tensor([1, 2]), found "),
                  std::string::npos)
            << error.text;
        EXPECT_NE(error.text.find("hello"), std::string::npos) << error.text;
        EXPECT_EQ(error.text.find("first tensor"), std::string::npos) << error.text;
    }
    const auto error = textFailure("hello this is a note");
    EXPECT_EQ(error.text,
              "wanted a tensor, such as [[1, 2]] or tensor([1, 2]), found \"hello\" and behind it \"this\"");
    EXPECT_EQ(error.where, "line 1, column 1");
    EXPECT_EQ(textFailure("3 apples").text,
              "wanted a tensor, such as [[1, 2]] or tensor([1, 2]), found 3 and behind it \"apples\"");
    EXPECT_EQ(textFailure("See (above) for it").text,
              "wanted the end of the text behind the call See(...), found \"for\"");
    EXPECT_EQ(textFailure("[1, 2] [3]").text, "wanted the end of the text behind the first tensor, found \"[\"");
}

TEST(TextLiteral, RowsOfNumbersAreAMatrix)
{
    const auto sizes = [](const char* rows) { return loneText(rows).member("values").array.geometry.sizes; };
    for (const auto* rows :
         {"3 0 0\n4 5 1\n", "3\t0\t0\r\n4\t5\t1\r\n", "3, 0, 0\n4, 5, 1", "3;0;0\n4;5;1;\n", "3 0 0; 4 5 1",
          "  3 0 0;\n  4 5 1;\n", "# of a file\n3 0 0\n# more\n4 5 1\n", "3;0;0\n ;\n4;5;1\n"}) {
        EXPECT_EQ(sizes(rows), (Extents{2, 3})) << rows;
        EXPECT_EQ(elementTexts(loneText(rows)), (Words{"3", "0", "0", "4", "5", "1"})) << rows;
    }
    EXPECT_EQ(sizes("1 2 3"), (Extents{3}));
    EXPECT_EQ(sizes("1.5e3,-2,nan,inf"), (Extents{4}));
    EXPECT_NE(textFailure("1 2\n3").text.find("rows differ in length"), std::string::npos);
    EXPECT_EQ(textFailure("1 2\n3").where.substr(0, 6), "line 2");
    EXPECT_NE(textFailure("1 2\n3 x").text.find("wanted a tensor, such as"), std::string::npos) << "no matrix";
}

TEST(TextLiteral, ListsOfTensorsAreSeveral)
{
    const auto document = readText("[tensor([1]), tensor([2, 3])]");
    ASSERT_EQ(document.tensors.size(), 2u);
    EXPECT_EQ(document.tensors[1].name, "1");
}

TEST(TextLiteral, HostileTextsAreErrors)
{
    for (const std::string_view text : {"[",
                                        "]",
                                        "(",
                                        ")",
                                        ",",
                                        "=",
                                        "x",
                                        "x =",
                                        "[,]",
                                        "[1,,2]",
                                        "f(",
                                        "tensor(",
                                        "tensor()",
                                        "tensor([1], [2], 3)",
                                        "tensor(dtype=torch.int8)",
                                        "tensor([1], dtype)",
                                        "tensor([1], dtype=)",
                                        "tensor([1] dtype=torch.int8)",
                                        "[1 = 2]",
                                        "(1]",
                                        "[1)",
                                        "tensor([1]).sum()",
                                        "1 + 2",
                                        "1-2",
                                        "2*3",
                                        "1__0",
                                        "1_0",
                                        "0x1",
                                        "--1",
                                        "'a",
                                        "<a",
                                        "{1: 2}",
                                        "tensor([1], dtype=torch.strange)",
                                        "tensor([300], dtype=torch.uint8)",
                                        "tensor([1.5], dtype=int8)",
                                        "nested_tensor(1)",
                                        "nested_tensor()",
                                        "tensor(values=tensor([1]))",
                                        "tensor(indices=3)",
                                        "tensor(crow_indices=[0], crow_indices=[0])",
                                        "tensor([[1, [2]]])",
                                        "[[], 1]",
                                        "[tensor([1]), 2, x]",
                                        "tensor([1], device=3)",
                                        "torch.Size(2, 3, 4)",
                                        "tensor(indices=[[0]], values=[1], size=(99999999999999999999,))",
                                        "(1, 2)\t3\n(1)\t4",
                                        "(1, 99999999999999999999)\t3",
                                        "<1x1 sparse with 1 stored elements shape (1, >\n"})
        textFailure(text);
    textFailure(std::string(401, '1'));
    textFailure(std::string((16u << 20) + 1, ' '));
}

TEST(TextLiteral, EmptyComponentsOfAnyLengthDoNotOverflow)
{
    const std::string part = "tensor([], size=(4611686018427387904, 0))";
    const auto document =
        readTextLiteral("nested_tensor([" + part + ", " + part + ", " + part + "], layout=torch.jagged)");
    ASSERT_TRUE(document) << document.error().text;
    EXPECT_EQ(document->tensors[0].tensor.member("offsets").array.at(3).asIndex(), int64Max);
}

} // namespace
} // namespace tscope
