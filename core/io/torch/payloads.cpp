// SPDX-License-Identifier: Apache-2.0
#include "io/torch/payloads.h"

#include "array/dim_limit.h"
#include "base/printable.h"
#include "base/say.h"
#include "literals/json_tree.h"

#include <array>

namespace tscope {

namespace {

using Index = JsonTree::Index;

// The element type with this number in PyTorch's serialised programs.
std::optional<DType> typeNumbered(std::int64_t number)
{
    using enum ElementType;
    static constexpr std::array first{u8,  i8,  i16, i32,  i64,     f16, f32,
                                      f64, c32, c64, c128, boolean, bf16}; // from 1
    if (number >= 1 && number <= std::ssize(first))
        return DType(first[static_cast<std::size_t>(number - 1)]);
    switch (number) {
    case 28:
        return DType(u16);
    case 29:
        return DType(f8e4m3fn);
    case 30:
        return DType(f8e5m2);
    case 31:
        return DType::opaque("float8_e4m3fnuz", 1);
    case 32:
        return DType::opaque("float8_e5m2fnuz", 1);
    case 33:
        return DType::opaque("float8_e8m0fnu", 1);
    case 34:
        return DType(u32);
    case 35:
        return DType(u64);
    default:
        return std::nullopt;
    }
}

class PayloadReader
{
public:
    explicit PayloadReader(const JsonTree& tree) : m_tree(tree) {}

    Result<std::vector<Payload>> read() const
    {
        const auto config = part(0, "config");
        if (!isObject(config))
            return corrupt(say("wanted an object \"config\" that lists weights, found none"));
        std::vector<Payload> out;
        for (auto key = *config + 1; key < m_tree.end(*config); key = m_tree.end(key + 1))
            if (auto payload = payloadOf(std::string(m_tree.word(key)), key + 1))
                out.push_back(std::move(*payload));
        return out;
    }

private:
    bool isObject(std::optional<Index> at) const { return at && m_tree.kind(*at) == JsonKind::object; }

    std::optional<Index> part(std::optional<Index> object, std::string_view name) const
    {
        if (!isObject(object))
            return std::nullopt;
        for (auto key = *object + 1; key < m_tree.end(*object); key = m_tree.end(key + 1))
            if (m_tree.word(key) == name)
                return key + 1;
        return std::nullopt;
    }

    std::string wordOf(std::optional<Index> at) const
    {
        return at && m_tree.kind(*at) == JsonKind::word ? std::string(m_tree.word(*at)) : std::string();
    }
    bool flagOf(std::optional<Index> at) const
    {
        return at && m_tree.kind(*at) == JsonKind::boolean && m_tree.flag(*at);
    }
    std::optional<std::int64_t> integerOf(std::optional<Index> at) const
    {
        if (!at || (m_tree.kind(*at) != JsonKind::integer && m_tree.kind(*at) != JsonKind::natural))
            return std::nullopt;
        const auto number = m_tree.number(*at);
        if (const auto* natural = std::get_if<std::uint64_t>(&number))
            return std::in_range<std::int64_t>(*natural) ? std::optional(static_cast<std::int64_t>(*natural))
                                                         : std::nullopt;
        return std::get<std::int64_t>(number);
    }

    // Reads [{"as_int": 2}, {"as_int": 3}]. Empty for extents that are expressions.
    std::optional<Extents> extentsOf(std::optional<Index> list) const
    {
        if (!list || m_tree.kind(*list) != JsonKind::list || m_tree.count(*list) > dimLimit)
            return std::nullopt;
        Extents out;
        for (auto at = *list + 1; at < m_tree.end(*list); at = m_tree.end(at)) {
            const auto extent = integerOf(part(at, "as_int"));
            if (!extent)
                return std::nullopt;
            out.push_back(*extent);
        }
        return out;
    }

    std::optional<Payload> payloadOf(std::string name, Index at) const
    {
        if (!isObject(at))
            return std::nullopt;
        Payload out{.name = std::move(name),
                    .file = wordOf(part(at, "path_name")),
                    .isSaved = flagOf(part(at, "use_pickle")),
                    .requiresGrad = false,
                    .dtype = {},
                    .geometry = {}};
        const auto meta = part(at, "tensor_meta");
        const auto type = integerOf(part(meta, "dtype"));
        auto sizes = extentsOf(part(meta, "sizes")), strides = extentsOf(part(meta, "strides"));
        const auto offset = integerOf(part(part(meta, "storage_offset"), "as_int"));
        out.requiresGrad = flagOf(part(meta, "requires_grad"));
        if (auto device = wordOf(part(part(meta, "device"), "type")); !device.empty()) {
            const auto number = integerOf(part(part(meta, "device"), "index"));
            out.device = printable(device.substr(0, 40)) + (number ? ':' + std::to_string(*number) : "");
        }
        if (type && sizes && strides && offset) {
            out.dtype = typeNumbered(*type);
            out.geometry = {std::move(*sizes), std::move(*strides), *offset};
        }
        return out;
    }

    const JsonTree& m_tree;
};

} // namespace

Result<std::vector<Payload>> readPayloads(std::string_view json, const Watch& watch)
{
    const auto tree = JsonTree::parse(json, watch);
    if (!tree)
        return tree.error();
    return PayloadReader(*tree).read();
}

} // namespace tscope
