// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/whole_numbers.h"

#include "scenes/before.h"

#include <algorithm>

namespace tscope {

namespace {

QRectF slotRect(const SceneRequest& request, const Strip& strip, std::int64_t entry)
{
    return {static_cast<double>(strip.left(entry) - Position(request.origin.x())), strip.top - request.origin.y(),
            strip.entryWidth, strip.slotHeight};
}

bool isOverBroken(const SceneRequest& request, const Strip& strip, const BrokenPlaces& broken, const QRectF& rect,
                  std::int64_t own)
{
    const auto isHidden = [&](std::int64_t entry) {
        return broken.contains(strip.shape.slot(0, entry, 0, 0)) &&
               slotRect(request, strip, entry).intersects(rect);
    };
    const auto reach = static_cast<std::int64_t>(rect.width() / strip.entryWidth) + 1;
    for (auto entry = std::max<std::int64_t>(own - reach, 0); entry <= own + reach && entry < strip.shape.length;
         ++entry)
        if (entry != own && isHidden(entry))
            return true;
    return false;
}

} // namespace

bool isUnder(const std::vector<WholeNumber>& numbers, const QRectF& rect)
{
    const auto inner = rect.adjusted(1, 1, -1, -1);
    return std::ranges::any_of(numbers, [&](const WholeNumber& number) { return number.rect.intersects(inner); });
}

std::vector<WholeNumber> wholeNumbers(const SceneRequest& request, const Strip& strip, const Member& member,
                                      const BrokenPlaces& broken, std::int64_t first, std::int64_t last,
                                      int characters)
{
    constexpr std::size_t most = 100;
    const auto& shape = strip.shape;
    std::vector<WholeNumber> numbers;
    if (shape.lanes * shape.rows * shape.columns != 1 || characters < 1 || !member.isReadable() ||
        member.role->kind == RoleKind::values)
        return numbers;
    const auto sight = request.size.width();
    for (auto entry = first; entry < last && numbers.size() < most; ++entry) {
        const auto own = slotRect(request, strip, entry);
        const auto slot = shape.slot(0, entry, 0, 0);
        if (!broken.contains(slot) || own.left() < 0 || own.right() > sight)
            continue;
        const auto element = elementOf(member, slot, true);
        const auto text = element ? QString::fromStdString(element->text()) : QString();
        const auto width = static_cast<double>(text.size()) * request.text.valueAdvance() + 10;
        if (text.size() <= characters || width > sight)
            continue;
        // Over both neighbours, or over one where the other is broken, too.
        for (const auto left : {own.center().x() - width / 2, own.right() - width, own.left()}) {
            QRectF rect(std::clamp(left, 0.0, sight - width), own.top(), width, own.height());
            if (isOverBroken(request, strip, broken, rect, entry) || isUnder(numbers, rect))
                continue;
            numbers.push_back({rect, text});
            break;
        }
    }
    return numbers;
}

} // namespace tscope
