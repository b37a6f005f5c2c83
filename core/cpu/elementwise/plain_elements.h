// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/arithmetic.h"
#include "cpu/elementwise/element_loops.h"
#include "kernels/distance.h"

namespace tscope::cpu {

namespace {

template <class Value>
inline Value minus(Value a, Value b)
{
    return a - b;
}

inline Truth minus(Truth a, Truth b)
{
    return {a.value != b.value};
}

template <class P>
inline Complex<P> minus(Complex<P> a, Complex<P> b)
{
    return {a.real - b.real, a.imag - b.imag};
}

template <Binary op, class T>
inline T combined(T a, T b)
{
    const auto left = Wide<T>::from(a), right = Wide<T>::from(b);
    if constexpr (op == Binary::add)
        return Wide<T>::to(left + right);
    else if constexpr (op == Binary::subtract)
        return Wide<T>::to(minus(left, right));
    else
        return Wide<T>::to(left * right);
}

template <Binary op, class T>
void combineAs(const Line<T>& to, const Line<const T>& a, const Line<const T>& b, std::int64_t count)
{
    if (to.stride == 1 && a.stride == 1 && b.stride == 1) {
        for (std::int64_t i = 0; i < count; ++i)
            to.data[i] = combined<op>(a.data[i], b.data[i]);
    } else if (to.stride == 1 && a.stride == 1 && b.stride == 0) {
        const auto right = *b.data;
        for (std::int64_t i = 0; i < count; ++i)
            to.data[i] = combined<op>(a.data[i], right);
    } else {
        for (std::int64_t i = 0; i < count; ++i)
            to.data[i * to.stride] = combined<op>(a.data[i * a.stride], b.data[i * b.stride]);
    }
}

} // namespace

template <class T>
void combineLine(Binary op, const Line<T>& to, const Line<const T>& a, const Line<const T>& b, std::int64_t count)
{
    switch (op) {
    case Binary::add:
        return combineAs<Binary::add>(to, a, b, count);
    case Binary::subtract:
        return combineAs<Binary::subtract>(to, a, b, count);
    case Binary::multiply:
        return combineAs<Binary::multiply>(to, a, b, count);
    }
}

template <class T>
void compareLine(const Line<const T>& a, const Line<const T>& b, std::int64_t count, const Tolerance& tolerance,
                 std::int64_t first, std::int64_t step, Differences& found, std::uint8_t* differs)
{
    for (std::int64_t i = 0; i < count; ++i) {
        const auto gap = distance<T>(a.data[i * a.stride], b.data[i * b.stride]);
        const bool isNear = isClose(gap, tolerance.relative, tolerance.absolute, tolerance.nanEqualsNan);
        const auto index = first + i * step;
        if (differs != nullptr)
            differs[index] = isNear ? 0 : 1;
        if (isNear)
            continue;
        ++found.count;
        found.first = found.first < 0 || index < found.first ? index : found.first;
        // The first NaN stands until a number comes.
        if (found.count == 1 || gap.apart > found.largest || found.largest != found.largest)
            found.largest = found.count > 1 && gap.apart != gap.apart ? found.largest : gap.apart;
    }
}

} // namespace tscope::cpu
