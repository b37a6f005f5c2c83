// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/pickle/machine.h"
#include "io/pickle/memo.h"

#include <span>
#include <vector>

namespace tscope {

// What the opcodes of a pickle do to its stack, its memo and the tree that it builds. The first thing that goes
// wrong is kept; nothing is done after it.
class PickleBuilder
{
public:
    using Id = PickleTree::Id;

    PickleBuilder(std::string_view bytes, const PickleLimits& limits)
        : m_limits(limits), m_tree(bytes, limits.begin)
    {
    }

    PickleTree& tree() { return m_tree; }
    std::size_t used() const { return m_tree.used() + m_memo.used(); } // a measure of memory
    bool hasFailed() const { return m_error.has_value(); }
    void setPlace(std::size_t opcodeAt) // of what is done next
    {
        m_place = opcodeAt;
        m_tree.setPlace(opcodeAt);
    }
    void fail(std::string text, ErrorCode code = ErrorCode::corrupt);

    // The stack. What lies below the last mark can't be reached.
    void push(Id value);
    Id pop();
    Id top();
    void mark();
    void popMarkOrValue();
    void dropToMark();

    // What stands on the stack becomes the children of a new holder.
    void holdTop(PickleKind kind, std::size_t count); // at most 3
    void holdToMark(PickleKind kind);                 // a dict: keys and values in turn

    void append() { fill({pop()}, &PickleBuilder::appendAll); }
    void appendToMark() { fill(takeToMark(), &PickleBuilder::appendAll); }
    void setItem();
    void setItemsToMark() { fill(takeToMark(), &PickleBuilder::enterAll); }
    void addToMark() { fill(takeToMark(), &PickleBuilder::addAll); }

    void pushGlobal(Id module, Id name);
    void stackGlobal();
    void reduce();
    void newObject(bool hasKeywords);
    void build();
    void persistent();
    // INST (with a global on top of the stack) and OBJ (with the class above the mark), which no file of tensors
    // has. What they would call is noted before they are refused.
    void oldCall(bool classIsAboveMark);

    void put(std::optional<std::uint64_t> index); // nothing: the next one
    void get(std::uint64_t index);

    void finish();
    PickleRun take(std::size_t end) && { return {std::move(m_tree), m_root, end, std::move(m_error)}; }

private:
    using Values = std::vector<Id>;

    std::size_t floor() const { return m_marks.empty() ? 0 : m_marks.back(); }
    Values takeToMark();
    Id classWithSource(Id id) const;
    std::string described(Id value) const;
    void pushHolder(PickleKind kind, std::span<const Id> children);
    void pushCall(Id function, Id arguments, Id keywords = PickleTree::absent);
    void fill(const Values& values, void (PickleBuilder::*into)(Id target, const Values& values));
    void appendAll(Id target, const Values& values);
    void enterAll(Id target, const Values& values);
    void addAll(Id target, const Values& values);
    void addTo(Id target, PickleKind wanted, const char* what, const Values& values);
    bool isKeyable(Id key);
    void checkDepth();

    const PickleLimits& m_limits;
    PickleTree m_tree;
    Values m_stack;
    std::vector<std::size_t> m_marks; // how many values stood on the stack
    PickleMemo m_memo;
    Id m_root = PickleTree::absent;
    std::size_t m_place = 0;
    std::optional<Error> m_error;
};

} // namespace tscope
