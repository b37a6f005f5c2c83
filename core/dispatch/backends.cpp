// SPDX-License-Identifier: Apache-2.0
#include "dispatch/backends.h"

#include "base/say.h"
#include "dispatch/device_call.h"
#include "dispatch/linked_backends.h"
#include "dispatch/module_loader.h"
#include "dispatch/resident.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <mutex>

namespace tscope {

namespace {

class Registry
{
public:
    static Registry& get()
    {
        static Registry registry;
        return registry;
    }
    std::vector<BackendEntry> all()
    {
        const std::lock_guard lock(m_mutex);
        if (m_mayLoad && !m_hasLoaded) {
            m_hasLoaded = true;
            m_entries.push_back(loadModule(cudaModule()));
        }
        return m_entries;
    }
    void add(BackendEntry entry)
    {
        const std::lock_guard lock(m_mutex);
        m_entries.insert(m_entries.begin(), std::move(entry));
    }
    bool mayLoad()
    {
        const std::lock_guard lock(m_mutex);
        return m_mayLoad;
    }
    void allowLoading()
    {
        const std::lock_guard lock(m_mutex);
        m_mayLoad = true;
    }
    void lose(const tscope_backend& backend, const std::string& why)
    {
        const std::lock_guard lock(m_mutex);
        for (auto& entry : m_entries)
            if (entry.backend == &backend) {
                entry.backend = nullptr;
                entry.why = say("the device was lost to this process: {0}", why);
            }
    }

private:
#ifdef TSCOPE_WITHOUT_KERNELS
    Registry() : m_entries{openBackend(tscope_open_reference_backend)} {}
#else
    Registry() : m_entries{openBackend(tscope_open_cpu_backend)} {}
#endif

    std::mutex m_mutex;
    bool m_mayLoad = false, m_hasLoaded = false;
    std::vector<BackendEntry> m_entries;
};

} // namespace

std::vector<BackendEntry> backends()
{
    return Registry::get().all();
}

std::string whyNoDevice(std::string_view kind)
{
    std::string why;
    for (const auto& entry : backends()) {
        if (entry.device == kind && entry.backend != nullptr)
            return {};
        if (entry.device == kind && why.empty())
            why = say("not built in: {0}", entry.why);
    }
    if (!why.empty())
        return why;
    return Registry::get().mayLoad() ? say("not built in: this build has no module for {0}", kind)
                                     : say("not built in: this process loads no module for {0}", kind);
}

bool hasKernelsFor(std::string_view kind)
{
    return std::ranges::any_of(backends(), [kind](const BackendEntry& entry) {
        return entry.device == kind && (entry.backend != nullptr || entry.known != nullptr);
    });
}

void allowModules()
{
    Registry::get().allowLoading();
}

void loseDevices(const tscope_backend& backend, std::string why)
{
    Registry::get().lose(backend, why);
    if (backend.devices != nullptr)
        forgetResident(*backend.devices);
}

namespace {

// Host memory is one device.
std::int32_t devicesOf(std::string_view kind)
{
    for (const auto& entry : backends()) {
        if (entry.device != kind || entry.backend == nullptr || entry.backend->devices == nullptr)
            continue;
        std::int32_t count = 0;
        auto error = noError();
        return entry.backend->devices->count(&count, &error) == TSCOPE_OK ? count : 0;
    }
    return 1;
}

} // namespace

Result<DeviceChoice> deviceNamed(std::string_view text)
{
    if (text.empty())
        return unsupported(say("the name of a device was wanted (cpu, cuda, cuda:1), found \"\""));
    const auto colon = std::min(text.find(':'), text.size());
    DeviceChoice choice{std::string(text.substr(0, colon)), 0};
    if (auto why = whyNoDevice(choice.kind); !why.empty())
        return unsupported(std::move(why));
    const auto digits = text.substr(std::min(colon + 1, text.size()));
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), choice.number);
    const bool isNumber = code == std::errc() && end == digits.data() + digits.size() && choice.number >= 0;
    const auto there = devicesOf(choice.kind);
    if ((colon < text.size() && !isNumber) || choice.number >= there)
        return unsupported(
            say("a device from {0}:0 to {0}:{1} was wanted, found {2}", choice.kind, there - 1, text));
    return choice;
}

Device placeOf(const DeviceChoice& choice)
{
    return choice.kind == "cpu" ? Device{} : Device{choice.kind, choice.number};
}

const tscope_backend* referenceBackend()
{
    static const auto reference = openBackend(tscope_open_reference_backend);
    return reference.backend;
}

Result<void> registerBackend(tscope_open_backend open)
{
    auto entry = openBackend(open);
    if (entry.backend == nullptr)
        return unsupported(say("the backend can't be used: {0}", entry.why));
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
