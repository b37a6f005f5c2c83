// SPDX-License-Identifier: Apache-2.0
#include "cpu/strided/copy.h"
#include "cpu/backend/call_views.h"
#include "cpu/backend/kernels.h"

namespace tscope::cpu {

namespace {

std::int32_t runCopy(const tscope_call* call, tscope_error*)
{
    const auto& from = call->in[0].members[0];
    const auto& to = call->out->members[0];
    const auto rank = static_cast<std::size_t>(from.dims);
    return codeOf(copyStrided({from.sizes, rank}, {static_cast<std::byte*>(to.data), {to.strides, rank}},
                              {static_cast<const std::byte*>(from.data), {from.strides, rank}}, from.item_size,
                              watchOf(*call)));
}

} // namespace

void addCopy(std::vector<KernelEntry>& list)
{
    list.push_back({.op = "contiguous",
                    .name = "cpu.copy",
                    .layouts = {"strided"},
                    .result = "strided",
                    .types = ~std::uint64_t{0},
                    .indexTypes = 0,
                    .run = runCopy});
}

} // namespace tscope::cpu
