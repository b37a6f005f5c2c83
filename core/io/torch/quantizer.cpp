// SPDX-License-Identifier: Apache-2.0
#include "io/torch/quantizer.h"

#include "base/say.h"
#include "io/pickle/text.h"
#include "io/torch/arrays.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

using namespace std::string_view_literals;
using enum PickleKind;

// More slices than this are told by the first few.
constexpr std::int64_t slicesKept = 16384, slicesShown = 16;

constexpr auto forAll = "per_tensor_affine"sv;
constexpr std::array forSlices{"per_channel_affine"sv, "per_channel_affine_float_qparams"sv};

// Numbers with commas between them, all of one type; nothing when one of them is not.
std::optional<std::vector<Element>> numbersIn(std::string_view text, ElementType type)
{
    std::vector<Element> out;
    while (!text.empty()) {
        const auto number = text.substr(0, text.find(','));
        const auto begin = std::min(number.find_first_not_of(' '), number.size());
        const auto element = parseElement(number.substr(begin), type);
        if (!element)
            return std::nullopt;
        out.push_back(*element);
        text.remove_prefix(std::min(number.size() + 1, text.size()));
    }
    return out;
}

void putNumber(const Element& element, PickleWriter& pickle)
{
    if (const auto whole = element.asIndex())
        pickle.putInteger(*whole);
    else
        pickle.putReal(std::get<double>(element.number()));
}

} // namespace

// ---- out of a file ----

Result<void> TorchArrays::readQuantizer(const TorchArguments& arguments, std::size_t i, Claims& claims)
{
    if (!m_tree.is(arguments.at(i), tuple))
        return arguments.wanted(i, say("a quantizer (scheme, scale, zero point)"));
    const TorchArguments parts(m_tree, arguments.at(i), "a quantizer");
    if (parts.count() < 3 || !m_tree.is(parts.at(0), global))
        return parts.wanted(say("a scheme, a scale and a zero point"), arguments.at(i));
    claims.set("qscheme", printable(m_tree.name(parts.at(0)).substr(0, 40)));
    m_warnings.add([] { return say("a quantised tensor is shown as the integers that it stores"); });
    if (m_tree.is(parts.at(1), real) || m_tree.is(parts.at(1), integer)) {
        const auto zero = parts.integer(2, "a zero point");
        if (!zero)
            return zero.error();
        claims.set("scale", pickleText(m_tree, parts.at(1), 40));
        claims.set("zero_point", *zero);
        return {};
    }
    // A scale and a zero point for each slice of a dim: two tensors, or lists.
    const auto isRow = [&](Id value) { return isTensor(value) || m_tree.is(value, list); };
    if (!isRow(parts.at(1)) || !isRow(parts.at(2)))
        return parts.wanted(say("scales and zero points"), arguments.at(i));
    const auto axis = parts.integer(3, "an axis");
    if (!axis)
        return axis.error();
    claims.set("axis", *axis);
    keepNumbers("scales", parts.at(1), claims);
    // PyTorch writes the one scheme for the other, and tells them apart by the type of the zero points.
    if (keepNumbers("zero_points", parts.at(2), claims) == ElementClass::real)
        claims.set("qscheme", std::string(forSlices.back()));
    return {};
}

std::optional<ElementClass> TorchArrays::keepNumbers(std::string name, Id row, Claims& claims)
{
    std::int64_t count = 0;
    std::optional<TorchArray> stored;
    if (m_tree.is(row, list)) {
        count = static_cast<std::int64_t>(m_tree.count(row));
    } else {
        const auto rebuilt = unwrapped(row);
        if (!rebuilt || rebuilt->by > TorchName::tensorV3)
            return std::nullopt;
        auto array = read(*rebuilt);
        if (!array || !array->array.isReadable())
            return std::nullopt;
        count = numel(array->array.geometry).value_or(0);
        stored = std::move(*array);
    }
    const bool keepsAll = count <= std::min(slicesKept, m_slicesLeft);
    const auto wanted = keepsAll ? count : std::min(count, slicesShown);
    m_slicesLeft -= keepsAll ? count : 0;

    std::string text;
    const auto add = [&](const Element& element) { text += (text.empty() ? "" : ", ") + element.text(); };
    if (stored) {
        for (std::int64_t k = 0; k < wanted; ++k)
            add(stored->array.at(k));
    } else {
        auto left = wanted;
        for (const auto part : m_tree.children(row)) {
            if (left-- == 0)
                break;
            if (m_tree.is(part, integer))
                add(*Element::from(m_tree.integer(part), ElementType::i64));
            else if (m_tree.is(part, real))
                add(*Element::from(m_tree.real(part), ElementType::f64));
            else
                return std::nullopt;
        }
    }
    if (keepsAll)
        claims.set(name, std::move(text));
    else
        m_remarks.emplace_back(std::move(name), text + ", ...");
    return stored ? std::optional(stored->array.dtype.elementClass()) : std::nullopt;
}

// ---- into a file ----

std::optional<TorchQuantizer> TorchQuantizer::take(Claims& claims)
{
    const auto scheme = claims.word("qscheme").value_or("");
    const auto slicesScheme = std::ranges::find(forSlices, scheme);
    const bool isForAll = scheme == forAll;
    if (!isForAll && slicesScheme == forSlices.end())
        return std::nullopt;
    TorchQuantizer out;
    out.m_scheme = isForAll ? forAll : *slicesScheme;
    const auto numbersOf = [&](std::string_view claim, ElementType type) {
        const auto text = claims.word(claim);
        return text ? numbersIn(*text, type) : std::nullopt;
    };
    const auto scaleClaim = isForAll ? "scale"sv : "scales"sv,
               zeroClaim = isForAll ? "zero_point"sv : "zero_points"sv;
    auto scales = numbersOf(scaleClaim, ElementType::f64);
    std::optional<std::vector<Element>> zeroPoints;
    if (!isForAll) {
        zeroPoints = numbersOf(zeroClaim, ElementType::i64);
        if (!zeroPoints) // of a scheme with parameters that are no integers
            zeroPoints = numbersOf(zeroClaim, ElementType::f64);
        out.m_axis = claims.integer("axis");
    } else if (const auto zero = claims.integer(zeroClaim)) {
        zeroPoints = {*Element::from(*zero, ElementType::i64)};
    }
    if (!scales || !zeroPoints || (isForAll ? scales->size() != 1 : !out.m_axis.has_value()))
        return std::nullopt;
    out.m_scales = std::move(*scales);
    out.m_zeroPoints = std::move(*zeroPoints);
    for (const auto claim : {"qscheme"sv, scaleClaim, zeroClaim})
        claims.erase(claim);
    if (out.m_axis)
        claims.erase("axis");
    return out;
}

void TorchQuantizer::put(PickleWriter& pickle) const
{
    pickle.beginTuple();
    pickle.putGlobal("torch", m_scheme);
    for (const auto* numbers : {&m_scales, &m_zeroPoints}) {
        // PyTorch itself puts tensors there, and takes lists as well.
        if (m_axis)
            pickle.beginList();
        for (const auto& number : *numbers)
            putNumber(number, pickle);
        if (m_axis)
            pickle.endList();
    }
    if (m_axis)
        pickle.putInteger(*m_axis);
    pickle.endTuple();
}

} // namespace tscope
