// SPDX-License-Identifier: Apache-2.0
#include "literals/json_numbers.h"

#include "base/check.h"
#include "element/small_float.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

namespace tscope {

namespace {

template <class T>
T load(const std::byte* bytes)
{
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

template <class T>
void appendInteger(std::string& out, T value)
{
    char text[24];
    const auto done = std::to_chars(text, text + sizeof text, value);
    out.append(text, done.ptr);
}

template <class T>
void appendReal(std::string& out, T value, JsonNumbers numbers)
{
    if (!std::isfinite(value)) {
        const auto* quote = numbers == JsonNumbers::python ? "" : "\"";
        out += quote;
        out += std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
        out += quote;
    } else if (value == 0 && std::signbit(value)) {
        out += "-0.0"; // "-0" is an integer, which has no sign at zero
    } else {
        char text[40];
        const auto done = std::to_chars(text, text + sizeof text, value);
        const std::string_view written(text, static_cast<std::size_t>(done.ptr - text));
        out += written;
        // So that a large one is not taken for an integer that needs all its digits.
        const bool needsPoint = numbers != JsonNumbers::strict || written.size() > 15;
        if (written.find_first_of(".e") == std::string_view::npos && needsPoint)
            out += ".0";
    }
}

template <class T>
void appendPair(std::string& out, T real, T imaginary, JsonNumbers numbers)
{
    out += '[';
    appendReal(out, real, numbers);
    out += ", ";
    appendReal(out, imaginary, numbers);
    out += ']';
}

void appendElement(std::string& out, const std::byte* at, ElementType type, JsonNumbers numbers)
{
    switch (type) {
    case ElementType::boolean:
        out += load<std::uint8_t>(at) != 0 ? "true" : "false";
        return;
    case ElementType::u8:
    case ElementType::qu8:
        return appendInteger(out, static_cast<unsigned>(load<std::uint8_t>(at)));
    case ElementType::u16:
        return appendInteger(out, load<std::uint16_t>(at));
    case ElementType::u32:
        return appendInteger(out, load<std::uint32_t>(at));
    case ElementType::u64:
        return appendInteger(out, load<std::uint64_t>(at));
    case ElementType::i8:
    case ElementType::qi8:
        return appendInteger(out, static_cast<int>(load<std::int8_t>(at)));
    case ElementType::i16:
        return appendInteger(out, load<std::int16_t>(at));
    case ElementType::i32:
        return appendInteger(out, load<std::int32_t>(at));
    case ElementType::i64:
        return appendInteger(out, load<std::int64_t>(at));
    case ElementType::f16:
        return appendReal(out, toFloat(load<Half>(at)), numbers);
    case ElementType::bf16:
        return appendReal(out, toFloat(load<BFloat16>(at)), numbers);
    case ElementType::f32:
        return appendReal(out, load<float>(at), numbers);
    case ElementType::f64:
        return appendReal(out, load<double>(at), numbers);
    case ElementType::f8e4m3fn:
        return appendReal(out, toFloat(load<Float8E4M3FN>(at)), numbers);
    case ElementType::f8e5m2:
        return appendReal(out, toFloat(load<Float8E5M2>(at)), numbers);
    case ElementType::c32:
        return appendPair(out, toFloat(load<Half>(at)), toFloat(load<Half>(at + 2)), numbers);
    case ElementType::c64:
        return appendPair(out, load<float>(at), load<float>(at + 4), numbers);
    case ElementType::c128:
        return appendPair(out, load<double>(at), load<double>(at + 8), numbers);
    case ElementType::opaque:
        break;
    }
    TSCOPE_CHECK(false, "elements of an opaque type are never read");
}

} // namespace

bool appendJsonElements(std::string& out, const Storage& storage, ElementRun run, const DType& dtype,
                        JsonNumbers numbers, const std::function<bool()>& afterSome)
{
    constexpr std::int64_t step = 4096;
    const auto itemSize = dtype.itemSize();
    std::vector<std::byte> scratch;
    out += '[';
    const auto end = run.first + run.count;
    for (auto first = run.first; first < end; first += step) {
        const auto last = std::min(first + step, end);
        const auto bytes = storage.window(first * itemSize, last * itemSize, scratch);
        for (std::int64_t i = first; i < last; ++i) {
            if (i > run.first)
                out += ", ";
            appendElement(out, bytes.data() + (i - first) * itemSize, dtype.type(), numbers);
        }
        if (!afterSome())
            return false;
    }
    out += ']';
    return true;
}

void appendJsonWord(std::string& out, std::string_view word)
{
    out += nlohmann::json(std::string(word)).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace tscope
