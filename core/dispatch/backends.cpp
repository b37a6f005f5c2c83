// SPDX-License-Identifier: Apache-2.0
#include "dispatch/backends.h"

#include "dispatch/linked_backends.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace tscope {

namespace {

BackendEntry opened(tscope_open_backend open)
{
    tscope_error error{};
    error.size = sizeof error;
    const auto* backend = open(TSCOPE_ABI, &error);
    if (backend == nullptr)
        return {"", "", nullptr, error.text[0] != '\0' ? error.text : "it did not say why"};
    if (backend->size < sizeof(tscope_backend) || backend->kernel_size < sizeof(tscope_kernel))
        return {"", "", nullptr, "it was built for an older interface"};
    return {backend->name, backend->device, backend, {}};
}

class Registry
{
public:
    static Registry& get()
    {
        static Registry registry;
        return registry;
    }
    std::vector<BackendEntry> all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_entries;
    }
    void add(BackendEntry entry)
    {
        const std::lock_guard lock(m_mutex);
        m_entries.insert(m_entries.begin(), std::move(entry));
    }

private:
#ifdef TSCOPE_WITHOUT_KERNELS
    Registry() : m_entries{opened(tscope_open_reference_backend)} {}
#else
    Registry() : m_entries{opened(tscope_open_cpu_backend)} {}
#endif

    mutable std::mutex m_mutex;
    std::vector<BackendEntry> m_entries;
};

} // namespace

std::vector<BackendEntry> backends()
{
    return Registry::get().all();
}

std::string whyNoDevice(std::string_view kind)
{
    for (const auto& entry : backends())
        if (entry.device == kind)
            return entry.backend != nullptr ? std::string() : "not built in: " + entry.why;
    return "not built in: this build has no module for " + std::string(kind);
}

const tscope_backend* referenceBackend()
{
    static const auto reference = opened(tscope_open_reference_backend);
    return reference.backend;
}

Result<void> registerBackend(tscope_open_backend open)
{
    auto entry = opened(open);
    if (entry.backend == nullptr)
        return unsupported("the backend can't be used: " + entry.why);
    Registry::get().add(std::move(entry));
    return {};
}

tscope_kernel kernelOf(const tscope_backend& backend, std::int64_t number)
{
    tscope_kernel kernel{};
    const auto* from = reinterpret_cast<const char*>(backend.kernels) + number * std::int64_t{backend.kernel_size};
    std::memcpy(&kernel, from, std::min<std::size_t>(sizeof kernel, backend.kernel_size));
    return kernel;
}

} // namespace tscope
