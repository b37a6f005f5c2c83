// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "console.h"
#include "rules/contracts.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>
#include <vector>

namespace tscope::cli {

// Which places of a finding are told: `most` of each (0: up to witnessLimit), under the contract of the report.
struct PlacesTold {
    const Contract& contract;
    std::int64_t most;
};

// A report for people: the verdict in one line, then causes, findings with their places, and what can be done.
// Without `places` those that the report keeps. `partly`: how much of a damaged file was read.
void printReport(const Report& report, const Tensor& tensor, const std::string& name,
                 const PlacesTold* places = nullptr, const std::string& partly = {});

// The same for programs, an item of `list`; `file` is what the user named it by. `partly`: nothing where all of
// the file was read.
void writeReport(const Report& report, const Tensor& tensor, const std::string& name, const std::string& file,
                 const PlacesTold& places, JsonList& list, std::optional<std::string> partly = {});

} // namespace tscope::cli
