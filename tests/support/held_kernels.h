// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/convert.h"

#include <set>
#include <string>

namespace tscope::test {

// The kernels of devices whose results the running test holds against the reference: told by the tests of
// operations and conversions, for who keeps a record of it (tests/device/kernel_record.h).
inline std::set<std::string>& heldKernels()
{
    static std::set<std::string> kernels;
    return kernels;
}

inline void holds(const DispatchTrace& trace)
{
    if (trace.device != "cpu")
        heldKernels().insert(trace.kernel);
}
inline void holds(const Converted& converted)
{
    for (const auto& step : converted.route)
        if (step.device != "cpu")
            heldKernels().insert(step.kernel);
}

} // namespace tscope::test
