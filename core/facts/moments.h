// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace tscope {

// Mean and spread of numbers. The squares are of distances from the mean, never of the numbers themselves: the
// difference of two large sums would lose the spread of numbers that lie far from zero. Parts are merged by the
// formula of Chan, Golub and LeVeque, so threads can work on them, and a part of a few thousand numbers is added
// up twice while it is in the cache, which is faster than Welford's division for each number.
struct Moments {
    std::int64_t count = 0;
    double mean = 0;
    double squares = 0; // sum of squared distances from the mean

    static Moments of(std::span<const double> numbers)
    {
        if (numbers.empty())
            return {};
        Moments out{std::ssize(numbers), sum(numbers, [](double number) { return number; }), 0};
        out.mean /= static_cast<double>(out.count);
        out.squares = sum(numbers, [mean = out.mean](double number) { return (number - mean) * (number - mean); });
        return out;
    }

    void merge(const Moments& other)
    {
        if (other.count == 0)
            return;
        const auto own = static_cast<double>(count), theirs = static_cast<double>(other.count);
        const auto apart = other.mean - mean;
        const auto share = theirs / (own + theirs);
        mean += apart * share;
        squares += other.squares + apart * apart * own * share;
        count += other.count;
    }

    // Of all numbers, not estimated from a sample of more. Precondition: count > 0.
    double deviation() const { return std::sqrt(squares / static_cast<double>(count)); }

private:
    // Eight sums side by side, which the compiler keeps in vector registers.
    template <class Term>
    static double sum(std::span<const double> numbers, Term&& term)
    {
        std::array<double, 8> sums{};
        std::size_t i = 0;
        for (; i + sums.size() <= numbers.size(); i += sums.size())
            for (std::size_t lane = 0; lane < sums.size(); ++lane)
                sums[lane] += term(numbers[i + lane]);
        for (; i < numbers.size(); ++i)
            sums[0] += term(numbers[i]);
        double all = 0;
        for (const auto each : sums)
            all += each;
        return all;
    }
};

} // namespace tscope
