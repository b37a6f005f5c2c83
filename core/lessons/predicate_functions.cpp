// SPDX-License-Identifier: Apache-2.0
// What holds of a tensor, and of two together.
#include "anatomy/layout.h"
#include "array/overlap.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "facts/diff.h"
#include "lessons/functions.h"
#include "ops/transform.h"
#include "rules/check.h"
#include "rules/contracts.h"

#include <algorithm>
#include <array>
#include <set>

namespace tscope {

namespace {

using Arguments = std::span<const Value>;

Result<Report> checked(Arguments given)
{
    const auto x = tensor(given[0], "x");
    if (!x)
        return x.error();
    CheckOptions options;
    options.advice = false;
    if (given.size() > 1) {
        const auto name = word(given[1], "contract");
        if (!name)
            return name.error();
        const auto contract = contractNamed(*name);
        if (!contract)
            return contract.error();
        options.contract = *contract;
    }
    return check(**x, options);
}

Result<Value> isValid(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto report = checked(given);
    if (!report)
        return report.error();
    return Value(report->valid);
}

Result<Value> broken(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto report = checked(given);
    if (!report)
        return report.error();
    Value::List out;
    for (const auto& finding : report->findings)
        if (finding.level == Level::violation)
            out.push_back(Value(std::string(finding.rule)));
    return Value(std::move(out));
}

// The first of them with its words.
Result<Value> whyBroken(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto report = checked(given);
    if (!report)
        return report.error();
    const auto first = std::ranges::find(report->findings, Level::violation, &Finding::level);
    return Value(first == report->findings.end() ? say("no rule")
                                                 : say("rule {0}: {1}", first->rule, first->statement));
}

// The slots of one member that the check names for one rule.
Result<Value> brokenSlots(Arguments given, Scope& scope)
{
    const auto x = tensor(given[0], "x");
    if (!x)
        return x.error();
    const auto member = memberArgument(given, **x);
    if (!member)
        return member.error();
    const auto rule = word(given[2], "rule");
    if (!rule)
        return rule.error();
    if (std::ranges::find((*x)->layout->rules, *rule, &Rule::id) == (*x)->layout->rules.end())
        return invalidArgument(say("layout {0} has no rule {1}", (*x)->layout->name, *rule));
    constexpr std::int64_t most = 1000;
    const auto report = check(**x, {.maxWitnesses = most, .advice = false});
    std::set<std::int64_t> slots;
    if (const auto* finding = report.find(*rule))
        for (const auto& witness : finding->witnesses)
            if (witness.place && witness.place->member == (*member)->role->name)
                for (auto slot = witness.place->begin; slot < witness.place->end && std::ssize(slots) < most;
                     ++slot)
                    slots.insert(slot);
    if (const auto paid = spend(scope, 100 + std::ssize(slots)); !paid)
        return paid.error();
    return valueOf(Extents(slots.begin(), slots.end()));
}

Result<std::pair<TensorPtr, TensorPtr>> two(Arguments given)
{
    const auto x = tensor(given[0], "x"), y = tensor(given[1], "y");
    if (!x)
        return x.error();
    if (!y)
        return y.error();
    return std::pair(*x, *y);
}

Result<Value> sameElements(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto both = two(given);
    if (!both)
        return both.error();
    const auto difference = diff(*both->first, *both->second);
    if (!difference)
        return difference.error();
    return Value(difference->size && difference->values);
}

Result<Value> sameStorage(Arguments given, Scope& /*scope*/)
{
    const auto both = two(given);
    if (!both)
        return both.error();
    return Value(valuesMember(*both->first).array.storage == valuesMember(*both->second).array.storage);
}

Result<Value> sharesElements(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto both = two(given);
    if (!both)
        return both.error();
    const auto &a = valuesMember(*both->first), &b = valuesMember(*both->second);
    if (a.array.storage != b.array.storage)
        return Value(false);
    const Occupant one{a.array.geometry, std::max<std::int64_t>(a.array.dtype.itemSize(), 1)};
    const Occupant other{b.array.geometry, std::max<std::int64_t>(b.array.dtype.itemSize(), 1)};
    return Value(sharesElement(one, other) == Overlap::yes);
}

// Whether the operations give a view of the same storage: view("(5, 12)") of a tensor without a copy.
Result<Value> isView(Arguments given, Scope& scope)
{
    if (const auto paid = spend(scope, 100); !paid)
        return paid.error();
    const auto x = tensor(given[0], "x");
    if (!x)
        return x.error();
    const auto chain = word(given[1], "operations");
    if (!chain)
        return chain.error();
    const auto steps = parseSteps(*chain);
    if (!steps)
        return steps.error();
    const auto made = transform(**x, *steps);
    if (!made) {
        if (made.error().reason == "strides" || made.error().reason == "shape")
            return Value(false);
        return made.error();
    }
    if (made->tensors.empty())
        return Value(false);
    return Value(valuesMember(**x).array.storage == valuesMember(made->tensors.front()).array.storage);
}

constexpr auto predicates = std::to_array<LessonFunction>({
    {"valid", "x, contract", "whether it keeps the rules of a contract", 1, 2, isValid},
    {"broken_rules", "x, contract", "the rules that it breaks: [\"5.2\", \"5.6\"]", 1, 2, broken},
    {"why_broken", "x, contract", "the first of them in words: \"rule 5.4: no column index is negative\"", 1, 2,
     whyBroken},
    {"broken_slots", "x, member, rule", "the slots of a member at which a rule is broken", 3, 3, brokenSlots},
    {"same_elements", "x, y", "whether both have the same elements, however they are laid out", 2, 2,
     sameElements},
    {"same_storage", "x, y", "whether both use one storage", 2, 2, sameStorage},
    {"shares_element", "x, y", "whether some element of one lies where one of the other does", 2, 2,
     sharesElements},
    {"is_view", "x, operations", "whether the operations move no byte: \"view(5, 12)\"", 2, 2, isView},
});

} // namespace

std::span<const LessonFunction> predicateFunctions()
{
    return predicates;
}

} // namespace tscope
