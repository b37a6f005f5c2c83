// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace tscope::cli {

// For options that take one whole number: digits that T does not hold are refused, not cut down to what it does.
template <class T>
CLI::Validator wholeNumber(T least = std::numeric_limits<T>::min(), T most = std::numeric_limits<T>::max())
{
    return CLI::Validator(
        [least, most](const std::string& text) {
            T number{};
            const char* end = text.data() + text.size();
            const auto [next, problem] = std::from_chars(text.data(), end, number);
            if (problem == std::errc() && next == end && number >= least && number <= most)
                return std::string();
            return "a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
                   " is wanted, found \"" + text + '"';
        },
        "INT", "wholeNumber");
}

// For options that take one number that is finite and not below zero.
inline CLI::Validator numberFromZero()
{
    return CLI::Validator(
        [](const std::string& text) {
            double number{};
            const char* end = text.data() + text.size();
            const auto [next, problem] = std::from_chars(text.data(), end, number);
            if (problem == std::errc() && next == end && std::isfinite(number) && number >= 0)
                return std::string();
            return "0 or a positive number is wanted, found \"" + text + '"';
        },
        "FLOAT", "numberFromZero");
}

} // namespace tscope::cli
