// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "extending/dispatch_table.h"
#include "ops/run.h"

#include <optional>

namespace tscope {

enum class ExtensionKind : std::uint8_t { device, layout, elementType, wrapper };
std::string_view name(ExtensionKind kind); // "device" "layout" "dtype" "wrapper"
std::optional<ExtensionKind> extensionKindNamed(std::string_view name);

// Something new that behaves as `like` does: a layout with its members, a device with its memory, an element type
// with its bits. A wrapper holds tensors that exist, and is like none.
struct Extension {
    ExtensionKind kind = ExtensionKind::layout;
    std::string name, like;
};

// The words that an extension of that kind can be like, of a table.
std::vector<std::string> likeable(const DispatchTable& table, ExtensionKind kind);

// How a gap is filled: with the kernels of `like`, which read the same bytes, or by converting the inputs to
// something else that has kernels.
enum class GapFill : std::uint8_t { none, kernel, conversion };
std::string_view name(GapFill fill);
std::optional<GapFill> gapFillNamed(std::string_view name);

// What the table lacks for an extension: an entry of the first step, or a case of the second in the kernels of an
// entry that is there.
struct DispatchGap {
    TableEntry entry;
    std::size_t pattern = 0; // entry of the table with `like` in place of the new name
    GapFill fill = GapFill::none;
};

// A copy of a dispatch table with one extension, in which gaps are filled and calls are made. The process's own
// table does not change.
class Sandbox
{
public:
    // Fails where the name is not usable or taken, or the table does not know `like`.
    static Result<Sandbox> make(DispatchTable table, Extension extension);

    const Extension& extension() const { return m_extension; }
    const DispatchTable& table() const { return m_table; }
    const std::vector<DispatchGap>& gaps() const { return m_gaps; }
    bool areCases() const { return m_extension.kind == ExtensionKind::elementType; }
    std::size_t newEntries() const { return areCases() ? 0 : m_gaps.size(); }
    std::size_t newCases() const { return areCases() ? m_gaps.size() : 0; }
    std::size_t mostCases() const { return areCases() ? m_table.entries.size() : 0; } // were all types everywhere
    std::size_t filled() const;

    Result<void> fill(std::size_t gap, GapFill how);
    // The gap that a call of an operation meets; nothing where it meets none.
    std::optional<std::size_t> gapOf(const OpSpec& op, std::span<const Sound> inputs) const;

    // One operation on tensors that stand for the extension: those of layout, element type or device `like`. Fails
    // at a gap that is not filled. The trace, if `options` has one, says how far the call came.
    Result<RunResult> run(const OpSpec& op, std::span<const Sound> inputs, const Params& params,
                          RunOptions options = {}) const;

private:
    Sandbox(DispatchTable table, Extension extension);

    DispatchTable m_table;
    Extension m_extension;
    std::vector<DispatchGap> m_gaps;
};

} // namespace tscope
