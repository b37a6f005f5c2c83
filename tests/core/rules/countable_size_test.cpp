// SPDX-License-Identifier: Apache-2.0
// Sizes whose product leaves 64 bits before a zero makes it 0: PyTorch refuses them.
#include "layouts/shared/countable_size.h"

#include "rules/check.h"
#include "support/from_json.h"
#include "support/peer_folder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

namespace tscope {
namespace {

std::vector<std::string> repairsOf(const std::string& json)
{
    std::vector<std::string> out;
    for (const auto& repair : check(test::fromJson(json)).repairs)
        out.push_back(repair.id);
    return out;
}

TEST(CountableSize, OverflowsOnTheWayToAZeroOnly)
{
    constexpr auto largest = int64Max;
    constexpr auto half = std::int64_t{1} << 32;
    EXPECT_TRUE(overflowsBeforeZero({3, largest, 3, 0}));
    EXPECT_TRUE(overflowsBeforeZero({half, half, 0}));
    EXPECT_FALSE(overflowsBeforeZero({2, largest, 0})) << "2^64 - 2 fits";
    EXPECT_FALSE(overflowsBeforeZero({0, largest, largest}));
    EXPECT_FALSE(overflowsBeforeZero({half, 0, half, half}));
    EXPECT_FALSE(overflowsBeforeZero({half, half, half})) << "too many elements: another rule's";
    EXPECT_FALSE(overflowsBeforeZero({half, half, -1, 0})) << "a negative size: another rule's";
    EXPECT_FALSE(overflowsBeforeZero({}));
}

TEST(CountableSize, IsAnAdvisoryThatLeavesTheTensorValid)
{
    const auto report = check(test::fromJson(
        R"({"layout": "strided", "members": {"values": {"shape": [3, 9223372036854775807, 3, 0], "strides": [0, 0, 0, 1]}}})"));
    EXPECT_TRUE(report.valid);
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].rule, "STR-1.6");
    EXPECT_EQ(report.findings[0].level, Level::advisory);
    ASSERT_EQ(report.findings[0].witnesses.size(), 1U);
    EXPECT_EQ(text(*report.findings[0].witnesses[0].find("dim")), "1");
    EXPECT_EQ(text(*report.findings[0].witnesses[0].find("actual")), "27670116110564327421");
}

TEST(CountableSize, NoRepairMakesOthers)
{
    using testing::Contains;
    using testing::Not;
    const auto strided = [](const char* sizes) {
        return repairsOf(std::string(R"({"layout": "strided", "members": {"values": {"shape": )") + sizes +
                         R"(, "strides": [0, 0, 0, 1], "storage": [1]}}})");
    };
    EXPECT_THAT(strided("[3, 9223372036854775807, 3, -1]"), Not(Contains("empty-dims")));
    EXPECT_THAT(strided("[3, 7, 3, -1]"), Contains("empty-dims"));
    const auto inferred = [](const std::string& dense) {
        return repairsOf(
            R"({"layout": "coo", "size": [8, 2], "members": {"indices": {"shape": [1, 1], "data": [[7]]},
                         "values": {"shape": [1, )" +
            dense + R"(, 0], "data": []}}})");
    };
    EXPECT_THAT(inferred("4611686018427387904"), Not(Contains("infer-size")));
    EXPECT_THAT(inferred("4"), Contains("infer-size"));
    const auto extended = [](const std::string& dense) {
        return repairsOf(R"({"layout": "csr", "size": [1, 3, )" + dense +
                         R"(, 0], "members": {"compressed": [0, 1],
                         "plain": [7], "values": {"shape": [1, )" +
                         dense + R"(, 0], "data": []}}})");
    };
    EXPECT_THAT(extended("4611686018427387904"), Not(Contains("extend-size")));
    EXPECT_THAT(extended("4"), Contains("extend-size"));
    const auto extendedCoo = [](const std::string& dense) {
        return repairsOf(R"({"layout": "coo", "size": [3, )" + dense + R"(, 0],
                         "members": {"indices": {"shape": [1, 1], "data": [[7]]}, "values": {"shape": [1, )" +
                         dense + R"(, 0], "data": []}}})");
    };
    EXPECT_THAT(extendedCoo("4611686018427387904"), Not(Contains("extend-size")));
    EXPECT_THAT(extendedCoo("4"), Contains("extend-size"));
}

TEST(CountableSizePeer, IsRefusedByPyTorchAlike)
{
    TSCOPE_NEEDS_PEER("torch");
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const test::PeerFolder folder("torch");
    std::string cases, wanted;
    for (int i = 0; i < 400; ++i) {
        Extents sizes;
        for (auto rank = 2 + random() % 4; rank > 0; --rank)
            sizes.push_back(static_cast<std::int64_t>(random() >> (random() % 63 + 1)));
        sizes[random() % sizes.size()] = 0;
        cases += text(sizes) + ",";
        wanted += overflowsBeforeZero(sizes) ? "1" : "0";
    }
    const auto told = folder.python("import torch\n"
                                    "if int(torch.__version__.split('.')[0]) < 2:\n"
                                    "    print('old')\n" // its sums wrap silently
                                    "    exit()\n"
                                    "def refused(sizes):\n"
                                    "    try:\n"
                                    "        torch.empty(0).as_strided(sizes, [1] * len(sizes))\n"
                                    "        return '0'\n"
                                    "    except RuntimeError:\n"
                                    "        return '1'\n"
                                    "print(''.join(refused(s) for s in [" +
                                    cases + "]))");
    if (told == "old\n")
        return;
    EXPECT_EQ(told, wanted + "\n");
}

} // namespace
} // namespace tscope
