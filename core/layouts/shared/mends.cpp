// SPDX-License-Identifier: Apache-2.0
#include "layouts/shared/mends.h"

#include "base/say.h"
#include "layouts/shared/countable_size.h"
#include "layouts/shared/rewrites.h"
#include "layouts/shared/sentences.h"

#include <algorithm>

namespace tscope {

namespace {

std::vector<std::string> brokenOf(std::string_view ids, const Report& report)
{
    std::vector<std::string> broken;
    for (std::size_t begin = 0; begin < ids.size();) {
        const auto end = std::min(ids.find(' ', begin), ids.size());
        const auto id = ids.substr(begin, end - begin);
        if (report.find(id))
            broken.emplace_back(id);
        begin = end + 1;
    }
    return broken;
}

const Member* valuesOf(const Tensor& tensor)
{
    const auto at =
        std::ranges::find_if(tensor.members, [](const Member& m) { return m.role->kind == RoleKind::values; });
    return at == tensor.members.end() ? nullptr : &*at;
}

// Every member that `select` names, rewritten by `rewrite`.
template <class Select, class Rewrite>
Result<EditList> rewriteMembers(const Tensor& tensor, Select&& select, Rewrite&& rewrite)
{
    EditList list;
    for (const auto& member : tensor.members) {
        if (!select(member))
            continue;
        auto array = rewrite(member);
        if (!array)
            return array.error();
        list.edits.push_back(ReplaceArray{std::string(member.role->name), std::move(*array), member.layout});
    }
    return list;
}

Result<EditList> castIndexMembersTo(const Tensor& tensor, const DType& type)
{
    auto list = rewriteMembers(
        tensor, [&](const Member& m) { return m.role->kind != RoleKind::values && m.array.dtype != type; },
        [&](const Member& m) { return cast(m.array, type, true); });
    if (list && tensor.indexDType && *tensor.indexDType != type)
        list->edits.push_back(SetIndexDType{type});
    return list;
}

// A type near `type` that every consumer we know takes; itself when there is none.
DType nearestKnown(const DType& type)
{
    using enum ElementType;
    switch (type.type()) {
    case boolean:
    case qi8:
        return i8;
    case u8:
    case qu8:
    case u16:
    case i16:
        return i32;
    case u32:
    case u64:
        return i64;
    case f16:
    case bf16:
    case f8e4m3fn:
    case f8e5m2:
        return f32;
    case i64:
        return f64;
    case c32:
        return c64;
    default:
        return type;
    }
}

// Where all members are to go: where the tensor says it is, if it may be there and has its bytes there.
Device meetingPlace(const Tensor& tensor)
{
    const auto device = tensor.declaredDevice();
    return device.type == "cuda" || device.type == "xpu" || device.type == "privateuseone" ? device : Device{};
}

} // namespace

std::vector<Repair> offered(const Reading& reading, const Report& report, std::span<const Mend> table)
{
    std::vector<Repair> out;
    for (const auto& mend : table) {
        auto clears = brokenOf(mend.clears, report);
        if (clears.empty() || (mend.applies && !mend.applies(reading, report)))
            continue;
        auto reason = mend.numbers ? mend.numbers(reading, report) : statementText(reading.tensor(), mend.reason);
        const auto change = mend.oneChange ? mend.oneChange(reading, report) : std::nullopt;
        auto title = change      ? withReason(changeText(reading.tensor(), *change), reason)
                     : mend.says ? mend.says(reading, report)
                                 : std::string();
        if (title.empty())
            title = statementText(reading.tensor(), mend.title);
        const auto effect = mend.effectHere ? mend.effectHere(reading, report) : mend.effect;
        out.push_back({std::string(mend.id), std::move(title), effect.lossless, std::move(clears),
                       statementText(reading.tensor(), effect.words), effect.invents, effect.reshapes,
                       mend.movesEntries, change.has_value(), std::move(reason)});
        out.back().isGuess = effect.isGuess;
    }
    std::ranges::stable_sort(out, {}, [](const Repair& repair) {
        return !repair.lossless ? 2 : repair.invents ? 1 : 0;
    });
    return out;
}

std::optional<Slots> onlyPlace(const Report& report, std::initializer_list<std::string_view> rules)
{
    const Finding* only = nullptr;
    for (const auto rule : rules)
        if (const auto* finding = report.find(rule)) {
            if (only != nullptr)
                return std::nullopt;
            only = finding;
        }
    if (only == nullptr || only->count != 1 || only->witnesses.empty())
        return std::nullopt;
    const auto& place = only->witnesses.front().place;
    return place && place->end == place->begin + 1 ? place : std::nullopt;
}

Result<EditList> planned(const Reading& reading, const Report& report, std::span<const Mend> table,
                         std::string_view id)
{
    const auto at = std::ranges::find(table, id, &Mend::id);
    if (at == table.end())
        return invalidArgument(say("a {0} tensor has no repair '{1}'", reading.tensor().layout->name, id));
    return at->plan(reading, report);
}

Result<EditList> takeTagAway(const Reading&, const Report&)
{
    return EditList{{SetClaim{"declared_layout", std::nullopt}}};
}

Result<EditList> takeAsStrided(const Reading& reading, const Report&)
{
    EditList list;
    for (const auto& member : reading.tensor().members)
        if (!member.isStrided())
            list.edits.push_back(ReplaceArray{std::string(member.role->name), member.array});
    return list;
}

Result<EditList> declareDType(const Reading&, const Report&)
{
    return EditList{{SetDType{std::nullopt}}};
}

bool hasOneIndexType(const Reading& reading, const Report&)
{
    std::optional<DType> type;
    for (const auto& member : reading.tensor().members) {
        if (member.role->kind == RoleKind::values)
            continue;
        if (type && *type != member.array.dtype)
            return false;
        type = member.array.dtype;
    }
    return type == DType(ElementType::i32) || type == DType(ElementType::i64);
}

Result<EditList> declareIndexDType(const Reading&, const Report&)
{
    return EditList{{SetIndexDType{std::nullopt}}};
}

bool hasOneDevice(const Reading& reading, const Report& report)
{
    const auto& members = reading.tensor().members;
    return !report.find("4.1") && !report.find("COO-4.1") && std::ranges::all_of(members, [&](const Member& m) {
        return m.array.storage->device() == members.front().array.storage->device();
    });
}

Result<EditList> declareDevice(const Reading&, const Report&)
{
    return EditList{{SetDevice{std::nullopt}}};
}

Result<EditList> castValues(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    const auto type = tensor.declaredDType();
    return rewriteMembers(
        tensor, [](const Member& m) { return m.role->kind == RoleKind::values; },
        [&](const Member& m) { return cast(m.array, type, false); });
}

Result<EditList> castValuesToKnown(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    const auto* values = valuesOf(tensor);
    if (!values)
        return invalidArgument(say("there are no values to cast"));
    const auto type = nearestKnown(values->array.dtype);
    if (type == values->array.dtype)
        return unsupported(say("no other type is near {0}", type.name()));
    auto list = rewriteMembers(
        tensor, [](const Member& m) { return m.role->kind == RoleKind::values; },
        [&](const Member& m) { return cast(m.array, type, true); });
    if (list && tensor.dtype)
        list->edits.push_back(SetDType{type});
    return list;
}

Result<EditList> castIndices(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    const auto declared = tensor.declaredIndexDType();
    const bool isUsable = tensor.layout->family == "compressed" &&
                          (declared == DType(ElementType::i32) || declared == DType(ElementType::i64));
    return castIndexMembersTo(tensor, isUsable ? declared : DType(ElementType::i64));
}

Result<EditList> widenIndices(const Reading& reading, const Report&)
{
    return castIndexMembersTo(reading.tensor(), ElementType::i64);
}

Result<EditList> moveMembers(const Reading& reading, const Report&)
{
    const auto& tensor = reading.tensor();
    const auto device = meetingPlace(tensor);
    auto list = rewriteMembers(
        tensor, [&](const Member& m) { return !(m.array.storage->device() == device); },
        [&](const Member& m) {
            return relabelled(m.array, {device, m.array.storage->isPinned() && device.type == "cpu"});
        });
    if (list && tensor.device && !(*tensor.device == device))
        list->edits.push_back(SetDevice{device});
    return list;
}

Result<EditList> unpinMembers(const Reading& reading, const Report&)
{
    return rewriteMembers(
        reading.tensor(), [](const Member& m) { return m.array.storage->isPinned(); },
        [](const Member& m) {
            return relabelled(m.array, {m.array.storage->device(), false});
        });
}

Result<EditList> detachMembers(const Reading& reading, const Report&)
{
    EditList list;
    for (const auto& member : reading.tensor().members)
        if (member.requiresGrad)
            list.edits.push_back(SetRequiresGrad{std::string(member.role->name), false});
    return list;
}

Result<EditList> makeContiguous(const Reading& reading, const Report&)
{
    // A copy starts at an aligned address; also where the strides are those of a contiguous array but of one
    // element, whose stride some consumers look at.
    return rewriteMembers(
        reading.tensor(),
        [](const Member& m) {
            const auto& array = m.array;
            return m.isStrided() && array.geometry.isWellFormed() &&
                   (array.geometry.strides != rowMajorStrides(array.geometry.sizes) ||
                    (array.dtype.itemSize() > 0 && array.geometry.offset != 0));
        },
        [](const Member& m) -> Result<Array> {
            if (!m.array.storage->hasBytes())
                return Array::declared(m.array.dtype, m.array.geometry.sizes,
                                       {m.array.storage->device(), m.array.storage->isPinned()});
            const auto count = numel(m.array.geometry).value_or(int64Max);
            if (Wide(count) > Wide::product(m.array.storageNumel(), 8))
                return unsupported(say("a member that repeats its storage is not copied out"));
            return packed(m.array);
        });
}

bool isStorageNearlyEnough(const Reading& reading, const Report&)
{
    constexpr std::int64_t mostGrowth = 16; // what is missing may be a mistake in the geometry instead
    return std::ranges::all_of(reading.tensor().members, [](const Member& m) {
        if (m.array.isInBounds())
            return true;
        const auto needed = minStorage(m.array.geometry);
        return needed && m.array.dtype.itemSize() > 0 && m.array.geometry.offset >= 0 &&
               *needed / mostGrowth <= m.array.storageNumel();
    });
}

Result<EditList> growStorages(const Reading& reading, const Report&)
{
    return rewriteMembers(
        reading.tensor(), [](const Member& m) { return m.isStrided() && !m.array.isInBounds(); },
        [](const Member& m) -> Result<Array> {
            const auto needed = minStorage(m.array.geometry);
            const auto bytes = needed ? checkedMul(*needed, m.array.dtype.itemSize()) : std::nullopt;
            if (!bytes)
                return invalidArgument(say("no storage is large enough for {0}", m.role->name));
            const Storage::Label label{m.array.storage->device(), m.array.storage->isPinned()};
            Array out = m.array;
            if (!m.array.storage->hasBytes()) {
                out.storage = declaredStorage(*bytes, label);
                return out;
            }
            auto builder = StorageBuilder::make(*bytes);
            if (!builder)
                return builder.error();
            m.array.storage->read(0, builder->bytes().first(
                                         static_cast<std::size_t>(std::min(*bytes, m.array.storage->byteSize()))));
            out.storage = std::move(*builder).seal(label);
            return out;
        });
}

Result<EditList> refreshNumel(const Reading&, const Report&)
{
    return EditList{{SetClaim{"numel", std::nullopt}}};
}

bool isSizeTold(const Reading& reading, const Report&)
{
    const auto told = reading.inferredSize();
    return told && reading.tensor().size && *told != *reading.tensor().size && !overflowsBeforeZero(*told);
}

Result<EditList> inferSize(const Reading& reading, const Report&)
{
    const auto size = reading.inferredSize();
    if (!size)
        return invalidArgument(say("the members do not tell a size"));
    if (overflowsBeforeZero(*size))
        return invalidArgument(say("the size that the members tell has no element count"));
    return EditList{{SetSize{*size}}};
}

} // namespace tscope
