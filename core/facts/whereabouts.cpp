// SPDX-License-Identifier: Apache-2.0
#include "facts/whereabouts.h"

#include "anatomy/reading.h"
#include "array/number_list.h"
#include "base/say.h"
#include "facts/known_size.h"
#include "facts/logical_shape.h"

#include <algorithm>
#include <optional>

namespace tscope {

namespace {

Error noPlace(std::string_view text)
{
    return invalidArgument(
        say("a place is wanted, such as (1, 3), row 1, values[5] or byte 64, found \"{0}\"", text));
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
        return invalidArgument(say("an index with {0|entry|entries} was wanted for {1} {2}, found {3}",
                                   sizes.size(), what, text(sizes), text(index)));
    for (std::size_t d = 0; d < index.size(); ++d)
        if (index[d] < 0 || index[d] >= sizes[d])
            return invalidArgument(
                say("index {0} lies outside {1} {2} in dim {3}", text(index), what, text(sizes), d));
    return {};
}

Result<Place> elementAt(const Tensor& tensor, const Extents& index, const Watch& watch)
{
    const auto known = withKnownSize(tensor, watch);
    const auto shape = logicalShape(known);
    if (!shape)
        return shape.error();
    if (const auto inside = isInside(index, shape->extents, say("size")); !inside)
        return inside.error();
    const auto reading = known.layout->read(known, {});
    if (reading->hasComponents() && !index.empty()) {
        const auto extents = reading->componentSize(index[0]);
        const auto inside =
            extents ? isInside({index.begin() + 1, index.end()}, *extents, say("component {0} of size", index[0]))
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
        return invalidArgument(say("a slot of {0} is wanted, such as {0}[0]", name));
    const auto count = numel(sizes);
    if (!count)
        return invalidArgument(say("{0} has the size {1}, whose slots can't be counted", name, text(sizes)));
    auto position = numbers.front();
    if (numbers.size() > 1) {
        if (const auto inside = isInside(numbers, sizes, say("{0} of size", name)); !inside)
            return inside.error();
        position = positionOf(sizes, numbers);
    }
    if (position < 0 || position >= *count)
        return invalidArgument(
            *count == 0 ? say("{0} has no slots, found {1}", name, position)
                        : say("a slot of {0} from 0 to {1} is wanted, found {2}", name, *count - 1, position));
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

Result<Place> byteOf(const Storage& storage, std::int64_t number, std::string_view text)
{
    const auto byte = numbersIn(text);
    if (!byte || byte->size() != 1)
        return invalidArgument(say("the number of a byte is wanted, found \"{0}\"", text));
    const auto at = byte->front();
    if (at < 0 || at >= storage.byteSize())
        return invalidArgument(
            say("byte {0} lies outside storage {1} of {2} bytes", at, number, storage.byteSize()));
    return Place(BytePlace{storage.id(), at, at + 1});
}

// What follows "byte": of the only storage that has so many.
Result<Place> byteAt(const Tensor& tensor, std::string_view text)
{
    const auto storages = storagesOf(tensor);
    const auto byte = numbersIn(text);
    if (!byte || byte->size() != 1)
        return invalidArgument(say("the number of a byte is wanted, found \"{0}\"", text));
    std::vector<std::size_t> fitting;
    for (std::size_t i = 0; i < storages.size(); ++i)
        if (byte->front() >= 0 && byte->front() < storages[i]->byteSize())
            fitting.push_back(i);
    if (storages.size() == 1 || fitting.size() == 1) {
        const auto number = fitting.size() == 1 ? fitting.front() : 0;
        return byteOf(*storages[number], static_cast<std::int64_t>(number), text);
    }
    if (fitting.empty())
        return invalidArgument(say("none of the {0} storages has a byte {1}", storages.size(), byte->front()));
    return invalidArgument(
        say("this tensor has {0} storages: say which, such as storage 0 byte {1}", storages.size(), text));
}

// What follows "storage".
Result<Place> byteOfStorage(const Tensor& tensor, std::string_view text)
{
    auto rest = text;
    const auto number = numbersIn(takeWord(rest));
    if (!number || number->size() != 1 || takeWord(rest) != "byte")
        return invalidArgument(say("a byte is wanted, such as storage 0 byte 64, found \"storage {0}\"", text));
    const auto storages = storagesOf(tensor);
    const auto chosen = number->front();
    if (chosen < 0 || chosen >= std::ssize(storages))
        return invalidArgument(
            say("a storage from 0 to {0} is wanted, found {1}", std::ssize(storages) - 1, chosen));
    return byteOf(*storages[static_cast<std::size_t>(chosen)], chosen, rest);
}

// What follows the name of a member.
Result<Place> placeIn(const Tensor& tensor, const Member& member, std::string_view text, std::string_view whole)
{
    auto rest = text;
    if (takeWord(rest) == "byte") {
        const auto storages = storagesOf(tensor);
        const auto number = std::ranges::find(storages, member.array.storage.get()) - storages.begin();
        return byteOf(*member.array.storage, number, rest);
    }
    const auto numbers = numbersIn(text);
    return numbers ? slotAt(member, *numbers) : noPlace(whole);
}

// "x[1, 2]", whatever the tensor is called: as many numbers as an index has. One number alone is none of these,
// for it is more likely a slot of a member that is misspelt.
std::optional<Extents> indexOfNamed(std::string_view text)
{
    const auto numbers = text.starts_with('[') ? numbersIn(text) : Result<Extents>(Extents{});
    return numbers && numbers->size() > 1 ? std::optional(*numbers) : std::nullopt;
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
        names = names.empty() ? std::string(member->role->name) : say("{0} or {1}", names, member->role->name);
    if (!found.empty())
        return invalidArgument(say("\"{0}\" may be {1}", word, names));
    for (const auto& member : tensor.members)
        names += (names.empty() ? "" : ", ") + std::string(member.role->name);
    return invalidArgument(say("this {0} tensor has no member {1}, it has {2}", tensor.layout->name, word, names));
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
    if (word == "byte")
        return byteAt(tensor, rest);
    if (word == "storage")
        return byteOfStorage(tensor, rest);
    const auto member = memberNamed(tensor, word);
    if (member)
        return placeIn(tensor, **member, rest, whole);
    if (const auto index = indexOfNamed(rest))
        return elementAt(tensor, *index, watch);
    return member.error();
}

} // namespace tscope
