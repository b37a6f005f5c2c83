// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/roofs.h"

#include "base/memory_budget.h"
#include "cuda/probe/opened.h"
#include "cuda/probe/timed.h"
#include "cuda/probe/workload.h"
#include "dispatch/kernel_call.h"
#include "layouts/registry.h"
#include "ops/operations.h"

#include <functional>

namespace tscope::probe {

namespace {

constexpr int fewest = 10;

// Of all that is measured here: the bytes that count, and the times.
struct Roof {
    std::string name, counted;
    std::int64_t bytes = 0;
    Spread spread;
};

Result<Roof> within(const Device& device, std::int64_t bytes)
{
    const auto spread = copyWithin(device, bytes);
    if (!spread)
        return spread.error();
    return Roof{"copy within the device", "read and written", 2 * bytes, *spread};
}

// Between the host's memory (pinned, or as programs have it) and that of the device.
Result<Roof> across(const Device& device, std::int32_t direction, bool isPinned, std::int64_t bytes)
{
    const auto stream = Stream::make(device);
    if (!stream)
        return stream.error();
    const auto there = Memory::make(device, TSCOPE_DEVICE_MEMORY, bytes, stream->handle());
    if (!there)
        return there.error();
    std::vector<std::byte> pageable(isPinned ? 0 : static_cast<std::size_t>(bytes), std::byte{1});
    Memory pinned;
    if (isPinned) {
        auto made = Memory::make(device, TSCOPE_PINNED_MEMORY, bytes, stream->handle());
        if (!made)
            return made.error();
        pinned = std::move(*made);
    }
    void* here = isPinned ? pinned.data() : pageable.data();
    const bool isTo = direction == TSCOPE_TO_DEVICE;
    const auto timed = timedByEvents(device, stream->handle(),
                                     [&] {
                                         return device.copy(direction, isTo ? there->data() : here,
                                                            isTo ? here : there->data(), bytes, stream->handle());
                                     },
                                     {.fewest = fewest});
    if (!timed)
        return timed.error();
    return Roof{std::string(isTo ? "host to device" : "device to host") + (isPinned ? ", pinned" : ", pageable"),
                "moved", bytes, timed->spread};
}

// One element, read as often as there are elements to write.
Result<Tensor> spreadOut(std::int64_t elements)
{
    auto array = Array::fromInts({1}, std::vector<std::int64_t>{7}, ElementType::f32);
    array.geometry = {{elements}, {0}, 0};
    const auto& layout = *layoutNamed("strided");
    return makeTensor(layout, std::vector{Member{&layout.roles[0], std::move(array)}});
}

Result<std::unique_ptr<KernelCall>> copyKernel(const Device& device, const Tensor& input)
{
    const auto& op = *operationNamed("contiguous");
    const auto params = parseParams(op.params, {});
    const auto plan = op.plan(std::span(&input, 1), *params);
    if (!plan)
        return plan.error();
    const auto choice = findKernel({"contiguous", device.backend().device, {"strided"}, "strided"});
    if (!choice)
        return unsupported("the device has no kernel that copies");
    DispatchTrace nobody;
    return KernelCall::make(*choice, plan->inputs, plan->result, plan->params,
                            {.maxBytes = memoryBudget(), .device = device.number()}, nobody);
}

Result<Roof> fill(const Device& device, std::int64_t bytes)
{
    const auto input = spreadOut(bytes / 4);
    if (!input)
        return input.error();
    const auto call = copyKernel(device, *input);
    if (!call)
        return call.error();
    const auto timed =
        timedByEvents(device, (*call)->stream(), [&] { return (*call)->run(); }, {.fewest = fewest});
    if (!timed)
        return timed.error();
    return Roof{"fill by a kernel", "written", bytes, timed->spread};
}

// What is left of a kernel that has nothing to do.
Result<Roof> launch(const Device& device)
{
    auto roof = fill(device, 4);
    if (roof)
        roof->name = "start of a kernel";
    return roof;
}

Json jsonOf(const Roof& roof)
{
    Json row = {{"name", roof.name}, {"bytes", roof.bytes}, {"counted", roof.counted}};
    row.update(jsonOf(roof.spread));
    row["gb_per_s"] = rounded(gigabytesPerSecond(roof.bytes, roof.spread.median));
    return row;
}

} // namespace

double gigabytesPerSecond(std::int64_t bytes, double microseconds)
{
    return microseconds > 0 ? static_cast<double>(bytes) / microseconds / 1000 : 0;
}

Result<Spread> copyWithin(const Device& device, std::int64_t bytes)
{
    const auto stream = Stream::make(device);
    if (!stream)
        return stream.error();
    const auto from = Memory::make(device, TSCOPE_DEVICE_MEMORY, bytes, stream->handle()),
               to = Memory::make(device, TSCOPE_DEVICE_MEMORY, bytes, stream->handle());
    if (!from || !to)
        return (from ? to : from).error();
    const auto timed = timedByEvents(
        device, stream->handle(),
        [&] { return device.copy(TSCOPE_WITHIN_DEVICE, to->data(), from->data(), bytes, stream->handle()); },
        {.fewest = fewest});
    if (!timed)
        return timed.error();
    return timed->spread;
}

Exit measureRoofs(const Options& options)
{
    const auto device = opened(options);
    if (!device)
        return noDevice;
    ReportFile report(options.out);
    tellDevice(*device, report);
    const std::int64_t large = options.isSmall ? 1 << 20 : 1 << 30, middle = options.isSmall ? 1 << 20 : 1 << 28;
    const std::vector<std::function<Result<Roof>()>> all{
        [&] { return within(*device, large); },
        [&] { return fill(*device, large); },
        [&] { return across(*device, TSCOPE_TO_DEVICE, true, middle); },
        [&] { return across(*device, TSCOPE_TO_DEVICE, false, middle); },
        [&] { return across(*device, TSCOPE_FROM_DEVICE, true, middle); },
        [&] { return across(*device, TSCOPE_FROM_DEVICE, false, middle); },
        [&] { return launch(*device); },
        [&] { return within(*device, large); }, // once more: the difference is noise
    };
    bool isFine = true;
    for (const auto& measure : all) {
        const auto roof = measure();
        report.add(roof ? jsonOf(*roof) : Json{{"error", roof.error().text}});
        say(report.rows().back().dump());
        isFine = isFine && static_cast<bool>(roof);
    }
    return report.finish() && isFine ? fine : wrong;
}

} // namespace tscope::probe
