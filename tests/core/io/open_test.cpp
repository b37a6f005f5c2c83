// SPDX-License-Identifier: Apache-2.0
#include "io/open.h"

#include "base/printable.h"
#include "io/folder.h"
#include "io/formats.h"
#include "support/same_document.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stop_token>
#include <unistd.h>

namespace tscope {
namespace {

using namespace std::string_view_literals;

class OpenFile : public testing::Test
{
protected:
    OpenFile()
    {
        m_folder =
            std::filesystem::temp_directory_path() / ("tscope-open-" + std::to_string(::getpid()) + "-" +
                                                      std::to_string(reinterpret_cast<std::uintptr_t>(this)));
        std::filesystem::create_directories(m_folder);
    }
    ~OpenFile() override { std::filesystem::remove_all(m_folder); }

    std::string path(const std::string& name) const { return (m_folder / name).string(); }
    std::string write(const std::string& name, std::string_view bytes) const
    {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

    std::filesystem::path m_folder;
};

TEST_F(OpenFile, TheContentDecidesNotTheEnding)
{
    const auto json = openFile(write("a.txt", R"(  {"layout":"strided","members":{"values":[1,2]}})"));
    ASSERT_TRUE(json) << json.error().text;
    EXPECT_EQ(json->tensors[0].tensor.layout->name, "strided");
    const auto text = openFile(write("a.json", "tensor([1, 2])"));
    ASSERT_TRUE(text) << text.error().text;
    EXPECT_TRUE(openText("[[1, 2]]"));
}

TEST_F(OpenFile, WhatCannotBeReadYetIsNamed)
{
    const auto sentence = [&](std::string_view bytes) {
        const auto document = openFile(write("x", bytes));
        EXPECT_FALSE(document);
        EXPECT_EQ(document.error().code, ErrorCode::corrupt);
        return document.error().text;
    };
    EXPECT_NE(sentence("PK\x03\x04zip"sv).find("zip"), std::string::npos);
    EXPECT_NE(sentence("\x89HDF\r\n\x1a\n"sv).find("HDF5"), std::string::npos);
    EXPECT_NE(sentence("GGUF\3\0\0\0"sv).find("GGUF"), std::string::npos);
    EXPECT_EQ(sentence(std::string(64, '\1')),
              '"' + path("x") + "\" is not a known format (it begins with the bytes 01 01 01 01 01 01 01 01)");
    const auto tooLong = openFile(write("a.SafeTensors", "\0\0\0\0\0\0\0\x7F{}"sv));
    ASSERT_FALSE(tooLong);
    EXPECT_EQ(
        tooLong.error().text,
        '"' + path("a.SafeTensors") +
            "\" is not a safetensors file, as its name says (it begins with the bytes 00 00 00 00 00 00 00 7f)");
    EXPECT_EQ(tooLong.error().where, "byte 0");
}

TEST_F(OpenFile, ThatHoldsNoTensorSaysSo)
{
    const auto safetensors = openFile(write("a", "\x02\0\0\0\0\0\0\0{}"sv));
    ASSERT_TRUE(safetensors) << safetensors.error().text;
    EXPECT_EQ(safetensors->warnings, std::vector<std::string>{"the file holds no tensor"});
    const auto archive = openFile(write("b.npz", "PK\x05\x06" + std::string(18, '\0')));
    ASSERT_TRUE(archive) << archive.error().text;
    EXPECT_EQ(archive->warnings, std::vector<std::string>{"the file holds no tensor"});
}

TEST_F(OpenFile, NoSentenceGrowsWithTheTextThatItQuotes)
{
    constexpr std::size_t most = 4100;
    const std::string endless(1 << 20, 'a');
    const auto unknownKey = openText(R"({"layout":"strided",")" + endless + R"(":1,"members":{"values":[1]}})");
    ASSERT_TRUE(unknownKey);
    ASSERT_FALSE(unknownKey->warnings.empty());
    for (const auto& warning : unknownKey->warnings)
        EXPECT_LE(warning.size(), most);
    for (const auto& text :
         {R"({"layout":")" + endless + R"("})", R"({"layout":"csr","members":{")" + endless + R"(":[1]}})",
          R"({"tensors":{")" + endless + R"(":{"layout":"csr"}}})", "tensor(" + endless + ")"}) {
        const auto refused = openText(text);
        if (refused) // what of it could be read says why the rest could not
            continue;
        EXPECT_LE(refused.error().text.size(), most) << text.substr(0, 20);
        EXPECT_LE(refused.error().where.size(), most) << text.substr(0, 20);
    }
}

TEST_F(OpenFile, NoSentenceOnAFileGrowsEither)
{
    constexpr std::size_t most = 4100;
    const std::string endless(1 << 20, 'a');
    const auto opened =
        openFile(write("kept.json", R"({"layout":"strided",")" + endless + R"(":1,"members":{"values":[1]}})"));
    ASSERT_TRUE(opened) << opened.error().text;
    ASSERT_EQ(opened->warnings.size(), 1U);
    EXPECT_LE(opened->warnings[0].size(), most);
    const auto refused =
        openFile(write("refused.json", R"({"layout":"csr","members":{")" + endless + R"(":[1]}})"));
    ASSERT_FALSE(refused);
    EXPECT_LE(refused.error().text.size(), most);
    EXPECT_LE(refused.error().where.size(), most);
}

TEST_F(OpenFile, OfTheLayoutOfAMemberTheBeginningIsKept)
{
    const auto document =
        openText(R"({"layout":"csr","size":[2,3],"members":{"compressed":{"data":[0,1,2],"layout":")" +
                 std::string(1 << 20, 'a') + R"("},"plain":[0,1],"values":[1,2]}})");
    ASSERT_TRUE(document) << document.error().text;
    const auto& layout = document->tensors[0].tensor.member("compressed").layout;
    EXPECT_GT(layout.size(), longestWord);
    EXPECT_LT(layout.size(), 2 * longestWord);
}

TEST_F(OpenFile, EveryFormatIsKnownByItsFirstBytes)
{
    EXPECT_TRUE(openFile(write("a.npy", "\x02\0\0\0\0\0\0\0{}"sv)));
    EXPECT_TRUE(openFile(write("a.pt", "%%matrixmarket MATRIX Coordinate real general\n1 1 0\n")));
    EXPECT_TRUE(openFile(write("b.pt", "\xEF\xBB\xBF%%MatrixMarket matrix array real general\n1 1\n2\n")));
    EXPECT_EQ(probe("\x20\0\0\0\0\0\0\0  {\"a\""sv, 20), FileFormat::safetensors) << "cut short, or padded";
    EXPECT_TRUE(openFile(write("c.mtx", "\n \r\n%%MatrixMarket matrix coordinate real general\n1 1 0\n")));
    EXPECT_EQ(probe("tensors {\"a\""sv, 20), FileFormat::text);
    EXPECT_EQ(probe("\x1F\x8B\x08"sv, 20), FileFormat::gzip);
}

TEST_F(OpenFile, AMatrixMarketFileWithoutItsBannerIsToldHowItBegins)
{
    const auto refused = openFile(write("short.mtx", "%MatrixMarket matrix coordinate real general\n1 1 0\n"));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text.find("a Matrix Market file begins with %%MatrixMarket, "), std::string::npos)
        << refused.error().text;
    EXPECT_NE(refused.error().text.find("%MatrixMarket matrix"), std::string::npos) << refused.error().text;
    EXPECT_TRUE(openFile(write("numbers.mtx", "[[1, 2]]"))) << "what can be read is read";
    const auto rows = openFile(write("rows.mtx", "3 3 1\n1 2 5.5\n"));
    ASSERT_FALSE(rows) << "entries, and no matrix of three columns";
    EXPECT_NE(rows.error().text.find("begins with \"3 3 1\""), std::string::npos) << rows.error().text;
    std::stop_source stopped;
    stopped.request_stop();
    const auto cancelled = openFile(write("stopped.mtx", "[[1, 2]]"), {.stop = stopped.get_token()});
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
}

TEST_F(OpenFile, WhatADownloadLeftInsteadOfAFileIsRecognised)
{
    const auto sentence = [&](std::string_view bytes) {
        const auto document = openFile(write("model.safetensors", bytes));
        return document ? std::string() : document.error().text;
    };
    EXPECT_NE(sentence("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n")
                  .find("git-lfs leaves in its place, for a file of 12345 bytes"),
              std::string::npos);
    EXPECT_NE(
        sentence("\n<!DOCTYPE HTML>\n<html><head><TITLE>Sign in</title>").find("web page called \"Sign in\""),
        std::string::npos);
    EXPECT_NE(sentence("<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>").find("web page"),
              std::string::npos);
    EXPECT_NE(sentence("\xFF\xFE%\0%\0M\0"sv).find("UTF-16"), std::string::npos);
}

TEST_F(OpenFile, MissingEmptyAndDirectoriesGetASentence)
{
    EXPECT_EQ(openFile(path("nobody")).error().code, ErrorCode::notFound);
    EXPECT_NE(openFile(write("empty", "")).error().text.find("empty"), std::string::npos);
    EXPECT_NE(openFile(m_folder.string()).error().text.find("directory"), std::string::npos);
}

TEST_F(OpenFile, WhatIsSavedOpensTheSame)
{
    const auto document = openText(R"({"tensors":{"a":{"layout":"csr","size":[1,1],"members":{"compressed":[0,1],
        "plain":[0],"values":{"shape":[1],"data":[0.1]}}},"b":{"sizes":[2],"storage_numel":9}}})");
    ASSERT_TRUE(document) << document.error().text;
    ASSERT_TRUE(saveFile(*document, path("a.json")));
    const auto again = openFile(path("a.json"));
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(test::firstDifference(*document, *again), "");
    EXPECT_FALSE(std::filesystem::exists(path("a.json.part")));
    EXPECT_TRUE(saveFile(*document, path("A.JSON")));
    const auto refused = saveFile(*document, path("a.xyz"));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().text.find(".json"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path("a.xyz")));
    EXPECT_FALSE(saveFile(*document, path("no/folder/a.json")));
}

TEST_F(OpenFile, FilesOfAFolderAreKnownByTheirEndingsOrWhatTheyBeginWith)
{
    for (const auto& format : allFormats())
        for (const auto ending : format.endings)
            EXPECT_TRUE(format.kind == FileFormat::json || format.kind == FileFormat::text ||
                        seemsToHoldTensors(write("X" + std::string(ending), "?")))
                << ending;
    EXPECT_TRUE(seemsToHoldTensors(write("a.json", R"({"layout": "csr", "size": [2, 2]})")));
    EXPECT_TRUE(seemsToHoldTensors(write("b", R"({"tensors": {"layout": "csr"}})")));
    EXPECT_TRUE(seemsToHoldTensors(write("c", "%%MatrixMarket matrix array real general\n1 1\n2\n")));
    EXPECT_FALSE(seemsToHoldTensors(write("d.json", R"({"layout": "portrait"})")));
    EXPECT_FALSE(seemsToHoldTensors(write("e.json", R"({"model": {"layout": "csr"}})")));
    EXPECT_FALSE(seemsToHoldTensors(write("f.json", R"({"layout": "csrx)")));
    EXPECT_FALSE(seemsToHoldTensors(write("g.json", R"({"layout": )")));
    EXPECT_FALSE(seemsToHoldTensors(write("h.txt", "[1, 2]")));
}

TEST_F(OpenFile, AFileThatIsBesideItIsNotTouched)
{
    const auto document = openText("[1, 2]");
    ASSERT_TRUE(document);
    write("a.json.part", "mine");
    write("a.json.part2", "mine too");
    ASSERT_TRUE(saveFile(*document, path("a.json")));
    EXPECT_TRUE(openFile(path("a.json")));
    std::ifstream other(path("a.json.part"));
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(other), {}), "mine");
    EXPECT_FALSE(std::filesystem::exists(path("a.json.part3")));
    // Nor is anything left where saving fails.
    EXPECT_FALSE(saveFile(*document, m_folder.string()));
    EXPECT_FALSE(saveFile({}, path("b.npy")));
    EXPECT_FALSE(std::filesystem::exists(path("b.npy.part")));
}

TEST_F(OpenFile, ALinkStaysOneAndItsFileIsWritten)
{
    namespace fs = std::filesystem;
    const auto document = openText("[1, 2]");
    ASSERT_TRUE(document);
    const auto real = write("real.json", "old");
    fs::permissions(real, fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("real.json", path("link.json"));
    fs::create_symlink("link.json", path("link2.json"));
    ASSERT_TRUE(saveFile(*document, path("link2.json")));
    EXPECT_TRUE(fs::is_symlink(path("link2.json")) && fs::is_symlink(path("link.json")));
    EXPECT_TRUE(openFile(real));
    EXPECT_EQ(fs::status(real).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("new.json", path("to new.json"));
    ASSERT_TRUE(saveFile(*document, path("to new.json")));
    EXPECT_TRUE(openFile(path("new.json"))) << "where a link leads may be yet to come";
    fs::create_symlink("ring.json", path("ring.json"));
    ASSERT_TRUE(saveFile(*document, path("ring.json"))) << "it stands for no file, and becomes one";
    EXPECT_TRUE(openFile(path("ring.json")));
}

TEST_F(OpenFile, ALinkThatLeadsNowhereIsOneOfTheFilesOfAFolder)
{
    std::filesystem::create_symlink("gone.npy", path("a.npy"));
    const auto files = contentsOf(m_folder.string()).files;
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files[0].path, path("a.npy"));
    EXPECT_EQ(files[0].size, 0U);
    EXPECT_NE(openFile(path("a.npy")).error().text.find("is a link to a file that is not there"),
              std::string::npos);
}

TEST_F(OpenFile, WhatAFileCannotKeepIsTold)
{
    const auto document = openText(R"({"layout": "strided", "dtype": "bfloat16", "members": {"values": [1, 2]}})");
    ASSERT_TRUE(document) << document.error().text;
    const auto kept = saveFile(*document, path("a.json"));
    ASSERT_TRUE(kept);
    EXPECT_TRUE(kept->empty());
    const auto saved = saveFile(*document, path("a.npy"));
    ASSERT_TRUE(saved) << saved.error().text;
    ASSERT_EQ(saved->size(), 1U);
    EXPECT_NE(saved->front().find("bfloat16"), std::string::npos);
}

TEST_F(OpenFile, ClaimsAndTextsThatAFileCannotKeepAreTold)
{
    const auto notesOf = [&](std::string_view json, const char* name, const std::vector<NamedText>& others = {}) {
        auto document = openText(json);
        EXPECT_TRUE(document) << document.error().text;
        document->others = others;
        const auto saved = saveFile(*document, path(name));
        EXPECT_TRUE(saved) << saved.error().text;
        std::string out;
        for (const auto& note : *saved)
            out += (out.empty() ? "" : " | ") + note;
        return out;
    };
    const auto* strided = R"({"layout":"strided","size":[3],"dtype":"float64","device":"cuda:1","numel":7,
                              "members":{"values":{"dtype":"float32","shape":[1,2],"data":[1,2]}}})";
    const std::string claims = "claims beside its elements: size, dtype, device, numel";
    EXPECT_EQ(notesOf(strided, "a.safetensors"), "a safetensors file does not keep what this tensor " + claims);
    EXPECT_EQ(notesOf(strided, "a.npy"), "NumPy's arrays do not keep what this tensor " + claims);
    EXPECT_EQ(notesOf(strided, "a.npz"), "NumPy's arrays do not keep what this tensor " + claims);
    EXPECT_EQ(notesOf(strided, "a.mtx"), "a Matrix Market file does not keep the type float32 (becomes float64), "
                                         "what the tensor " +
                                             claims);
    const auto* csr = R"({"layout":"csr","size":[2,2],"dtype":"float32","index_dtype":"int32","device":"cuda",
                          "is_coalesced":true,"members":{"compressed":[0,1,2],"plain":[0,1],"values":[1,2]}})";
    for (const auto* name : {"a.mtx", "a.mtx.gz"})
        EXPECT_EQ(notesOf(csr, name),
                  "a Matrix Market file does not keep the layout csr (becomes coo), the type float32 (becomes "
                  "float64), the index type int32 (becomes int64), what the tensor claims beside its elements: "
                  "device, is_coalesced");
    EXPECT_EQ(notesOf(csr, "a.safetensors"), "");
    // Nothing is told where nothing is lost.
    EXPECT_EQ(notesOf("[[1.5, 2.0]]", "a.mtx", {{"comments", "a note"}}), "");
    EXPECT_EQ(notesOf("[[1.5, 2.0]]", "a.npy"), "");
    EXPECT_EQ(notesOf("[[1.5, 2.0]]", "a.safetensors"), "");
    EXPECT_EQ(
        notesOf(R"({"layout":"coo","size":[2,2],"dtype":"float64","members":{"indices":[[0],[1]],"values":[1]}})",
                "a.mtx"),
        "");
    // Texts beside the tensors.
    const auto* plain = R"({"sizes":[1,1],"dtype":"float64","data":[1]})";
    EXPECT_EQ(notesOf(plain, "a.safetensors", {{"comments", "a note"}}),
              "a safetensors file does not keep the text \"comments\"");
    EXPECT_EQ(notesOf(plain, "a.npy", {{"comments", "a note"}, {"b", ""}}),
              "a .npy file does not keep 2 texts beside the tensors, such as \"comments\"");
    EXPECT_EQ(notesOf(plain, "a.mtx", {{"epoch", "3"}}), "a Matrix Market file does not keep the text \"epoch\"");
}

} // namespace
} // namespace tscope
