// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "literals/warning_list.h"
#include "tensor/document.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tscope {

// The text that goes with a file's tensors: keys such as "w.layout" and what they say. Those that told of a tensor
// are marked as used.
class MemberTexts
{
public:
    explicit MemberTexts(std::vector<std::pair<std::string, std::string>> texts);

    const std::string* take(const std::string& key); // null: nothing is said
    // What is said under keys that begin so and was not taken yet, by what follows in the key; up to so many, and
    // only keys without a further dot.
    std::vector<NamedText> takeBelow(std::string_view prefix, std::size_t most);
    // What was taken since there were so many is unused again: nothing came of it.
    std::size_t taken() const { return m_taken.size(); }
    void giveBack(std::size_t since);
    std::vector<NamedText> takeUnused() &&;

private:
    struct Text {
        std::string key, value;
        bool isUsed = false;
    };
    std::vector<Text> m_texts;        // sorted by key
    std::vector<std::size_t> m_taken; // places in it, in the order in which they were taken
};

// Files keep arrays only. By a convention that several libraries share, arrays called X.crow_indices,
// X.col_indices and X.values are the members of one tensor X; metadata X.layout and X.shape say more of it, or an
// array X.shape. Gives such tensors, each before the first of its members, which stay as tensors of their own
// beside it.
// Fails only when it is stopped.
Result<std::vector<NamedTensor>> withTensorsOfMembers(std::vector<NamedTensor> arrays, MemberTexts& metadata,
                                                      const Watch& watch, WarningList& warnings);

// "w" and "values" make "w.values"; a tensor without a name has members with bare names.
std::string memberKey(std::string_view tensor, std::string_view word);

} // namespace tscope
