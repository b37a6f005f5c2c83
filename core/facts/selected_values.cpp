// SPDX-License-Identifier: Apache-2.0
#include "facts/selected_values.h"

#include "anatomy/reading.h"
#include "base/say.h"
#include "facts/known_size.h"
#include "facts/outside.h"

#include <algorithm>

namespace tscope {

namespace {

// The runs of slots of the values among these places; nothing if these are fewer than two slots.
std::vector<SlotRange> ownRuns(const Tensor& tensor, const Place& place, std::span<const Slots> besides)
{
    std::vector<SlotRange> runs;
    std::int64_t count = 0;
    const auto add = [&](const Slots& slots) {
        const auto* member = tensor.find(slots.member);
        if (member == nullptr || member->role->kind != RoleKind::values || !member->isReadable())
            return;
        const auto all = numel(member->array.geometry).value_or(0);
        const SlotRange run{std::clamp<std::int64_t>(slots.begin, 0, all), std::min(slots.end, all)};
        if (run.begin >= run.end)
            return;
        runs.push_back(run);
        count += run.end - run.begin;
    };
    if (const auto* slots = std::get_if<Slots>(&place))
        add(*slots);
    for (const auto& slots : besides)
        add(slots);
    if (count < 2)
        runs.clear();
    return runs;
}

std::optional<Extents> firstElement(const Tensor& tensor, const Place& place, const Watch& watch)
{
    if (const auto* element = std::get_if<ElementPlace>(&place))
        return element->index;
    const auto found = related(tensor, place, 1, watch);
    return found.elements.empty() ? std::nullopt : std::optional(found.elements.front());
}

// All elements whose index begins with the same number.
struct Slice {
    std::string name;
    std::vector<SlotRange> runs;
    std::optional<std::int64_t> elements; // where the layout leaves some out
};

class SliceReader
{
public:
    SliceReader(const Tensor& tensor, const Watch& watch)
        : m_tensor(tensor), m_watch(watch), m_reading(tensor.layout->read(tensor, {.watch = watch}))
    {
        for (const auto& member : tensor.members)
            if (member.role->kind == RoleKind::values)
                m_slots = std::max<std::int64_t>(numel(member.array.geometry).value_or(0), 0);
    }

    // Nothing where there is no such slice, or it is a single element.
    std::optional<Result<Slice>> at(std::int64_t number)
    {
        const auto bounds = m_reading->bounds();
        if (!bounds || bounds->size() < 2 || number < 0 || number >= bounds->front())
            return std::nullopt;
        Slice out{nameOf(number, bounds->size()), {}, {}};
        const auto each = numel(Extents(bounds->begin() + 1, bounds->end())).value_or(0);
        const bool isStoredWhole = !m_reading->outline().nnz && !m_reading->hasComponents();
        if (isStoredWhole) { // slots are row-major positions
            out.runs.push_back({std::min(number * each, m_slots), std::min((number + 1) * each, m_slots)});
            return out;
        }
        if (m_reading->outline().nnz)
            out.elements = each;
        IndexBox box{Extents(bounds->size(), 0), *bounds};
        for (auto& last : box.last)
            --last;
        box.first.front() = box.last.front() = number;
        if (auto fine = collect(box, out.runs); !fine)
            return fine.error();
        return out;
    }

private:
    std::string nameOf(std::int64_t number, std::size_t rank) const
    {
        return m_reading->hasComponents() ? say("component {0}", number)
               : rank == 2                ? say("row {0}", number)
               : rank > 2                 ? say("slice {0} of dim 0", number)
                                          : say("slice {0}", number);
    }

    Result<void> collect(const IndexBox& box, std::vector<SlotRange>& runs) const
    {
        constexpr std::size_t most = 1 << 22;
        std::int64_t count = 0;
        const auto walked = entriesWithin(m_tensor, {&box, 1}, [&](const Extents&, std::int64_t slot) {
            const bool isThere = slot >= 0 && slot < m_slots;
            if (isThere && !runs.empty() && runs.back().end == slot)
                ++runs.back().end;
            else if (isThere)
                runs.push_back({slot, slot + 1});
            return runs.size() <= most && ((++count & 0xfff) != 0 || !m_watch.isStopped());
        });
        if (!walked)
            return walked.error();
        if (m_watch.isStopped())
            return Error{ErrorCode::cancelled, say("stopped")};
        if (runs.size() > most)
            return unsupported(say("the values lie in more than {0} places", most));
        return {};
    }

    const Tensor& m_tensor;
    const Watch& m_watch;
    std::unique_ptr<Reading> m_reading;
    std::int64_t m_slots = 0; // of the values
};

void tellShares(std::int64_t elements, Distribution& values)
{
    if (elements <= 0 || values.count > elements)
        return;
    const auto all = static_cast<double>(elements);
    values.notStoredShare = 1 - static_cast<double>(values.count) / all;
    values.zeroShare = static_cast<double>(elements - values.count + values.zeros) / all;
}

} // namespace

std::optional<Result<SelectedValues>> selectedValues(const Tensor& tensor, const Place& place,
                                                     std::span<const Slots> besides, const Watch& watch)
{
    const auto sized = withKnownSize(tensor, watch);
    Slice part{say("selected slots"), ownRuns(sized, place, besides), {}};
    if (part.runs.empty()) {
        const auto element = firstElement(sized, place, watch);
        if (!element || element->empty())
            return std::nullopt;
        auto slice = SliceReader(sized, watch).at(element->front());
        if (!slice)
            return std::nullopt;
        if (!*slice)
            return slice->error();
        part = std::move(**slice);
    }
    auto values = distributionOf(sized, part.runs, watch);
    if (!values)
        return values.error();
    if (part.elements)
        tellShares(*part.elements, *values);
    else if (values->count > 0)
        values->zeroShare = static_cast<double>(values->zeros) / static_cast<double>(values->count);
    return SelectedValues{std::move(part.name), std::move(*values)};
}

} // namespace tscope
