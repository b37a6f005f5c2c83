// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace tscope {

// Counts of the parts of a file that are lost if the tensors read from it replace the file.
struct Remainder {
    std::int64_t unread = 0;    // tensors that can't be read, whether they were asked for or not
    std::int64_t leftOut = 0;   // parts that are no tensor of ours
    std::int64_t notChosen = 0; // tensors that were not asked for
};

std::string unreadText(std::int64_t unread); // "2 tensors can't be read, as ..."; empty for none
// Document::partly of a file: "2 of 3 tensors", where `read` counts the tensors that the file itself stores. Empty
// where all were read.
std::string partlyText(std::int64_t read, std::int64_t unread);
// A sentence on what would be lost; empty: nothing.
std::string remainderText(const Remainder& remainder);

} // namespace tscope
