// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/probe/workload.h"

#include <optional>

namespace tscope::probe {

// The tensors of one size and one element type, made when they are asked for. Indices have 32 bits,
// those of coo 64, which its rules want.
class BenchData
{
public:
    BenchData(ElementType type, std::int64_t entries) : m_type(type), m_entries(entries) {}

    // All workloads on them, in the order in which they are measured.
    Result<std::vector<Workload>> workloads();
    std::int64_t entries() const { return m_entries; }
    DType type() const { return m_type; }

private:
    Result<Sound> matrix();              // csr, sixteen entries in a row
    Result<Sound> blocks();              // bsr of 4 x 4 with as many elements
    Result<Sound> square(double filled); // csr with as many entries, so full
    Result<Sound> dense(Extents size);
    Result<Sound> as(const Sound& sound, std::string_view layout);

    ElementType m_type;
    std::int64_t m_entries;
};

} // namespace tscope::probe
