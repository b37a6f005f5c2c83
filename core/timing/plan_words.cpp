// SPDX-License-Identifier: Apache-2.0
#include "timing/plan_words.h"

#include "base/say.h"
#include "base/thread_pool.h"
#include "convert/target.h"
#include "layouts/registry.h"
#include "timing/timed_device.h"

#include <algorithm>

namespace tscope::timing {

namespace {

Result<std::vector<DType>> typesNamed(const std::vector<std::string>& names, bool areIndices)
{
    std::vector<DType> out;
    for (const auto& name : names) {
        const auto type = DType::parse(name);
        const auto kind = type.elementClass();
        const bool isInteger = kind == ElementClass::signedInteger || kind == ElementClass::unsignedInteger;
        if (type.isOpaque() || (areIndices && !isInteger))
            return invalidArgument(
                areIndices ? say("a type of indices was wanted (int32 int64), found \"{0}\"", name)
                           : say("an element type was wanted (float32 float64 ...), found \"{0}\"", name));
        out.push_back(type);
    }
    return out;
}

// The forms of these names; a blocked layout that says no block has each of `blocks`, or else those of `usual`.
Result<std::vector<FormWish>> formsNamed(const PlanWords& words, const std::vector<FormWish>& usual)
{
    std::vector<FormWish> out;
    for (const auto& name : words.layouts) {
        auto form = formNamed(name);
        if (!form)
            return form.error();
        const bool hasNoBlock = isBlocked(*form->layout) && name.find(':') == std::string::npos;
        if (!hasNoBlock) {
            out.push_back(*form);
            continue;
        }
        for (const auto& block : words.blocks) {
            auto sized = formNamed(std::string(form->layout->name) + ':' + block);
            if (!sized)
                return sized.error();
            out.push_back(*sized);
        }
        if (words.blocks.empty())
            std::ranges::copy_if(usual, std::back_inserter(out),
                                 [&](const FormWish& wish) { return wish.layout == form->layout; });
    }
    return out;
}

// Those that are not blocked stay, blocked ones come in each of these blocks.
Result<std::vector<FormWish>> withBlocks(const std::vector<FormWish>& usual,
                                         const std::vector<std::string>& blocks)
{
    PlanWords words;
    words.blocks = blocks;
    for (const auto& wish : usual) {
        const auto name = wish.isPadded ? std::string("padded") : std::string(wish.layout->name);
        if (std::ranges::find(words.layouts, name) == words.layouts.end())
            words.layouts.push_back(name);
    }
    for (const char* blocked : {"bsr", "bsc"}) // also where no usual block divides the size
        if (std::ranges::find(words.layouts, "csr") != words.layouts.end() &&
            std::ranges::find(words.layouts, blocked) == words.layouts.end())
            words.layouts.emplace_back(blocked);
    return formsNamed(words, usual);
}

// Whether sizes of blocks are left to the tensor: else its entries need not be counted.
bool needsCounts(const PlanWords& words)
{
    const auto isOpen = [](const std::string& name) {
        const auto* layout = layoutNamed(name); // of "bsr:2x2" there is none
        return layout != nullptr && isBlocked(*layout);
    };
    return words.layouts.empty() || (words.blocks.empty() && std::ranges::any_of(words.layouts, isOpen));
}

// Each form in each of these types.
template <class Set>
void multiply(std::vector<FormWish>& forms, const std::vector<DType>& types, Set set)
{
    if (types.empty())
        return;
    std::vector<FormWish> out;
    for (const auto& form : forms)
        for (const auto& type : types) {
            out.push_back(form);
            if (!set(out.back(), type)) {
                out.back() = form;
                break; // it has no such type: once is enough
            }
        }
    forms = std::move(out);
}

// The processor once for each number of threads.
Result<std::vector<std::string>> devicesOf(const PlanWords& words)
{
    const auto devices = words.devices.empty() ? std::vector<std::string>{"cpu"} : words.devices;
    std::vector<std::string> out;
    const auto add = [&out](const std::string& name) {
        if (std::ranges::find(out, name) == out.end())
            out.push_back(name);
    };
    for (const auto& device : devices) {
        if (device != "cpu" || words.threads.empty()) {
            add(device);
            continue;
        }
        for (const auto threads : words.threads) {
            if (threads < 1 || threads > threadCount())
                return invalidArgument(
                    say("a number of threads from 1 to {0} was wanted, found {1}", threadCount(), threads));
            add(processorWith(threads));
        }
    }
    return out;
}

// Those that are asked for, else the usual ones, with each number of columns that is asked for.
Result<std::vector<Workload>> workloadsOf(const PlanWords& words, const std::vector<Workload>& usual)
{
    auto names = words.ops;
    if (names.empty())
        for (const auto& workload : usual)
            names.push_back(workloadKindOf(workload.name));
    std::vector<Workload> out;
    for (const auto& name : names) {
        auto workload = workloadNamed(name);
        if (!workload)
            return workload.error();
        if (workload->columns == 0 || words.columns.empty() || workloadKindOf(name) != name) {
            out.push_back(std::move(*workload));
            continue;
        }
        for (const auto& columns : words.columns) {
            auto each = workloadNamed(name + ':' + columns);
            if (!each)
                return each.error();
            out.push_back(std::move(*each));
        }
    }
    return out;
}

} // namespace

Result<Plan> planOf(const PlanWords& words, const Sound& tensor, const Watch& watch)
{
    const PlanSubject alone{{}, tensor};
    return planOf(words, std::span(&alone, 1), watch);
}

Result<Plan> planOf(const PlanWords& words, std::span<const PlanSubject> tensors, const Watch& watch)
{
    auto devices = devicesOf(words);
    if (!devices)
        return devices.error();
    const auto& tensor = tensors.front().tensor;
    const bool areCounted = needsCounts(words);
    auto plan = usualPlan(tensor, std::move(*devices), watch, areCounted);
    std::vector<FormWish> own{plan.forms.front()};
    for (const auto& other : tensors.subspan(1))
        if (isOfComponents(*other.tensor.tensor().layout) == isOfComponents(*tensor.tensor().layout)) {
            const auto usual = usualPlan(other.tensor, {}, watch, areCounted).forms;
            addForm(own, usual.front());
            for (const auto& form : usual)
                addForm(plan.forms, form);
        }
    plan.densities = words.densities;
    auto workloads = workloadsOf(words, plan.workloads);
    if (!workloads)
        return workloads.error();
    plan.workloads = std::move(*workloads);
    auto forms = !words.layouts.empty()  ? formsNamed(words, plan.forms)
                 : !words.blocks.empty() ? withBlocks(plan.forms, words.blocks)
                                         : plan.forms;
    if (!forms)
        return forms.error();
    plan.forms = std::move(*forms);
    if (words.isOwnFormAdded) {
        for (const auto& form : plan.forms)
            addForm(own, form);
        plan.forms = std::move(own);
    }
    const auto dtypes = typesNamed(words.dtypes, false), indexTypes = typesNamed(words.indexTypes, true);
    if (!dtypes || !indexTypes)
        return (dtypes ? indexTypes : dtypes).error();
    multiply(plan.forms, *dtypes, [](FormWish& wish, const DType& type) {
        wish.dtype = type;
        return true;
    });
    multiply(plan.forms, *indexTypes, [](FormWish& wish, const DType& type) {
        const bool isSparse = wish.layout->family == "coo" || wish.layout->family == "compressed";
        wish.indexDType = type;
        return isSparse && isUsualIndexType(*wish.layout, type);
    });
    return plan;
}

} // namespace tscope::timing
