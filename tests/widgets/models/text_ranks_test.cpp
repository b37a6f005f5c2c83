// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text_ranks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

using namespace tscope;

namespace {

QStringList sorted(const QStringList& texts)
{
    const auto ranks = ranksOf({texts.begin(), texts.end()});
    std::vector<std::size_t> order(ranks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ranks[i].value_or(1e9); });
    QStringList out;
    for (const auto i : order)
        out << texts[static_cast<qsizetype>(i)];
    return out;
}

} // namespace

TEST(TextRanks, NumbersInTextsCountAsNumbers)
{
    const QStringList wanted{QStringLiteral("bsr 2x2"), QStringLiteral("bsr 2x16"), QStringLiteral("bsr 16x2"),
                             QStringLiteral("csr"),     QStringLiteral("spmm k=8"), QStringLiteral("spmm k=64")};
    auto texts = wanted;
    std::ranges::sort(texts); // by letters, which is another order
    ASSERT_NE(texts, wanted);
    EXPECT_EQ(sorted(texts), wanted);
}

TEST(TextRanks, AlikeOnesShareTheirPlaceAndEmptyOnesHaveNone)
{
    const auto ranks =
        ranksOf({QStringLiteral("b"), {}, QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("A")});
    EXPECT_EQ(ranks[0], ranks[3]);
    EXPECT_EQ(ranks[2], ranks[4]) << "capitals are no other letters";
    EXPECT_LT(ranks[2], ranks[0]);
    EXPECT_FALSE(ranks[1]);
    EXPECT_TRUE(ranksOf({}).empty());
}
