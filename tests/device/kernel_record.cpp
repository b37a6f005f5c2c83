// SPDX-License-Identifier: Apache-2.0
#include "device/kernel_record.h"

#include "dispatch/backends.h"
#include "dispatch/device_list.h"
#include "support/held_kernels.h"

#include <nlohmann/json.hpp>

#include <array>
#include <ctime>
#include <fstream>

namespace tscope::test {

namespace {

std::string today()
{
    const auto now = std::time(nullptr);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
    return text.data();
}

DeviceFacts firstDevice()
{
    for (const auto& module : modulesThere())
        if (!module.devices.empty())
            return module.devices.front();
    return {};
}

// Kernels of devices that no test held against anything.
std::set<std::string> othersThan(const std::set<std::string>& passed, const std::set<std::string>& failed)
{
    std::set<std::string> others;
    for (const auto& entry : backends())
        for (std::int64_t i = 0;
             entry.device != "cpu" && entry.backend != nullptr && i < entry.backend->kernel_count; ++i)
            if (const std::string name = kernelOf(*entry.backend, i).name;
                !passed.contains(name) && !failed.contains(name))
                others.insert(name);
    return others;
}

} // namespace

void KernelRecord::OnTestStart(const ::testing::TestInfo&)
{
    heldKernels().clear();
}

void KernelRecord::OnTestEnd(const ::testing::TestInfo& test)
{
    if (test.result()->Passed())
        m_passed.merge(heldKernels());
    else if (test.result()->Failed())
        m_failed.merge(heldKernels());
}

void KernelRecord::OnTestProgramEnd(const ::testing::UnitTest& all)
{
    for (const auto& kernel : m_failed)
        m_passed.erase(kernel);
    const auto device = firstDevice();
    const nlohmann::ordered_json record = {
        {"device", device.name}, {"capability", device.capability},          {"simulated", device.isSimulated},
        {"date", today()},       {"tests", all.successful_test_count()},     {"kernels", m_passed},
        {"failed", m_failed},    {"not_run", othersThan(m_passed, m_failed)}};
    std::ofstream(m_path) << record.dump(1) << '\n';
}

} // namespace tscope::test
