// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace tscope {

class SceneView;

// By what the cells of a view are coloured.
class ColourChoice : public QComboBox
{
    Q_OBJECT

public:
    explicit ColourChoice(SceneView& view, QWidget* parent = nullptr);
};

} // namespace tscope
