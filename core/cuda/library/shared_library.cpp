// SPDX-License-Identifier: Apache-2.0
#include "cuda/library/shared_library.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace tscope::cuda {

SharedLibrary::SharedLibrary(const char* file)
{
    const auto tryPath = [this](const std::string& path) {
        if (m_handle == nullptr)
            m_handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
        if (m_handle == nullptr && m_why.empty())
            m_why = dlerror();
    };
    const auto* folder = std::getenv("TSCOPE_CUDA_LIBRARIES");
    if (folder != nullptr && std::string_view(folder) == "off") {
        m_why = std::string(file) + " is left closed, as TSCOPE_CUDA_LIBRARIES is off";
        return;
    }
    if (folder != nullptr)
        tryPath(std::string(folder) + '/' + file);
    tryPath(file);
    tryPath(std::string(TSCOPE_CUDA_LIBRARY_FOLDER) + '/' + file);
    if (m_handle != nullptr)
        m_why.clear();
}

void* SharedLibrary::symbol(const char* name) const
{
    return m_handle == nullptr ? nullptr : dlsym(m_handle, name);
}

} // namespace tscope::cuda
