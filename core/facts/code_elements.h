// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/watch.h"

#include <optional>
#include <string>
#include <string_view>

namespace tscope {

// How numbers are spelled where it is not the usual way.
struct PythonWords {
    std::string_view module = {}; // before inf and nan: "torch."
    bool areWider = false; // what reads them holds float32 or complex64, so the digits of their own type won't do
};

// An element as Python writes it: "1.0", "True", "-inf", "complex(1.0, nan)". Its number comes out exactly, and
// the sign of a zero or NaN with it; which NaN it was does not. Precondition: a known type.
std::string pythonNumber(const Element& element, const PythonWords& words = {});
std::string pythonText(const Extents& extents); // a tuple

// The first `count` elements of a storage. Preconditions: a known type, bytes, and so many elements.
Array wholeStorage(const StoragePtr& storage, const DType& dtype, std::int64_t count);

// "[0, 1, 2]"; the elements [begin, end) of an array.
std::string pythonList(const Array& array, std::int64_t begin, std::int64_t end, const PythonWords& words = {});

// What makes all elements at once: one number, or evenly spaced integers. Looks at all of them.
struct Formula {
    std::optional<Element> constant;
    std::int64_t start = 0, stop = 0, step = 0; // of integers, else
};
std::optional<Formula> formulaOf(const Array& whole, const Watch& watch);

} // namespace tscope
