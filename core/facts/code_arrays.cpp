// SPDX-License-Identifier: Apache-2.0
#include "facts/code_arrays.h"

#include "facts/telling.h"
#include "facts/wording.h"
#include "rules/check.h"
#include "tensor/view_bits.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <span>

namespace tscope {

namespace {

constexpr std::int64_t mostBytes = std::int64_t{1} << 30; // made of nothing, for a member without data
constexpr std::int64_t longStorage = 1000; // elements; of a longer one those that no member reads are not written

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

// The NaN that libraries make of Python's: quiet, with no more bits than it takes to be one. Of a complex number
// each part may be one.
bool isUsualNan(const Element& element)
{
    const auto& type = element.type();
    const bool isComplex = type.elementClass() == ElementClass::complex;
    const auto size = element.bytes().size() / (isComplex ? 2 : 1);
    const auto isUsual = [&](std::span<const std::byte> part, double number) {
        if (!std::isnan(number))
            return true;
        const bool isHalf = size == 2;
        const auto top = std::to_integer<unsigned>(part[size - 1]) & 0x7FU;
        const auto next = std::to_integer<unsigned>(part[size - 2]);
        const auto rest = part.first(size - 2);
        return top == (isHalf ? 0x7EU : 0x7FU) &&
               next == (isHalf      ? 0U
                        : size == 4 ? 0xC0U
                                    : 0xF8U) &&
               std::ranges::all_of(rest, [](std::byte byte) { return byte == std::byte{}; });
    };
    const auto number = element.number();
    if (const auto* parts = std::get_if<std::complex<double>>(&number))
        return isUsual(element.bytes().first(size), parts->real()) &&
               isUsual(element.bytes().last(size), parts->imag());
    return isUsual(element.bytes(), std::get<double>(number));
}

} // namespace

// How the elements of a storage are written down: as numbers, or where numbers do not tell all of their bits as
// the integers that have the same bytes.
struct ArrayCode::Spelling {
    Array array;            // what is written
    std::string written;    // its type
    std::string conversion; // behind it
    PythonWords words = {};
    std::int64_t perElement = 1;
    bool isOfBits = false;
};

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
    countWritten(0, 0, false);
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
    if (member.requiresGrad && !saysGradient(member))
        comment(name + " requires a gradient");
    if (!geometry.isWellFormed())
        return fail(member, "sizes " + text(geometry.sizes) + " with strides " + text(geometry.strides) +
                                " make no sense");
    if (!hasCountableSizes(geometry.sizes))
        return fail(member, "so many elements as " + text(geometry.sizes) + " can't be counted");
    if (numelOf(array) == 0)
        return line(name + " = " + emptyArray(member, type));
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

std::string ArrayCode::emptyArray(const Member& member, const CodeType& type)
{
    const auto& geometry = member.array.geometry;
    if (geometry.offset != 0 || geometry.strides != rowMajorStrides(geometry.sizes))
        comment(nameOf(member) + " has no element, so its strides " + text(geometry.strides) + " and offset " +
                std::to_string(geometry.offset) + " lead nowhere");
    return library() + "empty(" + pythonText(geometry.sizes) + ", dtype=" + type.name + ")";
}

bool ArrayCode::isSpelled(const Element& element, const CodeType& type) const
{
    switch (element.type().elementClass()) {
    case ElementClass::boolean:
        return element.bytes()[0] <= std::byte{1};
    case ElementClass::real:
    case ElementClass::complex:
        return type.isHolder || !element.isNan() || (spellsNan(element.type()) && isUsualNan(element));
    default:
        return true;
    }
}

ArrayCode::Spelling ArrayCode::spellingOf(const Array& whole, std::int64_t begin, std::int64_t end,
                                          const CodeType& type) const
{
    const bool areWider = type.isHolder || !type.written.empty();
    Spelling out{whole, type.written.empty() ? type.name : type.written, conversion(type), {{}, areWider}};
    while (begin < end && isSpelled(whole.at(begin), type))
        ++begin;
    if (begin == end)
        return out;
    const auto size = whole.dtype.itemSize();
    const DType integer = size == 1   ? ElementType::u8
                          : size == 2 ? ElementType::i16
                          : size == 4 ? ElementType::i32
                                      : ElementType::i64;
    const auto per = size / integer.itemSize();
    return {wholeStorage(whole.storage, integer, whole.geometry.sizes[0] * per),
            library() + std::string(integer.name()),
            ".view(" + type.name + ")",
            {},
            per,
            true};
}

std::string ArrayCode::filled(const Spelling& spelling, const Formula& formula) const
{
    const auto dtype = ", dtype=" + spelling.written + ")" + spelling.conversion;
    if (formula.constant)
        return library() + "full((" + std::to_string(spelling.array.geometry.sizes[0]) + ",), " +
               pythonNumber(spelling.array.at(0), spelling.words) + dtype;
    return library() + "arange(" + std::to_string(formula.start) + ", " + std::to_string(formula.stop) + ", " +
           std::to_string(formula.step) + dtype;
}

void ArrayCode::writeStorage(const std::string& name, const Member& member, const CodeType& type)
{
    const auto& array = member.array;
    const auto count = array.storageNumel();
    if (count > 0 && !array.storage->hasBytes()) {
        comment("the elements of " + name + " are not known: zeros stand for them");
        const auto& written = type.written.empty() ? type.name : type.written;
        countWritten(0, 0, false);
        return line(name + " = " + library() + "zeros(" + std::to_string(count) + ", dtype=" + written + ")" +
                    conversion(type));
    }
    const auto whole = wholeStorage(array.storage, array.dtype, count);
    const auto formula = count > 0 ? formulaOf(whole, m_options.watch) : std::nullopt;
    if (formula) {
        if (const auto spelling = spellingOf(whole, 0, 1, type); spelling.perElement == 1) {
            countWritten(count, 0);
            return line(name + " = " + filled(spelling, *formula));
        }
    }
    // Only the part of a long one that this member reads; if that is too much, the beginning of the part.
    auto first = std::int64_t{0};
    auto end = count;
    if (count > std::min(m_options.mostElements, longStorage) && array.isInBounds() && !sharesStorage(member)) {
        if (const auto range = reach(array.geometry)) {
            first = range->first.asInt64().value_or(0);
            end = range->last.asInt64().value_or(count - 1) + 1;
        }
    }
    const auto shown = end - first > m_options.mostElements ? first + m_options.mostElements : end;
    countWritten(shown - first, end - shown);
    const auto spelling = spellingOf(whole, first, shown, type);
    if (spelling.isOfBits)
        comment(name + " is written as the integers that have its bytes: " +
                (array.dtype.type() == ElementType::boolean ? "some are neither 0 nor 1"
                                                            : "it has a NaN whose bits no number spells"));
    const auto per = spelling.perElement;
    const auto dtype = ", dtype=" + spelling.written + ")";
    const auto list = listCall() + pythonList(spelling.array, first * per, shown * per, spelling.words) + dtype;
    if (first == 0 && shown == count)
        return line(name + " = " + list + spelling.conversion);
    comment(name + " has " + std::to_string(count) + " elements; [" + std::to_string(first) + ", " +
            std::to_string(shown) + ") stand here, zeros for the others" +
            (shown < end ? ", so this is not the whole tensor" : ", which are not read"));
    line(name + " = " + library() + "zeros(" + std::to_string(count * per) + dtype);
    line(name + "[" + std::to_string(first * per) + ":" + std::to_string(shown * per) + "] = " + list);
    if (!spelling.conversion.empty())
        line(name + " = " + name + spelling.conversion);
}

void ArrayCode::countWritten(std::int64_t written, std::int64_t leftOut, bool isPossible)
{
    if (auto* sums = m_options.written) {
        sums->written = saturatingAdd(sums->written, written);
        sums->leftOut = saturatingAdd(sums->leftOut, leftOut);
        sums->isPossible = sums->isPossible && isPossible;
    }
}

bool writeHeading(ArrayCode& code, const Tensor& tensor, const std::string& name, const CodeOptions& options)
{
    code.comment(titleOf(name) + "  " + summaryOf(info(tensor)));
    const auto report = check(tensor, {.maxWitnesses = 1, .advice = false, .watch = options.watch});
    bool isBuilt = true;
    for (const auto& finding : report.findings)
        if (finding.level == Level::violation) {
            // Documented element types are no business of those that build.
            isBuilt = isBuilt && (finding.rule == "1.5" || finding.rule == "COO-1.3");
            code.comment("breaks " + finding.rule + ": " + finding.statement + " (" + placesText(finding.count) +
                         ")");
        }
    const bool hasBits = hasViewBits(tensor); // which are code
    for (const auto& claim : tensor.claims.all())
        if (!(hasBits && (claim.name == "conj" || claim.name == "neg")) && claim.name != "ragged_idx" &&
            claim.name != "is_coalesced" && claim.name != "min_seqlen" && claim.name != "max_seqlen")
            code.comment("claims " + claim.name);
    // Zeros in the place of what is not known may break what it does not.
    return isBuilt && std::ranges::all_of(tensor.members, &Member::isReadable);
}

} // namespace tscope
