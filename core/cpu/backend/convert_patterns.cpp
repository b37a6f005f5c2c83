// SPDX-License-Identifier: Apache-2.0
// Conversions between compressed layouts: their entries are there, in another order or in other blocks.
#include "base/checked_math.h"
#include "cpu/backend/blocks.h"
#include "cpu/backend/call_views.h"
#include "cpu/backend/convert.h"
#include "cpu/backend/kernels.h"
#include "cpu/convert/slices_to_blocks.h"
#include "cpu/convert/transpose_slices.h"
#include "memory/buffer_pool.h"

#include <algorithm>

namespace tscope::cpu {

namespace {

// csr <-> csc, bsr <-> bsc. Blocks go as they are: theirs are row-major in both.
std::int32_t runTranspose(const tscope_call* call, tscope_error*)
{
    const auto &from = call->in[0], &to = *call->out;
    const auto itemBytes = bytesPerEntry(from);
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
        for (std::int64_t line = 0; line < linesOf(from); ++line) {
            const auto ending = transposeSlices(slicesOf<I>(from, line), bytesOfLine(from, 2, line), itemBytes,
                                                lineOf<I>(to.members[0], to.batch_dims, line),
                                                lineOf<I>(to.members[1], to.batch_dims, line),
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

// A word for each block that a row has room for is what the search works in: of few entries in a vast matrix that
// is far more than all else.
std::int32_t takesNotTooWide(const tscope_call* call, tscope_error* error)
{
    constexpr std::int64_t alwaysFine = std::int64_t{1} << 24;
    const auto& out = *call->out;
    const auto across = hasRowSlices(out) ? 1 : 0;
    const auto blocks = out.sizes[out.batch_dims + across] / std::max<std::int64_t>(out.block[across], 1);
    if (blocks <= std::max(alwaysFine, saturatingMul(4, call->in[0].entries)))
        return 1;
    failed(error, TSCOPE_UNSUPPORTED, "takes matrices only that are not far wider than they have entries");
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

// The patterns of the blocks of all batch entries, from the first step to the second.
struct BlockPatterns {
    Buffer pointers, indices;
    std::int64_t room = 0; // for indices of one batch entry

    template <class I>
    I* pointersOf(std::int64_t line, std::int64_t each) const
    {
        return pointers.as<I>() + line * each;
    }
    template <class I>
    I* indicesOf(std::int64_t line) const
    {
        return indices.as<I>() + line * room;
    }
};

std::int64_t entriesOfBlocks(const tscope_call* call, tscope_error* error)
{
    const auto &from = call->in[0], &to = *call->out;
    const auto form = blockFormOf(to);
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) -> std::int64_t {
        constexpr auto itemSize = static_cast<std::int64_t>(sizeof(I));
        const auto lines = linesOf(from);
        const auto slices = slicesOf<I>(from, 0).count / form.slices;
        const auto places = saturatingMul(slices, slicesOf<I>(from, 0).width / form.indices);
        auto& kept = keptOf<BlockPatterns>(*call);
        kept.room = std::min(from.entries, places);
        kept.pointers = Buffer::unset(saturatingMul(saturatingMul(lines, slices + 1), itemSize));
        kept.indices = Buffer::reserved(saturatingMul(saturatingMul(lines, kept.room), itemSize));
        if (!kept.pointers || !kept.indices)
            return -failed(error, TSCOPE_OUT_OF_MEMORY, textOf(Ending::noMemory));
        std::int64_t blocks = 0;
        for (std::int64_t line = 0; line < lines; ++line) {
            std::int64_t found = 0;
            const auto ending =
                findBlocks(slicesOf<I>(from, line), form, kept.room, kept.pointersOf<I>(line, slices + 1),
                           kept.indicesOf<I>(line), found, watchOf(*call));
            if (ending != Ending::done)
                return -failed(error, codeOf(ending), textOf(ending));
            if (line > 0 && found != blocks)
                return failUnequal(*call, error, blocks, line, found);
            blocks = found;
        }
        return blocks;
    });
}

std::int32_t runToBlocks(const tscope_call* call, tscope_error* error)
{
    const auto &from = call->in[0], &to = *call->out;
    const auto form = blockFormOf(to);
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
        const auto& kept = keptOf<BlockPatterns>(*call);
        for (std::int64_t line = 0; line < linesOf(from); ++line) {
            const auto blocks = slicesOf<I>(to, line);
            const auto* pointers = kept.pointersOf<I>(line, blocks.count + 1);
            const auto* indices = kept.indicesOf<I>(line);
            std::copy(pointers, pointers + blocks.count + 1, lineOf<I>(to.members[0], to.batch_dims, line));
            std::copy(indices, indices + to.entries, lineOf<I>(to.members[1], to.batch_dims, line));
            const auto ending = fillBlocks(slicesOf<I>(from, line), bytesOfLine(from, 2, line), bytesPerItem(from),
                                           form, blocks, bytesOfLine(to, 2, line), watchOf(*call));
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
        list.push_back(
            {.op = "convert", .name = name, .layouts = {from}, .result = to, .types = anyType, .run = run});
        return list.back();
    };
    add("cpu.convert.transpose", "csr", "csc", runTranspose);
    add("cpu.convert.transpose", "csc", "csr", runTranspose);
    add("cpu.convert.transpose", "bsr", "bsc", runTranspose).takes = takesSameBlocks;
    add("cpu.convert.transpose", "bsc", "bsr", runTranspose).takes = takesSameBlocks;
    for (const auto& [items, blocks] : {std::pair{"csr", "bsr"}, std::pair{"csc", "bsc"}}) {
        auto& gather = add("cpu.convert.gather_blocks", items, blocks, runToBlocks);
        gather.entries = entriesOfBlocks;
        gather.release = releaseKept<BlockPatterns>;
        gather.takes = takesNotTooWide;
        gather.needs = {"5.6"}; // of two at one place one would be lost
        add("cpu.convert.split_blocks", blocks, items, runToItems).entries = entriesOfItems;
    }
}

} // namespace tscope::cpu
