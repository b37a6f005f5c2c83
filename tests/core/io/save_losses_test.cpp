// SPDX-License-Identifier: Apache-2.0
#include "io/open.h"
#include "io/remainder.h"
#include "support/scratch_folder.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

// For which a .npy file has no room.
Document withGradient()
{
    auto document = openText("[[1, 2], [3, 4]]");
    document->tensors[0].tensor.members[0].requiresGrad = true;
    return *document;
}

TEST(SaveLosses, AreAskedForBeforeTheFileIsReplaced)
{
    const test::ScratchFolder folder;
    const auto path = folder.write("a.npy", "old");
    std::vector<std::string> asked;
    const auto refused = saveFile(withGradient(), path, {}, {.mayLose = [&](const SaveLosses& losses) {
                                      asked = losses.texts;
                                      return Result<void>(invalidArgument("better not"));
                                  }});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, "better not");
    EXPECT_EQ(folder.contentOf("a.npy"), "old");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"a.npy"}) << "nothing else is left";

    const auto allowed =
        saveFile(withGradient(), path, {}, {.mayLose = [](const auto&) { return Result<void>(); }});
    ASSERT_TRUE(allowed) << allowed.error().text;
    EXPECT_EQ(*allowed, asked);
    EXPECT_FALSE(asked.empty());
    EXPECT_NE(folder.contentOf("a.npy"), "old");
}

TEST(SaveLosses, AreNoneWhereTheFormatKeepsAll)
{
    const test::ScratchFolder folder;
    std::vector<std::string> asked{"not asked"};
    const auto saved = saveFile(withGradient(), folder.path("a.json"), {}, {.mayLose = [&](const auto& losses) {
                                    asked = losses.texts;
                                    return Result<void>();
                                }});
    ASSERT_TRUE(saved) << saved.error().text;
    EXPECT_TRUE(asked.empty());
}

TEST(SaveLosses, TheKeysOfSciPyAreKeptOrAskedFor)
{
    const test::ScratchFolder folder;
    const std::string text =
        "{\"format\": \"csr\", \"shape\": [1, 2],\n \"indptr\": [0, 2],\n \"indices\": [0, 1],\n "
        "\"data\": [0.1, 3.086000001]}\n";
    const auto path = folder.write("a.json", text);
    auto document = openFile(path);
    ASSERT_TRUE(document) << document.error().text;
    const auto kept = saveFile(*document, path);
    ASSERT_TRUE(kept) << kept.error().text;
    EXPECT_TRUE(kept->empty());
    EXPECT_EQ(folder.contentOf("a.json"), text);

    document->tensors[0].tensor.dtype = ElementType::f32; // another than that of the numbers
    std::vector<std::string> asked;
    const auto refused = saveFile(*document, path, {}, {.mayLose = [&](const SaveLosses& losses) {
        asked = losses.texts;
        return Result<void>(invalidArgument("better not"));
    }});
    EXPECT_FALSE(refused);
    ASSERT_EQ(asked.size(), 1U);
    EXPECT_TRUE(asked[0].starts_with("1 tensor no longer fits SciPy's keys")) << asked[0];
    EXPECT_EQ(folder.contentOf("a.json"), text);
}

TEST(FormatIn, IsThatOfWhatIsThereWhateverTheName)
{
    const test::ScratchFolder folder;
    EXPECT_EQ(formatIn(folder.write("a.npy", "{}")), FileFormat::json);
    EXPECT_EQ(formatIn(folder.write("b.json", "%%MatrixMarket matrix")), FileFormat::matrixMarket);
    EXPECT_FALSE(formatIn(folder.write("empty", "")));
    EXPECT_FALSE(formatIn(folder.path("missing")));
    EXPECT_FALSE(formatIn(folder.path()));
}

TEST(Remainder, NamesWhatOfAFileWouldBeLost)
{
    EXPECT_EQ(remainderText({}), "");
    EXPECT_EQ(remainderText({.leftOut = 1}), "a part of it that is no tensor would be lost");
    EXPECT_EQ(remainderText({.unread = 2, .leftOut = 3, .notChosen = 1}),
              "2 tensors can't be read, as the file is damaged there, and 3 parts of it that are no tensors would "
              "be lost, and another tensor of it would be lost");
}

} // namespace
} // namespace tscope
