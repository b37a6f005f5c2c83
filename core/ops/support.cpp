// SPDX-License-Identifier: Apache-2.0
#include "ops/support.h"

#include "convert/plan.h"
#include "convert/target.h"
#include "dispatch/backends.h"
#include "layouts/registry.h"
#include "ops/verified.h"
#include "ops/ways_round.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tscope {

namespace {

using namespace std::string_view_literals;
using Answer = SupportCell::Answer;

// Devices that people ask for, there or not.
constexpr std::array devices{"cpu"sv, "cuda"sv};

SupportCell emptyCell(std::string_view op, std::string_view device, std::span<const std::string_view> layouts)
{
    SupportCell cell;
    cell.op = op;
    cell.device = device;
    cell.layouts.assign(layouts.begin(), layouts.end());
    return cell;
}

// For which element types it relies on its rules, where they are not all.
std::string typesOf(const KernelChoice& choice)
{
    std::string names;
    for (const auto type : knownElementTypes())
        if (choice.kernel.need_types != 0 && choice.isFor(type) && choice.needsThemFor(type))
            names.append(names.empty() ? " (" : ", ").append(DType(type).name());
    return names.empty() ? names : names + ")";
}

// Whichever of them runs, it is verified.
std::string hardwareOf(const std::vector<KernelChoice>& choices)
{
    std::vector<std::string_view> names;
    for (const auto& choice : choices)
        names.emplace_back(choice.kernel.name);
    return names.empty() ? std::string() : verifiedOn(names);
}

// Of several kernels the first that was built for the types and takes the call runs it; the last takes every one.
void describe(SupportCell& cell, const std::vector<KernelChoice>& choices, std::string_view result)
{
    cell.result = result;
    for (const auto& choice : choices)
        cell.kernel.append(cell.kernel.empty() ? "" : ", else ").append(choice.kernel.name);
    for (const auto& choice : choices) {
        // What does not keep the rules of an earlier one goes to a later one.
        const bool isLast = &choice == &choices.back();
        for (const auto need : choice.needs())
            cell.needs.push_back(std::string(need) + typesOf(choice) +
                                 (isLast ? std::string() : " for " + std::string(choice.kernel.name)));
    }
    cell.verifiedOn = hardwareOf(choices);
    for (const auto type : knownElementTypes()) {
        if (std::ranges::any_of(choices, [type](const KernelChoice& choice) { return choice.isFor(type); }))
            cell.dtypes.emplace_back(type);
        if (DType(type).isIndexLike() && choices.front().kernel.index_types != 0)
            cell.indexDTypes.emplace_back(type); // those it was not built for are cast before
    }
}

// A conversion's kernels. What they were not built for is moved element by element.
void describe(SupportCell& cell, const std::vector<RouteLeg>& legs)
{
    if (legs.size() == 1)
        return describe(cell, legs.front().kernels, cell.result);
    std::vector<KernelChoice> firsts;
    for (std::size_t i = 0; i < legs.size(); ++i) {
        firsts.push_back(legs[i].kernels.front());
        cell.kernel.append(i == 0 ? "" : ", ").append(legs[i].kernels.front().kernel.name);
        if (i + 1 < legs.size())
            cell.reason.append(i == 0 ? "by way of " : ", ").append(legs[i].to.layout->name);
    }
    cell.verifiedOn = hardwareOf(firsts);
    cell.isProcessors = legs.empty();
    if (legs.empty())
        cell.kernel = "element by element";
    else
        cell.answer = Answer::wayRound;
    for (const auto type : knownElementTypes()) {
        cell.dtypes.emplace_back(type);
        if (DType(type).isIndexLike())
            cell.indexDTypes.emplace_back(type);
    }
}

std::string conversionsOf(const WayRound& way, std::span<const std::string_view> layouts)
{
    std::string text;
    for (std::size_t i = 0; i < layouts.size(); ++i)
        if (way.inputs[i] != layouts[i])
            text.append(text.empty() ? "input " : ", input ")
                .append(std::to_string(i + 1))
                .append(" becomes ")
                .append(way.inputs[i]);
    return text;
}

// Whether there is no device, and no word on what it would do either.
bool isUnknown(SupportCell& cell)
{
    cell.absent = whyNoDevice(cell.device);
    if (cell.absent.empty() || hasKernelsFor(cell.device))
        return false;
    cell.answer = Answer::notBuiltIn;
    cell.reason = std::exchange(cell.absent, {});
    return true;
}

// Of a kernel on a device: the hardware, or that there was none.
std::string hardwareText(const SupportCell& cell)
{
    if (cell.isUnverified())
        return std::string(neverVerified);
    return cell.verifiedOn.empty() ? std::string() : "verified on " + cell.verifiedOn;
}

} // namespace

std::string SupportCell::note() const
{
    std::string out = absent;
    if (!reason.empty())
        out.append(out.empty() ? "" : "; ").append(reason);
    for (const auto& text : {condition.empty() ? std::string() : "wants " + condition, hardwareText(*this)})
        if (!text.empty())
            out.append(out.empty() ? "" : "; ").append(text);
    return out;
}

SupportCell supportOf(const OpSpec& op, std::string_view device, std::span<const std::string_view> layouts)
{
    auto cell = emptyCell(op.name, device, layouts);
    const auto plan = op.layouts(layouts);
    if (!plan) {
        cell.answer = Answer::noMeaning;
        cell.reason = plan.error().text;
        return cell;
    }
    if (isUnknown(cell))
        return cell;
    if (const auto choices = findKernels(keyOf(op, *plan, device)); !choices.empty()) {
        describe(cell, choices, plan->result);
        return cell;
    }
    const auto ways = waysRound(op, layouts, plan->result, device);
    if (ways.empty()) {
        cell.answer = Answer::notImplemented;
        cell.reason = "not implemented, and no conversion leads to a kernel";
        cell.absent.clear();
        return cell;
    }
    cell.answer = Answer::wayRound;
    cell.reason = conversionsOf(ways.front(), layouts);
    describe(cell, ways.front().choices, ways.front().plan.result);
    return cell;
}

std::string text(const SupportCell& cell)
{
    // What a conversion leads to is its result.
    const std::span given = std::span(cell.layouts).first(cell.op == "convert" ? 1 : cell.layouts.size());
    std::string out;
    for (const auto layout : given)
        out.append(out.empty() ? "" : ", ").append(layout);
    if (cell.hasKernel()) {
        const auto hardware = hardwareText(cell);
        return out + " -> " + cell.result + ": " + cell.kernelText() +
               (cell.condition.empty() ? "" : "; wants " + cell.condition) +
               (cell.absent.empty() ? "" : ", " + cell.absent) + (hardware.empty() ? "" : ", " + hardware);
    }
    return out + ": " + cell.reason;
}

std::vector<SupportCell> supportOf(const OpSpec& op)
{
    std::vector<std::string_view> names;
    for (const auto* layout : layouts())
        names.push_back(layout->name);
    std::vector<SupportCell> cells;
    for (const auto device : devices) {
        std::vector<std::size_t> at(op.inputs.size(), 0);
        while (true) {
            std::vector<std::string_view> combination;
            for (const auto i : at)
                combination.push_back(names[i]);
            cells.push_back(supportOf(op, device, combination));
            auto digit = at.size();
            while (digit > 0 && ++at[digit - 1] == names.size())
                at[--digit] = 0;
            if (digit == 0)
                break;
        }
    }
    return cells;
}

namespace {

SupportCell supportOfConversion(const Layout& from, const Layout& to, std::string_view device)
{
    auto cell = emptyCell("convert", device, std::array{from.name, to.name});
    cell.result = to.name;
    if (!canBeConverted(from, to)) {
        cell.answer = Answer::notImplemented;
        cell.reason = "nothing is converted to " + std::string(to.name) + " so far";
        return cell;
    }
    if (isUnknown(cell))
        return cell;
    cell.condition = conditionOf(from, to);
    describe(cell, usualLegs(from, to, device));
    if (isOfComponents(from) && isOfComponents(to)) {
        cell.kernel = "tables";
        cell.isProcessors = true;
    }
    return cell;
}

} // namespace

std::vector<SupportCell> supportOfConversions()
{
    std::vector<SupportCell> cells;
    for (const auto device : devices)
        for (const auto* from : layouts())
            for (const auto* to : layouts())
                if (from != to)
                    cells.push_back(supportOfConversion(*from, *to, device));
    return cells;
}

} // namespace tscope
