// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "tensor/document.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tscope {

// What there is to see of a file that was refused, for people who want to know what is in it.
struct RefusedFile {
    enum class Sight : std::uint8_t {
        nothing,
        pickle, // what it would have had Python do, indented
        archive,
        text, // lines around the place that the error names
        bytes // the same in hexadecimal
    };
    Sight sight = Sight::nothing;
    std::vector<std::string> lines = {};
    std::vector<NamedTensor> readable = {}; // what can be shown of it all the same
    std::string partly = {};                // how much that is: "2 of 6 entries"; empty: not known, or all
    std::vector<std::string> notes = {};    // what is missing, and why
};

// `why`: what openFile(path) failed with. Nothing in the file is run; it is read once more for what is readable.
RefusedFile lookInto(const std::string& path, const Error& why, const Watch& watch = {});

} // namespace tscope
