// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "io/npz/npz.h"

#include "anatomy/reading.h"
#include "array/dim_limit.h"
#include "array/views.h"
#include "io/grouping/claims.h"
#include "io/member_word.h"
#include "io/npy/text_scalar.h"
#include "io/npy/writer.h"
#include "io/npz/scipy.h"
#include "io/zip/directory.h"
#include "io/zip/writer.h"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace tscope {

namespace {

// Where the elements begin at a multiple of 64 in the file, a mapped array is aligned too.
constexpr ZipWriter::How how{.alignment = 64};

Array integers(const Extents& values)
{
    return Array::fromInts({std::ssize(values)}, values);
}

bool hasRanks(const Tensor& tensor, std::string_view index, int indexRank, int valuesRank)
{
    return tensor.member(index).array.geometry.rank() == indexRank &&
           tensor.member("values").array.geometry.rank() == valuesRank;
}

// Whether SciPy has sparse matrices of this element type.
bool isScipyType(const DType& dtype)
{
    return !(dtype == DType(ElementType::f16));
}

// Whether save_npz has a form for it: no batch dims, no dense dims, and two dims unless it is coo.
bool isScipyForm(const Tensor& tensor)
{
    const auto layout = tensor.layout->name;
    if (layout == "coo") {
        const auto& indices = tensor.member("indices").array.geometry;
        return hasRanks(tensor, "indices", 2, 1) && indices.isWellFormed() && indices.sizes[0] >= 1 &&
               indices.sizes[0] <= std::int64_t{dimLimit};
    }
    return (layout == "csr" || layout == "csc" || layout == "bsr") &&
           hasRanks(tensor, "plain", 1, layout == "bsr" ? 3 : 1) &&
           tensor.member("compressed").array.geometry.rank() == 1;
}

// The claimed size, else the one that the members imply; SciPy needs it. Precondition: isScipyForm().
std::optional<Extents> scipySize(const Tensor& tensor)
{
    auto size = tensor.size ? tensor.size : tensor.layout->read(tensor, {})->inferredSize();
    const auto dims = tensor.layout->name == "coo" ? tensor.member("indices").array.geometry.sizes[0] : 2;
    const bool isShape = size && std::ssize(*size) == dims &&
                         std::ranges::all_of(*size, [](std::int64_t extent) { return extent >= 0; });
    return isShape ? size : std::nullopt;
}

class Writer
{
public:
    Writer(const Document& document, Sink& sink) : m_document(document), m_sink(sink) {}

    Result<void> write()
    {
        findGivingWay();
        bool hasMatrix = false;
        for (const auto& [name, tensor] : m_document.tensors) {
            const bool isLone = m_document.tensors.size() == 1;
            auto size =
                !hasMatrix && (isLone || name.empty()) && isScipyForm(tensor) ? scipySize(tensor) : std::nullopt;
            if (size && !isScipyType(tensor.member("values").array.dtype)) {
                m_sink.note(
                    say("SciPy has no sparse matrices of {0}: the members were written as arrays, which it "
                        "does not open as a matrix",
                        tensor.member("values").array.dtype.name()));
                size.reset();
            }
            hasMatrix = hasMatrix || size;
            const auto added = size                                 ? addMatrix(name, tensor, *size)
                               : tensor.layout->family == "strided" ? addPlain(name, tensor)
                                                                    : addMembers(name, tensor);
            if (!added)
                return added;
        }
        for (const auto& text : m_document.others)
            if (text.name != scipyIsArray)
                addText(text.name, text.text);
        ZipWriter zip(m_sink);
        for (const auto& piece : m_pieces)
            if (auto added = zip.add(piece.name + ".npy", piece.write, how); !added)
                return Error{added.error().code, quotedEntry(piece.name) + ": " + added.error().text, {}, {}};
        return zip.finish();
    }

private:
    struct Piece {
        std::string name;
        std::function<Result<void>(Sink&)> write;
        bool isMember = false; // of a tensor; else a tensor of its own
    };

    // Plain tensors that are members of others as the reader knows them by their names.
    void findGivingWay()
    {
        for (const auto& [name, tensor] : m_document.tensors)
            if (tensor.layout->family != "strided" && !name.empty())
                for (const auto separator : {'_', '/'}) {
                    m_givingWay.insert(name + separator + "shape");
                    for (const auto& member : tensor.members)
                        m_givingWay.insert(name + separator + std::string(memberWord(member, *tensor.layout)));
                }
    }

    Result<void> addPlain(const std::string& name, const Tensor& tensor)
    {
        if (m_givingWay.contains(name))
            return {};
        noteLostClaims(tensor, [this](std::string text) { m_sink.note(std::move(text)); });
        return addArray(name.empty() ? "arr_0" : name, tensor.members.front().array, false);
    }

    // As save_npz writes it, in its order.
    Result<void> addMatrix(const std::string& name, const Tensor& tensor, const Extents& size)
    {
        std::vector<std::pair<std::string_view, Array>> arrays;
        const bool isCoo = tensor.layout->name == "coo", isMatrix = size.size() == 2;
        if (!isMatrix ||
            std::ranges::find(m_document.others, scipyIsArray, &NamedText::name) != m_document.others.end())
            arrays.emplace_back(scipyIsArray,
                                Array::fromInts({}, std::array<std::int64_t, 1>{1}, ElementType::boolean));
        if (isCoo && !isMatrix) {
            arrays.emplace_back("coords", tensor.member("indices").array);
        } else if (isCoo) {
            const auto& indices = tensor.member("indices").array;
            for (const int row : {0, 1}) {
                const auto line = select(indices.geometry, 0, row);
                if (!line)
                    return line.error();
                arrays.emplace_back(row == 0 ? "row" : "col", Array{indices.storage, indices.dtype, *line});
            }
        } else {
            arrays.emplace_back("indices", tensor.member("plain").array);
            arrays.emplace_back("indptr", tensor.member("compressed").array);
        }
        for (const auto& [word, array] : arrays)
            if (auto added = addArray(std::string(word), array, true); !added)
                return added;
        addText("format", std::string(tensor.layout->name));
        if (auto added = addArray("shape", integers(size), true); !added)
            return added;
        noteWhatIsLost(name, tensor);
        return addArray("data", tensor.member("values").array, true);
    }

    void noteWhatIsLost(const std::string& name, const Tensor& tensor)
    {
        std::string lost;
        const auto add = [&](const std::string& what) { lost += (lost.empty() ? "" : say(", ")) + what; };
        if (!name.empty())
            add(say("its name {0}", quotedEntry(name)));
        if (tensor.dtype && !(*tensor.dtype == tensor.member("values").array.dtype))
            add(say("the claimed type {0}", tensor.dtype->name()));
        for (const auto& claim : tensor.claims.all())
            add(say("the claim {0}", claim.name));
        if (!lost.empty())
            m_sink.note(say("a matrix as SciPy saves it does not keep {0}", lost));
    }

    Result<void> addMembers(const std::string& name, const Tensor& tensor)
    {
        for (const auto& member : tensor.members)
            if (auto added = addArray(memberKey(name, memberWord(member, *tensor.layout)), member.array, true);
                !added)
                return added;
        const auto shape = memberKey(name, "shape");
        for (auto& [key, text] : metadataOf(name, tensor))
            if (key != shape)
                addText(key, std::move(text));
        return tensor.size ? addArray(shape, integers(*tensor.size), true) : Result<void>();
    }

    // A text that is there already was read from the same file, or is newer.
    void addText(const std::string& name, std::string text)
    {
        if (m_places.emplace(name, m_pieces.size()).second)
            m_pieces.push_back({name,
                                [text = std::move(text)](Sink& sink) -> Result<void> {
                                    writeNpyText(text, sink);
                                    return {};
                                },
                                true});
    }

    Result<void> addArray(const std::string& name, Array array, bool isMember)
    {
        Piece piece{name,
                    [this, array = std::move(array)](Sink& sink) {
                        return writeNpy(array, sink, [this](std::string text) { m_sink.note(std::move(text)); });
                    },
                    isMember};
        const auto [known, isNew] = m_places.emplace(name, m_pieces.size());
        if (isNew) {
            m_pieces.push_back(std::move(piece));
            return {};
        }
        auto& other = m_pieces[known->second];
        if (other.isMember == isMember)
            return invalidArgument(
                say("tensors of one file need different names, found {0} twice", quotedEntry(name)));
        if (isMember)
            other = std::move(piece);
        return {};
    }

    const Document& m_document;
    Sink& m_sink;
    std::unordered_set<std::string> m_givingWay;
    std::vector<Piece> m_pieces;
    std::unordered_map<std::string, std::size_t> m_places; // in m_pieces, by name
};

} // namespace

Result<void> writeNpz(const Document& document, Sink& sink)
{
    return Writer(document, sink).write();
}

} // namespace tscope
