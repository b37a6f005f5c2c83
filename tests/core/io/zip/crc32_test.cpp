// SPDX-License-Identifier: Apache-2.0
#include "io/zip/inflate.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>
#include <zlib.h>

namespace tscope {
namespace {

std::uint32_t byZlib(std::span<const std::byte> bytes, std::uint32_t before = 0)
{
    return static_cast<std::uint32_t>(
        ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

TEST(Crc32, IsThatOfZlibForEveryLength)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<std::byte> noise(5000);
    for (auto& byte : noise)
        byte = static_cast<std::byte>(random());
    for (std::size_t length = 0; length < 400; ++length) {
        const std::vector<std::byte> own(noise.begin(), noise.begin() + static_cast<std::ptrdiff_t>(length));
        const auto before = static_cast<std::uint32_t>(random());
        ASSERT_EQ(crc32Of(own), byZlib(own)) << length;
        ASSERT_EQ(crc32Of(own, before), byZlib(own, before)) << length;
    }
    for (int turn = 0; turn < 200; ++turn) { // in two parts, wherever they begin
        const auto whole = std::span(noise).subspan(random() % 40);
        const auto cut = random() % whole.size();
        ASSERT_EQ(crc32Of(whole.subspan(cut), crc32Of(whole.first(cut))), byZlib(whole)) << cut;
    }
    const std::vector<std::byte> zeros(100'000), ones(100'000, std::byte{0xff});
    EXPECT_EQ(crc32Of(zeros), byZlib(zeros));
    EXPECT_EQ(crc32Of(ones), byZlib(ones));
    const std::string_view known = "123456789";
    EXPECT_EQ(crc32Of(std::as_bytes(std::span(known))), 0xcbf43926U);
}

} // namespace
} // namespace tscope
