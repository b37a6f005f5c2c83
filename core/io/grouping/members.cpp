// SPDX-License-Identifier: Apache-2.0
#include "io/grouping/members.h"

#include "base/pace.h"
#include "base/say.h"
#include "io/grouping/claims.h"
#include "io/quoted_name.h"
#include "layouts/registry.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace tscope {

namespace {

using namespace std::string_view_literals;

// The words by which members are known when no metadata tells the layout, most telling first.
struct Convention {
    std::array<std::string_view, 4> words;
    std::string_view layout;
};

constexpr Convention scipy{{"indptr", "indices", "data", ""}, "csr"};
constexpr std::array conventions{
    Convention{{"buffer", "nested_sizes", "nested_strides", "storage_offsets"}, "nested"},
    Convention{{"crow_indices", "col_indices", "values", ""}, "csr"},
    Convention{{"ccol_indices", "row_indices", "values", ""}, "csc"},
    scipy,
    Convention{{"indices", "values", "", ""}, "coo"},
    Convention{{"offsets", "values", "", ""}, "jagged"},
};

bool isIntegersOfRank(const Array& array, int rank)
{
    return array.dtype.isIndexLike() && array.geometry.rank() == rank;
}

class Finder
{
public:
    Finder(const std::vector<NamedTensor>& arrays, MemberTexts& metadata, WarningList& warnings)
        : m_metadata(metadata), m_warnings(warnings)
    {
        for (const auto& [name, tensor] : arrays)
            m_byName.emplace(name, &tensor.members.front().array);
        for (const auto* layout : layouts())
            for (const auto& role : layout->roles) {
                m_words.insert(role.name);
                m_words.insert(role.aliases.begin(), role.aliases.end());
            }
    }

    // The tensor that this array is a member of, if it is the first one that is looked at.
    std::optional<NamedTensor> tensorOf(const std::string& member)
    {
        // NumPy's users rather write w_indptr or w/indptr.
        for (const auto separator : {'.', '_', '/'}) {
            const auto at = member.rfind(separator);
            if (at == std::string::npos && separator != '.')
                continue;
            m_separator = separator;
            m_name = at == std::string::npos ? std::string() : member.substr(0, at);
            const auto word = std::string_view(member).substr(at == std::string::npos ? 0 : at + 1);
            if (!isSign(word) || !m_seen.insert(key("")).second)
                continue;
            const auto taken = m_metadata.taken();
            if (auto tensor = assembled())
                if (auto found = named(std::move(*tensor)))
                    return found;
            m_metadata.giveBack(taken);
        }
        return std::nullopt;
    }

private:
    std::string key(std::string_view word) const
    {
        return m_name.empty() && m_separator == '.' ? std::string(word) : m_name + m_separator + std::string(word);
    }

    // Whether a member of that word may make a tensor known.
    bool isSign(std::string_view word) const
    {
        return m_separator == '.' ? m_words.contains(word)
                                  : std::ranges::find(scipy.words, word) != scipy.words.end() && !word.empty();
    }

    std::optional<NamedTensor> named(Tensor tensor)
    {
        if (!m_byName.contains(m_name) && m_made.insert(m_name).second)
            return NamedTensor{m_name, std::move(tensor)};
        m_warnings.add([&] {
            return say("members of a {0} tensor are called after {1}, but a tensor of that name is there too; "
                       "they were left as they are",
                       tensor.layout->name, quotedName(m_name));
        });
        return std::nullopt;
    }

    const Array* array(std::string_view word) const
    {
        const auto at = m_byName.find(key(word));
        return at == m_byName.end() ? nullptr : at->second;
    }

    std::optional<Tensor> assembled()
    {
        if (const auto* told = m_metadata.take(key("layout"))) {
            if (const auto* layout = layoutNamed(*told)) {
                if (layout->family == "strided")
                    return std::nullopt; // said to be what each of them is by itself
                takeSize();
                return withMembers(*layout);
            }
            m_warnings.add([&] {
                return say("the metadata {0} is {1}, which is none of the layouts {2}", quotedName(key("layout")),
                           quotedName(*told), layoutNames());
            });
        }
        for (const auto& convention : conventions)
            if ((m_separator == '.' || convention.words == scipy.words) &&
                std::ranges::all_of(convention.words, [&](auto word) { return word.empty() || array(word); }) &&
                isMeant(convention)) {
                takeSize();
                return withMembers(layoutBy(convention));
            }
        return std::nullopt;
    }

    // Two words that are no sign by themselves are taken for one only where the arrays are of that kind.
    bool isMeant(const Convention& convention) const
    {
        if (convention.layout == "coo")
            return isIntegersOfRank(*array("indices"), 2);
        return convention.layout != "jagged" || isIntegersOfRank(*array("offsets"), 1);
    }

    // The words tell the family. Of it, dims of the values that are neither batch nor entries may be blocks, and
    // SciPy has the same words for rows and columns.
    const Layout& layoutBy(const Convention& convention)
    {
        const bool isScipy = convention.words == scipy.words;
        if (convention.words[2].empty() || convention.layout == "nested")
            return *layoutNamed(convention.layout);
        const auto& pointers = array(convention.words[0])->geometry.sizes;
        const auto valueDims = array(convention.words[2])->geometry.rank();
        const auto batchDims = std::max(static_cast<int>(pointers.size()), 1) - 1;
        const auto dense = valueDims - 1 - batchDims;
        const bool isRankOfCsr = m_size && static_cast<int>(m_size->size()) == batchDims + 2 + dense;
        const bool isBlocked = dense >= 2 && !isRankOfCsr;
        bool isByColumn = convention.layout == "csc";
        if (isScipy && m_size && m_size->size() == 2 && pointers.size() == 1 && dense == 0)
            isByColumn = pointers[0] - 1 != (*m_size)[0] && pointers[0] - 1 == (*m_size)[1];
        const auto name = isBlocked ? (isByColumn ? "bsc" : "bsr") : isByColumn ? "csc" : "csr";
        if (!m_size && (dense >= 2 || isScipy))
            m_warnings.add([&] {
                const auto other = dense < 2    ? std::string("csc")
                                   : isByColumn ? say("csc with dense dims")
                                                : say("csr with dense dims");
                return say(
                    "{0} was taken for {1}; its members may also be those of {2}, which metadata {3} would tell",
                    quotedName(m_name), name, other, quotedName(key("layout")));
            });
        return *layoutNamed(name);
    }

    void takeSize()
    {
        const auto* shape = array("shape");
        m_size = claimedSize(m_name, m_metadata, shape ? shape : array("size"), m_warnings);
    }

    std::optional<Tensor> withMembers(const Layout& layout)
    {
        std::vector<Member> members;
        for (const auto& role : layout.roles) {
            const auto given = memberOf(role);
            if (given) {
                members.push_back(*given);
            } else if (role.required) {
                m_warnings.add([&] {
                    return say(
                        "{0} is said to be {1}, but there is no member {2}; the others were left as they are",
                        quotedName(m_name), layout.name, quotedName(key(role.name)));
                });
                return std::nullopt;
            }
        }
        auto tensor = makeTensor(layout, std::move(members));
        if (!tensor)
            return std::nullopt;
        tensor->size = m_size;
        takeClaims(m_name, m_metadata, *tensor);
        if (!tensor->size && layout.family != "nested" && layout.family != "jagged")
            m_warnings.add([&] {
                return say(
                    "nothing tells the shape of {0}; it is estimated from its indices, as an array {1} would "
                    "tell",
                    quotedName(m_name), quotedName(key("shape")));
            });
        return std::move(*tensor);
    }

    std::optional<Member> memberOf(const RoleSpec& role) const
    {
        const auto under = [&](std::string_view word) -> std::optional<Member> {
            const auto* found = array(word);
            if (!found)
                return std::nullopt;
            Member member;
            member.role = &role;
            member.array = *found;
            member.as = word;
            return member;
        };
        for (const auto alias : role.aliases)
            if (auto member = under(alias))
                return member;
        return under(role.name);
    }

    MemberTexts& m_metadata;
    WarningList& m_warnings;
    std::unordered_map<std::string, const Array*> m_byName;
    std::unordered_set<std::string_view> m_words; // that members have in any layout
    std::unordered_set<std::string> m_seen;       // names of tensors that were looked for
    std::unordered_set<std::string> m_made;       // names of tensors that were found
    char m_separator = '.';                       // between it and a member's word
    std::string m_name;                           // of the one that is looked for
    std::optional<Extents> m_size;                // that is claimed for it
};

} // namespace

MemberTexts::MemberTexts(std::vector<std::pair<std::string, std::string>> texts)
{
    for (auto& [key, value] : texts)
        m_texts.push_back({std::move(key), std::move(value)});
    std::ranges::sort(m_texts, {}, &Text::key);
}

const std::string* MemberTexts::take(const std::string& key)
{
    const auto at = std::ranges::lower_bound(m_texts, key, {}, &Text::key);
    if (at == m_texts.end() || at->key != key)
        return nullptr;
    if (!at->isUsed)
        m_taken.push_back(static_cast<std::size_t>(at - m_texts.begin()));
    at->isUsed = true;
    return &at->value;
}

std::vector<NamedText> MemberTexts::takeBelow(std::string_view prefix, std::size_t most)
{
    std::vector<NamedText> out;
    for (auto at = std::ranges::lower_bound(m_texts, prefix, {}, &Text::key);
         at != m_texts.end() && at->key.starts_with(prefix) && out.size() < most; ++at) {
        auto word = at->key.substr(prefix.size());
        if (at->isUsed || word.empty() || word.find('.') != std::string::npos)
            continue;
        m_taken.push_back(static_cast<std::size_t>(at - m_texts.begin()));
        at->isUsed = true;
        out.push_back({std::move(word), at->value});
    }
    return out;
}

void MemberTexts::giveBack(std::size_t since)
{
    for (auto i = since; i < m_taken.size(); ++i)
        m_texts[m_taken[i]].isUsed = false;
    m_taken.resize(std::min(since, m_taken.size()));
}

std::vector<NamedText> MemberTexts::takeUnused() &&
{
    std::vector<NamedText> out;
    for (auto& text : m_texts)
        if (!text.isUsed)
            out.push_back({std::move(text.key), std::move(text.value)});
    return out;
}

Result<std::vector<NamedTensor>> withTensorsOfMembers(std::vector<NamedTensor> arrays, MemberTexts& metadata,
                                                      const Watch& watch, WarningList& warnings)
{
    constexpr std::uint32_t arraysBetweenLooks = 1 << 9;
    Pace pace(watch, arraysBetweenLooks);
    std::vector<std::pair<std::size_t, NamedTensor>> found; // before which array
    Finder finder(arrays, metadata, warnings);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        if (!pace.goesOn(i, arrays.size()))
            return openingCancelled();
        if (auto tensor = finder.tensorOf(arrays[i].name))
            found.emplace_back(i, std::move(*tensor));
    }
    // Each in front of its first array, from the last on, so that none is moved over one that is yet to move.
    auto from = arrays.size();
    arrays.resize(from + found.size());
    auto to = arrays.size();
    for (auto next = found.rbegin(); next != found.rend(); ++next) {
        while (from > next->first)
            arrays[--to] = std::move(arrays[--from]);
        arrays[--to] = std::move(next->second);
    }
    return arrays;
}

std::string memberKey(std::string_view tensor, std::string_view word)
{
    return tensor.empty() ? std::string(word) : std::string(tensor) + "." + std::string(word);
}

} // namespace tscope
