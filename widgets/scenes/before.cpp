// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/before.h"

#include "array/stored_element.h"
#include "facts/logical_shape.h"
#include "facts/slot_bytes.h"

#include <QCoreApplication>

namespace tscope {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(tscope::Before)
};

QString compared(const QString& was, const QString& now)
{
    return was == now ? QString() : Words::tr("was %1").arg(was);
}

Before::Was otherThan(const QString& was, const QString& now)
{
    return {compared(was, now), was != now};
}

// As it is told of a cell beside another.
QString valueOf(const Cell& cell)
{
    switch (cell.state) {
    case Cell::State::absent:
        return cell.outsideComponent ? Words::tr("outside") : Words::tr("not stored");
    case Cell::State::unreadable:
        return QStringLiteral("?");
    default:
        return QString::fromStdString(cell.value.text());
    }
}

} // namespace

std::optional<Element> elementOf(const Member& member, std::int64_t slot, bool isReadable)
{
    if (isReadable)
        return member.array.at(slot);
    return member.layout == "strided" ? storedElement(member.array, slot) : std::nullopt;
}

Before::Before(const SceneRequest& request, const Watch& watch) : m_tensor(request.before.get())
{
    if (m_tensor == nullptr)
        return;
    const auto known = request.moves ? request.moves : std::make_shared<KnownMoves>();
    m_moves = known->of(request.before, request.tensor, watch);
}

const SlotMoves* Before::movesOf(const Member& member) const
{
    const auto at = m_moves->find(member.role->name);
    return at == m_moves->end() ? nullptr : &at->second;
}

Before::Was Before::moved(const Member& member, const SlotMoves& moves, std::int64_t slot,
                          const QString& now) const
{
    if (const auto from = moves.from(slot))
        return {*from == slot ? QString() : Words::tr("the same number, from slot %1").arg(*from)};
    if (const auto other = moves.inPlaceOf(slot))
        return ofSlotBefore(member, *other, now);
    return {Words::tr("new"), true};
}

const Member* Before::memberLike(const Member& member) const
{
    return m_tensor == nullptr ? nullptr : m_tensor->find(member.role->name);
}

Before::Was Before::ofSlot(const Member& member, std::int64_t slot, const QString& now) const
{
    if (m_tensor == nullptr)
        return {};
    if (const auto* moves = movesOf(member))
        return moved(member, *moves, slot, now);
    return ofSlotBefore(member, slot, now);
}

Before::Was Before::ofSlotBefore(const Member& member, std::int64_t slot, const QString& now) const
{
    const auto* before = memberLike(member);
    if (before == nullptr || slot >= numel(before->array.geometry).value_or(0))
        return {Words::tr("new"), true};
    const auto element = elementOf(*before, slot, before->isReadable());
    return otherThan(element ? QString::fromStdString(element->text()) : QStringLiteral("?"), now);
}

Before::Was Before::ofBytes(const Member& member, std::int64_t begin, std::int64_t end, const QString& now) const
{
    if (m_tensor == nullptr)
        return {};
    if (const auto* moves = movesOf(member))
        if (const auto slots = slotsIn(member, {begin, end}, 1).slots; !slots.empty())
            return moved(member, *moves, slots.front().begin, now);
    const auto* before = memberLike(member);
    if (before == nullptr || end > before->array.storage->byteSize())
        return {Words::tr("new"), true};
    const auto& array = before->array;
    if (array.storage->id() == member.array.storage->id())
        return {};
    if (!array.storage->hasBytes() || array.dtype.isOpaque() || array.dtype.itemSize() != end - begin)
        return otherThan(QStringLiteral("?"), now);
    std::vector<std::byte> bytes(static_cast<std::size_t>(end - begin));
    array.storage->read(begin, bytes);
    return otherThan(QString::fromStdString(Element(array.dtype, bytes).text()), now);
}

CellsBefore::CellsBefore(const SceneRequest& request, const CellWindow& window, const Extents& extents,
                         const Watch& watch)
{
    if (request.before == nullptr)
        return;
    const auto shape = logicalShape(*request.before);
    if (!shape || shape->extents.size() != extents.size())
        return;
    if (auto found = cells(*request.before, window, watch))
        m_cells = *std::move(found);
}

QString CellsBefore::of(std::size_t at, const Cell& now) const
{
    if (!m_cells || at >= m_cells->cells.size())
        return {};
    return compared(valueOf(m_cells->cells[at]), valueOf(now));
}

} // namespace tscope
