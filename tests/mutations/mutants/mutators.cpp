// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/mutators.h"

#include "mutations/mutants/archive.h"
#include "mutations/mutants/json_value.h"
#include "mutations/mutants/structure.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace tscope::mutations {

namespace {

// Up to eight bits are turned, near each other or anywhere.
bool flip(std::string& bytes, const Material&, Dice& dice)
{
    if (bytes.empty())
        return false;
    const auto count = dice.oneIn(2) ? 1 : dice.between(1, 8);
    for (std::size_t i = 0; i < count; ++i)
        bytes[dice.below(bytes.size())] ^= static_cast<char>(1U << dice.below(8));
    return true;
}

bool setByte(std::string& bytes, const Material&, Dice& dice)
{
    if (bytes.empty())
        return false;
    constexpr std::array<unsigned char, 10> values{0, 1, 0x7f, 0x80, 0xff, '\n', ' ', '-', '"', 0x1b};
    auto& byte = bytes[dice.below(bytes.size())];
    byte = dice.oneIn(2) ? static_cast<char>(dice.of(values)) : static_cast<char>(dice.below(256));
    return true;
}

// A place between two parts, and at times one beside it.
std::size_t jointOf(const Structure& structure, std::size_t size, Dice& dice)
{
    auto at = structure.joints.empty() || dice.oneIn(8) ? dice.below(size + 1) : dice.of(structure.joints);
    if (dice.oneIn(4))
        at += dice.below(5) - 2;
    return at <= size ? at : size;
}

bool cut(std::string& bytes, const Material&, Dice& dice)
{
    const auto at = jointOf(structureOf(bytes), bytes.size(), dice);
    if (at == bytes.size())
        return false;
    bytes.resize(at);
    return true;
}

// The bytes between two joints that are near each other, so that most of a long file stays.
Field partOf(const std::string& bytes, Dice& dice)
{
    const auto structure = structureOf(bytes);
    auto begin = jointOf(structure, bytes.size(), dice), end = jointOf(structure, bytes.size(), dice);
    if (!structure.joints.empty() && dice.oneIn(2)) {
        const auto first = dice.below(structure.joints.size());
        const auto last = std::min(first + dice.between(1, 6), structure.joints.size() - 1);
        begin = structure.joints[first];
        end = structure.joints[last];
    }
    return {std::min(begin, end), std::max(begin, end) - std::min(begin, end)};
}

bool takeOut(std::string& bytes, const Material&, Dice& dice)
{
    const auto part = partOf(bytes, dice);
    bytes.erase(part.at, part.width);
    return part.width > 0;
}

bool repeat(std::string& bytes, const Material&, Dice& dice)
{
    const auto part = partOf(bytes, dice);
    if (part.width == 0 || bytes.size() + part.width > longestMutant)
        return false;
    const auto most = std::min<std::size_t>((longestMutant - bytes.size()) / part.width, 64);
    const auto once = bytes.substr(part.at, part.width);
    for (auto left = dice.oneIn(2) ? 1 : dice.between(1, most); left > 0; --left)
        bytes.insert(part.at, once);
    return true;
}

// A length becomes none, one, the largest, or is off by one, in the order of its bytes or the other one.
bool number(std::string& bytes, const Material&, Dice& dice)
{
    const auto numbers = structureOf(bytes).numbers;
    if (numbers.empty())
        return false;
    const auto field = dice.of(numbers);
    const auto isBig = dice.oneIn(4);
    const auto byteAt = [&](std::size_t i) -> char& {
        return bytes[field.at + (isBig ? field.width - 1 - i : i)];
    };
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < field.width; ++i)
        value |= std::uint64_t{static_cast<unsigned char>(byteAt(i))} << (8 * i);
    const auto largest = ~std::uint64_t{0} >> (64 - 8 * field.width);
    const std::array values{std::uint64_t{0}, std::uint64_t{1}, largest,     largest >> 1U, (largest >> 1U) + 1,
                            value + 1,        value - 1,        value << 1U, value >> 1U,   bytes.size()};
    const auto changed = dice.of(values) & largest;
    for (std::size_t i = 0; i < field.width; ++i)
        byteAt(i) = static_cast<char>(changed >> (8 * i) & 0xff);
    return changed != value;
}

bool digits(std::string& bytes, const Material&, Dice& dice)
{
    const auto all = structureOf(bytes).digits;
    if (all.empty())
        return false;
    const auto field = dice.of(all);
    const auto before = bytes.substr(field.at, field.width);
    const auto isShort = before.size() < 18;
    const auto value = isShort ? std::stoull(before) : 0;
    const std::array<std::string, 14> values{"0",
                                             "1",
                                             "-1",
                                             std::to_string(value + 1),
                                             std::to_string(value == 0 ? 7 : value - 1),
                                             "2147483648",
                                             "9223372036854775807",
                                             "9223372036854775808",
                                             "18446744073709551616",
                                             "1e400",
                                             "nan",
                                             before + before,
                                             "0x" + before,
                                             ""};
    const auto& changed = dice.of(values);
    bytes.replace(field.at, field.width, changed);
    return changed != before;
}

bool splice(std::string& bytes, const Material& material, Dice& dice)
{
    if (material.sameKind.empty())
        return false;
    const auto& other = dice.of(material.sameKind)->bytes;
    const auto head = jointOf(structureOf(bytes), bytes.size(), dice);
    const auto tail = jointOf(structureOf(other), other.size(), dice);
    auto spliced = bytes.substr(0, head) + other.substr(tail);
    if (spliced.size() > longestMutant || spliced == bytes)
        return false;
    bytes = std::move(spliced);
    return true;
}

bool word(std::string& bytes, const Material& material, Dice& dice)
{
    if (material.words.empty())
        return false;
    const auto& added = dice.of(material.words);
    const auto at = jointOf(structureOf(bytes), bytes.size(), dice);
    const auto over = dice.oneIn(2) ? std::min(added.size(), bytes.size() - at) : 0;
    if (bytes.size() + added.size() > longestMutant || bytes.compare(at, over, added) == 0)
        return false;
    bytes.replace(at, over, added);
    return true;
}

bool value(std::string& bytes, const Material&, Dice& dice)
{
    return changeValue(bytes, dice);
}

bool inside(std::string& bytes, const Material& material, Dice& dice);

// The last two find what lies behind sums and behind the words of a language, where others get in rarely.
constexpr std::array all{Mutator{"flip", flip},        Mutator{"byte", setByte},  Mutator{"cut", cut},
                         Mutator{"take-out", takeOut}, Mutator{"number", number}, Mutator{"digits", digits},
                         Mutator{"splice", splice},    Mutator{"repeat", repeat}, Mutator{"word", word},
                         Mutator{"value", value},      Mutator{"inside", inside}};

const Mutator& drawn(Dice& dice)
{
    return dice.oneIn(2) ? all[all.size() - dice.between(1, 2)] : dice.of(all);
}

// Applied to what is packed or summed up: the sums are made right again, so that the damage is seen behind them.
bool inside(std::string& bytes, const Material& material, Dice& dice)
{
    constexpr int mostTries = 8;
    return changeInside(bytes, dice, [&](std::string& payload) {
        const Material own{{}, material.words};
        for (int i = 0; i < mostTries; ++i)
            if (const auto& mutator = drawn(dice); mutator.name != "inside" && mutator.apply(payload, own, dice))
                return true;
        return false;
    });
}

} // namespace

std::span<const Mutator> mutators()
{
    return all;
}

const Mutator& mutatorNamed(std::string_view name)
{
    const auto* found = std::ranges::find(all, name, &Mutator::name);
    if (found == all.end())
        throw std::runtime_error("there is no mutator " + std::string(name));
    return *found;
}

std::string mutate(std::string& bytes, const Material& material, Dice& dice)
{
    constexpr int mostTries = 100;
    const auto before = bytes;
    const auto wanted = dice.oneIn(4) ? dice.between(2, 3) : 1;
    std::string how;
    std::size_t done = 0;
    for (int i = 0; i < mostTries && done < wanted; ++i) {
        const auto& mutator = drawn(dice);
        if (!mutator.apply(bytes, material, dice))
            continue;
        how += (how.empty() ? "" : ", ") + std::string(mutator.name);
        if (bytes == before)
            how.clear();
        else
            ++done;
    }
    return how;
}

} // namespace tscope::mutations
