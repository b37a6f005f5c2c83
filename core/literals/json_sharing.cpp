// SPDX-License-Identifier: Apache-2.0
#include "literals/json_sharing.h"

#include "base/say.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace tscope {

namespace {

class Sharing
{
public:
    Sharing(const JsonTree& tree, std::vector<NamedTensor>& tensors, const std::vector<WaitingMember>& waiting)
        : m_tree(tree), m_tensors(tensors)
    {
        for (auto& tensor : tensors)
            m_byName.emplace(tensor.name, &tensor);
        for (const auto& link : waiting)
            m_links.emplace(memberOf(link), &link);
    }

    // Follows the names to a member that has its storage, then hands that to all on the way. Where that fails, all
    // on the way are lost for the same reason.
    Result<void> resolve(const WaitingMember& first)
    {
        std::vector<Member*> way;
        auto resolved = follow(first, way);
        if (!resolved) {
            const auto why = std::make_shared<const Error>(resolved.error());
            for (const auto* member : way)
                m_lost.emplace(member, why);
        }
        return resolved;
    }

private:
    struct Place {
        NamedTensor* tensor = nullptr;
        Member* member = nullptr;
    };

    Result<void> follow(const WaitingMember& first, std::vector<Member*>& way)
    {
        const auto* link = &first;
        auto* tensor = &m_tensors[first.tensor];
        auto* member = memberOf(first);
        while (!member->array.storage) {
            if (const auto lost = m_lost.find(member); lost != m_lost.end())
                return *lost->second;
            if (!m_wasOnWay.insert(member).second)
                return corrupt(
                    say("storages that share each other in a circle hold nothing, found {0}", link->target),
                    m_tree.path(link->at));
            way.push_back(member);
            const auto target = find(*tensor, link->target);
            if (!target.member)
                return corrupt(say("a storage shared with {0} needs that member, found none", link->target),
                               m_tree.path(link->at));
            tensor = target.tensor;
            member = target.member;
            if (const auto next = m_links.find(member); next != m_links.end())
                link = next->second;
        }
        for (auto* waiting : way)
            waiting->array.storage = member->array.storage;
        return {};
    }

    Member* memberOf(const WaitingMember& link) const
    {
        return m_tensors[link.tensor].tensor.find(link.role->name);
    }

    Place find(NamedTensor& here, const std::string& target) const
    {
        const auto slash = target.rfind('/');
        auto* tensor = &here;
        if (slash != std::string::npos) {
            const auto named = m_byName.find(std::string_view(target).substr(0, slash));
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
    std::vector<NamedTensor>& m_tensors;
    std::unordered_map<std::string_view, NamedTensor*> m_byName;
    std::unordered_map<const Member*, const WaitingMember*> m_links;
    std::unordered_set<const Member*> m_wasOnWay; // of this or an earlier walk; those have a storage or are lost
    std::unordered_map<const Member*, std::shared_ptr<const Error>> m_lost; // and why
};

} // namespace

Result<void> shareStorages(const JsonTree& tree, std::vector<NamedTensor>& tensors,
                           const std::vector<WaitingMember>& waiting, WarningList& warnings, bool despiteFaults)
{
    if (waiting.empty())
        return {};
    Sharing sharing(tree, tensors, waiting);
    std::vector<std::size_t> without; // storages, rising
    for (const auto& link : waiting) {
        const auto done = sharing.resolve(link);
        if (done)
            continue;
        if (!despiteFaults)
            return done;
        if (!without.empty() && without.back() == link.tensor)
            continue;
        without.push_back(link.tensor);
        warnings.add([&] { return say("{0} can't be read: {1}", tree.path(link.at), done.error().text); });
    }
    std::size_t number = 0;
    std::erase_if(tensors, [&](const NamedTensor&) { return std::ranges::binary_search(without, number++); });
    return {};
}

} // namespace tscope
