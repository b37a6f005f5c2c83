// SPDX-License-Identifier: Apache-2.0
#include "facts/distribution.h"

#include "base/human_numbers.h"
#include "base/thread_pool.h"
#include "facts/distribution_text.h"
#include "layouts/registry.h"
#include "support/from_json.h"
#include "support/vector_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace tscope {
namespace {

double asReal(const Number& number)
{
    return std::visit([](const auto& value) { return static_cast<double>(std::real(value)); }, number);
}

Tensor spreadStrided(Array array)
{
    const auto& layout = *layoutNamed("strided");
    return *makeTensor(layout, {{.role = roleNamed(layout, "values"), .array = std::move(array)}});
}

template <class T>
Tensor spreadVector(const std::vector<T>& values, const DType& dtype)
{
    return spreadStrided(Array::fromBytes(dtype, {std::ssize(values)}, std::as_bytes(std::span(values))));
}

Distribution spreadOf(const Tensor& tensor)
{
    auto out = distributionOf(tensor);
    EXPECT_TRUE(out) << (out ? "" : out.error().text);
    return out ? *out : Distribution{};
}

std::int64_t countIn(const Histogram& histogram)
{
    std::int64_t all = 0;
    for (const auto count : histogram.counts)
        all += count;
    return all;
}

// The numbers of tests/data/distributions/make.py.
std::vector<std::uint64_t> caseWords(std::size_t count)
{
    std::vector<std::uint64_t> out(count);
    std::uint64_t state = 12345;
    for (auto& word : out) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        word = state >> 32;
    }
    return out;
}

std::vector<double> caseNumbers(const std::string& kind, std::size_t count)
{
    std::vector<double> out(count);
    if (kind == "decades") {
        const auto w = caseWords(2 * count);
        for (std::size_t i = 0; i < count; ++i)
            out[i] =
                std::ldexp(1 + static_cast<double>(w[2 * i]) / 0x1p32, static_cast<int>(w[2 * i + 1] % 30) - 15);
        return out;
    }
    if (kind == "even") {
        std::ranges::transform(caseWords(count), out.begin(),
                               [](std::uint64_t word) { return (static_cast<double>(word) + 1) / 0x1p32; });
        return out;
    }
    const auto w = caseWords(4 * count);
    for (std::size_t i = 0; i < count; ++i) {
        double all = 0;
        for (std::size_t k = 0; k < 4; ++k)
            all += static_cast<double>(w[4 * i + k]);
        out[i] = all / 0x1p32 - 2;
        if (kind == "far")
            out[i] = out[i] / 1024 + 0x1p20;
    }
    return out;
}

Tensor tensorOfCase(const nlohmann::json& expected)
{
    const auto dtype = DType::parse(expected["dtype"].get<std::string>());
    const auto count = expected["count"].get<std::size_t>();
    std::vector<std::byte> bytes;
    const auto add = [&](auto value) {
        const auto raw = std::as_bytes(std::span(&value, 1));
        bytes.insert(bytes.end(), raw.begin(), raw.begin() + dtype.itemSize());
    };
    if (expected["kind"] == "words") {
        for (const auto word : caseWords(count))
            add(dtype == DType(ElementType::i64) ? (word << 32) | word : word);
    } else {
        for (const auto number : caseNumbers(expected["kind"], count)) {
            if (dtype == DType(ElementType::bf16)) {
                const auto narrow = static_cast<float>(number);
                std::uint32_t bits = 0;
                std::memcpy(&bits, &narrow, sizeof bits);
                add(bits >> 16);
            } else {
                const auto element = *Element::from(number, dtype);
                bytes.insert(bytes.end(), element.bytes().begin(), element.bytes().end());
            }
        }
    }
    return spreadStrided(Array::fromBytes(dtype, {static_cast<std::int64_t>(count)}, bytes));
}

TEST(Distribution, IsWhatNumPySaysOfTheSameNumbers)
{
    std::ifstream file(TSCOPE_TEST_DATA "/distributions/cases.json");
    const auto cases = nlohmann::json::parse(file);
    ASSERT_GT(cases.size(), 20U);
    for (const auto& expected : cases) {
        SCOPED_TRACE(expected["kind"].get<std::string>() + " " + expected["dtype"].get<std::string>() + " " +
                     expected["count"].dump());
        const auto values = spreadOf(tensorOfCase(expected));
        EXPECT_EQ(values.count, expected["count"]);
        EXPECT_EQ(values.zeros, expected["zeros"]);
        ASSERT_TRUE(values.least && values.largest && values.mean && values.deviation);
        EXPECT_EQ(asReal(*values.least), expected["min"].get<double>());
        EXPECT_EQ(asReal(*values.largest), expected["max"].get<double>());
        const auto spread = expected["std"].get<double>();
        EXPECT_NEAR(*values.deviation, spread, 1e-9 * spread);
        const auto mean = expected["mean"].get<double>(); // its last digit may differ where it is far from zero
        EXPECT_NEAR(*values.mean, mean, 1e-9 * spread + 4e-16 * std::abs(mean));
        ASSERT_EQ(values.quantiles.size(), 7U);
        for (std::size_t i = 0; i < 7; ++i)
            EXPECT_NEAR(asReal(values.quantiles[i].value), expected["quantiles"][i].get<double>(), 1e-12 * spread);
        EXPECT_EQ(values.histogram.scale == Histogram::Scale::logarithmic, expected["scale"] == "logarithmic");
        EXPECT_EQ(countIn(values.histogram), values.count);
        if (expected.contains("counts")) {
            EXPECT_EQ(nlohmann::json(values.histogram.counts), expected["counts"]);
        }
    }
}

TEST(Distribution, ValuesCrowdedNextToZeroGetBinsByLogarithm)
{
    const auto scaleOf = [](const std::vector<double>& values) {
        return spreadOf(spreadVector(values, ElementType::f64)).histogram.scale;
    };
    EXPECT_EQ(scaleOf({1, 2, 3, 4, 1e6}), Histogram::Scale::logarithmic);
    EXPECT_EQ(scaleOf({-1, -2, -3, -4, -1e6}), Histogram::Scale::logarithmic);
    EXPECT_EQ(scaleOf({0, 2, 3, 4, 1e6}), Histogram::Scale::linear) << "zero has no logarithm";
    EXPECT_EQ(scaleOf({-1, 2, 3, 4, 1e6}), Histogram::Scale::linear) << "two signs";
    EXPECT_EQ(scaleOf({1e6, 1e6 + 1, 1e6 + 2, 1e6 + 1000}), Histogram::Scale::linear) << "near to each other";
    EXPECT_EQ(scaleOf({1, 200, 500, 700, 1000}), Histogram::Scale::linear) << "evenly spread";
}

TEST(Distribution, WhatIsNotFiniteIsCountedAndLeftOut)
{
    const auto inf = std::numeric_limits<double>::infinity();
    const auto values =
        spreadOf(spreadVector<double>({std::nan(""), inf, -inf, -inf, 0.0, -0.0, 1, 3}, ElementType::f64));
    EXPECT_EQ(values.count, 8);
    EXPECT_EQ(values.finite(), 4);
    EXPECT_EQ(values.nans, 1);
    EXPECT_EQ(values.positiveInfinities, 1);
    EXPECT_EQ(values.negativeInfinities, 2);
    EXPECT_EQ(values.zeros, 2) << "-0 is a zero";
    EXPECT_EQ(values.mean, 1.0);
    EXPECT_EQ(asReal(*values.least), 0);
    EXPECT_EQ(asReal(*values.largest), 3);
    EXPECT_EQ(values.zeroShare, 0.25);
    EXPECT_EQ(countIn(values.histogram), 4);
    EXPECT_EQ(spreadText(values), "1 ± 1.22, 4 not finite");
}

TEST(Distribution, OfNoFiniteValueThereIsNoMean)
{
    for (const auto& tensor : {spreadVector<double>({std::nan(""), std::nan("")}, ElementType::f64),
                               spreadVector<double>({}, ElementType::f64)}) {
        const auto values = spreadOf(tensor);
        EXPECT_FALSE(values.mean || values.deviation || values.least || values.largest);
        EXPECT_TRUE(values.quantiles.empty());
        EXPECT_TRUE(values.histogram.counts.empty());
    }
    EXPECT_FALSE(spreadOf(spreadVector<double>({}, ElementType::f64)).zeroShare);
}

TEST(Distribution, OneValueAndEqualOnesAreOneBin)
{
    for (const std::size_t count : {std::size_t{1}, std::size_t{5}, std::size_t{300'000}}) {
        const auto values = spreadOf(spreadVector(std::vector<float>(count, 2.5F), ElementType::f32));
        EXPECT_EQ(values.mean, 2.5);
        EXPECT_EQ(values.deviation, 0.0);
        EXPECT_EQ(values.histogram.counts, std::vector{static_cast<std::int64_t>(count)});
        EXPECT_EQ(asReal(values.quantiles[3].value), 2.5);
        EXPECT_EQ(binText(values.histogram, 0),
                  tscope::counted(static_cast<std::int64_t>(count), "value", "values") + " of 2.5");
    }
    const auto scalar = spreadOf(test::fromJson(R"({"layout":"strided","members":{"values":
        {"dtype":"float32","shape":[],"data":[7]}}})"));
    EXPECT_EQ(scalar.count, 1);
    EXPECT_EQ(scalar.mean, 7.0);
}

TEST(Distribution, LargeIntegersKeepAllDigits)
{
    constexpr auto least = std::numeric_limits<std::int64_t>::min(),
                   most = std::numeric_limits<std::int64_t>::max();
    const auto values = spreadOf(spreadVector<std::int64_t>({least, most, most - 1}, ElementType::i64));
    EXPECT_EQ(*values.least, Number(least));
    EXPECT_EQ(*values.largest, Number(most));
    EXPECT_EQ(values.quantiles[3].value, Number(most - 1));
    EXPECT_EQ(countIn(values.histogram), 3);
    EXPECT_LE(values.histogram.counts.size(), 64U);

    constexpr auto end = std::numeric_limits<std::uint64_t>::max();
    const auto near = spreadOf(spreadVector<std::uint64_t>({end, end - 3, end}, ElementType::u64));
    EXPECT_EQ(near.histogram.scale, Histogram::Scale::each);
    EXPECT_EQ(near.histogram.counts, (std::vector<std::int64_t>{1, 0, 0, 2}));
    EXPECT_EQ(near.histogram.starts.front(), Number(end - 3));
}

// Squares of these leave the range of double.
TEST(Distribution, TheSpreadOfTheLargestAndSmallestNumbersIsKnown)
{
    const auto large = spreadOf(spreadVector<double>({1e308, -1e308, 1.5e308, 1.5e308}, ElementType::f64));
    EXPECT_NEAR(*large.mean / 7.5e307, 1, 1e-12);
    EXPECT_NEAR(*large.deviation / (std::sqrt(1.0625) * 1e308), 1, 1e-12);
    EXPECT_EQ(countIn(large.histogram), 4);
    const double tiny = std::numeric_limits<double>::denorm_min();
    const auto small = spreadOf(spreadVector<double>({tiny * 2, tiny * 6}, ElementType::f64));
    EXPECT_EQ(small.mean, tiny * 4);
    EXPECT_EQ(small.deviation, tiny * 2);
    EXPECT_EQ(asReal(*small.least), tiny * 2);
}

TEST(Distribution, FewIntegersHaveABinEach)
{
    const auto values = spreadOf(spreadVector<std::int8_t>({-2, 0, 3, 3}, ElementType::i8));
    EXPECT_EQ(values.histogram.scale, Histogram::Scale::each);
    EXPECT_EQ(values.histogram.counts, (std::vector<std::int64_t>{1, 0, 1, 0, 0, 2}));
    EXPECT_EQ(binText(values.histogram, 5), "2 values of 3");
}

TEST(Distribution, BoolsHaveTwoBins)
{
    const auto values = spreadOf(spreadVector<std::uint8_t>({1, 1, 2}, ElementType::boolean));
    EXPECT_EQ(values.histogram.counts, (std::vector<std::int64_t>{0, 3})) << "any byte but 0 is true";
    EXPECT_EQ(values.mean, 1.0);
    EXPECT_TRUE(values.quantiles.empty());
    EXPECT_EQ(binText(values.histogram, 0), "0 values of false");
}

TEST(Distribution, ComplexValuesCountByMagnitude)
{
    const auto values = spreadOf(test::fromJson(R"({"layout":"strided","members":{"values":
        {"dtype":"complex64","shape":[4],"data":[[3,4],[0,0],["NaN",1],["-Infinity",0]]}}})"));
    EXPECT_TRUE(values.isOfMagnitudes);
    EXPECT_EQ(asReal(*values.largest), 5);
    EXPECT_EQ(values.zeros, 1);
    EXPECT_EQ(values.nans, 1);
    EXPECT_EQ(values.positiveInfinities, 1);
}

// Every type, few and many values: counts as Element counts them.
TEST(Distribution, EveryTypeIsCountedAsItsElementsAre)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (const auto type : knownElementTypes())
        for (const std::int64_t count : {std::int64_t{40}, std::int64_t{120'000}}) {
            const DType dtype(type);
            SCOPED_TRACE(std::string(dtype.name()) + " " + std::to_string(count));
            std::vector<std::byte> bytes(static_cast<std::size_t>(count * dtype.itemSize()));
            for (auto& byte : bytes)
                byte = static_cast<std::byte>(random() % 7 == 0 ? 0 : random());
            const auto array = Array::fromBytes(dtype, {count}, bytes);
            std::int64_t nans = 0, infinities = 0, zeros = 0;
            std::optional<double> least, most;
            for (std::int64_t i = 0; i < count; ++i) {
                const auto element = array.at(i);
                nans += element.isNan();
                infinities += !element.isNan() && element.isInfinite();
                zeros += element.isZero();
                if (element.isNan() || element.isInfinite())
                    continue;
                const auto size = std::visit(
                    []<class T>(const T& value) {
                        if constexpr (std::is_arithmetic_v<T>)
                            return static_cast<double>(value);
                        else
                            return std::abs(value);
                    },
                    element.number());
                least = std::min(least.value_or(size), size);
                most = std::max(most.value_or(size), size);
            }
            const auto values = spreadOf(spreadStrided(array));
            EXPECT_EQ(values.nans, nans);
            EXPECT_EQ(values.positiveInfinities + values.negativeInfinities, infinities);
            EXPECT_EQ(values.zeros, zeros);
            EXPECT_EQ(countIn(values.histogram), values.finite());
            ASSERT_EQ(values.least.has_value(), least.has_value());
            if (least) {
                EXPECT_EQ(asReal(*values.least), *least);
                EXPECT_EQ(asReal(*values.largest), *most);
            }
        }
}

TEST(Distribution, IsTheSameForAnyNumberOfThreads)
{
    nlohmann::json expected{{"kind", "bell"}, {"dtype", "float32"}, {"count", 300'000}};
    const auto tensor = tensorOfCase(expected);
    setThreadCount(1);
    const auto one = spreadOf(tensor);
    setThreadCount(5);
    const auto five = spreadOf(tensor);
    setThreadCount(0);
    EXPECT_EQ(one.mean, five.mean);
    EXPECT_EQ(one.deviation, five.deviation);
    EXPECT_EQ(one.histogram.counts, five.histogram.counts);
}

TEST(Distribution, RepeatedElementsCountAsOftenAsTheyAreRead)
{
    const auto values = spreadOf(test::fromJson(R"({"layout":"strided","members":{"values":{"dtype":"float32",
        "shape":[1000000000000,3],"strides":[0,1],"storage":[0,1,5]}}})"));
    EXPECT_EQ(values.count, 3'000'000'000'000);
    EXPECT_EQ(values.zeros, 1'000'000'000'000);
    EXPECT_EQ(values.mean, 2.0);
    EXPECT_EQ(asReal(values.quantiles[3].value), 1);
    EXPECT_FALSE(values.sampledFrom);
}

TEST(Distribution, OverlapsTooManyToReadAreSampledAndSaySo)
{
    const auto values = spreadOf(spreadStrided({std::move(*StorageBuilder::make(800'000)).seal(), ElementType::f32,
                                                Geometry{{100'000, 100'000}, {1, 1}, 0}}));
    EXPECT_EQ(values.sampledFrom, 10'000'000'000);
    EXPECT_EQ(values.zeros, values.count);
    EXPECT_EQ(factOf(values, "x").parts.front().name, "evenly spread among");
}

TEST(Distribution, SharesAreOfAllElements)
{
    const auto values = spreadOf(test::fromJson(R"({"layout":"csr","size":[2,4],"members":
        {"compressed":[0,1,2],"plain":[3,0],"values":[0,2]}})"));
    EXPECT_EQ(values.count, 2);
    EXPECT_EQ(values.notStoredShare, 0.75);
    EXPECT_EQ(values.zeroShare, 0.875);
}

TEST(Distribution, HolesBetweenComponentsAreNotValues)
{
    const auto values = spreadOf(test::fromJson(R"({"layout":"jagged","members":
        {"values":[1,2,77,3,4],"offsets":[0,3,5],"lengths":[2,2]}})"));
    EXPECT_EQ(values.count, 4);
    EXPECT_EQ(values.unread, 1);
    EXPECT_EQ(asReal(*values.largest), 4);
}

TEST(Distribution, ANegatedViewIsCountedAsMeant)
{
    auto tensor = spreadVector<float>({1, -4}, ElementType::f32);
    tensor.claims.set("neg", true);
    EXPECT_EQ(asReal(*spreadOf(tensor).largest), 4);
}

TEST(Distribution, SaysWhatCannotBeRead)
{
    const auto declared = distributionOf(test::fromJson(R"({"layout":"strided","members":
        {"values":{"dtype":"float32","shape":[4]}}})"));
    ASSERT_FALSE(declared);
    EXPECT_NE(declared.error().text.find("no bytes"), std::string::npos);
}

TEST(Distribution, StopsOnRequest)
{
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = distributionOf(spreadVector(std::vector<double>(200'000, 1), ElementType::f64),
                                        {.stop = stop.get_token()});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

TEST(Distribution, FactsHaveNamesValuesAndUnits)
{
    const auto fact =
        factOf(spreadOf(spreadVector<double>({1, 2, 3, 4, std::nan("")}, ElementType::f64)), "all values");
    std::string text;
    for (const auto& part : fact.parts)
        text += part.name + "=" + part.value + "|" + part.unit + ";";
    EXPECT_EQ(text, "mean=2.5|;standard deviation=1.11803|;least=1|;median=2.5|;greatest=4|;quantiles=|;"
                    "stored zeros=0|;not finite=1|value;elements that are zero=0|%;");
    EXPECT_EQ(fact.value + " " + fact.unit, "5 values");
}

TEST(Distribution, OneBinAboveAllOthersIsDrawnByLogarithm)
{
    std::vector<std::int32_t> many(10'000, 0);
    for (int i = 1; i < 50; ++i)
        many.push_back(i);
    const auto values = spreadOf(spreadVector(many, ElementType::i32));
    EXPECT_TRUE(values.histogram.needsLogCounts());
    EXPECT_GT(heightOf(values.histogram, 1), 0.05);
    EXPECT_EQ(heightOf(values.histogram, 0), 1);
}

} // namespace
} // namespace tscope
