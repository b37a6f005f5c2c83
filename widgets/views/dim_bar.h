// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

#include <QWidget>

class QHBoxLayout;

namespace tscope {

class SceneView;

// Which dims of the current tensor are its rows and columns in a view, and at which index of the others it is
// looked at. Not seen while there is nothing to choose.
class DimBar : public QWidget
{
    Q_OBJECT

public:
    explicit DimBar(SceneView& view, QWidget* parent = nullptr);

private:
    void refresh();
    void rebuild();
    void choose(const DimRoles& roles);

    SceneView& m_view;
    QHBoxLayout* m_layout;
    Extents m_extents; // that are shown
    DimRoles m_roles;
};

} // namespace tscope
