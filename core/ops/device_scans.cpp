// SPDX-License-Identifier: Apache-2.0
#include "ops/device_scans.h"

#include "base/checked_math.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "dispatch/backends.h"
#include "dispatch/call.h"
#include "dispatch/trace.h"
#include "layouts/registry.h"
#include "proof/prove.h"

#include <algorithm>
#include <cstring>

namespace tscope {

namespace {

// What an array reaches is sent, gaps and all: of so many elements for each that counts at most.
constexpr std::int64_t mostReached = 2;

std::optional<std::string> whyNotSent(const Array& array)
{
    const auto type = array.dtype.type();
    if (type != ElementType::i32 && type != ElementType::i64)
        return say("scans of {0} indices are the processor's", array.dtype.name());
    const auto reached = reach(array.geometry);
    const auto elements = numel(array.geometry).value_or(0);
    if (reached && reached->last >= reached->first + Wide::product(elements, mostReached))
        return say("indices that lie far apart are the processor's to scan");
    return std::nullopt;
}

Result<Tensor> provenArray(const Array& array)
{
    auto tensor = makeTensor(*layoutNamed("strided"), {{&layoutNamed("strided")->roles[0], array}});
    if (!tensor)
        return tensor;
    auto proved = prove(std::move(*tensor));
    const auto* sound = std::get_if<Sound>(&proved);
    return sound != nullptr ? Result<Tensor>(sound->tensor()) : unsupported(say("the indices are no sound array"));
}

std::int64_t bytesOf(const std::vector<Array>& arrays)
{
    std::int64_t bytes = 0;
    for (const auto& array : arrays)
        bytes = saturatingAdd(bytes, array.byteSize().value_or(0));
    return bytes;
}

std::string times(std::int64_t count)
{
    return std::to_string(count) + (count == 1 ? " scan" : " scans");
}

} // namespace

Result<std::unique_ptr<DeviceScans>> DeviceScans::on(std::string_view device)
{
    auto choice = deviceNamed(device);
    if (!choice)
        return choice.error();
    if (choice->kind == "cpu")
        return std::unique_ptr<DeviceScans>();
    return std::unique_ptr<DeviceScans>(new DeviceScans(std::move(choice->kind), choice->number));
}

Result<Tensor> DeviceScans::counted(const ScanTask& task, const Watch& watch) const
{
    std::vector<Tensor> inputs;
    for (const auto& array : task.arrays) {
        if (const auto why = whyNotSent(array))
            return unsupported(*why);
        auto input = provenArray(array);
        if (!input)
            return input;
        inputs.push_back(std::move(*input));
    }
    const std::vector<std::string_view> layouts(inputs.size(), "strided");
    const auto kernel = findKernel({task.kernel, m_kind, layouts, "strided"});
    if (!kernel) {
        const auto why = whyNoDevice(m_kind);
        return unsupported(why.empty() ? say("it has no kernel for this scan") : why);
    }
    Params params;
    for (const auto& [name, number] : task.numbers)
        params.set(name, number);
    Form table;
    table.layout = layoutNamed("strided");
    table.size = {task.rows, task.columns};
    table.dtype = ElementType::i64;
    DispatchTrace trace;
    return callKernel(*kernel, inputs, table, params, {memoryBudget(), watch, m_number}, trace);
}

std::optional<std::vector<std::int64_t>> DeviceScans::count(const ScanTask& task, const Watch& watch)
{
    const std::lock_guard running(m_running);
    const auto table = counted(task, watch);
    if (!table) {
        if (table.error().code != ErrorCode::cancelled)
            passOver(table.error().text);
        return std::nullopt;
    }
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(task.rows * task.columns));
    table->members[0].array.storage->read(0, std::as_writable_bytes(std::span(numbers)));
    const std::lock_guard telling(m_telling);
    ++m_done;
    m_bytes = saturatingAdd(m_bytes, bytesOf(task.arrays));
    return numbers;
}

void DeviceScans::passOver(const std::string& why)
{
    const std::lock_guard telling(m_telling);
    auto left = std::ranges::find(m_left, why, &Left::why);
    if (left == m_left.end())
        left = m_left.insert(left, {why, 0});
    ++left->times;
}

std::vector<std::string> DeviceScans::told() const
{
    const std::lock_guard telling(m_telling);
    std::vector<std::string> lines;
    if (m_done > 0)
        lines.push_back(times(m_done) + " on " + name() + ", " + std::to_string(m_bytes) + " bytes sent");
    for (const auto& [why, count] : m_left)
        lines.push_back(times(count) + " on cpu, not on " + name() + ": " + why);
    if (lines.empty())
        lines.push_back("nothing was scanned on " + name() + ": there are no indices to count");
    return lines;
}

} // namespace tscope
