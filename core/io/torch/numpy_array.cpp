// SPDX-License-Identifier: Apache-2.0
#include "io/torch/numpy_array.h"

#include "base/say.h"
#include "io/npy/header.h"
#include "io/npy/reader.h"
#include "io/pickle/text.h"
#include "io/torch/arguments.h"

#include <optional>
#include <span>
#include <string>

namespace tscope {

namespace {

using enum PickleKind;
using Id = PickleTree::Id;

// What stands before and behind the elements: (version, shape, type, is_fortran, elements) as the state of one
// that is empty at first, (elements, type, shape, order) as the arguments of what makes it.
constexpr std::size_t shapeOfState = 1, typeOfState = 2, orderOfState = 3, elementsOfState = 4;
constexpr std::size_t elementsGiven = 0, typeGiven = 1, shapeGiven = 2, orderGiven = 3;

bool isNamed(const PickleTree& tree, Id function, std::string_view package, std::string_view module,
             std::string_view name)
{
    // "numpy.core.multiarray", since NumPy 2 "numpy._core.multiarray"
    const auto path = tree.module(function);
    const bool isInside = path.starts_with(package) && path.ends_with(module);
    const auto between = isInside && path.size() >= package.size() + module.size()
                             ? path.substr(package.size(), path.size() - package.size() - module.size())
                             : std::string_view("?");
    return (between == ".core." || between == "._core.") && tree.name(function) == name;
}

bool isBuiltin(const PickleTree& tree, Id function, std::string_view name)
{
    const auto module = tree.module(function);
    return (module == "builtins" || module == "__builtin__") && tree.name(function) == name;
}

// Text whose characters stand for bytes; nothing when one of them stands for none.
std::optional<std::string> latin1Bytes(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead < 0x80) {
            out += text[i];
            continue;
        }
        const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
        if ((lead != 0xC2 && lead != 0xC3) || (next & 0xC0U) != 0x80)
            return std::nullopt;
        out += static_cast<char>((lead & 3U) << 6 | (next & 0x3FU));
        ++i;
    }
    return out;
}

// Bytes as pickles of any protocol have them: as they are, as text that is to be encoded, none at all by bytes().
std::optional<std::string> bytesIn(const PickleTree& tree, Id value)
{
    if (tree.is(value, bytes) || tree.is(value, string)) // those of Python 2 come as a string
        return std::string(tree.text(value));
    if (!tree.is(value, call))
        return std::nullopt;
    const TorchArguments arguments(tree, tree.call(value).arguments, {});
    const auto function = tree.call(value).function;
    if (isBuiltin(tree, function, "bytes") || isBuiltin(tree, function, "bytearray"))
        return arguments.count() == 0 ? std::string() : bytesIn(tree, arguments.at(0));
    const bool isEncoded = tree.module(function) == "_codecs" && tree.name(function) == "encode" &&
                           arguments.count() == 2 && tree.is(arguments.at(0), string) &&
                           tree.is(arguments.at(1), string) && tree.text(arguments.at(1)) == "latin1";
    return isEncoded ? latin1Bytes(tree.text(arguments.at(0))) : std::nullopt;
}

// "<f4" of numpy.dtype('f4', False, True) with state (3, '<', ...)
std::optional<std::string> descrOf(const PickleTree& tree, Id value)
{
    if (!tree.is(value, call))
        return std::nullopt;
    const auto& called = tree.call(value);
    const TorchArguments arguments(tree, called.arguments, {});
    const auto name = arguments.orAbsent(0);
    if (tree.fullName(called.function) != "numpy.dtype" || !tree.is(name, string))
        return std::nullopt;
    std::string order = "<";
    if (tree.is(called.state, tuple) && tree.count(called.state) > 1)
        if (const auto said = TorchArguments(tree, called.state, {}).at(1); tree.is(said, string))
            order = tree.text(said);
    return order + std::string(tree.text(name));
}

struct NumpyParts {
    Id shape = PickleTree::absent, type = PickleTree::absent, order = PickleTree::absent,
       elements = PickleTree::absent;
};

std::optional<NumpyParts> partsOf(const PickleTree& tree, Id value)
{
    if (!tree.is(value, call))
        return std::nullopt;
    const auto& called = tree.call(value);
    if (isNamed(tree, called.function, "numpy", "multiarray", "_reconstruct") && tree.is(called.state, tuple)) {
        const TorchArguments state(tree, called.state, {});
        return NumpyParts{state.orAbsent(shapeOfState), state.orAbsent(typeOfState), state.orAbsent(orderOfState),
                          state.orAbsent(elementsOfState)};
    }
    if (isNamed(tree, called.function, "numpy", "numeric", "_frombuffer")) {
        const TorchArguments given(tree, called.arguments, {});
        return NumpyParts{given.orAbsent(shapeGiven), given.orAbsent(typeGiven), given.orAbsent(orderGiven),
                          given.orAbsent(elementsGiven)};
    }
    return std::nullopt;
}

bool isFortran(const PickleTree& tree, Id order)
{
    return (tree.is(order, boolean) && tree.flag(order)) || (tree.is(order, string) && tree.text(order) == "F");
}

} // namespace

// It is read as the file that NumPy would have made of it.
Result<Array> pickledNumpyArray(const PickleTree& tree, PickleTree::Id value, std::int64_t& bytesLeft,
                                const Watch& watch)
{
    const auto wanted = [&](std::string_view what, Id found) {
        return corrupt(say("wanted {0} of a NumPy array, found {1}", what,
                           found == PickleTree::absent ? say("nothing") : pickleText(tree, found, 80)),
                       tree.where(found == PickleTree::absent ? value : found));
    };
    const auto parts = partsOf(tree, value);
    if (!parts)
        return wanted(say("the parts"), value);
    if (parts->shape == PickleTree::absent)
        return wanted(say("the shape"), parts->shape);
    const auto shape = torchExtents(tree, parts->shape);
    if (!shape)
        return wanted(say("the shape"), parts->shape);
    const auto descr = descrOf(tree, parts->type);
    if (!descr)
        return wanted(say("the element type"), parts->type);
    if (const auto type = npyType(*descr); !type)
        return type.error();
    auto elements = bytesIn(tree, parts->elements);
    if (!elements)
        return wanted(say("the elements"), parts->elements);
    const auto size = static_cast<std::int64_t>(elements->size());
    if (size > bytesLeft)
        return corrupt(
            say("the arrays of NumPy in the pickle refer to the same bytes so often that {0} more were not copied",
                size));
    bytesLeft -= size;
    auto file = npyHeaderText(*descr, isFortran(tree, parts->order), *shape) + *elements;
    elements.reset();
    auto read = readNpy(heapStorage(std::as_bytes(std::span(file))), watch);
    if (!read)
        return corrupt(say("a NumPy array of shape {0} in the pickle: {1}", text(*shape), read.error().text));
    return std::move(read->array);
}

} // namespace tscope
