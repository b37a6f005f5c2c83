// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/remainder.h"
#include "tensor/document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tscope::cli {

// The part of a file that the user requested: all of it, or the tensors with a name.
struct Input : Document { // `unread` counts what was asked for, or may have been: a glob may mean any of them
    Remainder remainder;
};
struct OneInput : NamedTensor {
    std::vector<NamedText> others; // of its file
    Remainder remainder;
};

// Opens what a user named: FILE, FILE::NAME (NAME may be a glob of * and ?) or - for standard input.
Result<Input> openInput(const std::string& spec);

// The path of the file in such a name; empty for standard input.
std::string fileOf(const std::string& spec);

// That some of the tensors of an input can't be read, though others can; nothing if all can.
std::optional<Error> unreadPartOf(const Document& document);

// Fails where a file was cut short, or has lost pages, since it was opened: zeros stand for what is gone. Of all
// inputs so far, or of one and what was opened of it.
Result<void> intactInputs();
Result<void> intactInput(const std::string& spec, const Document& document);
// Either of these: why no verdict on this input can be had, or not on all of it.
std::optional<Error> unjudgedPartOf(const std::string& spec, const Document& document);

// The one tensor of that name. Fails (notFound) when several match, naming them, and when others can't be read.
Result<OneInput> openOne(const std::string& spec);
// Two of these. A file that has both is read once, so that views of one storage are known to be that.
Result<std::pair<OneInput, OneInput>> openTwo(const std::string& a, const std::string& b);

} // namespace tscope::cli
