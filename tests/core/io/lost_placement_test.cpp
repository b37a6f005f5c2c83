// SPDX-License-Identifier: Apache-2.0
// Formats that keep elements alone say what they lose of strides, offsets and sharing.
#include "core/io/torch/read_torch.h"
#include "io/open.h"
#include "literals/json_tensor.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace tscope {
namespace {

using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class LostPlacement : public testing::Test
{
protected:
    LostPlacement()
        : m_folder(std::filesystem::temp_directory_path() / ("tscope-lost-" + std::to_string(::getpid())))
    {
        std::filesystem::create_directory(m_folder);
    }
    ~LostPlacement() override { std::filesystem::remove_all(m_folder); }

    std::vector<std::string> notesOf(const std::string& json, const std::string& file) const
    {
        const auto document = readJsonTensors(json);
        EXPECT_TRUE(document) << document.error().text;
        const auto notes = saveFile(*document, (m_folder / file).string());
        EXPECT_TRUE(notes) << notes.error().text;
        return notes ? *notes : std::vector<std::string>();
    }

    std::filesystem::path m_folder;
};

const std::string sharing = R"({"tensors": {
    "a": {"dtype": "float32", "sizes": [4], "data": [0, 1, 2, 3]},
    "b": {"layout": "strided", "members": {"values": {"dtype": "float32", "shape": [2], "storage": {"shared": "a/values"}}}},
    "c": {"layout": "strided", "members": {"values": {"dtype": "float32", "shape": [2], "offset": 2, "storage": {"shared": "a/values"}}}},
    "d": {"layout": "strided", "members": {"values": {"dtype": "float32", "shape": [2, 2], "strides": [1, 2], "storage": {"shared": "a/values"}}}},
    "e": {"dtype": "float32", "sizes": [1], "data": [7]}}})";

TEST_F(LostPlacement, OneStorageThatBecomesFourIsTold)
{
    for (const auto* file : {"x.safetensors", "x.npz"})
        EXPECT_THAT(notesOf(sharing, file), Contains(HasSubstr("that 4 arrays share 1 storage"))) << file;
    EXPECT_THAT(notesOf(sharing, "x.pt"), IsEmpty());
    EXPECT_THAT(notesOf(sharing, "x.json"), IsEmpty());
}

TEST_F(LostPlacement, StridesAndOffsetsAreToldWhereTheyAreNotKept)
{
    EXPECT_THAT(notesOf(sharing, "x.safetensors"), Contains(HasSubstr("strides and offsets of 2 arrays")));
    // Column order is kept by NumPy.
    EXPECT_THAT(notesOf(sharing, "x.npz"), Contains(HasSubstr("strides and offsets of 1 array")));
    const auto expanded = R"({"layout": "strided", "members": {"values":
        {"dtype": "int64", "shape": [3, 2], "strides": [0, 1], "storage": [1, 2]}}})";
    for (const auto* file : {"x.npy", "x.npz", "x.safetensors", "x.mtx", "x.txt"})
        EXPECT_THAT(notesOf(expanded, file), Contains(HasSubstr("strides and offsets of 1 array"))) << file;
    const auto columns = R"({"layout": "strided", "members": {"values":
        {"dtype": "float64", "shape": [2, 2], "strides": [1, 2], "storage": [1, 2, 3, 4]}}})";
    EXPECT_THAT(notesOf(columns, "x.npy"), IsEmpty());
    EXPECT_THAT(notesOf(columns, "x.mtx"), IsEmpty());
}

TEST_F(LostPlacement, AGradientThatIsNoLongerRequiredIsTold)
{
    const auto parameter = R"({"layout": "strided", "members": {"values":
        {"dtype": "float32", "shape": [1], "data": [1], "requires_grad": true}}})";
    EXPECT_THAT(notesOf(parameter, "x.safetensors"), Contains(HasSubstr("1 tensor requires a gradient")));
    EXPECT_THAT(notesOf(parameter, "x.pt"), IsEmpty());
}

TEST_F(LostPlacement, MembersThatAreReadBesideTheirTensorDoNotCountAsShared)
{
    const auto csr = R"({"tensors": {"w": {"layout": "csr", "size": [2, 2], "members": {
        "compressed": [0, 1, 2], "plain": [0, 1], "values": [1, 2]}}, "v": {"sizes": [1], "data": [1]}}})";
    for (const std::string file : {"x.safetensors", "x.npz"}) {
        EXPECT_THAT(notesOf(csr, file), IsEmpty()) << file;
        const auto again = openFile((m_folder / file).string());
        ASSERT_TRUE(again);
        EXPECT_GT(again->tensors.size(), 2u);
        const auto notes = saveFile(*again, (m_folder / ("again-" + file)).string());
        ASSERT_TRUE(notes);
        EXPECT_THAT(*notes, IsEmpty()) << file;
    }
}

TEST_F(LostPlacement, AMatrixOfATypeThatSciPyDoesNotHaveIsNotWrittenAsItsOwn)
{
    const auto half = R"({"layout": "bsr", "size": [2, 2], "dtype": "float16", "members": {
        "compressed": [0, 1], "plain": [0], "values": [[[1, 2], [3, 4]]]}})";
    EXPECT_THAT(notesOf(half, "x.npz"), Contains(HasSubstr("SciPy has no sparse matrices of float16")));
    const auto again = openFile((m_folder / "x.npz").string());
    ASSERT_TRUE(again);
    EXPECT_EQ(again->tensors.front().tensor.layout->name, "bsr");
    EXPECT_EQ(again->tensors.front().tensor.declaredDType().name(), "float16");
    EXPECT_THAT(notesOf(R"({"layout": "csr", "size": [1, 1], "dtype": "float32", "members": {
        "compressed": [0, 1], "plain": [0], "values": [1]}})",
                        "y.npz"),
                IsEmpty());
}

} // namespace
} // namespace tscope
