// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/array.h"
#include "base/result.h"
#include "io/source.h"
#include "io/zip/archive.h"
#include "literals/warning_list.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

// One array of an .npz archive, or a text of no dims, or the reason why it is neither.
struct NpzMember {
    std::string name; // without ".npy"
    std::optional<Array> array = {};
    std::optional<std::string> text = {};
    std::optional<Error> error = {};
};

class NpzMembers
{
public:
    // All that end in ".npy"; the first of each name. Those that are long and packed are unpacked at the same
    // time.
    static Result<NpzMembers> read(const ZipArchive& archive, const Source& source, WarningList& warnings);

    const std::vector<NpzMember>& all() const { return m_all; } // in the order of the archive
    const NpzMember* find(std::string_view name) const;

private:
    std::vector<NpzMember> m_all;
};

} // namespace tscope
