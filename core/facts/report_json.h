// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "base/watch.h"
#include "rules/contracts.h"
#include "tensor/tensor.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tscope {

// What a report in JSON says beside its findings, and how many places of each it lists (0: up to witnessLimit).
struct ReportJson {
    std::string name, file; // of the tensor; what the user named its file by
    const Contract& contract;
    std::int64_t most = 16;
    // How much of a damaged file was read, empty where that is not known; nothing: all of it.
    std::optional<std::string> partly = {};
};

// One report as `tscope check --json` lists it, part by part, since places may be many.
void tellReportJson(const Tensor& tensor, const Report& report, const ReportJson& asked,
                    const std::function<void(std::string_view)>& put, const Watch& watch = {});

// The whole answer of that command on one tensor, in a line.
std::string reportJsonText(const Tensor& tensor, const Report& report, const ReportJson& asked,
                           const Watch& watch = {});

} // namespace tscope
