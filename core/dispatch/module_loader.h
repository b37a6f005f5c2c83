// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/backends.h"

#include <string>
#include <vector>

namespace tscope {

// A backend that lies in a file of its own.
struct ModuleName {
    std::string file;   // "tscope_cuda.so"
    std::string device; // the kind of devices that it is for
};
// The one for CUDA, or, where the environment asks for it, the one that plays it without hardware.
ModuleName cudaModule();
// Where modules are looked for, the first one first.
std::vector<std::string> moduleFolders();

// Opens a backend that is there: it has to speak our interface.
BackendEntry openBackend(tscope_open_backend open);
// The same out of the first folder that has the module; it stays loaded for good. A backend that has no device to
// work with is not to be had, for the reason that it gives.
BackendEntry loadModule(const ModuleName& module);

} // namespace tscope
