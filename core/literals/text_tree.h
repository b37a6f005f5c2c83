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
#include <vector>

namespace tscope {

// A list is in brackets or parentheses. A call has its name as payload and its arguments as parts; a keyword
// has its name as payload and its value as its one part.
enum class TextKind : std::uint8_t {
    boolean,
    integer,
    natural,    // above int64
    bigInteger, // above uint64; its nearest double
    real,
    complex,
    none,
    word,   // a bare name: torch.float32
    string, // in quotes
    list,
    call,
    keyword,
};

// A parsed literal, sixteen bytes a value, parts behind their wholes. Nothing of it is evaluated.
class TextTree
{
public:
    using Index = std::size_t;
    static constexpr std::size_t depthLimit = 64;
    static constexpr std::size_t elementLimit = std::size_t{4} << 20;

    // The first half of what `watch` waits for; the other half is left to those who make tensors of the tree.
    static Result<TextTree> parse(std::string text, const Watch& watch = {});
    const Watch& readersWatch() const { return m_readersWatch; }

    TextKind kind(Index i) const { return m_nodes[i].kind; }
    Index firstPart(Index i) const; // of a list, call or keyword
    Index end(Index i) const;       // one past its last part
    std::size_t count(Index i) const;
    std::size_t size() const { return m_nodes.size(); }
    std::string_view word(Index i) const; // the name or letters of a word, string, call or keyword
    bool isNumber(Index i) const { return kind(i) <= TextKind::complex; }
    Number number(Index i) const; // precondition: isNumber()
    std::string shortText(Index i) const;
    std::string place(Index i) const; // "line 3, column 7"

    bool isCut() const { return m_isCut; }                     // the last bracket was missing
    bool hasFourDecimals() const { return m_hasFourDecimals; } // some number ends where torch's print cuts
    bool hasOverflow() const { return m_hasOverflow; }         // some decimal became infinite

private:
    class Parser;

    struct Node {
        TextKind kind;
        std::uint32_t at;      // in the text
        std::uint64_t payload; // a number's bits or slot in m_complex; where a word lies; where a list ends (of a
                               // call that stands in a node behind its name)
    };

    std::string m_text;
    ChunkedList<Node> m_nodes;
    ChunkedList<std::complex<double>> m_complex;
    Watch m_readersWatch;
    bool m_isCut = false, m_hasFourDecimals = false, m_hasOverflow = false;
};

} // namespace tscope
