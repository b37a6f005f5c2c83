// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison_mode.h"

#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>

#include <utility>

namespace tscope {

ComparisonMode::ComparisonMode(QMainWindow& window, Workspace& workspace, Tabs& tabs)
    : QObject(&window), m_window(window), m_workspace(workspace), m_tabs(tabs)
{
    panel()->installEventFilter(this); // for its close button
    connect(&workspace, &Workspace::currentChanged, this, &ComparisonMode::pairUp);
    connect(&workspace, &Workspace::subjectsAdded, this, &ComparisonMode::pairUp);
}

QDockWidget* ComparisonMode::panel() const
{
    return m_window.findChild<QDockWidget*>(QStringLiteral("compare"));
}

QDockWidget* ComparisonMode::panelInFront() const
{
    for (auto* each : m_window.findChildren<QDockWidget*>())
        if (each != panel() && !each->isFloating() && each->isVisible() && !each->visibleRegion().isEmpty() &&
            m_window.dockWidgetArea(each) == m_window.dockWidgetArea(panel()))
            return each;
    return nullptr;
}

void ComparisonMode::begin()
{
    showPanel();
    m_tabs.beginComparison();
    m_awaitsPair = !m_tabs.tab().isSplit();
    pairUp();
}

void ComparisonMode::beginWith(SubjectId beside)
{
    showPanel();
    m_awaitsPair = false;
    split(beside);
}

void ComparisonMode::showPanel()
{
    const bool wasOn = std::exchange(m_isOn, true);
    if (!wasOn)
        m_front = panelInFront();
    panel()->show();
    panel()->raise();
    if (!wasOn && m_front == nullptr) {
        constexpr int lines = 12; // of what is said of a pair
        m_window.resizeDocks({panel()}, {lines * m_window.fontMetrics().lineSpacing()}, Qt::Vertical);
    }
    Q_EMIT changed();
}

// As soon as there are two. Later ones change nothing: what the user takes apart stays so.
void ComparisonMode::pairUp()
{
    if (!m_awaitsPair) // else all that is open would be looked through whenever more comes
        return;
    const auto partner = m_tabs.partner();
    if (partner == 0)
        return;
    m_awaitsPair = false;
    if (!m_tabs.tab().isSplit())
        split(partner);
}

void ComparisonMode::split(SubjectId beside)
{
    m_tabs.beginComparison();
    m_tabs.split(beside, m_tabs.tab().isSplit() ? m_tabs.tab().way : Qt::Horizontal);
}

void ComparisonMode::end()
{
    if (!m_isOn)
        return;
    m_isOn = m_awaitsPair = false;
    panel()->hide();
    if (m_front != nullptr && !m_front->isHidden())
        m_front->raise();
    m_tabs.endComparison();
    Q_EMIT changed();
}

void ComparisonMode::resume()
{
    m_isOn = !panel()->isHidden();
    m_awaitsPair = m_awaitsPair && m_isOn;
    Q_EMIT changed();
}

// Closed by its own button. It is no panel that the user has taken out of the arrangement.
bool ComparisonMode::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() != QEvent::Close || !m_isOn)
        return QObject::eventFilter(object, event);
    end();
    return true;
}

} // namespace tscope
