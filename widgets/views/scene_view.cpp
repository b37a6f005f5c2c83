// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scene_view.h"

#include "facts/slot_bytes.h"
#include "jobs/jobs.h"
#include "scenes/all_places.h"
#include "scenes/known_moves.h"
#include "scenes/value_colours.h"
#include "selection/preview_goal.h"
#include "selection/selection.h"
#include "views/accessible_scene.h"
#include "views/write_flash.h"
#include "workspace/lineages.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tscope {

namespace {

// An element is at home where its value lies, more than where its indices do.
void addValue(const Tensor& tensor, const Related& related, std::vector<Place>& places)
{
    for (const auto& slots : related.slots) {
        const auto* member = tensor.find(slots.member);
        if (member == nullptr || member->role->kind != RoleKind::values)
            continue;
        places.emplace_back(slots);
        const auto own = std::ranges::find(related.bytes, member->array.storage->id(), &BytePlace::storageId);
        if (own != related.bytes.end())
            places.emplace_back(*own);
        return;
    }
}

constexpr std::int64_t mostLitRuns = 1000; // of bytes, of a change

// To who can't see it.
bool saysTheSame(const Scene& a, const Scene& b)
{
    const auto areSame = [](const std::vector<Spot>& one, const std::vector<Spot>& other) {
        return std::ranges::equal(one, other, {}, &Spot::words, &Spot::words);
    };
    return areSame(a.spots, b.spots) && areSame(a.brackets, b.brackets) && areSame(a.violations, b.violations);
}

} // namespace

SceneView::SceneView(const PictureSpec& spec, Workspace& workspace, Selection& selection, Jobs& jobs, Theme theme,
                     QWidget* parent)
    : QAbstractScrollArea(parent), m_spec(spec), m_workspace(workspace), m_selection(selection), m_jobs(jobs),
      m_palette(&Palette::of(theme)), m_fonts(SceneFonts::of(font())), m_drag(workspace), m_axisDrag(workspace)
{
    setObjectName(QString::fromLatin1(spec.id));
    makePicturesAccessible(); // before Qt makes anything else of it
    setAccessibleName(QCoreApplication::translate("tscope::PictureSpec", spec.title));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    connect(&workspace, &Workspace::currentChanged, this, [this] { m_drag.cancelIfGone(); });
    connect(&workspace, &Workspace::previewChanged, this, &SceneView::followPreview);
    connect(&workspace, &Workspace::subjectChanged, this, [this](SubjectId id) {
        m_drag.cancelIfGone();
        if (id != m_subject)
            return lookAroundSoon();
        m_others = neighboursOf(m_workspace, m_subject);
        rebuild();
    });
    // Thousands may come at once, and all are looked at for storages they share.
    m_othersSoon.setSingleShot(true);
    m_othersSoon.setInterval(0);
    connect(&m_othersSoon, &QTimer::timeout, this, &SceneView::rebuildIfShared);
    // All processors will be busy with that, so other views are to have been painted by then.
    m_countSoon.setSingleShot(true);
    m_countSoon.setInterval(200);
    connect(&m_countSoon, &QTimer::timeout, this, [this] {
        m_countsAll = true;
        rebuild();
    });
    connect(&workspace, &Workspace::subjectsAdded, this, [this](const std::vector<SubjectId>& ids) {
        // Only what is new: all that is open would be looked through for each of thousands.
        if (const auto* own = shownSubject(); own != nullptr && std::ranges::any_of(ids, [&](SubjectId id) {
                                                  const auto* other = m_workspace.find(id);
                                                  return other != nullptr &&
                                                         shareStorage(*own->tensor, *other->tensor);
                                              }))
            lookAroundSoon();
    });
    connect(&workspace, &Workspace::subjectsRemoved, this, &SceneView::lookAroundSoon);
    connect(&workspace, &Workspace::reportChanged, this, [this](SubjectId id) {
        if (id == m_subject)
            rebuild();
    });
    connect(&selection.cover(), &Cover::changed, this, [this] {
        m_isRoomNew = true;
        rebuild();
    });
    connect(&selection, &Selection::hoverChanged, this, &SceneView::lightUp);
    connect(&selection, &Selection::selectionChanged, this, &SceneView::lightUp);
    connect(&selection, &Selection::chosenChanged, this, &SceneView::lightUp);
    connect(&selection, &Selection::markedRuleChanged, this, &SceneView::rebuild);
    connect(&selection, &Selection::wentTo, this, &SceneView::goToSelected);
    connect(&selection, &Selection::zoomWanted, this, [this] {
        if (isVisible() && m_spec.id == std::string_view("logical"))
            zoomToSelected();
    });
    connect(&selection, &Selection::selectionChanged, this, &SceneView::announceSelection);
    lookAt(workspace.current());
    new WriteFlash(*this, workspace, selection, jobs);
}

void SceneView::lookAt(SubjectId subject)
{
    m_subject = subject;
    startOver();
}

void SceneView::setFraming(const Framing& framing)
{
    m_zoom = framing.isFit ? 0 : framing.zoom;
    m_isFit = framing.isFit;
    m_origin = framing.origin;
    m_roles = framing.roles;
    m_leads = framing.leads;
    m_reach = {};
    rebuild();
}

// The selection leads to what a preview changes. One that is left and not applied leads back.
void SceneView::followPreview()
{
    lightUp();
    const auto* subject = shownSubject();
    if (subject != nullptr && subject->preview && !subject->preview->isLive) {
        if (!m_beforePreview)
            m_beforePreview = BeforePreview{subject->tensor, framing()};
        return;
    }
    const auto before = std::exchange(m_beforePreview, std::nullopt);
    if (!before || subject == nullptr || subject->tensor != before->tensor)
        return;
    m_goal = {};
    setFraming(before->framing);
}

SceneRequest SceneView::request() const
{
    SceneRequest request;
    if (const auto* subject = shownSubject()) {
        const auto shown = subject->shown();
        request.tensor = shown.tensor;
        request.report = m_selection.markedIn(shown.report);
        request.isOfOneRule = request.report != shown.report;
        if (shown.tensor != subject->tensor)
            request.before = subject->tensor;
        request.hidesBroken = m_selection.cover().hides(QStringLiteral("rules"), m_subject);
        if (request.hidesBroken)
            request.report.reset();
        request.isCovered = covering() != Covering::none;
    }
    request.moves = m_moves;
    request.allPlaces = m_allPlaces;
    request.others = m_others;
    request.size = viewport()->size();
    request.origin = m_origin;
    request.leads = m_leads;
    request.zoom = m_zoom;
    request.mostZoom = m_isFit ? m_mostFit : 0;
    request.roles = m_roles;
    request.colouring = m_colouring;
    request.range = m_range;
    request.text = m_fonts.size();
    request.theme = m_palette->theme();
    return request;
}

Covering SceneView::covering() const
{
    const auto& cover = m_selection.cover();
    return cover.hides(QLatin1String(m_spec.id), m_subject) ? Covering::numbers
           : cover.isOn(m_subject)                          ? Covering::relations
                                                            : Covering::none;
}

std::vector<Neighbour> SceneView::neighboursOf(const Workspace& workspace, SubjectId subject)
{
    constexpr std::size_t most = 16;
    std::vector<Neighbour> found;
    const auto* own = workspace.find(subject);
    if (own == nullptr)
        return found;
    for (const auto& other : workspace.subjects())
        if (other.id != own->id && found.size() < most && shareStorage(*own->tensor, *other.tensor))
            found.push_back({other.title(), other.tensor});
    return found;
}

void SceneView::lookAroundSoon()
{
    if (!m_othersSoon.isActive())
        m_othersSoon.start();
}

void SceneView::rebuildIfShared()
{
    auto found = neighboursOf(m_workspace, m_subject);
    if (std::ranges::equal(found, m_others, [](const Neighbour& a, const Neighbour& b) {
            return a.name == b.name && a.tensor == b.tensor;
        }))
        return;
    m_others = std::move(found);
    rebuild();
}

void SceneView::startOver()
{
    m_drag.cancelIfGone();
    m_beforePreview.reset();
    m_zoom = m_fitZoom = 0;
    m_wanted = {}; // panes are divided when all pictures of the new tensor have told theirs
    m_isFit = true;
    m_origin = m_reach = {};
    m_leads.clear();
    m_goal = {};
    m_roles = {};
    m_allPlaces = std::make_shared<AllPlaces>(); // those of another tensor take room
    m_moves = std::make_shared<KnownMoves>();
    m_range = std::make_shared<KnownRange>();
    m_others = neighboursOf(m_workspace, m_subject);
    m_countsAll = false;
    m_countSoon.stop();
    lightUp();
    rebuild();
}

// Counted in a few milliseconds.
constexpr std::int64_t mostCountedAtOnce = 1 << 24;

void SceneView::rebuild()
{
    auto asked = request();
    if (!m_countsAll)
        asked.mostCounted = mostCountedAtOnce;
    if (!asked.tensor) {
        m_jobs.stop(this, QStringLiteral("scene"));
        return take(std::make_shared<const Scene>());
    }
    const auto* selected = here(m_selection.selected());
    const auto marked = selected != nullptr ? placesOf(*selected) : std::vector<Place>();
    auto aim = m_goal;
    aim.reach = m_reach;
    aim.isRoomAsked = m_isRoomNew;
    m_jobs.start(
        this, QStringLiteral("scene"),
        [spec = &m_spec, asked, goal = std::move(aim), marked, covering = covering()](const Watch& watch) {
            auto done = built(*spec, asked, goal, marked, watch);
            if (covering != Covering::none)
                done.scene = std::make_shared<const Scene>(covered(*done.scene, covering, asked.hidesBroken));
            return done;
        },
        [this](const BuiltScene& done) {
            m_zoom = m_sceneZoom = done.zoom;
            m_markedRect = done.marked;
            m_origin = done.scene->origin;
            m_leads = done.leads;
            m_reach = done.reach;
            m_goal = {};
            take(done.scene);
            if (done.wanted)
                m_isRoomNew = false;
            if (done.wanted && *done.wanted != m_wanted) {
                m_wanted = *done.wanted;
                Q_EMIT wantedRoomChanged();
            }
            if (done.fitted && std::exchange(m_fitZoom, *done.fitted) != *done.fitted)
                Q_EMIT fitZoomChanged();
            if (m_scene->isSampled)
                m_countSoon.start();
        },
        Jobs::Kind::looks);
}

void SceneView::take(std::shared_ptr<const Scene> scene)
{
    // Told only where it is so: a message goes out for each spot.
    const bool isOther = QAccessible::isActive() && !saysTheSame(*m_scene, *scene);
    m_scene = std::move(scene);
    updateScrollBars();
    setAccessibleDescription(m_scene->words);
    if (isOther) {
        QAccessibleEvent event(this, QAccessible::ObjectReorder);
        QAccessible::updateAccessibility(&event);
        announceSelection(); // what is selected may have come into sight, or stand elsewhere now
    }
    viewport()->update();
    Q_EMIT sceneChanged();
}

void SceneView::updateScrollBars()
{
    m_settingBars = true;
    const auto set = [](QScrollBar& bar, double content, double page, double origin, double line) {
        const auto most = std::max({0.0, content - page, origin});
        const auto scale = std::max(1.0, most / 1e9);
        bar.setRange(0, static_cast<int>(most / scale));
        bar.setPageStep(std::max(1, static_cast<int>(page / scale)));
        bar.setSingleStep(std::max(1, static_cast<int>(line / scale)));
        bar.setValue(static_cast<int>(origin / scale));
        return scale;
    };
    const auto line = m_fonts.size().line * 2;
    m_scrollScale.setX(
        set(*horizontalScrollBar(), m_scene->content.width(), viewport()->width(), m_origin.x(), line));
    m_scrollScale.setY(
        set(*verticalScrollBar(), m_scene->content.height(), viewport()->height(), m_origin.y(), line));
    m_settingBars = false;
}

void SceneView::scrollContentsBy(int, int)
{
    if (m_settingBars)
        return;
    m_goal = {}; // the user goes elsewhere
    m_origin = {horizontalScrollBar()->value() * m_scrollScale.x(),
                verticalScrollBar()->value() * m_scrollScale.y()};
    viewport()->update();
    rebuild();
}

void SceneView::setZoom(double zoom, QPointF about)
{
    const auto next = std::clamp(zoom, m_spec.smallestZoom, m_spec.largestZoom);
    if (m_zoom == 0)
        m_zoom = m_sceneZoom; // a better one was on its way
    if (next == m_zoom || m_zoom == 0)
        return;
    if (std::exchange(m_isFit, false))
        Q_EMIT fitZoomChanged();
    // What lies under the pointer stays there.
    const bool isScene = m_scene->origin == m_origin && m_sceneZoom == m_zoom;
    if (isScene || m_goal.at != about)
        m_goal = isScene ? anchorAt(about) : SceneGoal();
    if (isScene)
        m_leads = m_scene->leads;
    const auto factor = next / m_zoom;
    m_zoom = next;
    for (auto& lead : m_leads)
        lead *= factor;
    // Headers and margins before the first cell do not grow.
    const auto fixed = m_scene->fixed;
    m_origin = {std::max(0.0, fixed.x() + (m_origin.x() + about.x() - fixed.x()) * factor - about.x()),
                std::max(0.0, fixed.y() + (m_origin.y() + about.y() - fixed.y()) * factor - about.y())};
    rebuild();
}

// The cell under a point, however small it is drawn; in strips the slot.
SceneGoal SceneView::anchorAt(QPointF position) const
{
    auto index = m_scene->roles.fixed;
    index.resize(m_scene->extents.size(), 0);
    QPointF part;
    bool isOnCells = !m_scene->areSheets && !m_scene->axes.empty();
    for (const auto& axis : m_scene->axes) {
        const auto way = ((axis.isDown ? position.y() : position.x()) - axis.from) / axis.step;
        const auto cell = std::clamp(std::floor(way), 0.0, static_cast<double>(axis.end - axis.first - 1));
        isOnCells = isOnCells && axis.cells.contains(position);
        index[static_cast<std::size_t>(axis.dim)] = axis.first + static_cast<std::int64_t>(cell);
        (axis.isDown ? part.ry() : part.rx()) = way - cell;
    }
    if (isOnCells)
        return {.anchor = ElementPlace{index}, .part = part, .at = position};
    constexpr double smallest = 6; // of a spot that is one slot or cell
    const auto spot = std::ranges::find_if(m_scene->spots, [&](const Spot& each) {
        return each.rect.contains(position) && each.rect.width() >= smallest;
    });
    if (spot == m_scene->spots.end())
        return {};
    const auto way = position - spot->rect.topLeft();
    return {.anchor = spot->place,
            .part = {way.x() / spot->rect.width(), way.y() / spot->rect.height()},
            .at = position};
}

void SceneView::zoomBy(double factor)
{
    const bool isScene = m_scene->origin == m_origin && m_sceneZoom == m_zoom;
    const QRectF sight(viewport()->rect());
    const auto marked = m_markedRect.center() - m_origin;
    if (!isScene && m_goal.anchor) // several presses before the picture has followed the first
        return setZoom(m_zoom * factor, m_goal.at);
    setZoom(m_zoom * factor,
            isScene && !m_markedRect.isEmpty() && sight.contains(marked) ? marked : sight.center());
}

void SceneView::fit()
{
    const bool wasFit = std::exchange(m_isFit, true);
    m_zoom = 0;
    m_origin = m_reach = {};
    m_leads.clear();
    m_goal = {};
    rebuild();
    if (!wasFit)
        Q_EMIT fitZoomChanged();
}

void SceneView::limitFit(double mostZoom)
{
    if (std::exchange(m_mostFit, mostZoom) == mostZoom || !m_isFit)
        return;
    m_zoom = 0;
    rebuild();
}

void SceneView::setTheme(Theme theme)
{
    m_palette = &Palette::of(theme);
    rebuild();
    viewport()->update();
}

void SceneView::setColouring(Colouring colouring)
{
    if (std::exchange(m_colouring, colouring) == colouring)
        return;
    rebuild();
    Q_EMIT colouringChanged(colouring);
}

void SceneView::setRoles(const DimRoles& roles)
{
    if (roles == m_roles)
        return;
    m_roles = roles;
    if (m_isFit)
        m_zoom = 0;
    rebuild();
}

void SceneView::goTo(std::vector<Place> places)
{
    m_goal = {.places = std::move(places)};
    rebuild();
}

// What is pointed at, as it is in this tensor.
const Pointed* SceneView::here(const std::optional<Pointed>& pointed) const
{
    return pointed && shownSubject() != nullptr ? pointed->in(m_subject) : nullptr;
}

// Where the selection is in this picture: the place itself, or the first that goes with it. The view in which it
// was made has it before the user's eyes.
void SceneView::goToSelected()
{
    const auto* selected = here(m_selection.selected());
    if (selected == nullptr)
        return;
    if (m_selection.pickedIn() == this) {
        const bool isOnItsWay = !m_goal.places.empty() && !m_goal.isPicked; // by a step of the keys
        m_goal = {.places = placesOf(*selected), .isPicked = !isOnItsWay};
        return rebuild();
    }
    showSliceWith(*selected);
    goTo(placesOf(*selected));
}

void SceneView::zoomToSelected()
{
    const auto* selected = here(m_selection.selected());
    if (selected == nullptr)
        return;
    if (std::exchange(m_isFit, false))
        Q_EMIT fitZoomChanged();
    showSliceWith(*selected);
    m_goal = {.places = placesOf(*selected), .isNear = true};
    rebuild();
}

std::vector<Place> SceneView::placesOf(const Pointed& pointed) const
{
    std::vector<Place> places{pointed.place};
    const auto& related = pointed.relatedToPlace();
    // The slot itself, not the first one of its entry: a storage may hold several.
    const auto* slots = std::get_if<Slots>(&pointed.place);
    const auto tensor = shownSubject()->shown().tensor;
    if (const auto* member = slots == nullptr ? nullptr : tensor->find(slots->member))
        for (const auto& bytes : bytesOf(*member, {slots->member, slots->begin, slots->begin + 1}, 1).runs)
            places.emplace_back(BytePlace{member->array.storage->id(), bytes.begin, bytes.end});
    if (!related.elements.empty())
        places.emplace_back(ElementPlace{related.elements.front()});
    if (std::holds_alternative<ElementPlace>(pointed.place))
        addValue(*shownSubject()->tensor, related, places);
    // The first in each member and storage: each strip shows its own.
    for (auto run = related.slots.begin(); run != related.slots.end(); ++run)
        if (run == related.slots.begin() || run->member != std::prev(run)->member)
            places.emplace_back(*run);
    for (auto bytes = related.bytes.begin(); bytes != related.bytes.end(); ++bytes)
        if (bytes == related.bytes.begin() || bytes->storageId != std::prev(bytes)->storageId)
            places.emplace_back(*bytes);
    places.insert(places.end(), pointed.way.begin(), pointed.way.end());
    return places;
}

void SceneView::showSliceWith(const Pointed& pointed)
{
    if (const auto* element = std::get_if<ElementPlace>(&pointed.place))
        showSliceOf(element->index);
    else if (const auto& elements = pointed.relatedToPlace().elements; !elements.empty())
        showSliceOf(elements.front());
}

// Of dims that are neither rows nor columns a picture shows one index: that of the element from now on.
void SceneView::showSliceOf(const Extents& index)
{
    auto roles = m_scene->roles;
    if (roles.fixed.size() != index.size())
        return;
    for (std::size_t dim = 0; dim < index.size(); ++dim)
        if (static_cast<int>(dim) != roles.row && static_cast<int>(dim) != roles.column)
            roles.fixed[dim] = index[dim];
    if (roles != m_scene->roles)
        m_roles = std::move(roles);
}

void SceneView::lightUp()
{
    m_highlights.clear();
    const auto* subject = shownSubject();
    const bool isPreview = subject != nullptr && subject->preview && !subject->preview->isLive;
    const auto light = [&](const std::optional<Pointed>& pointed, Ink fill) {
        if (const auto* own = here(pointed))
            m_highlights.push_back(
                {std::make_shared<const LitPlaces>(own->place, own->related), Ink::selected, fill, isPreview});
    };
    if (const auto& chosen = m_selection.chosen(); chosen.subject != 0 && chosen.subject == m_subject)
        for (std::size_t i = 0; i < chosen.places.size(); ++i) {
            const auto& related = m_selection.relatedToChosen();
            m_highlights.push_back(
                {std::make_shared<const LitPlaces>(chosen.places[i], i < related.size() ? related[i] : Related{}),
                 Ink::selected, Ink::related});
        }
    if (here(m_selection.selected()) == nullptr)
        m_markedRect = {};
    // While something is covered only the view in which a place was picked shows it; a counter-example was picked
    // in none.
    if (const auto* in = m_selection.pickedIn(); isPreview && m_selection.previewGoal().isSelected())
        lightUpChange();
    else if (!m_selection.cover().isOn(m_subject) || in == nullptr || in == this)
        light(m_selection.selected(), Ink::related);
    light(m_selection.hovered(), Ink::hover);
    viewport()->update();
}

// The change that a preview has led to, without what goes with it: a neighbour that is marked looks changed too.
void SceneView::lightUpChange()
{
    const auto* own = here(m_selection.selected());
    const auto* slots = own == nullptr ? nullptr : std::get_if<Slots>(&own->place);
    if (slots == nullptr)
        return;
    Related alone;
    alone.slots = {*slots};
    if (const auto* member = shownSubject()->shown().tensor->find(slots->member))
        for (const auto& run : bytesOf(*member, *slots, mostLitRuns).runs)
            alone.bytes.push_back({member->array.storage->id(), run.begin, run.end});
    std::ranges::sort(alone.bytes, {}, &BytePlace::begin);
    m_highlights.push_back(
        {std::make_shared<const LitPlaces>(own->place, std::move(alone)), Ink::selected, Ink::related});
}

void SceneView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), (*m_palette)[Ink::canvas]);
    // The scene may have been built for another part: shown where that lies until the right one has come.
    painter.translate(m_scene->origin - m_origin);
    paintScene(painter, *m_scene, *m_palette, m_fonts, m_highlights);
    paintHandles(painter);
    paintExact(painter);
    painter.resetTransform();
    paintMark(painter);
    paintDrawn(painter);
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen((*m_palette)[Ink::selected]);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
}

// What is selected may be smaller than anything that could be lit up, as in a picture of densities: a ring around
// it.
void SceneView::paintMark(QPainter& painter) const
{
    constexpr double smallest = 6, radius = 8;
    if (m_markedRect.isEmpty() || std::min(m_markedRect.width(), m_markedRect.height()) >= smallest)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const auto centre = m_markedRect.center() - m_origin;
    for (const auto& [ink, width] : {std::pair(Ink::canvas, 5.0), std::pair(Ink::selected, 2.0)}) {
        painter.setPen(QPen((*m_palette)[ink], width));
        painter.drawEllipse(centre, radius, radius);
    }
}

// What can be dragged is seen to be: a grip at the lower end of each edge, over what its pointer points into.
void SceneView::paintHandles(QPainter& painter) const
{
    const auto scale = m_scene->text.strokeScale();
    const auto grip = QSizeF(9, 14) * scale;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen((*m_palette)[Ink::canvas], 1.5 * scale));
    painter.setBrush((*m_palette)[Ink::selected]);
    for (const auto& handle : m_scene->handles) {
        const auto& rect = handle.rect;
        painter.drawRoundedRect(
            QRectF(QPointF(rect.center().x() - grip.width() / 2, rect.bottom() - grip.height()), grip), 4 * scale,
            4 * scale);
    }
}

// What is drawn along the axes.
void SceneView::paintDrawn(QPainter& painter) const
{
    for (const auto& rect : m_axisDrag.marked()) {
        auto fill = (*m_palette)[Ink::selected];
        painter.setPen(QPen(fill, 2));
        fill.setAlphaF(0.2F);
        painter.setBrush(fill);
        painter.drawRect(rect.translated(m_scene->origin - m_origin));
    }
}

void SceneView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
    // A drag may bring a scroll bar; if the picture took another size then, its grip would leave the pointer.
    if (m_isFit && !m_drag.isOn())
        m_zoom = 0;
    rebuild();
}

// Another text size: what fits is another zoom.
void SceneView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    m_fonts = SceneFonts::of(font());
    if (m_isFit)
        m_zoom = 0;
    rebuild();
}

// The frame around the view that has the focus is painted with the scene.
void SceneView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
    announceSelection();
}

void SceneView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
    m_announced.reset();
}

} // namespace tscope
