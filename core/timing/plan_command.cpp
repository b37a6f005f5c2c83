// SPDX-License-Identifier: Apache-2.0
#include "timing/plan_command.h"

#include "convert/target.h"
#include "timing/timed_device.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace tscope::timing {

namespace {

using NameList = std::vector<std::string>;

void addOnce(NameList& words, const std::string& word)
{
    if (std::ranges::find(words, word) == words.end())
        words.push_back(word);
}

std::string listOf(const NameList& words)
{
    std::string out;
    for (const auto& word : words)
        out += (out.empty() ? "" : ",") + word;
    return out;
}

// "spmm:64" of "spmm k=64": a list of operations has no spaces.
std::string nameOf(const Workload& workload)
{
    const auto kind = workloadKindOf(workload.name);
    return workload.columns > 0 ? kind + ':' + std::to_string(workload.columns) : kind;
}

// As formNamed() reads it.
std::string nameOf(const FormWish& wish)
{
    if (wish.isPadded)
        return "padded";
    auto name = std::string(wish.layout->name);
    if (isBlocked(*wish.layout))
        name += ':' + std::to_string(wish.block[0]) + 'x' + std::to_string(wish.block[1]);
    return name;
}

// The shortest text that is read back as the same number.
std::string exactText(double number)
{
    std::array<char, 32> text{};
    const auto [end, code] = std::to_chars(text.data(), text.data() + text.size(), number);
    return code == std::errc() ? std::string(text.data(), end) : std::to_string(number);
}

} // namespace

std::string shellWord(std::string_view word)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos)
        return std::string(word);
    std::string out = "'";
    for (const char c : word)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

std::string commandOf(const Plan& plan, std::span<const std::string> inputs)
{
    std::string out = "tscope time";
    for (const auto& input : inputs)
        // The option parser would take a file called "-x" for an option.
        out += ' ' + shellWord(input.starts_with('-') && input != "-" ? "./" + input : input);
    const auto add = [&out](const char* option, const std::string& value) {
        out += std::string(" --") + option;
        if (!value.empty())
            out += ' ' + shellWord(value);
    };
    const auto addList = [&add](const char* option, const NameList& words) {
        if (!words.empty())
            add(option, listOf(words));
    };
    NameList ops, layouts, dtypes, indexTypes, devices, threads, densities;
    for (const auto& workload : plan.workloads)
        ops.push_back(nameOf(workload));
    // The forms are each layout in each type, which is what the command line makes of these three lists.
    for (const auto& wish : plan.forms) {
        addOnce(layouts, nameOf(wish));
        if (wish.dtype)
            addOnce(dtypes, std::string(wish.dtype->name()));
        if (wish.indexDType)
            addOnce(indexTypes, std::string(wish.indexDType->name()));
    }
    for (const auto& name : plan.devices) {
        const auto device = timedDevice(name);
        addOnce(devices, device.device);
        if (device.threads > 0)
            addOnce(threads, std::to_string(device.threads));
    }
    for (const auto times : plan.densities)
        densities.push_back(exactText(times));
    addList("ops", ops);
    addList("layouts", layouts);
    addList("dtypes", dtypes);
    addList("index-dtypes", indexTypes);
    addList("devices", devices);
    addList("threads", threads);
    addList("densities", densities);
    using std::chrono::milliseconds;
    add("budget",
        std::to_string(std::max<std::int64_t>(1, std::chrono::duration_cast<milliseconds>(plan.budget).count())));
    const Plan usual;
    if (plan.rounds != usual.rounds)
        add("rounds", std::to_string(plan.rounds));
    if (!plan.isCold)
        add("warm-only", {});
    if (plan.maxBytes > 0)
        add("max-memory", std::to_string(plan.maxBytes));
    if (plan.mostDenseBytes != usual.mostDenseBytes)
        add("max-dense", std::to_string(plan.mostDenseBytes));
    return out;
}

} // namespace tscope::timing
