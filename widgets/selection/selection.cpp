// SPDX-License-Identifier: GPL-3.0-or-later
#include "selection/selection.h"

#include "facts/counterpart.h"
#include "facts/known_size.h"
#include "facts/logical_shape.h"
#include "facts/slot_bytes.h"
#include "jobs/jobs.h"
#include "picture/violations.h"
#include "selection/preview_goal.h"

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

constexpr std::int64_t mostRelated = 1000; // elements; more are told as a number

Related relatedTo(const Tensor& tensor, const Place& place, std::vector<Slots> besides, const Watch& watch)
{
    const auto* own = std::get_if<Slots>(&place);
    if (own == nullptr || besides.empty())
        return related(tensor, place, mostRelated, watch);
    besides.push_back(*own);
    return related(tensor, std::span<const Slots>(besides), mostRelated, watch);
}

// The slots by which the entry of a slot is found, and their bytes. Its row has pointers also where the entry is
// broken, so that no element reads it.
std::vector<Place> wayTo(const Tensor& tensor, const Place& place, const Related& related, const Watch& watch)
{
    const auto* slots = std::get_if<Slots>(&place);
    if (slots == nullptr || (!related.elements.empty() && !related.truncated))
        return {};
    const auto sized = withKnownSize(tensor, watch);
    const auto shape = logicalShape(sized);
    auto index =
        related.elements.empty() ? indexOfSlotsOf(sized)(*slots) : std::optional(related.elements.front());
    if (!shape || !index || index->size() != shape->extents.size() ||
        std::ranges::any_of(shape->extents, [](auto extent) { return extent < 1; }))
        return {};
    for (std::size_t dim = 0; dim < index->size(); ++dim)
        (*index)[dim] = std::clamp<std::int64_t>((*index)[dim], 0, shape->extents[dim] - 1);
    const auto path = sized.layout->locate(sized, *index);
    std::vector<Place> way;
    if (related.elements.empty()) // where a map marks it
        way.emplace_back(ElementPlace{*index});
    if (!path)
        return way;
    for (const auto& part : path->places) {
        const auto& member = sized.member(part.member);
        way.emplace_back(Slots{member.role->name, part.begin, part.end});
        for (const auto& bytes : bytesOf(member, part, 1).runs)
            way.emplace_back(BytePlace{member.array.storage->id(), bytes.begin, bytes.end});
    }
    return way;
}

// Where the entry of an element would be that isn't stored: strips show its neighbours.
std::vector<Place> gapOf(const Tensor& tensor, const Related& related)
{
    std::vector<Place> gap;
    for (const auto& slots : related.gap) {
        gap.emplace_back(slots);
        const auto& member = tensor.member(slots.member);
        for (const auto& bytes : bytesOf(member, slots, 1).runs)
            gap.emplace_back(BytePlace{member.array.storage->id(), bytes.begin, bytes.end});
    }
    return gap;
}

// Keeps a place of bytes where it was, in the storage that its member has now.
void followStorage(Pointed& pointed, const Tensor& tensor)
{
    auto* bytes = std::get_if<BytePlace>(&pointed.place);
    if (bytes == nullptr)
        return;
    const auto owner = std::ranges::find_if(
        tensor.members, [&](const Member& member) { return member.array.storage->id() == bytes->storageId; });
    if (owner != tensor.members.end())
        pointed.memberOfBytes = owner->role->name;
    else if (const auto* member = tensor.find(pointed.memberOfBytes))
        bytes->storageId = member->array.storage->id();
}

// Another tensor that is seen.
struct Other {
    SubjectId subject = 0;
    TensorPtr tensor;
    bool isSameSize = false;
    std::optional<Place> place = {}; // told; else it is looked for
};

bool areSameSize(const Shown& one, const Shown& other)
{
    return one.outline && other.outline && one.outline->size && one.outline->size == other.outline->size;
}

// A slot of a member that another layout does not have is no place in it.
bool isPlaceIn(const Tensor& tensor, const Place& place)
{
    const auto* slots = std::get_if<Slots>(&place);
    return slots == nullptr || tensor.find(slots->member) != nullptr;
}

Pointed found(Pointed pointed, const Tensor& tensor, const std::vector<Other>& others, const Watch& watch)
{
    pointed.related = relatedTo(tensor, pointed.place, pointed.besides, watch);
    if (!pointed.besides.empty())
        pointed.relatedToOwn = related(tensor, pointed.place, mostRelated, watch);
    const auto& own = pointed.relatedToPlace();
    pointed.way = own.gap.empty() ? wayTo(tensor, pointed.place, own, watch) : gapOf(tensor, own);
    pointed.elsewhere.clear();
    for (const auto& other : others)
        if (other.place)
            pointed.elsewhere.push_back(
                {other.subject, *other.place, {}, related(*other.tensor, *other.place, mostRelated, watch)});
        else if (auto there =
                     counterpart(tensor, pointed.place, own, *other.tensor, other.isSameSize, mostRelated, watch))
            pointed.elsewhere.push_back({other.subject, std::move(there->place), {}, std::move(there->related)});
    for (auto& there : pointed.elsewhere)
        there.way = gapOf(*std::ranges::find(others, there.subject, &Other::subject)->tensor, there.related);
    return pointed;
}

} // namespace

const Pointed* Pointed::in(SubjectId wanted) const
{
    if (wanted == subject)
        return this;
    const auto at = std::ranges::find(elsewhere, wanted, &Pointed::subject);
    return at == elsewhere.end() ? nullptr : &*at;
}

Selection::Selection(Workspace& workspace, Jobs& jobs, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_jobs(jobs)
{
    connect(&workspace, &Workspace::subjectsRemoved, this, &Selection::forget);
    connect(&workspace, &Workspace::subjectChanged, this, &Selection::refresh);
    m_previewGoal = new PreviewGoal(workspace, *this, jobs, this);
    connect(&m_cover, &Cover::changed, this, [this] {
        leave();
        if (m_selected)
            relate(m_selected, "select", &Selection::selectionChanged);
    });
}

void Selection::hover(SubjectId subject, const Place& place, std::vector<Slots> besides)
{
    if (m_cover.isOn(subject)) // the same place would light up elsewhere, which is what is asked
        return;
    if (m_hovered && m_hovered->subject == subject && m_hovered->place == place && m_hovered->besides == besides)
        return;
    m_hovered = Pointed{subject, place, std::move(besides)};
    relate(m_hovered, "hover", &Selection::hoverChanged);
    Q_EMIT hoverChanged();
}

void Selection::leave()
{
    if (!m_hovered)
        return;
    m_hovered.reset();
    m_jobs.stop(this, QStringLiteral("hover"));
    Q_EMIT hoverChanged();
}

bool Selection::isPointing(QPointF pointer)
{
    const bool hasMoved = std::exchange(m_pointer, pointer) != pointer;
    if (hasMoved)
        m_isPointerOverruled = false;
    return !m_isPointerOverruled;
}

void Selection::select(SubjectId subject, const Place& place, const QObject* pickedIn, std::vector<Slots> besides)
{
    m_told.reset();
    select(Pointed{subject, place, std::move(besides)}, pickedIn);
}

void Selection::pick(SubjectId subject, const Place& place, const QObject* pickedIn)
{
    const auto own = place; // the caller's may go while it is told
    select(subject, own, pickedIn);
    Q_EMIT picked(subject, own);
}

void Selection::select(SubjectId subject, const Place& place, SubjectId other, const Place& otherPlace)
{
    m_told = Pointed{other, otherPlace};
    select(Pointed{subject, place}, nullptr);
}

void Selection::select(Pointed pointed, const QObject* pickedIn)
{
    m_pickedIn = pickedIn;
    m_selected = std::move(pointed);
    // The latest request wins over a pointer that rests on another place.
    if (m_hovered && (m_hovered->subject != m_selected->subject || m_hovered->place != m_selected->place)) {
        m_isPointerOverruled = true;
        leave();
    }
    relate(m_selected, "select", &Selection::selectionChanged, &Selection::wentTo);
    Q_EMIT selectionChanged();
}

void Selection::restore(std::optional<Pointed> before)
{
    if (!before || m_workspace.find(before->subject) == nullptr)
        return clear();
    m_told.reset();
    m_pickedIn = nullptr;
    m_selected = std::move(before);
    relate(m_selected, "select", &Selection::selectionChanged);
    Q_EMIT selectionChanged();
}

void Selection::choose(Chosen chosen)
{
    if (chosen == m_chosen)
        return;
    m_chosen = std::move(chosen);
    m_relatedToChosen.clear();
    Q_EMIT chosenChanged();
}

void Selection::setRelatedToChosen(std::vector<Related> related)
{
    m_relatedToChosen = std::move(related);
    Q_EMIT chosenChanged();
}

void Selection::markRule(const QString& rule)
{
    if (std::exchange(m_markedRule, rule) != rule)
        Q_EMIT markedRuleChanged();
}

void Selection::clear()
{
    if (!m_selected)
        return;
    m_selected.reset();
    m_jobs.stop(this, QStringLiteral("select"));
    Q_EMIT selectionChanged();
}

void Selection::relate(std::optional<Pointed>& pointed, const char* name, Signal changed, Signal then)
{
    const auto* subject = m_workspace.find(pointed->subject);
    if (subject == nullptr)
        return;
    followStorage(*pointed, *subject->shown().tensor);
    if (m_cover.isOn(subject->id)) { // where it is elsewhere is what is asked
        m_jobs.stop(this, QString::fromLatin1(name));
        pointed->related = pointed->relatedToOwn = {};
        pointed->elsewhere.clear();
        return;
    }
    std::vector<Other> others;
    for (const auto id : m_seen) {
        const auto* other = id == subject->id ? nullptr : m_workspace.find(id);
        if (other == nullptr || m_cover.isOn(id))
            continue;
        others.push_back({id, other->shown().tensor, areSameSize(subject->shown(), other->shown())});
        if (&pointed == &m_selected && m_told && m_told->subject == id)
            others.back().place = m_told->place;
    }
    Pointed asked{subject->id, pointed->place, pointed->besides};
    asked.memberOfBytes = pointed->memberOfBytes;
    m_jobs.start(
        this, QString::fromLatin1(name),
        [asked = std::move(asked), tensor = subject->shown().tensor, others](const Watch& watch) {
            return found(asked, *tensor, others, watch);
        },
        [this, &pointed, changed, then](Pointed related) {
            if (!pointed)
                return;
            pointed = std::move(related);
            Q_EMIT(this->*changed)();
            if (then != nullptr)
                Q_EMIT(this->*then)();
        },
        Jobs::Kind::looks);
}

void Selection::setSeen(std::vector<SubjectId> subjects)
{
    std::ranges::sort(subjects);
    if (subjects == m_seen)
        return;
    m_seen = std::move(subjects);
    if (m_selected)
        relate(m_selected, "select", &Selection::selectionChanged);
}

bool Selection::areSeveralSeen() const
{
    return std::ranges::count_if(m_seen, [](SubjectId id) { return id != 0; }) > 1; // 0: nothing is beside it
}

void Selection::forget(const std::vector<SubjectId>& subjects)
{
    if (m_hovered && std::ranges::binary_search(subjects, m_hovered->subject))
        leave();
    if (m_selected && std::ranges::binary_search(subjects, m_selected->subject))
        clear();
}

// The same place of another tensor value: what it is related to may have changed.
void Selection::refresh(SubjectId subject)
{
    const auto* now = m_workspace.find(subject);
    const auto isGone = [&](const std::optional<Pointed>& pointed) {
        return pointed && now != nullptr && pointed->subject == subject &&
               !isPlaceIn(*now->tensor, pointed->place);
    };
    if (isGone(m_hovered))
        leave();
    if (isGone(m_selected))
        clear();
    const auto isSeen = std::ranges::find(m_seen, subject) != m_seen.end();
    if (m_hovered && (m_hovered->subject == subject || isSeen))
        relate(m_hovered, "hover", &Selection::hoverChanged);
    if (m_selected && (m_selected->subject == subject || isSeen))
        relate(m_selected, "select", &Selection::selectionChanged);
}

} // namespace tscope
