// SPDX-License-Identifier: Apache-2.0
#include "facts/code_text.h"

#include "core/facts/small_tensors.h"
#include "facts/code_elements.h"
#include "support/from_json.h"

#include <gmock/gmock.h>

#include <span>

// What the code says. That it runs and builds the same tensor, tests/app tells where Python is installed.
using namespace tscope;
using namespace tscope::test;
using testing::HasSubstr;
using testing::Not;

namespace {

const auto* const csr = R"({"layout":"csr","size":[2,3],"members":{"compressed":[0,1,2],"plain":[2,0],
                            "values":{"dtype":"float64","data":[1.5,-2]}}})";

} // namespace

TEST(CodeText, OfASparseTensorNamesItsMembers)
{
    EXPECT_EQ(
        torchCode(test::fromJson(csr), "w"),
        "# w  csr (2, 3) float64, 2 stored, int64 indices, 56 bytes\n"
        "import torch\nfrom math import inf, nan\n\n"
        "crow_indices = torch.tensor([0, 1, 2], dtype=torch.int64)\n"
        "col_indices = torch.tensor([2, 0], dtype=torch.int64)\n"
        "values = torch.tensor([1.5, -2.0], dtype=torch.float64)\n"
        "t = torch.sparse_csr_tensor(crow_indices, col_indices, values, size=(2, 3), check_invariants=True)\n");
    EXPECT_EQ(numpyCode(test::fromJson(csr), "w"),
              "# w  csr (2, 3) float64, 2 stored, int64 indices, 56 bytes\n"
              "import numpy as np\nimport scipy.sparse\nfrom math import inf, nan\n\n"
              "crow_indices = np.array([0, 1, 2], dtype=np.int64)\n"
              "col_indices = np.array([2, 0], dtype=np.int64)\n"
              "values = np.array([1.5, -2.0], dtype=np.float64)\n"
              "t = scipy.sparse.csr_array((values, col_indices, crow_indices), shape=(2, 3))\n");
}

TEST(CodeText, OfABrokenTensorSaysWhatIsBrokenAndDoesNotCheck)
{
    auto tensor = test::fromJson(csr);
    tensor.size = Extents{2, 2};
    EXPECT_THAT(torchCode(tensor), HasSubstr("# breaks 5.5: "));
    EXPECT_THAT(torchCode(tensor), HasSubstr("\nt = torch.sparse_csr_tensor(crow_indices, col_indices, values, "
                                             "size=(2, 2), check_invariants=False)"));
    EXPECT_THAT(numpyCode(tensor), HasSubstr("\nt.indptr, t.indices, t.data = crow_indices, col_indices, values"));
    tensor.size = Extents{2, -2};
    EXPECT_THAT(torchCode(tensor), HasSubstr("\n# t = "));
}

TEST(CodeText, OfAViewHasTheStorage)
{
    const auto view = test::fromJson(R"({"layout":"strided","members":{"values":{"dtype":"int32","shape":[2,2],
                                   "strides":[-1,2],"offset":1,"storage":[0,1,2,3]}}})");
    EXPECT_THAT(torchCode(view), HasSubstr("values_storage = torch.tensor([0, 1, 2, 3], dtype=torch.int32)\n"
                                           "# PyTorch has no negative strides (-1, 2): flip makes a copy\n"
                                           "values = values_storage.as_strided((2, 2), (1, 2), 0).flip((0,))\n"));
    EXPECT_THAT(numpyCode(view), Not(HasSubstr("no negative strides")));
    EXPECT_THAT(numpyCode(view), HasSubstr("values_storage, 1 * values_storage.itemsize, (-1 * "));
}

TEST(CodeText, WhatCanNotBeBuiltIsAComment)
{
    for (const auto* json :
         {R"({"layout":"strided","members":{"values":{"shape":[4],"strides":[3],"storage":[1,2,3]}}})",
          R"({"layout":"strided","members":{"values":{"shape":[-3,4],"strides":[1],"storage":[1]}}})",
          R"({"layout":"strided","members":{"values":{"shape":[1000000000,1000000000]}}})",
          R"({"layout":"strided","members":{"values":{"dtype":"strange","itemsize":4,"shape":[3]}}})"})
        for (const auto& code : {torchCode(test::fromJson(json)), numpyCode(test::fromJson(json))}) {
            EXPECT_THAT(code, HasSubstr("# values can't be built: "));
            EXPECT_THAT(code, HasSubstr("\n# t = values\n"));
        }
}

TEST(CodeText, NamesFromFilesStayInTheirComments)
{
    auto tensor = test::fromJson(R"({"layout":"strided","members":{"values":{"dtype":"a\nimport os","itemsize":4,
                               "shape":[3]}}})");
    tensor.claims.set("x\nimport os", std::string("y"));
    for (const auto& code : {torchCode(tensor, "n\r\nimport os"), numpyCode(tensor, "n\nimport os")})
        EXPECT_THAT(code, Not(HasSubstr("\nimport os")));
}

TEST(CodeText, LongStoragesAreFormulasOrCutAndCounted)
{
    const auto arange =
        madeOf({.kind = "arange", .layout = "strided", .size = {100'000}, .dtype = ElementType::i32});
    EXPECT_THAT(torchCode(arange), HasSubstr("values = torch.arange("));
    const auto zeros =
        test::fromJson(R"({"layout":"csr","size":[40,3],"members":{"compressed":)" + std::string("[0") + [] {
            std::string rest;
            for (int i = 0; i < 40; ++i)
                rest += ",0";
            return rest;
        }() + R"(],"plain":[],"values":[]}})");
    EXPECT_THAT(numpyCode(zeros), HasSubstr("crow_indices = np.full((41,), 0, dtype=np.int64)"));

    auto dense = madeOf({.kind = "dense", .layout = "strided", .size = {5000}, .dtype = ElementType::f64});
    EXPECT_EQ(torchCode(dense), torchCode(dense, "", {.mostElements = 5000})) << "whole";
    WrittenElements count;
    const auto cut = torchCode(dense, "", {.mostElements = 1000, .written = &count});
    EXPECT_THAT(cut, HasSubstr("# values has 5000 elements; [0, 1000) stand here, zeros for the others, "
                               "so this is not the whole tensor\n"
                               "values = torch.zeros(5000, dtype=torch.float64)\nvalues[0:1000] = "));
    EXPECT_EQ(count.written, 1000);
    EXPECT_EQ(count.leftOut, 4000);
    EXPECT_LT(cut.size(), 30'000U);
    dense.members[0].array.geometry = {{3}, {2}, 4000};
    dense.size = Extents{3};
    EXPECT_THAT(numpyCode(dense), HasSubstr("[4000, 4005) stand here, zeros for the others, which are not read"));
}

TEST(CodeText, ATensorOfThousandsOfEntriesIsWrittenWhole)
{
    const auto tensor = madeOf({.layout = "csr", .size = {300, 300}, .nnz = 5000});
    for (const auto codeOf : {torchCode, numpyCode}) {
        WrittenElements count;
        const auto code = codeOf(tensor, "", {.written = &count});
        EXPECT_EQ(code.find("zeros("), std::string::npos);
        EXPECT_EQ(count.written, 301 + 5000 + 5000);
        EXPECT_EQ(count.leftOut, 0);
        EXPECT_TRUE(count.isPossible);
    }
}

TEST(CodeText, WhatIsNotKnownIsCounted)
{
    WrittenElements count;
    const auto* const vast = R"({"layout":"strided","members":{"values":{"shape":[1000000000,1000000000]}}})";
    (void)torchCode(test::fromJson(vast), "", {.written = &count});
    EXPECT_FALSE(count.isPossible);
}

TEST(CodeText, OfAViewThatConjugatesOrNegatesSaysSo)
{
    const auto view = test::fromJson(
        R"({"sizes": [2], "dtype": "complex64", "data": [[6, 16], [0, -1]], "conj": true, "neg": true})");
    EXPECT_THAT(torchCode(view), HasSubstr("\nt = torch._neg_view(values.conj())\n"));
    EXPECT_THAT(numpyCode(view), HasSubstr("\nt = np.negative(np.conj(values))\n"));
    const auto real =
        test::fromJson(R"({"sizes": [], "dtype": "float32", "data": [6], "neg": true, "conj": true})");
    EXPECT_THAT(torchCode(real), HasSubstr("\nt = torch._neg_view(values)\n"));
    EXPECT_THAT(numpyCode(real), HasSubstr("\nt = np.asarray(np.negative(values))\n"))
        << "0-d it is no array else";
    for (const auto& code : {torchCode(view), numpyCode(view)})
        EXPECT_THAT(code, Not(HasSubstr("claims")));
}

// Elements that no number spells are written as integers of the same bytes.
TEST(CodeText, OfOddBitsIsWrittenAsIntegers)
{
    auto nan = test::fromJson(R"({"sizes": [2], "dtype": "float32", "data": [1, 2]})");
    const std::uint32_t bits[]{0x7fc00000, 0x7fc00001};
    nan.members[0].array = Array::fromBytes(ElementType::f32, {2}, std::as_bytes(std::span(bits)));
    EXPECT_THAT(torchCode(nan), HasSubstr("values = torch.tensor([2143289344, 2143289345], "
                                          "dtype=torch.int32).view(torch.float32)\n"));
    EXPECT_THAT(numpyCode(nan), HasSubstr("dtype=np.int32).view(np.float32)\n"));
    const std::uint32_t usual[]{0x7fc00000, 0xffc00000};
    nan.members[0].array = Array::fromBytes(ElementType::f32, {2}, std::as_bytes(std::span(usual)));
    EXPECT_THAT(torchCode(nan), HasSubstr("torch.tensor([nan, -nan], dtype=torch.float32)\n"));
    auto bools = test::fromJson(R"({"sizes": [2], "dtype": "bool", "data": [true, false]})");
    const std::uint8_t odd[]{1, 2};
    bools.members[0].array = Array::fromBytes(ElementType::boolean, {2}, std::as_bytes(std::span(odd)));
    EXPECT_THAT(torchCode(bools), HasSubstr("torch.tensor([1, 2], dtype=torch.uint8).view(torch.bool)\n"));
}

TEST(CodeText, NumbersOfAHolderAreExactInIt)
{
    const auto floats = test::fromJson(R"({"sizes": [2], "dtype": "float8_e4m3fn", "data": [1.875, -0.6875]})");
    EXPECT_THAT(numpyCode(floats),
                HasSubstr("# values: NumPy has no float8_e4m3fn, float32 holds the same numbers\n"
                          "values = np.array([1.875, -0.6875], dtype=np.float32)\n"));
    const auto half = *Element::from(0.1, ElementType::f16);
    EXPECT_EQ(pythonNumber(half), "0.1") << "which float16 reads as itself";
    EXPECT_EQ(pythonNumber(half, {.areWider = true}), "0.099975586");
}

// SciPy takes no float16, and 0.1 as float32 is another number.
TEST(CodeText, HalvesOfSparseTensorsAreExactForSciPy)
{
    const auto halves = test::fromJson(R"({"layout": "csr", "size": [1, 2], "dtype": "float16", "members": {
        "compressed": [0, 1], "plain": [0], "values": [0.0999755859375]}})");
    EXPECT_THAT(numpyCode(halves), HasSubstr("\nvalues = np.array([0.099975586], dtype=np.float32)\n"));
    const auto dense = test::fromJson(R"({"sizes": [1], "dtype": "float16", "data": [0.0999755859375]})");
    EXPECT_THAT(numpyCode(dense), HasSubstr("\nvalues = np.array([0.1], dtype=np.float16)\n"));
}

TEST(CodeText, WithoutElementsKeepsItsStrides)
{
    const auto empty = test::fromJson(R"({"layout":"strided","members":{"values":{"shape":[0,3],"strides":[7,2],
                                          "offset":3,"storage":[1,2,3,4]}}})");
    EXPECT_THAT(torchCode(empty),
                HasSubstr("\nvalues = torch.empty(0, dtype=torch.float32).as_strided((0, 3), (7, 2), 3)\n"));
    EXPECT_THAT(numpyCode(empty), HasSubstr("lead nowhere\nvalues = np.empty((0, 3), dtype=np.float32)\n"));
}

TEST(CodeText, AGradientIsAskedOfTheTensor)
{
    const auto tensor = test::fromJson(R"({"layout": "coo", "size": [2], "members": {"indices": [[0]],
                                           "values": {"shape": [1], "data": [1], "requires_grad": true}}})");
    EXPECT_THAT(torchCode(tensor), HasSubstr("\nt.requires_grad_()\n"));
    EXPECT_THAT(torchCode(tensor), Not(HasSubstr("# values requires")));
    EXPECT_THAT(numpyCode(tensor), HasSubstr("# values requires a gradient\n"));
}

TEST(CodeText, OfASizeThatTheMembersTellHasItForSciPy)
{
    auto tensor = test::fromJson(csr);
    tensor.size = std::nullopt;
    EXPECT_THAT(numpyCode(tensor), HasSubstr("\nt = scipy.sparse.csr_array((values, col_indices, crow_indices), "
                                             "shape=(2, 3))\n"));
}

TEST(CodeText, NumbersAreThoseOfPython)
{
    const auto number = [](const Number& value, ElementType type) {
        return pythonNumber(*Element::from(value, DType(type)));
    };
    EXPECT_EQ(number(true, ElementType::boolean), "True");
    EXPECT_EQ(number(-0.0, ElementType::f32), "-0.0");
    EXPECT_EQ(number(0.1, ElementType::f32), "0.1");
    EXPECT_EQ(number(1e300, ElementType::f64), "1e+300");
    EXPECT_EQ(number(3.0, ElementType::f16), "3.0");
    EXPECT_EQ(number(INFINITY, ElementType::bf16), "inf");
    EXPECT_EQ(number(NAN, ElementType::f32), "nan");
    EXPECT_EQ(number(std::uint64_t(-1), ElementType::u64), "18446744073709551615");
    EXPECT_EQ(number(std::complex<double>(0.1, -INFINITY), ElementType::c64), "complex(0.1, -inf)");
}
