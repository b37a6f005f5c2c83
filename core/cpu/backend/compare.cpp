// SPDX-License-Identifier: Apache-2.0
#include "cpu/backend/call_views.h"
#include "cpu/backend/kernels.h"
#include "cpu/elementwise/strided_ops.h"

namespace tscope::cpu {

namespace {

std::int32_t runDiffer(const tscope_call* call, tscope_error*)
{
    const auto &a = call->in[0].members[0], &b = call->in[1].members[0];
    const auto rank = static_cast<std::size_t>(a.dims);
    const Tolerance tolerance{paramNamed(*call, "rtol")->number, paramNamed(*call, "atol")->number,
                              paramNamed(*call, "equal_nan")->integer != 0};
    return visitComputing(a.type, [&]<class T>(std::type_identity<T>) {
        Differences found;
        return codeOf(compareStrided<T>({a.sizes, rank}, {static_cast<const T*>(a.data), {a.strides, rank}},
                                        {static_cast<const T*>(b.data), {b.strides, rank}}, tolerance, found,
                                        static_cast<std::uint8_t*>(call->out->members[0].data), watchOf(*call)));
    });
}

} // namespace

void addDiffer(std::vector<KernelEntry>& list)
{
    list.push_back({.op = "differ",
                    .name = "cpu.differ",
                    .layouts = {"strided", "strided"},
                    .result = "strided",
                    .indexTypes = 0,
                    .run = runDiffer});
}

} // namespace tscope::cpu
