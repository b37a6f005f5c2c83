// SPDX-License-Identifier: Apache-2.0
#include "cpu/products/sampled_product.h"

#include "cpu/backend/blocks.h"
#include "cpu/backend/call_views.h"
#include "cpu/backend/kernels.h"

namespace tscope::cpu {

namespace {

// Where the blocks of one batch entry of the result lie, slices as rows.
template <class T>
BlockTargets<T> targetsOf(const tscope_operand& out, std::int64_t line)
{
    const auto blocks = sliceBlocksOf<T>(out, line);
    return {const_cast<T*>(blocks.values),
            blocks.outSize,
            blocks.inSize,
            blocks.outStride,
            blocks.inStride,
            blocks.step};
}

// The third input comes transposed.
std::int32_t runSampled(const tscope_call* call, tscope_error*)
{
    const auto &pattern = call->in[0], &out = *call->out;
    const auto slices = hasRowSlices(pattern) ? 1 : 2, indices = 3 - slices;
    return visitIndex(pattern.members[0].type, [&]<class I>(std::type_identity<I>) {
        return visitComputing(out.members[2].type, [&]<class T>(std::type_identity<T>) {
            for (std::int64_t line = 0; line < linesOf(pattern); ++line)
                if (!sampledProduct<T, I>(slicesOf<I>(pattern, line), targetsOf<T>(out, line), nullptr,
                                          denseOf<const T>(call->in[slices], line),
                                          denseOf<const T>(call->in[indices], line), watchOf(*call)))
                    return codeOf(false);
            return codeOf(true);
        });
    });
}

std::int32_t runSampledCoo(const tscope_call* call, tscope_error*)
{
    const auto &pattern = call->in[0], &out = *call->out;
    return visitIndex(pattern.members[0].type, [&]<class I>(std::type_identity<I>) {
        return visitComputing(out.members[1].type, [&]<class T>(std::type_identity<T>) {
            const auto* rows = static_cast<const I*>(pattern.members[0].data);
            const Coordinates<I> places{pattern.entries, rows, rows + pattern.entries};
            return codeOf(sampledProduct<T, I>(places, static_cast<T*>(out.members[1].data), nullptr,
                                               denseOf<const T>(call->in[1], 0), denseOf<const T>(call->in[2], 0),
                                               watchOf(*call)));
        });
    });
}

} // namespace

void addSampled(std::vector<KernelEntry>& list)
{
    constexpr std::uint64_t factors = 2 | 4;
    for (const auto* layout : {"csr", "csc", "bsr", "bsc"})
        list.push_back({.op = "sddmm",
                        .name = "cpu.sddmm.slices",
                        .layouts = {layout, "strided", "strided"},
                        .result = layout,
                        .run = runSampled,
                        .needs = {eachPlaceOnce(layout)}, // one stored twice would hold the product twice
                        .rows = factors,
                        .shared = {0, 1, -1}});
    list.push_back({.op = "sddmm",
                    .name = "cpu.sddmm.coordinates",
                    .layouts = {"coo", "strided", "strided"},
                    .result = "coo",
                    .run = runSampledCoo,
                    .needs = {eachPlaceOnce("coo")},
                    .rows = factors,
                    .shared = {0, -1}});
}

} // namespace tscope::cpu
