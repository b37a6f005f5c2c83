// SPDX-License-Identifier: Apache-2.0
#include "element/dtype.h"

#include "base/check.h"
#include "base/printable.h"

#include <array>

namespace tscope {

namespace {

struct Info {
    ElementType type;
    ElementClass kind;
    std::string_view name, shortName;
    std::int64_t size;
};

using enum ElementClass;

constexpr std::array table{
    Info{ElementType::boolean, boolean, "bool", "bool", 1},
    Info{ElementType::u8, unsignedInteger, "uint8", "u8", 1},
    Info{ElementType::u16, unsignedInteger, "uint16", "u16", 2},
    Info{ElementType::u32, unsignedInteger, "uint32", "u32", 4},
    Info{ElementType::u64, unsignedInteger, "uint64", "u64", 8},
    Info{ElementType::i8, signedInteger, "int8", "i8", 1},
    Info{ElementType::i16, signedInteger, "int16", "i16", 2},
    Info{ElementType::i32, signedInteger, "int32", "i32", 4},
    Info{ElementType::i64, signedInteger, "int64", "i64", 8},
    Info{ElementType::f16, real, "float16", "f16", 2},
    Info{ElementType::bf16, real, "bfloat16", "bf16", 2},
    Info{ElementType::f32, real, "float32", "f32", 4},
    Info{ElementType::f64, real, "float64", "f64", 8},
    Info{ElementType::f8e4m3fn, real, "float8_e4m3fn", "f8_e4m3fn", 1},
    Info{ElementType::f8e5m2, real, "float8_e5m2", "f8_e5m2", 1},
    Info{ElementType::c32, complex, "complex32", "c32", 4},
    Info{ElementType::c64, complex, "complex64", "c64", 8},
    Info{ElementType::c128, complex, "complex128", "c128", 16},
    Info{ElementType::qi8, quantised, "qint8", "q8", 1},
    Info{ElementType::qu8, quantised, "quint8", "qu8", 1},
};

constexpr auto typesOf()
{
    std::array<ElementType, table.size()> types{};
    for (std::size_t i = 0; i < table.size(); ++i)
        types[i] = table[i].type;
    return types;
}

constexpr auto known = typesOf();

// Other words for the same types, as Python libraries spell them.
struct Alias {
    std::string_view name;
    ElementType type;
};

constexpr std::array aliases{
    Alias{"half", ElementType::f16},      Alias{"float", ElementType::f32},  Alias{"double", ElementType::f64},
    Alias{"cfloat", ElementType::c64},    Alias{"chalf", ElementType::c32},  Alias{"cdouble", ElementType::c128},
    Alias{"short", ElementType::i16},     Alias{"int", ElementType::i32},    Alias{"long", ElementType::i64},
    Alias{"bool_", ElementType::boolean}, Alias{"b1", ElementType::boolean},
};

const Info& infoOf(ElementType type)
{
    TSCOPE_CHECK(static_cast<std::size_t>(type) < table.size(), "an opaque type has no table entry");
    return table[static_cast<std::size_t>(type)];
}

} // namespace

DType DType::opaque(std::string name, std::int64_t itemSize)
{
    DType out;
    out.m_type = ElementType::opaque;
    out.m_opaque = std::make_shared<const Opaque>(Opaque{boundedWord(std::move(name)), itemSize});
    return out;
}

DType DType::parse(std::string_view text)
{
    auto bare = text;
    for (const std::string_view prefix : {"torch.", "numpy.", "np."})
        if (bare.starts_with(prefix)) {
            bare.remove_prefix(prefix.size());
            break;
        }
    for (const auto& info : table)
        if (bare == info.name || bare == info.shortName)
            return info.type;
    for (const auto& alias : aliases)
        if (bare == alias.name)
            return alias.type;
    return opaque(std::string(text));
}

ElementClass DType::elementClass() const
{
    return isOpaque() ? ElementClass::opaque : infoOf(m_type).kind;
}

std::string_view DType::name() const
{
    return isOpaque() ? std::string_view(m_opaque->name) : infoOf(m_type).name;
}

std::string_view DType::shortName() const
{
    return isOpaque() ? std::string_view(m_opaque->name) : infoOf(m_type).shortName;
}

std::int64_t DType::itemSize() const
{
    return isOpaque() ? m_opaque->itemSize : infoOf(m_type).size;
}

bool DType::isIndexLike() const
{
    switch (m_type) {
    case ElementType::u8:
    case ElementType::i8:
    case ElementType::i16:
    case ElementType::i32:
    case ElementType::i64:
        return true;
    default:
        return false;
    }
}

bool DType::operator==(const DType& other) const
{
    if (m_type != other.m_type)
        return false;
    return !isOpaque() || m_opaque->name == other.m_opaque->name;
}

std::span<const ElementType> knownElementTypes()
{
    return known;
}

} // namespace tscope
