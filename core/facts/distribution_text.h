// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/distribution.h"
#include "facts/fact_tree.h"
#include "facts/telling.h"

#include <string>

namespace tscope {

// How values are spread, for people: the same words in the terminal and in the window.

// A group of that name: counts, mean, spread, quantiles, shares. One that failed says why.
Fact factOf(const Result<Distribution>& values, std::string name);
// What `tscope info --stats` adds for a tensor: the same, and the histogram as one line of bars.
void tellValues(const Result<Distribution>& values, Telling& out);

// "3.5 ± 1.71, 2 not finite": mean and standard deviation in three digits. Empty where no value is finite.
std::string spreadText(const Distribution& values);
// "1,234 values from 0.25 to below 0.5", "1 value of 3". Precondition: there is such a bin.
std::string binText(const Histogram& histogram, std::size_t bin);
// "-0.00123", "1.5e+20": six digits of a real number, all of an integer.
std::string shortNumber(const Number& number);
// How high a bin is drawn, from 0 to 1: its share of the largest one, or of its logarithm.
double heightOf(const Histogram& histogram, std::size_t bin);

} // namespace tscope
