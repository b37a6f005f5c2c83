// SPDX-License-Identifier: Apache-2.0
#include "literals/text_array.h"

#include "array/dim_limit.h"
#include "base/pace.h"
#include "base/say.h"
#include "literals/number_fit.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

using Index = TextTree::Index;

constexpr std::uint32_t textValuesBetweenLooks = 1 << 14;

constexpr std::array<std::string_view, 12> singleCalls{
    "tensor",    "torch.tensor", "torch.as_tensor", "torch.Size", "Size",         "torch.FloatTensor",
    "as_tensor", "Tensor",       "torch.Tensor",    "Parameter",  "nn.Parameter", "torch.nn.Parameter",
};
constexpr std::array<std::string_view, 10> doubleCalls{
    "array",  "np.array",  "numpy.array",  "asarray",      "np.asarray",
    "matrix", "np.matrix", "numpy.matrix", "masked_array", "numpy.asarray",
};
// They take a size, and are written of arrays without elements only: what the others hold is not said.
constexpr std::array<std::string_view, 3> emptyCalls{"torch.empty", "np.empty", "numpy.empty"};
// Said of an array, of no consequence here.
constexpr std::array<std::string_view, 8> silentNames{"grad_fn", "copy", "order", "pin_memory",
                                                      "names",   "nnz",  "ndmin", "check_invariants"};

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words)
{
    return std::ranges::find(words, word) != words.end();
}

struct Shape {
    Extents sizes;
    std::int64_t numel = 0;
};

// The rectangle that the nested lists make; the elements must be numbers.
Result<Shape> shapeOf(const TextTree& tree, Index at)
{
    Shape out;
    for (auto level = at; tree.kind(level) == TextKind::list;) {
        out.sizes.push_back(static_cast<std::int64_t>(tree.count(level)));
        if (out.sizes.back() == 0)
            break;
        ++level;
    }
    const auto rank = out.sizes.size();
    std::vector<Index> ends; // of the open lists
    const auto silent = tree.readersWatch().withoutProgress();
    Pace pace(silent, textValuesBetweenLooks);
    for (auto i = at; i < tree.end(at);) {
        if (!pace.goesOn(i, tree.size()))
            return openingCancelled();
        while (!ends.empty() && ends.back() == i)
            ends.pop_back();
        const auto depth = ends.size();
        const bool isList = tree.kind(i) == TextKind::list;
        if (!isList && !tree.isNumber(i))
            return textError(tree, i, say("a number"));
        if (isList != (depth < rank) || (isList && static_cast<std::int64_t>(tree.count(i)) != out.sizes[depth]))
            return corrupt(say("rows differ in length, wanted a rectangle of shape {0}, found {1}; to open them "
                               "as nested write nested_tensor([...]), as jagged "
                               "nested_tensor([...], layout=torch.jagged)",
                               text(out.sizes), tree.shortText(i)),
                           tree.place(i));
        if (isList) {
            ends.push_back(tree.end(i));
            ++i;
        } else {
            ++out.numel;
            i = tree.end(i);
        }
    }
    return out;
}

// For a call with a size and no elements.
Result<Shape> emptyShape(const TextTree& tree, Index at)
{
    auto sizes = textExtents(tree, at);
    if (!sizes)
        return sizes.error();
    if (std::ranges::any_of(*sizes, [](auto extent) { return extent < 0; }))
        return textError(tree, at, say("a size without negative extents"));
    if (std::ranges::find(*sizes, 0) == sizes->end())
        return corrupt(
            say("wanted an array without elements, as empty(...) does not say any, found size {0}", text(*sizes)),
            tree.place(at));
    return Shape{std::move(*sizes), 0};
}

// "<f4" and "i8", as NumPy's short codes go.
std::optional<DType> shortCode(std::string_view code)
{
    if (!code.empty() && std::string_view("<=|").find(code.front()) != std::string_view::npos)
        code.remove_prefix(1);
    struct Code {
        std::string_view code;
        ElementType type;
    };
    using enum ElementType;
    constexpr std::array codes{Code{"b1", boolean}, Code{"?", boolean}, Code{"u1", u8},   Code{"u2", u16},
                               Code{"u4", u32},     Code{"u8", u64},    Code{"i1", i8},   Code{"i2", i16},
                               Code{"i4", i32},     Code{"i8", i64},    Code{"f2", f16},  Code{"f4", f32},
                               Code{"f8", f64},     Code{"c8", c64},    Code{"c16", c128}};
    const auto* found = std::ranges::find(codes, code, &Code::code);
    return found == codes.end() ? std::nullopt : std::optional<DType>(found->type);
}

Result<Array> arrayOf(const TextTree& tree, Index at, const Shape& shape, const DType& dtype, Storage::Label label)
{
    if (dtype.isOpaque())
        return corrupt(say("elements of the unknown type {0} can't be read", dtype.name()), tree.place(at));
    const auto itemSize = dtype.itemSize();
    auto builder = StorageBuilder::make(shape.numel * itemSize);
    if (!builder)
        return builder.error();
    auto* out = builder->bytes().data();
    Pace pace(tree.readersWatch(), textValuesBetweenLooks);
    for (auto i = at; shape.numel > 0 && i < tree.end(at); ++i) {
        if (!pace.goesOn(i, tree.size()))
            return openingCancelled();
        if (!tree.isNumber(i))
            continue;
        auto number = tree.number(i);
        if (const auto* flag = std::get_if<bool>(&number); flag && dtype.elementClass() != ElementClass::boolean)
            number = static_cast<std::int64_t>(*flag);
        if (const auto fit = storeNumber(number, dtype, out); fit != Fit::fits)
            return corrupt(misfitText(tree.shortText(i), fit, dtype), tree.place(i));
        out += itemSize;
    }
    return Array{std::move(*builder).seal(std::move(label)), dtype, Geometry::rowMajor(shape.sizes)};
}

} // namespace

TextArguments TextArguments::of(const TextTree& tree, Index call)
{
    TextArguments out;
    for (auto part = tree.firstPart(call); part < tree.end(call); part = tree.end(part)) {
        if (tree.kind(part) == TextKind::keyword)
            out.byName.emplace_back(tree.word(part), tree.firstPart(part));
        else
            out.byPlace.push_back(part);
    }
    return out;
}

std::optional<Index> TextArguments::find(std::string_view name) const
{
    for (const auto& [word, at] : byName)
        if (word == name)
            return at;
    return std::nullopt;
}

bool isArrayCall(std::string_view name)
{
    return isOneOf(name, singleCalls) || isOneOf(name, doubleCalls) || isOneOf(name, emptyCalls);
}

DType inferredType(const TextTree& tree, Index at, bool isSinglePrecision)
{
    auto widest = TextKind::boolean;
    bool hasNumber = false;
    for (auto i = at; i < tree.end(at);) {
        if (tree.kind(i) == TextKind::keyword) {
            i = tree.end(i);
            continue;
        }
        if (tree.isNumber(i)) {
            hasNumber = true;
            widest = std::max(widest, tree.kind(i));
        }
        ++i;
    }
    if (hasNumber && widest == TextKind::boolean)
        return ElementType::boolean;
    if (hasNumber && widest == TextKind::complex)
        return isSinglePrecision ? ElementType::c64 : ElementType::c128;
    if (hasNumber && widest != TextKind::real)
        return ElementType::i64;
    return isSinglePrecision ? ElementType::f32 : ElementType::f64;
}

Result<TextArray> readTextArray(const TextTree& tree, Index at, const TextDefaults& given, WarningList& warnings)
{
    TextArray out;
    auto defaults = given;
    auto data = at;
    bool isEmptyCall = false;
    std::optional<Extents> size;
    if (tree.kind(at) == TextKind::call) {
        if (!isArrayCall(tree.word(at)))
            return textError(tree, at, say("a list or a call of tensor or array"));
        isEmptyCall = isOneOf(tree.word(at), emptyCalls);
        defaults.isSinglePrecision = isOneOf(tree.word(at), singleCalls) || tree.word(at) == "torch.empty";
        const auto arguments = TextArguments::of(tree, at);
        if (arguments.byPlace.empty() || arguments.byPlace.size() > 2)
            return textError(tree, at, say("one list of numbers as argument"));
        data = arguments.byPlace.front();
        Index dtypeAt = arguments.byPlace.size() == 2 ? arguments.byPlace[1] : 0; // 0: not said
        for (const auto& [name, value] : arguments.byName) {
            if (name == "dtype") {
                dtypeAt = value;
            } else if (name == "device") {
                const auto word = textWord(tree, value);
                if (!word)
                    return word.error();
                defaults.device = Device::parse(*word);
            } else if (name == "requires_grad") {
                const auto flag = textFlag(tree, value);
                if (!flag)
                    return flag.error();
                out.requiresGrad = *flag;
            } else if (name == "size" || name == "shape") {
                auto extents = textExtents(tree, value);
                if (!extents)
                    return extents.error();
                size = std::move(*extents);
            } else if (!isOneOf(name, silentNames)) {
                const std::string_view argument = name; // clang 14 captures no structured binding
                warnings.add([&] { return say("the argument {0} was left out", argument); });
            }
        }
        if (dtypeAt && !defaults.isDTypeForced) {
            auto dtype = textDType(tree, dtypeAt);
            if (!dtype)
                return dtype.error();
            defaults.dtype = std::move(*dtype);
        }
    }
    auto shape = isEmptyCall ? emptyShape(tree, data) : shapeOf(tree, data);
    if (!shape)
        return shape.error();
    if (isEmptyCall && !defaults.dtype)
        defaults.dtype = defaults.isSinglePrecision ? ElementType::f32 : ElementType::f64;
    if (size) {
        if (numel(*size) != shape->numel)
            return corrupt(say("size {0} was said of {1} elements", text(*size), shape->numel), tree.place(at));
        shape->sizes = std::move(*size);
    }
    const auto dtype = defaults.dtype ? *defaults.dtype : inferredType(tree, data, defaults.isSinglePrecision);
    auto array = arrayOf(tree, data, *shape, dtype, {defaults.device.value_or(Device{}), false});
    if (!array)
        return array.error();
    out.array = std::move(*array);
    return out;
}

Result<DType> textDType(const TextTree& tree, Index at)
{
    auto word = textWord(tree, at);
    if (!word)
        return word.error();
    if (const auto dtype = shortCode(*word))
        return *dtype;
    // NumPy's own words for Python's types mean the wide ones.
    if (*word == "float" || *word == "np.float_")
        return DType(ElementType::f64);
    if (*word == "int" || *word == "np.int_")
        return DType(ElementType::i64);
    if (*word == "complex")
        return DType(ElementType::c128);
    return DType::parse(*word);
}

Result<std::string> textWord(const TextTree& tree, Index at)
{
    if (tree.kind(at) == TextKind::word || tree.kind(at) == TextKind::string)
        return std::string(tree.word(at));
    // torch.device('cuda:0')
    if (tree.kind(at) == TextKind::call && tree.count(at) == 1 &&
        tree.kind(tree.firstPart(at)) == TextKind::string)
        return std::string(tree.word(tree.firstPart(at)));
    return textError(tree, at, say("a name"));
}

Result<std::int64_t> textInteger(const TextTree& tree, Index at)
{
    if (tree.kind(at) == TextKind::integer)
        return std::get<std::int64_t>(tree.number(at));
    return textError(tree, at, say("an integer of 64 bits"));
}

Result<Extents> textExtents(const TextTree& tree, Index at)
{
    auto list = at;
    if (tree.kind(at) == TextKind::call && tree.count(at) == 1)
        list = tree.firstPart(at);
    if (tree.kind(list) == TextKind::integer) // (3) is 3
        return Extents{std::get<std::int64_t>(tree.number(list))};
    if (tree.kind(list) != TextKind::list || tree.count(list) > dimLimit)
        return textError(tree, at, say("a size of up to 64 integers"));
    Extents out;
    for (auto part = tree.firstPart(list); part < tree.end(list); part = tree.end(part)) {
        const auto extent = textInteger(tree, part);
        if (!extent)
            return extent.error();
        out.push_back(*extent);
    }
    return out;
}

Result<bool> textFlag(const TextTree& tree, Index at)
{
    if (tree.kind(at) == TextKind::boolean)
        return std::get<bool>(tree.number(at));
    return textError(tree, at, say("True or False"));
}

Error textError(const TextTree& tree, Index at, std::string_view wanted)
{
    return corrupt(say("wanted {0}, found {1}", wanted, tree.shortText(at)), tree.place(at));
}

} // namespace tscope
