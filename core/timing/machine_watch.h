// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tscope::timing {

// What happens to the processor while something is measured on it, as far as the system tells.
class MachineWatch
{
public:
    MachineWatch();
    // Since it was made: "the clock went from 3.4 to 2.1 GHz", "others used 0.8 of 2 processors".
    std::vector<std::string> remarks() const;
    // The cores that other programs have used since then, on a virtual machine also its host. Nothing: not known.
    std::optional<double> others() const;

private:
    struct Look {
        std::optional<double> gigahertz;               // the mean of all processors
        std::optional<std::int64_t> busy, own, stolen; // in ticks of the system, since it began
        std::int64_t clock = 0;                        // likewise, of the wall
    };
    static Look look();
    // Cores, by what has passed from the first look to this one. Nothing: not known.
    std::optional<double> usedByOthers(const Look& last) const;
    std::optional<double> stolen(const Look& last) const;

    Look m_first;
};

} // namespace tscope::timing
