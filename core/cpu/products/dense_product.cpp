// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/dense_product.h"

#include "base/checked_math.h"
#include "cpu/element_types.h"
#include "cpu/products/blas.h"
#include "cpu/products/loops.h"
#include "cpu/tasks.h"

#include <algorithm>
#include <vector>

namespace tscope::cpu {

namespace {

// Y in rectangles, each a product by itself: cut by the sizes only.
struct Rectangles {
    std::int64_t rows, columns, high, wide;

    std::int64_t down() const { return (rows + high - 1) / high; }
    std::int64_t across() const { return (columns + wide - 1) / wide; }
};

template <class T, class Multiply>
bool multiplyRectangles(const Rectangles& cut, const Matrix<T>& a, const Matrix<T>& b, const Dense<T>& y,
                        const Watch& watch, Multiply&& multiply)
{
    const auto work = saturatingMul(saturatingMul(y.rows, y.columns), std::max<std::int64_t>(a.columns, 1));
    return runTasks(cut.down() * cut.across(), work, watch, [&](std::int64_t task) {
        const auto row = task / cut.across() * cut.high, column = task % cut.across() * cut.wide;
        auto left = a;
        left.data += row * a.rowStride;
        left.rows = std::min(cut.high, y.rows - row);
        auto right = b;
        right.data += column * b.columnStride;
        right.columns = std::min(cut.wide, y.columns - column);
        multiply(left, right, Dense<T>{y.data + row * y.stride + column, left.rows, right.columns, y.stride});
    });
}

} // namespace

template <class T>
bool plainDenseProduct(const Matrix<T>& a, const Matrix<T>& b, const Dense<T>& y, const Watch& watch)
{
    // Rows of B whose elements lie apart are brought together first.
    std::vector<T> together;
    auto right = b;
    if (b.columnStride != 1 && b.columns > 1) {
        together.resize(static_cast<std::size_t>(b.rows * b.columns));
        for (std::int64_t r = 0; r < b.rows; ++r)
            for (std::int64_t c = 0; c < b.columns; ++c)
                together[static_cast<std::size_t>(r * b.columns + c)] =
                    b.data[r * b.rowStride + c * b.columnStride];
        right = {together.data(), b.rows, b.columns, b.columns, 1};
    }
    // A is one block of a sparse matrix.
    const auto loops = gatherLoops<T, std::int32_t>();
    return multiplyRectangles({y.rows, y.columns, 16, 512}, a, right, y, watch,
                              [&](const Matrix<T>& left, const Matrix<T>& top, const Dense<T>& out) {
                                  const std::int32_t pointers[2]{0, 1};
                                  const std::int32_t index = 0;
                                  loops.slices(
                                      {1, 1, pointers, &index},
                                      {left.data, left.rows, left.columns, left.rowStride, left.columnStride, 0},
                                      {top.data, top.rows, top.columns, top.rowStride}, out, 0, 1);
                              });
}

template <class T>
bool denseProduct(const Matrix<T>& a, const Matrix<T>& b, const Dense<T>& y, const Watch& watch)
{
    if (!blasTakes(a, b, y))
        return plainDenseProduct(a, b, y, watch);
    return multiplyRectangles({y.rows, y.columns, 512, 2048}, a, b, y, watch, blasProduct<T>);
}

#define TSCOPE_INSTANTIATE(T)                                                                                     \
    template bool plainDenseProduct(const Matrix<T>&, const Matrix<T>&, const Dense<T>&, const Watch&);           \
    template bool denseProduct(const Matrix<T>&, const Matrix<T>&, const Dense<T>&, const Watch&);
TSCOPE_FOR_ELEMENT_TYPES(TSCOPE_INSTANTIATE)
#undef TSCOPE_INSTANTIATE

} // namespace tscope::cpu
