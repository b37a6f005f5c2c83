// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/npy_bytes.h"
#include "support/zip_bytes.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tscope::test {

// Pickles put together by hand from the opcodes' description, and not by the writer under test. Every function
// gives the opcodes that leave one value on the stack.
namespace py {

using Part = std::string;
using Parts = std::vector<std::string>;

inline std::string joined(const Parts& parts)
{
    std::string out;
    for (const auto& part : parts)
        out += part;
    return out;
}

inline const std::string none = "N", yes = "\x88", no = "\x89";

inline Part str(std::string_view text)
{
    return "X" + little(text.size(), 4) + std::string(text);
}
inline Part num(std::int64_t value)
{
    if (value >= 0 && value < 256)
        return "K" + little(static_cast<std::uint64_t>(value), 1);
    if (value >= INT32_MIN && value <= INT32_MAX)
        return "J" + little(static_cast<std::uint64_t>(value), 4);
    return "\x8a" + little(8, 1) + little(static_cast<std::uint64_t>(value), 8);
}
inline Part real(std::string_view bigEndian)
{
    return "G" + std::string(bigEndian);
}
inline Part name(std::string_view module, std::string_view what)
{
    return "c" + std::string(module) + "\n" + std::string(what) + "\n";
}
inline Part tuple(const Parts& parts)
{
    return "(" + joined(parts) + "t";
}
inline Part list(const Parts& parts)
{
    return "](" + joined(parts) + "e";
}
inline Part dict(const std::vector<std::pair<std::string, std::string>>& items)
{
    std::string out = "}(";
    for (const auto& [key, value] : items)
        out += key + value;
    return out + "u";
}
inline Part call(const Part& function, const Parts& arguments)
{
    return function + tuple(arguments) + "R";
}
inline Part nums(std::initializer_list<std::int64_t> values)
{
    Parts parts;
    for (const auto value : values)
        parts.push_back(num(value));
    return tuple(parts);
}
inline std::string pickle(const Part& value, int protocol = 2)
{
    return "\x80" + little(static_cast<std::uint64_t>(protocol), 1) + value + ".";
}

// ---- as PyTorch uses them ----

inline Part hooks()
{
    return call(name("collections", "OrderedDict"), {});
}
inline Part storage(std::string_view type, std::string_view key, std::int64_t numel,
                    std::string_view device = "cpu")
{
    const std::string_view module = type == "UntypedStorage" ? "torch.storage" : "torch";
    return tuple({str("storage"), name(module, type), str(key), str(device), num(numel)}) + "Q";
}
inline Part tensor(const Part& inStorage, std::int64_t offset, std::initializer_list<std::int64_t> sizes,
                   std::initializer_list<std::int64_t> strides, bool requiresGrad = false)
{
    return call(name("torch._utils", "_rebuild_tensor_v2"),
                {inStorage, num(offset), nums(sizes), nums(strides), requiresGrad ? yes : no, hooks()});
}
inline Part tensorV3(const Part& inStorage, std::initializer_list<std::int64_t> sizes,
                     std::initializer_list<std::int64_t> strides, std::string_view dtype)
{
    return call(name("torch._utils", "_rebuild_tensor_v3"),
                {inStorage, num(0), nums(sizes), nums(strides), no, hooks(), name("torch", dtype)});
}
inline Part layoutTag(std::string_view tag)
{
    return call(name("torch.serialization", "_get_layout"), {str(tag)});
}
inline Part size(std::initializer_list<std::int64_t> extents)
{
    return call(name("torch", "Size"), {nums(extents)});
}
inline Part sparse(std::string_view tag, const Parts& parts)
{
    return call(name("torch._utils", "_rebuild_sparse_tensor"), {layoutTag(tag), tuple(parts)});
}

} // namespace py

// An archive of torch.save around one object and the bytes of its storages.
inline std::string torchZip(const std::string& object,
                            const std::vector<std::pair<std::string, std::string>>& storages,
                            const std::vector<ZipPart>& others = {}, const std::string& folder = "archive")
{
    std::vector<ZipPart> parts{{.name = folder + "/data.pkl", .bytes = py::pickle(object)}};
    for (const auto& [key, bytes] : storages)
        parts.push_back({.name = folder + "/data/" + key, .bytes = bytes});
    for (const auto& other : others)
        parts.push_back(other);
    if (others.empty())
        parts.push_back({.name = folder + "/version", .bytes = "3\n"});
    return zipOf(parts);
}

} // namespace tscope::test
