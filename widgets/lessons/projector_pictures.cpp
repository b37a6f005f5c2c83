// SPDX-License-Identifier: GPL-3.0-or-later
// Which pictures a class sees, and how they share the screen.
#include "base/checked_math.h"
#include "lessons/lesson_play.h"
#include "lessons/projector.h"
#include "style/projected_type.h"
#include "views/matched_fits.h"
#include "views/space_shares.h"
#include "workspace/tabs.h"

#include <QEvent>
#include <QFontMetrics>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <map>

namespace tscope {

namespace {

// Small dense tensors of the same values, whose logical pictures say nothing of how they differ.
bool differInMemoryOnly(const Tensor& one, const Tensor& other)
{
    constexpr std::int64_t small = 256; // elements, compared at each change
    if (one.layout->name != "strided" || other.layout != one.layout || one.members.size() != 1 ||
        other.members.size() != 1)
        return false;
    const auto &a = one.members.front().array, &b = other.members.front().array;
    const auto count = numel(a.geometry).value_or(small + 1);
    if (a.geometry.sizes != b.geometry.sizes || a.geometry.strides == b.geometry.strides || count > small ||
        !one.members.front().isReadable() || !other.members.front().isReadable())
        return false;
    // Texts only where the bytes differ: other types may have the same numbers.
    const auto isSame = [](const Element& left, const Element& right) {
        return left == right || left.text() == right.text();
    };
    for (std::int64_t at = 0; at < count; ++at)
        if (!isSame(a.at(at), b.at(at)))
            return false;
    return true;
}

} // namespace

// In a lesson the pictures that the step shows; else what the current tab has.
std::vector<Projector::Shown> Projector::wanted() const
{
    std::size_t most = 2;
    std::vector<Shown> all;
    const auto add = [&](SubjectId subject, const auto& isWanted) {
        for (const auto& spec : pictures())
            if (subject != 0 && all.size() < most && isWanted(std::string_view(spec.id)))
                all.push_back({subject, spec.id});
    };
    const auto current = m_workspace.current();
    if (const auto* step = m_play.step(); step != nullptr) {
        const auto has = [](const std::vector<std::string>& parts, std::string_view id) {
            return std::ranges::find(parts, id) != parts.end();
        };
        // What is revealed comes first where not all have room.
        std::vector<std::string> chosen;
        for (const auto* parts : {isRevealed() ? &step->revealed : &step->shown, &step->shown})
            for (const auto& spec : pictures())
                if (chosen.size() < most && has(*parts, spec.id) && !has(chosen, spec.id))
                    chosen.emplace_back(spec.id);
        add(current, [&](std::string_view id) { return has(chosen, id); });
        return all;
    }
    const auto& tab = m_tabs.tab();
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return {};
    if (tab.isSplit()) {
        for (const auto& pane : tab.panes)
            add(pane.subject, [&](std::string_view id) {
                return pane.picture.isEmpty() ? id == "logical" : pane.picture == QLatin1String(id.data());
            });
        const bool areLogical = std::ranges::all_of(
            all, [](const Shown& each) { return std::string_view(each.picture) == "logical"; });
        if (all.size() == 2 && areLogical && storageHasRoom()) {
            most = 4;
            for (const auto& pane : tab.panes)
                add(pane.subject, [](std::string_view id) { return id == "storage"; });
        } else if (all.size() == 2 && areLogical) {
            const auto *one = m_workspace.find(all[0].subject), *other = m_workspace.find(all[1].subject);
            if (one != nullptr && other != nullptr && differInMemoryOnly(*one->tensor, *other->tensor)) {
                all.clear(); // two pictures that are the same give way to those that differ
                for (const auto& pane : tab.panes)
                    add(pane.subject, [](std::string_view id) { return id == "storage"; });
            }
        }
        return all;
    }
    const auto& only = tab.panes[tab.active].picture;
    const bool hasMembers = subject->tensor->members.size() > 1;
    add(current, [&](std::string_view id) {
        return only.isEmpty() ? id == "logical" || id == (hasMembers ? "members" : "storage")
                              : only == QLatin1String(id.data());
    });
    return all;
}

// Four are two pairs, one below the other. A strip of bytes is long: of two pictures it has the whole width.
QPoint Projector::cellOf(const std::vector<Shown>& all, std::size_t number)
{
    const auto at = static_cast<int>(number);
    const bool isBelow = all.size() == 2 && std::string_view(all.back().picture) == "storage";
    return isBelow ? QPoint(0, at) : QPoint(at % 2, at / 2);
}

void Projector::showPictures()
{
    const auto next = wanted();
    std::size_t kept = 0;
    while (kept < std::min(next.size(), m_shown.size()) && next[kept].picture == m_shown[kept].picture &&
           cellOf(next, kept) == cellOf(m_shown, kept))
        ++kept;
    for (; m_boxes.size() > kept; m_boxes.pop_back()) {
        auto* box = m_boxes.back();
        box->findChild<SceneView*>()->lookAt(0);
        box->hide();
        m_grid->removeWidget(box);
        box->setParent(nullptr);
        box->deleteLater(); // it may be what this was called from
    }
    for (std::size_t i = 0; i < kept; ++i)
        if (auto* view = views()[i]; view->subject() != next[i].subject)
            view->lookAt(next[i].subject);
    for (std::size_t i = kept; i < next.size(); ++i)
        addPicture(next[i], cellOf(next, i));
    m_shown = next;
    // A grid keeps rows and columns that are empty now.
    for (int row = 0; row < m_grid->rowCount(); ++row)
        m_grid->setRowStretch(row, 0);
    for (int column = 0; column < m_grid->columnCount(); ++column)
        m_grid->setColumnStretch(column, 0);
    for (std::size_t i = 0; i < next.size(); ++i)
        m_grid->setColumnStretch(cellOf(next, i).x(), 1);
    m_pictures->setVisible(!next.empty());
    m_empty->setVisible(m_workspace.currentSubject() == nullptr && m_play.step() == nullptr);
    if (!m_boxes.empty())
        views().front()->setFocus();
    shareAnew();
    matchPictures();
}

void Projector::addPicture(const Shown& shown, QPoint cell)
{
    const auto spec = std::ranges::find_if(
        pictures(), [&](const PictureSpec& each) { return std::string_view(each.id) == shown.picture; });
    auto* view = new SceneView(*spec, m_workspace, m_selection, m_jobs, m_theme);
    view->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // what it wants is asked of its picture
    connect(view, &SceneView::wantedRoomChanged, this, &Projector::shareHeights);
    connect(view, &SceneView::fitZoomChanged, this, &Projector::matchPictures);
    auto* title = new QLabel;
    title->setObjectName(QStringLiteral("projector picture"));
    title->setWordWrap(true);
    title->setBuddy(view);
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(title);
    layout->addWidget(view, 1);
    m_boxes.push_back(box);
    m_grid->addWidget(box, cell.y(), cell.x());
    view->lookAt(shown.subject);
}

// Pictures of one kind are compared: bytes and cells of the one line up with those of the other.
void Projector::matchPictures()
{
    const auto all = views();
    for (const auto& spec : pictures()) {
        std::vector<SceneView*> alike;
        std::ranges::copy_if(all, std::back_inserter(alike),
                             [&](const SceneView* view) { return &view->spec() == &spec; });
        matchFits(alike);
    }
}

bool Projector::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_pictures && event->type() == QEvent::Resize)
        shareAnew();
    return QWidget::eventFilter(watched, event);
}

void Projector::shareAnew()
{
    m_roundsLeft = 3;
    shareHeights();
}

// How large the numbers of small tensors take a picture to be read in this type, its title included; nothing of
// large ones, for which it takes time to know.
QSizeF Projector::legibleSize(const Shown& shown, const QFont& type, double width) const
{
    constexpr std::int64_t small = 1 << 16; // bytes
    constexpr int rounding = 4;
    const auto* subject = m_workspace.find(shown.subject);
    if (subject == nullptr)
        return {};
    std::int64_t bytes = 0;
    for (const auto& member : subject->tensor->members)
        bytes = saturatingAdd(bytes, member.array.storage->byteSize());
    if (bytes > small)
        return {};
    const auto& spec = *std::ranges::find(pictures(), shown.picture, &PictureSpec::id);
    SceneRequest request;
    request.tensor = subject->tensor;
    request.report = subject->report;
    request.others = SceneView::neighboursOf(m_workspace, shown.subject);
    request.size = {width, static_cast<double>(height())};
    request.text = SceneFonts::of(type).size();
    request.zoom = spec.legibleZoom(request);
    const auto title =
        QFontMetrics(scaledType(1)).lineSpacing() + static_cast<int>(projectedTypeHeight(size())) + rounding;
    return spec.contentSize(request) + QSizeF(0, title);
}

// Of both tensors, below their logical pictures.
bool Projector::storageHasRoom() const
{
    constexpr double ofScreen = 0.75; // texts take the rest
    const auto room = width() / 2 - 2 * projectedTypeHeight(size());
    double needed = 0;
    for (const auto* picture : {"logical", "storage"}) {
        double ofRow = 0;
        for (const auto& pane : m_tabs.tab().panes) {
            const auto found = std::ranges::find_if(
                pictures(), [&](const PictureSpec& spec) { return std::string_view(spec.id) == picture; });
            const auto size = legibleSize({pane.subject, found->id}, font(), room);
            if (size.isEmpty() || size.width() > room)
                return false;
            ofRow = std::max(ofRow, size.height());
        }
        needed += ofRow;
    }
    return needed <= height() * ofScreen;
}

// A pair that has no room in the projector's type is shown in a smaller one, down to a limit, beyond which it is
// scrolled.
double Projector::pictureScale() const
{
    constexpr double smallest = 0.7, step = 0.1, rounding = 0.01;
    if (m_play.step() != nullptr || !m_tabs.tab().isSplit())
        return 1;
    for (double factor = 1; factor > smallest - rounding; factor -= step) {
        std::map<int, double> rows;
        for (std::size_t i = 0; i < m_shown.size(); ++i) {
            const auto cell = cellOf(m_shown, i);
            auto& row = rows[cell.y()];
            row = std::max(row, legibleSize(m_shown[i], scaledType(factor), views()[i]->width()).height());
        }
        double needed = m_grid->verticalSpacing() * static_cast<double>(rows.size() - 1);
        for (const auto& [row, height] : rows)
            needed += height;
        if (needed <= m_pictures->height())
            return factor;
    }
    return 1;
}

// Each row is as high as its pictures need, and shares in what is left by what they can use.
void Projector::shareHeights()
{
    const auto all = views();
    if (m_roundsLeft == 0 ||
        std::ranges::any_of(all, [](const SceneView* view) { return view->wantedRoom().legible.isEmpty(); }))
        return;
    --m_roundsLeft;
    const auto type = scaledType(pictureScale());
    std::vector<SpaceNeed> rows(static_cast<std::size_t>(m_grid->rowCount()));
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i]->setFont(type);
        const auto* title = m_boxes[i]->findChild<QLabel*>(QStringLiteral("projector picture"));
        constexpr int rounding = 4;
        const double besides =
            title->heightForWidth(m_boxes[i]->width()) + m_boxes[i]->layout()->spacing() + rounding;
        const auto& [legible, filledHeight] = all[i]->wantedRoom();
        auto& need = rows[static_cast<std::size_t>(cellOf(m_shown, i).y())];
        need.least = std::max(need.least, legible.height() + besides);
        need.most = std::max(need.most, filledHeight + besides);
        need.isScrolled = all[i]->spec().leadsTo != nullptr;
    }
    const double height = m_pictures->height();
    giveWay(height, rows);
    const auto heights = divided(height, rows);
    for (std::size_t row = 0; row < heights.size(); ++row)
        m_grid->setRowStretch(static_cast<int>(row), static_cast<int>(heights[row]));
}

} // namespace tscope
