// SPDX-License-Identifier: Apache-2.0
#include "timing/forms.h"

#include "base/say.h"
#include "convert/convert.h"
#include "convert/target.h"
#include "dispatch/operand.h"
#include "layouts/registry.h"
#include "ops/padded.h"
#include "ops/run.h"

#include <algorithm>
#include <charconv>

namespace tscope::timing {

namespace {

bool hasIndices(const Layout& layout)
{
    return layout.family == "coo" || layout.family == "compressed";
}

Result<Sound> padded(const Sound& given, std::int64_t maxBytes, const Watch& watch)
{
    const auto params = parseParams(toPaddedOp().params, {});
    if (!params)
        return params.error();
    auto done = run(toPaddedOp(), std::span(&given, 1), *params, {.maxBytes = maxBytes, .watch = watch});
    return done ? proven(std::move(done->tensor), say("the tensor in this form"), watch) : done.error();
}

// The blocks of all counted sizes that take the fewest bytes, of equal ones the first row by row, as the sentence
// on block sizes has it. Where no block is possible one is named all the same, so that it is said why.
std::vector<std::array<std::int64_t, 2>> fewestBytes(const Footprints& footprints, const Layout& layout,
                                                     const DType& indexDType, std::size_t count)
{
    std::vector<std::pair<std::int64_t, std::array<std::int64_t, 2>>> found; // bytes, block
    for (std::int64_t rows = 1; rows <= BlockCounts::most; ++rows)
        for (std::int64_t columns = 1; columns <= BlockCounts::most; ++columns) {
            if (rows == 1 && columns == 1)
                continue; // a form without blocks
            const auto footprint = footprints.at(layout, indexDType, {rows, columns});
            if (footprint.why.empty())
                found.emplace_back(footprint.bytes(), std::array{rows, columns});
        }
    if (found.empty())
        return {{2, 2}};
    std::ranges::sort(found);
    std::vector<std::array<std::int64_t, 2>> out;
    for (std::size_t i = 0; i < std::min(count, found.size()); ++i)
        out.push_back(found[i].second);
    return out;
}

} // namespace

Variant variantOf(const Tensor& tensor, bool isPadded)
{
    const auto form = formOf(tensor);
    Variant out{std::string(tensor.layout->name), form.block, std::string(tensor.declaredDType().name()), {}};
    if (hasIndices(*tensor.layout))
        out.indexDType = tensor.declaredIndexDType().name();
    out.isPadded = isPadded;
    return out;
}

Variant variantOf(const Tensor& given, const FormWish& wish)
{
    auto out = variantOf(given, wish.isPadded);
    out.layout = wish.layout->name;
    out.block = isBlocked(*wish.layout) ? wish.block : std::array<std::int64_t, 2>{1, 1};
    if (wish.dtype)
        out.dtype = wish.dtype->name();
    // Its own type of indices, where the layout takes that: coo is sound with 64 bits only.
    const auto own = hasIndices(*given.layout) ? given.declaredIndexDType() : DType(ElementType::i64);
    const auto usual = isUsualIndexType(*wish.layout, own) ? own : DType(ElementType::i64);
    out.indexDType = hasIndices(*wish.layout) ? wish.indexDType.value_or(usual).name() : std::string_view();
    return out;
}

Result<Sound> inForm(const Sound& given, const FormWish& wish, std::int64_t maxBytes, const Watch& watch)
{
    if (variantOf(given.tensor()) == variantOf(given.tensor(), wish))
        return given;
    auto start = given;
    if (wish.isPadded) {
        auto made = padded(given, maxBytes, watch);
        if (!made || !wish.dtype || *wish.dtype == made->tensor().declaredDType())
            return made;
        start = std::move(*made);
    }
    ConvertRequest request{.layout = wish.layout, .dtype = wish.dtype};
    if (isBlocked(*wish.layout))
        request.block = wish.block;
    if (hasIndices(*wish.layout))
        request.indexDType = DType::parse(variantOf(given.tensor(), wish).indexDType);
    auto made = convert(start, request, {.maxBytes = maxBytes, .watch = watch});
    return made ? proven(std::move(made->tensor), say("the tensor in this form"), watch) : made.error();
}

void addForm(std::vector<FormWish>& forms, const FormWish& wish)
{
    const auto isThere = [&wish](const FormWish& other) {
        return other.layout == wish.layout && other.block == wish.block && other.isPadded == wish.isPadded;
    };
    if (std::ranges::none_of(forms, isThere))
        forms.push_back(wish);
}

std::vector<FormWish> usualForms(const Tensor& given, const Footprints* footprints, std::size_t blocks)
{
    std::vector<FormWish> out;
    const auto own = formOf(given);
    const auto add = [&out](const FormWish& wish) { addForm(out, wish); };
    add({given.layout, isBlocked(*given.layout) ? own.block : std::array<std::int64_t, 2>{1, 1}});
    if (isOfComponents(*given.layout)) {
        for (const auto* layout : layouts())
            if (isOfComponents(*layout))
                add({layout});
        add({.layout = layoutNamed("strided"), .isPadded = true});
        return out;
    }
    const auto index = hasIndices(*given.layout) ? given.declaredIndexDType() : DType(ElementType::i64);
    for (const auto* layout : layouts()) {
        if (isOfComponents(*layout) || (layout != given.layout && !canBeConverted(*given.layout, *layout)))
            continue;
        if (!isBlocked(*layout)) {
            add({layout});
            continue;
        }
        if (isBlocked(*given.layout))
            add({layout, own.block});
        if (footprints != nullptr)
            for (const auto& block : fewestBytes(*footprints, *layout, index, blocks))
                add({layout, block});
    }
    return out;
}

std::vector<std::string> layoutChoicesOf(const Layout& given)
{
    std::vector<std::string> out{std::string(given.name)};
    for (const auto* layout : layouts())
        if (layout != &given && isOfComponents(*layout) == isOfComponents(given) &&
            (isOfComponents(given) || canBeConverted(given, *layout)))
            out.emplace_back(layout->name);
    if (isOfComponents(given))
        out.emplace_back("padded");
    return out;
}

Result<FormWish> formNamed(std::string_view text)
{
    if (text == "padded")
        return FormWish{.layout = layoutNamed("strided"), .isPadded = true};
    const auto colon = text.find(':');
    const auto* layout = layoutNamed(text.substr(0, colon));
    if (layout == nullptr)
        return invalidArgument(say("a layout was wanted ({0} or padded), found \"{1}\"", layoutNames(), text));
    FormWish wish{layout};
    if (colon == std::string_view::npos)
        return wish;
    const auto sizes = text.substr(colon + 1);
    const auto* end = sizes.data() + sizes.size();
    const auto rows = std::from_chars(sizes.data(), end, wish.block[0]);
    const bool hasTwo = rows.ec == std::errc() && rows.ptr != end && *rows.ptr == 'x';
    const auto columns = std::from_chars(hasTwo ? rows.ptr + 1 : end, end, wish.block[1]);
    if (!isBlocked(*layout) || !hasTwo || columns.ec != std::errc() || columns.ptr != end || wish.block[0] < 1 ||
        wish.block[1] < 1)
        return invalidArgument(say("a block like bsr:16x16 was wanted, found \"{0}\"", text));
    return wish;
}

} // namespace tscope::timing
