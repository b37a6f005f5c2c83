// SPDX-License-Identifier: Apache-2.0
#include "facts/byte_table.h"

#include "base/human_numbers.h"
#include "base/say.h"
#include "facts/info.h"
#include "facts/wording.h"
#include "layouts/shared/sentences.h"

#include <algorithm>

namespace tscope {

namespace {

// In the same row: of one role, or the values of both, which layouts call differently.
bool areAlike(const Member& a, const Member& b)
{
    return a.role->name == b.role->name || (a.role->kind == RoleKind::values && b.role->kind == RoleKind::values);
}

// How many columns of a terminal a text takes: Chinese characters take two.
std::size_t columnsOf(const std::string& text)
{
    std::size_t columns = 0;
    for (const auto byte : text) {
        const auto bits = static_cast<unsigned char>(byte);
        columns += (bits & 0xC0U) == 0x80U ? 0 : bits >= 0xE0U ? 2 : 1;
    }
    return columns;
}

std::string padding(std::size_t width, const std::string& text)
{
    const auto taken = columnsOf(text);
    return std::string(width > taken ? width - taken : 0, ' ');
}

} // namespace

std::vector<ByteRow> byteTable(const Tensor& a, const Tensor& b)
{
    std::vector<ByteRow> rows;
    std::vector<bool> isListed(b.members.size(), false);
    for (const auto& member : a.members) {
        ByteRow row{nameOf(a, member.role->name), member.array.byteSize(), {}};
        for (std::size_t i = 0; i < b.members.size(); ++i)
            if (const auto& other = b.members[i]; !isListed[i] && areAlike(member, other)) {
                isListed[i] = true;
                if (const auto name = nameOf(b, other.role->name); name != row.array)
                    row.array += " / " + name;
                row.b = other.array.byteSize();
                break;
            }
        rows.push_back(std::move(row));
    }
    for (std::size_t i = 0; i < b.members.size(); ++i)
        if (!isListed[i])
            rows.push_back({nameOf(b, b.members[i].role->name), {}, b.members[i].array.byteSize()});
    rows.push_back({say("total"), bytesOf(a), bytesOf(b), true});
    return rows;
}

std::string byteCell(const std::optional<std::int64_t>& bytes)
{
    return bytes ? counted(*bytes, "byte", "bytes") : "-"; // to the byte: they are compared
}

Telling tellBytes(const std::vector<ByteRow>& rows)
{
    std::size_t wide = 0, wideA = 0, wideB = 0;
    for (const auto& row : rows) {
        wide = std::max(wide, columnsOf(row.array));
        wideA = std::max(wideA, columnsOf(byteCell(row.a)));
        wideB = std::max(wideB, columnsOf(byteCell(row.b)));
    }
    Telling out{{{"  " + say("bytes of each array, of the first and of the second"), Tone::faint}}};
    for (const auto& row : rows) {
        const auto a = byteCell(row.a), b = byteCell(row.b);
        out.push_back({{"    " + row.array + padding(wide, row.array) + "  " + padding(wideA, a) + a + "  " +
                            padding(wideB, b) + b,
                        row.isTotal ? Tone::strong : Tone::plain}});
    }
    return out;
}

} // namespace tscope
