// SPDX-License-Identifier: GPL-3.0-or-later
// Which pictures a class sees, and how they share the screen.
#include "lessons/lesson_play.h"
#include "lessons/projector.h"
#include "views/matched_fits.h"
#include "views/space_shares.h"
#include "workspace/tabs.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace tscope {

// In a lesson the pictures that the step shows; else what the current tab has.
std::vector<Projector::Shown> Projector::wanted() const
{
    constexpr std::size_t most = 2;
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

void Projector::showPictures()
{
    const auto next = wanted();
    const auto isOfSameKind = [](const Shown& a, const Shown& b) { return a.picture == b.picture; };
    if (!std::ranges::equal(next, m_shown, isOfSameKind)) {
        for (auto* box : m_boxes) {
            box->findChild<SceneView*>()->lookAt(0);
            box->hide();
            m_grid->removeWidget(box);
            box->setParent(nullptr);
            box->deleteLater(); // it may be what this was called from
        }
        m_boxes.clear();
        for (int i = 0; i < m_grid->rowCount(); ++i) // a grid keeps rows and columns that are empty now
            m_grid->setRowStretch(i, 0);
        for (int i = 0; i < m_grid->columnCount(); ++i)
            m_grid->setColumnStretch(i, 0);
        // A strip of bytes is long: it has the whole width.
        const bool isBelow = next.size() > 1 && std::string_view(next.back().picture) == "storage";
        for (std::size_t i = 0; i < next.size(); ++i) {
            const auto at = static_cast<int>(i);
            addPicture(next[i], isBelow ? at : 0, isBelow ? 0 : at);
        }
    } else
        for (std::size_t i = 0; i < next.size(); ++i)
            if (auto* view = views()[i]; view->subject() != next[i].subject)
                view->lookAt(next[i].subject);
    m_shown = next;
    m_pictures->setVisible(!next.empty());
    m_empty->setVisible(m_workspace.currentSubject() == nullptr && m_play.step() == nullptr);
    if (!m_boxes.empty())
        views().front()->setFocus();
    shareAnew();
    matchPictures();
}

void Projector::addPicture(const Shown& shown, int row, int column)
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
    m_grid->addWidget(box, row, column);
    m_grid->setColumnStretch(column, 1);
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

// Each row is as high as its pictures need, and shares in what is left by what they can use.
void Projector::shareHeights()
{
    const auto all = views();
    if (m_roundsLeft == 0 ||
        std::ranges::any_of(all, [](const SceneView* view) { return view->wantedRoom().legible.isEmpty(); }))
        return;
    --m_roundsLeft;
    std::vector<SpaceNeed> rows(static_cast<std::size_t>(m_grid->rowCount()));
    for (std::size_t i = 0; i < all.size(); ++i) {
        int row = 0, column = 0, rowSpan = 0, columnSpan = 0;
        m_grid->getItemPosition(m_grid->indexOf(m_boxes[i]), &row, &column, &rowSpan, &columnSpan);
        const auto& [legible, filledHeight] = all[i]->wantedRoom();
        const auto* title = m_boxes[i]->findChild<QLabel*>(QStringLiteral("projector picture"));
        constexpr int rounding = 4;
        const double besides = title->sizeHint().height() + m_boxes[i]->layout()->spacing() + rounding;
        auto& need = rows[static_cast<std::size_t>(row)];
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
