// SPDX-License-Identifier: Apache-2.0
#include "core/io/torch/read_torch.h"
#include "io/formats.h"
#include "io/probe.h"
#include "io/zip_files.h"
#include "support/same_document.h"

#include <gmock/gmock.h>

namespace tscope {
namespace {

using namespace std::string_literals;
using namespace test::py;
using testing::HasSubstr;

FileFormat probed(const std::string& bytes)
{
    return probe(bytes, bytes.size());
}

TEST(TorchFormats, PicklesAreTakenForFilesOfTheOldKind)
{
    EXPECT_EQ(probed("\x80\2\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."s), FileFormat::torchLegacy);
    EXPECT_EQ(probed("\x80\4\x95\x0d\0\0\0\0\0\0\0\x8a\x0a\x6c\xfc\x9c\x46"s), FileFormat::torchLegacy);
    EXPECT_EQ(probed(pickle(call(name("os", "system"), {str("x")}))), FileFormat::torchLegacy);
    EXPECT_NE(probed("\x80\6}."), FileFormat::torchLegacy);
    // A header of 640 bytes begins with the same two.
    EXPECT_EQ(probed("\x80\2\0\0\0\0\0\0{\"a\": "s + std::string(700, ' ')), FileFormat::safetensors);
}

TEST(TorchFormats, FormsThatAreNotReadAreNamed)
{
    EXPECT_EQ(probed("PYTORCH1\2\0\0\0"s), FileFormat::torchPreview);
    EXPECT_THAT(std::string(description(FileFormat::torchPreview)), HasSubstr("preview of 2018"));
    EXPECT_EQ(probed("storages" + std::string(249, '\0') + "ustar\0"s), FileFormat::tar);
    EXPECT_THAT(std::string(description(FileFormat::tar)), HasSubstr("PyTorch before 0.2"));
}

TEST(TorchFormats, AnArchiveOfTorchIsToldFromTheOthers)
{
    const auto bytes =
        test::torchZip(test::py::tensor(storage("IntStorage", "0", 1), 0, {1}, {1}), {{"0", test::bytesOf({7})}});
    const auto document = readZipFile({.bytes = test::storageOf(bytes)});
    ASSERT_TRUE(document) << document.error().text;
    EXPECT_EQ(test::valuesOf(document->tensors.front().tensor.members.front().array), "7");
    // It is written under its endings.
    for (const auto* path : {"model.pt", "MODEL.PTH"}) {
        const auto* format = writtenAs(path);
        ASSERT_NE(format, nullptr);
        TextSink sink;
        ASSERT_TRUE(format->write(*document, sink));
        EXPECT_EQ(test::firstDifference(*document, test::readTorch(sink.text())), "");
    }
}

} // namespace
} // namespace tscope
