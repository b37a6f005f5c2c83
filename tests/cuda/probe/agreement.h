// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/tensor.h"

namespace tscope::probe {

// How far what a kernel wrote is from what the processor made of the same inputs.
struct Agreement {
    bool isSame = true;    // bit for bit
    double difference = 0; // the largest, as a share of the largest magnitude
};
// Fails where sizes, types or indices differ: then there is no distance.
Result<Agreement> agreementOf(const Tensor& found, const Tensor& wanted);

// Floats of that type that were added up in another order may be so far apart.
double toleranceOf(std::int32_t type);

} // namespace tscope::probe
