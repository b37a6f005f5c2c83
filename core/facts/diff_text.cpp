// SPDX-License-Identifier: Apache-2.0
#include "facts/diff_text.h"

#include "base/human_numbers.h"
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
DifferenceLine tellLevel(const Difference& difference, const char* level, bool isSame, const std::string& meaning,
                         const Tensor& a, const Tensor& b)
{
    DifferenceLine out;
    auto rest = std::string("  ") + level + ": " + meaning;
    const auto place = std::ranges::find(difference.first, level, &DifferentPlace::level);
    const bool hasPlace = place != difference.first.end() && !place->at.empty() &&
                          (place->level != "bytes" || haveSameMembers(a, b));
    if (hasPlace) {
        rest += "; first at " + textOf(*place, a);
        out.inA = placeIn(a, *place);
        out.inB = placeIn(b, *place);
    }
    out.words = {{"  "},
                 isSame ? Phrase{"\u2713 same     ", Tone::good} : Phrase{"\u25b2 different", Tone::bad},
                 {std::move(rest)}};
    return out;
}

std::string orNone(const std::string& text)
{
    return text.empty() ? "none" : text;
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
    std::ostringstream out;
    out << "  ";
    if (difference.values || difference.differ > 0) // else the sizes or quantizers alone differ
        out << counted(difference.differ, "value differs, ", "values differ, ");
    out << grouped(difference.onlyA) << " stored only in the first, " << grouped(difference.onlyB)
        << " only in the second";
    if (difference.maxAbs && difference.differ > 0)
        out << "; largest difference " << *difference.maxAbs << ", relative " << *difference.maxRel;
    return out.str();
}

} // namespace

std::vector<DifferenceLine> tellDifference(const Difference& difference, const Tensor& a, const Tensor& b)
{
    const auto infoA = info(a), infoB = info(b);
    const auto both = [](const char* what, const std::string& x, const std::string& y) {
        return x == y ? std::string() : std::string("; ") + what + " are " + x + " and " + y;
    };
    std::string readings;
    if (!difference.size)
        readings += both("the sizes", sizeText(infoA.outline), sizeText(infoB.outline));
    if (!difference.quantizer)
        readings += both("the quantizers", orNone(infoA.quantizer), orNone(infoB.quantizer));
    const auto parts = a.layout != b.layout
                           ? both("the layouts", std::string(a.layout->name), std::string(b.layout->name))
                           : both("the members", membersText(a), membersText(b));
    return {
        tellLevel(difference, "values", difference.values, "the number at every index" + readings, a, b),
        tellLevel(difference, "pattern", difference.pattern, "the set of stored indices", a, b),
        tellLevel(difference, "order", difference.order, "the sequence in which they are stored", a, b),
        tellLevel(difference, "bytes", difference.bytes, "the members and what is in them" + parts, a, b),
        {{Phrase{numbersOf(difference)}}, std::nullopt, std::nullopt},
    };
}

} // namespace tscope
