// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_text.h"

#include "base/say.h"
#include "facts/diff_list.h"
#include "facts/wording.h"

#include <algorithm>
#include <sstream>

namespace tscope {

namespace {

bool haveSameMembers(const Tensor& a, const Tensor& b)
{
    return a.layout == b.layout && a.members.size() == b.members.size();
}

// How the level is meant, and the first place where it differs.
DifferenceLine tellLevel(const Difference& difference, std::string_view level, bool isSame,
                         const std::string& sentence, const Tensor& a, const Tensor& b)
{
    DifferenceLine out;
    auto rest = "  " + sentence;
    const auto place = std::ranges::find(difference.first, level, &DifferentPlace::level);
    const bool hasPlace = place != difference.first.end() && !place->at.empty() &&
                          (place->level != "bytes" || haveSameMembers(a, b));
    if (hasPlace) {
        rest += say("; first at {0}", textOf(*place, a));
        out.inA = placeIn(a, *place);
        out.inB = placeIn(b, *place);
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

std::string numbersOf(const Difference& difference)
{
    const auto written = [](double number) { return (std::ostringstream() << number).str(); };
    std::string out = "  ";
    if (difference.values || difference.differ > 0) // else the sizes or quantizers alone differ
        out += say("{0|value differs|values differ}, ", difference.differ);
    out += say("{0#} stored only in the first, {1#} only in the second", difference.onlyA, difference.onlyB);
    if (difference.maxAbs && difference.differ > 0)
        out += say("; largest difference {0}, relative {1}", written(*difference.maxAbs),
                   written(*difference.maxRel));
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
        a.layout != b.layout
            ? both("; the layouts are {0} and {1}", std::string(a.layout->name), std::string(b.layout->name))
            : both("; the members are {0} and {1}", membersText(a), membersText(b));
    return {
        tellLevel(difference, "values", difference.values, say("values: the number at every index") + readings, a,
                  b),
        tellLevel(difference, "pattern", difference.pattern, say("pattern: the set of stored indices"), a, b),
        tellLevel(difference, "order", difference.order, say("order: the sequence in which they are stored"), a,
                  b),
        tellLevel(difference, "bytes", difference.bytes, say("bytes: the members and what is in them") + parts, a,
                  b),
        {{Phrase{numbersOf(difference)}}, std::nullopt, std::nullopt},
    };
}

} // namespace tscope
