// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "io/safetensors/safetensors.h"

#include "io/grouping/claims.h"
#include "io/lost_claims.h"
#include "io/member_word.h"
#include "io/quoted_name.h"
#include "io/safetensors/header.h"
#include "literals/json_numbers.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tscope {

namespace {

// One array on its way into the file.
struct Piece {
    std::string name;
    const Array* array = nullptr;
    const SafetensorsType* type = nullptr;
    std::int64_t byteSize = 0;
    bool isMember = false; // of a tensor that is told by metadata
};

bool liesAsWritten(const Array& array)
{
    return isContiguous(array.geometry) && array.storage->hasBytes();
}

// Elements of a type that is not read can be passed on where they are all that a storage holds.
bool isWhole(const Array& array, std::int64_t byteSize)
{
    return liesAsWritten(array) && array.geometry.offset == 0 && array.storage->byteSize() == byteSize;
}

Result<Piece> pieceOf(std::string name, const Array& array, bool isMember)
{
    const auto what = quotedName(name);
    const auto* type = safetensorsTypeOf(array.dtype);
    if (!type)
        return unsupported(
            say("a safetensors file has no word for the type {0} of {1}", array.dtype.name(), what));
    const auto count = numel(array.geometry);
    const auto bits = count ? checkedMul(*count, type->bits) : std::nullopt;
    const bool isReadable = array.isReadable() || (array.dtype.isOpaque() && bits && isWhole(array, *bits / 8));
    if (!isReadable || *bits % 8 != 0)
        return unsupported(array.storage->hasBytes() ? say("a safetensors file holds elements only, and those of "
                                                           "{0} do not all lie in its storage; a .json "
                                                           "file can keep it as it is",
                                                           what)
                                                     : say("a safetensors file holds elements only, and those of "
                                                           "{0} are declared but not there; a .json "
                                                           "file can keep it as it is",
                                                           what));
    return Piece{std::move(name), &array, type, *bits / 8, isMember};
}

class Writer
{
public:
    Writer(const Document& document, Sink& sink) : m_document(document), m_sink(sink) {}

    Result<void> write()
    {
        noteLostTexts(m_document, m_sink, say("a safetensors file"),
                      [](std::string_view name) { return name.starts_with(safetensorsMetadataKey); });
        for (const auto& text : m_document.others)
            if (text.name.starts_with(safetensorsMetadataKey))
                m_metadata[text.name.substr(safetensorsMetadataKey.size())] = text.text;
        for (const auto& [name, tensor] : m_document.tensors)
            if (auto added = addTensor(name, tensor); !added)
                return added;
        // As the reference writes them: whatever follows starts aligned.
        std::ranges::sort(m_pieces, [](const Piece& a, const Piece& b) {
            return a.type->bits != b.type->bits ? a.type->bits > b.type->bits : a.name < b.name;
        });
        const auto header = headerText();
        if (!header)
            return header.error();
        std::string length(8, '\0');
        for (std::size_t i = 0; i < length.size(); ++i)
            length[i] = static_cast<char>(header->size() >> (8 * i) & 0xFF);
        m_sink.put(length);
        m_sink.put(*header);
        for (const auto& piece : m_pieces)
            if (auto put = putElements(piece); !put)
                return put;
        return {};
    }

private:
    Result<void> addTensor(const std::string& name, const Tensor& tensor)
    {
        if (tensor.layout->family == "strided") {
            if (const auto lost = claimsBesideMembers(tensor); !lost.empty())
                m_sink.note(say("a safetensors file does not keep what {0} claims beside its elements: {1}",
                                name.empty() ? say("this tensor") : quotedName(name), lost));
            return add(pieceOf(name, tensor.members.front().array, false));
        }
        for (auto& [key, value] : metadataOf(name, tensor))
            m_metadata[key] = std::move(value);
        for (const auto& member : tensor.members)
            if (auto added = add(pieceOf(memberKey(name, memberWord(member, *tensor.layout)), member.array, true));
                !added)
                return added;
        return {};
    }

    Result<void> add(Result<Piece> piece)
    {
        if (!piece)
            return piece.error();
        if (piece->name == "__metadata__")
            return invalidArgument(say("a tensor of a safetensors file can't be called __metadata__"));
        const auto [known, isNew] = m_byName.emplace(piece->name, m_pieces.size());
        if (isNew) {
            m_pieces.push_back(std::move(*piece));
            return {};
        }
        auto& other = m_pieces[known->second];
        if (other.isMember == piece->isMember)
            return invalidArgument(
                say("tensors of one file need different names, found {0} twice", quotedName(piece->name)));
        if (piece->isMember)
            other = std::move(*piece);
        return {};
    }

    Result<std::string> headerText() const
    {
        std::string out = "{";
        const auto key = [&](std::string_view word) {
            out += out.back() == '{' ? "" : ",";
            appendJsonWord(out, word);
            out += ':';
        };
        if (!m_metadata.empty()) {
            key("__metadata__");
            out += '{';
            for (const auto& [word, text] : m_metadata) {
                key(word);
                appendJsonWord(out, text);
            }
            out += '}';
        }
        std::int64_t begin = 0;
        for (const auto& piece : m_pieces) {
            const auto end = checkedAdd(begin, piece.byteSize);
            if (!end)
                return Error{ErrorCode::overflow, say("the tensors together are too large for 64 bits"), {}, {}};
            key(piece.name);
            out += R"({"dtype":")" + std::string(piece.type->word) + R"(","shape":[)";
            for (std::size_t d = 0; d < piece.array->geometry.sizes.size(); ++d)
                out += (d > 0 ? "," : "") + std::to_string(piece.array->geometry.sizes[d]);
            out += R"(],"data_offsets":[)" + std::to_string(begin) + "," + std::to_string(*end) + "]}";
            begin = *end;
        }
        out += '}';
        out.resize((out.size() + 7) / 8 * 8, ' ');
        if (out.size() > static_cast<std::size_t>(safetensorsHeaderLimit) ||
            m_pieces.size() > safetensorsTensorLimit)
            return unsupported(
                say("a safetensors file holds up to {0} tensors with 64 MiB of names and shapes, these are more",
                    safetensorsTensorLimit));
        return out;
    }

    Result<void> putElements(const Piece& piece)
    {
        constexpr std::int64_t step = std::int64_t{1} << 20;
        auto array = *piece.array;
        if (!liesAsWritten(array) && piece.byteSize > 0) {
            auto compact = packed(array);
            if (!compact)
                return compact.error();
            array = std::move(*compact);
        }
        std::vector<std::byte> scratch;
        const auto begin = array.geometry.offset * array.dtype.itemSize();
        for (std::int64_t done = 0; done < piece.byteSize && !m_sink.isStopped(); done += step)
            m_sink.put(
                array.storage->window(begin + done, begin + std::min(done + step, piece.byteSize), scratch));
        return {};
    }

    const Document& m_document;
    Sink& m_sink;
    std::map<std::string, std::string> m_metadata;
    std::vector<Piece> m_pieces;
    std::unordered_map<std::string, std::size_t> m_byName;
};

} // namespace

Result<void> writeSafetensors(const Document& document, Sink& sink)
{
    return Writer(document, sink).write();
}

} // namespace tscope
