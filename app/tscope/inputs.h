// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "tensor/document.h"

#include <optional>
#include <string>

namespace tscope::cli {

// Opens what a user named: FILE, FILE::NAME (NAME may be a glob of * and ?) or - for standard input.
Result<Document> openInput(const std::string& spec);

// The path of the file in such a name; empty for standard input.
std::string fileOf(const std::string& spec);

// That some of the tensors of an input can't be read, though others can; nothing if all can.
std::optional<Error> unreadPartOf(const Document& document);

// The one tensor of that name. Fails (invalidArgument) when several match, naming them.
Result<NamedTensor> openOne(const std::string& spec);

} // namespace tscope::cli
