// SPDX-License-Identifier: Apache-2.0
#include "extending/dispatch_table.h"

#include "dispatch/backends.h"
#include "dispatch/kernel_key.h"

#include <algorithm>

namespace tscope {

namespace {

void addOnce(std::vector<std::string>& names, const std::string& name)
{
    if (std::ranges::find(names, name) == names.end())
        names.push_back(name);
}

void addKernel(std::vector<TableEntry>& entries, const tscope_backend& backend, const tscope_kernel& kernel)
{
    TableEntry entry{kernel.op,     backend.device, {kernel.layouts, kernel.layouts + kernel.layout_count},
                     kernel.result, {kernel.name},  kernel.types};
    const auto known =
        std::ranges::find_if(entries, [&](const TableEntry& other) { return other.isSameKey(entry); });
    if (known == entries.end())
        return entries.push_back(std::move(entry));
    known->kernels.emplace_back(kernel.name);
    known->types |= kernel.types;
}

} // namespace

std::string text(const TableEntry& entry)
{
    return text(KernelKey{
        entry.op, entry.device, {entry.layouts.begin(), entry.layouts.end()}, std::string_view(entry.result)});
}

std::vector<std::string> DispatchTable::operations() const
{
    std::vector<std::string> names;
    for (const auto& entry : entries)
        addOnce(names, entry.op);
    return names;
}

std::vector<std::string> DispatchTable::devices() const
{
    std::vector<std::string> names;
    for (const auto& entry : entries)
        addOnce(names, entry.device);
    return names;
}

std::vector<std::string> DispatchTable::layouts() const
{
    std::vector<std::string> names;
    for (const auto& entry : entries) {
        for (const auto& layout : entry.layouts)
            addOnce(names, layout);
        addOnce(names, entry.result);
    }
    return names;
}

DispatchTable registeredTable()
{
    DispatchTable table;
    for (const auto& entry : backends())
        if (const auto* backend = entry.backend != nullptr ? entry.backend : entry.known; backend != nullptr)
            for (std::int64_t n = 0; n < backend->kernel_count; ++n)
                addKernel(table.entries, *backend, kernelOf(*backend, n));
    return table;
}

DispatchTable fullTable(std::span<const std::string> devices, std::span<const std::string> layouts,
                        std::span<const std::string> operations)
{
    std::uint64_t allTypes = 0;
    for (const auto type : knownElementTypes())
        allTypes |= typeBit(type);
    DispatchTable table;
    for (const auto& op : operations)
        for (const auto& device : devices)
            for (const auto& layout : layouts)
                table.entries.push_back(
                    {op, device, {layout}, layout, {device + "." + op + "." + layout}, allTypes});
    return table;
}

} // namespace tscope
