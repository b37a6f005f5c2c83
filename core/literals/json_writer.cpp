// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "literals/json_numbers.h"
#include "literals/json_scipy_form.h"
#include "literals/json_tensor.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tscope {

namespace {

void appendExtents(std::string& out, const Extents& extents)
{
    out += '[';
    for (std::size_t d = 0; d < extents.size(); ++d)
        out += (d > 0 ? ", " : "") + std::to_string(extents[d]);
    out += ']';
}

void appendKey(std::string& out, std::string_view key)
{
    appendJsonWord(out, key);
    out += ": ";
}

// Which member writes a storage down. The others refer to it.
struct Owner {
    const Member* member = nullptr;
    std::string name = {}; // "tensor/member"
};

std::int64_t exactBytes(const Array& array)
{
    return saturatingMul(minStorage(array.geometry).value_or(0), array.dtype.itemSize());
}

// A member of a known type whose elements fill the storage without rest tells all of it.
int fitness(const Array& array)
{
    const auto itemSize = array.dtype.itemSize();
    if (itemSize == 0)
        return 0;
    const bool isWhole = array.storage->byteSize() % itemSize == 0;
    const bool isTold = !array.storage->hasBytes() || !array.dtype.isOpaque();
    return 1 + (isWhole ? 2 : 0) + (isTold ? 4 : 0);
}

class Writer
{
public:
    Writer(const Document& document, const TakeText& take)
        : m_document(document), m_take(take), m_inScipyKeys(inScipyKeys(document))
    {
    }

    Result<void> write()
    {
        chooseOwners();
        const auto& tensors = m_document.tensors;
        // A claim called "tensors" would be taken for several.
        if (tensors.size() == 1 && tensors.front().name.empty() &&
            !tensors.front().tensor.claims.find("tensors")) {
            if (auto written = writeTensor(tensors.front().tensor, true); !written)
                return written.error();
            m_out += '\n';
            m_take(m_out);
            return {};
        }
        std::unordered_set<std::string_view> names;
        m_out += "{\"tensors\": {";
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            if (!names.insert(tensors[i].name).second)
                return invalidArgument(
                    say("tensors of one file need different names, found \"{0}\" twice", tensors[i].name));
            m_out += i > 0 ? ",\n" : "\n";
            appendKey(m_out, tensors[i].name);
            if (auto written = writeTensor(tensors[i].tensor, false); !written)
                return written.error();
        }
        m_out += "\n}";
        writeTexts();
        m_out += "}\n";
        m_take(m_out);
        return {};
    }

private:
    // Of texts with one name, which an object can't hold, the first is written.
    void writeTexts()
    {
        std::unordered_set<std::string_view> names;
        for (const auto& [name, text] : m_document.others) {
            if (!names.insert(name).second)
                continue;
            m_out += names.size() == 1 ? ",\n\"texts\": {\n" : ",\n";
            appendKey(m_out, name);
            appendJsonWord(m_out, text);
        }
        if (!names.empty())
            m_out += "\n}";
    }

    // Hands on what is written so far, when it is worth it; whether more is wanted.
    bool pass()
    {
        constexpr std::size_t passFrom = std::size_t{1} << 16;
        if (m_out.size() < passFrom)
            return true;
        const bool isWanted = m_take(m_out);
        m_out.clear();
        return isWanted;
    }

    void chooseOwners()
    {
        for (const auto& [name, tensor] : m_document.tensors)
            for (const auto& member : tensor.members) {
                auto& owner = m_owners[member.array.storage.get()];
                if (!owner.member || fitness(member.array) > fitness(owner.member->array))
                    owner = {&member, name + "/" + std::string(member.role->name)};
            }
    }

    Result<void> writeInScipyKeys(const Tensor& tensor, bool isWhole)
    {
        m_out += '{';
        if (!appendScipyKeys(m_out, tensor, [this] { return pass(); }))
            return Error{ErrorCode::cancelled, say("writing was cancelled"), {}, {}};
        for (const auto& claim : tensor.claims.all())
            writeClaim(claim);
        if (isWhole)
            writeTexts();
        m_out += '}';
        return {};
    }

    Result<void> writeTensor(const Tensor& tensor, bool isWhole)
    {
        if (m_inScipyKeys.contains(&tensor))
            return writeInScipyKeys(tensor, isWhole);
        m_out += "{\"layout\": ";
        appendJsonWord(m_out, tensor.layout->name);
        if (tensor.size) {
            m_out += ", \"size\": ";
            appendExtents(m_out, *tensor.size);
        }
        if (tensor.dtype)
            writeWord("dtype", tensor.dtype->name());
        if (tensor.indexDType)
            writeWord("index_dtype", tensor.indexDType->name());
        if (tensor.device)
            writeWord("device", tensor.device->text());
        for (const auto& claim : tensor.claims.all())
            writeClaim(claim);
        m_out += ",\n \"members\": {";
        for (std::size_t i = 0; i < tensor.members.size(); ++i) {
            const auto& member = tensor.members[i];
            m_out += i > 0 ? ",\n  " : "\n  ";
            const bool isKnownWord = roleNamed(*tensor.layout, member.as) == member.role;
            appendKey(m_out, isKnownWord ? std::string_view(member.as) : member.role->name);
            if (auto written = writeMember(member); !written)
                return written;
        }
        m_out += '}';
        if (isWhole)
            writeTexts();
        m_out += '}';
        return {};
    }

    void writeWord(std::string_view key, std::string_view word)
    {
        m_out += ", ";
        appendKey(m_out, key);
        appendJsonWord(m_out, word);
    }

    void writeClaim(const Claims::Claim& claim)
    {
        if (const auto* word = std::get_if<std::string>(&claim.value))
            return writeWord(claim.name, *word);
        m_out += ", ";
        appendKey(m_out, claim.name);
        if (const auto* flag = std::get_if<bool>(&claim.value))
            m_out += *flag ? "true" : "false";
        else
            m_out += std::to_string(std::get<std::int64_t>(claim.value));
    }

    Result<void> writeMember(const Member& member)
    {
        const auto& [storage, dtype, geometry] = member.array;
        m_out += '{';
        appendKey(m_out, "dtype");
        appendJsonWord(m_out, dtype.name());
        if (dtype.isOpaque() && dtype.itemSize() > 0)
            m_out += ", \"itemsize\": " + std::to_string(dtype.itemSize());
        m_out += ", \"shape\": ";
        appendExtents(m_out, geometry.sizes);
        const bool isRowMajor = geometry.strides == rowMajorStrides(geometry.sizes);
        if (!isRowMajor) {
            m_out += ", \"strides\": ";
            appendExtents(m_out, geometry.strides);
        }
        if (geometry.offset != 0)
            m_out += ", \"offset\": " + std::to_string(geometry.offset);
        if (member.layout != "strided")
            writeWord("layout", member.layout);
        if (member.requiresGrad)
            m_out += ", \"requires_grad\": true";
        const auto& owner = m_owners[storage.get()];
        if (owner.member != &member) {
            m_out += ", \"storage\": {\"shared\": ";
            appendJsonWord(m_out, owner.name);
            m_out += "}}";
            return {};
        }
        if (!(storage->device() == Device{}))
            writeWord("device", storage->device().text());
        if (storage->isPinned())
            m_out += ", \"pinned\": true";
        if (!storage->hasBytes()) {
            if (storage->byteSize() != exactBytes(member.array) && dtype.itemSize() > 0)
                m_out += ", \"storage_numel\": " + std::to_string(member.array.storageNumel());
        } else if (dtype.isOpaque() && storage->byteSize() > 0) {
            return unsupported(
                say("elements of the unknown type {0} can't be written as numbers, the member {1} has some",
                    dtype.name(), member.role->name));
        } else if (!dtype.isOpaque()) {
            const auto count = member.array.storageNumel();
            const bool isAll = isRowMajor && geometry.offset == 0 && numel(geometry) == count;
            m_out += isAll ? ", \"data\": " : ", \"storage\": ";
            if (!appendJsonElements(m_out, *storage, {0, count}, dtype, JsonNumbers::strict,
                                    [this] { return pass(); }))
                return Error{ErrorCode::cancelled, say("writing was cancelled"), {}, {}};
        }
        m_out += '}';
        return {};
    }

    const Document& m_document;
    const TakeText& m_take;
    std::unordered_set<const Tensor*> m_inScipyKeys;
    std::unordered_map<const Storage*, Owner> m_owners;
    std::string m_out;
};

} // namespace

Result<void> writeJsonTensors(const Document& document, const TakeText& take)
{
    return Writer(document, take).write();
}

Result<std::string> writeJsonTensors(const Document& document)
{
    std::string text;
    const auto keep = [&](std::string_view more) {
        text += more;
        return true;
    };
    if (const auto written = writeJsonTensors(document, keep); !written)
        return written.error();
    return text;
}

} // namespace tscope
