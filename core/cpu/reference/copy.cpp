// SPDX-License-Identifier: Apache-2.0
#include "cpu/reference/kernels.h"
#include "cpu/reference/stored_elements.h"

#include <cstring>

namespace tscope::cpu::reference {

namespace {

std::int32_t runCopy(const tscope_call* call, tscope_error*)
{
    const auto& from = call->in[0].members[0];
    const auto sizes = sizesOf(from);
    for (std::int64_t at = 0; at < numel(sizes).value_or(0); ++at) {
        const auto index = indexOf(sizes, at);
        std::memcpy(addressOf(call->out->members[0], index), addressOf(from, index),
                    static_cast<std::size_t>(from.item_size));
    }
    return TSCOPE_OK;
}

} // namespace

void addCopy(std::vector<KernelEntry>& list)
{
    list.push_back({.op = "contiguous",
                    .name = "reference.copy",
                    .layouts = {"strided"},
                    .result = "strided",
                    .types = ~std::uint64_t{0},
                    .indexTypes = 0,
                    .run = runCopy});
}

} // namespace tscope::cpu::reference
