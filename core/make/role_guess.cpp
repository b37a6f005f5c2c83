// SPDX-License-Identifier: Apache-2.0
#include "make/role_guess.h"

#include "base/say.h"
#include "facts/wording.h"
#include "layouts/registry.h"
#include "rules/check.h"

#include <algorithm>
#include <cctype>
#include <functional>

namespace tscope {

namespace {

bool isCalled(const std::string& name, const RoleSpec& role)
{
    auto word = name.substr(name.find_last_of("/.") + 1); // npos + 1 is 0
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
    return word == role.name || std::ranges::find(role.aliases, word) != role.aliases.end();
}

// Integers where integers are wanted; values may be of any type.
bool canPlay(const Array& array, const RoleSpec& role)
{
    return role.kind == RoleKind::values || array.dtype.isIndexLike();
}

bool isComplete(const Layout& layout, std::span<const RoleSpec* const> roles)
{
    return std::ranges::all_of(layout.roles, [&](const RoleSpec& role) {
        return !role.required || std::ranges::find(roles, &role) != roles.end();
    });
}

std::string described(const RoleGuess& guess, std::span<const LooseArray> arrays)
{
    std::string out(guess.layout->name);
    for (std::size_t i = 0; i < arrays.size(); ++i)
        out += (i == 0 ? say(": ") : say(", ")) + say("{0} is {1}", arrays[i].name, guess.roles[i]->name);
    return out;
}

// All ways to give each array a role of its own, in the order of the arrays.
void forEachReading(const Layout& layout, std::span<const LooseArray> arrays, std::vector<const RoleSpec*>& roles,
                    const std::function<void(const std::vector<const RoleSpec*>&)>& take)
{
    if (roles.size() == arrays.size()) {
        if (isComplete(layout, roles))
            take(roles);
        return;
    }
    for (const auto& role : layout.roles) {
        if (std::ranges::find(roles, &role) != roles.end() || !canPlay(arrays[roles.size()].array, role))
            continue;
        roles.push_back(&role);
        forEachReading(layout, arrays, roles, take);
        roles.pop_back();
    }
}

// Arrays that are all called what they would be may well be the members of a broken tensor.
bool isBetter(const RoleGuess& a, const RoleGuess& b)
{
    const bool isNamed = a.fittingNames == std::ssize(a.roles),
               isOtherNamed = b.fittingNames == std::ssize(b.roles);
    if (isNamed != isOtherNamed)
        return isNamed;
    return a.brokenRules != b.brokenRules ? a.brokenRules < b.brokenRules : a.fittingNames > b.fittingNames;
}

} // namespace

Result<Tensor> assembled(const Layout& layout, std::span<const LooseArray> arrays,
                         std::span<const RoleSpec* const> roles, const std::optional<Extents>& size)
{
    if (roles.size() != arrays.size())
        return invalidArgument(
            say("a role for each array is wanted, found {0} for {1}", roles.size(), arrays.size()));
    std::vector<Member> members;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        members.push_back({.role = roles[i], .array = arrays[i].array, .as = arrays[i].name});
    auto tensor = makeTensor(layout, std::move(members));
    if (tensor)
        tensor->size = size;
    return tensor;
}

std::vector<RoleGuess> guessRoles(std::span<const LooseArray> arrays, const std::optional<Extents>& size,
                                  const Watch& watch)
{
    std::vector<RoleGuess> out;
    for (const auto* layout : layouts()) {
        if (arrays.empty() || arrays.size() > layout->roles.size())
            continue;
        std::vector<const RoleSpec*> roles;
        forEachReading(*layout, arrays, roles, [&](const std::vector<const RoleSpec*>& chosen) {
            const auto tensor = assembled(*layout, arrays, chosen, size);
            if (!tensor || watch.isStopped())
                return;
            const auto report = check(*tensor, {.maxWitnesses = 1, .advice = false, .watch = watch});
            RoleGuess guess;
            guess.layout = layout;
            guess.roles = chosen;
            guess.brokenRules = std::ranges::count(report.findings, Level::violation, &Finding::level);
            for (std::size_t i = 0; i < arrays.size(); ++i)
                guess.fittingNames += isCalled(arrays[i].name, *chosen[i]) ? 1 : 0;
            guess.text = described(guess, arrays);
            guess.evidence = verdictText(report);
            out.push_back(std::move(guess));
        });
    }
    std::ranges::stable_sort(out, isBetter);
    for (auto& guess : out) {
        if (guess.fittingNames > 0)
            guess.evidence += say(", {0|name says so|names say so}", guess.fittingNames);
        const auto equals = std::ranges::count_if(
            out, [&](const RoleGuess& other) { return !isBetter(guess, other) && !isBetter(other, guess); });
        if (equals > 1)
            guess.evidence += say(", {0|other reading is as good|other readings are as good}", equals - 1);
    }
    return out;
}

} // namespace tscope
