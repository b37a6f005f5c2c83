// SPDX-License-Identifier: Apache-2.0
#include "cpu/reference/kernels.h"
#include "cpu/reference/stored_elements.h"

namespace tscope::cpu::reference {

namespace {

// What stands at each index, duplicates added up.
Elements elementsOf(const tscope_operand& operand, const Arithmetic& arithmetic)
{
    Elements out;
    for (const auto& [index, value] : storedElements(operand)) {
        const auto [at, isNew] = out.try_emplace(index, value);
        if (!isNew)
            at->second = arithmetic.sum(at->second, value);
    }
    return out;
}

template <bool isProduct>
Elements combined(const tscope_call& call)
{
    const Arithmetic arithmetic(valuesOf(call.in[0]).type);
    const auto a = elementsOf(call.in[0], arithmetic), b = elementsOf(call.in[1], arithmetic);
    if constexpr (isProduct) {
        Elements both;
        for (const auto& [index, value] : a)
            if (const auto other = b.find(index); other != b.end())
                both[index] = arithmetic.product(value, other->second);
        return both;
    }
    auto sum = a;
    for (const auto& [index, value] : b) {
        const auto [at, isNew] = sum.try_emplace(index, value);
        if (!isNew)
            at->second = arithmetic.sum(at->second, value);
    }
    return sum;
}

template <bool isProduct>
std::int64_t entriesOfBoth(const tscope_call* call, tscope_error* error)
{
    return entriesOf(*call->out, combined<isProduct>(*call), error);
}

template <bool isProduct>
std::int32_t runBoth(const tscope_call* call, tscope_error*)
{
    write(combined<isProduct>(*call), *call->out, Arithmetic(valuesOf(call->in[0]).type));
    return TSCOPE_OK;
}

// Entries stay what they are, each value times the element of the strided factor at its index.
std::int32_t runScaled(const tscope_call* call, tscope_error*)
{
    const Arithmetic arithmetic(valuesOf(call->in[0]).type);
    const auto& out = valuesOf(*call->out);
    if (numel(sizesOf(out)) == 0)
        return TSCOPE_OK;
    auto* to = static_cast<std::byte*>(out.data);
    for (const auto& [index, value] : storedElements(call->in[0])) {
        const auto factor = arithmetic.load(addressOf(call->in[1].members[0], index));
        arithmetic.store(arithmetic.product(value, factor), to);
        to += out.item_size;
    }
    return TSCOPE_OK;
}

} // namespace

void addElementwise(std::vector<KernelEntry>& list)
{
    const auto add = [&list](const char* op, const char* a, const char* b, const char* result, Run run,
                             EntriesOf entries, std::vector<std::int32_t> shared = {}) {
        list.push_back({.op = op,
                        .name = "reference.elementwise",
                        .layouts = {a, b},
                        .result = result,
                        .indexTypes = anyIndexType,
                        .run = run,
                        .entries = entries,
                        .shared = std::move(shared)});
    };
    add("add", "strided", "strided", "strided", runBoth<false>, nullptr);
    add("mul", "strided", "strided", "strided", runBoth<true>, nullptr);
    for (const auto* layout : {"coo", "csr", "csc", "bsr", "bsc"}) {
        add("add", layout, layout, layout, runBoth<false>, entriesOfBoth<false>);
        add("mul", layout, layout, layout, runBoth<true>, entriesOfBoth<true>);
        add("add", layout, "strided", "strided", runBoth<false>, nullptr);
        if (std::string_view(layout) == "coo")
            add("mul", layout, "strided", layout, runScaled, nullptr, {0, -1});
        else
            add("mul", layout, "strided", layout, runScaled, nullptr, {0, 1, -1});
    }
}

} // namespace tscope::cpu::reference
