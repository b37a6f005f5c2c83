// SPDX-License-Identifier: Apache-2.0
#include "io/torch/tensors.h"

#include "base/say.h"
#include "io/pickle/text.h"
#include "layouts/compressed/compressed.h"
#include "layouts/coo/coo.h"
#include "layouts/jagged/jagged.h"
#include "layouts/nested/nested.h"
#include "layouts/registry.h"
#include "layouts/strided/strided.h"

namespace tscope {

namespace {

using enum PickleKind;
using Id = PickleTree::Id;

class TensorReader
{
public:
    explicit TensorReader(TorchArrays& arrays) : m_arrays(arrays), m_tree(arrays.tree()) {}

    Result<Tensor> read(Id value)
    {
        const auto rebuilt = m_arrays.unwrapped(value);
        if (!rebuilt)
            return rebuilt.error();
        auto tensor = readRebuilt(*rebuilt);
        if (!tensor)
            return tensor;
        for (auto& member : tensor->members)
            if (rebuilt->requiresGrad && member.role->kind == RoleKind::values)
                member.requiresGrad = true;
        if (rebuilt->device)
            tensor->device = rebuilt->device;
        return tensor;
    }

private:
    Result<Tensor> readRebuilt(const TorchRebuilt& rebuilt)
    {
        switch (rebuilt.by) {
        case TorchName::sparse:
            return readSparse(rebuilt);
        case TorchName::nested:
            return readNested(m_arrays.argumentsOf(rebuilt));
        case TorchName::jagged:
            return readJagged(m_arrays.argumentsOf(rebuilt));
        case TorchName::jaggedClass: {
            const auto arguments = m_arrays.argumentsOf(rebuilt);
            if (auto enough = arguments.need(2, "(values, offsets)"); !enough)
                return enough.error();
            return readJaggedParts(arguments.at(0), arguments.at(1), PickleTree::absent);
        }
        default:
            return readStrided(rebuilt);
        }
    }

    Result<Tensor> readStrided(const TorchRebuilt& rebuilt)
    {
        auto read = m_arrays.read(rebuilt);
        if (!read)
            return read.error();
        if (auto added = addMember(stridedLayout(), "values", *read); !added)
            return added.error();
        auto tensor = makeTensor(stridedLayout(), std::move(m_members));
        if (tensor) {
            tensor->claims = std::move(read->claims);
            tensor->dtype = std::move(read->meantAs);
        }
        return tensor;
    }

    Result<Tensor> readSparse(const TorchRebuilt& rebuilt)
    {
        const auto sparse = torchSparse(m_arrays, rebuilt);
        if (!sparse)
            return sparse.error();
        // The members tell what it is; a tag that says something else is kept as what it claims to be.
        const auto* tagged = layoutNamed(sparse->tag);
        const std::string_view family = sparse->isCompressed() ? "compressed" : "coo";
        const bool tagFits = tagged && tagged->family == family;
        const auto& layout = tagFits ? *tagged : sparse->isCompressed() ? csrLayout() : cooLayout();
        for (std::size_t i = 0; i < sparse->members.size(); ++i)
            if (auto added = addMember(layout, layout.roles[i].name, sparse->members[i]); !added)
                return added.error();
        auto tensor = makeTensor(layout, std::move(m_members));
        if (!tensor)
            return tensor;
        if (!tagFits)
            tensor->claims.set("declared_layout", tagged ? std::string(tagged->name) : sparse->tag);
        const TorchArguments rest(m_tree, rebuilt.arguments, m_tree.fullName(rebuilt.function));
        auto size = sparse->size == PickleTree::absent ? Result<Extents>(corrupt(say("no size")))
                                                       : torchExtents(m_tree, sparse->size);
        if (!size)
            return rest.wanted(say("a size as integers of 64 bits"), sparse->size);
        tensor->size = std::move(*size);
        if (m_tree.is(sparse->coalesced, boolean))
            tensor->claims.set("is_coalesced", m_tree.flag(sparse->coalesced));
        return tensor;
    }

    Result<Tensor> readNested(const TorchArguments& arguments)
    {
        if (auto enough = arguments.need(4, "(buffer, sizes, strides, offsets)"); !enough)
            return enough.error();
        const auto& layout = nestedLayout();
        for (std::size_t i = 0; i < 3; ++i)
            if (auto added = addMember(layout, layout.roles[i].name, arguments.at(i)); !added)
                return added.error();
        if (m_tree.is(arguments.at(3), list) || m_tree.is(arguments.at(3), tuple)) {
            auto offsets = integers(arguments.at(3));
            if (!offsets)
                return arguments.wanted(3, say("offsets as integers of 64 bits"));
            const auto count = static_cast<std::int64_t>(offsets->size());
            TorchArray array{.array = Array::fromInts({count}, *offsets)};
            if (auto added = addMember(layout, layout.roles[3].name, array); !added)
                return added.error();
        } else if (auto added = addMember(layout, layout.roles[3].name, arguments.at(3)); !added) {
            return added.error();
        }
        return makeTensor(layout, std::move(m_members));
    }

    std::optional<std::vector<std::int64_t>> integers(Id list) const
    {
        std::vector<std::int64_t> out;
        for (const auto part : m_tree.children(list)) {
            if (!m_tree.is(part, integer))
                return std::nullopt;
            out.push_back(m_tree.integer(part));
        }
        return out;
    }

    Result<Tensor> readJagged(const TorchArguments& arguments)
    {
        const auto parts = arguments.orAbsent(0);
        if (!m_tree.is(parts, dict))
            return arguments.wanted(0, say("a dict of values, offsets and lengths"));
        const auto under = [&](std::string_view key) { return valueUnder(m_tree, parts, key); };
        auto tensor = readJaggedParts(under("values"), under("offsets"), under("lengths"));
        if (!tensor)
            return tensor;
        if (const auto ragged = under("_ragged_idx"); m_tree.is(ragged, integer))
            tensor->claims.set("ragged_idx", m_tree.integer(ragged));
        for (const std::string_view name : {"min_seqlen", "max_seqlen"})
            if (auto read = readSequenceLength(under("_metadata_cache"), name, tensor->claims); !read)
                return read.error();
        const auto grad = under("requires_grad");
        tensor->find("values")->requiresGrad |= m_tree.is(grad, boolean) && m_tree.flag(grad);
        return tensor;
    }

    Result<Tensor> readJaggedParts(Id values, Id offsets, Id lengths)
    {
        const auto& layout = jaggedLayout();
        for (const auto& [name, value] :
             {std::pair("values", values), std::pair("offsets", offsets), std::pair("lengths", lengths)}) {
            if (name == std::string_view("lengths") && (value == PickleTree::absent || m_tree.is(value, none)))
                continue;
            if (auto added = addMember(layout, name, value); !added)
                return added.error();
        }
        return makeTensor(layout, std::move(m_members));
    }

    // What was found out about the lengths before: a number, or an empty tensor of as many rows.
    Result<void> readSequenceLength(Id cache, std::string_view name, Claims& claims)
    {
        auto value = valueUnder(m_tree, cache, name);
        if (value == PickleTree::absent)
            value = valueUnder(m_tree, cache, std::string(name) + "_tensor");
        if (value == PickleTree::absent || m_tree.is(value, none))
            return {};
        if (m_tree.is(value, integer)) {
            claims.set(name, m_tree.integer(value));
            return {};
        }
        const auto read = m_arrays.read(value);
        if (!read)
            return read.error();
        if (!read->array.geometry.sizes.empty())
            claims.set(name, read->array.geometry.sizes.front());
        return {};
    }

    Result<void> addMember(const Layout& layout, std::string_view name, Id value)
    {
        if (value == PickleTree::absent || !m_arrays.isTensor(value))
            return corrupt(say("wanted a tensor as the member {0} of a {1} tensor, found {2}", name, layout.name,
                               value == PickleTree::absent ? say("nothing") : pickleText(m_tree, value, 80)));
        const auto read = m_arrays.read(value);
        return read ? addMember(layout, name, *read) : read.error();
    }

    Result<void> addMember(const Layout& layout, std::string_view name, const TorchArray& read)
    {
        if (read.layout != "strided" && layout.name == "strided")
            return corrupt(say("wanted a strided tensor, found a {0} one", read.layout));
        const auto* role = roleNamed(layout, name);
        const bool hasOtherName = role->kind == RoleKind::index && !role->aliases.empty();
        m_members.push_back({role, read.array, read.layout, read.requiresGrad,
                             hasOtherName ? std::string(role->aliases.front()) : std::string()});
        return {};
    }

    TorchArrays& m_arrays;
    const PickleTree& m_tree;
    std::vector<Member> m_members;
};

} // namespace

Result<Tensor> readTorchTensor(TorchArrays& arrays, PickleTree::Id value)
{
    return TensorReader(arrays).read(value);
}

} // namespace tscope
