// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/report.h"
#include "tensor/tensor.h"

#include <string>
#include <vector>

namespace tscope::cli {

// A report for people: the verdict in one line, then causes, findings with their places, and what can be done.
void printReport(const Report& report, const Tensor& tensor, const std::string& name);

} // namespace tscope::cli
