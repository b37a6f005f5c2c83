// SPDX-License-Identifier: Apache-2.0
#include "facts/wording.h"

#include "base/checked_math.h"
#include "base/human_numbers.h"

#include <algorithm>

namespace tscope {

namespace {

// What is unusual about a member's storage; an own one that the member fills is not.
std::string storageText(const MemberInfo& member, const TensorInfo& tensor)
{
    std::string others;
    for (const auto& other : tensor.members)
        if (&other != &member && other.storageId == member.storageId)
            others += (others.empty() ? "" : " and ") + other.name;
    const bool filled =
        member.geometry.offset == 0 && checkedProduct(member.geometry.sizes) == member.storageNumel;
    std::string out;
    if (!filled || !others.empty())
        out = ", in a storage of " + countText(member.storageNumel, "element");
    return out + (others.empty() ? "" : " shared with " + others);
}

} // namespace

std::string titleOf(const std::string& name)
{
    return name.empty() ? "(tensor)" : name;
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
        out +=
            ", blocks " + std::to_string((*outline.blocksize)[0]) + "x" + std::to_string((*outline.blocksize)[1]);
    if (outline.nnz)
        out +=
            ", " + grouped(*outline.nnz) + " stored" + (outline.batchDims.value_or(0) > 0 ? " in each batch" : "");
    if (outline.indexDType)
        out += ", " + std::string(outline.indexDType->name()) + " indices";
    if (info.bytes)
        out += ", " + bytesText(*info.bytes);
    if (info.device != "cpu")
        out += " on " + info.device;
    return out;
}

std::string memberText(const MemberInfo& member, const TensorInfo& tensor)
{
    const auto& word = member.as == member.name ? member.word : member.as;
    auto line = member.name + (word == member.name ? "" : " (" + word + ")") + ": " +
                std::string(member.dtype.name()) + " " + text(member.geometry.sizes);
    if (!member.contiguous)
        line += " strides " + text(member.geometry.strides);
    if (member.geometry.offset != 0)
        line += " offset " + std::to_string(member.geometry.offset);
    if (member.bytes)
        line += ", " + bytesText(*member.bytes);
    line += storageText(member, tensor);
    if (member.device != "cpu")
        line += " on " + member.device;
    if (member.pinned)
        line += ", pinned";
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
    if (report.valid)
        return "valid";
    std::int64_t broken = 0, found = 0;
    for (const auto& finding : report.findings)
        if (finding.level == Level::violation) {
            ++broken;
            found = saturatingAdd(found, finding.count);
        }
    return countText(broken, "rule") + " broken, " + placesText(found);
}

std::string repairText(const Repair& repair)
{
    return repair.effect.empty() ? repair.title : repair.title + " (" + repair.effect + ")";
}

std::string sentenceOf(const Error& error)
{
    return error.where.empty() ? error.text : error.text + " (" + error.where + ")";
}

} // namespace tscope
