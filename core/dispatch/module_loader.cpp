// SPDX-License-Identifier: Apache-2.0
#include "dispatch/module_loader.h"

#include "base/program_folder.h"
#include "base/say.h"
#include "dispatch/device_call.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <string_view>
#include <utility>

namespace tscope {

namespace {

// NVIDIA's, or that of Windows below this Linux.
bool hasCudaDriver()
{
    std::error_code ignored;
    return std::filesystem::exists("/dev/nvidiactl", ignored) || std::filesystem::exists("/dev/dxg", ignored);
}

// Why a module that is in none of the folders is not there.
std::string whyMissing(const ModuleName& module, const std::string& folders)
{
    if (folders.empty())
        return say("{0} was not looked for: where this program is stored is not known, as /proc is not mounted",
                   module.file);
    return module.file == "tscope_cuda.so" && !hasCudaDriver()
               ? say("there is no NVIDIA driver, and {0} is not installed (looked in {1})", module.file, folders)
               : say("{0} is not installed (looked in {1})", module.file, folders);
}

BackendEntry without(const ModuleName& module, std::string why)
{
    return {module.device, module.device, nullptr, std::move(why)};
}

// Its devices are there, or it says why not.
BackendEntry withDevices(BackendEntry entry)
{
    if (entry.backend == nullptr || entry.backend->devices == nullptr)
        return entry;
    auto error = noError();
    std::int32_t count = 0;
    if (entry.backend->devices->count(&count, &error) == TSCOPE_OK && count > 0)
        return entry;
    entry.why = errorOf(error, entry.name).text;
    entry.known = std::exchange(entry.backend, nullptr);
    return entry;
}

} // namespace

ModuleName cudaModule()
{
    const auto* wish = std::getenv("TSCOPE_CUDA");
    const bool isSimulated = wish != nullptr && std::string_view(wish) == "simulated";
    return {isSimulated ? "tscope_simulated.so" : "tscope_cuda.so", "cuda"};
}

std::vector<std::string> moduleFolders()
{
    if (const auto* named = std::getenv("TSCOPE_MODULES"); named != nullptr && *named != '\0')
        return {named};
    const std::filesystem::path here = programFolder();
    if (here.empty())
        return {};
    auto prefix = here.parent_path();
    if (prefix.filename() == "libexec") // an installed worker is in libexec/tscope
        prefix = prefix.parent_path();
    return {here.string(), (prefix / "lib" / "tscope").string()};
}

BackendEntry openBackend(tscope_open_backend open)
{
    auto error = noError();
    const auto* backend = open(TSCOPE_ABI, &error);
    if (backend == nullptr)
        return {"", "", nullptr, error.text[0] != '\0' ? error.text : say("it did not say why")};
    if (backend->size < sizeof(tscope_backend) || backend->kernel_size < sizeof(tscope_kernel))
        return {"", "", nullptr, say("it was built for an older interface")};
    return {backend->name, backend->device, backend, {}};
}

BackendEntry loadModule(const ModuleName& module)
{
    std::filesystem::path path;
    std::string looked;
    for (const auto& folder : moduleFolders()) {
        looked.append(looked.empty() ? "" : ", ").append(folder);
        std::error_code ignored;
        if (path.empty() && std::filesystem::exists(std::filesystem::path(folder) / module.file, ignored))
            path = std::filesystem::path(folder) / module.file;
    }
    if (path.empty())
        return without(module, whyMissing(module, looked));
    auto* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr)
        return without(module, say("{0} can't be loaded: {1}", module.file, ::dlerror()));
    auto* symbol = ::dlsym(handle, TSCOPE_OPEN_SYMBOL);
    if (symbol == nullptr)
        return without(module, say("{0} is no module: it has no {1}", module.file, TSCOPE_OPEN_SYMBOL));
    auto entry = openBackend(reinterpret_cast<tscope_open_backend>(symbol));
    if (entry.backend == nullptr)
        return without(module, say("{0} can't be used: {1}", module.file, entry.why));
    return withDevices(std::move(entry));
}

} // namespace tscope
