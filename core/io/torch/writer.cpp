// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "io/torch/file.h"

#include "anatomy/reading.h"
#include "io/torch/array_writer.h"
#include "io/torch/names.h"
#include "layouts/registry.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace tscope {

namespace {

using namespace std::string_view_literals;

constexpr auto torchUtils = "torch._utils"sv;
constexpr auto nestedModule = "torch.nested._internal.nested_tensor"sv;
constexpr auto folder = "archive/"sv;
constexpr ZipWriter::How how{.alignment = 64}; // as PyTorch does, so that records can be mapped

// Whether it is a qint32 tensor as the reader shows it: int32 that claims qint32.
bool isStoredQint32(const Tensor& tensor)
{
    return tensor.dtype && tensor.dtype->name() == qint32Name &&
           tensor.members.front().array.dtype == DType(ElementType::i32);
}

class Writer
{
public:
    Writer(const Document& document, Sink& sink, const TorchWriteOptions& options)
        : m_document(document), m_sink(sink), m_options(options), m_storages(document),
          m_arrays(m_pickle, m_storages)
    {
    }

    Result<void> write()
    {
        if (auto put = putDocument(); !put)
            return put;
        const auto pickle = std::move(m_pickle).finish();
        ZipWriter zip(m_sink);
        const auto add = [&](std::string_view name, std::string_view text) {
            return zip.add(std::string(folder) + std::string(name), std::as_bytes(std::span(text)), how);
        };
        if (auto added = add("data.pkl", pickle); !added)
            return added;
        if (auto added = add("byteorder", "little"); !added)
            return added;
        for (const auto& known : m_storages.all()) {
            const auto put = [&](Sink& sink) -> Result<void> {
                putStorage(*known.storage, sink);
                return {};
            };
            if (auto added = zip.add(std::string(folder) + "data/" + known.key, put, how); !added)
                return added;
        }
        if (!m_arrays.emptyKey().empty())
            if (auto added = add("data/" + m_arrays.emptyKey(), ""); !added)
                return added;
        if (auto added = add("version", "3\n"); !added)
            return added;
        return zip.finish();
    }

private:
    Result<void> putDocument()
    {
        const auto& tensors = m_document.tensors;
        if (!m_document.others.empty())
            m_sink.note(
                m_document.others.size() == 1
                    ? say("a PyTorch file written here holds the tensors alone: another value was left out")
                    : say("a PyTorch file written here holds the tensors alone: {0} other values were left out",
                          m_document.others.size()));
        if (tensors.size() == 1 && tensors.front().name.empty())
            return putTensor(tensors.front());
        std::unordered_set<std::string_view> names;
        m_pickle.putEmptyDict();
        m_pickle.beginItems();
        for (const auto& tensor : tensors) {
            if (!names.insert(tensor.name).second)
                return invalidArgument(
                    say("tensors of one file need different names, found {0} twice", quotedTensor(tensor.name)));
            m_pickle.putString(tensor.name);
            if (auto put = putTensor(tensor); !put)
                return put;
        }
        m_pickle.endItems();
        return {};
    }

    Result<void> putTensor(const NamedTensor& named)
    {
        const auto& tensor = named.tensor;
        m_name = named.name;
        m_claims = tensor.claims;
        noteOfMembers(tensor);
        if (m_options.for1x)
            noteOf1x(tensor);
        const auto layout = tensor.layout->name;
        // A sparse or nested tensor has no flag of its own; as a parameter it has.
        const auto values = std::ranges::find_if(
            tensor.members, [](const Member& member) { return member.role->kind == RoleKind::values; });
        const bool isParameter = layout != "strided" && layout != "jagged" && values->requiresGrad;
        if (isParameter) {
            m_pickle.putGlobal(torchUtils, "_rebuild_parameter");
            m_pickle.beginTuple();
        }
        auto put = layout == "strided"  ? putStrided(tensor)
                   : layout == "nested" ? putNested(tensor)
                   : layout == "jagged" ? putJagged(tensor)
                                        : putSparse(tensor);
        if (!put)
            return put;
        if (isParameter) {
            m_pickle.putFlag(true);
            m_arrays.putHooks();
            m_pickle.endTuple();
            m_pickle.call();
        }
        noteOfClaims();
        return {};
    }

    // ---- what can't be kept ----

    void noteLost(const std::string& what)
    {
        m_sink.note(say("a PyTorch file does not keep {0} of {1}", what, quotedTensor(m_name)));
    }

    void noteOfMembers(const Tensor& tensor)
    {
        Tensor plain = tensor;
        plain.dtype.reset();
        plain.indexDType.reset();
        plain.device.reset();
        if (!(plain.declaredDType() == tensor.declaredDType()) && !isStoredQint32(tensor))
            noteLost(say("the claimed type {0}", tensor.declaredDType().name()));
        if (!(plain.declaredIndexDType() == tensor.declaredIndexDType()))
            noteLost(say("the claimed index type {0}", tensor.declaredIndexDType().name()));
        if (!(plain.declaredDevice() == tensor.declaredDevice()))
            noteLost(say("the claimed device {0}", tensor.declaredDevice().text()));
        if (std::ranges::any_of(tensor.members, [](const Member& m) { return m.array.storage->isPinned(); }))
            noteLost(say("the pinned memory"));
    }

    void noteOfClaims()
    {
        for (const auto& claim : m_claims.all())
            noteLost(say("the claim {0}", claim.name));
    }

    void noteOf1x(const Tensor& tensor)
    {
        const auto cant = [&](const std::string& what) {
            m_sink.note(say("PyTorch 1.x does not load this file: it knows no {0}, as {1} has", what,
                            quotedTensor(m_name)));
        };
        const auto layout = tensor.layout->name;
        if (layout != "strided" && layout != "coo" && layout != "csr")
            return cant(say("saved {0} layout", layout));
        for (const auto& member : tensor.members)
            if (!isWithoutBytes(*member.array.storage) && m_storages.of(member.array).isUntyped)
                return cant(say("storage without a type"));
    }

    // The claim, which is then no longer left to be noted.
    template <class T>
    std::optional<T> take(std::string_view name)
    {
        const auto* found = m_claims.find(name);
        const auto* value = found ? std::get_if<T>(found) : nullptr;
        if (!value)
            return std::nullopt;
        auto taken = *value;
        m_claims.erase(name);
        return taken;
    }

    // ---- arrays ----

    Result<void> putMember(const Member& member, TorchArrayWriter::Beside beside)
    {
        if (member.layout != "strided")
            return unsupported(say("a member that is itself {0} can't be written, {1} of {2} claims to be",
                                   member.layout, member.role->name, quotedTensor(m_name)));
        return m_arrays.put(member.array, beside, m_name);
    }

    // Of a tensor that says itself whether its values require a gradient.
    Result<void> putPart(const Member& member)
    {
        const bool isValues = member.role->kind == RoleKind::values;
        return putMember(member, {.requiresGrad = member.requiresGrad && !isValues});
    }

    std::vector<std::string_view> takeViewBits()
    {
        std::vector<std::string_view> bits;
        for (const auto bit : {"conj"sv, "neg"sv})
            if (take<bool>(bit).value_or(false))
                bits.push_back(bit);
        return bits;
    }

    // ---- layouts ----

    Result<void> putStrided(const Tensor& tensor)
    {
        const auto& member = tensor.members.front();
        if (tensor.size && *tensor.size != member.array.geometry.sizes)
            noteLost(say("the claimed size {0}", text(*tensor.size)));
        dropIfTrue("declared_layout", tensor.declaredLayout(), tensor.layout->name);
        const auto bits = takeViewBits();
        if (!isQuantisedForTorch(member.array.dtype) && !isStoredQint32(tensor))
            return putMember(member, {.requiresGrad = member.requiresGrad, .viewBits = bits});
        const auto quantizer = TorchQuantizer::take(m_claims);
        if (!quantizer)
            return unsupported(say("a quantised tensor is written with its scheme, scales and zero points, those "
                                   "of {0} are not known",
                                   quotedTensor(m_name)));
        return putMember(member, {.requiresGrad = member.requiresGrad, .quantizer = &*quantizer});
    }

    void dropIfTrue(std::string_view claim, std::string_view said, std::string_view is)
    {
        if (said == is)
            m_claims.erase(claim);
    }

    Result<void> putSparse(const Tensor& tensor)
    {
        const auto size = tensor.size ? tensor.size : tensor.layout->read(tensor, {})->inferredSize();
        if (!size)
            return unsupported(
                say("a sparse tensor is written with its size, which {0} neither claims nor tells by its members",
                    quotedTensor(m_name)));
        const bool isOldCsr = m_options.for1x && tensor.layout->name == "csr";
        m_pickle.putGlobal(torchUtils, isOldCsr ? "_rebuild_sparse_csr_tensor" : "_rebuild_sparse_tensor");
        m_pickle.beginTuple();
        putLayoutTag(tensor);
        m_pickle.beginTuple();
        for (const auto& member : tensor.members)
            if (auto put = putPart(member); !put)
                return put;
        m_pickle.putGlobal("torch", "Size");
        m_pickle.beginTuple();
        m_pickle.putIntegers(*size);
        m_pickle.endTuple();
        m_pickle.call();
        if (tensor.layout->name == "coo" && !m_options.for1x)
            if (const auto flag = take<bool>("is_coalesced"))
                m_pickle.putFlag(*flag);
        m_pickle.endTuple();
        m_pickle.endTuple();
        m_pickle.call();
        return {};
    }

    void putLayoutTag(const Tensor& tensor)
    {
        const auto claimed = take<std::string>("declared_layout");
        const auto* tagged = claimed ? layoutNamed(*claimed) : tensor.layout;
        const auto isPyTorchs = [](std::string_view name) { return name.starts_with("torch."); };
        auto tag = claimed.value_or("");
        if (tagged)
            if (const auto name = std::ranges::find_if(tagged->otherNames, isPyTorchs);
                name != tagged->otherNames.end())
                tag = *name;
        m_pickle.putGlobal("torch.serialization", "_get_layout");
        m_pickle.beginTuple();
        m_pickle.putString(tag);
        m_pickle.endTuple();
        m_pickle.call();
    }

    Result<void> putNested(const Tensor& tensor)
    {
        noteOfSize(tensor);
        m_pickle.putGlobal(torchUtils, "_rebuild_nested_tensor");
        m_pickle.beginTuple();
        for (const auto& member : tensor.members)
            if (auto put = putPart(member); !put)
                return put;
        m_pickle.endTuple();
        m_pickle.call();
        return {};
    }

    // The size of nested tensors lies in their members.
    void noteOfSize(const Tensor& tensor)
    {
        dropIfTrue("declared_layout", tensor.declaredLayout(), tensor.layout->name);
        if (!tensor.size)
            return;
        Tensor plain = tensor;
        plain.size.reset();
        if (tensor.layout->read(plain, {})->outline().size != tensor.layout->read(tensor, {})->outline().size)
            noteLost(say("the claimed size {0}", text(*tensor.size)));
    }

    Result<void> putJagged(const Tensor& tensor)
    {
        noteOfSize(tensor);
        m_pickle.putGlobal("torch._tensor", "_rebuild_from_type_v2");
        m_pickle.beginTuple();
        m_pickle.putGlobal(nestedModule, "_rebuild_njt");
        m_pickle.putGlobal(nestedModule, "NestedTensor");
        m_pickle.beginTuple();
        m_pickle.putEmptyDict();
        m_pickle.beginItems();
        for (const auto name : {"values"sv, "offsets"sv, "lengths"sv}) {
            m_pickle.putString(name);
            const auto* member = tensor.find(name);
            if (!member)
                m_pickle.putNone();
            else if (auto put = putPart(*member); !put)
                return put;
        }
        m_pickle.putString("_ragged_idx");
        m_pickle.putInteger(take<std::int64_t>("ragged_idx").value_or(1));
        m_pickle.putString("_metadata_cache");
        putSequenceLengths();
        m_pickle.putString("requires_grad");
        m_pickle.putFlag(tensor.member("values").requiresGrad);
        m_pickle.endItems();
        m_pickle.endTuple();
        m_pickle.putEmptyDict();
        m_pickle.endTuple();
        m_pickle.call();
        return {};
    }

    // A length is kept as the number of rows of a tensor without elements, so that it may be traced.
    void putSequenceLengths()
    {
        m_pickle.putEmptyDict();
        m_pickle.beginItems();
        for (const auto name : {"max_seqlen"sv, "min_seqlen"sv})
            if (const auto length = take<std::int64_t>(name)) {
                m_pickle.putString(name);
                *length < 0 ? m_pickle.putInteger(*length) : m_arrays.putEmptyRows(*length);
            }
        m_pickle.endItems();
    }

    const Document& m_document;
    Sink& m_sink;
    const TorchWriteOptions& m_options;
    WrittenStorages m_storages;
    PickleWriter m_pickle;
    TorchArrayWriter m_arrays;
    std::string_view m_name; // of the tensor that is being written
    Claims m_claims;         // of it, that have no place yet
};

} // namespace

Result<void> writeTorchArchive(const Document& document, Sink& sink, const TorchWriteOptions& options)
{
    return Writer(document, sink, options).write();
}

Result<void> writeTorchFile(const Document& document, Sink& sink)
{
    return writeTorchArchive(document, sink, {});
}

Result<void> writeTorchFileFor1x(const Document& document, Sink& sink)
{
    return writeTorchArchive(document, sink, {.for1x = true});
}

} // namespace tscope
