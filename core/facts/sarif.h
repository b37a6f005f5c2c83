// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/answers.h"
#include "facts/judged_tensor.h"

#include <map>
#include <string>
#include <string_view>

namespace tscope {

// Findings as SARIF 2.1.0, as code scanners hand their results to build servers. A document is sarifOpening,
// results with commas between them, and sarifClosing().

inline constexpr std::string_view sarifOpening =
    R"({"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[)";

// `path`: of the file, relative to the root that the server knows, or absolute; empty: standard input.
Json sarifResult(const std::string& path, const JudgedTensor& tensor, const Finding& finding);
// One that is no finding. `subject` tells those of one file and rule apart.
Json sarifResult(const std::string& path, std::string_view rule, const char* level, std::string message,
                 std::string_view subject);

using SarifRules = std::map<std::string, std::string>; // by id: the statement
struct SarifTool {
    std::string name, version;
};
std::string sarifClosing(const SarifRules& rules, const SarifTool& tool, std::string_view contract,
                         std::string_view summary);

// The document on one tensor.
std::string sarifText(const std::string& path, const JudgedTensor& tensor, const SarifTool& tool,
                      std::string_view contract);

} // namespace tscope
