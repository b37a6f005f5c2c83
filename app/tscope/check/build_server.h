// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/judged_file.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tscope::cli {

// What annotations and SARIF have in common: how a build server is told of findings.

inline constexpr std::string_view unreadableRule = "unreadable", noteRule = "note";

// A path as the server knows the file: from the root of the checkout (GITHUB_WORKSPACE, else the current folder)
// down; absolute when the file does not lie below.
std::string pathInCheckout(const std::string& path);

// The findings of a file that a server is told of. No server shows more, and a small file can have hundreds of
// thousands of them.
class ToldFindings
{
public:
    explicit ToldFindings(const JudgedFile& file);

    // Calls tell(tensor, finding) for each of them.
    template <class Tell>
    void forEach(Tell&& tell) const
    {
        auto left = mostTold;
        for (const auto& tensor : m_file.tensors)
            for (const auto& finding : tensor.report->findings) {
                if (left == 0)
                    return;
                --left;
                tell(tensor, finding);
            }
    }
    // That there are more; "" if there are not.
    std::string rest() const;

private:
    static constexpr std::int64_t mostTold = 5000;

    const JudgedFile& m_file;
    std::int64_t m_all = 0;
};

// "line 5, column 2" of an error in a text; nothing for other places.
struct TextPlace {
    std::int64_t line = 0;
    std::optional<std::int64_t> column;
};
std::optional<TextPlace> textPlaceOf(const Error& error);

} // namespace tscope::cli
