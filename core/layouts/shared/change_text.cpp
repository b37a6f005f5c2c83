// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/change_text.h"

#include "array/differences.h"
#include "base/checked_math.h"
#include "base/say.h"
#include "layouts/shared/member_rules.h"
#include "layouts/shared/sentences.h"
#include "tensor/member_name.h"

#include <algorithm>
#include <vector>

namespace tscope {

namespace {

// "indices[1, 57]": the element of that number, by its index.
std::string elementText(const Tensor& tensor, std::string_view role, std::int64_t slot)
{
    const auto& sizes = tensor.member(role).array.geometry.sizes;
    if (sizes.size() < 2)
        return slotsText(tensor, role, slot, slot + 1);
    std::string index;
    for (auto d = sizes.size(); d-- > 0;) {
        const auto extent = std::max<std::int64_t>(sizes[d], 1);
        index = std::to_string(slot % extent) + (index.empty() ? "" : ", ") + index;
        slot /= extent;
    }
    return nameOf(tensor, role) + "[" + index + "]";
}

std::string setText(const std::string& what, const std::string& from, const std::string& to)
{
    return say("set {0} from {1} to {2}", what, from, to);
}

// How two tensors differ, a sentence for each change, as long as these are few.
class ChangeList
{
public:
    ChangeList(const Tensor& before, const Tensor& after, std::size_t mostSlots, const Watch& watch)
        : m_before(before), m_after(after), m_mostSlots(mostSlots), m_watch(watch)
    {
        for (const auto& member : after.members)
            if (const auto* own = before.find(member.role->name))
                compare(*own, member);
            else
                m_isMore = true;
        if (before.size != after.size)
            add(say("the size"), before.size ? text(*before.size) : say("none"),
                after.size ? text(*after.size) : say("none"));
        if (before.dtype != after.dtype)
            add(say("the declared element type"), before.declaredDType(), after.declaredDType());
        if (before.indexDType != after.indexDType)
            add(say("the declared index type"), before.declaredIndexDType(), after.declaredIndexDType());
        m_isMore = m_isMore || before.device != after.device || before.claims != after.claims;
    }

    // Nothing where a sentence can't say all of it.
    std::optional<std::string> sentence() const
    {
        const bool areAll = m_slots <= m_mostSlots && !m_isMore && !m_watch.isStopped();
        if (!areAll || m_lines.empty() || m_lines.size() > (m_slots == m_lines.size() ? m_mostSlots : 1))
            return std::nullopt;
        return m_lines.size() == 1 ? m_lines[0]
                                   : say("set {0} from {1} to {2}, and {3} from {4} to {5}", m_set[0].what,
                                         m_set[0].from, m_set[0].to, m_set[1].what, m_set[1].from, m_set[1].to);
    }

    bool isOneNumber() const { return m_slots == 1 && m_lines.size() == 1 && !m_isMore; }

private:
    void add(const std::string& what, const std::string& from, const std::string& to)
    {
        m_lines.push_back(setText(what, from, to));
        m_set.push_back({what, from, to});
    }
    void add(const std::string& what, const DType& from, const DType& to)
    {
        if (from != to)
            add(what, std::string(from.name()), std::string(to.name()));
        else
            m_isMore = true; // a declaration is taken back
    }

    void compare(const Member& before, const Member& after)
    {
        const auto &one = before.array, &other = after.array;
        if (before.layout != after.layout || before.requiresGrad != after.requiresGrad)
            m_isMore = true;
        else if (one.storage == other.storage && one.dtype == other.dtype)
            compareGeometry(after, one.geometry, other.geometry);
        else if (!before.isReadable() || !after.isReadable() || one.geometry.sizes != other.geometry.sizes)
            m_isMore = true;
        else if (one.dtype != other.dtype)
            m_lines.push_back(say("cast {0} from {1} to {2}", nameOf(m_after, after.role->name), one.dtype.name(),
                                  other.dtype.name()));
        else
            compareElements(before, after);
    }

    void compareGeometry(const Member& member, const Geometry& before, const Geometry& after)
    {
        const auto name = nameOf(m_after, member.role->name);
        if (before == after)
            return;
        const bool hasOneShape = before.sizes == after.sizes, hasOneOffset = before.offset == after.offset;
        if (hasOneShape && hasOneOffset)
            add(say("the strides of {0}", name), text(before.strides), text(after.strides));
        else if (hasOneShape && before.strides == after.strides)
            add(say("the offset of {0}", name), std::to_string(before.offset), std::to_string(after.offset));
        else if (hasOneOffset)
            add(say("the shape of {0}", name), text(before.sizes), text(after.sizes));
        else
            m_isMore = true;
    }

    void compareElements(const Member& before, const Member& after)
    {
        // What repeats its storage without end is never gone through.
        const auto elements = numel(after.array.geometry);
        if (!elements || Wide(*elements) > Wide::product(after.array.storageNumel(), repetitionLimit)) {
            m_isMore = true;
            return;
        }
        const bool areNumbers = before.role->kind != RoleKind::values;
        const auto known = m_slots;
        forEachDifference(before.array, after.array, m_watch, [&](std::int64_t slot) {
            if (!areNumbers || ++m_slots > m_mostSlots) {
                m_isMore = true;
                return false;
            }
            add(elementText(m_after, after.role->name, slot), before.array.at(slot).text(),
                after.array.at(slot).text());
            return true;
        });
        if (m_slots == known) // the same numbers in other bytes
            m_isMore = true;
    }

    struct Set {
        std::string what, from, to;
    };

    const Tensor &m_before, &m_after;
    std::size_t m_mostSlots, m_slots = 0;
    const Watch& m_watch;
    std::vector<std::string> m_lines;
    std::vector<Set> m_set; // those of the lines that set something
    bool m_isMore = false;
};

} // namespace

std::string changeText(const Tensor& tensor, const SlotChange& change)
{
    return setText(elementText(tensor, change.member, change.slot),
                   tensor.member(change.member).array.at(change.slot).text(), std::to_string(change.to));
}

std::optional<TensorChange> changeBetween(const Tensor& before, const Tensor& after, std::size_t mostSlots,
                                          const Watch& watch)
{
    const ChangeList changes(before, after, mostSlots, watch);
    auto sentence = changes.sentence();
    if (!sentence)
        return std::nullopt;
    return TensorChange{std::move(*sentence), changes.isOneNumber()};
}

std::string withReason(const std::string& change, const std::string& reason)
{
    return reason.empty() ? change : say("{0}, {1}", change, reason);
}

} // namespace tscope
