// SPDX-License-Identifier: Apache-2.0
#include "cpu/reference/kernels.h"

#include "cpu/reference/stored_elements.h"

namespace tscope::cpu::reference {

namespace {

// All products a[.., i, k] * b[.., k, j], added up in stored order of a.
Elements product(const tscope_call& call)
{
    const Arithmetic arithmetic(valuesOf(call.in[0]).type);
    std::map<Extents, std::vector<StoredElement>> rowsOfB; // by batch and row
    for (auto& element : storedElements(call.in[1])) {
        const Extents row(element.index.begin(), element.index.end() - 1);
        rowsOfB[row].push_back(std::move(element));
    }
    Elements out;
    for (const auto& a : storedElements(call.in[0])) {
        Extents at(a.index.begin(), a.index.end() - 2);
        at.push_back(a.index.back());
        const auto row = rowsOfB.find(at);
        if (row == rowsOfB.end())
            continue;
        for (const auto& b : row->second) {
            auto index = a.index;
            index.back() = b.index.back();
            auto& sum = out[index];
            sum = arithmetic.sum(sum, arithmetic.product(a.value, b.value));
        }
    }
    return out;
}

std::int64_t entries(const tscope_call* call, tscope_error* error)
{
    return entriesOf(*call->out, product(*call), error);
}

std::int32_t run(const tscope_call* call, tscope_error*)
{
    write(product(*call), *call->out, Arithmetic(valuesOf(call->in[0]).type));
    return TSCOPE_OK;
}

} // namespace

void addMatmul(std::vector<KernelEntry>& list)
{
    for (const auto* layout : {"strided", "coo", "csr", "csc", "bsr", "bsc"})
        list.push_back({.op = "matmul",
                        .name = "reference.matmul",
                        .layouts = {layout, "strided"},
                        .result = "strided",
                        .indexTypes = anyIndexType,
                        .run = run,
                        .spaced = 1});
    list.push_back({.op = "matmul",
                    .name = "reference.matmul",
                    .layouts = {"csr", "csr"},
                    .result = "csr",
                    .indexTypes = anyIndexType,
                    .run = run,
                    .entries = entries});
}

} // namespace tscope::cpu::reference
