// SPDX-License-Identifier: Apache-2.0
#include "literals/json_sharing.h"

#include <algorithm>
#include <unordered_map>

namespace tscope {

namespace {

class Sharing
{
public:
    Sharing(const JsonTree& tree, std::vector<JsonTensor>& tensors) : m_tree(tree)
    {
        for (auto& tensor : tensors)
            m_byName.emplace(tensor.name, &tensor);
    }

    // Follows the names to a member that has its storage, then hands that to all on the way.
    Result<void> resolve(JsonTensor& from, const JsonTensor::Shared& first)
    {
        std::vector<Member*> way;
        auto* tensor = &from;
        const auto* link = &first;
        auto* member = tensor->tensor.find(first.role->name);
        while (!member->array.storage) {
            if (!m_isOnWay.emplace(member, true).second)
                return corrupt("storages that share each other in a circle hold nothing, found " + link->target,
                               m_tree.path(link->at));
            way.push_back(member);
            auto target = find(*tensor, link->target);
            if (!target.member)
                return corrupt("a storage shared with " + link->target + " needs that member, found none",
                               m_tree.path(link->at));
            tensor = target.tensor;
            member = target.member;
            const auto next = std::ranges::find(tensor->shared, member->role, &JsonTensor::Shared::role);
            if (next != tensor->shared.end())
                link = &*next;
        }
        for (auto* waiting : way)
            waiting->array.storage = member->array.storage;
        return {};
    }

private:
    struct Place {
        JsonTensor* tensor = nullptr;
        Member* member = nullptr;
    };

    Place find(JsonTensor& here, const std::string& target) const
    {
        const auto slash = target.rfind('/');
        auto* tensor = &here;
        if (slash != std::string::npos) {
            const auto named = m_byName.find(target.substr(0, slash));
            if (named == m_byName.end())
                return {};
            tensor = named->second;
        }
        const auto word = slash == std::string::npos ? target : target.substr(slash + 1);
        const auto* role = roleNamed(*tensor->tensor.layout, word);
        if (role)
            return {tensor, tensor->tensor.find(role->name)};
        const auto as = std::ranges::find(tensor->tensor.members, word, &Member::as);
        return {tensor, as == tensor->tensor.members.end() ? nullptr : &*as};
    }

    const JsonTree& m_tree;
    std::unordered_map<std::string, JsonTensor*> m_byName;
    std::unordered_map<const Member*, bool> m_isOnWay; // of this or an earlier walk; those have a storage by now
};

} // namespace

Result<void> shareStorages(const JsonTree& tree, std::vector<JsonTensor>& tensors)
{
    Sharing sharing(tree, tensors);
    for (auto& tensor : tensors)
        for (const auto& shared : tensor.shared)
            if (auto done = sharing.resolve(tensor, shared); !done)
                return done;
    return {};
}

} // namespace tscope
