// SPDX-License-Identifier: Apache-2.0
#include "facts/diff.h"

#include "anatomy/reading.h"
#include "facts/distance.h"
#include "layouts/shared/sum.h"
#include "tensor/view_bits.h"

#include <algorithm>
#include <cmath>

namespace tscope {

namespace {

// One stored element: where it stands logically, as one number, and which value slot holds it.
struct Stored {
    std::int64_t at = 0;
    std::int64_t slot = 0;
};

const Member& memberOfValues(const Tensor& tensor)
{
    const auto at = std::ranges::find_if(
        tensor.members, [](const Member& member) { return member.role->kind == RoleKind::values; });
    return *at; // every layout has one
}

Error stopped()
{
    return {ErrorCode::cancelled, "the comparison was stopped"};
}

// Visits all entries. Fails, before much time or memory went into it, when strides make so many elements of few
// stored ones that they can't be compared one by one.
Result<void> walk(const Tensor& tensor, const Watch& watch, const EntryVisitor& visit)
{
    static constexpr std::int64_t alwaysFine = 1 << 16;
    const auto tooMany = [](const Member& member) {
        return unsupported("too many elements to compare one by one: " + std::string(member.role->name) +
                           " makes them of a storage of " + std::to_string(member.array.storageNumel()));
    };
    const auto limitOf = [](const Member& member) { // what is only declared may claim any length
        const auto stored = member.array.storage->hasBytes() ? member.array.storageNumel() : 0;
        return std::max(alwaysFine, saturatingMul(2, stored));
    };
    for (const auto& role : tensor.layout->roles)
        if (role.kind == RoleKind::values && !tensor.find(role.name))
            return unsupported("a tensor without " + std::string(role.name) + " has nothing to compare");
    for (const auto& member : tensor.members) {
        const auto count = numel(member.array.geometry);
        if (!count)
            return unsupported(std::string(member.role->name) +
                               " has no number of elements that 64 bits can hold");
        if (*count > limitOf(member))
            return tooMany(member);
    }
    std::int64_t left = limitOf(memberOfValues(tensor));
    const auto walked = tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
        return left-- > 0 && !watch.isStopped() && visit(index, slot);
    });
    if (watch.isStopped())
        return stopped();
    return walked && left < 0 ? tooMany(memberOfValues(tensor)) : walked;
}

Result<void> growBox(const Tensor& tensor, Extents& box, const Watch& watch)
{
    return walk(tensor, watch, [&](const Extents& index, std::int64_t) {
        box.resize(std::max(box.size(), index.size()), 0);
        for (std::size_t d = 0; d < index.size(); ++d)
            box[d] = std::max(box[d], index[d] + 1);
        return true;
    });
}

Result<std::vector<Stored>> collect(const Tensor& tensor, const Extents& box, const Watch& watch)
{
    std::vector<Stored> stored;
    auto walked = walk(tensor, watch, [&](const Extents& index, std::int64_t slot) {
        auto padded = index;
        padded.resize(box.size(), 0);
        stored.push_back({positionOf(box, padded), slot});
        return true;
    });
    if (!walked)
        return walked.error();
    return stored;
}

// What is stored at one index: one element, or what several mean together. Nothing: it can't be told.
struct Value {
    std::int64_t at = 0;
    std::optional<Element> element;
};

std::vector<Value> valuesByIndex(const Tensor& tensor, std::vector<Stored> stored)
{
    std::ranges::stable_sort(stored, {}, &Stored::at);
    const auto& array = memberOfValues(tensor).array;
    const bool readable = memberOfValues(tensor).isReadable() && !array.dtype.isOpaque();
    std::vector<Value> out;
    std::vector<Element> duplicates;
    for (std::size_t i = 0; i < stored.size();) {
        const auto at = stored[i].at;
        duplicates.clear();
        for (; i < stored.size() && stored[i].at == at; ++i)
            if (readable)
                duplicates.push_back(array.at(stored[i].slot));
        if (duplicates.size() == 1)
            out.push_back({at, duplicates.front()});
        else
            out.push_back({at, duplicates.empty() ? std::nullopt : sumOf(duplicates)});
    }
    return out;
}

class Comparison
{
public:
    Comparison(Difference& out, const Extents& box) : m_out(out), m_box(box) {}

    void merge(const std::vector<Value>& a, const std::vector<Value>& b)
    {
        std::size_t i = 0, j = 0;
        while (i < a.size() || j < b.size()) {
            const bool takeA = j == b.size() || (i < a.size() && a[i].at <= b[j].at);
            const bool takeB = i == a.size() || (j < b.size() && b[j].at <= a[i].at);
            compare(takeA ? &a[i] : nullptr, takeB ? &b[j] : nullptr);
            i += takeA;
            j += takeB;
        }
    }

    void differsAt(bool Difference::*level, const char* name, Extents at, std::optional<Element> a,
                   std::optional<Element> b)
    {
        if (m_out.*level)
            m_out.first.push_back({name, std::move(at), std::move(a), std::move(b)});
        m_out.*level = false;
    }

private:
    void compare(const Value* a, const Value* b)
    {
        const auto at = a ? a->at : b->at;
        const auto elementOf = [](const Value* value) { return value ? value->element : std::nullopt; };
        if (!a || !b) {
            ++(a ? m_out.onlyA : m_out.onlyB);
            differsAt(&Difference::pattern, "pattern", indexOf(m_box, at), elementOf(a), elementOf(b));
        }
        if (isSame(a, b))
            return;
        ++m_out.differ;
        differsAt(&Difference::values, "values", indexOf(m_box, at), elementOf(a), elementOf(b));
    }

    // Measures the distance as well. What is not stored is 0.
    bool isSame(const Value* a, const Value* b)
    {
        if ((a && !a->element) || (b && !b->element)) {
            m_out.maxAbs = m_out.maxRel = std::nullopt;
            return a && b && !a->element && !b->element;
        }
        const Number zero = std::int64_t{0};
        const auto distance = distanceOf(a ? a->element->number() : zero, b ? b->element->number() : zero);
        if (!distance)
            return true;
        raise(m_out.maxAbs, distance->absolute);
        raise(m_out.maxRel, distance->relative);
        return false;
    }

    // NaN stays, once it is there; and nothing at all stays nothing.
    static void raise(std::optional<double>& most, double value)
    {
        if (most && !std::isnan(*most) && !(value <= *most))
            most = value;
    }

    Difference& m_out;
    const Extents& m_box;
};

bool sameMetadata(const Member& a, const Member& b)
{
    return a.role->name == b.role->name && a.layout == b.layout && a.array.dtype == b.array.dtype &&
           a.array.geometry.sizes == b.array.geometry.sizes &&
           a.array.geometry.strides == b.array.geometry.strides;
}

// Members element by element, as bytes. Metadata-only members are equal when their metadata is.
void compareBytes(const Tensor& a, const Tensor& b, const Watch& watch, Comparison& comparison)
{
    const auto differs = [&](std::int64_t member, std::int64_t slot, std::optional<Element> left,
                             std::optional<Element> right) {
        comparison.differsAt(&Difference::bytes, "bytes", {member, slot}, std::move(left), std::move(right));
    };
    if (a.layout != b.layout || a.members.size() != b.members.size())
        return differs(0, 0, std::nullopt, std::nullopt);
    for (std::size_t m = 0; m < a.members.size(); ++m) {
        const auto member = static_cast<std::int64_t>(m);
        const auto& left = a.members[m];
        const auto& right = b.members[m];
        if (!sameMetadata(left, right) || left.isReadable() != right.isReadable())
            return differs(member, 0, std::nullopt, std::nullopt);
        if (!left.isReadable())
            continue;
        const auto count = numel(left.array.geometry).value_or(0);
        for (std::int64_t slot = 0; slot < count && !watch.isStopped(); ++slot)
            if (const auto x = left.array.at(slot), y = right.array.at(slot); !(x == y))
                return differs(member, slot, x, y);
    }
}

// The size both must agree on before their values can be compared.
std::optional<std::vector<OuterExtent>> sizeOf(const Tensor& tensor)
{
    return tensor.layout->read(tensor, {})->outline().size;
}

} // namespace

Result<Difference> diff(const Tensor& storedAsA, const Tensor& storedAsB, const Watch& watch)
{
    const auto meantA = withMeantElements(storedAsA), meantB = withMeantElements(storedAsB);
    if (!meantA || !meantB)
        return meantA ? meantB.error() : meantA.error();
    const auto &a = *meantA, &b = *meantB;
    Extents box;
    for (const auto* tensor : {&a, &b})
        if (auto grown = growBox(*tensor, box, watch); !grown)
            return grown.error();
    if (!checkedProduct(box))
        return Error{ErrorCode::overflow, "indices up to " + text(box) + " can't be numbered in 64 bits"};

    auto storedA = collect(a, box, watch);
    if (!storedA)
        return storedA.error();
    auto storedB = collect(b, box, watch);
    if (!storedB)
        return storedB.error();

    Difference out;
    out.maxAbs = out.maxRel = 0.0;
    Comparison comparison(out, box);
    if (sizeOf(a) != sizeOf(b))
        comparison.differsAt(&Difference::values, "values", {}, std::nullopt, std::nullopt);
    if (!std::ranges::equal(*storedA, *storedB, {}, &Stored::at, &Stored::at)) {
        const auto [x, y] = std::ranges::mismatch(*storedA, *storedB, {}, &Stored::at, &Stored::at);
        const auto at = x != storedA->end() ? x->at : y->at;
        comparison.differsAt(&Difference::order, "order", indexOf(box, at), std::nullopt, std::nullopt);
    }
    comparison.merge(valuesByIndex(a, std::move(*storedA)), valuesByIndex(b, std::move(*storedB)));
    compareBytes(storedAsA, storedAsB, watch, comparison);
    if (watch.isStopped())
        return stopped();
    if (sizeOf(a) != sizeOf(b))
        out.maxAbs = out.maxRel = std::nullopt;
    return out;
}

} // namespace tscope
