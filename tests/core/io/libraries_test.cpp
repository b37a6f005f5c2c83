// SPDX-License-Identifier: Apache-2.0
// Files as the newest PyTorch, SciPy and safetensors write them: tests/data/libraries/make.py.
#include "core/io/torch/read_torch.h"
#include "io/open.h"
#include "rules/check.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace tscope {
namespace {

using test::namesOf;
using test::othersOf;
using test::valuesOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string pathOf(const std::string& name)
{
    return TSCOPE_TEST_DATA "/libraries/" + name;
}

Document opened(const std::string& path)
{
    auto document = openFile(path);
    EXPECT_TRUE(document) << document.error().text << " at " << document.error().where;
    return document ? std::move(*document) : Document{};
}

Document library(const std::string& name)
{
    return opened(pathOf(name));
}

const Tensor& tensorOf(const Document& document, const std::string& name)
{
    const auto at = std::ranges::find(document.tensors, name, &NamedTensor::name);
    EXPECT_NE(at, document.tensors.end()) << name;
    return at == document.tensors.end() ? document.tensors.front().tensor : at->tensor;
}

std::string elementsOf(const Document& document, const std::string& name)
{
    return valuesOf(tensorOf(document, name).member("values").array);
}

} // namespace

TEST(LibraryFiles, AMaskedTensorIsShownAsTheTwoThatItIsMadeOf)
{
    const auto document = library("masked.pt");
    EXPECT_THAT(namesOf(document), ElementsAre("m._masked_data", "m._masked_mask"));
    EXPECT_EQ(elementsOf(document, "m._masked_data"), "0 1 2 3 4 5");
    EXPECT_EQ(elementsOf(document, "m._masked_mask"), "false false false true true true");
    EXPECT_THAT(document.warnings, Contains(HasSubstr("MaskedTensor of size (2, 3)")));
    EXPECT_THAT(document.warnings, Each(Not(HasSubstr("no data"))));
}

TEST(LibraryFiles, ADistributedTensorIsShownAsItsLocalOne)
{
    const auto document = library("dtensor.pt");
    EXPECT_EQ(elementsOf(document, "w._local_tensor"), "0 1 2 3 4 5 6 7");
    EXPECT_EQ(elementsOf(document, "b._local_tensor"), "0 1");
    EXPECT_THAT(namesOf(document), Not(Contains("w")));
    EXPECT_THAT(othersOf(document), Contains("w._spec.placements[0].dim = 0"));
    EXPECT_THAT(document.warnings,
                Contains(HasSubstr("\"w\" is a torch.distributed.tensor.DTensor of size (4, 2)")));
    EXPECT_THAT(document.warnings, Each(Not(HasSubstr("no data"))));
    EXPECT_THAT(document.warnings, Each(Not(HasSubstr("not known here"))));
    // The mesh of devices is one object that both speak of.
    EXPECT_EQ(std::ranges::count_if(namesOf(document),
                                    [](const std::string& name) { return name.ends_with("_rank_map"); }),
              1);
}

TEST(LibraryFiles, WhatIsAttachedToATensorIsListedBelowIt)
{
    const auto document = library("attached.pt");
    EXPECT_THAT(namesOf(document), ElementsAre("p", "p.extra", "t", "t.friend"));
    EXPECT_EQ(elementsOf(document, "p.extra"), "0 1 2 3");
    EXPECT_EQ(elementsOf(document, "t.friend"), "1 1 1 1");
    EXPECT_TRUE(tensorOf(document, "p").member("values").requiresGrad);
    EXPECT_THAT(othersOf(document), ElementsAre("p.note = 'kept'"));
}

TEST(LibraryFiles, AJaggedTensorDoesNotListItsMembersAgain)
{
    EXPECT_THAT(namesOf(opened(TSCOPE_TEST_DATA "/files/good/pt/t2x_jagged_lengths.pt")), ElementsAre(""));
}

TEST(LibraryFiles, AQuantisedTensorOf32BitsShowsTheIntegersThatItStores)
{
    const auto document = library("qint32.pt");
    EXPECT_EQ(elementsOf(document, "q"), "5 7 10"); // value / 0.5 + 3
    EXPECT_EQ(tensorOf(document, "q").declaredDType().name(), "qint32");
    EXPECT_TRUE(check(tensorOf(document, "q")).valid);
}

TEST(LibraryFiles, AnExportedProgramShowsItsWeightsConstantsAndInputs)
{
    const auto document = library("exported.pt2");
    EXPECT_THAT(namesOf(document),
                ElementsAre("linear.weight", "linear.bias", "table", "scale", "sample_inputs[0][0]"));
    EXPECT_EQ(elementsOf(document, "linear.weight"), "0 1 2 3 4 5");
    EXPECT_EQ(elementsOf(document, "linear.bias"), "0.5 -0.5");
    EXPECT_EQ(elementsOf(document, "table"), "0 2 1 3");
    EXPECT_EQ(tensorOf(document, "table").member("values").array.geometry, (Geometry{{2, 2}, {1, 2}, 0}));
    EXPECT_EQ(elementsOf(document, "scale"), "1 2");
    EXPECT_TRUE(tensorOf(document, "linear.weight").member("values").requiresGrad);
    EXPECT_THAT(document.warnings, Contains(HasSubstr("program exported by PyTorch")));
}

TEST(LibraryFiles, ACheckpointShowsAllItsItemsUnderTheirNames)
{
    const auto document = library("checkpoint/__0_0.distcp");
    EXPECT_THAT(namesOf(document), testing::UnorderedElementsAre("a", "b.c", "w", "list.0", "list.1"));
    EXPECT_EQ(elementsOf(document, "a"), "0 1 2 3 4 5");
    EXPECT_EQ(elementsOf(document, "b.c"), "0 1 2 3");
    EXPECT_EQ(elementsOf(document, "w"), "0 1 2 3 4 5 6 7");
    EXPECT_EQ(elementsOf(document, "list.1"), "0 0 0");
    EXPECT_THAT(othersOf(document), ElementsAre("n = 3"));
    EXPECT_THAT(document.warnings, Each(Not(HasSubstr("left out"))));
}

TEST(LibraryFiles, ACheckpointWithoutItsIndexShowsAllItsItemsByNumber)
{
    const auto folder = std::filesystem::temp_directory_path() / ("tscope-alone-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder);
    const auto alone = (folder / "__0_0.distcp").string();
    std::filesystem::copy_file(pathOf("checkpoint/__0_0.distcp"), alone,
                               std::filesystem::copy_options::overwrite_existing);
    const auto document = opened(alone);
    EXPECT_THAT(namesOf(document), ElementsAre("[1]", "[2]", "[3]", "[4]", "[5]"));
    EXPECT_THAT(document.warnings, Contains(HasSubstr("they are numbered")));
    std::filesystem::remove_all(folder);
}

TEST(LibraryFiles, TheIndexOfACheckpointNamesTheFilesThatHaveItsElements)
{
    const auto index = openFile(pathOf("checkpoint/.metadata"));
    ASSERT_FALSE(index);
    EXPECT_THAT(index.error().text, HasSubstr("the index of a distributed checkpoint"));
    EXPECT_THAT(index.error().text, HasSubstr("the .distcp files beside it"));
}

TEST(LibraryFiles, SparseArraysOfOneDimAndOfMany)
{
    for (const auto* name : {"vector_csr.npz", "vector_coo.npz"}) {
        SCOPED_TRACE(name);
        const auto document = library(name);
        const auto& tensor = document.tensors.front().tensor;
        EXPECT_EQ(tensor.layout->name, "coo");
        EXPECT_EQ(tensor.size, Extents{5});
        EXPECT_EQ(valuesOf(tensor.member("indices").array), "1 3");
        EXPECT_EQ(valuesOf(tensor.member("values").array), "1.5 -2");
        EXPECT_TRUE(check(tensor).valid);
    }
    EXPECT_THAT(library("vector_csr.npz").warnings, Contains(HasSubstr("is shown as coo")));
    const auto document = library("cube_coo.npz");
    const auto& cube = document.tensors.front().tensor;
    EXPECT_EQ(cube.size, (Extents{2, 3, 4}));
    EXPECT_EQ(cube.layout->locate(cube, {1, 2, 3})->value.text(), "2");
    EXPECT_TRUE(check(cube).valid);
}

TEST(LibraryFiles, ElementsBelowAByteAreSaidToBePacked)
{
    const auto document = library("f4.safetensors");
    EXPECT_EQ(tensorOf(document, "x").member("values").array.geometry.sizes, (Extents{2, 6}));
    EXPECT_THAT(document.warnings, Contains(HasSubstr("12 elements of 4 bits packed into 6 bytes")));
}

TEST(LibraryFiles, AreTheSameAfterBeingWritten)
{
    const auto folder = std::filesystem::temp_directory_path() / ("tscope-again-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder);
    for (const auto* name : {"vector_coo.npz", "cube_coo.npz", "qint32.pt"}) {
        SCOPED_TRACE(name);
        const auto before = library(name);
        const auto path = (folder / name).string();
        const auto notes = saveFile(before, path);
        ASSERT_TRUE(notes) << notes.error().text;
        EXPECT_THAT(*notes, testing::IsEmpty());
        const auto after = opened(path);
        ASSERT_EQ(namesOf(after), namesOf(before));
        const auto &was = before.tensors.front().tensor, &is = after.tensors.front().tensor;
        EXPECT_EQ(is.layout, was.layout);
        EXPECT_EQ(is.size, was.size);
        EXPECT_EQ(is.declaredDType(), was.declaredDType());
        EXPECT_EQ(valuesOf(is.member("values").array), valuesOf(was.member("values").array));
    }
    std::filesystem::remove_all(folder);
}

} // namespace tscope
