// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/addresses.h"

#include "facts/slot_bytes.h"
#include "style/titles.h"

#include <QCoreApplication>
#include <QStringList>

namespace tscope {

namespace {

struct AddressWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Addresses)
};

} // namespace

QString byteText(const Member& member, std::int64_t slot)
{
    const auto bytes = bytesOf(member, {member.role->name, slot, slot + 1}, 1).runs;
    return bytes.empty() ? AddressWords::tr("outside") : AddressWords::tr("byte %1").arg(bytes[0].begin);
}

QString addressText(const Member& member, std::int64_t slot, std::int64_t more, const Tensor& tensor)
{
    const auto own =
        AddressWords::tr("%1, %2").arg(titleOf(member.role->name, slot, tensor), byteText(member, slot));
    return more > 0 ? AddressWords::tr("%1 and %2 more").arg(own).arg(more) : own;
}

QString usersText(const std::vector<const Member*>& members, std::int64_t begin, std::int64_t end,
                  const Tensor& tensor)
{
    constexpr std::int64_t most = 4; // of each member
    QStringList names;
    bool isComplete = true;
    for (const auto* member : members) {
        const auto found = slotsIn(*member, {begin, end}, most);
        isComplete = isComplete && found.complete;
        for (const auto& slots : found.slots)
            for (auto slot = slots.begin; slot < slots.end; ++slot)
                names << titleOf(member->role->name, slot, tensor);
    }
    if (!isComplete)
        names << QString(QChar(0x2026));
    return names.isEmpty() ? AddressWords::tr("not used by any member") : names.join(QStringLiteral(", "));
}

} // namespace tscope
