// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "timing/plan.h"

#include <span>
#include <string>
#include <string_view>

namespace tscope::timing {

// The command line that measures these tensors by this plan once more:
// "tscope time m.npz --ops spmv,spmm:64 --layouts csr,bsr:4x4 --devices cpu --budget 500".
// `inputs`: what the command line opens the tensors by ("m.npz", "model.pt::fc1.weight").
std::string commandOf(const Plan& plan, std::span<const std::string> inputs);

// A word as a POSIX shell reads it back: quoted where it has to be.
std::string shellWord(std::string_view word);

} // namespace tscope::timing
