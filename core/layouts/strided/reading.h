// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/reading.h"
#include "tensor/tensor.h"

namespace tscope {

// A strided tensor is its one member: the sizes are those of the geometry, whatever else is claimed.
class StridedReading final : public Reading
{
public:
    explicit StridedReading(const Tensor& tensor) : Reading(tensor), m_values(tensor.member("values")) {}

    Outline outline() const override;

    const Member& values() const { return m_values; }
    const Array& array() const { return m_values.array; }
    const Geometry& geometry() const { return m_values.array.geometry; }

private:
    const Member& m_values;
};

std::unique_ptr<Reading> readStrided(const Tensor& tensor, const ReadOptions& options);

} // namespace tscope
