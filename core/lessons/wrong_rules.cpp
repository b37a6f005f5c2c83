// SPDX-License-Identifier: Apache-2.0
// A rule that was named as broken, and the numbers with which the tensor keeps it.
#include "array/index_reader.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "layouts/shared/sentences.h"
#include "lessons/letters.h"
#include "lessons/wrong_places.h"
#include "rules/check.h"
#include "rules/contracts.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::int64_t mostTold = 100; // numbers, as of a tensor that a lesson asks about

std::optional<Extents> numbersToTell(const Tensor& tensor, std::string_view role)
{
    const auto* member = tensor.find(role);
    if (member == nullptr || !member->isReadable() || !member->array.dtype.isIndexLike() ||
        member->array.geometry.rank() != 1)
        return std::nullopt;
    const IndexReader reader(member->array);
    if (reader.numel() == 0 || reader.numel() > mostTold)
        return std::nullopt;
    Extents numbers(static_cast<std::size_t>(reader.numel()));
    reader.read(0, numbers);
    return numbers;
}

std::string differencesIn(const Extents& pointers)
{
    Extents differences;
    for (std::size_t at = 1; at < pointers.size(); ++at)
        differences.push_back(pointers[at] - pointers[at - 1]);
    return text(valueOf(differences));
}

// The indices of each row or column. Empty: the pointers don't cut them.
std::string piecesOf(const Extents& pointers, const Extents& indices)
{
    std::string all;
    for (std::size_t at = 1; at < pointers.size(); ++at) {
        const auto begin = pointers[at - 1], end = pointers[at];
        if (begin < 0 || end < begin || end > std::ssize(indices))
            return {};
        all.append(all.empty() ? "" : ", ")
            .append(text(valueOf(Extents(indices.begin() + begin, indices.begin() + end))));
    }
    return all;
}

CounterExample aboutPointers(const Tensor& tensor, std::string_view role, std::string_view rule)
{
    const auto pointers = numbersToTell(tensor, role);
    if (!pointers)
        return {};
    const auto member = tensor.member(role).role->name;
    const auto name = nameOf(tensor, role);
    const auto last = std::ssize(*pointers) - 1;
    if (rule == "5.1")
        return {say("{0}[0] is {1}", name, pointers->front()), Slots{member, 0, 1}};
    if (rule == "5.2")
        return {say("{0}[{1}] is {2}, as many as there are", name, last, pointers->back()),
                Slots{member, last, last + 1}};
    if (rule == "5.3")
        return {say("from one number of {0} to the next the differences are {1}", name, differencesIn(*pointers))};
    return {};
}

CounterExample aboutIndices(const Tensor& tensor, std::string_view rule)
{
    const auto indices = numbersToTell(tensor, "plain");
    const auto pointers = numbersToTell(tensor, "compressed");
    if (!indices || !pointers)
        return {};
    const auto member = tensor.member("plain").role->name;
    const auto name = nameOf(tensor, "plain");
    const auto at = [&](auto found) {
        const auto slot = found - indices->begin();
        return Slots{member, slot, slot + 1};
    };
    const auto [least, most] = std::ranges::minmax_element(*indices);
    if (rule == "5.4")
        return {say("the smallest number of {0} is {1}", name, *least), at(least)};
    if (rule == "5.5")
        return {say("the largest number of {0} is {1}", name, *most), at(most)};
    if (const auto pieces = rule == "5.6" ? piecesOf(*pointers, *indices) : std::string(); !pieces.empty())
        return {say("cut at the pointers, {0} is {1}, and each piece rises", name, pieces)};
    return {};
}

// Empty: there are no few numbers that show it.
CounterExample numbersThatKeep(const Tensor& tensor, std::string_view rule)
{
    if (tensor.layout->family == "compressed") {
        auto example = aboutPointers(tensor, "compressed", rule);
        return example.text.empty() ? aboutIndices(tensor, rule) : example;
    }
    constexpr std::string_view jagged = "JAG-";
    if (rule.starts_with(jagged) && tensor.find("lengths") == nullptr)
        return aboutPointers(tensor, "offsets", rule.substr(jagged.size()));
    return {};
}

} // namespace

CounterExample aboutRule(const std::string& name, const Tensor& tensor, const std::string& rule)
{
    const auto& rules = tensor.layout->rules;
    const auto known =
        std::ranges::find_if(rules, [&](const Rule& each) { return lowered(each.id) == lowered(rule); });
    if (known == rules.end())
        return {say("You named {0}, and {1} has no rule of that name.", rule, tensor.layout->name)};
    CheckOptions options;
    options.advice = false;
    if (check(tensor, options).wasSkipped(known->id))
        return {say("You named {0}, which can't be judged while other rules of {1} are broken.", known->id, name)};
    auto example = numbersThatKeep(tensor, known->id);
    if (example.text.empty())
        example.text = statementOf(tensor, *known, known->wording);
    example.text = say("You named {0}, and {1} keeps it: {2}.", known->id, name, example.text);
    return example;
}

} // namespace tscope
