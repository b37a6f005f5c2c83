// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas.h"

#include "style/titles.h"
#include "views/matched_fits.h"

#include <QApplication>
#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

Canvas::Canvas(Workspace& workspace, Tabs& tabs, Selection& selection, Jobs& jobs, Theme theme, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_tabs(tabs), m_selection(selection), m_jobs(jobs), m_theme(theme),
      m_bar(new QTabBar), m_split(new QSplitter)
{
    setObjectName(QStringLiteral("canvas"));
    m_bar->setObjectName(QStringLiteral("tabs"));
    m_bar->setAccessibleName(tr("Tabs"));
    m_bar->setAutoHide(true); // one needs no bar
    m_bar->setExpanding(false);
    m_bar->setTabsClosable(true);
    m_bar->setDocumentMode(true);
    m_split->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_split, 1);

    connect(m_bar, &QTabBar::currentChanged, &tabs,
            [&tabs](int tab) { tabs.setCurrent(static_cast<std::size_t>(tab)); });
    connect(m_bar, &QTabBar::tabCloseRequested, &tabs,
            [&tabs](int tab) { tabs.close(static_cast<std::size_t>(tab)); });
    connect(&tabs, &Tabs::changed, this, &Canvas::refresh);
    connect(&workspace, &Workspace::subjectChanged, this, &Canvas::nameTabs);
    connect(&workspace, &Workspace::subjectsRemoved, this, [this](const std::vector<SubjectId>& ids) {
        for (const auto id : ids)
            m_framed.erase(id);
    });
    refresh();
}

const std::vector<SceneView*>& Canvas::views() const
{
    return m_panes[m_tabs.tab().active]->views();
}

SceneView& Canvas::activeView() const
{
    for (const auto* pane : m_panes)
        for (auto* view : pane->views())
            if (view->hasFocus())
                return *view;
    const auto seen =
        std::ranges::find_if(views(), [this](const SceneView* view) { return view->isVisibleTo(this); });
    return seen == views().end() ? *views().front() : **seen;
}

void Canvas::focusActive()
{
    const auto seen =
        std::ranges::find_if(views(), [this](const SceneView* view) { return view->isVisibleTo(this); });
    if (seen != views().end())
        (*seen)->setFocus();
}

void Canvas::setTheme(Theme theme)
{
    m_theme = theme;
    for (const auto* pane : m_panes)
        for (auto* view : pane->views())
            view->setTheme(theme);
}

// The focus that was in a picture which is seen no more would wander on, into the other pane or out of the canvas.
void Canvas::refresh()
{
    const auto* before = QApplication::focusWidget();
    const bool hadFocus = before != nullptr && isAncestorOf(before);
    m_isPresenting = true;
    presentAll();
    m_isPresenting = false;
    if (hadFocus && (QApplication::focusWidget() != before || !before->isVisible()))
        focusActive();
}

void Canvas::presentAll()
{
    const auto& tab = m_tabs.tab();
    for (const auto* pane : m_panes)
        if (m_workspace.find(pane->subject()) != nullptr)
            pane->keepInto(m_framed[pane->subject()]);
    while (m_panes.size() < tab.panes.size())
        addPane();
    m_split->setOrientation(tab.way);
    std::vector<std::optional<CanvasPane::Framings>> starts;
    for (std::size_t i = 0; i < m_panes.size(); ++i)
        starts.push_back(startOf(i));
    for (std::size_t i = 0; i < m_panes.size(); ++i)
        present(i, starts[i]);
    matchZooms();
    nameTabs();
}

void Canvas::frame(SubjectId subject, const CanvasPane::Framings& framings)
{
    m_framed[subject] = framings;
    for (auto* pane : m_panes)
        for (std::size_t i = 0; pane->subject() == subject && i < std::min(framings.size(), pane->views().size());
             ++i)
            if (framings[i].zoom > 0)
                pane->views()[i]->setFraming(framings[i]);
}

// A tensor that is put beside another one of its size begins at the place that is seen of that: the two are
// compared. Nothing where it stands there already, or where both panes change at once, as on the way to another
// tab.
std::optional<CanvasPane::Framings> Canvas::startOf(std::size_t number) const
{
    const auto& tab = m_tabs.tab();
    if (!tab.isSplit() || number >= tab.panes.size() || number == tab.active)
        return std::nullopt;
    const auto first = tab.panes[tab.active].subject, second = tab.panes[number].subject;
    const auto *one = m_workspace.find(first), *other = m_workspace.find(second);
    const auto left = m_framed.find(first);
    if (one == nullptr || other == nullptr || left == m_framed.end() || m_panes[tab.active]->subject() != first ||
        m_panes[number]->subject() == second || !one->outline || !other->outline ||
        one->outline->size != other->outline->size)
        return std::nullopt;
    auto start = left->second;
    for (auto& framing : start) {
        framing.roles = {};
        framing.leads = {};
    }
    return start;
}

void Canvas::present(std::size_t number, const std::optional<CanvasPane::Framings>& start)
{
    using Standing = CanvasPane::Standing;
    const auto& tab = m_tabs.tab();
    if (number >= tab.panes.size())
        return m_panes[number]->present({}, Standing::unseen, tab.way, {});
    const auto& pane = tab.panes[number];
    const auto left = m_framed.find(pane.subject);
    m_panes[number]->present(pane,
                             !tab.isSplit()         ? Standing::alone
                             : number == tab.active ? Standing::active
                                                    : Standing::beside,
                             tab.way,
                             start                    ? *start
                             : left == m_framed.end() ? CanvasPane::Framings()
                                                      : left->second);
}

void Canvas::addPane()
{
    const auto number = m_panes.size();
    auto* pane = new CanvasPane(m_workspace, m_selection, m_jobs, m_theme);
    connect(pane, &CanvasPane::entered, &m_tabs, [this, number] {
        if (!m_isPresenting)
            m_tabs.activate(number);
    });
    connect(pane, &CanvasPane::subjectChosen, &m_tabs,
            [this, number](SubjectId subject) { m_tabs.show(number, subject); });
    connect(pane, &CanvasPane::pictureChosen, &m_tabs,
            [this, number](const QString& picture) { m_tabs.setPicture(number, picture); });
    for (auto* view : pane->views())
        connect(view, &SceneView::fitZoomChanged, this, &Canvas::matchZooms);
    connect(pane, &CanvasPane::viewAsked, this, &Canvas::viewAsked);
    connect(pane, &CanvasPane::exportAsked, this, &Canvas::exportAsked);
    connect(pane, &CanvasPane::closeAsked, &m_tabs, [this, number] { m_tabs.closePane(number); });
    m_panes.push_back(pane);
    m_split->addWidget(pane);
    m_split->setSizes(QList<int>(static_cast<qsizetype>(m_panes.size()), 1000)); // the same for each
}

// What stands beside each other is compared: cells and slots of one picture are as large in both panes, while both
// are fit.
void Canvas::matchZooms()
{
    const auto panes = m_tabs.tab().panes.size();
    for (std::size_t picture = 0; picture < m_panes.front()->views().size(); ++picture) {
        std::vector<SceneView*> seen;
        for (std::size_t i = 0; i < m_panes.size(); ++i) {
            auto* view = m_panes[i]->views()[picture];
            i < panes && view->isVisibleTo(this) ? seen.push_back(view) : view->limitFit(0);
        }
        matchFits(seen);
    }
}

// What each shows; the bar has as many.
void Canvas::nameTabs()
{
    constexpr int widest = 180;
    const QSignalBlocker quiet(m_bar);
    const auto& all = m_tabs.all();
    while (m_bar->count() > static_cast<int>(all.size()))
        m_bar->removeTab(m_bar->count() - 1);
    while (m_bar->count() < static_cast<int>(all.size()))
        m_bar->addTab({});
    for (int i = 0; i < m_bar->count(); ++i) {
        QStringList names;
        for (const auto& pane : all[static_cast<std::size_t>(i)].panes)
            if (const auto* subject = m_workspace.find(pane.subject); subject != nullptr)
                names << subject->markedTitle();
        const auto name = names.join(QStringLiteral(" | "));
        m_bar->setTabText(i, asTitle(m_bar->fontMetrics().elidedText(name, Qt::ElideMiddle, widest)));
        m_bar->setTabToolTip(i, name);
    }
    m_bar->setCurrentIndex(static_cast<int>(m_tabs.current()));
}

} // namespace tscope
