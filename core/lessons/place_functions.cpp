// SPDX-License-Identifier: Apache-2.0
// Where elements lie, and which lie there: answered by the core, as the views of the window are.
#include "anatomy/layout.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "lessons/functions.h"
#include "lessons/stored_in.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

using Arguments = std::span<const Value>;

Result<Path> pathTo(Arguments given, Scope& scope)
{
    const auto x = tensor(given[0], "x");
    if (!x)
        return x.error();
    const auto index = wholeNumbers(given[1], "index");
    if (!index)
        return index.error();
    if (const auto paid = spend(scope, 10); !paid)
        return paid.error();
    return (*x)->layout->locate(**x, *index);
}

// The value slot in which an element ends; -1: it is stored nowhere.
std::int64_t entryOf(const Tensor& tensor, const Path& path)
{
    return valueSlotOf(tensor, path).value_or(-1);
}

Result<Value> entry(Arguments given, Scope& scope)
{
    const auto path = pathTo(given, scope);
    if (!path)
        return path.error();
    return Value(entryOf(**given[0].as<TensorPtr>(), *path));
}

Result<Value> slot(Arguments given, Scope& scope)
{
    const auto path = pathTo(given, scope);
    if (!path)
        return path.error();
    const auto& x = **given[0].as<TensorPtr>();
    const auto at = entryOf(x, *path);
    return Value(at < 0 ? at : tscope::offsetOf(valuesMember(x).array.geometry, at));
}

Result<Value> valueAt(Arguments given, Scope& scope)
{
    const auto path = pathTo(given, scope);
    if (!path)
        return path.error();
    return valueOf(path->value);
}

Result<Value> isStored(Arguments given, Scope& scope)
{
    const auto path = pathTo(given, scope);
    if (!path)
        return path.error();
    return Value(path->found);
}

Result<Value> placesRead(Arguments given, Scope& scope)
{
    const auto path = pathTo(given, scope);
    if (!path)
        return path.error();
    std::int64_t count = 0;
    for (const auto& place : path->places)
        count += place.end - place.begin;
    return Value(count);
}

Result<Value> readers(Arguments given, Scope& scope)
{
    const auto x = tensor(given[0], "x");
    if (!x)
        return x.error();
    const auto member = memberArgument(given, **x);
    if (!member)
        return member.error();
    const auto at = wholeNumber(given[2], "slot");
    if (!at)
        return at.error();
    constexpr std::int64_t most = 1000;
    const auto found = (*x)->layout->readersOf(**x, (*member)->role->name, *at, most);
    if (!found)
        return found.error();
    Value::List out;
    for (const auto& each : found->elements)
        out.push_back(valueOf(each));
    if (const auto paid = spend(scope, 10 + static_cast<std::int64_t>(out.size())); !paid)
        return paid.error();
    return Value(std::move(out));
}

// The elements that read one slot of the storage of the values.
Result<Value> readersOfStorage(Arguments given, Scope& scope)
{
    const auto x = tensor(given[0], "x");
    if (!x)
        return x.error();
    const auto at = wholeNumber(given[1], "slot");
    if (!at)
        return at.error();
    Value::List out;
    for (const auto& each : elementsInStorage(**x, *at))
        out.push_back(valueOf(each));
    if (const auto paid = spend(scope, 10 + static_cast<std::int64_t>(out.size())); !paid)
        return paid.error();
    return Value(std::move(out));
}

// How often a walk over these elements comes to a line of so many bytes that it was not in just before.
Result<Value> lineChanges(Arguments given, Scope& scope)
{
    const auto x = tensor(given[0], "x");
    if (!x)
        return x.error();
    const auto walk = list(given[1], "indices");
    if (!walk)
        return walk.error();
    const auto line = wholeNumber(given[2], "line");
    if (!line)
        return line.error();
    const auto& values = valuesMember(**x);
    if (*line <= 0)
        return invalidArgument(say("wanted a line of at least 1 byte, found {0}", *line));
    std::int64_t count = 0;
    std::optional<std::int64_t> here;
    for (const auto& each : **walk) {
        const std::array<Value, 2> place{given[0], each};
        const auto path = pathTo(place, scope);
        if (!path)
            return path.error();
        const auto at = entryOf(**x, *path);
        if (at < 0)
            continue;
        const auto now = values.array.byteRange(at).first / *line;
        if (!here || now != *here)
            ++count;
        here = now;
    }
    return Value(count);
}

constexpr auto ofPlaces = std::to_array<LessonFunction>({
    {"slot", "x, index", "the slot of the storage in which an element lies; -1: it is not stored", 2, 2, slot},
    {"entry", "x, index", "the same as a position in the values", 2, 2, entry},
    {"value", "x, index", "the element", 2, 2, valueAt},
    {"is_stored", "x, index", "whether it is stored", 2, 2, isStored},
    {"places_read", "x, index", "how many slots of members are looked at to find it", 2, 2, placesRead},
    {"readers", "x, member, slot", "the elements that look at a slot of a member", 3, 3, readers},
    {"readers_of_storage", "x, slot", "the elements that lie in a slot of the storage", 2, 2, readersOfStorage},
    {"line_changes", "x, indices, bytes", "how often a walk over the elements enters a line of so many bytes", 3,
     3, lineChanges},
});

} // namespace

std::span<const LessonFunction> placeFunctions()
{
    return ofPlaces;
}

} // namespace tscope
