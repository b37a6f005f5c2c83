// SPDX-License-Identifier: GPL-3.0-or-later
#include "devices/device_support.h"

#include <algorithm>

namespace tscope {

std::vector<SupportCell> supportEverywhere(const OpSpec* op, const std::vector<ModuleFacts>& modules,
                                           const std::shared_ptr<remote::Worker>& worker, const Watch& watch)
{
    auto cells = op == nullptr ? supportOfConversions() : supportOf(*op);
    std::vector<SupportCell> there;
    if (!modules.empty())
        if (auto told = worker->support(op == nullptr ? "convert" : op->name, watch))
            there = std::move(*told);
    for (auto& cell : cells) {
        if (cell.device == "cpu" || cell.answer == SupportCell::Answer::noMeaning)
            continue;
        const auto same = std::ranges::find_if(there, [&cell](const SupportCell& other) {
            return other.device == cell.device && other.layouts == cell.layouts;
        });
        const auto module = std::ranges::find(modules, cell.device, &ModuleFacts::device);
        if (same != there.end())
            cell = *same;
        else if (module != modules.end() && !module->isLoaded)
            cell.reason = "not built in: " + module->reason;
    }
    return cells;
}

Result<SupportCell> supportOn(std::string_view device, std::string_view op,
                              std::span<const std::string_view> layouts, remote::Worker& worker,
                              const Watch& watch)
{
    const auto kind = device.substr(0, device.find(':'));
    const auto cells = worker.support(op, watch);
    if (!cells)
        return cells.error();
    const auto cell = std::ranges::find_if(*cells, [&](const SupportCell& each) {
        return each.device == kind && std::ranges::equal(each.layouts, layouts);
    });
    if (cell == cells->end())
        return unsupported("the worker, which has the devices, knows no " + std::string(op) + " on " +
                           std::string(kind));
    return *cell;
}

} // namespace tscope
