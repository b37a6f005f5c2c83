// SPDX-License-Identifier: GPL-3.0-or-later
// The theme and the text size of the window, and whether it fills the screen.
#include "main_window.h"

#include "desktop.h"
#include "lessons/projector.h"
#include "profile.h"
#include "style/outlines.h"
#include "views/canvas.h"

#include <QApplication>
#include <QEvent>
#include <QKeyEvent>

namespace tscope {

void MainWindow::makeAppearance()
{
    // A theme that was asked for at the start holds for this run.
    m_followsDesktop = m_profile != nullptr && !m_profile->theme() && m_theme == desktopTheme();
    m_textSize = m_profile == nullptr ? 0 : m_profile->textSize();
    // Otherwise widgets below a style sheet keep the font that they had first.
    QCoreApplication::setAttribute(Qt::AA_UseStyleSheetPropagationInWidgetStyles);
    tscope::setTextSize(m_textSize);
    qApp->setPalette(Palette::of(m_theme).forWidgets());
    setStyleSheet(outlinesFor(m_theme));
}

void MainWindow::wear(Theme theme)
{
    m_theme = theme;
    qApp->setPalette(Palette::of(theme).forWidgets());
    setStyleSheet(outlinesFor(theme));
    m_canvas->setTheme(theme);
    if (auto* projector = findChild<Projector*>())
        projector->setTheme(theme);
}

void MainWindow::setTheme(Theme theme)
{
    m_followsDesktop = false;
    wear(theme);
    if (m_profile != nullptr)
        m_profile->setTheme(theme);
}

void MainWindow::followDesktop()
{
    m_followsDesktop = true;
    wear(desktopTheme());
    if (m_profile != nullptr)
        m_profile->followDesktop();
}

void MainWindow::setTextSize(int points)
{
    m_textSize = points;
    tscope::setTextSize(points);
    if (m_profile != nullptr)
        m_profile->setTextSize(points);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (auto* fullScreen = action("full-screen");
        event->type() == QEvent::WindowStateChange && fullScreen != nullptr)
        fullScreen->setChecked(isFullScreen()); // also where the desktop's own keys have changed it
    if (event->type() != QEvent::ThemeChange)
        return;
    forgetNotedDesktop();
    if (m_followsDesktop)
        wear(desktopTheme());
}

// What has the focus takes Escape first, where it has a use for it.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape || !isFullScreen())
        return QMainWindow::keyPressEvent(event);
    setWindowState(windowState() & ~Qt::WindowFullScreen);
}

} // namespace tscope
