// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tscope {

// A device beside the processor that can be used.
struct DeviceFacts {
    std::string id;   // "cuda:0"
    std::string name; // as its driver calls it
    std::int64_t memory = 0, freeMemory = 0;
    std::int32_t capability = 0, processors = 0; // 90 of sm_90
    bool isSimulated = false;
};
// A module for such devices, or why there is none.
struct ModuleFacts {
    std::string name, device;
    bool isLoaded = false;
    std::string reason;               // of one that is not
    std::vector<std::string> remarks; // on what it found or not
    std::vector<DeviceFacts> devices;
};

// Asks the modules of this process.
std::vector<ModuleFacts> modulesThere();

// "NVIDIA H200, sm_90, 132 multiprocessors, 139 of 140 GiB free"
std::string text(const DeviceFacts& device);

} // namespace tscope
