// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/machine.h"

#include "base/pace.h"
#include "base/say.h"
#include "io/pickle/builder.h"
#include "io/pickle/opcodes.h"
#include "io/pickle/operands.h"
#include "io/pickle/text.h"

#include <bit>
#include <charconv>

namespace tscope {

namespace {

using enum PickleKind;
using enum PickleOpcode;

constexpr std::uint32_t opcodesBetweenLooks = 1 << 14; // at who waits: a ms
constexpr std::size_t lineLimit = 200;
constexpr std::size_t digitLimit = 40; // of a number written as text
constexpr std::uint64_t newestProtocol = 5;

class Machine
{
public:
    Machine(std::string_view bytes, const PickleLimits& limits, const Watch& watch)
        : m_operands(bytes), m_size(bytes.size()), m_limits(limits), m_pace(watch, opcodesBetweenLooks),
          m_builder(bytes, limits)
    {
    }

    PickleRun run()
    {
        for (std::size_t opcodes = 0; !m_isDone && !m_builder.hasFailed(); ++opcodes) {
            m_builder.setPlace(m_operands.position());
            if (opcodes >= m_limits.opcodes)
                m_builder.fail(say("wanted at most {0} opcodes, found more", m_limits.opcodes));
            else if (m_builder.used() > m_limits.values)
                m_builder.fail(say("wanted at most {0} values and notes of them, found more", m_limits.values));
            else if (!m_pace.goesOn(m_operands.position(), m_size))
                m_builder.fail(openingCancelled().text, ErrorCode::cancelled);
            else if (const auto opcode = m_operands.number(1))
                step(static_cast<PickleOpcode>(*opcode));
            else
                m_builder.fail(say("wanted a pickle that ends with STOP, found its end before"));
        }
        return std::move(m_builder).take(m_operands.position());
    }

private:
    void cut() { m_builder.fail(say("wanted a whole operand, found the end of the pickle")); }

    void pushString(PickleKind kind, std::size_t lengthBytes)
    {
        const auto length = m_operands.number(lengthBytes);
        if (!length)
            return cut();
        if (*length > m_limits.string)
            return m_builder.fail(
                say("wanted a string of at most {0} bytes, found one of {1}", m_limits.string, *length));
        if (const auto part = m_operands.take(*length))
            return m_builder.push(m_builder.tree().addText(kind, *part));
        m_builder.fail(say("wanted a string of {0} bytes, found {1} up to the end", *length, m_operands.left()));
    }

    void pushUnsigned(std::size_t bytes)
    {
        const auto value = m_operands.number(bytes);
        value ? m_builder.push(m_builder.tree().addInteger(static_cast<std::int64_t>(*value))) : cut();
    }

    void pushInt32()
    {
        const auto value = m_operands.number(4);
        value ? m_builder.push(m_builder.tree().addInteger(static_cast<std::int32_t>(*value))) : cut();
    }

    // Two's complement of any length. That of LONG4 is signed itself; a negative one is far beyond the limit.
    void pushLong(std::size_t lengthBytes)
    {
        const auto length = m_operands.number(lengthBytes);
        if (!length)
            return cut();
        if (*length > m_limits.string)
            return m_builder.fail(
                say("wanted an integer of a length that makes sense, found one of {0} bytes", *length));
        const auto part = m_operands.take(*length);
        if (!part)
            return cut();
        if (part->size() > 8)
            return m_builder.push(m_builder.tree().addText(bigInteger, *part));
        const bool isNegative = !part->empty() && static_cast<signed char>(part->back()) < 0;
        std::uint64_t value = isNegative ? ~std::uint64_t{0} : 0;
        for (auto i = part->size(); i-- > 0;)
            value = value << 8 | static_cast<unsigned char>((*part)[i]);
        m_builder.push(m_builder.tree().addInteger(static_cast<std::int64_t>(value)));
    }

    void pushBinaryFloat()
    {
        const auto bits = m_operands.number(8);
        if (!bits)
            return cut();
        // Alone of all numbers it stands with its most significant byte first.
        m_builder.push(m_builder.tree().addReal(std::bit_cast<double>(__builtin_bswap64(*bits))));
    }

    // As Python 2 wrote them: "12", "12L", and "00" and "01" for False and True.
    void pushTextInteger()
    {
        auto digits = m_operands.line(digitLimit);
        if (!digits)
            return m_builder.fail(say("wanted an integer of at most {0} digits", digitLimit));
        if (*digits == "00" || *digits == "01")
            return m_builder.push(m_builder.tree().boolean(*digits == "01"));
        if (digits->ends_with('L'))
            digits->remove_suffix(1);
        std::int64_t value = 0;
        if (!isNumber(*digits, value))
            return m_builder.fail(say("wanted an integer of 64 bits, found \"{0}\"", printable(*digits)));
        m_builder.push(m_builder.tree().addInteger(value));
    }

    void pushTextFloat()
    {
        const auto digits = m_operands.line(digitLimit);
        double value = 0;
        if (!digits || !isNumber(*digits, value))
            return m_builder.fail(say("wanted a number as text"));
        m_builder.push(m_builder.tree().addReal(value));
    }

    // In quotes or as it is; escapes stay as they are written.
    void pushTextString(bool isQuoted)
    {
        auto part = m_operands.line(m_limits.string);
        if (!part)
            return cut();
        if (isQuoted && (part->size() < 2 || part->front() != part->back()))
            return m_builder.fail(say("wanted a string in quotes, found \"{0}\"", printable(part->substr(0, 40))));
        m_builder.push(m_builder.tree().addText(string, isQuoted ? part->substr(1, part->size() - 2) : *part));
    }

    void pushGlobalOfLines()
    {
        const auto module = m_operands.line(lineLimit);
        const auto name = module ? m_operands.line(lineLimit) : std::nullopt;
        if (!name)
            return m_builder.fail(
                say("wanted the names of a module and of what is in it, on two lines of at most {0} bytes",
                    lineLimit));
        const auto first = m_builder.tree().addText(string, *module);
        m_builder.pushGlobal(first, m_builder.tree().addText(string, *name));
    }

    void put(std::optional<std::uint64_t> index) { index ? m_builder.put(*index) : cut(); }
    void get(std::optional<std::uint64_t> index) { index ? m_builder.get(*index) : cut(); }

    std::optional<std::uint64_t> textIndex()
    {
        const auto digits = m_operands.line(10);
        std::uint32_t index = 0;
        return digits && isNumber(*digits, index) ? std::optional<std::uint64_t>(index) : std::nullopt;
    }

    template <class T>
    static bool isNumber(std::string_view text, T& value)
    {
        const auto* end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, value);
        return read.ec == std::errc{} && read.ptr == end;
    }

    void checkProtocol()
    {
        const auto protocol = m_operands.number(1);
        if (!protocol)
            return cut();
        if (*protocol > newestProtocol)
            m_builder.fail(say("wanted a pickle of protocol 0 to 5, found protocol {0}", *protocol));
    }

    // Frames only help those who read ahead.
    void checkFrame()
    {
        const auto length = m_operands.number(8);
        if (!length || *length > m_operands.left())
            cut();
    }

    void step(PickleOpcode opcode)
    {
        switch (opcode) {
        case PROTO:
            return checkProtocol();
        case FRAME:
            return checkFrame();
        case STOP:
            m_isDone = true;
            return m_builder.finish();
        case MARK:
            return m_builder.mark();
        case POP:
            return m_builder.popMarkOrValue();
        case POP_MARK:
            return m_builder.dropToMark();
        case DUP:
            return m_builder.push(m_builder.top());
        case BINPUT:
            return put(m_operands.number(1));
        case LONG_BINPUT:
            return put(m_operands.number(4));
        case PUT:
            return put(textIndex());
        case MEMOIZE:
            return m_builder.put(std::nullopt);
        case BINGET:
            return get(m_operands.number(1));
        case LONG_BINGET:
            return get(m_operands.number(4));
        case GET:
            return get(textIndex());
        default:
            return pushScalar(opcode);
        }
    }

    void pushScalar(PickleOpcode opcode)
    {
        switch (opcode) {
        case NONE:
            return m_builder.push(PickleTree::none);
        case NEWTRUE:
        case NEWFALSE:
            return m_builder.push(m_builder.tree().boolean(opcode == NEWTRUE));
        case BININT:
            return pushInt32();
        case BININT1:
            return pushUnsigned(1);
        case BININT2:
            return pushUnsigned(2);
        case LONG1:
            return pushLong(1);
        case LONG4:
            return pushLong(4);
        case INT:
        case LONG:
            return pushTextInteger();
        case FLOAT:
            return pushTextFloat();
        case BINFLOAT:
            return pushBinaryFloat();
        case STRING:
            return pushTextString(true);
        case UNICODE:
            return pushTextString(false);
        case SHORT_BINSTRING:
        case SHORT_BINUNICODE:
            return pushString(string, 1);
        case BINSTRING:
        case BINUNICODE:
            return pushString(string, 4);
        case BINUNICODE8:
            return pushString(string, 8);
        case SHORT_BINBYTES:
            return pushString(bytes, 1);
        case BINBYTES:
            return pushString(bytes, 4);
        case BINBYTES8:
        case BYTEARRAY8:
            return pushString(bytes, 8);
        default:
            return build(opcode);
        }
    }

    void build(PickleOpcode opcode)
    {
        switch (opcode) {
        case EMPTY_TUPLE:
            return m_builder.holdTop(tuple, 0);
        case TUPLE1:
        case TUPLE2:
        case TUPLE3:
            return m_builder.holdTop(tuple,
                                     static_cast<std::size_t>(opcode) - static_cast<std::size_t>(TUPLE1) + 1);
        case TUPLE:
            return m_builder.holdToMark(tuple);
        case EMPTY_LIST:
            return m_builder.holdTop(list, 0);
        case LIST:
            return m_builder.holdToMark(list);
        case EMPTY_DICT:
            return m_builder.holdTop(dict, 0);
        case DICT:
            return m_builder.holdToMark(dict);
        case EMPTY_SET:
            return m_builder.holdTop(set, 0);
        case FROZENSET:
            return m_builder.holdToMark(set);
        case APPEND:
            return m_builder.append();
        case APPENDS:
            return m_builder.appendToMark();
        case SETITEM:
            return m_builder.setItem();
        case SETITEMS:
            return m_builder.setItemsToMark();
        case ADDITEMS:
            return m_builder.addToMark();
        case GLOBAL:
            return pushGlobalOfLines();
        case STACK_GLOBAL:
            return m_builder.stackGlobal();
        case REDUCE:
            return m_builder.reduce();
        case NEWOBJ:
        case NEWOBJ_EX:
            return m_builder.newObject(opcode == NEWOBJ_EX);
        case BUILD:
            return m_builder.build();
        case BINPERSID:
            return m_builder.persistent();
        case INST:
            pushGlobalOfLines();
            return m_builder.oldCall(false);
        case OBJ:
            return m_builder.oldCall(true);
        default:
            m_builder.fail(
                say("wanted an opcode that files of tensors use, found the byte {0}", static_cast<int>(opcode)));
        }
    }

    PickleOperands m_operands;
    std::size_t m_size; // of the pickle, in bytes
    const PickleLimits& m_limits;
    Pace m_pace;
    PickleBuilder m_builder;
    bool m_isDone = false;
};

} // namespace

PickleRun runPickle(std::string_view bytes, const PickleLimits& limits, const Watch& watch)
{
    return Machine(bytes, limits, watch).run();
}

} // namespace tscope
