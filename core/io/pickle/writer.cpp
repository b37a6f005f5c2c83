// SPDX-License-Identifier: Apache-2.0
#include "io/pickle/writer.h"

#include <bit>
#include <limits>

namespace tscope {

namespace {

using enum PickleOpcode;

} // namespace

PickleWriter::PickleWriter()
{
    put(PROTO);
    m_out += '\2';
}

void PickleWriter::putBytes(std::uint64_t value, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        m_out += static_cast<char>(value >> (8 * i) & 0xFF);
}

void PickleWriter::putInteger(std::int64_t value)
{
    if (value >= 0 && value <= 0xFF) {
        put(BININT1);
        putBytes(static_cast<std::uint64_t>(value), 1);
    } else if (value >= 0 && value <= 0xFFFF) {
        put(BININT2);
        putBytes(static_cast<std::uint64_t>(value), 2);
    } else if (value >= std::numeric_limits<std::int32_t>::min() &&
               value <= std::numeric_limits<std::int32_t>::max()) {
        put(BININT);
        putBytes(static_cast<std::uint64_t>(value), 4);
    } else {
        put(LONG1);
        putBytes(8, 1);
        putBytes(static_cast<std::uint64_t>(value), 8);
    }
}

void PickleWriter::putReal(double value)
{
    put(BINFLOAT);
    putBytes(__builtin_bswap64(std::bit_cast<std::uint64_t>(value)), 8);
}

bool PickleWriter::putNoted(std::string_view what)
{
    const auto known = m_noted.find(std::string(what));
    if (known == m_noted.end())
        return false;
    const bool isShort = known->second <= 0xFF;
    put(isShort ? BINGET : LONG_BINGET);
    putBytes(known->second, isShort ? 1 : 4);
    return true;
}

void PickleWriter::note(std::string_view what)
{
    const auto number = static_cast<std::uint32_t>(m_noted.size());
    const bool isShort = number <= 0xFF;
    put(isShort ? BINPUT : LONG_BINPUT);
    putBytes(number, isShort ? 1 : 4);
    m_noted.emplace(what, number);
}

void PickleWriter::putString(std::string_view text)
{
    const auto what = "s" + std::string(text);
    if (putNoted(what))
        return;
    put(BINUNICODE);
    putBytes(text.size(), 4);
    m_out += text;
    note(what);
}

void PickleWriter::putGlobal(std::string_view module, std::string_view name)
{
    const auto what = "g" + std::string(module) + '\n' + std::string(name) + '\n';
    if (putNoted(what))
        return;
    put(GLOBAL);
    m_out += std::string_view(what).substr(1);
    note(what);
}

void PickleWriter::putIntegers(std::span<const std::int64_t> values)
{
    beginTuple();
    for (const auto value : values)
        putInteger(value);
    endTuple();
}

std::string PickleWriter::finish() &&
{
    put(STOP);
    return std::move(m_out);
}

} // namespace tscope
