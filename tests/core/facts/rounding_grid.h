// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/dtype.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace tscope::test {

// Rounding by the definition: numbers of a type lie on a grid.

using Exact = std::complex<long double>;

// A binary floating-point type, or the parts of a complex one: how many binary digits a number has at most, the
// exponent of the least number above 0, and the largest number.
struct Grid {
    ElementType type;
    int digits, leastExponent;
    long double largest;
    bool isComplex = false;
};

inline const std::vector<Grid>& grids()
{
    constexpr long double f16Largest = 65504, f32Largest = 0x1.fffffep127L, f64Largest = 0x1.fffffffffffffp1023L;
    static const std::vector<Grid> all{{ElementType::f64, 53, -1074, f64Largest},
                                       {ElementType::f32, 24, -149, f32Largest},
                                       {ElementType::f16, 11, -24, f16Largest},
                                       {ElementType::bf16, 8, -133, 0x1.fep127L},
                                       {ElementType::f8e4m3fn, 4, -9, 448},
                                       {ElementType::f8e5m2, 3, -16, 57344},
                                       {ElementType::c128, 53, -1074, f64Largest, true},
                                       {ElementType::c64, 24, -149, f32Largest, true},
                                       {ElementType::c32, 11, -24, f16Largest, true}};
    return all;
}

// The grid of the two types all whose numbers lie on the other one, which has more.
inline const Grid* coarserGrid(const DType& a, const DType& b)
{
    const auto of = [](const DType& type) { return std::ranges::find(grids(), type.type(), &Grid::type); };
    const auto lies = [](const Grid& x, const Grid& y) {
        return x.isComplex == y.isComplex && x.digits < y.digits && x.leastExponent >= y.leastExponent &&
               x.largest <= y.largest;
    };
    const auto x = of(a), y = of(b);
    if (x == grids().end() || y == grids().end())
        return nullptr;
    return lies(*x, *y) ? &*x : lies(*y, *x) ? &*y : nullptr;
}

// To the nearest number of the grid, ties to even; infinite beyond the largest.
inline long double onGrid(long double number, const Grid& grid)
{
    if (number == 0 || !std::isfinite(number))
        return number;
    const auto spacing = std::max(std::ilogb(number) - grid.digits + 1, grid.leastExponent);
    const auto out = std::ldexp(std::nearbyint(std::ldexp(number, -spacing)), spacing);
    return std::abs(out) > grid.largest ? HUGE_VALL : out;
}

inline bool meetOnGrid(Exact a, Exact b, const Grid& grid)
{
    const auto meet = [&grid](long double x, long double y) {
        return std::isfinite(onGrid(x, grid)) && onGrid(x, grid) == onGrid(y, grid);
    };
    return meet(a.real(), b.real()) && meet(a.imag(), b.imag());
}

} // namespace tscope::test
