// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tscope {

using TensorPtr = std::shared_ptr<const Tensor>;

// What an expression of a lesson comes to: yes or no, a number, a word, a list of these, a tensor.
struct Value {
    using List = std::vector<Value>;
    std::variant<bool, std::int64_t, double, std::string, List, TensorPtr> is = false;

    Value() = default;
    template <class T>
    Value(T value) : is(std::move(value))
    {
    }

    template <class T>
    const T* as() const
    {
        return std::get_if<T>(&is);
    }
    // Whole numbers and others compare as numbers; two tensors are equal where they are the same one.
    bool operator==(const Value& other) const;
};

Value valueOf(const Extents& numbers);              // a list
Value valueOf(const Element& element);              // a whole number where it is one
std::optional<double> numberIn(const Value& value); // nothing where it is none
// Nothing where it is no list of whole numbers.
std::optional<Extents> extentsOf(const Value& value);

// What a copy of it costs, in steps of a formula: one for each number, word or list, more for long words.
std::int64_t weightOf(const Value& value);

// Whether lists lie in it in more than so many lists.
bool isDeeperThan(const Value& value, int lists);

// "3", "[0, 2, 3]", "true", a word as it is.
std::string text(const Value& value);
// What it is, for "wanted a list, found a number".
std::string kindText(const Value& value);

} // namespace tscope
