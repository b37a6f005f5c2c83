// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/storage_runs.h"

#include "array/geometry.h"
#include "base/human_numbers.h"
#include "scenes/strip_scroll.h"
#include "style/titles.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostArrows = 8;   // at one strip
constexpr std::size_t mostAbove = 3;    // of them over it: the strip itself is to be seen
constexpr std::size_t mostBrackets = 8; // under it

struct RunWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::StorageScene)
};

// A plain list of slots one after the other needs no arrow, and where there is no slot none leads to another.
bool hasArrows(const Member& member)
{
    const auto& geometry = member.array.geometry;
    return member.layout == "strided" && geometry.isWellFormed() && member.array.dtype.itemSize() > 0 &&
           numel(geometry) != 0 && (geometry.rank() > 1 || (geometry.rank() == 1 && geometry.strides[0] != 1));
}

void addArrows(StorageRun& run, const Member& member, const Tensor& tensor)
{
    const auto& geometry = member.array.geometry;
    const auto item = static_cast<Position>(member.array.dtype.itemSize());
    const auto first = static_cast<Position>(geometry.offset);
    for (std::size_t dim = 0; dim < geometry.sizes.size(); ++dim) {
        if (geometry.sizes[dim] < 2 || run.arrows.size() == mostArrows)
            continue;
        const auto stride = geometry.strides[dim];
        const auto bytes = checkedMul(stride, member.array.dtype.itemSize());
        auto text =
            QStringLiteral("s%1 = %2 (%3)")
                .arg(dim)
                .arg(stride)
                .arg(bytes ? QStringLiteral("%1 B").arg(*bytes) : RunWords::tr("more bytes than 64 bits count"));
        if (run.members.size() > 1)
            text.prepend(titleOf(member, tensor) + QLatin1Char(' '));
        run.arrows.push_back({text, static_cast<int>(dim), (first + Position(0.5)) * item,
                              (first + static_cast<Position>(stride) + Position(0.5)) * item});
    }
}

void addBracket(StorageRun& run, const Member& member, const Tensor& tensor, const QString& owner)
{
    const auto reached = reach(member.array.geometry);
    if (member.array.storage->id() != run.storage->id() || !reached)
        return;
    const auto first = reached->first.clamped(), end = (reached->last + Wide(1)).clamped();
    const auto item = static_cast<Position>(member.array.dtype.itemSize());
    const auto held = member.array.storageNumel();
    const bool isOutside = member.layout == "strided" && item > 0 && (first < 0 || end > held);
    auto text = titleOf(member, tensor);
    if (!owner.isEmpty())
        text.prepend(owner + QStringLiteral(": "));
    if (isOutside)
        text +=
            QStringLiteral(": ") +
            RunWords::tr("[%1, %2) of %3 elements").arg(first).arg(end).arg(QString::fromStdString(grouped(held)));
    run.brackets.push_back({text, !owner.isEmpty(), isOutside, static_cast<Position>(first) * item,
                            static_cast<Position>(end) * item, 0, owner.isEmpty() ? &member : nullptr});
}

// Who reads what, where there is more than one who does or what is read is not there.
void addBrackets(StorageRun& run, const SceneRequest& request)
{
    for (const auto* member : run.members)
        addBracket(run, *member, *request.tensor, {});
    for (const auto& other : request.others)
        for (const auto& member : other.tensor->members)
            addBracket(run, member, *other.tensor, other.name);
    if (run.brackets.size() == 1 && !run.brackets.front().isOutside)
        run.brackets.clear();
    if (request.isCovered) // they are not shown then
        std::erase_if(run.brackets,
                      [&](const ReaderBracket& bracket) { return !bracket.isOutside || request.hidesBroken; });
    if (run.brackets.size() <= mostBrackets)
        return;
    const auto left = run.brackets.size() - mostBrackets;
    run.brackets.resize(mostBrackets);
    run.brackets.back().text +=
        QStringLiteral("   ") + RunWords::tr("and %n more", nullptr, static_cast<int>(left));
}

} // namespace

StorageRuns runsOf(const SceneRequest& request)
{
    StorageRuns layout;
    for (const auto& member : request.tensor->members) {
        const auto at = std::ranges::find(layout.runs, member.array.storage->id(),
                                          [](const StorageRun& run) { return run.storage->id(); });
        if (at != layout.runs.end()) {
            at->members.push_back(&member);
            continue;
        }
        layout.runs.emplace_back();
        layout.runs.back().storage = member.array.storage;
        layout.runs.back().members = {&member};
    }
    const auto& text = request.text;
    double y = 4;
    std::vector<double> widths;
    for (auto& run : layout.runs) {
        run.itemSize = std::max<std::int64_t>(1, run.members.front()->array.dtype.itemSize());
        run.byteWidth = request.zoom / static_cast<double>(run.itemSize);
        run.heading = y;
        y += text.line + 2;
        for (const auto* member : run.members)
            if (!request.isCovered && hasArrows(*member)) // covered arrows need no room
                addArrows(run, *member, *request.tensor);
        const auto place = [&](std::size_t begin, std::size_t end) {
            for (auto i = begin; i < std::min(end, run.arrows.size()); ++i, y += arrowHeight(text))
                run.arrows[i].top = y;
        };
        place(0, mostAbove);
        run.top = y + text.smallLine + 5;
        run.height = text.valueLine() + 6;
        y = run.top + run.height + text.smallLine + 6;
        place(mostAbove, mostArrows);
        addBrackets(run, request);
        for (auto& bracket : run.brackets) {
            bracket.top = y;
            y += bracketHeight(text);
        }
        run.bottom = y;
        y += 8;
        widths.push_back(run.width());
    }
    const StripScroll scroll(std::move(widths), request);
    for (std::size_t i = 0; i < layout.runs.size(); ++i)
        layout.runs[i].begin = scroll.left(i);
    layout.leads = scroll.leads();
    layout.content = QSizeF(std::max(scroll.contentWidth(), 2 * StorageRun::leftMargin), y);
    return layout;
}

} // namespace tscope
