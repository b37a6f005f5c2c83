// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/scan_device.h"
#include "base/result.h"
#include "tensor/tensor.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// Data scans counted by kernels of a device. What these read are plain arrays, each of them proven; of the tensor
// that they belong to nothing is claimed, so it may be broken in any way.
class DeviceScans final : public ScanDevice
{
public:
    // By its name: "cuda" (the first), "cuda:1". Null for the processor, which does its scans itself. Fails where
    // the device is not to be had.
    static Result<std::unique_ptr<DeviceScans>> on(std::string_view device);

    std::optional<std::vector<std::int64_t>> count(const ScanTask& task, const Watch& watch) override;
    void passOver(const std::string& why) override;

    // What ran there and what did not, a sentence each.
    std::vector<std::string> told() const;

private:
    DeviceScans(std::string kind, std::int32_t number) : m_kind(std::move(kind)), m_number(number) {}

    std::string name() const { return m_kind + ":" + std::to_string(m_number); }
    Result<Tensor> counted(const ScanTask& task, const Watch& watch) const;

    std::string m_kind;
    std::int32_t m_number;
    std::mutex m_running; // one scan at a time: its arrays may fill the memory of the device
    mutable std::mutex m_telling;
    std::int64_t m_done = 0, m_bytes = 0;
    struct Left {
        std::string why;
        std::int64_t times = 0;
    };
    std::vector<Left> m_left; // to the processor
};

} // namespace tscope
