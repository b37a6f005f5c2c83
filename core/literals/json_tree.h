// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/watch.h"
#include "element/element.h"
#include "literals/chunked_list.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tscope {

enum class JsonKind : std::uint8_t { null, boolean, integer, natural, real, bigInteger, word, list, object };

// A word of a JSON text in quotes, shortened: for sentences.
std::string inQuotes(std::string_view word);

// A parsed JSON text: nine bytes a value, in the order of the text, so a value's parts follow it and its index
// is below theirs. Keys of an object are words, each before its value, and no key stands twice.
class JsonTree
{
public:
    using Index = std::size_t;
    static constexpr int depthLimit = 64;

    // Where a text ends too early or is no JSON any more: nothing behind it was read.
    struct Break {
        std::size_t line = 0, column = 0; // counted from 1
        std::string within = {};          // path of the value that is not complete; empty: the whole
    };

    // The first half of what `watch` waits for; the other half is left to those who make tensors of the tree.
    // With `despiteFaults` a text that breaks off gives the tree of what stands before the break.
    static Result<JsonTree> parse(std::string_view text, const Watch& watch = {}, bool despiteFaults = false);
    const std::optional<Break>& brokenAt() const { return m_break; }
    // False for lists and objects that a break left open. Such a list has the complete values before the break.
    bool isWhole(Index i) const;
    const Watch& readersWatch() const { return m_readersWatch; }

    JsonKind kind(Index i) const { return m_kinds[i]; }
    bool isNumber(Index i) const;
    // One past the value's last part: where its neighbour begins.
    Index end(Index i) const;
    std::string_view word(Index i) const; // precondition: a word
    // Whether NaN or an infinity stands somewhere without quotes, as Python writes them.
    bool hasBareWords() const { return m_hasBareWords; }
    bool flag(Index i) const { return m_payloads[i] != 0; }
    // A number or a bool. A bigInteger, which no 64 bits and no double hold, has its nearest double here.
    Number number(Index i) const;

    // The value's own text, shortened: for sentences.
    std::string shortText(Index i) const;
    // From the top to the value: "members.plain.data[3]".
    std::string path(Index i) const;

    std::size_t count(Index i) const; // direct parts: elements of a list, pairs of an object
    std::size_t size() const { return m_kinds.size(); }

private:
    class Builder;

    ChunkedList<JsonKind> m_kinds;
    ChunkedList<std::uint64_t> m_payloads; // bits of the number, where the word begins, or the end
    std::string m_words;                   // each after its length
    Watch m_readersWatch;
    std::optional<Break> m_break;
    bool m_hasBareWords = false;
};

} // namespace tscope
