// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cpu/arithmetic.h"
#include "cpu/slices.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace tscope::cpu {

// Sums the products of one row after the other and writes them by ascending columns: the memory of a thread.
// Columns are summed in the order in which they are first met, side by side in the caches; which one lies where is
// asked once for each product.
template <class T, class I>
class RowSums
{
public:
    // Of products as wide as `width`, of rows with up to `longest` entries.
    RowSums(std::int64_t width, std::int64_t longest)
        : m_width(width), m_places(static_cast<std::size_t>(width), -1),
          m_seen(static_cast<std::size_t>(longest + mostRanked)),
          m_sums(static_cast<std::size_t>(longest + mostRanked)),
          m_words(static_cast<std::size_t>(width / 64 + 1)),
          m_groups(static_cast<std::size_t>(width / columnsOfGroup + 1))
    {
    }

    // A row of a times b, whose entries are those from `begin` on of all of the product.
    void compute(const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues, std::int64_t row,
                 std::int64_t begin, I* columns, T* values)
    {
        const auto count = sum(a, aValues, b, bValues, row, begin);
        if (count <= 8)
            writeRanked<8>(count, columns, values);
        else if (count <= 16)
            writeRanked<16>(count, columns, values);
        else if (count <= mostRanked)
            writeRanked<mostRanked>(count, columns, values);
        else if (m_width / columnsOfGroup <= 8 * count)
            writeMarked(count, begin, columns, values);
        else
            writeSorted(count, begin, columns, values);
    }

private:
    using Sum = WideOf<T>;
    static constexpr int mostRanked = 32;
    static constexpr std::int64_t columnsOfGroup = 64 * 64;

    // How many columns there are. Places of earlier rows lie outside those of this one. A loop of its own, with
    // the registers to itself.
    [[gnu::noinline]] std::int64_t sum(const Slices<I>& a, const T* aValues, const Slices<I>& b, const T* bValues,
                                       std::int64_t row, std::int64_t begin)
    {
        auto* places = m_places.data();
        auto* seen = m_seen.data();
        auto* sums = m_sums.data();
        std::int64_t count = 0;
        for (std::int64_t ea = a.pointers[row]; ea < a.pointers[row + 1]; ++ea) {
            const auto factor = Wide<T>::from(aValues[ea]);
            const std::int64_t last = b.pointers[a.indices[ea] + 1];
            for (std::int64_t eb = b.pointers[a.indices[ea]]; eb < last; ++eb) {
                const auto column = b.indices[eb];
                auto place = places[column] - begin;
                if (place < 0 || place >= count) {
                    place = count++;
                    places[column] = begin + place;
                    seen[place] = column;
                }
                sums[place] = sums[place] + factor * Wide<T>::from(bValues[eb]);
            }
        }
        return count;
    }

    // Few are put where they belong by counting which ones are smaller, a fixed number at once.
    template <int size>
    void writeRanked(std::int64_t count, I* columns, T* values)
    {
        const auto* seen = m_seen.data(); // what follows the row's columns is compared too and not written
        auto* sums = m_sums.data();
        std::int32_t ranks[size] = {};
        for (std::int64_t j = 0; j < count; ++j) {
            const auto column = seen[j];
            for (int i = 0; i < size; ++i)
                ranks[i] += column < seen[i];
        }
        for (std::int64_t i = 0; i < count; ++i) {
            columns[ranks[i]] = seen[i];
            values[ranks[i]] = Wide<T>::to(std::exchange(sums[i], Sum{}));
        }
    }

    // Many are marked by bits, and words that have any by bits of groups: ascending is how these are read.
    void writeMarked(std::int64_t count, std::int64_t begin, I* columns, T* values)
    {
        auto *words = m_words.data(), *groups = m_groups.data();
        for (std::int64_t i = 0; i < count; ++i) {
            const auto column = static_cast<std::int64_t>(m_seen[static_cast<std::size_t>(i)]);
            words[column / 64] |= std::uint64_t{1} << column % 64;
            groups[column / columnsOfGroup] |= std::uint64_t{1} << column / 64 % 64;
        }
        std::int64_t at = 0;
        for (std::int64_t group = 0; at < count; ++group) {
            for (auto marked = std::exchange(groups[group], 0); marked != 0; marked &= marked - 1) {
                const auto word = group * 64 + std::countr_zero(marked);
                for (auto left = std::exchange(words[word], 0); left != 0; left &= left - 1) {
                    const auto column = word * 64 + std::countr_zero(left);
                    columns[at] = static_cast<I>(column);
                    values[at++] = Wide<T>::to(takeSum(column, begin));
                }
            }
        }
    }

    // Where a row is so wide that even its groups are many more than its columns.
    void writeSorted(std::int64_t count, std::int64_t begin, I* columns, T* values)
    {
        std::copy_n(m_seen.begin(), count, columns);
        std::sort(columns, columns + count);
        for (std::int64_t i = 0; i < count; ++i)
            values[i] = Wide<T>::to(takeSum(columns[i], begin));
    }

    // Leaves zero in its place.
    Sum takeSum(std::int64_t column, std::int64_t begin)
    {
        const auto place = m_places[static_cast<std::size_t>(column)] - begin;
        return std::exchange(m_sums[static_cast<std::size_t>(place)], Sum{});
    }

    std::int64_t m_width;
    std::vector<std::int64_t>
        m_places;            // of each column among the product's entries, as if these came in that order
    std::vector<I> m_seen;   // the columns of the row
    std::vector<Sum> m_sums; // theirs, all zero between rows
    std::vector<std::uint64_t> m_words, m_groups; // all zero between rows
};

} // namespace tscope::cpu
