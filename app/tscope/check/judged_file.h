// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "facts/judged_tensor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tscope::cli {

// What check found in one of several files.
struct JudgedFile {
    enum class Fate { valid, broken, unreadable, passedOver };

    std::string input; // as the user named it: a path, FILE::NAME or -
    std::string path;  // of the file in it; empty for standard input
    Fate fate = Fate::passedOver;
    std::optional<Error> error = {}; // why it, or some of it, could not be read
    std::vector<JudgedTensor> tensors = {};
    std::vector<std::string> warnings = {};
};

// How many files came to which fate.
class Fates
{
public:
    void add(JudgedFile::Fate fate) { ++m_counts[static_cast<std::size_t>(fate)]; }
    std::int64_t of(JudgedFile::Fate fate) const { return m_counts[static_cast<std::size_t>(fate)]; }

private:
    std::array<std::int64_t, 4> m_counts{};
};

} // namespace tscope::cli
