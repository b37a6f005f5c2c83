// SPDX-License-Identifier: Apache-2.0
#include "facts/find_value.h"

#include "core/facts/small_tensors.h"
#include "facts/distance.h"
#include "support/vector_cases.h"
#include "tensor/edit.h"

#include <gtest/gtest.h>

#include <map>

namespace tscope {
namespace {

using test::tensorOf;

// What there is to find, one slot after the other: the slow and plain way.
class ValueOracle
{
public:
    ValueOracle(const Tensor& tensor, const std::string& number) : m_tensor(tensor), m_number(number)
    {
        for (const auto& member : tensor.members)
            for (std::int64_t slot = 0; slot < numel(member.array.geometry).value_or(0); ++slot)
                m_all.push_back({member.role->name, slot, slot + 1});
    }

    std::optional<Slots> next(const std::optional<Slots>& from, SearchWay way)
    {
        auto all = m_all;
        if (way == SearchWay::backward)
            std::ranges::reverse(all);
        auto at = from ? std::ranges::find(all, *from) : all.end();
        if (at != all.end())
            std::rotate(all.begin(), at + 1, all.end());
        for (const auto& slot : all)
            if (holds(slot))
                return slot;
        return std::nullopt;
    }

private:
    bool holds(const Slots& slot)
    {
        const auto& member = m_tensor.member(slot.member);
        if (!member.isReadable())
            return false;
        const auto [known, isNew] = m_wanted.try_emplace(slot.member);
        if (isNew)
            if (const auto wanted = parseElement(m_number, member.array.dtype))
                known->second = *wanted;
        if (!known->second)
            return false;
        const auto element = member.array.at(slot.begin);
        if (known->second->isNan())
            return element.isNan();
        if (m_number.starts_with("true(")) // an odd byte, asked for by its number
            return element == *known->second;
        return !distanceOf(element.number(), known->second->number());
    }

    const Tensor& m_tensor;
    std::string m_number;
    std::vector<Slots> m_all;
    std::map<std::string_view, std::optional<Element>> m_wanted;
};

std::string textOf(const std::optional<Slots>& slot)
{
    return slot ? std::string(slot->member) + "[" + std::to_string(slot->begin) + "]" : "nowhere";
}

Slots anySlot(const Tensor& tensor, std::mt19937_64& random)
{
    const auto& member = tensor.members[random() % tensor.members.size()];
    const auto count = std::max<std::int64_t>(numel(member.array.geometry).value_or(0), 1);
    const auto slot =
        static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(std::min<std::int64_t>(count, 1000)));
    return {member.role->name, slot, slot + 1};
}

void expectAsOracle(const Tensor& tensor, const std::string& name, std::mt19937_64& random)
{
    for (int question = 0; question < 8; ++question) {
        const auto subject = anySlot(tensor, random);
        const auto& member = tensor.member(subject.member);
        std::string number = std::to_string(static_cast<int>(random() % 20) - 4);
        if (question < 6 && member.isReadable() && numel(member.array.geometry) != 0)
            number = member.array.at(subject.begin).text();
        const auto from = random() % 4 == 0 ? std::nullopt : std::optional(anySlot(tensor, random));
        const auto way = random() % 2 == 0 ? SearchWay::forward : SearchWay::backward;
        const auto found = findValue(tensor, number, from, way);
        ASSERT_TRUE(found) << found.error().text;
        EXPECT_TRUE(found->isComplete);
        ASSERT_EQ(textOf(found->slot), textOf(ValueOracle(tensor, number).next(from, way)))
            << name << ": " << number << (way == SearchWay::forward ? " after " : " before ") << textOf(from);
    }
}

Tensor stridedOf(Array array)
{
    auto out = tensorOf({{"layout", "strided"}, {"members", {{"values", {1}}}}});
    out.size = array.geometry.sizes;
    out.dtype = array.dtype;
    out.members[0].array = std::move(array);
    return out;
}

TEST(FindValue, FindsWhatLookingAtEverySlotFinds)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (const auto& [name, tensor] : test::smallTensors(seed))
        expectAsOracle(tensor, name, random);
    for (const auto& [name, tensor] : test::brokenTensors(seed))
        expectAsOracle(tensor, name, random);
}

TEST(FindValue, FindsEveryTypeThroughEveryGeometry)
{
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    for (const auto type : knownElementTypes())
        for (int round = 0; round < 12; ++round) {
            auto geometry = test::stridedView(random, static_cast<int>(random() % 5)).members[0].array.geometry;
            const DType dtype(type);
            std::vector<std::byte> bytes(static_cast<std::size_t>(60 * dtype.itemSize()));
            for (auto& byte : bytes) // zeros, signs, NaNs and infinities among them
                byte = std::byte(random() % 3 == 0 ? random() % 256
                                                   : std::array{0, 0x80, 0x7f, 0xff, 0x7c}[random() % 5]);
            auto array = Array::fromBytes(dtype, {60}, bytes);
            if (random() % 3 == 0) { // several times the same
                geometry.sizes.insert(geometry.sizes.begin() +
                                          static_cast<std::ptrdiff_t>(random() % (geometry.sizes.size() + 1)),
                                      3);
                geometry.strides.assign(geometry.sizes.size(), 0);
                if (geometry.sizes.size() > 1)
                    geometry.strides.back() = 1;
                geometry.offset = 20;
            }
            array.geometry = geometry;
            if (round % 2 == 0) { // edited: its pages lie apart
                const BytePatch patch{0, {bytes[0]}};
                array.storage = patched(array.storage, std::span(&patch, 1));
            }
            expectAsOracle(stridedOf(array), std::string(dtype.name()), random);
        }
}

TEST(FindValue, LongRunsAreSearchedFromBothEnds)
{
    constexpr std::int64_t count = 300'000;
    std::mt19937_64 random(7);
    for (const auto stride : {1, -1, 2, -3, 40'000}) {
        std::vector<std::int64_t> numbers(count, 5);
        auto array = Array::fromInts({count}, numbers, ElementType::i16);
        const std::int64_t length = count / std::abs(stride);
        array.geometry = {{length}, {stride}, stride < 0 ? count - 1 : 0};
        const auto tensor = stridedOf(array);
        std::vector<std::int64_t> places{0, length - 1, length / 2, length / 3};
        std::ranges::sort(places);
        EditList edits;
        for (const auto place : places)
            edits.edits.emplace_back(SetElements{"values", place, {*parseElement("7", ElementType::i16)}});
        const auto edited = applied(tensor, edits.edits);
        ASSERT_TRUE(edited);
        std::optional<Slots> at;
        for (const auto place : places) {
            at = findValue(*edited, "7", at)->slot;
            EXPECT_EQ(at, (Slots{"values", place, place + 1})) << stride;
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            const auto place = places[(2 * places.size() - 2 - i) % places.size()];
            at = findValue(*edited, "7", at, SearchWay::backward)->slot;
            EXPECT_EQ(at, (Slots{"values", place, place + 1})) << stride;
        }
        EXPECT_EQ(findValue(tensor, "7", {})->lookedAt, length);
    }
}

TEST(FindValue, AMemberMayBeNamed)
{
    const auto csr = tensorOf({{"layout", "csr"},
                               {"size", {2, 3}},
                               {"members",
                                {{"crow_indices", {0, 1, 2}},
                                 {"col_indices", {1, 2}},
                                 {"values", {{"dtype", "float32"}, {"data", {2.5, 1}}}}}}});
    const auto find = [&](const char* text, std::optional<Slots> from = {}) {
        const auto found = findValue(csr, text, from);
        return found ? textOf(found->slot) : found.error().text;
    };
    EXPECT_EQ(find("1"), "compressed[1]");
    EXPECT_EQ(find(" values = 1 "), "values[1]");
    EXPECT_EQ(find("col_indices=2"), "plain[1]");
    EXPECT_EQ(find("crow = 2.5"), "nowhere");
    EXPECT_EQ(find("2.5"), "values[0]");
    EXPECT_EQ(find("values = 1", Slots{"plain", 1, 2}), "values[1]");
    EXPECT_EQ(find("values = 1", Slots{"values", 1, 2}), "values[1]");
    EXPECT_EQ(find("rows = 1"), "this csr tensor has no member rows, it has compressed, plain, values");
    EXPECT_EQ(find("many"), "a number is wanted, found \"many\"");
    EXPECT_EQ(find(""), "a number is wanted, found \"\"");
}

TEST(FindValue, ANumberIsNoOtherKindOfNumberWhereItDoesNotFit)
{
    const auto find = [](const char* type, const char* text) {
        const auto tensor = tensorOf(
            {{"layout", "strided"}, {"members", {{"values", {{"dtype", type}, {"data", {0, "inf", "nan", 1}}}}}}});
        return textOf(findValue(tensor, text, {})->slot);
    };
    EXPECT_EQ(find("float16", "1e10"), "nowhere");
    EXPECT_EQ(find("float16", "inf"), "values[1]");
    EXPECT_EQ(find("float32", "1e-60"), "nowhere");
    EXPECT_EQ(find("float32", "-0"), "values[0]");
    EXPECT_EQ(find("float32", "-nan"), "values[2]");
    EXPECT_EQ(find("float32", "-inf"), "nowhere");
    EXPECT_EQ(find("complex64", "1+0j"), "values[3]");
}

// float8_e4m3fn turns every larger number into 448; 464 is the largest that rounds to it.
TEST(FindValue, ANumberThatATypeCutsDownIsNotTheLargestOne)
{
    const auto tensor =
        tensorOf({{"layout", "strided"},
                  {"members", {{"values", {{"dtype", "float8_e4m3fn"}, {"data", {0, 448, -448}}}}}}});
    const auto find = [&](const char* text) { return textOf(findValue(tensor, text, {})->slot); };
    EXPECT_EQ(find("448"), "values[1]");
    EXPECT_EQ(find("-464"), "values[2]");
    EXPECT_EQ(find("500"), "nowhere");
    EXPECT_EQ(find("-465"), "nowhere");
}

// 10^18 elements that are a few, again and again.
TEST(FindValue, RepeatedElementsAreLookedAtOnce)
{
    const auto tensorWith = [](Extents sizes, Extents strides) {
        auto array = Array::fromInts({4}, std::vector<std::int64_t>{1, 2, 3, 2});
        array.geometry = {std::move(sizes), std::move(strides), 0};
        return stridedOf(array);
    };
    const std::int64_t million = 1'000'000;
    const auto rows = tensorWith({million * million, 4}, {0, 1});
    EXPECT_EQ(textOf(findValue(rows, "2", {})->slot), "values[1]");
    EXPECT_EQ(textOf(findValue(rows, "2", Slots{"values", 3, 4})->slot), "values[5]");
    EXPECT_EQ(textOf(findValue(rows, "1", {}, SearchWay::backward)->slot), "values[3999999999996]");
    EXPECT_EQ(textOf(findValue(rows, "9", {})->slot), "nowhere");
    const auto columns = tensorWith({4, million * million}, {1, 0});
    EXPECT_EQ(textOf(findValue(columns, "3", {})->slot), "values[2000000000000]");
    EXPECT_LT(findValue(columns, "3", {})->lookedAt, 20);
    EXPECT_EQ(textOf(findValue(columns, "2", {}, SearchWay::backward)->slot), "values[3999999999999]");
    const auto both = tensorWith({2, million * million, 2, million}, {2, 0, 1, 0});
    EXPECT_EQ(textOf(findValue(both, "3", {})->slot), "values[2000000000000000000]");
}

TEST(FindValue, StopsWhenItIsTold)
{
    const auto tensor = stridedOf(Array::fromInts({1000}, std::vector<std::int64_t>(1000, 1)));
    std::stop_source stop;
    stop.request_stop();
    const auto found = findValue(tensor, "2", {}, SearchWay::forward, {stop.get_token(), {}});
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->isComplete);
    EXPECT_FALSE(found->slot);
}

} // namespace
} // namespace tscope
