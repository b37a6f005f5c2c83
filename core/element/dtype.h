// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tscope {

enum class ElementType : std::uint8_t {
    boolean,
    u8,
    u16,
    u32,
    u64,
    i8,
    i16,
    i32,
    i64,
    f16,
    bf16,
    f32,
    f64,
    f8e4m3fn,
    f8e5m2,
    c32, // two f16
    c64, // two f32
    c128,
    qi8, // quantised: shown as the stored integer
    qu8,
    opaque, // a name we do not know: size known or not, values never read
};

enum class ElementClass : std::uint8_t {
    boolean,
    unsignedInteger,
    signedInteger,
    real,
    complex,
    quantised,
    opaque
};

// An element type. Known ones are just their code; an opaque one carries the name it was given.
class DType
{
public:
    DType() = default;                        // float32
    DType(ElementType type) : m_type(type) {} // any but opaque
    static DType opaque(std::string name, std::int64_t itemSize = 0);
    // Short and long spellings (i32, int32), with or without "torch." or "numpy." before; else opaque.
    static DType parse(std::string_view text);

    ElementType type() const { return m_type; }
    ElementClass elementClass() const;
    std::string_view name() const;      // the long spelling: "int32", "complex64"
    std::string_view shortName() const; // "i32", "c64"
    std::int64_t itemSize() const;      // bytes; 0 when not known
    bool isOpaque() const { return m_type == ElementType::opaque; }
    bool isIndexLike() const; // u8 i8 i16 i32 i64: index rules can read it

    bool operator==(const DType& other) const;

private:
    struct Opaque {
        std::string name;
        std::int64_t itemSize = 0;
    };

    ElementType m_type = ElementType::f32;
    std::shared_ptr<const Opaque> m_opaque; // only when m_type is opaque
};

// All known types, in the order of ElementType, opaque left out.
std::span<const ElementType> knownElementTypes();

} // namespace tscope
