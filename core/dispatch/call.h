// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/watch.h"
#include "dispatch/kernel_key.h"
#include "dispatch/op_spec.h"
#include "dispatch/trace.h"

namespace tscope {

struct CallOptions {
    std::int64_t maxBytes = 0; // what copies and the result may take
    Watch watch = {};
    std::int32_t device = 0;    // its number, of a backend that has some
    bool staysOnDevice = false; // the result lives there, as all inputs do
};

// The reason of the error when a kernel does not do a call of these sizes or parameters.
inline constexpr const char* doesNotTake = "the kernel does not take it";

// Runs one kernel. Preconditions: all inputs are proven to be memory-safe, their layouts are the kernel's, their
// values have one type for which it was built, and the rules hold that it needs. What had to be copied before is
// told in the trace.
Result<Tensor> callKernel(const KernelChoice& choice, std::span<const Tensor> inputs, const Form& result,
                          const Params& params, const CallOptions& options, DispatchTrace& trace);

// Whether a kernel of one input would do a call, asked without doing it. Preconditions: those of callKernel().
bool wouldTake(const KernelChoice& choice, const Tensor& input, const Form& result, const Params& params,
               std::int64_t maxBytes);

// The member that holds the elements. Precondition: proven.
const Member& valuesMember(const Tensor& tensor);

} // namespace tscope
