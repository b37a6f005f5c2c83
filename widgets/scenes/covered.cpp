// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenes/covered.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope {

namespace {

struct CoveredWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::Covered)
};

// The numbers that count cells and slots stand on the ground of the picture, beside what is counted.
bool isTick(const Label& label)
{
    return label.kind == TextKind::small && label.on == Ink::canvas;
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

Scene covered(Scene scene, Covering covering)
{
    if (covering == Covering::none)
        return scene;
    std::erase_if(scene.labels, [&](const Label& label) {
        return covering == Covering::numbers
                   ? label.kind == TextKind::value || (label.kind == TextKind::small && !isTick(label))
                   : label.kind == TextKind::small && !isTick(label);
    });
    if (covering == Covering::numbers) {
        scene.rasters.clear(); // colours are numbers too
        scene.marks.clear();
        scene.lines.erase(
            std::remove_if(scene.lines.begin(), scene.lines.end(), [](const Line& line) { return line.isArrow; }),
            scene.lines.end());
        scene.brackets.clear();
        scene.handles.clear();
        scene.violations.clear();
    }
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
