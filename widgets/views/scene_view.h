// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/covered.h"
#include "scenes/scene.h"
#include "style/palette.h"
#include "views/axis_drag.h"
#include "views/boundary_drag.h"
#include "views/built_scene.h"
#include "views/framing.h"
#include "views/scene_painter.h"

#include <QAbstractScrollArea>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace tscope {

class Jobs;
class Selection;
struct Pointed;
class Workspace;

// One kind of picture of one tensor, first the current one. Builds scenes on a worker, shows the latest one moved
// to where it belongs until the next has come, and turns mouse and keys into the selection.
class SceneView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    SceneView(const PictureSpec& spec, Workspace& workspace, Selection& selection, Jobs& jobs, Theme theme,
              QWidget* parent = nullptr);

    // The other open tensors that lie in a storage of this one.
    static std::vector<Neighbour> neighboursOf(const Workspace& workspace, SubjectId subject);

    const Scene& scene() const { return *m_scene; }
    const PictureSpec& spec() const { return m_spec; }
    SubjectId subject() const { return m_subject; }
    void lookAt(SubjectId subject); // from the start
    Framing framing() const { return {m_zoom, m_isFit, m_origin, m_roles, m_leads}; }
    void setFraming(const Framing& framing);
    double zoom() const { return m_zoom; }
    // Of the whole picture; empty while that is not known.
    const WantedRoom& wantedRoom() const { return m_wanted; }
    void setZoom(double zoom, QPointF about);
    void zoomBy(double factor); // about what is selected, if that is in sight
    void zoomToSelected();      // until what is around it can be read
    // All of the tensor as large as it fits, or as much as can be read; until the user zooms, also when the size
    // of the view changes.
    void fit();
    // The zoom at which the picture fits, once that is known; 0 after the user has zoomed. Views that stand beside
    // each other are fit at the smaller one.
    double fitZoom() const { return m_isFit ? m_fitZoom : 0; }
    void limitFit(double mostZoom); // 0: it has no limit
    void setTheme(Theme theme);
    Colouring colouring() const { return m_colouring; }
    void setColouring(Colouring colouring);
    const DimRoles& roles() const { return m_roles; }
    void setRoles(const DimRoles& roles);
    // Brings the first of these places that the picture has into sight, if it is not.
    void goTo(std::vector<Place> places);
    // Writes what is seen now: PNG or SVG, by the ending of the path. May be called on a worker, also when the
    // view is gone.
    std::function<bool(const QString& path)> picture() const;
    // The same of the whole picture, fit into another size: that of a projector.
    std::function<bool(const QString& path)> picture(QSize size) const;

    // The spots that are shown now, by number: cells and slots, then brackets, then the marks of what is broken.
    // Another scene has other ones.
    std::size_t shownSpots() const
    {
        return m_scene->spots.size() + m_scene->brackets.size() + m_scene->violations.size();
    }
    const Spot& shownSpot(std::size_t number) const;
    std::optional<std::size_t> shownSpotAt(QPointF position) const; // of the viewport
    std::optional<std::size_t> selectedNumber() const;
    QRect rectOnScreen(const Spot& spot) const;
    void select(const Spot& spot);

    QSize sizeHint() const override { return {480, 320}; }

Q_SIGNALS:
    void sceneChanged();
    void wantedRoomChanged();
    void fitZoomChanged();
    void colouringChanged(Colouring colouring);
    void viewAsked(tscope::SubjectId subject, const tscope::ViewStep& step,
                   const QString& words); // drawn along the axes and confirmed
    void exportAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;

private:
    SceneRequest request() const;
    Covering covering() const; // while somebody is asked what it would tell
    void lookAroundSoon();
    void rebuildIfShared();
    void startOver(); // another tensor
    void followPreview();
    void rebuild();
    void take(std::shared_ptr<const Scene> scene);
    void updateScrollBars();
    SceneGoal anchorAt(QPointF position) const; // without one where nothing is there
    QPointF inScene(QPointF position) const { return position - (m_scene->origin - m_origin); }
    const Spot* spotAt(QPointF position) const;
    void lightUp(); // what is selected and pointed at
    void lightUpChange();
    void goToSelected();
    void showSliceWith(const Pointed& pointed);
    void showSliceOf(const Extents& index);
    std::vector<Place> placesOf(const Pointed& pointed) const;
    void paintMark(QPainter& painter) const;
    void paintHandles(QPainter& painter) const;
    void paintDrawn(QPainter& painter) const;
    void paintExact(QPainter& painter) const;
    void step(int dx, int dy);
    void editSelected();
    void editNext(bool forth);                   // the slot after the selected one, or the one before it
    void offer(const ViewStep& step, QPoint at); // in a menu there
    const Spot* selectedSpot() const;
    bool isBroken(const Spot& spot) const;
    QRect rectOf(const Spot& spot) const; // in the viewport
    void announceSelection();

    const Pointed* here(const std::optional<Pointed>& pointed) const;
    const Subject* shownSubject() const { return m_workspace.find(m_subject); }

    const PictureSpec& m_spec;
    Workspace& m_workspace;
    Selection& m_selection;
    Jobs& m_jobs;
    SubjectId m_subject = 0;
    const Palette* m_palette;
    SceneFonts m_fonts;
    DimRoles m_roles;
    double m_zoom = 0; // 0: not chosen yet
    double m_fitZoom = 0, m_mostFit = 0;
    bool m_isFit = true; // until the user zooms
    QPointF m_origin;
    bool m_countsAll = false;    // however many elements; before, rather a sample at once than nothing for seconds
    bool m_isRoomNew = false;    // what is covered changed, and so did the room there is use for
    std::vector<double> m_leads; // of strips
    WantedRoom m_wanted;
    SceneGoal m_goal;       // on the way to it
    QPointF m_reach;        // see SceneGoal
    double m_sceneZoom = 0; // of the latest scene
    QRectF m_markedRect;    // of what is selected, where the picture has it
    std::shared_ptr<AllPlaces> m_allPlaces;
    std::shared_ptr<KnownMoves> m_moves;
    Colouring m_colouring = Colouring::automatic;
    std::shared_ptr<KnownRange> m_range;
    std::vector<Neighbour> m_others; // as in the latest request
    QTimer m_othersSoon;             // looks for them anew
    QTimer m_countSoon;              // what was sampled
    std::vector<Highlight> m_highlights;
    // The number and the place of the selected spot, as a screen reader heard them last.
    std::optional<std::pair<std::size_t, Place>> m_announced;
    // What was seen before a preview went to what it changes.
    struct BeforePreview {
        TensorPtr tensor;
        Framing framing;
    };
    std::optional<BeforePreview> m_beforePreview;
    BoundaryDrag m_drag;
    AxisDrag m_axisDrag;
    QPointF m_scrollScale{1, 1}; // content per step of a scroll bar, which counts in int
    bool m_settingBars = false;
    std::shared_ptr<const Scene> m_scene = std::make_shared<const Scene>(); // never null
};

} // namespace tscope
