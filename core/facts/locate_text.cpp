// SPDX-License-Identifier: Apache-2.0
#include "facts/locate_text.h"

#include "anatomy/reading.h"
#include "base/say.h"
#include "facts/pointer_place.h"
#include "facts/slot_bytes.h"
#include "facts/wording.h"
#include "tensor/member_name.h"

#include <algorithm>

namespace tscope {

namespace {

void append(Telling& out, const Telling& more)
{
    out.insert(out.end(), more.begin(), more.end());
}

Telling tellElement(const Tensor& tensor, const Extents& index)
{
    const auto path = tensor.layout->locate(tensor, index);
    return path ? tellPath(*path, index) : Telling{{{sentenceOf(path.error())}}};
}

// Where an entry stands that no element reads because the size has no room for it.
std::string whyNotUsed(const Tensor& tensor, const Slots& slot)
{
    const auto reading = tensor.layout->read(tensor, {});
    const auto bounds = reading->bounds();
    if (tensor.layout->indexOfSlots == nullptr || reading->hasComponents() || !bounds)
        return {};
    const auto index = tensor.layout->indexOfSlots(tensor)(slot);
    if (!index || index->size() != bounds->size())
        return {};
    for (std::size_t d = 0; d < index->size(); ++d) {
        const auto at = (*index)[d], bound = (*bounds)[d];
        if (at >= 0 && at < bound)
            continue;
        if (bound <= 0)
            return say("asks for {0}, outside the size {1}: dim {2} has no indices", text(*index), text(*bounds),
                       d);
        return at < 0 ? say("asks for {0}, outside the size {1}: dim {2} begins at index 0", text(*index),
                            text(*bounds), d)
                      : say("asks for {0}, outside the size {1}: dim {2} ends at index {3}", text(*index),
                            text(*bounds), d, bound - 1);
    }
    return {};
}

Telling tellSlot(const Tensor& tensor, const Slots& slot, std::int64_t listed)
{
    const auto readers = tensor.layout->readersOf(tensor, slot.member, slot.begin, listed);
    if (!readers)
        return {{{sentenceOf(readers.error())}}};
    auto out = tellReaders(tensor, slot, *readers, listed);
    if (readers->count == 1 && readers->elements.size() == 1) {
        out.push_back({});
        append(out, tellElement(tensor, readers->elements.front()));
    }
    return out;
}

// The slots that have one of these bytes, not those that are read together with them.
std::vector<Slots> slotsAt(const Tensor& tensor, const BytePlace& bytes, std::int64_t most)
{
    std::vector<Slots> out;
    for (const auto& member : tensor.members)
        if (member.array.storage->id() == bytes.storageId) {
            auto found = slotsIn(member, {bytes.begin, bytes.end}, most);
            std::ranges::sort(found.slots, {}, &Slots::begin);
            for (const auto& slots : found.slots)
                if (!out.empty() && out.back().member == slots.member && slots.begin <= out.back().end)
                    out.back().end = std::max(out.back().end, slots.end);
                else
                    out.push_back(slots);
        }
    return out;
}

void listReaders(Telling& out, const std::vector<Extents>& elements, std::int64_t count, bool isAtLeast,
                 std::int64_t listed)
{
    const auto shown = std::min(listed, static_cast<std::int64_t>(elements.size()));
    for (std::int64_t i = 0; i < shown; ++i)
        out.push_back({{"  " + text(elements[static_cast<std::size_t>(i)])}});
    const auto left = count - shown;
    if (left > 0)
        out.push_back({{"  " + (isAtLeast ? say("and at least {0#} more", left) : say("and {0#} more", left)),
                        Tone::faint}});
    else if (isAtLeast)
        out.push_back({{"  " + say("and perhaps more"), Tone::faint}});
}

// What reads several slots together.
std::string readersText(const Related& related)
{
    if (related.isAtLeast)
        return related.elementCount == 0 ? say("which elements read them is not known")
                                         : say("read by at least {0|element|elements}", related.elementCount);
    return related.elementCount == 0 ? say("not used by any element")
                                     : say("read by {0|element|elements}", related.elementCount);
}

} // namespace

Telling tellPath(const Path& path, const Extents& index)
{
    Telling out;
    for (const auto& step : path.steps)
        out.push_back({{"  " + step.text}});
    out.push_back({{text(index) + " = " + path.value.text(), Tone::strong}});
    if (!path.found)
        out.back().push_back({"  " + say("(not stored)")});
    return out;
}

Telling tellReaders(const Tensor& tensor, const Slots& slots, const Readers& readers, std::int64_t listed)
{
    const bool isOne = slots.end == slots.begin + 1;
    const auto subject = slotsText(tensor, slots.member, slots.begin, slots.end);
    const auto pointer = isOne ? pointerText(tensor, slots) : std::string();
    Telling begins;
    if (!pointer.empty())
        begins.push_back({{say("{0}: {1}", subject, pointer), Tone::strong}});
    if (readers.count == 0) {
        auto out = begins;
        out.push_back({{isOne ? say("{0} is not used by any element", subject)
                              : say("{0} are not used by any element", subject)}});
        if (const auto why = isOne ? whyNotUsed(tensor, slots) : std::string(); !why.empty())
            out.push_back({{"  " + why}});
        return out;
    }
    auto out = begins;
    out.push_back({{isOne ? say("{0} is read by {1|element|elements}", subject, readers.count)
                          : say("{0} are read by {1|element|elements}", subject, readers.count)}});
    if (readers.withoutValue > 0)
        out.push_back({{"  " + say("{0|element of these has|elements of these have} no stored value",
                                   readers.withoutValue)}});
    listReaders(out, readers.elements, readers.count, false, listed);
    return out;
}

Telling tellPlace(const Tensor& tensor, const Place& place, const Related& related, std::int64_t listed)
{
    if (const auto* element = std::get_if<ElementPlace>(&place))
        return tellElement(tensor, element->index);
    const auto* bytes = std::get_if<BytePlace>(&place);
    const auto* slots = std::get_if<Slots>(&place);
    const auto own = bytes != nullptr   ? slotsAt(tensor, *bytes, listed + 1)
                     : slots != nullptr ? std::vector<Slots>{*slots}
                                        : related.slots;
    if (own.size() == 1 && own[0].end == own[0].begin + 1)
        return tellSlot(tensor, own[0], listed);
    Telling out;
    const auto all = static_cast<std::int64_t>(own.size());
    for (std::int64_t i = 0; i < std::min(listed, all); ++i) {
        const auto& run = own[static_cast<std::size_t>(i)];
        out.push_back({{slotsText(tensor, run.member, run.begin, run.end)}});
    }
    if (all > listed)
        out.push_back({{say("and more"), Tone::faint}});
    // Of several slots the elements are those of all of them together.
    out.push_back({{readersText(related)}});
    listReaders(out, related.elements, related.elementCount, related.isAtLeast && related.elementCount > 0,
                listed);
    return out;
}

} // namespace tscope
