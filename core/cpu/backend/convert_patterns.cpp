// SPDX-License-Identifier: Apache-2.0
// Conversions between compressed layouts: their entries are there, in another order or in other blocks.
#include "cpu/backend/blocks.h"
#include "cpu/backend/call_views.h"
#include "cpu/backend/convert.h"
#include "cpu/backend/kernels.h"
#include "cpu/convert/slices_to_blocks.h"
#include "cpu/convert/transpose_slices.h"

#include <vector>

namespace tscope::cpu {

namespace {

// csr <-> csc, bsr <-> bsc. Blocks go as they are: theirs are row-major in both.
std::int32_t runTranspose(const tscope_call* call, tscope_error*)
{
    const auto &from = call->in[0], &to = *call->out;
    const auto itemBytes = bytesPerEntry(from);
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
        for (std::int64_t line = 0; line < linesOf(from); ++line) {
            const auto ending = transposeSlices(
                slicesOf<I>(from, line), bytesOfLine(from, 2, line), itemBytes,
                lineOf<I>(to.members[0], to.batch_dims, line), lineOf<I>(to.members[1], to.batch_dims, line),
                bytesOfLine(to, 2, line), watchOf(*call));
            if (ending != Ending::done)
                return codeOf(ending);
        }
        return std::int32_t{TSCOPE_OK};
    });
}

std::int32_t takesSameBlocks(const tscope_call* call, tscope_error* error)
{
    const auto *from = call->in[0].block, *to = call->out->block;
    if (from[0] == to[0] && from[1] == to[1])
        return 1;
    failed(error, TSCOPE_UNSUPPORTED, "takes blocks that stay as large as they are only");
    return 0;
}

BlockForm blockFormOf(const tscope_operand& blocked)
{
    const BlockSize size{blocked.block[0], blocked.block[1]};
    return hasRowSlices(blocked) ? BlockForm::ofRows(size) : BlockForm::ofColumns(size);
}

// Of an entry that is one element with its dense tail, whatever block it comes from.
std::int64_t bytesPerItem(const tscope_operand& operand)
{
    return bytesPerEntry(operand) / (operand.block[0] * operand.block[1]);
}

using BlockPointers = std::vector<std::byte>; // of all batch entries, as the index type has them

std::int64_t entriesOfBlocks(const tscope_call* call, tscope_error* error)
{
    const auto &from = call->in[0], &to = *call->out;
    const auto form = blockFormOf(to);
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) -> std::int64_t {
        const auto lines = linesOf(from);
        const auto each = slicesOf<I>(from, 0).count / form.slices + 1;
        auto& bytes = keptOf<BlockPointers>(*call);
        bytes.resize(static_cast<std::size_t>(lines * each) * sizeof(I));
        auto* pointers = reinterpret_cast<I*>(bytes.data());
        for (std::int64_t line = 0; line < lines; ++line) {
            const auto ending = countBlocks(slicesOf<I>(from, line), form, pointers + line * each, watchOf(*call));
            if (ending != Ending::done)
                return -failed(error, codeOf(ending), textOf(ending));
            if (pointers[line * each + each - 1] != pointers[each - 1])
                return failUnequal(*call, error, pointers[each - 1], line, pointers[line * each + each - 1]);
        }
        return lines == 0 ? 0 : std::int64_t{pointers[each - 1]};
    });
}

std::int32_t runToBlocks(const tscope_call* call, tscope_error* error)
{
    const auto &from = call->in[0], &to = *call->out;
    const auto form = blockFormOf(to);
    const auto itemBytes = bytesPerItem(from);
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
        const auto each = slicesOf<I>(from, 0).count / form.slices + 1;
        const auto* pointers = reinterpret_cast<const I*>(keptOf<BlockPointers>(*call).data());
        for (std::int64_t line = 0; line < linesOf(from); ++line) {
            const auto* own = pointers + line * each;
            std::copy(own, own + each, lineOf<I>(to.members[0], to.batch_dims, line));
            const auto ending = fillBlocks(slicesOf<I>(from, line), bytesOfLine(from, 2, line), itemBytes, form, own,
                                           lineOf<I>(to.members[1], to.batch_dims, line), bytesOfLine(to, 2, line),
                                           watchOf(*call));
            if (ending != Ending::done)
                return failed(error, codeOf(ending), textOf(ending));
        }
        return std::int32_t{TSCOPE_OK};
    });
}

std::int64_t entriesOfItems(const tscope_call* call, tscope_error*)
{
    const auto& from = call->in[0];
    return from.entries * from.block[0] * from.block[1];
}

std::int32_t runToItems(const tscope_call* call, tscope_error* error)
{
    const auto &from = call->in[0], &to = *call->out;
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
        for (std::int64_t line = 0; line < linesOf(from); ++line) {
            const auto ending = blocksToSlices(
                slicesOf<I>(from, line), bytesOfLine(from, 2, line), bytesPerItem(from), blockFormOf(from),
                lineOf<I>(to.members[0], to.batch_dims, line), lineOf<I>(to.members[1], to.batch_dims, line),
                bytesOfLine(to, 2, line), watchOf(*call));
            if (ending != Ending::done)
                return failed(error, codeOf(ending), textOf(ending));
        }
        return std::int32_t{TSCOPE_OK};
    });
}

} // namespace

void addPatternConversions(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* name, const char* from, const char* to, Run run) -> KernelEntry& {
        list.push_back({.op = "convert", .name = name, .layouts = {from}, .result = to, .types = anyType, .run = run});
        return list.back();
    };
    add("cpu.convert.transpose", "csr", "csc", runTranspose);
    add("cpu.convert.transpose", "csc", "csr", runTranspose);
    add("cpu.convert.transpose", "bsr", "bsc", runTranspose).takes = takesSameBlocks;
    add("cpu.convert.transpose", "bsc", "bsr", runTranspose).takes = takesSameBlocks;
    for (const auto& [items, blocks] : {std::pair{"csr", "bsr"}, std::pair{"csc", "bsc"}}) {
        auto& gather = add("cpu.convert.gather_blocks", items, blocks, runToBlocks);
        gather.entries = entriesOfBlocks;
        gather.release = releaseKept<BlockPointers>;
        gather.needs = {"5.6"}; // of two at one place one would be lost
        add("cpu.convert.split_blocks", blocks, items, runToItems).entries = entriesOfItems;
    }
}

} // namespace tscope::cpu
