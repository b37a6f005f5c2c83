// SPDX-License-Identifier: Apache-2.0
#include "literals/text_sparse.h"

#include "base/say.h"
#include "layouts/compressed/compressed.h"
#include "layouts/coo/coo.h"
#include "layouts/registry.h"
#include "literals/text_array.h"

#include <algorithm>
#include <array>

namespace tscope {

namespace {

using Index = TextTree::Index;

// What torch calls the members, our word for them, and the layouts whose word it is.
struct MemberName {
    std::string_view name;
    std::string_view role;
    std::string_view plain, blocked; // the layout it tells of; empty: none in particular
};

constexpr std::array memberNames{
    MemberName{"crow_indices", "compressed", "csr", "bsr"}, MemberName{"ccol_indices", "compressed", "csc", "bsc"},
    MemberName{"col_indices", "plain", "csr", "bsr"},       MemberName{"row_indices", "plain", "csc", "bsc"},
    MemberName{"compressed_indices", "compressed", {}, {}}, MemberName{"plain_indices", "plain", {}, {}},
    MemberName{"indices", "indices", "coo", "coo"},         MemberName{"values", "values", {}, {}},
};

const MemberName* memberNamed(std::string_view name)
{
    const auto* found = std::ranges::find(memberNames, name, &MemberName::name);
    return found == memberNames.end() ? nullptr : found;
}

// Constructors take their members by place, in this order, and then the size.
struct Constructor {
    std::string_view name; // behind "torch."
    std::string_view layout;
    std::array<std::string_view, 3> members;
};

constexpr std::array constructors{
    Constructor{"sparse_coo_tensor", "coo", {"indices", "values", {}}},
    Constructor{"sparse_csr_tensor", "csr", {"crow_indices", "col_indices", "values"}},
    Constructor{"sparse_csc_tensor", "csc", {"ccol_indices", "row_indices", "values"}},
    Constructor{"sparse_bsr_tensor", "bsr", {"crow_indices", "col_indices", "values"}},
    Constructor{"sparse_bsc_tensor", "bsc", {"ccol_indices", "row_indices", "values"}},
    Constructor{"sparse_compressed_tensor", {}, {"compressed_indices", "plain_indices", "values"}},
};

const Constructor* constructorNamed(std::string_view name)
{
    if (name.starts_with("torch."))
        name.remove_prefix(std::string_view("torch.").size());
    const auto* found = std::ranges::find(constructors, name, &Constructor::name);
    return found == constructors.end() ? nullptr : found;
}

class SparseReader
{
public:
    SparseReader(const TextTree& tree, Index call, WarningList& warnings)
        : m_tree(tree), m_call(call), m_warnings(warnings), m_constructor(constructorNamed(tree.word(call)))
    {
    }

    Result<Tensor> read()
    {
        for (const auto step : {&SparseReader::sortArguments, &SparseReader::readDescription,
                                &SparseReader::readArrays, &SparseReader::chooseLayout})
            if (auto done = (this->*step)(); !done)
                return done.error();
        return assemble();
    }

private:
    struct Given {
        const MemberName* name;
        Index at;
        TextArray array = {};
    };

    Result<void> sortArguments()
    {
        const auto arguments = TextArguments::of(m_tree, m_call);
        std::size_t place = 0;
        for (const auto at : arguments.byPlace) {
            while (m_constructor && place < 3 && m_constructor->members[place].empty())
                ++place;
            if (!m_constructor || place > 3)
                return textError(m_tree, at, say("a named argument"));
            if (place == 3)
                m_sizeAt = at;
            else if (auto added = addMember(m_constructor->members[place], at); !added)
                return added;
            ++place;
        }
        for (const auto& [name, at] : arguments.byName) {
            if (memberNamed(name)) {
                if (auto added = addMember(name, at); !added)
                    return added;
            } else if (name == "size") {
                m_sizeAt = at;
            } else if (name == "nnz") {
                m_nnzAt = at;
            } else if (name == "dtype") {
                m_dtypeAt = at;
            } else if (name == "device") {
                m_deviceAt = at;
            } else if (name == "layout") {
                m_layoutAt = at;
            } else if (name == "requires_grad") {
                m_requiresGradAt = at;
            } else if (name == "is_coalesced") {
                m_isCoalescedAt = at;
            } else if (name != "grad_fn" && name != "check_invariants" && name != "pin_memory") {
                const std::string_view word = name;
                m_warnings.add([&] { return say("the argument {0} was left out", word); });
            }
        }
        return {};
    }

    Result<void> addMember(std::string_view name, Index at)
    {
        const auto* member = memberNamed(name);
        const auto sameRole = [&](const Given& given) { return given.name->role == member->role; };
        if (std::ranges::any_of(m_given, sameRole))
            return corrupt(say("the member {0} is given twice", name), m_tree.place(at));
        m_given.push_back({member, at});
        return {};
    }

    // What stands outside the members.
    Result<void> readDescription()
    {
        if (m_dtypeAt) {
            auto dtype = textDType(m_tree, *m_dtypeAt);
            if (!dtype)
                return dtype.error();
            m_tensor.dtype = std::move(*dtype);
        }
        if (m_deviceAt) {
            const auto word = textWord(m_tree, *m_deviceAt);
            if (!word)
                return word.error();
            m_tensor.device = Device::parse(*word);
        }
        if (m_sizeAt) {
            auto size = textExtents(m_tree, *m_sizeAt);
            if (!size)
                return size.error();
            m_tensor.size = std::move(*size);
        }
        if (m_isCoalescedAt) {
            const auto flag = textFlag(m_tree, *m_isCoalescedAt);
            if (!flag)
                return flag.error();
            m_tensor.claims.set("is_coalesced", *flag);
        }
        if (m_requiresGradAt) {
            const auto flag = textFlag(m_tree, *m_requiresGradAt);
            if (!flag)
                return flag.error();
            m_requiresGrad = *flag;
        }
        return {};
    }

    Result<void> readArrays()
    {
        for (auto& given : m_given) {
            TextDefaults defaults;
            defaults.isSinglePrecision = true;
            defaults.device = m_tensor.device;
            if (given.name->role == "values") {
                defaults.dtype = m_tensor.dtype;
                defaults.isDTypeForced = m_constructor && m_tensor.dtype;
            } else if (inferredType(m_tree, given.at, true) == DType(ElementType::f32)) {
                defaults.dtype = ElementType::i64; // an empty list of indices
            }
            auto array = readTextArray(m_tree, given.at, defaults, m_warnings);
            if (!array)
                return array.error();
            given.array = std::move(*array);
        }
        return {};
    }

    const Given* given(std::string_view role) const
    {
        const auto at = std::ranges::find_if(m_given, [&](const Given& g) { return g.name->role == role; });
        return at == m_given.end() ? nullptr : &*at;
    }

    // The batch dims are those that the pointers have beside their own.
    std::size_t batchDims() const
    {
        const auto* pointers = given("compressed");
        return pointers && pointers->array.array.geometry.rank() > 0
                   ? static_cast<std::size_t>(pointers->array.array.geometry.rank()) - 1
                   : 0;
    }

    // What is said, by name or by the constructor; else what the names of the members and the dims of the values
    // tell.
    Result<void> chooseLayout()
    {
        if (m_layoutAt) {
            const auto word = textWord(m_tree, *m_layoutAt);
            if (!word)
                return word.error();
            m_layout = layoutNamed(*word);
            if (!m_layout || (m_layout->family != "compressed" && m_layout->family != "coo"))
                return textError(m_tree, *m_layoutAt, say("a sparse layout"));
        } else if (m_constructor && !m_constructor->layout.empty()) {
            m_layout = layoutNamed(m_constructor->layout);
        } else {
            const auto* values = given("values");
            const auto rank = values ? values->array.array.geometry.sizes.size() : 0;
            const bool isBlocked = rank >= batchDims() + 3;
            for (const auto& member : m_given)
                if (!m_layout && !member.name->plain.empty())
                    m_layout = layoutNamed(isBlocked ? member.name->blocked : member.name->plain);
            if (!m_layout)
                return textError(m_tree, m_call, say("a layout, said by layout= or by the members' names"));
        }
        for (const auto& member : m_given)
            if (!roleNamed(*m_layout, member.name->role))
                return textError(
                    m_tree, member.at,
                    say("the members of a {0} tensor only, not {1}", m_layout->name, member.name->name));
        return {};
    }

    Result<Tensor> assemble()
    {
        std::vector<Member> members;
        for (auto& member : m_given) {
            const auto* role = roleNamed(*m_layout, member.name->role);
            const auto name = member.name->name;
            const bool isOwnName = roleNamed(*m_layout, name) == role;
            if (!isOwnName && !member.name->plain.empty())
                m_warnings.add([&] {
                    return say("{0} is not a name of a {1} tensor's member; it was taken for {2}", name,
                               m_layout->name, role->name);
                });
            const bool requiresGrad =
                member.array.requiresGrad || (role->kind == RoleKind::values && m_requiresGrad);
            members.push_back({role, std::move(member.array.array), "strided", requiresGrad,
                               isOwnName && name != role->name ? std::string(name) : std::string()});
        }
        for (const auto& role : m_layout->roles) {
            const auto isRole = [&](const Member& member) { return member.role == &role; };
            if (role.required && std::ranges::none_of(members, isRole))
                return corrupt(
                    say("a {0} tensor needs {1}, found none", m_layout->name,
                        role.kind == RoleKind::index && !role.aliases.empty() ? role.aliases.front() : role.name),
                    m_tree.place(m_call));
        }
        auto made = makeTensor(*m_layout, std::move(members));
        if (!made)
            return made;
        m_tensor.layout = made->layout;
        m_tensor.members = std::move(made->members);
        if (auto compared = compareNnz(); !compared)
            return compared.error();
        if (m_tree.isCut())
            m_warnings.add([&] {
                return say("the text ends before its last bracket; it was read as a {0} tensor by its members",
                           m_layout->name);
            });
        return std::move(m_tensor);
    }

    Result<void> compareNnz()
    {
        if (!m_nnzAt)
            return {};
        const auto printed = textInteger(m_tree, *m_nnzAt);
        if (!printed)
            return printed.error();
        const auto& sizes = m_tensor.member("values").array.geometry.sizes;
        const auto dim = m_layout->family == "coo" ? 0 : batchDimsOf(m_tensor);
        const auto stored = dim < sizes.size() ? sizes[dim] : 0;
        if (stored != *printed)
            m_warnings.add([&] { return say("the text says nnz={0}, but the values are {1}", *printed, stored); });
        return {};
    }

    static std::size_t batchDimsOf(const Tensor& tensor)
    {
        const auto rank = tensor.member("compressed").array.geometry.rank();
        return rank > 0 ? static_cast<std::size_t>(rank) - 1 : 0;
    }

    const TextTree& m_tree;
    Index m_call;
    WarningList& m_warnings;
    const Constructor* m_constructor; // null: a print
    std::vector<Given> m_given;
    std::optional<Index> m_sizeAt, m_nnzAt, m_dtypeAt, m_deviceAt, m_layoutAt, m_requiresGradAt, m_isCoalescedAt;
    bool m_requiresGrad = false;
    const Layout* m_layout = nullptr;
    Tensor m_tensor;
};

} // namespace

bool isSparseCall(const TextTree& tree, Index call)
{
    if (constructorNamed(tree.word(call)))
        return true;
    if (!isArrayCall(tree.word(call)))
        return false;
    const auto arguments = TextArguments::of(tree, call);
    return std::ranges::any_of(arguments.byName, [](const auto& a) { return memberNamed(a.first) != nullptr; });
}

Result<Tensor> readSparseCall(const TextTree& tree, Index call, WarningList& warnings)
{
    return SparseReader(tree, call, warnings).read();
}

} // namespace tscope
