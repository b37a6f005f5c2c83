// SPDX-License-Identifier: Apache-2.0
#include "facts/code_arrays.h"

#include "facts/telling.h"
#include "facts/wording.h"
#include "rules/check.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostBytes = std::int64_t{1} << 30; // made of nothing, for a member without data

std::int64_t numelOf(const Array& array)
{
    return numel(array.geometry).value_or(0);
}

// Its elements and no others, one after the other.
bool isWhole(const Array& array)
{
    return array.geometry.offset == 0 && isContiguous(array.geometry) && numelOf(array) == array.storageNumel() &&
           array.storageNumel() * array.dtype.itemSize() == array.storage->byteSize();
}

// Libraries take the product of sizes that are not 0 for the number of elements they must be able to count.
bool hasCountableSizes(const Extents& sizes)
{
    auto product = Extents{};
    std::ranges::copy_if(sizes, std::back_inserter(product), [](auto extent) { return extent != 0; });
    const auto count = numel(product);
    return count && *count < int64Max / 16;
}

bool hasOddBool(const Array& array, std::int64_t count)
{
    if (array.dtype.type() != ElementType::boolean)
        return false;
    for (std::int64_t i = 0; i < count; ++i)
        if (array.at(i).bytes()[0] > std::byte{1})
            return true;
    return false;
}

} // namespace

std::string ArrayCode::nameOf(const Member& member)
{
    const auto& role = *member.role;
    return std::string(role.kind == RoleKind::values || role.aliases.empty() ? role.name : role.aliases.front());
}

void ArrayCode::comment(const std::string& text)
{
    m_code += "# " + harmless(text) + "\n";
}

void ArrayCode::lineOfAll(const std::string& code)
{
    if (hasAll())
        return line(code);
    std::string commented = "# ";
    for (const char c : code)
        commented += c == '\n' ? std::string("\n# ") : std::string(1, c);
    line(commented);
}

void ArrayCode::fail(const Member& member, const std::string& why)
{
    comment(nameOf(member) + " can't be built: " + why);
    m_missing.insert(member.role->name);
}

bool ArrayCode::sharesStorage(const Member& member) const
{
    return std::ranges::count_if(m_tensor.members, [&](const Member& other) {
               return other.array.storage == member.array.storage;
           }) > 1;
}

void ArrayCode::writeMembers()
{
    for (const auto& member : m_tensor.members)
        writeMember(member);
}

void ArrayCode::writeMember(const Member& member)
{
    const auto& array = member.array;
    const auto& geometry = array.geometry;
    const auto type = typeOf(array.dtype);
    const auto name = nameOf(member);
    if (type.name.empty())
        return fail(member, "elements of type " + std::string(array.dtype.name()) + " have no counterpart");
    if (member.layout != "strided")
        comment(name + " claims to be " + member.layout + "; what is built is strided");
    if (!type.note.empty())
        comment(name + ": " + type.note);
    if (array.storage->device().text() != "cpu")
        comment(name + " lies on " + array.storage->device().text());
    if (array.storage->isPinned())
        comment(name + " lies in pinned memory");
    if (member.requiresGrad)
        comment(name + " requires a gradient");
    if (!geometry.isWellFormed())
        return fail(member, "sizes " + text(geometry.sizes) + " with strides " + text(geometry.strides) +
                                " make no sense");
    if (!hasCountableSizes(geometry.sizes))
        return fail(member, "so many elements as " + text(geometry.sizes) + " can't be counted");
    if (numelOf(array) == 0) {
        if (!isContiguous(geometry) || geometry.offset != 0 || geometry.strides != rowMajorStrides(geometry.sizes))
            comment(name + " has no element, so its strides " + text(geometry.strides) + " and offset " +
                    std::to_string(geometry.offset) + " lead nowhere");
        return line(name + " = " + library() + "empty(" + pythonText(geometry.sizes) + ", dtype=" + type.name +
                    ")");
    }
    const bool isHeld = array.storage->hasBytes() || array.storage->byteSize() <= mostBytes;
    if (!isHeld)
        return fail(member, "its " + std::to_string(array.storage->byteSize()) + " bytes are not known");
    const auto storage = isWhole(array) && !sharesStorage(member) ? "" : storageOf(member, type);
    if (!array.isInBounds())
        return fail(member, "sizes " + text(geometry.sizes) + ", strides " + text(geometry.strides) +
                                " and offset " + std::to_string(geometry.offset) + " leave its storage of " +
                                std::to_string(array.storageNumel()) + " elements");
    if (!storage.empty())
        return line(name + " = " + view(storage, array));
    writeStorage(name, member, type);
    if (geometry.rank() != 1)
        line(name + " = " + name + ".reshape(" + pythonText(geometry.sizes) + ")");
}

std::string ArrayCode::storageOf(const Member& member, const CodeType& type)
{
    const std::pair key(member.array.storage->id(), type.name);
    const auto known = m_storages.find(key);
    if (known != m_storages.end())
        return known->second;
    for (const auto& [other, name] : m_storages)
        if (other.first == key.first)
            comment("the same bytes as " + name + ", which another member reads as another type: a copy here");
    const auto name =
        sharesStorage(member) ? "storage_" + std::to_string(m_storages.size()) : nameOf(member) + "_storage";
    writeStorage(name, member, type);
    return m_storages[key] = name;
}

std::string ArrayCode::filled(const Array& whole, const CodeType& type)
{
    const auto count = whole.geometry.sizes[0];
    const auto& written = type.written.empty() ? type.name : type.written;
    const auto dtype = ", dtype=" + written + ")";
    const auto formula = formulaOf(whole, m_options.watch);
    if (!formula)
        return "";
    if (formula->constant)
        return library() + "full((" + std::to_string(count) + ",), " + pythonNumber(*formula->constant) + dtype;
    return library() + "arange(" + std::to_string(formula->start) + ", " + std::to_string(formula->stop) + ", " +
           std::to_string(formula->step) + dtype;
}

void ArrayCode::writeStorage(const std::string& name, const Member& member, const CodeType& type)
{
    const auto& array = member.array;
    const auto count = array.storageNumel();
    const auto& written = type.written.empty() ? type.name : type.written;
    const auto dtype = ", dtype=" + written + ")";
    const auto zeros = library() + "zeros(" + std::to_string(count) + dtype;
    if (count > 0 && !array.storage->hasBytes()) {
        comment("the elements of " + name + " are not known: zeros stand for them");
        return line(name + " = " + converted(zeros, type));
    }
    const auto whole = wholeStorage(array.storage, array.dtype, count);
    if (count > 0) {
        if (const auto code = filled(whole, type); !code.empty())
            return line(name + " = " + converted(code, type));
    }
    if (count <= m_options.mostElements) {
        if (hasOddBool(whole, count))
            comment(name + " has bytes that are neither 0 nor 1; they are written as True");
        return line(name + " = " + converted(listCall() + pythonList(whole, 0, count) + dtype, type));
    }
    // Of a long one what this member reads; if that is too much, the beginning of it.
    auto first = std::int64_t{0};
    auto end = count;
    if (const auto range = array.isInBounds() && !sharesStorage(member) ? reach(array.geometry) : std::nullopt) {
        first = range->first.asInt64().value_or(0);
        end = range->last.asInt64().value_or(count - 1) + 1;
    }
    const auto shown = std::min(end, first + m_options.mostElements);
    comment(name + " has " + std::to_string(count) + " elements; [" + std::to_string(first) + ", " +
            std::to_string(shown) + ") stand here, zeros for the others" +
            (shown < end ? ", so this is not the whole tensor" : ", which are not read"));
    line(name + " = " + zeros);
    line(name + "[" + std::to_string(first) + ":" + std::to_string(shown) + "] = " + listCall() +
         pythonList(whole, first, shown) + dtype);
    if (const auto code = converted(name, type); code != name)
        line(name + " = " + code);
}

bool writeHeading(ArrayCode& code, const Tensor& tensor, const std::string& name, const CodeOptions& options)
{
    code.comment(titleOf(name) + "  " + summaryOf(info(tensor)));
    const auto report = check(tensor, {.maxWitnesses = 1, .advice = false, .watch = options.watch});
    for (const auto& finding : report.findings)
        if (finding.level == Level::violation)
            code.comment("breaks " + finding.rule + ": " + finding.statement + " (" + placesText(finding.count) +
                         ")");
    for (const auto& claim : tensor.claims.all())
        if (claim.name != "ragged_idx" && claim.name != "is_coalesced" && claim.name != "min_seqlen" &&
            claim.name != "max_seqlen")
            code.comment("claims " + claim.name);
    // Zeros in the place of what is not known may break what it does not.
    return report.valid && std::ranges::all_of(tensor.members, &Member::isReadable);
}

} // namespace tscope
