// SPDX-License-Identifier: Apache-2.0
#include "facts/whereabouts.h"

#include "anatomy/reading.h"
#include "array/number_list.h"
#include "facts/known_size.h"
#include "facts/logical_shape.h"

#include <algorithm>

namespace tscope {

namespace {

Error noPlace(std::string_view text)
{
    return invalidArgument("a place is wanted, such as (1, 3), values[5] or byte 64, found \"" +
                           std::string(text) + "\"");
}

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The word that the text begins with, which is taken off it.
std::string_view takeWord(std::string_view& text)
{
    const auto end = std::ranges::find_if(text, [](char c) { return !isLetter(c) && !isDigit(c) && c != '.'; });
    const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text = trimmed(text.substr(word.size()));
    return word;
}

// "1, 3", "1 3", "(1, 3)", "[1,3]", "(4,)", "()".
Result<Extents> numbersIn(std::string_view text)
{
    auto inner = trimmed(text);
    if (inner.size() >= 2 &&
        ((inner.front() == '(' && inner.back() == ')') || (inner.front() == '[' && inner.back() == ']')))
        inner = trimmed(inner.substr(1, inner.size() - 2));
    if (inner.ends_with(','))
        inner = trimmed(inner.substr(0, inner.size() - 1));
    std::string list; // the numbers with one comma between any two
    bool isSpaced = false;
    for (const char c : inner) {
        if (isSpace(c)) {
            isSpaced = true;
            continue;
        }
        if (isSpaced && c != ',' && !list.ends_with(','))
            list += ',';
        isSpaced = false;
        list += c;
    }
    return parseNumbers(list);
}

Result<void> isInside(const Extents& index, const Extents& sizes, const std::string& what)
{
    if (index.size() != sizes.size())
        return invalidArgument("an index with " + std::to_string(sizes.size()) +
                               (sizes.size() == 1 ? " entry" : " entries") + " was wanted for " + what + " " +
                               text(sizes) + ", found " + text(index));
    for (std::size_t d = 0; d < index.size(); ++d)
        if (index[d] < 0 || index[d] >= sizes[d])
            return invalidArgument("index " + text(index) + " lies outside " + what + " " + text(sizes) +
                                   " in dim " + std::to_string(d));
    return {};
}

Result<Place> elementAt(const Tensor& tensor, const Extents& index, const Watch& watch)
{
    const auto known = withKnownSize(tensor, watch);
    const auto shape = logicalShape(known);
    if (!shape)
        return shape.error();
    if (const auto inside = isInside(index, shape->extents, "size"); !inside)
        return inside.error();
    const auto reading = known.layout->read(known, {});
    if (reading->hasComponents() && !index.empty()) {
        const auto extents = reading->componentSize(index[0]);
        const auto inside = extents ? isInside({index.begin() + 1, index.end()}, *extents,
                                               "component " + std::to_string(index[0]) + " of size")
                                    : Result<void>();
        if (!inside)
            return inside.error();
    }
    return Place(ElementPlace{index});
}

Result<Place> slotAt(const Member& member, const Extents& numbers)
{
    const std::string name(member.role->name);
    const auto& sizes = member.array.geometry.sizes;
    if (numbers.empty())
        return invalidArgument("a slot of " + name + " is wanted, such as " + name + "[0]");
    const auto count = numel(sizes);
    if (!count)
        return invalidArgument(name + " has the size " + text(sizes) + ", whose slots can't be counted");
    auto position = numbers.front();
    if (numbers.size() > 1) {
        if (const auto inside = isInside(numbers, sizes, name + " of size"); !inside)
            return inside.error();
        position = positionOf(sizes, numbers);
    }
    if (position < 0 || position >= *count)
        return invalidArgument(*count == 0 ? name + " has no slots, found " + std::to_string(position)
                                           : "a slot of " + name + " from 0 to " + std::to_string(*count - 1) +
                                                 " is wanted, found " + std::to_string(position));
    return Place(Slots{member.role->name, position, position + 1});
}

// The storages in the order of the members, each once.
std::vector<const Storage*> storagesOf(const Tensor& tensor)
{
    std::vector<const Storage*> out;
    for (const auto& member : tensor.members)
        if (const auto* storage = member.array.storage.get(); std::ranges::find(out, storage) == out.end())
            out.push_back(storage);
    return out;
}

// What follows "byte" or "storage".
Result<Place> byteAt(const Tensor& tensor, std::string_view text, bool namesStorage)
{
    const auto storages = storagesOf(tensor);
    auto rest = text;
    std::int64_t chosen = 0;
    if (namesStorage) {
        const auto number = numbersIn(takeWord(rest));
        if (!number || number->size() != 1 || takeWord(rest) != "byte")
            return invalidArgument("a byte is wanted, such as storage 0 byte 64, found \"storage " +
                                   std::string(text) + "\"");
        chosen = number->front();
    } else if (storages.size() > 1) {
        return invalidArgument("this tensor has " + std::to_string(storages.size()) +
                               " storages: say which, such as storage 0 byte " + std::string(text));
    }
    if (chosen < 0 || chosen >= std::ssize(storages))
        return invalidArgument("a storage from 0 to " + std::to_string(std::ssize(storages) - 1) +
                               " is wanted, found " + std::to_string(chosen));
    const auto& storage = *storages[static_cast<std::size_t>(chosen)];
    const auto byte = numbersIn(rest);
    if (!byte || byte->size() != 1)
        return invalidArgument("the number of a byte is wanted, found \"" + std::string(rest) + "\"");
    const auto at = byte->front();
    if (at < 0 || at >= storage.byteSize())
        return invalidArgument("byte " + std::to_string(at) + " lies outside storage " + std::to_string(chosen) +
                               " of " + std::to_string(storage.byteSize()) + " bytes");
    return Place(BytePlace{storage.id(), at, at + 1});
}

} // namespace

Result<const Member*> memberNamed(const Tensor& tensor, std::string_view text)
{
    const auto word = trimmed(text);
    const auto find = [&](const auto& fits) {
        std::vector<const Member*> out;
        for (const auto& member : tensor.members)
            if (fits(member.role->name) || fits(std::string_view(member.as)) ||
                std::ranges::any_of(member.role->aliases, fits))
                out.push_back(&member);
        return out;
    };
    auto found = find([&](std::string_view name) { return name == word; });
    if (found.empty() && !word.empty())
        found = find([&](std::string_view name) { return name.starts_with(word); });
    if (found.size() == 1)
        return found.front();
    std::string names;
    for (const auto* member : found)
        names += (names.empty() ? "" : " or ") + std::string(member->role->name);
    if (!found.empty())
        return invalidArgument("\"" + std::string(word) + "\" may be " + names);
    for (const auto& member : tensor.members)
        names += (names.empty() ? "" : ", ") + std::string(member.role->name);
    return invalidArgument("this " + std::string(tensor.layout->name) + " tensor has no member " +
                           std::string(word) + ", it has " + names);
}

Result<Place> placeFrom(const Tensor& tensor, std::string_view text, const Watch& watch)
{
    const auto whole = trimmed(text);
    if (whole.empty())
        return noPlace(whole);
    if (!isLetter(whole.front())) {
        const auto index = numbersIn(whole);
        return index ? elementAt(tensor, *index, watch) : noPlace(whole);
    }
    auto rest = whole;
    const auto word = takeWord(rest);
    if (word == "byte" || word == "storage")
        return byteAt(tensor, rest, word == "storage");
    const auto member = memberNamed(tensor, word);
    if (!member)
        return member.error();
    const auto numbers = numbersIn(rest);
    return numbers ? slotAt(**member, *numbers) : noPlace(whole);
}

} // namespace tscope
