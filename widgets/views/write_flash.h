// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/scene_view.h"

#include <QVariantAnimation>
#include <QWidget>

namespace tscope {

// Over a view: what a write has changed flashes for a moment, in each view of a tensor that reads these bytes,
// whichever of them it was written through. Where motion is unwanted it is marked as long and goes at once.
class WriteFlash : public QWidget
{
    Q_OBJECT

public:
    WriteFlash(SceneView& view, Workspace& workspace, const Selection& selection, Jobs& jobs);

    // The places of the view that flash now.
    bool has(const Place& place) const { return m_places && m_places->has(place); }
    bool isOn() const { return m_places != nullptr; }
    // From 1 to 0 while it fades.
    double strength() const;
    bool isInMotion() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    void look(SubjectId changed);
    void flash(std::shared_ptr<const LitPlaces> places);
    void end();

    SceneView& m_view;
    Workspace& m_workspace;
    const Selection& m_selection;
    Jobs& m_jobs;
    SubjectId m_subject = 0;
    TensorPtr m_tensor; // of the view, as it was last
    std::shared_ptr<const LitPlaces> m_places;
    QVariantAnimation m_fading;
};

} // namespace tscope
