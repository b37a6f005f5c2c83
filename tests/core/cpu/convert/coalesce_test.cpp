// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/coalesce.h"

#include "core/cpu/convert/convert_test.h"
#include "element/visit.h"

#include <complex>
#include <map>

namespace tscope::cpu {
namespace {

// Adds as the words of the header say, one after the other.
template <class T>
struct DullSum {
    using Type = T;
    static T element(Type sum) { return sum; }
    static void add(Type& sum, T value)
    {
        if constexpr (std::is_same_v<T, BoolByte>)
            sum = {static_cast<std::uint8_t>(sum.byte != 0 || value.byte != 0 ? 1 : 0)};
        else if constexpr (std::is_integral_v<T>)
            sum = static_cast<T>(static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(value));
        else
            sum += value;
    }
    static Type of(T value) { return value; }
};
template <>
struct DullSum<Half> {
    using Type = float;
    static Half element(float sum) { return toHalf(static_cast<double>(sum)); }
    static void add(float& sum, Half value) { sum += toFloat(value); }
    static float of(Half value) { return toFloat(value); }
};
template <>
struct DullSum<BFloat16> {
    using Type = float;
    static BFloat16 element(float sum) { return toBFloat16(static_cast<double>(sum)); }
    static void add(float& sum, BFloat16 value) { sum += toFloat(value); }
    static float of(BFloat16 value) { return toFloat(value); }
};
template <>
struct DullSum<ComplexHalf> {
    using Type = std::complex<float>;
    static ComplexHalf element(Type sum)
    {
        return {DullSum<Half>::element(sum.real()), DullSum<Half>::element(sum.imag())};
    }
    static void add(Type& sum, ComplexHalf value) { sum += of(value); }
    static Type of(ComplexHalf value) { return {toFloat(value.real), toFloat(value.imag)}; }
};

template <class T>
T smallValue(Random& random)
{
    const auto number = static_cast<double>(random.between(-9, 9)) / 4;
    if constexpr (std::is_same_v<T, BoolByte>)
        return {static_cast<std::uint8_t>(random.below(2))};
    else if constexpr (std::is_same_v<T, Half>)
        return toHalf(number);
    else if constexpr (std::is_same_v<T, BFloat16>)
        return toBFloat16(number);
    else if constexpr (std::is_same_v<T, ComplexHalf>)
        return {toHalf(number), toHalf(-number)};
    else if constexpr (std::is_integral_v<T>)
        return static_cast<T>(random.below(std::numeric_limits<int>::max()));
    else if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(number + 1e-7 * static_cast<double>(random.below(1000)));
    else
        return T(static_cast<typename T::value_type>(number), static_cast<typename T::value_type>(number / 3));
}

template <class I>
struct OwnCoo {
    std::vector<std::int64_t> sizes;
    std::vector<std::vector<I>> rows;
    std::vector<const I*> starts;

    OwnCoo(Random& random, std::vector<std::int64_t> ofSizes, std::int64_t count, bool isClustered)
        : sizes(std::move(ofSizes)), rows(sizes.size(), std::vector<I>(static_cast<std::size_t>(count)))
    {
        for (std::size_t dim = 0; dim < sizes.size(); ++dim)
            for (auto& index : rows[dim])
                index =
                    static_cast<I>(isClustered && random.below(3) > 0 ? sizes[dim] / 2 : random.below(sizes[dim]));
        for (const auto& row : rows)
            starts.push_back(row.data());
    }
    CooIndices<I> view() const { return {static_cast<std::int64_t>(rows[0].size()), sizes, starts}; }
};

template <class I>
class CoalesceTest : public ConvertTest
{
protected:
    template <class T>
    void expectCoalesced(std::vector<std::int64_t> sizes, std::int64_t count, std::int64_t tail, ElementType type,
                         bool isClustered = false)
    {
        OwnCoo<I> coo(m_random, std::move(sizes), count, isClustered);
        const auto indices = coo.view();
        std::vector<T> values;
        for (std::int64_t i = 0; i < count * tail; ++i)
            values.push_back(smallValue<T>(m_random));
        std::map<std::vector<I>, std::vector<std::int64_t>> groups; // positions in stored order
        for (std::int64_t k = 0; k < count; ++k) {
            std::vector<I> place;
            for (const auto& row : coo.rows)
                place.push_back(row[static_cast<std::size_t>(k)]);
            groups[place].push_back(k);
        }
        const auto itemBytes = tail * static_cast<std::int64_t>(sizeof(T));
        withThreads([&] {
            SortedEntries sorted;
            ASSERT_EQ(sortEntries(indices, bytesOf(values), itemBytes, sorted, Watch{}), Ending::done);
            ASSERT_EQ(sorted.groups, static_cast<std::int64_t>(groups.size()));
            std::vector<std::vector<I>> rows(coo.rows.size(), std::vector<I>(groups.size()));
            std::vector<I*> starts;
            for (auto& row : rows)
                starts.push_back(row.data());
            const bool hasPointers = coo.sizes[0] < 1'000'000;
            std::vector<I> pointers(hasPointers ? static_cast<std::size_t>(coo.sizes[0] + 1) : 1, -7);
            std::vector<T> sums(groups.size() * static_cast<std::size_t>(tail));
            const GroupsOut<I> out{starts, hasPointers ? pointers.data() : nullptr, bytesOf(sums)};
            ASSERT_EQ(storeGroups(sorted, indices, bytesOf(values), itemBytes, type, out, Watch{}), Ending::done);

            std::vector<I> wantedPointers(pointers.size(), 0);
            std::size_t g = 0;
            for (const auto& [place, positions] : groups) {
                for (std::size_t dim = 0; dim < rows.size(); ++dim)
                    ASSERT_EQ(rows[dim][g], place[dim]) << g;
                if (hasPointers)
                    wantedPointers[static_cast<std::size_t>(place[0]) + 1] = static_cast<I>(g + 1);
                for (std::int64_t e = 0; e < tail; ++e) {
                    auto sum = DullSum<T>::of(values[static_cast<std::size_t>(positions[0] * tail + e)]);
                    for (std::size_t p = 1; p < positions.size(); ++p)
                        DullSum<T>::add(sum, values[static_cast<std::size_t>(positions[p] * tail + e)]);
                    const T wanted = DullSum<T>::element(sum);
                    ASSERT_EQ(std::memcmp(&sums[g * static_cast<std::size_t>(tail) + static_cast<std::size_t>(e)],
                                          &wanted, sizeof wanted),
                              0)
                        << g;
                }
                ++g;
            }
            if (hasPointers) {
                for (std::size_t row = 1; row < wantedPointers.size(); ++row)
                    wantedPointers[row] = std::max(wantedPointers[row], wantedPointers[row - 1]);
                ASSERT_EQ(pointers, wantedPointers);
            }
        });
    }
};

using CooIndexTypes = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(CoalesceTest, CooIndexTypes);

TYPED_TEST(CoalesceTest, SumsOfEachElementTypeInStoredOrder)
{
    const auto both = [&]<class T>(std::type_identity<T>, ElementType type) {
        this->template expectCoalesced<T>({7, 9}, 300, 1, type);
        this->template expectCoalesced<T>({7, 9}, 300, 3, type);
        this->template expectCoalesced<T>({900, 1000}, 60'000, 1, type);
    };
    both(std::type_identity<BoolByte>(), ElementType::boolean);
    both(std::type_identity<std::uint8_t>(), ElementType::u8);
    both(std::type_identity<std::int8_t>(), ElementType::i8);
    both(std::type_identity<std::int16_t>(), ElementType::i16);
    both(std::type_identity<std::int32_t>(), ElementType::i32);
    both(std::type_identity<std::int64_t>(), ElementType::i64);
    both(std::type_identity<Half>(), ElementType::f16);
    both(std::type_identity<BFloat16>(), ElementType::bf16);
    both(std::type_identity<float>(), ElementType::f32);
    both(std::type_identity<double>(), ElementType::f64);
    both(std::type_identity<ComplexHalf>(), ElementType::c32);
    both(std::type_identity<std::complex<float>>(), ElementType::c64);
    both(std::type_identity<std::complex<double>>(), ElementType::c128);
}

TYPED_TEST(CoalesceTest, AnyNumberOfDims)
{
    for (const auto& sizes : std::vector<std::vector<std::int64_t>>{
             {1}, {5}, {1, 1}, {1, 12}, {12, 1}, {3, 4, 5}, {1, 6, 1, 7}, {2, 2, 2, 2, 2, 2, 2}})
        for (const std::int64_t count : {0, 1, 2, 40, 500})
            this->template expectCoalesced<float>(sizes, count, 1, ElementType::f32);
}

TYPED_TEST(CoalesceTest, ManyEntriesOfAnyDistribution)
{
    this->template expectCoalesced<double>({50'000, 50'000}, 300'000, 1, ElementType::f64);
    this->template expectCoalesced<double>({300, 70'000}, 300'000, 1, ElementType::f64, true);
    this->template expectCoalesced<double>({3, 30, 50'000}, 300'000, 1, ElementType::f64);
    this->template expectCoalesced<float>({3, 2}, 300'000, 1, ElementType::f32);
    this->template expectCoalesced<float>({40, 50, 60}, 100'000, 2, ElementType::f32, true);
}

TYPED_TEST(CoalesceTest, MoreBitsThanAWordHas)
{
    const std::int64_t large = sizeof(TypeParam) == 4 ? std::int64_t{1} << 31 : std::int64_t{1} << 40;
    this->template expectCoalesced<double>({3, large, 4, large, 2}, 50'000, 1, ElementType::f64, true);
    this->template expectCoalesced<float>({large, large, large}, 300, 2, ElementType::f32, true);
}

TYPED_TEST(CoalesceTest, TellsTheOrderOfEntries)
{
    using I = TypeParam;
    const std::vector<std::int64_t> sizes{10, 10};
    const auto orderOf = [&](std::vector<I> rows, std::vector<I> columns) {
        const std::vector<const I*> starts{rows.data(), columns.data()};
        return entryOrder(CooIndices<I>{static_cast<std::int64_t>(rows.size()), sizes, starts});
    };
    EXPECT_EQ(orderOf({}, {}), EntryOrder::ascending);
    EXPECT_EQ(orderOf({4}, {4}), EntryOrder::ascending);
    EXPECT_EQ(orderOf({0, 0, 1, 2}, {3, 4, 0, 0}), EntryOrder::ascending);
    EXPECT_EQ(orderOf({0, 0, 1, 1}, {3, 3, 0, 1}), EntryOrder::withDuplicates);
    EXPECT_EQ(orderOf({0, 0, 1, 1}, {3, 3, 1, 0}), EntryOrder::unsorted);
    EXPECT_EQ(orderOf({1, 0}, {0, 5}), EntryOrder::unsorted);
    this->withThreads([&] {
        std::vector<I> rows, columns;
        for (std::int64_t k = 0; k < 600'000; ++k) {
            rows.push_back(static_cast<I>(k / 5));
            columns.push_back(static_cast<I>(k % 5));
        }
        EXPECT_EQ(orderOf(rows, columns), EntryOrder::ascending);
        columns[599'999] = 3;
        EXPECT_EQ(orderOf(rows, columns), EntryOrder::withDuplicates);
        rows[300'000] = 0;
        EXPECT_EQ(orderOf(rows, columns), EntryOrder::unsorted);
    });
}

} // namespace
} // namespace tscope::cpu
