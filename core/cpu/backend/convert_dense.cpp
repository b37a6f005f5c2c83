// SPDX-License-Identifier: Apache-2.0
// Conversions from strided and to it.
#include "cpu/backend/call_views.h"
#include "cpu/backend/convert.h"
#include "cpu/backend/kernels.h"
#include "cpu/convert/dense_blocks.h"
#include "cpu/convert/dense_nonzeros.h"
#include "cpu/convert/slices_to_dense.h"

#include <limits>
#include <vector>

namespace tscope::cpu {

namespace {

// Room that is reserved without counting first: pages that are not written cost nothing.
constexpr std::int64_t mostUncounted = std::int64_t{1} << 27;

// The matrix of one batch entry: of the two sparse dims, or, for coo, of the last sparse dim and all before it.
DenseSource sourceOf(const tscope_call& call, std::int64_t line)
{
    const auto& from = call.in[0].members[0];
    const auto& to = *call.out;
    const auto rows = to.batch_dims, columns = to.batch_dims + 1;
    return {static_cast<const std::byte*>(from.data) + lineOffset(from, to.batch_dims, line) * from.item_size,
            from.sizes[rows],
            from.sizes[columns],
            from.strides[rows] * from.item_size,
            from.strides[columns] * from.item_size,
            tailOf(to) * from.item_size};
}

DenseSource exchanged(DenseSource source)
{
    std::swap(source.rows, source.columns);
    std::swap(source.rowStride, source.columnStride);
    return source;
}

ZeroTest zeroTestFor(const tscope_array& array)
{
    return array.type == TSCOPE_OPAQUE ? ZeroTest{1, 0xff} : zeroTestOf(static_cast<ElementType>(array.type));
}

// The tail of an entry has to lie in one run.
std::int32_t takesTailInOneRun(const tscope_call* call, tscope_error* error)
{
    const auto& from = call->in[0].members[0];
    std::int64_t stride = 1;
    for (auto d = from.dims; d-- > from.dims - call->out->dense_dims;) {
        if (from.sizes[d] > 1 && from.strides[d] != stride) {
            failed(error, TSCOPE_UNSUPPORTED, "takes dense dims that lie in one run only");
            return 0;
        }
        stride *= from.sizes[d];
    }
    return 1;
}

template <class I>
Ending storeLine(const tscope_call& call, std::int64_t line, const NonzerosOut<I>& out, std::int64_t& entries)
{
    auto source = sourceOf(call, line);
    if (!hasRowSlices(*call.out))
        source = exchanged(source);
    return storeNonzeros(source, zeroTestFor(call.in[0].members[0]), out, entries, watchOf(call));
}

// As many as there are places, or, where that is too many or there are several matrices, as many as `count` finds
// in each: count(line, found).
template <class Count>
std::int64_t roomFor(const tscope_call& call, tscope_error* error, std::int64_t places, std::int64_t elements,
                     const Count& count)
{
    const auto lines = linesOf(*call.out);
    if (lines == 1 && elements <= mostUncounted)
        return places;
    std::int64_t entries = 0;
    for (std::int64_t line = 0; line < lines; ++line) {
        std::int64_t found = 0;
        if (const Ending ending = count(line, found); ending != Ending::done)
            return -failed(error, codeOf(ending), textOf(ending));
        if (line > 0 && found != entries)
            return failUnequal(call, error, entries, line, found);
        entries = found;
    }
    return entries;
}

std::int64_t entriesOfNonzeros(const tscope_call* call, tscope_error* error)
{
    const auto& to = *call->out;
    const auto places = to.sizes[to.batch_dims] * to.sizes[to.batch_dims + 1];
    return roomFor(*call, error, places, places, [&](std::int64_t line, std::int64_t& found) {
        return storeLine<std::int64_t>(*call, line, {.capacity = std::numeric_limits<std::int64_t>::max()}, found);
    });
}

std::int32_t runNonzeros(const tscope_call* call, tscope_error* error)
{
    auto& to = *call->out;
    return visitIndex(to.members[0].type, [&]<class I>(std::type_identity<I>) {
        const auto room = std::min<std::int64_t>(to.entries, std::numeric_limits<I>::max());
        for (std::int64_t line = 0; line < linesOf(to); ++line) {
            NonzerosOut<I> out{.capacity = room,
                               .pointers = lineOf<I>(to.members[0], to.batch_dims, line),
                               .columns = lineOf<I>(to.members[1], to.batch_dims, line),
                               .values = bytesOfLine(to, 2, line)};
            std::int64_t entries = 0;
            const auto ending = storeLine(*call, line, out, entries);
            if (ending != Ending::done)
                return failed(error, codeOf(ending), textOf(ending));
            to.entries = entries;
        }
        return std::int32_t{TSCOPE_OK};
    });
}

// --- strided to bsr ---------------------------------------------------------------------------------------------

std::int64_t entriesOfNonzeroBlocks(const tscope_call* call, tscope_error* error)
{
    const auto& to = *call->out;
    const auto rows = to.sizes[to.batch_dims], columns = to.sizes[to.batch_dims + 1];
    const auto places = rows / to.block[0] * (columns / to.block[1]);
    return roomFor(*call, error, places, rows * columns, [&](std::int64_t line, std::int64_t& found) {
        return storeNonzeroBlocks<std::int64_t>(
            sourceOf(*call, line), zeroTestFor(call->in[0].members[0]), {to.block[0], to.block[1]},
            {.capacity = std::numeric_limits<std::int64_t>::max()}, found, watchOf(*call));
    });
}

std::int32_t runNonzeroBlocks(const tscope_call* call, tscope_error* error)
{
    auto& to = *call->out;
    return visitIndex(to.members[0].type, [&]<class I>(std::type_identity<I>) {
        const auto room = std::min<std::int64_t>(to.entries, std::numeric_limits<I>::max());
        for (std::int64_t line = 0; line < linesOf(to); ++line) {
            const BlocksOut<I> out{.capacity = room,
                                   .pointers = lineOf<I>(to.members[0], to.batch_dims, line),
                                   .columns = lineOf<I>(to.members[1], to.batch_dims, line),
                                   .values = bytesOfLine(to, 2, line)};
            std::int64_t entries = 0;
            const auto ending = storeNonzeroBlocks(sourceOf(*call, line), zeroTestFor(call->in[0].members[0]),
                                                   {to.block[0], to.block[1]}, out, entries, watchOf(*call));
            if (ending != Ending::done)
                return failed(error, codeOf(ending), textOf(ending));
            to.entries = entries;
        }
        return std::int32_t{TSCOPE_OK};
    });
}

// --- to strided -------------------------------------------------------------------------------------------------

std::int32_t runToDense(const tscope_call* call, tscope_error* error)
{
    const auto& from = call->in[0];
    const auto& to = call->out->members[0];
    const auto rows = from.batch_dims, columns = from.batch_dims + 1;
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
        for (std::int64_t line = 0; line < linesOf(from); ++line) {
            DenseTarget target{static_cast<std::byte*>(to.data) +
                                   lineOffset(to, from.batch_dims, line) * to.item_size,
                               to.sizes[rows],
                               to.sizes[columns],
                               to.strides[rows] * to.item_size,
                               to.strides[columns] * to.item_size,
                               tailOf(from) * to.item_size};
            if (!hasRowSlices(from)) {
                std::swap(target.rows, target.columns);
                std::swap(target.rowStride, target.columnStride);
            }
            const auto ending = slicesToDense(slicesOf<I>(from, line), bytesOfLine(from, 2, line),
                                              {from.block[0], from.block[1]}, target, watchOf(*call));
            if (ending != Ending::done)
                return failed(error, codeOf(ending), textOf(ending));
        }
        return std::int32_t{TSCOPE_OK};
    });
}

} // namespace

void addDenseConversions(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* name, const char* from, const char* to, Run run) -> KernelEntry& {
        list.push_back(
            {.op = "convert", .name = name, .layouts = {from}, .result = to, .types = anyType, .run = run});
        return list.back();
    };
    for (const auto* layout : {"csr", "csc"}) {
        auto& store = add("cpu.convert.nonzeros", "strided", layout, runNonzeros);
        store.entries = entriesOfNonzeros;
        store.takes = takesTailInOneRun;
    }
    auto& blocks = add("cpu.convert.nonzero_blocks", "strided", "bsr", runNonzeroBlocks);
    blocks.entries = entriesOfNonzeroBlocks;
    blocks.takes = takesTailInOneRun;
    for (const auto* layout : {"csr", "csc", "bsr"}) // of two at one place one would be lost
        add("cpu.convert.fill_and_scatter", layout, "strided", runToDense).needs = {"5.6"};
}

} // namespace tscope::cpu
