// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/index_reader.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>

namespace tscope {

// A member of small integers as far as it may be read: either all of its elements can be asked for, or it says
// why none can (catalogue 1.8 and 1.10).
class Table
{
public:
    Table() = default; // of a member that is not there
    explicit Table(const Member& member);

    bool isReadable() const { return m_reader.has_value(); }
    const std::string& because() const { return m_because; } // empty when readable

    // Preconditions for both: isReadable(); for at(), 0 <= position < numel().
    std::int64_t numel() const { return m_reader->numel(); }
    std::int64_t at(std::int64_t position) const { return m_reader->at(position); }

private:
    std::optional<IndexReader> m_reader;
    std::string m_because = "there is no such member";
};

// A number for a witness, exact also beyond 64 bits.
WitnessValue exactly(Wide number);

} // namespace tscope
