// SPDX-License-Identifier: Apache-2.0
#include "literals/json_tensor_reader.h"

#include "base/say.h"
#include "layouts/coo/coo.h"
#include "layouts/registry.h"
#include "layouts/strided/strided.h"
#include "literals/json_array.h"
#include "literals/json_claims.h"
#include "literals/json_defaults.h"
#include "literals/json_nested.h"
#include "literals/json_scipy.h"
#include "literals/json_scipy_form.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>

namespace tscope {

namespace {

using Index = JsonTree::Index;

bool isOneOf(std::string_view word, std::span<const std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

// A word for the same member in a sibling of the layout: "ccol_indices" said of a csr tensor.
const RoleSpec* siblingRole(const Layout& layout, std::string_view word)
{
    for (const auto* other : layouts()) {
        if (other->family != layout.family)
            continue;
        if (const auto* role = roleNamed(*other, word))
            return roleNamed(layout, role->name);
    }
    return nullptr;
}

class TensorReader
{
public:
    TensorReader(const JsonTree& tree, Index at, std::size_t number, JsonInput& input, std::vector<Member>& loose)
        : m_tree(tree), m_at(at), m_number(number), m_warnings(input.warnings), m_allowance(input.allowance),
          m_waiting(input.waiting), m_loose(loose), m_claims(tree, input.warnings)
    {
    }

    Result<Tensor> read()
    {
        if (m_tree.kind(m_at) != JsonKind::object)
            return jsonError(m_tree, m_at, say("a tensor as an object with layout and members"));
        findParts();
        for (const auto step : {&TensorReader::chooseLayout, &TensorReader::readTypes, &TensorReader::readMembers,
                                &TensorReader::readSize, &TensorReader::readClaims})
            if (auto done = (this->*step)(); !done)
                return done.error();
        if (m_isScipy && hasScipyKeys(*m_layout) && areNamedAsInScipy() && fitsScipyKeys(m_tensor))
            m_tensor.scipyKeys = ScipyKeys{m_hasBlocksize, m_tree.hasBareWords()};
        return std::move(m_tensor);
    }

private:
    void findParts()
    {
        for (auto key = m_at + 1; key < m_tree.end(m_at); key = m_tree.end(key + 1)) {
            const auto word = m_tree.word(key);
            const bool mayBreakOff = word == "members" && m_tree.kind(key + 1) == JsonKind::object;
            const bool isList = m_tree.kind(key + 1) == JsonKind::list;
            if (word == "row" && isList)
                m_rowAt = key + 1;
            else if (word == "col" && isList)
                m_colAt = key + 1;
            else if (word == "coords" && isList)
                m_coordsAt = key + 1;
            else if (word == "data" && hasElements(key))
                m_dataAt = key + 1;
            if (!isGiven(key) && !mayBreakOff)
                continue;
            if (word == "layout")
                m_layoutAt = key + 1;
            else if (word == "members")
                m_membersAt = key + 1;
            else if (word == "components")
                m_componentsAt = key + 1;
            else if (word == "size")
                m_sizeAt = key + 1;
            else if (word == "dtype")
                m_dtypeAt = key + 1;
            else if (word == "index_dtype")
                m_indexDTypeAt = key + 1;
            else if (word == "device")
                m_deviceAt = key + 1;
            else if (word == "format")
                m_formatAt = key + 1;
            else if (isJsonArrayKey(word)) {
                m_isFlat = true;
                if (word == "shape")
                    m_shapeAt = key + 1;
            }
        }
        const bool hasOwnMembers = m_membersAt || m_componentsAt;
        const bool isFormat = !m_layoutAt && !hasOwnMembers && m_tree.kind(m_formatAt) == JsonKind::word &&
                              layoutNamed(m_tree.word(m_formatAt)) != nullptr;
        if (m_formatAt && isFormat) // SciPy's words for the layout and the size
            m_layoutAt = m_formatAt;
        else
            m_formatAt = 0;
        m_isFlat = m_isFlat && !m_membersAt && !m_componentsAt;
    }

    // null says the same as no key, and a value that breaks off says nothing for sure.
    bool isGiven(Index key) const { return m_tree.kind(key + 1) != JsonKind::null && m_tree.isWhole(key + 1); }
    // The elements before a break are sure. In an object its shape may stand behind them.
    bool hasElements(Index key) const { return isGiven(key) || m_tree.kind(key + 1) == JsonKind::list; }

    Result<void> chooseLayout()
    {
        if (m_layoutAt) {
            auto word = jsonWord(m_tree, m_layoutAt);
            if (!word)
                return word.error();
            m_layout = layoutNamed(*word);
            if (!m_layout)
                return jsonError(m_tree, m_layoutAt, say("one of the layouts {0}", layoutNames()));
        } else if (m_componentsAt) {
            m_layout = layoutNamed("nested");
        } else if (!m_membersAt && m_dataAt && (m_coordsAt || (m_rowAt && m_colAt))) {
            m_layout = &cooLayout();
        } else if (m_isFlat) {
            m_layout = &stridedLayout();
        } else {
            return corrupt(say("a tensor needs a layout ({0}), found none", layoutNames()), m_tree.path(m_at));
        }
        if (m_componentsAt && (m_layout->name != "nested" || m_membersAt))
            return corrupt(say("components make a nested tensor and stand alone, without members"),
                           m_tree.path(m_componentsAt));
        m_isFlat = m_isFlat && m_layout == &stridedLayout();
        m_isSpread = !m_membersAt && !m_componentsAt && m_layout != &stridedLayout();
        if (m_isSpread && !m_sizeAt)
            m_sizeAt = m_shapeAt;
        m_isScipy = m_isSpread && m_dataAt && topLevelRole(*m_layout, "data") != nullptr;
        return {};
    }

    Result<void> readTypes()
    {
        for (const auto& [at, type] :
             {std::pair{m_dtypeAt, &m_tensor.dtype}, std::pair{m_indexDTypeAt, &m_tensor.indexDType}})
            if (at) {
                auto word = jsonWord(m_tree, at);
                if (!word)
                    return word.error();
                *type = DType::parse(*word);
            }
        if (m_deviceAt) {
            auto word = jsonWord(m_tree, m_deviceAt);
            if (!word)
                return word.error();
            m_tensor.device = Device::parse(*word);
        }
        return {};
    }

    DType typeOf(RoleKind kind) const
    {
        if (kind == RoleKind::values)
            return m_tensor.dtype.value_or(ElementType::f32);
        return m_tensor.indexDType.value_or(ElementType::i64);
    }

    Result<void> readMembers()
    {
        std::vector<Member> members;
        if (m_componentsAt) {
            auto nested =
                readJsonComponents(m_tree, m_componentsAt, typeOf(RoleKind::values), m_warnings, m_allowance);
            if (!nested)
                return nested.error();
            if (!m_tensor.dtype)
                warnOfRounding(m_tree, m_componentsAt, ElementType::f32, m_warnings);
            members = std::move(nested->members);
        } else if (m_isFlat) {
            if (!m_tree.isWhole(m_at)) // its strides may be behind the break
                return corrupt(say("the text breaks off within the only member"), m_tree.path(m_at));
            if (auto read = readMember(stridedLayout().roles[0], m_at, {}, members); !read)
                return read;
        } else if (m_membersAt) {
            if (m_tree.kind(m_membersAt) != JsonKind::object)
                return jsonError(m_tree, m_membersAt, say("an object with the members"));
            for (auto key = m_membersAt + 1; key < m_tree.end(m_membersAt); key = m_tree.end(key + 1))
                if (auto read = readNamedMember(key, members); !read)
                    return read;
        } else if (m_isSpread) {
            for (auto key = m_at + 1; key < m_tree.end(m_at); key = m_tree.end(key + 1))
                if (roleOf(m_tree.word(key)) != nullptr)
                    if (auto read = readNamedMember(key, members); !read)
                        return read;
            if (auto read = readCoordinates(members); !read)
                return read;
        }
        const auto before = m_tree.isWhole(m_at) ? std::vector<Member>() : members;
        auto made = makeTensor(*m_layout, std::move(members));
        if (!made)
            std::ranges::copy_if(before, std::back_inserter(m_loose),
                                 [](const auto& m) { return m.array.storage != nullptr; });
        if (!made && m_isSpread)
            return corrupt(missingMembersText(m_tree, m_at, *m_layout), m_tree.path(m_at));
        if (!made)
            return corrupt(made.error().text, m_tree.path(m_membersAt ? m_membersAt : m_at));
        m_tensor.layout = made->layout;
        m_tensor.members = std::move(made->members);
        return {};
    }

    // Each part under its key of SciPy and as lists.
    bool areNamedAsInScipy() const
    {
        const auto& members = m_tensor.members;
        const bool areIndices = m_layout == &cooLayout() ? m_hasRowAndCol || members[0].as == "coords"
                                                         : members[0].as == "indptr" && members[1].as == "indices";
        return (m_formatAt || !m_layoutAt) && areIndices && !m_hasObjects && members.back().as == "data";
    }

    const RoleSpec* roleOf(std::string_view word) const
    {
        return m_isSpread ? topLevelRole(*m_layout, word) : roleNamed(*m_layout, word);
    }

    // SciPy's row and col are the indices of a coo tensor.
    Result<void> readCoordinates(std::vector<Member>& members)
    {
        if (m_layout != &cooLayout() || !m_rowAt || !m_colAt)
            return {};
        const auto* role = roleNamed(*m_layout, "indices");
        if (std::ranges::find(members, role, &Member::role) != members.end())
            return corrupt(say("the member {0} is given twice", role->name), m_tree.path(m_rowAt));
        auto indices = readRowAndCol(m_tree, m_rowAt, m_colAt, typeOf(role->kind), m_warnings);
        if (!indices)
            return indices.error();
        members.push_back({.role = role, .array = std::move(*indices)});
        m_hasRowAndCol = true;
        return {};
    }

    Result<void> readNamedMember(Index key, std::vector<Member>& members)
    {
        const auto word = m_tree.word(key);
        const auto* role = roleOf(word);
        if (role ? !hasElements(key) : !isGiven(key))
            return {};
        m_hasObjects = m_hasObjects || m_tree.kind(key + 1) != JsonKind::list;
        if (!role && JsonClaimReader::isInteger(word))
            return m_claims.read(key, m_tensor.claims);
        if (!role) {
            role = siblingRole(*m_layout, word);
            if (!role) {
                m_warnings.add([&] {
                    return say("a {0} tensor has no member {1}, it was left out", m_layout->name,
                               m_tree.path(key));
                });
                return {};
            }
            m_warnings.add([&] {
                return say("{0} is not a name of a {1} tensor's member; it was taken for {2}", m_tree.path(key),
                           m_layout->name, role->name);
            });
        }
        if (std::ranges::find(members, role, &Member::role) != members.end())
            return corrupt(say("the member {0} is given twice", role->name), m_tree.path(key));
        return readMember(*role, key + 1, word == role->name ? std::string_view{} : word, members);
    }

    Result<void> readMember(const RoleSpec& role, Index at, std::string_view as, std::vector<Member>& members)
    {
        const bool isUntyped = role.kind == RoleKind::values && !m_tensor.dtype;
        const auto type = isUntyped && m_isScipy ? typeAsNumPy(m_tree, at) : typeOf(role.kind);
        auto read = m_isFlat ? readFlatJsonArray(m_tree, at, type, m_warnings, m_allowance)
                             : readJsonArray(m_tree, at, type, m_warnings, m_allowance);
        if (!read)
            return read.error();
        if (isUntyped)
            warnOfRounding(m_tree, at, type, m_warnings);
        if (!read->sharedWith.empty())
            m_waiting.push_back({m_number, &role, std::move(read->sharedWith), at});
        members.push_back(
            {&role, std::move(read->array), std::move(read->layout), read->requiresGrad, std::string(as)});
        return {};
    }

    Result<void> readSize()
    {
        if (!m_sizeAt)
            return {};
        auto size = readJsonSize(m_tree, m_sizeAt);
        if (!size)
            return size.error();
        m_tensor.size = std::move(*size);
        return {};
    }

    Result<void> readClaims()
    {
        constexpr std::array<std::string_view, 7> parts{"layout", "members",     "components", "size",
                                                        "dtype",  "index_dtype", "device"};
        for (auto key = m_at + 1; key < m_tree.end(m_at); key = m_tree.end(key + 1)) {
            const auto word = m_tree.word(key);
            if (isOneOf(word, parts) || !isGiven(key))
                continue;
            if (m_isFlat && isJsonArrayKey(word))
                continue;
            const bool isSize = key + 1 == m_sizeAt || key + 1 == m_formatAt;
            if (isSize || (m_isSpread && roleOf(word) != nullptr))
                continue;
            const bool isCoordinate = key + 1 == m_rowAt || key + 1 == m_colAt;
            if (isCoordinate && m_hasRowAndCol)
                continue;
            if (m_isSpread && isBlocksize(m_tree, key, m_tensor, m_warnings)) {
                m_hasBlocksize = true;
                continue;
            }
            if (isJsonTexts(m_tree, m_at, key))
                continue;
            if (auto read = m_claims.read(key, m_tensor.claims); !read)
                return read;
        }
        return {};
    }

    const JsonTree& m_tree;
    Index m_at;
    std::size_t m_number; // among those of the text
    WarningList& m_warnings;
    JsonAllowance& m_allowance;
    std::vector<WaitingMember>& m_waiting;
    std::vector<Member>& m_loose;
    JsonClaimReader m_claims;
    const Layout* m_layout = nullptr;
    // Where the parts stand; 0: not given.
    Index m_layoutAt = 0, m_membersAt = 0, m_componentsAt = 0, m_sizeAt = 0;
    Index m_dtypeAt = 0, m_indexDTypeAt = 0, m_deviceAt = 0;
    Index m_formatAt = 0, m_shapeAt = 0, m_dataAt = 0; // in SciPy's words
    Index m_rowAt = 0, m_colAt = 0, m_coordsAt = 0;
    bool m_hasObjects = false;   // a member is more than a list
    bool m_hasRowAndCol = false; // and the indices are made of them
    bool m_hasBlocksize = false;
    bool m_isSpread = false; // members of another layout stand at the top level
    bool m_isScipy = false;  // and the values have SciPy's word for them
    bool m_isFlat = false;   // a strided tensor whose only member stands at the top level
    Tensor m_tensor;
};

} // namespace

bool isJsonTexts(const JsonTree& tree, JsonTree::Index object, JsonTree::Index key)
{
    return object == 0 && tree.word(key) == "texts" && tree.kind(key + 1) == JsonKind::object;
}

Result<Tensor> readJsonTensor(const JsonTree& tree, JsonTree::Index at, std::size_t number, JsonInput& input,
                              std::vector<Member>& loose)
{
    return TensorReader(tree, at, number, input, loose).read();
}

} // namespace tscope
