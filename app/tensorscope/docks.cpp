// SPDX-License-Identifier: GPL-3.0-or-later
#include "docks.h"

#include "panels/cover_frame.h"
#include "panels/enlarged_dock.h"
#include "selection/selection.h"

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QTimer>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace tscope {

namespace {

struct Arrangement {
    const char* name;
    std::vector<std::string_view> panels;
    const char *front, *frontInOneColumn; // of those that share a place
    bool isForLessons = false;
};

const Arrangement* find(const QString& name)
{
    static const std::array all{
        Arrangement{"learn", {"lesson", "workspace", "facts", "explain"}, "explain", "explain", true},
        Arrangement{"debug",
                    {"workspace", "family", "history", "geometry", "facts", "explain", "rules"},
                    "family",
                    "rules"},
        Arrangement{"compare",
                    {"workspace", "family", "history", "geometry", "facts", "explain", "rules", "compare"},
                    "family",
                    "rules"},
    };
    const auto chosen =
        std::ranges::find_if(all, [&](const Arrangement& each) { return name == QLatin1String(each.name); });
    return chosen == all.end() ? nullptr : &*chosen;
}

constexpr int leastForTwoColumns = 1500; // pixels of the window's width
constexpr int widestLesson = 90;         // characters of the window's own type, which is smaller

} // namespace

Docks::Docks(QMainWindow& window, const PanelContext& context) : QObject(&window), m_window(window)
{
    for (const auto& spec : panels()) {
        auto* dock = new QDockWidget(QCoreApplication::translate("tscope::PanelSpec", spec.title), &window);
        dock->setObjectName(QString::fromLatin1(spec.id));
        auto* panel = spec.make(context);
        if (const auto parts = QString::fromLatin1(spec.coveredWith).split(QLatin1Char(' '), Qt::SkipEmptyParts);
            !parts.isEmpty()) {
            const bool isOfAll = parts.contains(QStringLiteral("all"));
            auto* frame = new CoverFrame(panel, context.selection.cover(),
                                         isOfAll ? QStringList(QStringLiteral("any")) : parts,
                                         isOfAll ? nullptr : &context.workspace);
            frame->offerQuestion();
            connect(frame, &CoverFrame::questionWanted, this, [this] {
                this->dock("lesson")->show();
                this->dock("lesson")->raise();
            });
            panel = frame;
        }
        dock->setWidget(panel);
        const auto moved = [this] {
            m_isPlacedByUser = m_isPlacedByUser || !(m_isArranging || EnlargedDock::isRestoring());
        };
        connect(dock, &QDockWidget::dockLocationChanged, this, moved);
        connect(dock, &QDockWidget::topLevelChanged, this, moved);
        connect(dock->toggleViewAction(), &QAction::triggered, this, moved);
        dock->installEventFilter(this);  // for its own close button
        panel->installEventFilter(this); // for its height
    }
}

QDockWidget* Docks::dock(const char* id) const
{
    return m_window.findChild<QDockWidget*>(QLatin1String(id));
}

bool Docks::arrange(const QString& arrangement)
{
    const auto* chosen = find(arrangement);
    if (chosen == nullptr)
        return false;
    m_isArranging = true;
    endEnlarged();
    m_isPlacedByUser = false;
    m_arrangement = arrangement;
    m_isNarrow = m_window.width() < leastForTwoColumns;
    for (const auto& spec : panels())
        m_window.removeDockWidget(dock(spec.id));
    giveCorner();
    if (chosen->isForLessons)
        placeForLessons();
    else
        m_isNarrow ? placeInOneColumn() : placeInTwoColumns();
    placeAtBottom();
    for (const auto& spec : panels())
        dock(spec.id)->setVisible(std::ranges::count(chosen->panels, std::string_view(spec.id)) > 0);
    dock(m_isNarrow ? chosen->frontInOneColumn : chosen->front)->raise();

    const auto width = m_window.width();
    if (chosen->isForLessons) {
        // A line of text is read best up to some 70 characters; a third of the window is left to panels.
        const auto readable = dock("lesson")->fontMetrics().averageCharWidth() * widestLesson;
        m_window.resizeDocks({dock("lesson")}, {std::min(width / 3, readable)}, Qt::Horizontal);
    } else if (m_isNarrow) {
        m_window.resizeDocks({dock("workspace")}, {width * 32 / 100}, Qt::Horizontal);
    } else {
        m_window.resizeDocks({dock("workspace"), dock("facts")}, {width * 15 / 100, width * 18 / 100},
                             Qt::Horizontal);
    }
    shareHeights();
    m_heights.clear();
    m_isArranging = false;
    return true;
}

void Docks::shareHeights()
{
    const auto* chosen = find(m_arrangement);
    if (chosen == nullptr)
        return;
    if (chosen->isForLessons)
        return shareColumnOfLesson();
    if (m_isNarrow) {
        m_window.resizeDocks({dock("workspace"), dock(chosen->frontInOneColumn), dock("explain")}, {17, 66, 17},
                             Qt::Vertical);
        return;
    }
    m_window.resizeDocks({dock("workspace"), dock(chosen->front)}, {3, 2}, Qt::Vertical);
    // Most of the work is done in the lists of the rules.
    m_window.resizeDocks({dock("facts"), dock("explain"), dock("rules")}, {5, 3, 8}, Qt::Vertical);
}

void Docks::endEnlarged()
{
    for (auto* enlarged : m_window.findChildren<EnlargedDock*>())
        enlarged->set(false);
}

void Docks::shareColumnOfLesson()
{
    m_window.resizeDocks({dock("lesson"), dock("workspace"), dock("explain")}, {64, 14, 22}, Qt::Vertical);
}

void Docks::followSize()
{
    for (const auto& spec : panels())
        limitLeastHeight(spec, *dock(spec.id)->widget());
    if (m_arrangement.isEmpty() || m_isPlacedByUser || m_isNarrow == (m_window.width() < leastForTwoColumns))
        return;
    // What was opened besides, a comparison or times, stays open.
    std::vector<QDockWidget*> opened;
    QDockWidget* front = nullptr;
    for (const auto& spec : panels())
        if (auto* each = dock(spec.id); !each->isHidden()) {
            opened.push_back(each);
            if (spec.isAtBottom && !each->visibleRegion().isEmpty())
                front = each;
        }
    arrange(m_arrangement);
    m_isArranging = true;
    for (auto* each : opened)
        each->show();
    if (front != nullptr)
        front->raise();
    m_isArranging = false;
}

// Whose arrangement it is, as the version that Qt keeps with a state.
enum StateVersion : int { arranged, placedByUser };

QByteArray Docks::state() const
{
    return m_window.saveState(m_isPlacedByUser ? placedByUser : arranged);
}

void Docks::restore(const QByteArray& state)
{
    m_isArranging = true;
    const bool isPlacedByUser = m_window.restoreState(state, placedByUser);
    if (isPlacedByUser || m_window.restoreState(state, arranged))
        m_isPlacedByUser = isPlacedByUser;
    giveCorner(); // a state keeps its own
    m_isArranging = false;
    // A state that was kept while most panels were hidden gives the lesson what was left then.
    if (const auto* chosen = find(m_arrangement); chosen != nullptr && chosen->isForLessons && !m_isPlacedByUser)
        QTimer::singleShot(0, this, &Docks::shareColumnOfLesson);
    else if (chosen != nullptr && !chosen->isForLessons)
        m_isNarrow = m_window.dockWidgetArea(dock("workspace")) != Qt::LeftDockWidgetArea;
    followSize(); // a state of a wide window may come back on a smaller screen
}

// Panels that share a place are as high as the highest of them at the least, which would leave no room for others
// in a low window: so most ask for no more than a few lines, and those that may ask for more take a fifth of the
// window at most.
void Docks::limitLeastHeight(const PanelSpec& spec, QWidget& panel) const
{
    const auto line = panel.fontMetrics().lineSpacing();
    const auto most =
        std::max(PanelSpec::fewLines * line, std::min(spec.leastLines * line, m_window.height() / 5));
    panel.setMinimumHeight(panel.minimumSizeHint().height() > most ? most : 0);
}

bool Docks::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        if (auto* panel = qobject_cast<QWidget*>(object); qobject_cast<QDockWidget*>(panel) == nullptr)
            for (const auto& spec : panels())
                if (panel->parent()->objectName() == QLatin1String(spec.id))
                    limitLeastHeight(spec, *panel);
    if (event->type() == QEvent::Close)
        m_isPlacedByUser = true;
    // The type first: the last events come while the window is half gone.
    const bool isResized = event->type() == QEvent::Resize, isHidden = event->type() == QEvent::Hide;
    if (auto* own = isResized || isHidden ? qobject_cast<QDockWidget*>(object) : nullptr;
        own != nullptr && own->isHidden() == isHidden && !m_isArranging && !EnlargedDock::isRestoring() &&
        !isAnyAtBottom()) {
        const bool isBelow = m_window.dockWidgetArea(own) == Qt::BottomDockWidgetArea;
        if (isResized && !isBelow && !own->isFloating())
            m_heights[own->objectName()] = own->height();
        // The others get the room back that it took from each of them.
        if (isHidden && isBelow)
            QTimer::singleShot(0, this, [this, heights = m_heights] { giveBackHeights(heights); });
    }
    return QObject::eventFilter(object, event);
}

bool Docks::isAnyAtBottom() const
{
    return std::ranges::any_of(panels(), [this](const PanelSpec& spec) {
        const auto* own = dock(spec.id);
        return own != nullptr && !own->isHidden() && !own->isFloating() &&
               m_window.dockWidgetArea(const_cast<QDockWidget*>(own)) == Qt::BottomDockWidgetArea;
    });
}

// Panels that share a place have one height.
void Docks::giveBackHeights(const std::map<QString, int>& heights)
{
    if (isAnyAtBottom())
        return;
    if (heights.empty()) { // it was there from the start
        if (!m_isPlacedByUser)
            shareHeights();
        return;
    }
    QList<QDockWidget*> docks;
    QList<int> wanted;
    for (const auto& spec : panels()) {
        auto* own = dock(spec.id);
        if (own->isHidden() || own->isFloating() || own->visibleRegion().isEmpty())
            continue;
        auto known = heights.find(own->objectName());
        for (const auto* beside : m_window.tabifiedDockWidgets(own))
            if (known == heights.end())
                known = heights.find(beside->objectName());
        if (known == heights.end())
            continue;
        docks << own;
        wanted << known->second;
    }
    m_window.resizeDocks(docks, wanted, Qt::Vertical);
}

void Docks::placeInOneColumn()
{
    for (const auto* id : {"workspace", "rules", "explain"})
        m_window.addDockWidget(Qt::RightDockWidgetArea, dock(id));
    auto* last = dock("rules");
    for (const auto* id : {"facts", "geometry", "family", "history", "lesson"}) {
        m_window.tabifyDockWidget(last, dock(id));
        last = dock(id);
    }
}

void Docks::placeInTwoColumns()
{
    for (const auto* id : {"workspace", "family"})
        m_window.addDockWidget(Qt::LeftDockWidgetArea, dock(id));
    m_window.tabifyDockWidget(dock("family"), dock("history"));
    m_window.tabifyDockWidget(dock("history"), dock("geometry"));
    m_window.tabifyDockWidget(dock("geometry"), dock("lesson"));
    for (const auto* id : {"facts", "explain", "rules"})
        m_window.addDockWidget(Qt::RightDockWidgetArea, dock(id));
}

// What is asked stands at the top of a column of its own, as wide as text is read well; what a step shows beside
// the pictures stands below, so that the question is never behind a panel.
void Docks::placeForLessons()
{
    for (const auto* id : {"lesson", "workspace", "explain"})
        m_window.addDockWidget(Qt::RightDockWidgetArea, dock(id));
    auto* last = dock("explain");
    for (const auto* id : {"facts", "rules", "geometry", "family", "history"}) {
        m_window.tabifyDockWidget(last, dock(id));
        last = dock(id);
    }
}

// A question keeps its height when a panel opens below: that takes room from the pictures alone.
void Docks::giveCorner()
{
    const auto* chosen = find(m_arrangement);
    const bool isForLessons = chosen != nullptr && chosen->isForLessons;
    m_window.setCorner(Qt::BottomRightCorner, isForLessons ? Qt::RightDockWidgetArea : Qt::BottomDockWidgetArea);
}

void Docks::placeAtBottom()
{
    QDockWidget* last = nullptr;
    for (const auto& spec : panels()) {
        if (!spec.isAtBottom)
            continue;
        auto* own = dock(spec.id);
        m_window.addDockWidget(Qt::BottomDockWidgetArea, own);
        if (last != nullptr)
            m_window.tabifyDockWidget(last, own);
        last = own;
    }
}

} // namespace tscope
