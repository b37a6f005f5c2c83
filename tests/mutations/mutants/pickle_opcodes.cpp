// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/pickle_opcodes.h"

#include <algorithm>
#include <cstdint>

namespace tscope::mutations {

namespace {

// The argument of an opcode, as Python's pickletools describes it.
struct Shape {
    std::size_t width = 0;  // bytes of a number
    bool isCounted = false; // the number is the length of what follows it
    int lines = 0;
};

Shape shapeOf(char opcode)
{
    constexpr std::string_view one = "Khq\x80\x82", two = "M\x83", four = "Jjr\x84", eight = "G\x95";
    constexpr std::string_view countedOne = "UC\x8a\x8c", countedFour = "TXB\x8b", countedEight = "\x8d\x8e\x96";
    constexpr std::string_view line = "FILPSVgp", twoLines = "ci";
    const auto isOf = [opcode](std::string_view list) { return list.find(opcode) != std::string_view::npos; };
    if (isOf(one))
        return {.width = 1};
    if (isOf(two))
        return {.width = 2};
    if (isOf(four))
        return {.width = 4};
    if (isOf(eight))
        return {.width = 8};
    if (isOf(countedOne))
        return {.width = 1, .isCounted = true};
    if (isOf(countedFour))
        return {.width = 4, .isCounted = true};
    if (isOf(countedEight))
        return {.width = 8, .isCounted = true};
    return {.lines = isOf(line) ? 1 : isOf(twoLines) ? 2 : 0};
}

} // namespace

Opcode opcodeAt(std::string_view bytes, std::size_t at)
{
    const auto shape = shapeOf(bytes[at]);
    Opcode opcode{at, at + 1, {}};
    if (shape.width > 0 && at + 1 + shape.width <= bytes.size()) {
        opcode.argument = {at + 1, shape.width};
        opcode.end += shape.width;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < shape.width; ++i)
            value |= std::uint64_t{static_cast<unsigned char>(bytes[at + 1 + i])} << (8 * i);
        if (shape.isCounted)
            opcode.end += static_cast<std::size_t>(std::min<std::uint64_t>(value, bytes.size() - opcode.end));
    }
    for (int i = 0; i < shape.lines; ++i)
        opcode.end = std::min(bytes.find('\n', opcode.end), bytes.size() - 1) + 1;
    return opcode;
}

} // namespace tscope::mutations
