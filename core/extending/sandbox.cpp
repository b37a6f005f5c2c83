// SPDX-License-Identifier: Apache-2.0
#include "extending/sandbox.h"

#include "base/say.h"
#include "element/dtype.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tscope {

namespace {

constexpr std::array<std::string_view, 4> kindNames{"device", "layout", "dtype", "wrapper"};
constexpr std::array<std::string_view, 3> fillNames{"none", "kernel", "conversion"};
constexpr std::size_t longestExtensionName = 40;

bool isUsableName(std::string_view name)
{
    return !name.empty() && name.size() <= longestExtensionName && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

bool has(const std::vector<std::string>& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

std::string listed(const std::vector<std::string>& names)
{
    std::string out;
    for (const auto& one : names)
        out.append(out.empty() ? "" : " ").append(one);
    return out;
}

bool replace(std::string& word, const Extension& extension)
{
    if (word != extension.like)
        return false;
    word = extension.name;
    return true;
}

// The entry that the extension needs in place of one that is there; nothing where that one is not of `like`.
std::optional<TableEntry> entryFor(const Extension& extension, TableEntry entry)
{
    bool isOf = false;
    if (extension.kind == ExtensionKind::device)
        isOf = replace(entry.device, extension);
    if (extension.kind == ExtensionKind::layout) {
        for (auto& layout : entry.layouts)
            isOf |= replace(layout, extension);
        isOf |= replace(entry.result, extension);
    }
    if (extension.kind == ExtensionKind::elementType)
        isOf = (entry.types & typeBit(DType::parse(extension.like).type())) != 0;
    return isOf ? std::optional(std::move(entry)) : std::nullopt;
}

} // namespace

std::vector<std::string> likeable(const DispatchTable& table, ExtensionKind kind)
{
    if (kind == ExtensionKind::device)
        return table.devices();
    if (kind == ExtensionKind::layout)
        return table.layouts();
    std::vector<std::string> names;
    if (kind == ExtensionKind::elementType)
        for (const auto type : knownElementTypes())
            names.emplace_back(DType(type).name());
    return names;
}

std::string_view name(ExtensionKind kind)
{
    return kindNames[static_cast<std::size_t>(kind)];
}

std::optional<ExtensionKind> extensionKindNamed(std::string_view name)
{
    const auto found = std::ranges::find(kindNames, name);
    return found == kindNames.end() ? std::nullopt
                                    : std::optional(static_cast<ExtensionKind>(found - kindNames.begin()));
}

std::string_view name(GapFill fill)
{
    return fillNames[static_cast<std::size_t>(fill)];
}

std::optional<GapFill> gapFillNamed(std::string_view name)
{
    const auto found = std::ranges::find(fillNames, name);
    return found == fillNames.end() ? std::nullopt
                                    : std::optional(static_cast<GapFill>(found - fillNames.begin()));
}

Result<Sandbox> Sandbox::make(DispatchTable table, Extension extension)
{
    if (!isUsableName(extension.name))
        return invalidArgument(say("a name of 1 to {0} letters, digits, _ or - was wanted, found \"{1}\"",
                                   longestExtensionName, extension.name));
    const auto words = likeable(table, extension.kind);
    if (has(words, extension.name))
        return invalidArgument(say("there is {0} already; a new name was wanted", extension.name));
    if (extension.kind == ExtensionKind::wrapper)
        extension.like.clear();
    else if (extension.kind == ExtensionKind::elementType && has(words, DType::parse(extension.like).name()))
        extension.like = DType::parse(extension.like).name();
    else if (!has(words, extension.like))
        return invalidArgument(say("one of {0} was wanted for {1} to be like, found \"{2}\"", listed(words),
                                   extension.name, extension.like));
    return Sandbox(std::move(table), std::move(extension));
}

Sandbox::Sandbox(DispatchTable table, Extension extension)
    : m_table(std::move(table)), m_extension(std::move(extension))
{
    for (std::size_t i = 0; i < m_table.entries.size(); ++i)
        if (auto entry = entryFor(m_extension, m_table.entries[i]))
            m_gaps.push_back({std::move(*entry), i});
}

std::size_t Sandbox::filled() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(m_gaps, [](const DispatchGap& gap) { return gap.fill != GapFill::none; }));
}

Result<void> Sandbox::fill(std::size_t gap, GapFill how)
{
    if (gap >= m_gaps.size())
        return invalidArgument(say("a number below {0} was wanted for the gap, found {1}", m_gaps.size(), gap));
    m_gaps[gap].fill = how;
    return {};
}

} // namespace tscope
