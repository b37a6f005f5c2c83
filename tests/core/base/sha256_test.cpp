// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <gtest/gtest.h>

#include <string_view>

namespace tscope::test {

namespace {

std::string sumOf(std::string_view text, std::size_t piece)
{
    Sha256 sum;
    for (std::size_t at = 0; at < text.size(); at += piece)
        sum.add(std::as_bytes(std::span(text.substr(at, piece))));
    return std::move(sum).hex();
}

} // namespace

// The published examples of FIPS 180-4, in pieces of any length.
TEST(Sha256, GivesThePublishedSums)
{
    EXPECT_EQ(sumOf("", 1), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    const std::string million(1'000'000, 'a');
    for (const std::size_t piece : {1U, 3U, 55U, 64U, 65U, 1U << 20}) {
        EXPECT_EQ(sumOf("abc", piece), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        EXPECT_EQ(sumOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", piece),
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        EXPECT_EQ(sumOf(million, piece), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}

} // namespace tscope::test
