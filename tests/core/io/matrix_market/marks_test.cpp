// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/marks.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace tscope {
namespace {

// The text with what may be read around it, which must not matter.
class Slackened
{
public:
    explicit Slackened(const std::string& text)
        : m_text(std::string(mtxSlackBefore, '7') + text + std::string(mtxSlack, '8'))
    {
    }
    const char* begin() const { return m_text.data() + mtxSlackBefore; }

private:
    std::string m_text;
};

// Bit i tells whether byte i is no digit; what is not told of looks like a digit.
std::uint64_t othersOf(const std::string& text)
{
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(text.size(), 57); ++i)
        others |= text[i] < '0' || text[i] > '9' ? std::uint64_t{1} << i : 0;
    return others;
}

TEST(MatrixMarketMarks, TellOfEveryByteInPiecesOfAllSizes)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    MtxMarks marks;
    for (std::size_t size = 1; size <= MtxMarks::most; size += size < 200 ? 1 : 199) {
        std::string text(size, ' ');
        const auto isCrowded = random() % 4 == 0; // with many line ends in a block
        for (auto& c : text)
            c = isCrowded && random() % 2 == 0 ? '\n'
                : random() % 16 == 0           ? '\n'
                : random() % 2 == 0            ? static_cast<char>('0' + random() % 10)
                                               : static_cast<char>(random());
        const Slackened slackened(text + "\n"); // which is no part of the piece
        marks.look(slackened.begin(), size);
        std::vector<std::size_t> ends;
        for (std::size_t i = 0; i < size; ++i)
            if (text[i] == '\n')
                ends.push_back(i);
        ASSERT_EQ(std::vector<std::size_t>(marks.lineEnds().begin(), marks.lineEnds().end()), ends);
        for (std::size_t i = 0; i < size; ++i) {
            const auto inside = std::min<std::size_t>(57, size - i);
            const auto told = (std::uint64_t{1} << inside) - 1;
            ASSERT_EQ(marks.othersFrom(i) & told, othersOf(text.substr(i)) & told) << i << " of " << size;
        }
    }
}

TEST(MatrixMarketMarks, ACrowdOfLineEndsIsTold)
{
    MtxMarks marks;
    marks.look(Slackened(std::string(MtxMarks::most, '\n')).begin(), MtxMarks::most);
    EXPECT_EQ(marks.lineEnds().size(), MtxMarks::most);
    EXPECT_EQ(marks.lineEnds().back(), MtxMarks::most - 1);
    marks.look(Slackened(std::string(100, 'x')).begin(), 100);
    EXPECT_TRUE(marks.lineEnds().empty());
}

TEST(MatrixMarketMarks, PairsOfEveryLength)
{
    for (std::size_t first = 1; first <= 10; ++first)
        for (std::size_t second = 1; second <= 10; ++second)
            for (const char blank : {' ', '\t'}) {
                const auto row = std::string("9876543219").substr(0, first);
                const auto column = std::string("1234567891").substr(0, second);
                const auto text = row + blank + column + "\n";
                const Slackened slackened(text);
                const auto* at = slackened.begin();
                auto others = othersOf(text);
                MtxEights pair{};
                const bool isShort = first <= 8 && second <= 8;
                ASSERT_EQ(mtxMarkedPair(at, others, pair), isShort) << text;
                ASSERT_EQ(at - slackened.begin(), isShort ? static_cast<std::ptrdiff_t>(first + 1 + second) : 0);
                if (!isShort)
                    continue;
                ASSERT_EQ(pair.first, std::stoull(row)) << text;
                ASSERT_EQ(pair.second, std::stoull(column)) << text;
                ASSERT_EQ(others, 1U) << "the line end is what comes next";
            }
}

TEST(MatrixMarketMarks, WhatIsNoPairIsLeftAlone)
{
    for (const std::string text : {" 1 2\n", "1  2\n", "-1 2\n", "1,2\n", "1\n", "1 \n", "x\n", "1 -2\n"}) {
        const Slackened slackened(text);
        const auto* at = slackened.begin();
        auto others = othersOf(text);
        MtxEights pair{};
        EXPECT_FALSE(mtxMarkedPair(at, others, pair)) << text;
        EXPECT_EQ(at, slackened.begin()) << text;
    }
}

// As what is read a word at a time, wherever both take it.
TEST(MatrixMarketMarks, MantissasOfAllLengths)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto digits = [&](std::size_t count) {
        std::string out;
        for (std::size_t i = 0; i < count; ++i)
            out += static_cast<char>('0' + random() % 10);
        return out;
    };
    for (int round = 0; round < 20; ++round)
        for (const auto* sign : {"", "-"})
            for (std::size_t whole = 0; whole <= 12; ++whole)
                for (std::size_t fraction = 0; fraction <= 24; ++fraction)
                    for (const auto* end : {"\n", "e5\n", " \n", "\r\n"}) {
                        const auto number = sign + digits(whole) + (fraction > 0 ? "." + digits(fraction) : "");
                        const auto text = number + end;
                        const Slackened slackened(text);
                        const auto* at = slackened.begin();
                        const auto* other = at;
                        MtxDecimal found, wanted;
                        const bool isTaken = mtxMarkedMantissa(at, othersOf(text), found);
                        ASSERT_EQ(isTaken, whole >= 1 && whole <= 8 && whole + fraction <= 19) << text;
                        if (!isTaken) {
                            ASSERT_EQ(at, slackened.begin()) << text;
                            continue;
                        }
                        ASSERT_TRUE(mtxMantissa(other, wanted)) << text;
                        ASSERT_EQ(at, other) << text;
                        ASSERT_EQ(found.digits, wanted.digits) << text;
                        ASSERT_EQ(found.count, wanted.count) << text;
                        ASSERT_EQ(found.exponent, wanted.exponent) << text;
                        ASSERT_EQ(found.isNegative, wanted.isNegative) << text;
                    }
}

} // namespace
} // namespace tscope
