// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_text.h"

#include "base/say.h"
#include "facts/diff_list.h"
#include "facts/diff_members.h"
#include "facts/storage_overlap.h"
#include "facts/view_text.h"
#include "facts/wording.h"
#include "layouts/shared/sentences.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace tscope {

namespace {

bool haveSameMembers(const Tensor& a, const Tensor& b)
{
    return a.layout == b.layout && a.members.size() == b.members.size();
}

bool haveSameForms(const Tensor& a, const Tensor& b)
{
    return haveSameMembers(a, b) && std::ranges::equal(a.members, b.members, haveSameForm);
}

// "; values: strides (1, 4) and (3, 1)", for each member that is another array, whatever it holds.
std::string otherForms(const Tensor& a, const Tensor& b)
{
    std::string out;
    for (std::size_t m = 0; haveSameMembers(a, b) && m < a.members.size(); ++m) {
        const auto &left = a.members[m], &right = b.members[m];
        if (left.role != right.role)
            continue; // other members: named for the whole tensor
        std::string parts;
        const auto add = [&parts](bool isOther, const std::string& told) {
            if (isOther)
                parts += (parts.empty() ? "" : say(", ")) + told;
        };
        const auto &x = left.array, &y = right.array;
        add(left.layout != right.layout, say("layouts {0} and {1}", left.layout, right.layout));
        add(x.dtype != y.dtype, say("element types {0} and {1}", x.dtype.name(), y.dtype.name()));
        add(x.geometry.sizes != y.geometry.sizes,
            say("sizes {0} and {1}", text(x.geometry.sizes), text(y.geometry.sizes)));
        add(x.geometry.strides != y.geometry.strides,
            say("strides {0} and {1}", text(x.geometry.strides), text(y.geometry.strides)));
        if (!parts.empty())
            out += say("; {0}: {1}", nameOf(a, left.role->name), parts);
    }
    return out;
}

// How the level is meant, and the first place where it differs.
DifferenceLine tellLevel(const Difference& difference, std::string_view level, bool isSame,
                         const std::string& sentence, const Tensor& a, const Tensor& b)
{
    DifferenceLine out;
    auto rest = "  " + sentence;
    const auto place = std::ranges::find(difference.first, level, &DifferentPlace::level);
    const bool hasPlace =
        place != difference.first.end() && !place->at.empty() && (place->level != "bytes" || haveSameForms(a, b));
    if (hasPlace) {
        rest += place->inB ? say("; first in memory where the first tensor has {0} and the second {1}",
                                 text(place->at), text(*place->inB))
                           : say("; first at {0}", textOf(*place, a));
        out.inA = placeIn(a, *place);
        out.inB = place->inB ? std::optional<Place>(ElementPlace{*place->inB}) : placeIn(b, *place);
    }
    out.words = {{"  "},
                 isSame ? Phrase{"\u2713 " + say("same     "), Tone::good}
                        : Phrase{"\u25b2 " + say("different"), Tone::bad},
                 {std::move(rest)}};
    return out;
}

std::string orNone(const std::string& text)
{
    return text.empty() ? say("none") : text;
}

std::string membersText(const Tensor& tensor)
{
    std::string out;
    for (const auto& member : tensor.members)
        out += (out.empty() ? "" : ", ") + std::string(member.role->name);
    return out;
}

// How many values stored in both only rounding sets apart, and how many differ by more.
std::string roundingOf(const Difference& difference)
{
    const auto& types = difference.types;
    if (difference.rounded == 0 || !types)
        return {};
    const auto coarser = DType(types->coarser);
    return difference.close > 0
               ? say("{0} against {1}: {2|value differs|values differ} by no more than rounding to {3}, {4#} "
                     "within "
                     "the tolerance, {5#} by more; ",
                     types->a.name(), types->b.name(), difference.rounded, coarser.name(), difference.close,
                     difference.byMore())
               : say("{0} against {1}: {2|value differs|values differ} by no more than rounding to {3}, {4#} by "
                     "more; ",
                     types->a.name(), types->b.name(), difference.rounded, coarser.name(), difference.byMore());
}

std::string numbersOf(const Difference& difference)
{
    const auto written = [](double number) { return (std::ostringstream() << number).str(); };
    const auto rounding = roundingOf(difference);
    auto out = "  " + rounding;
    if (difference.values || difference.differ > 0) // else the sizes or quantizers alone differ
        out += difference.changed == difference.differ
                   ? say("{0|value differs|values differ}, ", difference.differ)
                   : say("{0|value differs|values differ}, {1#} of them stored in both; ", difference.differ,
                         difference.changed);
    out += say("{0#} stored only in the first, {1#} only in the second", difference.onlyA, difference.onlyB);
    if (difference.close > 0 && rounding.empty()) // else it is said there
        out += say("; {0#} within the tolerance", difference.close);
    if (!difference.maxAbs || difference.differ == 0)
        return out;
    if (difference.nans == 0)
        out += say("; largest difference {0}, relative {1}", written(*difference.maxAbs),
                   written(*difference.maxRel));
    if (!std::isfinite(*difference.maxAbs) && difference.maxFinite)
        out += say("; largest finite difference {0} at {1}", written(*difference.maxFinite),
                   text(difference.maxFiniteAt));
    if (difference.nans > 0)
        out += say("; {0#} NaN", difference.nans);
    return out;
}

// "min_seqlen is 2 and none": what is kept of the lengths beside the members.
std::string otherCaches(const Tensor& a, const Tensor& b)
{
    std::string out;
    for (const std::string_view name : {"min_seqlen", "max_seqlen"}) {
        const auto inA = a.claims.integer(name), inB = b.claims.integer(name);
        const auto textOf = [](const std::optional<std::int64_t>& number) {
            return number ? std::to_string(*number) : say("none");
        };
        if (inA != inB)
            out += (out.empty() ? "" : "; ") + say("{0} is {1} and {2}", name, textOf(inA), textOf(inB));
    }
    return out;
}

// Two views of one storage are no two arrays: which bytes of it both read.
DifferenceLine tellOverlap(const StorageOverlap& overlap, const Tensor& a, const Tensor& b)
{
    DifferenceLine out{{Phrase{"  " + overlapText(overlap, a, b)}}, {}, {}};
    if (const auto common = overlap.common(); overlap.sharing != Sharing::none && common.begin < common.end)
        out.inA = out.inB = BytePlace{overlap.storageId, common.begin, common.end};
    return out;
}

} // namespace

std::vector<DifferenceLine> tellDifference(const Difference& difference, const Tensor& a, const Tensor& b)
{
    const auto infoA = info(a), infoB = info(b);
    const auto both = [](std::string_view pattern, const std::string& x, const std::string& y) {
        const Said texts[]{x, y};
        return x == y ? std::string() : saidWith(pattern, texts);
    };
    std::string readings;
    if (!difference.size)
        readings += both("; the sizes are {0} and {1}", sizeText(infoA.outline), sizeText(infoB.outline));
    if (!difference.quantizer)
        readings += both("; the quantizers are {0} and {1}", orNone(infoA.quantizer), orNone(infoB.quantizer));
    const auto parts =
        (a.layout != b.layout
             ? both("; the layouts are {0} and {1}", std::string(a.layout->name), std::string(b.layout->name))
             : both("; the members are {0} and {1}", membersText(a), membersText(b))) +
        otherForms(a, b);
    const auto overlaps = storageOverlaps(a, b);
    std::vector<DifferenceLine> lines;
    if (const auto view = viewText(a, b, overlaps); !view.empty())
        lines.push_back({{Phrase{"  " + view}}, std::nullopt, std::nullopt});
    const auto add = [&](std::string_view level, bool isSame, const std::string& sentence) {
        lines.push_back(tellLevel(difference, level, isSame, sentence, a, b));
    };
    add("values", difference.values, say("values: the number at every index") + readings);
    add("pattern", difference.pattern, say("pattern: the set of stored indices"));
    add("order", difference.order, say("order: the sequence in which they are stored"));
    add("bytes", difference.bytes, say("members: types, sizes, strides and contents") + parts);
    if (const auto caches = a.layout == b.layout ? otherCaches(a, b) : std::string(); !caches.empty())
        lines.push_back({{{"  "},
                          Phrase{"\u25b2 " + say("different"), Tone::bad},
                          {"  " + say("cached lengths: {0}", caches)}},
                         std::nullopt,
                         std::nullopt});
    lines.push_back({{Phrase{numbersOf(difference)}}, std::nullopt, std::nullopt});
    for (const auto& overlap : overlaps)
        lines.push_back(tellOverlap(overlap, a, b));
    if (overlaps.empty() && !a.members.empty() && !b.members.empty())
        lines.push_back(
            {{Phrase{"  " + say("the two share no byte: a write to one does not reach the other")}}, {}, {}});
    return lines;
}

std::string toleranceText()
{
    return say("Numbers are close where |a - b| <= atol + rtol * |b|, as NumPy and PyTorch have it");
}

} // namespace tscope
