// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/covered.h"

#include <QCoreApplication>

#include <vector>

namespace tscope {

namespace {

struct CoveredWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Covered)
};

bool isOfAxis(Ink ink)
{
    return ink >= Ink::axis0 && ink <= Ink::axis5;
}

// The numbers that count cells and slots stand on the ground of the picture, beside what is counted.
bool isTick(const Label& label)
{
    return label.kind == TextKind::small && label.on == Ink::canvas && !isOfAxis(label.ink);
}

bool tells(const Label& label, Covering covering)
{
    if (label.kind == TextKind::value)
        return covering == Covering::numbers;
    if (label.kind == TextKind::heading)
        return label.name.isEmpty();
    return isOfAxis(label.ink) ||
           (label.kind == TextKind::small && !isTick(label)); // steps of the strides, addresses
}

// Marks, lines and words of what is broken go; cells and slots stay where they are and look like the others.
void hideBroken(Scene& scene)
{
    std::erase_if(scene.boxes, [](const Box& box) {
        return box.isOfBroken || box.fill == Ink::error || (box.fill == Ink::none && box.stroke == Ink::error);
    });
    for (auto& box : scene.boxes) {
        if (box.fill == Ink::errorFill)
            box.fill = Ink::stored;
        if (box.stroke == Ink::error)
            box.stroke = Ink::grid;
    }
    std::erase_if(scene.marks, [](const Mark& mark) { return mark.ink == Ink::error; });
    std::erase_if(scene.lines, [](const Line& line) { return line.ink == Ink::error; });
    std::erase_if(scene.labels, [](const Label& label) { return label.ink == Ink::error; });
    scene.violations.clear();
}

// What is stored, shared or unused is told by the ground of cells and slots: all get one.
void hideGrounds(Scene& scene)
{
    const bool isMatrix = !scene.extents.empty();
    for (auto& box : scene.boxes) {
        const bool isGround = box.fill == Ink::stored || box.fill == Ink::zero || box.fill == Ink::hole ||
                              box.fill == Ink::shared || isOfAxis(box.fill);
        if (isGround || box.colour) {
            box.fill = isMatrix ? Ink::absent : Ink::stored;
            box.colour.reset();
        }
        box.pattern = Fill::plain;
    }
}

// Brackets say what pointers open, and go. Each grip keeps a dashed stub, so that it is seen to be the end of one:
// where it is says no more than where the grip is.
void addStubs(Scene& scene)
{
    const QRectF* last = nullptr;
    for (const auto& handle : scene.handles) {
        if (last != nullptr && *last == handle.rect)
            continue;
        last = &handle.rect;
        const auto at = handle.rect.center().x();
        scene.lines.push_back({QPointF(at, handle.rect.top() + 1), QPointF(at, handle.rect.bottom()),
                               Ink::faintText, 2, false, true});
    }
}

QString wordsOf(const Place& place)
{
    if (const auto* element = std::get_if<ElementPlace>(&place))
        return QString::fromStdString(text(element->index));
    if (const auto* slots = std::get_if<Slots>(&place))
        return slots->end == slots->begin + 1 ? QStringLiteral("[%1]").arg(slots->begin)
                                              : QStringLiteral("[%1:%2]").arg(slots->begin).arg(slots->end);
    const auto& bytes = std::get<BytePlace>(place);
    return CoveredWords::tr("byte %1").arg(bytes.begin);
}

} // namespace

Scene covered(Scene scene, Covering covering, bool hidesBroken)
{
    if (covering == Covering::none)
        return scene;
    if (hidesBroken || covering == Covering::numbers)
        hideBroken(scene);
    std::erase_if(scene.labels, [&](const Label& label) { return tells(label, covering); });
    // The name of an array stays; its size, strides and offset are behind it.
    for (auto& label : scene.labels)
        if (label.kind == TextKind::heading)
            label.text = label.name;
    std::erase_if(scene.lines, [](const Line& line) { return line.isArrow || isOfAxis(line.ink); });
    if (covering == Covering::numbers) {
        scene.rasters.clear(); // colours are numbers too
        hideGrounds(scene);
        scene.marks.clear();
        scene.brackets.clear();
        scene.handles.clear();
    }
    addStubs(scene);
    for (auto* spots : {&scene.spots, &scene.brackets, &scene.violations})
        for (auto& spot : *spots) {
            const auto place = wordsOf(spot.place);
            spot.words = spot.value.isEmpty() || covering == Covering::numbers
                             ? place
                             : place + QStringLiteral(" = ") + spot.value;
            if (covering == Covering::numbers)
                spot.value.clear();
        }
    scene.words = CoveredWords::tr("What is asked is covered until it is answered.");
    return scene;
}

} // namespace tscope
