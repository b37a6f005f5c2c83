// SPDX-License-Identifier: Apache-2.0
#include "facts/statistics.h"

#include "element/visit.h"

#include <algorithm>
#include <cmath>

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

} // namespace

std::optional<Statistics> statisticsOf(const Array& array)
{
    constexpr std::int64_t alwaysFine = 1 << 20;
    const auto count = numel(array.geometry).value_or(0);
    if (count > std::max(alwaysFine, saturatingMul(2, array.storageNumel())))
        return std::nullopt;
    Accumulator sum;
    for (std::int64_t position = 0; position < count; ++position)
        sum.add(array.at(position));
    return sum.finish(array.dtype);
}

} // namespace tscope
