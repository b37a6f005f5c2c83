// SPDX-License-Identifier: Apache-2.0
// Conversions from coo and to it.
#include "cpu/backend/call_views.h"
#include "cpu/backend/convert.h"
#include "cpu/backend/coo_indices.h"
#include "cpu/backend/kernels.h"
#include "cpu/convert/coalesce.h"
#include "cpu/convert/pointers.h"
#include "cpu/convert/slices_to_dense.h"

#include <algorithm>
#include <array>
#include <vector>

namespace tscope::cpu {

namespace {

bool wantsColumnsFirst(const tscope_call& call)
{
    return isLayout(*call.out, "csc");
}

// A slice's entries behind each other are what a matrix has; a coo of more sparse dims is another thing.
std::int32_t takesMatrixEntries(const tscope_call* call, tscope_error* error)
{
    const auto& out = *call->out;
    if (out.batch_dims == 0 && out.dims - out.dense_dims == 2)
        return 1;
    failed(error, TSCOPE_UNSUPPORTED, "takes matrices without batch dims only");
    return 0;
}

// --- sorted as csr wants it: columns and values stay where they are ---------------------------------------------

std::int32_t takesInOrder(const tscope_call* call, tscope_error* error)
{
    const auto* known = paramNamed(*call, "in_order"); // whoever calls has a proof of it
    const auto& from = call->in[0];
    const bool isSorted = (known != nullptr && known->integer != 0 && !wantsColumnsFirst(*call)) ||
                          visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
                              const SortedBy<I> by(from, wantsColumnsFirst(*call));
                              return entryOrder(by.indices()) == EntryOrder::ascending;
                          });
    if (!isSorted)
        failed(error, TSCOPE_UNSUPPORTED, "takes entries in order only, each place once");
    return isSorted ? 1 : 0;
}

std::int32_t takesMatrixInOrder(const tscope_call* call, tscope_error* error)
{
    return takesMatrixEntries(call, error) == 0 ? 0 : takesInOrder(call, error);
}

std::int32_t runNothing(const tscope_call*, tscope_error*)
{
    return TSCOPE_OK;
}

std::int32_t runPointers(const tscope_call* call, tscope_error*)
{
    const auto &from = call->in[0], &to = *call->out;
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
        const auto slice = wantsColumnsFirst(*call) ? 1 : 0;
        pointersOfSorted(static_cast<const I*>(from.members[0].data) + slice * from.entries, from.entries,
                         from.sizes[slice], static_cast<I*>(to.members[0].data));
        return std::int32_t{TSCOPE_OK};
    });
}

// --- unsorted
// -----------------------------------------------------------------------------------------------------

std::int64_t entriesOfGroups(const tscope_call* call, tscope_error* error)
{
    const auto& from = call->in[0];
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) -> std::int64_t {
        const SortedBy<I> by(from, wantsColumnsFirst(*call));
        auto& sorted = keptOf<SortedEntries>(*call);
        const auto ending = sortEntries(by.indices(), static_cast<const std::byte*>(from.members[1].data),
                                        bytesPerCooEntry(from), sorted, watchOf(*call));
        if (ending != Ending::done)
            return -failed(error, codeOf(ending), textOf(ending));
        return sorted.groups;
    });
}

std::int32_t runGroups(const tscope_call* call, tscope_error* error)
{
    const auto &from = call->in[0], &to = *call->out;
    const bool isCoo = isLayout(to, "coo");
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
        const SortedBy<I> by(from, wantsColumnsFirst(*call));
        std::vector<I*> rows(by.indices().sizes.size(), nullptr);
        GroupsOut<I> out;
        auto* indices = static_cast<I*>(to.members[isCoo ? 0 : 1].data);
        if (isCoo)
            for (std::int64_t d = 0; d < to.dims - to.dense_dims; ++d)
                rows[static_cast<std::size_t>(d)] = indices + d * to.entries;
        else
            rows[1] = indices;
        out.rows = rows;
        out.pointers = isCoo ? nullptr : static_cast<I*>(to.members[0].data);
        out.values = static_cast<std::byte*>(to.members[isCoo ? 1 : 2].data);
        const auto ending = storeGroups(
            keptOf<SortedEntries>(*call), by.indices(), static_cast<const std::byte*>(from.members[1].data),
            bytesPerCooEntry(from), static_cast<ElementType>(from.members[1].type), out, watchOf(*call));
        return ending == Ending::done ? std::int32_t{TSCOPE_OK} : failed(error, codeOf(ending), textOf(ending));
    });
}

std::int32_t runCooToDense(const tscope_call* call, tscope_error* error)
{
    const auto& from = call->in[0];
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
        const SortedBy<I> by(from, false);
        const auto ending = cooToDense(by.indices(), static_cast<const std::byte*>(from.members[1].data),
                                       bytesPerCooEntry(from), static_cast<ElementType>(from.members[1].type),
                                       static_cast<std::byte*>(call->out->members[0].data), watchOf(*call));
        return ending == Ending::done ? std::int32_t{TSCOPE_OK} : failed(error, codeOf(ending), textOf(ending));
    });
}

// --- csr to coo
// ---------------------------------------------------------------------------------------------------

std::int32_t takesOneMatrix(const tscope_call* call, tscope_error* error)
{
    if (call->in[0].batch_dims == 0)
        return 1;
    failed(error, TSCOPE_UNSUPPORTED, "takes matrices without batch dims only");
    return 0;
}

std::int32_t runExpand(const tscope_call* call, tscope_error*)
{
    const auto &from = call->in[0], &to = *call->out;
    return visitIndex(from.members[0].type, [&]<class I>(std::type_identity<I>) {
        auto* indices = static_cast<I*>(to.members[0].data);
        const auto slices = slicesOf<I>(from, 0);
        expandPointers(slices, indices);
        std::copy(slices.indices, slices.indices + from.entries, indices + from.entries);
        return std::int32_t{TSCOPE_OK};
    });
}

} // namespace

void addCooConversions(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* name, const char* from, const char* to, std::uint64_t types,
                             Run run) -> KernelEntry& {
        list.push_back(
            {.op = "convert", .name = name, .layouts = {from}, .result = to, .types = types, .run = run});
        return list.back();
    };
    const auto addGroups = [&](const char* to) {
        auto& groups = add("cpu.convert.sort_and_sum", "coo", to, computingTypes, runGroups);
        groups.entries = entriesOfGroups;
        groups.release = releaseKept<SortedEntries>;
        if (std::string_view(to) != "coo")
            groups.takes = takesMatrixEntries;
    };
    for (const auto* to : {"csr", "csc"}) {
        auto& pointers = add("cpu.convert.pointers", "coo", to, anyType, runPointers);
        pointers.takes = takesMatrixInOrder;
        const bool isRows = std::string_view(to) == "csr";
        pointers.shared = {-1, TSCOPE_SHARED_ROW(0, isRows ? 1 : 0), 1};
        addGroups(to);
    }
    auto& keep = add("cpu.convert.keep", "coo", "coo", anyType, runNothing);
    keep.takes = takesInOrder;
    keep.shared = {0, 1};
    addGroups("coo");
    add("cpu.convert.sum_into_place", "coo", "strided", computingTypes, runCooToDense);
    auto& expand = add("cpu.convert.expand", "csr", "coo", anyType, runExpand);
    expand.takes = takesOneMatrix;
    expand.shared = {-1, 2};
}

} // namespace tscope::cpu
