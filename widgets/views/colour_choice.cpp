// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/colour_choice.h"

#include "views/scene_view.h"

namespace tscope {

ColourChoice::ColourChoice(SceneView& view, QWidget* parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("colouring"));
    setAccessibleName(tr("Colour"));
    setToolTip(tr("By what cells are coloured. Where a pixel stands for many cells, by all of them. Automatic is "
                  "what is stored, or the value in a map of a tensor that stores every element: on a log "
                  "scale where nearly all values are far smaller than the largest."));
    const auto add = [this](const QString& text, Colouring colouring) {
        addItem(text, static_cast<int>(colouring));
    };
    add(tr("Colour: automatic"), Colouring::automatic);
    add(tr("Colour: what is stored"), Colouring::none);
    add(tr("Colour: value (mean)"), Colouring::value);
    add(tr("Colour: value, log scale"), Colouring::logValue);
    add(tr("Colour: largest value"), Colouring::largest);
    add(tr("Colour: smallest value"), Colouring::least);
    add(tr("Colour: not finite"), Colouring::notFinite);
    connect(this, &QComboBox::activated, &view,
            [this, &view] { view.setColouring(static_cast<Colouring>(currentData().toInt())); });
    connect(&view, &SceneView::colouringChanged, this,
            [this](Colouring colouring) { setCurrentIndex(findData(static_cast<int>(colouring))); });
}

} // namespace tscope
