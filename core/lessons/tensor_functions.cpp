// SPDX-License-Identifier: Apache-2.0
// What formulas can ask of a tensor: all of it is answered by the core, as the panels of the window are.
#include "anatomy/layout.h"
#include "anatomy/outline.h"
#include "array/overlap.h"
#include "array/stored_element.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "facts/diff.h"
#include "facts/info.h"
#include "facts/logical_shape.h"
#include "facts/whereabouts.h"
#include "lessons/functions.h"
#include "ops/transform.h"
#include "rules/check.h"
#include "rules/contracts.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

using Arguments = std::span<const Value>;

Result<TensorPtr> first(Arguments given)
{
    return tensor(given[0], "x");
}

// The member that the second argument names; without one, the values.
Result<const Member*> memberIn(Arguments given, const Tensor& of)
{
    if (given.size() < 2)
        return &valuesMember(of);
    const auto name = word(given[1], "member");
    if (!name)
        return name.error();
    return memberNamed(of, *name);
}

Value valueOf(const Element& element)
{
    if (const auto whole = element.asIndex())
        return *whole;
    const auto number = element.number();
    if (const auto* natural = std::get_if<std::uint64_t>(&number))
        return static_cast<double>(*natural);
    if (const auto* real = std::get_if<double>(&number)) {
        constexpr double exact = 9007199254740992.0; // whole numbers up to here are told apart
        if (*real == static_cast<double>(static_cast<std::int64_t>(std::clamp(*real, -exact, exact))))
            return static_cast<std::int64_t>(*real);
        return *real;
    }
    return element.text(); // complex
}

Result<Value> layoutOf(Arguments given, Scope& /*scope*/)
{
    const auto x = first(given);
    if (!x)
        return x.error();
    return Value(std::string((*x)->layout->name));
}

Result<Value> typeOf(Arguments given, Scope& /*scope*/)
{
    const auto x = first(given);
    if (!x)
        return x.error();
    const auto member = memberIn(given, **x);
    if (!member)
        return member.error();
    return Value(std::string((*member)->array.dtype.name()));
}

Result<Value> shapeOf(Arguments given, Scope& /*scope*/)
{
    const auto x = first(given);
    if (!x)
        return x.error();
    if (given.size() > 1) {
        const auto member = memberIn(given, **x);
        if (!member)
            return member.error();
        return tscope::valueOf((*member)->array.geometry.sizes);
    }
    const auto shape = logicalShape(**x);
    if (!shape)
        return shape.error();
    return tscope::valueOf(shape->extents);
}

Result<Value> stridesOf(Arguments given, Scope& /*scope*/)
{
    const auto x = first(given);
    if (!x)
        return x.error();
    const auto member = memberIn(given, **x);
    if (!member)
        return member.error();
    return tscope::valueOf((*member)->array.geometry.strides);
}

Result<Value> offsetOfMember(Arguments given, Scope& /*scope*/)
{
    const auto x = first(given);
    if (!x)
        return x.error();
    const auto member = memberIn(given, **x);
    if (!member)
        return member.error();
    return Value((*member)->array.geometry.offset);
}

Result<Value> numelOf(Arguments given, Scope& /*scope*/)
{
    const auto x = first(given);
    if (!x)
        return x.error();
    std::optional<std::int64_t> count;
    if (given.size() > 1) {
        const auto member = memberIn(given, **x);
        if (!member)
            return member.error();
        count = numel((*member)->array.geometry);
    } else {
        const auto shape = logicalShape(**x);
        if (!shape)
            return shape.error();
        count = numel(shape->extents);
    }
    if (!count)
        return invalidArgument(say("the number leaves 64 bits"));
    return Value(*count);
}

Result<Value> bytesOfAll(Arguments given, Scope& /*scope*/)
{
    const auto x = first(given);
    if (!x)
        return x.error();
    const auto bytes = bytesOf(**x);
    if (!bytes)
        return invalidArgument(say("the number leaves 64 bits"));
    return Value(*bytes);
}

// The elements of an array as lists in lists, in row-major order from `position` on.
Result<Value> nestedFrom(const Array& array, std::size_t dim, std::int64_t& position)
{
    if (dim == array.geometry.sizes.size()) {
        const auto element = storedElement(array, position++);
        if (!element)
            return invalidArgument(say("an element of the array lies outside its storage"));
        return valueOf(*element);
    }
    Value::List out;
    for (std::int64_t i = 0; i < array.geometry.sizes[dim]; ++i) {
        auto part = nestedFrom(array, dim + 1, position);
        if (!part)
            return part;
        out.push_back(*std::move(part));
    }
    return Value(std::move(out));
}

Result<Value> arrayOf(Arguments given, Scope& scope)
{
    const auto x = first(given);
    if (!x)
        return x.error();
    const auto member = memberIn(given, **x);
    if (!member)
        return member.error();
    const auto& array = (*member)->array;
    const auto count = numel(array.geometry);
    constexpr int mostDims = 64;
    if (!count || !array.geometry.isWellFormed() || array.geometry.rank() > mostDims)
        return invalidArgument(say("the sizes of the array make no sense"));
    if (const auto paid = spend(scope, *count); !paid)
        return paid.error();
    if (*count == 0)
        return Value(Value::List());
    std::int64_t position = 0;
    return nestedFrom(array, 0, position);
}

Result<Path> pathTo(Arguments given, Scope& scope)
{
    const auto x = first(given);
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
    const auto role = valuesMember(tensor).role->name;
    if (path.found)
        for (const auto& place : path.places)
            if (place.member == role)
                return place.begin;
    return -1;
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
    const auto x = first(given);
    if (!x)
        return x.error();
    const auto member = memberIn(given, **x);
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
        out.push_back(tscope::valueOf(each));
    if (const auto paid = spend(scope, 10 + static_cast<std::int64_t>(out.size())); !paid)
        return paid.error();
    return Value(std::move(out));
}

// The elements that read one slot of the storage of the values.
Result<Value> readersOfStorage(Arguments given, Scope& scope)
{
    const auto x = first(given);
    if (!x)
        return x.error();
    const auto at = wholeNumber(given[1], "slot");
    if (!at)
        return at.error();
    const auto& values = valuesMember(**x);
    Value::List out;
    for (const auto& each : tscope::readersOf(values.array.geometry, *at).indices)
        out.push_back(tscope::valueOf(each));
    if (const auto paid = spend(scope, 10 + static_cast<std::int64_t>(out.size())); !paid)
        return paid.error();
    return Value(std::move(out));
}

Result<Report> checked(Arguments given)
{
    const auto x = first(given);
    if (!x)
        return x.error();
    CheckOptions options;
    options.advice = false;
    if (given.size() > 1) {
        const auto name = word(given[1], "contract");
        if (!name)
            return name.error();
        const auto contract = contractNamed(*name);
        if (!contract)
            return contract.error();
        options.contract = *contract;
    }
    return check(**x, options);
}

Result<Value> isValid(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto report = checked(given);
    if (!report)
        return report.error();
    return Value(report->valid);
}

Result<Value> broken(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto report = checked(given);
    if (!report)
        return report.error();
    Value::List out;
    for (const auto& finding : report->findings)
        if (finding.level == Level::violation)
            out.push_back(Value(std::string(finding.rule)));
    return Value(std::move(out));
}

Result<std::pair<TensorPtr, TensorPtr>> two(Arguments given)
{
    const auto x = tensor(given[0], "x"), y = tensor(given[1], "y");
    if (!x)
        return x.error();
    if (!y)
        return y.error();
    return std::pair(*x, *y);
}

Result<Value> sameElements(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto both = two(given);
    if (!both)
        return both.error();
    const auto difference = diff(*both->first, *both->second);
    if (!difference)
        return difference.error();
    return Value(difference->size && difference->values);
}

Result<Value> sameStorage(Arguments given, Scope& /*scope*/)
{
    const auto both = two(given);
    if (!both)
        return both.error();
    return Value(valuesMember(*both->first).array.storage == valuesMember(*both->second).array.storage);
}

Result<Value> sharesElements(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto both = two(given);
    if (!both)
        return both.error();
    const auto &a = valuesMember(*both->first), &b = valuesMember(*both->second);
    if (a.array.storage != b.array.storage)
        return Value(false);
    const Occupant one{a.array.geometry, std::max<std::int64_t>(a.array.dtype.itemSize(), 1)};
    const Occupant other{b.array.geometry, std::max<std::int64_t>(b.array.dtype.itemSize(), 1)};
    return Value(sharesElement(one, other) == Overlap::yes);
}

// Whether the operations give a view of the same storage: view("(5, 12)") of a tensor without a copy.
Result<Value> isView(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto x = first(given);
    if (!x)
        return x.error();
    const auto chain = word(given[1], "operations");
    if (!chain)
        return chain.error();
    const auto steps = parseSteps(*chain);
    if (!steps)
        return steps.error();
    const auto made = transform(**x, *steps);
    if (!made) {
        if (made.error().reason == "strides" || made.error().reason == "shape")
            return Value(false);
        return made.error();
    }
    if (made->tensors.empty())
        return Value(false);
    return Value(valuesMember(**x).array.storage == valuesMember(made->tensors.front()).array.storage);
}

// How often a walk over these elements comes to a line of so many bytes that it was not in just before.
Result<Value> lineChanges(Arguments given, Scope& scope)
{
    const auto x = first(given);
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

constexpr auto ofTensors = std::to_array<LessonFunction>({
    {"layout", "x", "its layout: \"csr\"", 1, 1, layoutOf},
    {"dtype", "x, member", "the element type of a member; of the values where none is named", 1, 2, typeOf},
    {"shape", "x, member", "the size of the tensor, or of a member", 1, 2, shapeOf},
    {"strides", "x, member", "the strides of a member; of the values where none is named", 1, 2, stridesOf},
    {"offset", "x, member", "the slot of the storage at which a member begins", 1, 2, offsetOfMember},
    {"numel", "x, member", "how many elements the tensor or a member has", 1, 2, numelOf},
    {"bytes", "x", "the bytes of all members", 1, 1, bytesOfAll},
    {"array", "x, member", "the elements of a member, as lists in lists", 2, 2, arrayOf},
    {"slot", "x, index", "the slot of the storage in which an element lies; -1: it is not stored", 2, 2, slot},
    {"entry", "x, index", "the same as a position in the values", 2, 2, entry},
    {"value", "x, index", "the element", 2, 2, valueAt},
    {"is_stored", "x, index", "whether it is stored", 2, 2, isStored},
    {"places_read", "x, index", "how many slots of members are looked at to find it", 2, 2, placesRead},
    {"readers", "x, member, slot", "the elements that look at a slot of a member", 3, 3, readers},
    {"readers_of_storage", "x, slot", "the elements that lie in a slot of the storage", 2, 2, readersOfStorage},
    {"valid", "x, contract", "whether it keeps the rules of a contract", 1, 2, isValid},
    {"broken_rules", "x, contract", "the rules that it breaks: [\"5.2\", \"5.6\"]", 1, 2, broken},
    {"same_elements", "x, y", "whether both have the same elements, however they are laid out", 2, 2,
     sameElements},
    {"same_storage", "x, y", "whether both use one storage", 2, 2, sameStorage},
    {"shares_element", "x, y", "whether some element of one lies where one of the other does", 2, 2,
     sharesElements},
    {"is_view", "x, operations", "whether the operations move no byte: \"view(5, 12)\"", 2, 2, isView},
    {"line_changes", "x, indices, bytes", "how often a walk over the elements enters a line of so many bytes", 3,
     3, lineChanges},
});

} // namespace

std::span<const LessonFunction> tensorFunctions()
{
    return ofTensors;
}

} // namespace tscope
