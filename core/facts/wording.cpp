// SPDX-License-Identifier: Apache-2.0
#include "facts/wording.h"

#include "base/checked_math.h"
#include "base/human_numbers.h"
#include "base/say.h"

#include <algorithm>
#include <charconv>

namespace tscope {

namespace {

// What is unusual about a member's storage; an own one that the member fills is not.
std::string storageText(const MemberInfo& member, const TensorInfo& tensor)
{
    std::string others;
    for (const auto& other : tensor.members)
        if (other.name != member.name && other.storageId == member.storageId)
            others = (others.empty() ? other.name : say("{0} and {1}", others, other.name));
    const bool filled =
        member.geometry.offset == 0 && checkedProduct(member.geometry.sizes) == member.storageNumel;
    std::string out;
    if (!filled || !others.empty())
        out = say(", in a storage of {0|element|elements}", member.storageNumel);
    return out + (others.empty() ? "" : say(" shared with {0}", others));
}

} // namespace

std::string titleOf(const std::string& name)
{
    return name.empty() ? say("(tensor)") : name;
}

std::string sizeText(const Outline& outline)
{
    if (!outline.size)
        return "(?)";
    std::string out = "(";
    for (const auto& extent : *outline.size) {
        if (out.size() > 1)
            out += ", ";
        out += extent.kind == OuterExtent::Kind::number      ? std::to_string(extent.value)
               : extent.kind == OuterExtent::Kind::irregular ? "*"
                                                             : "j";
    }
    return out + (outline.size->size() == 1 ? ",)" : ")");
}

std::string summaryOf(const TensorInfo& info)
{
    const auto& outline = info.outline;
    auto out = info.layout + " " + sizeText(outline) + " " + std::string(info.dtype.name());
    if (outline.blocksize)
        out += say(", blocks {0}x{1}", (*outline.blocksize)[0], (*outline.blocksize)[1]);
    if (outline.nnz)
        out += outline.batchDims.value_or(0) > 0 ? say(", {0#} stored in each batch", *outline.nnz)
                                                 : say(", {0#} stored", *outline.nnz);
    if (outline.indexDType)
        out += say(", {0} indices", outline.indexDType->name());
    if (info.bytes)
        out += say(", {0}", bytesText(*info.bytes));
    if (info.device != "cpu")
        out += say(" on {0}", info.device);
    return out;
}

std::string memberText(const MemberInfo& member, const TensorInfo& tensor, const std::string& role)
{
    const auto& word = member.as == member.name ? member.word : member.as;
    const auto& name = role.empty() ? member.name : role;
    const auto title = word == name ? word : say("{0} ({1})", name, word);
    auto line = say("{0}: {1} {2}", title, member.dtype.name(), text(member.geometry.sizes));
    if (!member.contiguous)
        line += say(" strides {0}", text(member.geometry.strides));
    if (member.geometry.offset != 0)
        line += say(" offset {0}", member.geometry.offset);
    if (member.bytes)
        line += say(", {0}", bytesText(*member.bytes));
    line += storageText(member, tensor);
    if (member.device != "cpu")
        line += say(" on {0}", member.device);
    if (member.pinned)
        line += say(", pinned");
    return line;
}

std::string countText(std::int64_t count, const std::string& noun)
{
    return counted(count, noun, noun + "s");
}

std::string bytesText(std::int64_t count)
{
    return byteSizeText(count);
}

std::string placesText(std::int64_t count)
{
    return countText(count, "place");
}

std::string verdictText(const Report& report)
{
    std::int64_t broken = 0, found = 0, advised = 0;
    for (const auto& finding : report.findings)
        if (finding.level == Level::violation) {
            ++broken;
            found = saturatingAdd(found, finding.count);
        } else {
            ++advised;
        }
    const auto verdict =
        report.valid ? say("valid under {0}", report.contract)
                     : say("broken under {0}: {1|rule|rules}, {2|place|places}", report.contract, broken, found);
    return advised > 0 ? say("{0}; {1|advisory|advisories}", verdict, advised) : verdict;
}

std::string verdictText(const Report& report, const std::string& partly)
{
    const auto verdict = verdictText(report);
    return partly.empty() ? verdict : say("partly read: {0}; what was read is {1}", partly, verdict);
}

std::string repairText(const Repair& repair)
{
    return repair.effect.empty() ? repair.title : say("{0} ({1})", repair.title, repair.effect);
}

std::string outcomeText(const RepairOutcome& outcome)
{
    std::string cleared;
    for (const auto& rule : outcome.clears)
        cleared += (cleared.empty() ? "" : " ") + rule;
    if (outcome.isValid && outcome.placesBefore > 0)
        return say("valid after it");
    if (outcome.placesBefore == 0)
        return say("clears {0}", cleared);
    const auto places = grouped(outcome.placesBefore) + " \u2192 " + placesText(outcome.placesAfter);
    // Where one rule is repaired, another may be asked for the first time.
    return outcome.placesAfter < outcome.placesBefore ? places : say("{0}, but clears {1}", places, cleared);
}

namespace {

// The number behind a word such as "line ", and nothing else.
std::optional<std::int64_t> numberBehind(std::string_view text, std::string_view word)
{
    std::int64_t number = 0;
    if (!text.starts_with(word))
        return std::nullopt;
    text.remove_prefix(word.size());
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isAll = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return isAll ? std::optional(number) : std::nullopt;
}

// Programs read the place as it is: "line 3, column 7", a key, a byte.
std::string placeToRead(std::string_view where)
{
    if (const auto comma = where.find(", "); comma != std::string_view::npos) {
        const auto line = numberBehind(where.substr(0, comma), "line ");
        const auto column = numberBehind(where.substr(comma + 2), "column ");
        return line && column ? say("line {0}, column {1}", *line, *column) : std::string(where);
    }
    if (const auto line = numberBehind(where, "line "))
        return say("line {0}", *line);
    if (const auto column = numberBehind(where, "column "))
        return say("column {0}", *column);
    if (const auto byte = numberBehind(where, "byte "))
        return say("byte {0}", *byte);
    return std::string(where);
}

} // namespace

std::string sentenceOf(const Error& error)
{
    return error.where.empty() ? error.text : say("{0} ({1})", error.text, placeToRead(error.where));
}

} // namespace tscope
