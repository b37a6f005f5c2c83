// SPDX-License-Identifier: Apache-2.0
#include "cpu/convert/group_sums.h"

#include "element/visit.h"

#include <complex>
#include <type_traits>

namespace tscope::cpu {

namespace {

// What a sum is made in, how an element gets there and how the sum becomes an element again.
template <class T>
struct Sum {
    using Type = T;
    static Type of(T value) { return value; }
    static void add(Type& sum, T value)
    {
        if constexpr (std::is_integral_v<T>)
            sum = static_cast<T>(sum + value); // unsigned: wraps
        else
            sum += value;
    }
    static T element(Type sum) { return sum; }
};

template <>
struct Sum<BoolByte> {
    using Type = bool;
    static Type of(BoolByte value) { return value.byte != 0; }
    static void add(Type& sum, BoolByte value) { sum = sum || value.byte != 0; }
    static BoolByte element(Type sum) { return {static_cast<std::uint8_t>(sum ? 1 : 0)}; }
};

template <class T, T (*fromDouble)(double)>
struct SmallSum {
    using Type = float;
    static Type of(T value) { return toFloat(value); }
    static void add(Type& sum, T value) { sum += toFloat(value); }
    static T element(Type sum) { return fromDouble(static_cast<double>(sum)); }
};
template <>
struct Sum<Half> : SmallSum<Half, toHalf> {
};
template <>
struct Sum<BFloat16> : SmallSum<BFloat16, toBFloat16> {
};
template <>
struct Sum<Float8E4M3FN> : SmallSum<Float8E4M3FN, toFloat8E4M3FN> {
};
template <>
struct Sum<Float8E5M2> : SmallSum<Float8E5M2, toFloat8E5M2> {
};

template <>
struct Sum<ComplexHalf> {
    using Type = std::complex<float>;
    static Type of(ComplexHalf value) { return {toFloat(value.real), toFloat(value.imag)}; }
    static void add(Type& sum, ComplexHalf value) { sum += of(value); }
    static ComplexHalf element(Type sum)
    {
        return {toHalf(static_cast<double>(sum.real())), toHalf(static_cast<double>(sum.imag()))};
    }
};

// `elementAt(i)` is where element i of a value lies for an item.
template <class T, class At>
void sumGroups(const KeyedItem* items, const std::int64_t* starts, std::int64_t groups, std::int64_t elements,
               std::byte* to, const At& at)
{
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    for (std::int64_t group = 0; group < groups; ++group)
        for (std::int64_t e = 0; e < elements; ++e, to += size) {
            // An element that is alone stays as it is, whatever its bits are.
            const auto first = loadElement<T>(at(items[starts[group]], e));
            if (starts[group + 1] - starts[group] == 1) {
                storeElement(first, to);
                continue;
            }
            auto sum = Sum<T>::of(first);
            for (auto i = starts[group] + 1; i < starts[group + 1]; ++i)
                Sum<T>::add(sum, loadElement<T>(at(items[i], e)));
            storeElement(Sum<T>::element(sum), to);
        }
}

template <class T>
void sums(const KeyedItem* items, const std::int64_t* starts, std::int64_t groups, const std::byte* values,
          std::int64_t itemBytes, std::byte* to)
{
    static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
    const auto elements = itemBytes / static_cast<std::int64_t>(sizeof(T));
    const auto elementOffset = [](std::int64_t e) { return e * static_cast<std::int64_t>(sizeof(T)); };
    if (values == nullptr)
        sumGroups<T>(items, starts, groups, elements, to, [&](const KeyedItem& item, std::int64_t e) {
            return reinterpret_cast<const std::byte*>(&item.item) + elementOffset(e);
        });
    else
        sumGroups<T>(items, starts, groups, elements, to, [&](const KeyedItem& item, std::int64_t e) {
            return values + static_cast<std::int64_t>(item.item) * itemBytes + elementOffset(e);
        });
}

} // namespace

GroupSums groupSums(ElementType type)
{
    switch (type) {
    case ElementType::boolean:
        return sums<BoolByte>;
    case ElementType::u8:
    case ElementType::i8:
        return sums<std::uint8_t>;
    case ElementType::u16:
    case ElementType::i16:
        return sums<std::uint16_t>;
    case ElementType::u32:
    case ElementType::i32:
        return sums<std::uint32_t>;
    case ElementType::u64:
    case ElementType::i64:
        return sums<std::uint64_t>;
    case ElementType::f16:
        return sums<Half>;
    case ElementType::bf16:
        return sums<BFloat16>;
    case ElementType::f32:
        return sums<float>;
    case ElementType::f64:
        return sums<double>;
    case ElementType::f8e4m3fn:
        return sums<Float8E4M3FN>;
    case ElementType::f8e5m2:
        return sums<Float8E5M2>;
    case ElementType::c32:
        return sums<ComplexHalf>;
    case ElementType::c64:
        return sums<std::complex<float>>;
    case ElementType::c128:
        return sums<std::complex<double>>;
    case ElementType::qi8:
    case ElementType::qu8:
    case ElementType::opaque:
        break;
    }
    return nullptr;
}

} // namespace tscope::cpu
