// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/text.h"

#include "element/decimal.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tscope {

namespace {

using Id = PickleTree::Id;
using enum PickleKind;

constexpr std::string_view hexDigits = "0123456789abcdef";
constexpr std::size_t decimalBytes = 32; // longer integers are only named
constexpr std::string_view ellipsis = "...";

void appendByte(std::string& out, unsigned char byte)
{
    out += "\\x";
    out += hexDigits[byte >> 4];
    out += hexDigits[byte & 15];
}

std::string decimalText(std::string_view bytes)
{
    if (bytes.size() > decimalBytes)
        return "<integer of " + std::to_string(bytes.size()) + " bytes>";
    std::vector<unsigned> magnitude(bytes.size());
    const bool isNegative = static_cast<signed char>(bytes.back()) < 0;
    unsigned carry = 1;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        magnitude[i] = static_cast<unsigned char>(bytes[i]);
        if (isNegative) {
            magnitude[i] = (magnitude[i] ^ 0xFF) + carry;
            carry = magnitude[i] >> 8;
            magnitude[i] &= 0xFF;
        }
    }
    std::string digits;
    while (std::ranges::any_of(magnitude, [](unsigned byte) { return byte != 0; })) {
        unsigned rest = 0;
        for (auto i = magnitude.size(); i-- > 0;) {
            const auto dividend = rest * 256 + magnitude[i];
            magnitude[i] = dividend / 10;
            rest = dividend % 10;
        }
        digits.insert(digits.begin(), static_cast<char>('0' + rest));
    }
    return (isNegative ? "-" : "") + (digits.empty() ? "0" : digits);
}

std::string bytesText(std::string_view bytes)
{
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte > 0x7E)
            appendByte(out, byte);
        else
            out += c;
    }
    return out;
}

std::string realText(double value)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    const auto text = layOut(shortest(value), value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

// Writes values from a stack of what is still to be written, so that nothing here is deep.
class OneLine
{
public:
    OneLine(const PickleTree& tree, std::size_t limit) : m_tree(tree), m_limit(limit) {}

    std::string write(Id value)
    {
        m_todo.push_back({value});
        while (!m_todo.empty() && m_out.size() <= m_limit) {
            const auto next = m_todo.back();
            m_todo.pop_back();
            if (next.value != PickleTree::absent)
                writeValue(next.value);
            else if (next.isEnd)
                m_open.pop_back();
            else
                m_out += next.text;
        }
        if (m_out.size() > m_limit)
            cut();
        return std::move(m_out);
    }

    bool wasCut() const { return m_wasCut; }

private:
    struct Todo {
        Id value = PickleTree::absent;
        std::string_view text = {};
        bool isEnd = false; // of the innermost open value
    };

    void cut()
    {
        auto end = m_limit > ellipsis.size() ? m_limit - ellipsis.size() : 0;
        while (end > 0 && (static_cast<unsigned char>(m_out[end]) & 0xC0) == 0x80)
            --end;
        m_out.resize(end);
        m_out += ellipsis;
        m_wasCut = true;
    }

    void writeValue(Id value)
    {
        switch (m_tree.kind(value)) {
        case none:
            m_out += "None";
            return;
        case boolean:
            m_out += m_tree.flag(value) ? "True" : "False";
            return;
        case integer:
            m_out += std::to_string(m_tree.integer(value));
            return;
        case bigInteger:
            m_out += decimalText(m_tree.text(value));
            return;
        case real:
            m_out += realText(m_tree.real(value));
            return;
        case string:
        case bytes:
            return writeQuoted(value);
        case global:
            m_out += m_tree.fullName(value);
            return;
        default:
            return openValue(value);
        }
    }

    void writeQuoted(Id value)
    {
        const auto whole = m_tree.text(value);
        const auto part = whole.substr(0, m_limit); // no more of it can be seen
        const bool hasQuotes = part.find('\'') != std::string_view::npos;
        const char quote = hasQuotes && part.find('"') == std::string_view::npos ? '"' : '\'';
        if (m_tree.is(value, bytes))
            m_out += 'b';
        m_out += quote;
        m_out += m_tree.is(value, bytes) ? bytesText(part) : printable(part);
        m_out += quote;
        if (part.size() < whole.size())
            m_out.append(m_limit, ' '); // so that it is cut
    }

    void openValue(Id value)
    {
        if (std::ranges::find(m_open, value) != m_open.end()) {
            m_out += ellipsis; // it lies in itself
            return;
        }
        m_open.push_back(value);
        m_todo.push_back({.isEnd = true});
        if (m_tree.is(value, call))
            return openCall(m_tree.call(value));
        switch (m_tree.kind(value)) {
        case list:
            return openHolder(value, "[", "]");
        case dict:
            return openHolder(value, "{", "}");
        case set:
            return openHolder(value, "{", "}");
        case persistent:
            return openHolder(value, "persistent", "");
        default:
            return openHolder(value, "(", m_tree.count(value) == 1 ? ",)" : ")");
        }
    }

    void openHolder(Id value, std::string_view before, std::string_view after)
    {
        m_out += before;
        m_todo.push_back({.text = after});
        std::vector<Id> children;
        for (const auto child : m_tree.children(value)) {
            if (m_out.size() + children.size() > m_limit)
                break;
            children.push_back(child);
        }
        for (auto i = children.size(); i-- > 0;) {
            m_todo.push_back({children[i]});
            if (i > 0)
                m_todo.push_back({.text = m_tree.is(value, dict) && i % 2 == 1 ? ": " : ", "});
        }
    }

    void openCall(const PickleTree::Call& call)
    {
        const auto later = [&](std::string_view label, Id value) {
            if (value == PickleTree::absent)
                return;
            m_todo.push_back({value});
            m_todo.push_back({.text = label});
        };
        later(" with entries ", call.entries);
        later(" with items ", call.appended);
        later(" with state ", call.state);
        later(" and keywords ", call.keywords);
        writeValue(call.function);
        // A tuple of one is written without its comma here, as the arguments of a call are.
        m_todo.push_back({.text = ")"});
        std::vector<Id> arguments;
        for (const auto argument : m_tree.children(call.arguments)) {
            if (m_out.size() + arguments.size() > m_limit)
                break;
            arguments.push_back(argument);
        }
        for (auto i = arguments.size(); i-- > 0;) {
            m_todo.push_back({arguments[i]});
            if (i > 0)
                m_todo.push_back({.text = ", "});
        }
        m_out += '(';
    }

    const PickleTree& m_tree;
    std::size_t m_limit;
    std::string m_out;
    std::vector<Todo> m_todo;
    std::vector<Id> m_open; // values that are being written, outermost first
    bool m_wasCut = false;
};

} // namespace

std::string pickleText(const PickleTree& tree, Id value, std::size_t limit, bool* wasCut)
{
    OneLine line(tree, limit);
    auto text = line.write(value);
    if (wasCut != nullptr)
        *wasCut = line.wasCut();
    return text;
}

} // namespace tscope
