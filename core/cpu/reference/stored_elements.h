// SPDX-License-Identifier: Apache-2.0
// The dull reference: every operand is a list of stored elements, every operation a loop over them.
#pragma once

#include "array/geometry.h"
#include "dispatch/abi.h"

#include <complex>
#include <map>
#include <string_view>
#include <vector>

namespace tscope::cpu::reference {

// A number of any computing type. Integers wrap at 64 bits and are cut to their type when they are stored; bools
// are 0 and 1.
struct Value {
    std::uint64_t integer = 0;
    std::complex<long double> real = 0;
};

// How numbers of an element type are computed with.
class Arithmetic
{
public:
    explicit Arithmetic(int type) : m_type(type) {}

    bool isBool() const { return m_type == TSCOPE_BOOL; }
    bool isInteger() const { return m_type > TSCOPE_BOOL && m_type <= TSCOPE_I64; }
    Value load(const void* element) const;
    void store(const Value& value, void* element) const;
    Value sum(const Value& a, const Value& b) const;
    Value product(const Value& a, const Value& b) const;

private:
    int m_type;
};

struct StoredElement {
    Extents index;
    Value value;
};

// All of an operand, in stored order; a strided one stores everything.
std::vector<StoredElement> storedElements(const tscope_operand& operand);

// The member that has the values, and the numbers of one that has indices (row-major).
const tscope_array& valuesOf(const tscope_operand& operand);
std::vector<std::int64_t> integersOf(const tscope_array& array);
// Where the element with that index lies.
void* addressOf(const tscope_array& array, const Extents& index);
Extents sizesOf(const tscope_array& array);

// The elements of a result by their index. A strided result has zeros where there is none; the others store what
// is there, blocks and dense tails made whole with zeros.
using Elements = std::map<Extents, Value>;

// How many entries a batch entry of the result has; fails (negative) where they differ.
std::int64_t entriesOf(const tscope_operand& result, const Elements& elements, tscope_error* error);
void write(const Elements& elements, tscope_operand& result, const Arithmetic& arithmetic);

} // namespace tscope::cpu::reference
