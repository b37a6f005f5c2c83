// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "element/element.h"
#include "io/pickle/writer.h"
#include "tensor/claims.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tscope {

// What the stored integers of a quantised tensor mean, as PyTorch writes it. A tensor of ours claims it:
// "qscheme"; then "scale" and "zero_point", or for the slices of the dim "axis" each its own, "scales" and
// "zero_points" with commas between them.
class TorchQuantizer
{
public:
    // Takes these claims away. Nothing when they don't say it all, or not as PyTorch can.
    static std::optional<TorchQuantizer> take(Claims& claims);

    void put(PickleWriter& pickle) const;

private:
    std::string_view m_scheme;
    std::vector<Element> m_scales, m_zeroPoints; // for all, or for each slice
    std::optional<std::int64_t> m_axis;          // whose slices they are
};

} // namespace tscope
