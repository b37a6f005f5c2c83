// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/watch.h"
#include "dispatch/device_list.h"
#include "ops/support.h"
#include "remote/worker.h"

#include <memory>

namespace tscope {

// The support table of an operation (null: of conversions): of the processor as this process knows it, of devices
// as the worker does. Where a module is not loaded, its reason stands for each of its cells.
std::vector<SupportCell> supportEverywhere(const OpSpec* op, const std::vector<ModuleFacts>& modules,
                                           const std::shared_ptr<remote::Worker>& worker, const Watch& watch);

// One cell of it, of a device by its name ("cuda:1").
Result<SupportCell> supportOn(std::string_view device, std::string_view op,
                              std::span<const std::string_view> layouts, remote::Worker& worker,
                              const Watch& watch);

} // namespace tscope
