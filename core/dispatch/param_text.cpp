// SPDX-License-Identifier: Apache-2.0
#include "dispatch/param_text.h"

#include <array>
#include <charconv>

namespace tscope {

namespace {

template <class Number>
std::string textOfNumber(Number number)
{
    std::array<char, 40> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

struct ParamWriter {
    std::string operator()(std::int64_t number) const { return textOfNumber(number); }
    std::string operator()(double number) const { return textOfNumber(number); }
    std::string operator()(bool flag) const { return flag ? "yes" : "no"; }
    std::string operator()(const DType& type) const { return std::string(type.name()); }
    std::string operator()(const std::vector<std::int64_t>& numbers) const
    {
        std::string out;
        for (const auto number : numbers)
            out += (out.empty() ? "" : ",") + textOfNumber(number);
        return out;
    }
};

} // namespace

std::string text(const ParamValue& value)
{
    return std::visit(ParamWriter(), value);
}

} // namespace tscope
