// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "facts/code_elements.h"
#include "facts/code_text.h"

#include <map>
#include <set>
#include <string>

namespace tscope {

// How a library calls an element type.
struct CodeType {
    std::string name;      // "torch.float32"; empty: it has nothing that holds these numbers
    std::string written;   // the type that numbers are written in first; empty: the same
    std::string note;      // what is not the same there
    bool isHolder = false; // of another type: it holds the same numbers, not the same bytes
};

// Writes the members of one tensor as arrays of one library, each under its name there, storages first where
// strides, an offset or another member make them matter.
class ArrayCode
{
public:
    ArrayCode(const Tensor& tensor, const CodeOptions& options) : m_tensor(tensor), m_options(options) {}
    virtual ~ArrayCode() = default;
    ArrayCode(const ArrayCode&) = delete;
    ArrayCode& operator=(const ArrayCode&) = delete;

    void writeMembers();
    void comment(const std::string& text); // harmless, on a line of its own
    void line(const std::string& code) { m_code += code + "\n"; }
    // The line as it is, or as a comment where a member it needs could not be built.
    void lineOfAll(const std::string& code);

    bool hasAll() const { return m_missing.empty(); } // every member could be built
    bool has(const Member& member) const { return !m_missing.contains(member.role->name); }
    static std::string nameOf(const Member& member); // "crow_indices"
    const std::string& code() const { return m_code; }

protected:
    virtual CodeType typeOf(const DType& dtype) const = 0;
    virtual std::string library() const = 0; // "torch."
    virtual std::string listCall() const = 0;
    // The call that converts from the type in which the numbers are written: ".to(torch.uint16)".
    virtual std::string conversion(const CodeType& type) const = 0;
    // Whether every NaN of that type that `nan` and `-nan` spell has the bits of such a NaN here.
    virtual bool spellsNan(const DType& dtype) const = 0;
    virtual std::string emptyArray(const Member& member, const CodeType& type); // may write comments first
    virtual bool saysGradient(const Member& member) const = 0;                  // in code; else a comment does
    // A view of an in-bounds geometry with elements. May write comments first.
    virtual std::string view(const std::string& storage, const Array& array) = 0;

private:
    void writeMember(const Member& member);
    // The name of the variable that holds a member's storage, written when first asked for.
    std::string storageOf(const Member& member, const CodeType& type);
    void writeStorage(const std::string& name, const Member& member, const CodeType& type);
    struct Spelling;
    Spelling spellingOf(const Array& whole, std::int64_t begin, std::int64_t end, const CodeType& type) const;
    bool isSpelled(const Element& element, const CodeType& type) const;
    std::string filled(const Spelling& spelling, const Formula& formula) const;
    bool sharesStorage(const Member& member) const;
    void fail(const Member& member, const std::string& why);
    void countWritten(std::int64_t written, std::int64_t leftOut, bool isPossible = true);

    const Tensor& m_tensor;
    const CodeOptions& m_options;
    std::string m_code;
    std::map<std::pair<std::uint64_t, std::string>, std::string> m_storages; // by id and type
    std::set<std::string_view> m_missing;
};

// The comment lines that a program begins with: what it is of, what it breaks, what no constructor takes. Whether
// what is built is known to be valid.
bool writeHeading(ArrayCode& code, const Tensor& tensor, const std::string& name, const CodeOptions& options);

} // namespace tscope
