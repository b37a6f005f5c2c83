// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace tscope::cuda {

// A library of the toolkit that may be absent, opened when it is first needed and never closed: what it has begun
// on a device it ends when the process does.
class SharedLibrary
{
public:
    // Looked for in the folder that TSCOPE_CUDA_LIBRARIES names, then where the system looks, then where the
    // toolkit lay when this was built.
    explicit SharedLibrary(const char* file);

    bool isOpen() const { return m_handle != nullptr; }
    const std::string& why() const { return m_why; } // of one that is not
    // Null: it has none of that name.
    void* symbol(const char* name) const;

private:
    void* m_handle = nullptr;
    std::string m_why;
};

} // namespace tscope::cuda
