// SPDX-License-Identifier: Apache-2.0
#include "facts/statistics.h"

#include "array/geometry.h"
#include "element/visit.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace tscope {

namespace {

class Accumulator
{
public:
    void add(const Element& element)
    {
        if (element.isNan()) {
            ++m_out.nans;
            return;
        }
        if (element.isInfinite()) {
            ++m_out.infinities;
            return;
        }
        std::visit([&](const auto& number) { addNumber(number); }, element.number());
        if (element.type().elementClass() != ElementClass::complex)
            addExtreme(element);
        m_out.zeros += element.isZero();
    }

    // The same of a run of plain numbers, without making an element of each.
    template <class T>
    void addRun(const T* numbers, std::int64_t count, const DType& dtype)
    {
        bool isAny = false;
        T least{}, most{};
        for (std::int64_t i = 0; i < count; ++i) {
            const T number = numbers[i];
            if constexpr (std::is_floating_point_v<T>) {
                if (!std::isfinite(number)) {
                    ++(std::isnan(number) ? m_out.nans : m_out.infinities);
                    continue;
                }
            }
            addNumber(number);
            m_out.zeros += number == 0;
            least = isAny ? std::min(least, number) : number;
            most = isAny ? std::max(most, number) : number;
            isAny = true;
        }
        if (isAny)
            for (const auto extreme : {least, most})
                addExtreme(elementOf(extreme, dtype));
    }

    Statistics finish(const DType& dtype)
    {
        switch (dtype.elementClass()) {
        case ElementClass::complex:
            m_out.sum = m_complex;
            break;
        case ElementClass::real:
            m_out.sum = m_complex.real();
            break;
        default:
            m_out.sum = m_exact.asInt64() ? decltype(m_out.sum)(*m_exact.asInt64()) : m_complex.real();
        }
        return std::move(m_out);
    }

private:
    void addNumber(std::complex<double> number) { m_complex += number; }
    void addNumber(double number) { m_complex += number; }
    void addNumber(bool number) { addInteger(number); }
    void addNumber(std::int64_t number) { addInteger(number); }
    template <class T>
    requires(std::is_arithmetic_v<T> && sizeof(T) < 8) void addNumber(T number)
    {
        if constexpr (std::is_floating_point_v<T>)
            m_complex += static_cast<double>(number);
        else
            addInteger(static_cast<std::int64_t>(number));
    }
    void addNumber(std::uint64_t number)
    {
        const Wide half = static_cast<std::int64_t>(number >> 1);
        m_exact = m_exact + half + half + Wide(static_cast<std::int64_t>(number & 1));
        m_complex += static_cast<double>(number);
    }

    void addInteger(std::int64_t number)
    {
        m_exact = m_exact + Wide(number);
        m_complex += static_cast<double>(number);
    }

    void addExtreme(const Element& element)
    {
        if (!m_out.min || less(element, *m_out.min))
            m_out.min = element;
        if (!m_out.max || less(*m_out.max, element))
            m_out.max = element;
    }

    template <class T>
    static Element elementOf(T number, const DType& dtype)
    {
        if constexpr (std::is_floating_point_v<T>)
            return *Element::from(static_cast<double>(number), dtype);
        else if constexpr (std::is_signed_v<T>)
            return *Element::from(static_cast<std::int64_t>(number), dtype);
        else
            return *Element::from(static_cast<std::uint64_t>(number), dtype);
    }

    // Of one type, real and finite.
    static bool less(const Element& a, const Element& b)
    {
        return std::visit(
            [](const auto& x, const auto& y) {
                if constexpr (std::is_same_v<decltype(x), decltype(y)> &&
                              !std::is_same_v<std::decay_t<decltype(x)>, std::complex<double>>)
                    return x < y;
                else
                    return false;
            },
            a.number(), b.number());
    }

    Statistics m_out;
    std::complex<double> m_complex;
    Wide m_exact = 0;
};

// Whether the elements lie one after the other as C++ numbers of their type.
template <class T>
constexpr bool isPlainNumber = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

bool addRuns(const Array& array, std::int64_t count, Accumulator& sum)
{
    if (!isContiguous(array.geometry))
        return false;
    return visitElement(array.dtype, [&](auto type) {
        using T = typename decltype(type)::type;
        if constexpr (isPlainNumber<T>) {
            constexpr std::int64_t atOnce = 1 << 14;
            std::vector<std::byte> scratch;
            std::vector<T> numbers(static_cast<std::size_t>(std::min(count, atOnce)));
            for (std::int64_t at = 0; at < count; at += atOnce) {
                const auto some = std::min(atOnce, count - at);
                const auto begin = (array.geometry.offset + at) * static_cast<std::int64_t>(sizeof(T));
                const auto bytes =
                    array.storage->window(begin, begin + some * static_cast<std::int64_t>(sizeof(T)), scratch);
                std::memcpy(numbers.data(), bytes.data(), bytes.size()); // a file's bytes are not aligned
                sum.addRun(numbers.data(), some, array.dtype);
            }
            return true;
        } else {
            return false;
        }
    });
}

} // namespace

std::optional<Statistics> statisticsOf(const Array& array)
{
    constexpr std::int64_t alwaysFine = 1 << 20;
    const auto count = numel(array.geometry).value_or(0);
    if (count > std::max(alwaysFine, saturatingMul(2, array.storageNumel())))
        return std::nullopt;
    Accumulator sum;
    if (count > 0 && addRuns(array, count, sum))
        return sum.finish(array.dtype);
    for (std::int64_t position = 0; position < count; ++position)
        sum.add(array.at(position));
    return sum.finish(array.dtype);
}

} // namespace tscope
