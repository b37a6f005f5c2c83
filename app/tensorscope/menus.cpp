// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "help.h"
#include "reload.h"
#include "style/titles.h"
#include "views/find_bar.h"
#include "views/scene_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QToolBar>

namespace tscope {

QAction* MainWindow::offer(QMenu* menu, const char* id, const QString& text, const QKeySequence& keys,
                           std::function<void()> run)
{
    auto* action = menu->addAction(text, this, std::move(run));
    action->setObjectName(QString::fromLatin1(id));
    action->setIconText(withoutKey(text).remove(QStringLiteral("..."))); // in the tool bar
    action->setShortcut(keys);
    return action;
}

QAction* MainWindow::action(const char* id) const
{
    return findChild<QAction*>(QString::fromLatin1(id));
}

void MainWindow::makeMenus()
{
    makeFileMenu();
    makeEditMenu();
    makeBuildMenu();
    makeViewMenu();
    makeHelpMenu();

    auto* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->addActions({action("open"), action("paste"), action("build-generate")});
    bar->addSeparator();
    bar->addActions({action("undo"), action("redo")});
    bar->addSeparator();
    bar->addActions({action("zoom-in"), action("zoom-out")});
    bar->addSeparator();
    bar->addAction(action("palette"));
}

void MainWindow::makeFileMenu()
{
    auto* menu = menuBar()->addMenu(tr("&File"));
    offer(menu, "open", tr("&Open..."), QKeySequence::Open, [this] { chooseFiles(); });
    offer(menu, "open-folder", tr("Open a &folder..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
          [this] { chooseFolder(); });
    m_recent = menu->addMenu(tr("Open &recent"));
    offer(menu, "paste", tr("&Paste as a tensor"), {}, [this] {
        take(*QApplication::clipboard()->mimeData());
    })->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_V), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V)});
    auto* samples = menu->addMenu(tr("S&amples"));
    for (const auto& path : Files::samples())
        samples->addAction(QFileInfo(path).completeBaseName(), this, [this, path] { m_files.open({path}); });
    samples->addSeparator();
    offer(samples, "samples", tr("Open all samples"), {}, [this] { m_files.open(Files::samples()); });
    menu->addSeparator();
    offer(menu, "save", tr("&Save as..."), {}, [this] {
        saveAs();
    })->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_S), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)});
    offer(menu, "reload", tr("&Reload from the file"), QKeySequence::Refresh,
          [this] { m_reload->now(m_workspace.current()); });
    offer(menu, "export", tr("&Export the view as a picture..."), QKeySequence(Qt::CTRL | Qt::Key_E),
          [this] { exportPicture(); });
    menu->addSeparator();
    offer(menu, "quit", tr("&Quit"), QKeySequence::Quit, [this] { close(); });
}

void MainWindow::makeEditMenu()
{
    auto* menu = menuBar()->addMenu(tr("&Edit"));
    // In the tool bar they keep their short names, or the bar would move with each step.
    auto* undo = m_workspace.undoStack().createUndoAction(this, tr("Undo"));
    undo->setIconText(tr("Undo"));
    undo->setObjectName(QStringLiteral("undo"));
    undo->setShortcut(QKeySequence::Undo);
    auto* redo = m_workspace.undoStack().createRedoAction(this, tr("Redo"));
    redo->setIconText(tr("Redo"));
    redo->setObjectName(QStringLiteral("redo"));
    redo->setShortcut(QKeySequence::Redo);
    menu->addActions({undo, redo});
    menu->addSeparator();
    offer(menu, "duplicate", tr("&Duplicate the tensor"), QKeySequence(Qt::CTRL | Qt::Key_D),
          [this] { m_workspace.duplicate(m_workspace.current()); });
    offer(menu, "remove", tr("Re&move the tensor"), {}, [this] { m_workspace.remove(m_workspace.current()); });
    menu->addSeparator();
    offer(menu, "goto", tr("&Go to..."), QKeySequence(Qt::CTRL | Qt::Key_G),
          [this] { m_find->open(FindBar::Mode::place); });
    offer(menu, "find", tr("&Find a value..."), QKeySequence::Find,
          [this] { m_find->open(FindBar::Mode::value); });
    offer(menu, "find-next", tr("Find the &next"), QKeySequence(Qt::Key_F3),
          [this] { m_find->find(SearchWay::forward); });
    offer(menu, "find-previous", tr("Find the &previous"), QKeySequence(Qt::SHIFT | Qt::Key_F3),
          [this] { m_find->find(SearchWay::backward); });
    menu->addSeparator();
    offer(menu, "settings", tr("&Settings..."), QKeySequence(Qt::CTRL | Qt::Key_Comma),
          [this] { showSettings(); });
}

void MainWindow::makeBuildMenu()
{
    auto* menu = menuBar()->addMenu(tr("&Build"));
    const auto page = [this](const char* id) { showBuild(id); };
    offer(menu, "build-paste", tr("From &text..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B),
          [page] { page("paste"); });
    offer(menu, "build-generate", tr("&New..."), QKeySequence::New, [page] { page("generate"); });
    offer(menu, "build-arrays", tr("From &arrays..."), {}, [page] { page("arrays"); });
    offer(menu, "build-transform", tr("&View or transform..."), QKeySequence(Qt::CTRL | Qt::Key_T),
          [page] { page("transform"); });
    offer(menu, "build-fault", tr("With a &fault..."), {}, [page] { page("fault"); });
}

void MainWindow::makeViewMenu()
{
    auto* menu = menuBar()->addMenu(tr("&View"));
    offer(menu, "palette", tr("&Commands..."), QKeySequence(Qt::CTRL | Qt::Key_K), [this] { showPalette(); });
    menu->addSeparator();
    for (auto* dock : findChildren<QDockWidget*>())
        menu->addAction(dock->toggleViewAction());
    menu->addSeparator();
    auto* arrangements = menu->addMenu(tr("&Arrangement"));
    for (const auto& [id, text] :
         {std::pair{"learn", tr("Learn")}, std::pair{"debug", tr("Debug")}, std::pair{"compare", tr("Compare")}})
        offer(arrangements, id, text, {}, [this, id = id] { arrange(QString::fromLatin1(id)); });
    auto* themes = menu->addMenu(tr("&Theme"));
    for (const auto& [theme, id, text] :
         {std::tuple{Theme::light, "light", tr("Light")}, std::tuple{Theme::dark, "dark", tr("Dark")},
          std::tuple{Theme::highContrast, "contrast", tr("High contrast")}})
        offer(themes, id, text, {}, [this, theme = theme] { setTheme(theme); });
    menu->addSeparator();
    const auto zoom = [this](double factor) {
        auto* view = activeView();
        view->setZoom(view->zoom() * factor, view->viewport()->rect().center());
    };
    offer(menu, "zoom-in", tr("Zoom &in"), QKeySequence::ZoomIn, [zoom] { zoom(1.25); });
    offer(menu, "zoom-out", tr("Zoom &out"), QKeySequence::ZoomOut, [zoom] { zoom(0.8); });
}

void MainWindow::makeHelpMenu()
{
    auto* menu = menuBar()->addMenu(tr("&Help"));
    offer(menu, "manual", tr("&Manual"), QKeySequence::HelpContents, [this] { showManual(*this); });
    offer(menu, "keys", tr("&Keys"), {}, [this] { showKeys(*this); });
    offer(menu, "about", tr("&About Tensorscope"), {}, [this] { showAbout(*this); });
}

} // namespace tscope
