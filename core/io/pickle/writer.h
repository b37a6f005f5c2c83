// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/pickle/opcodes.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tscope {

// Writes a pickle of protocol 2, value by value: what a tuple or call is made of is put before it.
class PickleWriter
{
public:
    PickleWriter();

    void putNone() { put(PickleOpcode::NONE); }
    void putFlag(bool flag) { put(flag ? PickleOpcode::NEWTRUE : PickleOpcode::NEWFALSE); }
    void putInteger(std::int64_t value);
    void putReal(double value);
    void putString(std::string_view text); // UTF-8; noted, so that it is written once
    void putGlobal(std::string_view module, std::string_view name);
    void putIntegers(std::span<const std::int64_t> values); // a tuple

    void beginTuple() { put(PickleOpcode::MARK); }
    void endTuple() { put(PickleOpcode::TUPLE); }
    void beginList()
    {
        put(PickleOpcode::EMPTY_LIST);
        put(PickleOpcode::MARK);
    }
    void endList() { put(PickleOpcode::APPENDS); }
    void putEmptyDict() { put(PickleOpcode::EMPTY_DICT); }
    void beginItems() { put(PickleOpcode::MARK); } // keys and values in turn, for the dict before
    void endItems() { put(PickleOpcode::SETITEMS); }
    void call() { put(PickleOpcode::REDUCE); } // the global and the tuple before
    void refer() { put(PickleOpcode::BINPERSID); }

    std::string finish() &&;

private:
    void put(PickleOpcode opcode) { m_out += static_cast<char>(opcode); }
    void putBytes(std::uint64_t value, std::size_t count);
    bool putNoted(std::string_view what); // true: it was noted before and is referred to
    void note(std::string_view what);

    std::string m_out;
    std::unordered_map<std::string, std::uint32_t> m_noted; // strings and globals
};

} // namespace tscope
