// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "dispatch/abi.h"
#include "memory/device.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// A backend that this process has, or the reason why it has it not.
struct BackendEntry {
    std::string name, device;
    const tscope_backend* backend = nullptr; // null: not to be had
    std::string why;
    const tscope_backend* known = nullptr; // one that is here, though there is no device for it
};

// In the order in which they are asked: the first that has a kernel runs it. The dull reference is not among them.
std::vector<BackendEntry> backends();
// Why nothing can run on devices of that kind ("cuda"); empty: there is a backend.
std::string whyNoDevice(std::string_view kind);
// Whether kernels for devices of that kind are known, be there such a device or not.
bool hasKernelsFor(std::string_view kind);
// A device that can be used, by its name: "cpu", "cuda" (the first), "cuda:1". Fails for others, with the reason.
struct DeviceChoice {
    std::string kind;
    std::int32_t number = 0;
};
Result<DeviceChoice> deviceNamed(std::string_view text);
Device placeOf(const DeviceChoice& choice); // what a storage says that lives there
// The oracle that other backends are held against: slow, and right by its plainness.
const tscope_backend* referenceBackend();
// Opens one more and asks it before all others of its device. Fails when it speaks another ABI. It must live as
// long as the program.
Result<void> registerBackend(tscope_open_backend open);

// Modules are code that runs in this process, and a driver may take it down: so a process has to say that it may
// load them. They are looked for when somebody first asks for backends, in the folder that TSCOPE_MODULES names,
// else beside the program and in lib/tscope of its install; TSCOPE_CUDA=simulated asks for the one without
// hardware.
void allowModules();

// After a fault that a device can't be used behind, nothing more runs on it here; `why` is told to who asks.
void loseDevices(const tscope_backend& backend, std::string why);

// The n-th kernel, also of a backend that knows fewer fields of it.
tscope_kernel kernelOf(const tscope_backend& backend, std::int64_t number);

} // namespace tscope
