// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dispatch/abi.h"

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::kernels {

// Element types as the bits of the plain interface.
constexpr std::uint64_t bits(std::initializer_list<int> types)
{
    std::uint64_t out = 0;
    for (const auto type : types)
        out |= std::uint64_t{1} << type;
    return out;
}

// Those that are computed with.
inline constexpr auto computingTypes =
    bits({TSCOPE_BOOL, TSCOPE_U8, TSCOPE_I8, TSCOPE_I16, TSCOPE_I32, TSCOPE_I64, TSCOPE_F16, TSCOPE_BF16,
          TSCOPE_F32, TSCOPE_F64, TSCOPE_C32, TSCOPE_C64, TSCOPE_C128});
inline constexpr auto complexTypes = bits({TSCOPE_C32, TSCOPE_C64, TSCOPE_C128});
inline constexpr auto fractionTypes = complexTypes | bits({TSCOPE_F16, TSCOPE_BF16, TSCOPE_F32, TSCOPE_F64});
inline constexpr auto orderedTypes = computingTypes & ~complexTypes;
// Those that loops over indices are built for.
inline constexpr auto indexTypes = bits({TSCOPE_I32, TSCOPE_I64});
inline constexpr auto anyIndexType = bits({TSCOPE_U8, TSCOPE_I8, TSCOPE_I16, TSCOPE_I32, TSCOPE_I64});

using EntriesOf = std::int64_t (*)(const tscope_call*, tscope_error*);
using Run = std::int32_t (*)(const tscope_call*, tscope_error*);

// A kernel with what it is registered under; the texts are literals.
struct KernelEntry {
    const char *op, *name;
    std::vector<const char*> layouts;
    const char* result;
    std::uint64_t types = computingTypes, indexTypes = kernels::indexTypes;
    Run run = nullptr;
    EntriesOf entries = nullptr;
    std::vector<const char*> needs = {};
    std::uint64_t rows = 0, spaced = 0;
    std::vector<std::int32_t> shared = {};
    Run takes = nullptr;
    void (*release)(void*) = nullptr;
    std::uint64_t needTypes = 0;

    tscope_kernel abi() const
    {
        tscope_kernel out{};
        out.size = sizeof out;
        out.op = op;
        out.name = name;
        out.layouts = layouts.data();
        out.layout_count = static_cast<std::int32_t>(layouts.size());
        out.result = result;
        out.types = types;
        out.index_types = indexTypes;
        out.needs = needs.data();
        out.need_count = static_cast<std::int32_t>(needs.size());
        out.rows = rows;
        out.spaced = spaced;
        out.shared = shared.empty() ? nullptr : shared.data();
        out.entries = entries;
        out.run = run;
        out.takes = takes;
        out.release = release;
        out.need_types = needTypes;
        return out;
    }
};

// One that makes a strided tensor of another.
inline KernelEntry& addReduction(std::vector<KernelEntry>& list, const char* op, const char* name,
                                 const char* layout, std::uint64_t types, Run run)
{
    list.push_back({.op = op, .name = name, .layouts = {layout}, .result = "strided", .types = types, .run = run});
    return list.back();
}

// The rule by which no two entries stand at one place.
inline const char* eachPlaceOnce(std::string_view layout)
{
    return layout == "coo" ? "SP-4" : "5.6";
}

// Duplicates at one index are one element: their sum in the element type, which may wrap or round,
// and is a logical or for bool. A sum in a wider type would give another result where the type is narrow.
inline constexpr auto narrowTypes =
    bits({TSCOPE_BOOL, TSCOPE_U8, TSCOPE_I8, TSCOPE_I16, TSCOPE_I32, TSCOPE_F16, TSCOPE_BF16, TSCOPE_C32});

// A sum or mean of a sparse tensor.
inline KernelEntry& addStoredSum(std::vector<KernelEntry>& list, const char* op, const char* name,
                                 const char* layout, std::uint64_t types, Run run)
{
    auto& entry = addReduction(list, op, name, layout, types, run);
    entry.needs = {eachPlaceOnce(layout)};
    entry.needTypes = narrowTypes;
    return entry;
}

// Kernels as a backend that lives as long as the program.
class KernelList
{
public:
    // `prefix`: comes before the name of each kernel.
    KernelList(const char* name, const char* device, std::vector<KernelEntry> entries,
               std::string_view prefix = {}, const tscope_devices* devices = nullptr)
        : m_entries(std::move(entries))
    {
        for (auto& entry : m_entries) {
            if (!prefix.empty())
                entry.name = m_names.emplace_back(std::string(prefix) + entry.name).c_str();
            m_kernels.push_back(entry.abi());
        }
        m_backend.devices = devices;
        m_backend.size = sizeof m_backend;
        m_backend.kernel_size = sizeof(tscope_kernel);
        m_backend.name = name;
        m_backend.device = device;
        m_backend.kernels = m_kernels.data();
        m_backend.kernel_count = static_cast<std::int64_t>(m_kernels.size());
    }
    KernelList(const KernelList&) = delete;
    KernelList& operator=(const KernelList&) = delete;
    const tscope_backend* backend() const { return &m_backend; }

private:
    std::deque<std::string> m_names;
    std::vector<KernelEntry> m_entries;
    std::vector<tscope_kernel> m_kernels;
    tscope_backend m_backend{};
};

} // namespace tscope::kernels
