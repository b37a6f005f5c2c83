// SPDX-License-Identifier: Apache-2.0
// Softmax against the formula in double.
#include "base/thread_pool.h"
#include "core/cpu/places.h"
#include "cpu/nested/softmax.h"
#include "element/real_types.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace tscope::cpu {
namespace {

using testing::Extents, testing::Place;

template <class T>
class Softmax : public ::testing::Test
{
protected:
    ~Softmax() override { setThreadCount(0); }
};

template <class T>
constexpr double epsilonOf = std::is_same_v<T, Half>       ? 0x1p-10
                             : std::is_same_v<T, BFloat16> ? 0x1p-7
                             : std::is_same_v<T, float>    ? 0x1p-23
                                                           : 0x1p-52;

using RealTypes = ::testing::Types<Half, BFloat16, float, double>;
TYPED_TEST_SUITE(Softmax, RealTypes);

TYPED_TEST(Softmax, OfEachLineOfAnyStridedArray)
{
    using T = TypeParam;
    const auto seed = std::random_device{}();
    SCOPED_TRACE(seed);
    Random random(seed);
    for (const auto& sizes : {Extents{}, {0}, {1}, {5}, {3, 0}, {0, 3}, {4, 7}, {2, 3, 300}, {700, 200}}) {
        const Place to(random, sizes, false), from(random, sizes, true);
        std::vector<T> data(static_cast<std::size_t>(from.items)), found(static_cast<std::size_t>(to.items));
        for (auto& value : data)
            value = roundTo<T>(static_cast<double>(random.between(-800, 800)) / 100);
        for (int threads : {2, 1}) {
            setThreadCount(threads);
            const auto before = found;
            ASSERT_TRUE(softmaxOfLines<T>(sizes, data.data() + from.first, from.strides, found.data() + to.first,
                                          to.strides));
            if (threads == 1) {
                ASSERT_EQ(std::memcmp(found.data(), before.data(), found.size() * sizeof(T)), 0);
            }
        }
        testing::forEachIndex(sizes, [&](const Extents& index) {
            auto other = index;
            const auto at = [&](const Extents& where) {
                return toDouble(data[static_cast<std::size_t>(testing::offsetOf(from, where))]);
            };
            double sum = 0;
            const auto length = sizes.empty() ? 1 : sizes.back();
            for (std::int64_t i = 0; i < length; ++i) {
                if (!other.empty())
                    other.back() = i;
                sum += std::exp(at(other) - at(index));
            }
            const auto value = toDouble(found[static_cast<std::size_t>(testing::offsetOf(to, index))]);
            const auto wanted = 1 / sum;
            ASSERT_NEAR(value, wanted,
                        wanted * (epsilonOf<T> + 1e-5 * (sizeof(T) < 8 ? 1 : 0) + 1e-13) +
                            (sizeof(T) < 8 ? 0x1p-24 : 0));
        });
    }
}

TEST(SoftmaxOfFloats, DoesNotOverflowAndPassesNaNsOn)
{
    const Extents sizes{3}, strides{1};
    std::vector<float> out(3);
    const std::vector<float> large{1e30F, -1e30F, 1e30F};
    ASSERT_TRUE(softmaxOfLines<float>(sizes, large.data(), strides, out.data(), strides));
    EXPECT_EQ(out, (std::vector<float>{0.5F, 0, 0.5F}));
    const std::vector<float> broken{1, NAN, 2};
    ASSERT_TRUE(softmaxOfLines<float>(sizes, broken.data(), strides, out.data(), strides));
    for (auto value : out)
        EXPECT_TRUE(std::isnan(value));
}

} // namespace
} // namespace tscope::cpu
