// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "dispatch/op_spec.h"
#include "proof/prove.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::timing {

// What is done with a tensor whose forms are compared: an operation, and what its other inputs are.
struct Workload {
    // What stands beside the tensor: numbers that are made up, in the tensor's type, the same every time.
    enum class Beside : std::uint8_t {
        nothing,
        itself,  // the tensor once more
        turned,  // the tensor transposed
        vector,  // of as many numbers as the tensor has columns
        columns, // as many of these as are asked for
        weights, // of linear
        factors, // two matrices, whose product has the size of the tensor
    };
    std::string name; // "spmm k=64"
    const OpSpec* op = nullptr;
    Params params;
    Beside beside = Beside::nothing;
    bool isTurned = false;    // the tensor comes transposed, as a view
    std::int64_t columns = 0; // of what stands beside; 0: that has no say in it
    bool isByRows = false; // a row of the result is made of the same row of the tensor, and all that stands beside
};

// What can be asked for.
struct WorkloadKind {
    std::string_view name, does;
};
std::span<const WorkloadKind> workloadKinds();

// "spmm", or with columns "spmm:32"; "spmm k=32", as sessions have it; or an operation of one input by its name.
Result<Workload> workloadNamed(std::string_view text);
// "spmm" of "spmm:32" and of "spmm k=32".
std::string workloadKindOf(std::string_view workload);
std::int64_t columnsIn(std::string_view workload); // 32 of both; 0: it says none
inline constexpr std::int64_t usualColumns = 64, mostColumns = 1 << 16;
// What people ask first of a tensor like this.
std::vector<Workload> usualWorkloads(const Tensor& tensor);

// The inputs of the operation with the tensor in one of its forms. Fails where they have no meaning together, and
// where those beside the tensor would take more than `maxBytes` (0: memoryBudget()).
Result<std::vector<Sound>> inputsOf(const Workload& workload, const Sound& tensor, std::int64_t maxBytes = 0);

// Why the padded form of these components has other results; empty: it has the same, but for the padding.
std::string whyOtherWhenPadded(const Workload& workload, const Tensor& components);

} // namespace tscope::timing
