// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/scene.h"

#include <QWidget>

namespace tscope {

class FlowLayout;
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
    void fill();
    void add(const QString& title, QWidget* box);
    void choose(const DimRoles& roles);

    SceneView& m_view;
    FlowLayout* m_layout;
    Extents m_extents; // that are shown
    DimRoles m_roles;
    bool m_areSheets = false, m_areSheetsPossible = false;
};

} // namespace tscope
