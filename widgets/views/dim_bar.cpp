// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dim_bar.h"

#include "views/flow_layout.h"
#include "views/scene_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace tscope {

DimBar::DimBar(SceneView& view, QWidget* parent) : QWidget(parent), m_view(view), m_layout(new FlowLayout(this))
{
    m_layout->setContentsMargins(8, 2, 8, 2);
    connect(&view, &SceneView::sceneChanged, this, &DimBar::refresh);
    refresh();
}

// What a picture shows it says itself: nothing has to be found out here.
void DimBar::refresh()
{
    const auto& scene = m_view.scene();
    if (scene.extents == m_extents && scene.roles == m_roles && scene.areSheets == m_areSheets &&
        scene.areSheetsPossible == m_areSheetsPossible && !m_extents.empty())
        return;
    m_extents = scene.extents;
    m_roles = scene.roles;
    m_areSheets = scene.areSheets;
    m_areSheetsPossible = scene.areSheetsPossible;
    rebuild();
}

void DimBar::rebuild()
{
    const auto focused =
        focusWidget() != nullptr && focusWidget()->hasFocus() ? focusWidget()->objectName() : QString();
    fill();
    // The widget that had the focus was deleted and made anew.
    for (int i = 0; !focused.isEmpty() && i < m_layout->count(); ++i)
        if (auto* box = m_layout->itemAt(i)->widget(); box->objectName() == focused)
            box->setFocus();
        else if (auto* child = box->findChild<QWidget*>(focused))
            child->setFocus();
}

void DimBar::fill()
{
    while (auto* item = m_layout->takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
    const auto rank = static_cast<int>(m_extents.size());
    setVisible(rank > 2);
    if (rank <= 2)
        return;
    const auto addChoice = [&](const char* id, const QString& title, int DimRoles::*role) {
        auto* box = new QComboBox;
        for (int dim = 0; dim < rank; ++dim)
            box->addItem(tr("dim %1 (%2)").arg(dim).arg(m_extents[static_cast<std::size_t>(dim)]));
        box->setCurrentIndex(m_roles.*role);
        box->setAccessibleName(title);
        box->setObjectName(QString::fromLatin1(id));
        add(title, box);
        connect(box, &QComboBox::activated, this, [this, role](int dim) {
            auto roles = m_roles;
            // A dim is one of the two: chosen for both, they change places.
            auto& other = role == &DimRoles::row ? roles.column : roles.row;
            if (other == dim)
                other = roles.*role;
            roles.*role = dim;
            choose(roles);
        });
    };
    addChoice("rows", tr("rows"), &DimRoles::row);
    addChoice("columns", tr("columns"), &DimRoles::column);
    if (m_areSheetsPossible) {
        auto* all = new QCheckBox(tr("All at once"));
        all->setObjectName(QStringLiteral("all at once"));
        all->setToolTip(tr("Shows all matrices side by side where they fit, or one at a time"));
        all->setChecked(!m_roles.isAlone);
        m_layout->addWidget(all);
        connect(all, &QCheckBox::toggled, this, [this](bool isOn) {
            m_roles.isAlone = !isOn;
            m_view.setRoles(m_roles);
        });
    }
    if (m_areSheets)
        return updateGeometry();
    for (int dim = 0; dim < rank; ++dim) {
        if (dim == m_roles.row || dim == m_roles.column)
            continue;
        const auto at = static_cast<std::size_t>(dim);
        auto* box = new QSpinBox;
        const auto last = std::clamp<std::int64_t>(m_extents[at] - 1, 0, std::numeric_limits<int>::max());
        box->setRange(0, static_cast<int>(last));
        box->setValue(static_cast<int>(std::clamp<std::int64_t>(m_roles.fixed[at], 0, last)));
        box->setAccessibleName(tr("index in dim %1").arg(dim));
        box->setObjectName(QStringLiteral("dim %1").arg(dim));
        add(tr("dim %1 at").arg(dim), box);
        connect(box, &QSpinBox::valueChanged, this, [this, at](int index) {
            m_roles.fixed[at] = index;
            m_view.setRoles(m_roles);
        });
    }
    updateGeometry();
}

// A box and what it is stay on one line.
void DimBar::add(const QString& title, QWidget* box)
{
    auto* pair = new QWidget;
    auto* layout = new QHBoxLayout(pair);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(title);
    label->setBuddy(box);
    layout->addWidget(label);
    layout->addWidget(box);
    m_layout->addWidget(pair);
}

void DimBar::choose(const DimRoles& roles)
{
    m_roles = roles;
    m_view.setRoles(m_roles);
    rebuild();
}

} // namespace tscope
