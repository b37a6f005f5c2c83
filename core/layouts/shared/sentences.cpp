// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/sentences.h"

#include "anatomy/phrases.h"
#include "base/say.h"
#include "tensor/member_name.h"

#include <algorithm>

namespace tscope {

namespace {

// Rules that several families ask.
constexpr PlacePattern sharedPlaces[]{
    {"STR-2.1", "", "{member} reaches back to element {first}, before its storage begins"},
    {"STR-2.1", "", "{member} reaches element {actual}, but its storage ends at element {limit-1}"},
    {"STR-2.1", "", "{member} reaches element {actual}, but its storage has no elements"},
    {"STR-2.1", "", "{member} reaches outside its storage of {limit|element|elements}"},
    {"CU-1", "", "the values are {actual}"},
    {"SP-2", "", "the values are {actual}"},
    {"CU-9", "", "{member} is on the meta device, which has no memory"},
    {"CU-10", "", "{member} starts at address {actual}, which is no multiple of its element size"},
    {"CU-0", "layout", "the layout is {actual}"},
    {"SP-0", "layout", "the layout is {actual}"},
    {"TX-0", "layout", "the layout is {actual}"},
};

const std::string* wordField(const Witness& witness, std::string_view key)
{
    const auto* value = witness.find(key);
    return value == nullptr ? nullptr : std::get_if<std::string>(value);
}

std::optional<Wide> quantityField(const Witness* witness, std::string_view key)
{
    const auto* value = witness == nullptr ? nullptr : witness->find(key);
    if (value == nullptr)
        return std::nullopt;
    if (const auto* number = std::get_if<std::int64_t>(value))
        return Wide(*number);
    const auto* wide = std::get_if<Wide>(value);
    return wide == nullptr ? std::nullopt : std::optional(*wide);
}

// Fills one pattern in.
class Filling
{
public:
    Filling(const Tensor& tensor, const Witness* witness) : m_tensor(tensor), m_witness(witness) {}

    // Nothing where a name is not known.
    std::optional<std::string> fill(std::string_view pattern) const
    {
        return filled(translated(pattern), [&](std::string_view hole) { return valueOf(hole); });
    }

private:
    std::optional<std::string> valueOf(std::string_view text) const
    {
        const auto hole = holeOf(text);
        const auto name = hole.name;
        if (hole.isQuantity) {
            const auto number = quantityField(m_witness, name);
            return number ? std::optional(quantityText(hole, *number)) : std::nullopt;
        }
        if (name.ends_with("-1")) { // the last of so many
            const auto number = quantityField(m_witness, name.substr(0, name.size() - 2));
            return number && Wide(0) < *number ? std::optional((*number + Wide(-1)).text()) : std::nullopt;
        }
        const auto* phrases = m_tensor.layout->phrases;
        if (phrases != nullptr && phrases->term != nullptr)
            if (auto words = phrases->term(m_tensor, m_witness, name))
                return words;
        if (m_tensor.find(name) != nullptr)
            return nameOf(m_tensor, name);
        const auto* value = m_witness == nullptr ? nullptr : m_witness->find(name);
        if (value == nullptr)
            return std::nullopt;
        const auto words = tscope::text(*value);
        if (name == "expected") // "int32 or int64"
            return std::string(translated(words));
        return name == "member" ? nameOf(m_tensor, words) : words;
    }

    const Tensor& m_tensor;
    const Witness* m_witness;
};

std::optional<std::string> filled(std::span<const PlacePattern> patterns, const Tensor& tensor,
                                  std::string_view rule, const Witness& witness)
{
    const auto* kind = wordField(witness, "kind");
    if (kind == nullptr)
        kind = wordField(witness, "what");
    const Filling filling(tensor, &witness);
    for (const auto& pattern : patterns)
        if (pattern.rule == rule && (pattern.kind.empty() || (kind != nullptr && pattern.kind == *kind)))
            if (auto text = filling.fill(pattern.text))
                return text;
    return std::nullopt;
}

// Of a layout that has no words of its own for the rule: what was found where, then what was expected.
std::string inGeneralWords(const Tensor& tensor, const Witness& witness)
{
    std::string out;
    if (witness.place)
        out = slotsText(tensor, witness.place->member, witness.place->begin, witness.place->end);
    else if (const auto* member = wordField(witness, "member"))
        out = nameOf(tensor, *member);
    if (const auto* actual = witness.find("actual"))
        out += (out.empty() ? "found " : " is ") + text(*actual);
    for (const auto& field : witness.fields) {
        const auto* batch = std::get_if<Extents>(&field.value);
        if (field.key == "actual" || field.key == "member" || (batch != nullptr && batch->empty()))
            continue;
        auto words = std::string(field.key) + ' ' + text(field.value);
        if (const auto* kind =
                field.key == "kind" || field.key == "what" ? std::get_if<std::string>(&field.value) : nullptr) {
            words = *kind;
            std::ranges::replace(words, '_', ' ');
        }
        out += (out.empty() ? "" : ", ") + words;
    }
    return out;
}

} // namespace

std::string placeSentence(const Tensor& tensor, std::string_view rule, const Witness& witness)
{
    const auto* phrases = tensor.layout->phrases;
    std::optional<std::string> text;
    if (phrases != nullptr)
        text = filled(phrases->places, tensor, rule, witness);
    if (!text)
        text = filled(sharedPlaces, tensor, rule, witness);
    return text ? std::move(*text) : inGeneralWords(tensor, witness);
}

std::string statementText(const Tensor& tensor, std::string_view statement)
{
    return Filling(tensor, nullptr).fill(statement).value_or(std::string(statement));
}

std::string nameOf(const Tensor& tensor, std::string_view role)
{
    const auto* member = tensor.find(role);
    return std::string(member == nullptr ? role : readersWord(*member, *tensor.layout));
}

std::optional<std::int64_t> integerField(const Witness* witness, std::string_view key)
{
    const auto* value = witness == nullptr ? nullptr : witness->find(key);
    const auto* number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
    return number == nullptr ? std::nullopt : std::optional(*number);
}

const Extents* extentsField(const Witness* witness, std::string_view key)
{
    const auto* value = witness == nullptr ? nullptr : witness->find(key);
    return value == nullptr ? nullptr : std::get_if<Extents>(value);
}

} // namespace tscope
