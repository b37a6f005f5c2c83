// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "io/npy/header.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

struct TypeName {
    std::string_view written; // by NumPy on a machine that puts the lowest byte first
    ElementType type;
};

constexpr std::array typeNames{
    TypeName{"|b1", ElementType::boolean}, TypeName{"|i1", ElementType::i8},    TypeName{"<i2", ElementType::i16},
    TypeName{"<i4", ElementType::i32},     TypeName{"<i8", ElementType::i64},   TypeName{"|u1", ElementType::u8},
    TypeName{"<u2", ElementType::u16},     TypeName{"<u4", ElementType::u32},   TypeName{"<u8", ElementType::u64},
    TypeName{"<f2", ElementType::f16},     TypeName{"<f4", ElementType::f32},   TypeName{"<f8", ElementType::f64},
    TypeName{"<c8", ElementType::c64},     TypeName{"<c16", ElementType::c128},
};

std::string whyNot(std::string_view kindAndSize)
{
    switch (kindAndSize.empty() ? '\0' : kindAndSize.front()) {
    case 'O':
        return say(
            "Python objects: such a file is a pickle, which runs code when it is loaded, and is not opened");
    case 'U':
    case 'S':
    case 'a':
        return say("text, which no tensor can hold");
    case 'M':
    case 'm':
        return say("dates or times; save them as integers by a.view('i8')");
    case 'V':
        return say("raw bytes of no type, which no tensor can hold");
    default:
        break;
    }
    if (kindAndSize == "f16" || kindAndSize == "c32" || kindAndSize == "f12" || kindAndSize == "c24")
        return say("long doubles, whose form depends on the machine; save them as float64 or complex128");
    return {};
}

} // namespace

Result<NpyType> npyType(std::string_view descr)
{
    auto name = descr;
    const bool hasOrder = !name.empty() && std::string_view("<>=|").find(name.front()) != std::string_view::npos;
    const bool isBigEndian = hasOrder && name.front() == '>';
    if (hasOrder)
        name.remove_prefix(1);
    const auto* found = std::ranges::find(typeNames, name, [](const TypeName& t) { return t.written.substr(1); });
    if (found != typeNames.end())
        return NpyType{found->type, isBigEndian && DType(found->type).itemSize() > 1};
    // What ml_dtypes calls its types once they are in a file.
    if (name == "V2")
        return NpyType{
            ElementType::bf16, isBigEndian,
            say("the elements are raw bytes (V2); they were taken for bfloat16, which is saved like that")};
    if (name == "V1")
        return NpyType{DType::opaque("V1", 1), false,
                       say("the elements are raw bytes (V1), as float8 ones are saved; of which kind they are the "
                           "file does not say")};
    if (const auto why = whyNot(name); !why.empty())
        return unsupported(say("this array holds {0}", why));
    return unsupported(
        say("wanted an element type such as '<f4', '|b1' or '>i8', found '{0}'", descr.substr(0, 40)));
}

std::string_view npyDescr(const DType& dtype)
{
    const auto* found = std::ranges::find_if(typeNames, [&](const TypeName& t) { return dtype == DType(t.type); });
    return found == typeNames.end() ? std::string_view() : found->written;
}

} // namespace tscope
