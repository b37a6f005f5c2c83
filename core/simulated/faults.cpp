// SPDX-License-Identifier: Apache-2.0
#include "simulated/faults.h"

#include "kernels/call.h"

#include <chrono>
#include <cstdlib>
#include <thread>

namespace tscope::simulated {

bool has(std::string_view fault)
{
    const auto* wish = std::getenv("TSCOPE_SIMULATED");
    std::string_view rest = wish != nullptr ? wish : "";
    while (!rest.empty()) {
        const auto end = std::min(rest.find(','), rest.size());
        if (rest.substr(0, end) == fault)
            return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

std::int64_t memorySize()
{
    const auto* said = std::getenv("TSCOPE_SIMULATED_MEMORY");
    return said != nullptr ? std::atoll(said) : std::int64_t{1} << 34;
}

std::int32_t waitedFor(tscope_error* error)
{
    if (has("slow"))
        std::this_thread::sleep_for(std::chrono::seconds(1));
    while (has("hang"))
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (!has("fatal"))
        return TSCOPE_OK;
    error->fatal = 1;
    error->vendor_code = 700;
    return kernels::failed(error, TSCOPE_INTERNAL, "an illegal memory access was encountered (simulated, 700)");
}

} // namespace tscope::simulated
