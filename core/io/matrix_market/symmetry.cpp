// SPDX-License-Identifier: Apache-2.0
#include "io/matrix_market/symmetry.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "base/thread_pool.h"
#include "element/visit.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

namespace tscope {

namespace {

constexpr std::int64_t run = std::int64_t{1} << 16; // entries that one thread takes at a time

template <class F>
decltype(auto) visitValue(MtxField field, F&& f)
{
    switch (field) {
    case MtxField::integer:
        return f(std::type_identity<std::int64_t>());
    case MtxField::unsignedInteger:
        return f(std::type_identity<std::uint64_t>());
    case MtxField::complex:
        return f(std::type_identity<std::complex<double>>());
    default:
        return f(std::type_identity<double>());
    }
}

template <class T>
T mirrored(T value, MtxSymmetry symmetry)
{
    if constexpr (std::is_same_v<T, std::complex<double>>) {
        if (symmetry == MtxSymmetry::hermitian)
            return std::conj(value);
    }
    return symmetry == MtxSymmetry::skew ? -value : value;
}

template <class T>
const T* numbersIn(StorageBuilder& builder)
{
    return reinterpret_cast<const T*>(builder.bytes().data()); // made as such, and aligned
}

} // namespace

std::int64_t firstMisplacedEntry(MtxEntries& entries, const MtxHeader& header)
{
    if (header.symmetry == MtxSymmetry::general)
        return -1;
    const auto* rows = numbersIn<std::int64_t>(entries.coordinates);
    const auto* columns = rows + header.entries;
    const bool isSkew = header.symmetry == MtxSymmetry::skew;
    return visitValue(header.field, [&](auto tag) -> std::int64_t {
        using T = typename decltype(tag)::type;
        const auto* values = numbersIn<T>(entries.values);
        std::vector<std::int64_t> found(static_cast<std::size_t>((header.entries + run - 1) / run), -1);
        parallelFor(std::ssize(found), [&](std::int64_t part) {
            const auto last = std::min((part + 1) * run, header.entries);
            for (auto k = part * run; k < last; ++k)
                if (rows[k] < columns[k] || (isSkew && rows[k] == columns[k] && values[k] != T{})) {
                    found[static_cast<std::size_t>(part)] = k;
                    return;
                }
        });
        const auto at = std::ranges::find_if(found, [](std::int64_t k) { return k >= 0; });
        return at == found.end() ? -1 : *at;
    });
}

std::int64_t firstWithoutNegative(MtxEntries& entries, const MtxHeader& header)
{
    if (header.symmetry != MtxSymmetry::skew || header.field != MtxField::integer)
        return -1;
    const std::span values(numbersIn<std::int64_t>(entries.values), static_cast<std::size_t>(header.entries));
    const auto at = std::ranges::find(values, std::numeric_limits<std::int64_t>::min());
    return at == values.end() ? -1 : at - values.begin();
}

Result<MtxExpanded> withMirroredEntries(MtxEntries entries, const MtxHeader& header)
{
    const auto stored = header.entries;
    const auto* rows = numbersIn<std::int64_t>(entries.coordinates);
    const auto* columns = rows + stored;
    // Where the mirrored entries of each run begin.
    std::vector<std::int64_t> starts(static_cast<std::size_t>((stored + run - 1) / run) + 1, 0);
    parallelFor(std::ssize(starts) - 1, [&](std::int64_t part) {
        std::int64_t count = 0;
        for (auto k = part * run; k < std::min((part + 1) * run, stored); ++k)
            count += rows[k] != columns[k] ? 1 : 0;
        starts[static_cast<std::size_t>(part)] = count;
    });
    std::exclusive_scan(starts.begin(), starts.end(), starts.begin(), stored);
    const auto count = starts.back();

    auto coordinates = StorageBuilder::make(count * 16);
    if (!coordinates)
        return coordinates.error();
    auto values = StorageBuilder::make(count * DType(mtxValueType(header.field)).itemSize());
    if (!values)
        return values.error();
    visitValue(header.field, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const auto* from = numbersIn<T>(entries.values);
        auto* toRows = coordinates->bytes().data();
        auto* toColumns = toRows + count * 8;
        auto* toValues = values->bytes().data();
        const auto put = [&](std::int64_t at, std::int64_t row, std::int64_t column, T value) {
            storeElement(row, toRows + at * 8);
            storeElement(column, toColumns + at * 8);
            storeElement(value, toValues + at * static_cast<std::int64_t>(sizeof(T)));
        };
        parallelFor(std::ssize(starts) - 1, [&](std::int64_t part) {
            auto mirror = starts[static_cast<std::size_t>(part)];
            for (auto k = part * run; k < std::min((part + 1) * run, stored); ++k) {
                put(k, rows[k], columns[k], from[k]);
                if (rows[k] != columns[k])
                    put(mirror++, columns[k], rows[k], mirrored(from[k], header.symmetry));
            }
        });
    });
    return MtxExpanded{count, std::move(*coordinates), std::move(*values)};
}

Result<StorageBuilder> withMirroredElements(MtxEntries entries, const MtxHeader& header)
{
    const auto size = header.rows;
    const auto itemSize = DType(mtxValueType(header.field)).itemSize();
    const auto byteSize = checkedProduct(std::array{size, size, itemSize});
    if (!byteSize)
        return corrupt(say("an array of {0} x {0} does not fit 64 bits", size));
    auto out = StorageBuilder::make(*byteSize);
    if (!out)
        return out;
    visitValue(header.field, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const auto* from = numbersIn<T>(entries.values);
        const auto put = [&](std::int64_t row, std::int64_t column, T value) {
            storeElement(value, out->bytes().data() + (column * size + row) * itemSize);
        };
        const auto below = header.symmetry == MtxSymmetry::skew ? 1 : 0;
        for (std::int64_t column = 0; column < size; ++column)
            for (auto row = column + below; row < size; ++row, ++from) {
                put(row, column, *from);
                if (row != column)
                    put(column, row, mirrored(*from, header.symmetry));
            }
    });
    return out;
}

} // namespace tscope
