// SPDX-License-Identifier: Apache-2.0
// Archives of more than is unpacked at once: their later arrays are there, and made when someone looks.
#include "io/npz/npz.h"
#include "io/open.h"
#include "io/zip_files.h"
#include "support/npy_bytes.h"
#include "support/source.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <stop_token>

namespace tscope {
namespace {

using testing::HasSubstr;

constexpr std::size_t mib = 1 << 20;

// So many bytes, one of each 3000 is not 0: zeros alone would pack too well.
std::string sparseBytes(std::size_t size)
{
    std::string bytes(size, '\0');
    for (std::size_t at = 0; at < size; at += 3000)
        bytes[at] = static_cast<char>(1 + at / 3000 % 100);
    return bytes;
}

test::ZipPart packedPart(const std::string& name, const char* descr, std::size_t count, const std::string& data)
{
    return {.name = name + ".npy",
            .bytes = test::npyOf(descr, "(" + std::to_string(count) + ",)", data),
            .deflate = true};
}

// What is unpacked at once, and four arrays behind it.
std::vector<test::ZipPart> parts()
{
    const auto first = sparseBytes(64 * mib - 1000), bytes = sparseBytes(mib);
    auto cut = packedPart("cut", "|u1", mib + 1, bytes); // has one element less
    return {packedPart("first", "|u1", first.size(), first), packedPart("late", "<u4", mib / 4, bytes),
            packedPart("big_endian", ">u2", mib / 2, bytes), cut,
            packedPart("text", "<U4", 1, test::little('a', 4) + std::string(12, '\0'))};
}

const Tensor* named(const Document& document, std::string_view name)
{
    const auto at = std::ranges::find(document.tensors, name, &NamedTensor::name);
    return at == document.tensors.end() ? nullptr : &at->tensor;
}

TEST(LateArrays, AreThereAsIfTheyHadBeenUnpacked)
{
    const auto document = readZipFile(test::sourceOf(test::zipOf(parts())));
    ASSERT_TRUE(document) << document.error().text;
    const auto bytes = sparseBytes(mib);
    EXPECT_FALSE(named(*document, "first")->members[0].array.storage->isLate());
    const auto* late = named(*document, "late");
    ASSERT_NE(late, nullptr);
    const auto& array = late->members[0].array;
    EXPECT_TRUE(array.storage->isLate());
    EXPECT_EQ(array.geometry.sizes, Extents{mib / 4});
    EXPECT_EQ(array.dtype, ElementType::u32);
    EXPECT_EQ(std::memcmp(array.storage->data(), bytes.data(), bytes.size()), 0);
    // Bytes that have to be turned round are so at once, and text is read.
    const auto* turned = named(*document, "big_endian");
    ASSERT_NE(turned, nullptr);
    EXPECT_FALSE(turned->members[0].array.storage->isLate());
    EXPECT_EQ(turned->members[0].array.at(0).text(), "256");
    EXPECT_EQ(named(*document, "cut"), nullptr);
    EXPECT_EQ(named(*document, "text"), nullptr);
    EXPECT_THAT(document->warnings, testing::Contains(HasSubstr("the file was cut short")));
}

TEST(LateArrays, MayAllBeMadeAtOnce)
{
    auto damaged = parts();
    damaged[1].crc = 1;
    for (const bool isDamaged : {false, true}) {
        auto document = readZipFile(test::sourceOf(test::zipOf(isDamaged ? damaged : parts())));
        ASSERT_TRUE(document);
        const auto warnings = document->warnings.size();
        ASSERT_TRUE(unpackAll(*document));
        EXPECT_EQ(document->warnings.size(), warnings + (isDamaged ? 1 : 0));
        if (isDamaged) {
            EXPECT_THAT(document->warnings.back(), HasSubstr("the file is damaged"));
        }
    }
    auto document = readZipFile(test::sourceOf(test::zipOf(parts())));
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = unpackAll(*document, {stop.get_token()});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

} // namespace
} // namespace tscope
