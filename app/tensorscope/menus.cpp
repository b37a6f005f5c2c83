// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "comparison_mode.h"
#include "help.h"
#include "lessons/projector.h"
#include "reload.h"
#include "samples.h"
#include "saves.h"
#include "style/titles.h"
#include "views/canvas.h"
#include "views/find_bar.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMenuBar>
#include <QScreen>

#include <algorithm>
#include <string_view>

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
    makeConvertMenu();
    makeViewMenu();
    makeHelpMenu();
    makeToolBar();
}

void MainWindow::makeFileMenu()
{
    auto* menu = menuBar()->addMenu(tr("&File"));
    offer(menu, "open", tr("&Open..."), QKeySequence::Open, [this] { chooseFiles(); });
    offer(menu, "open-folder", tr("Open a &folder..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
          [this] { chooseFolder(); });
    m_recent = menu->addMenu(tr("Open &recent"));
    offer(menu, "paste", tr("&Paste as a tensor"), {}, [this] {
        if (const auto* copied = QApplication::clipboard()->mimeData()) // some platforms have none at times
            take(*copied);
    })->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_V), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V)});
    auto* samples = menu->addMenu(tr("Sa&mples"));
    for (const auto& sample : namedSamples(Files::samples()))
        samples->addAction(asTitle(sample.title), this, [this, path = sample.path] { m_files.open({path}); })
            ->setStatusTip(sample.what);
    samples->addSeparator();
    offer(samples, "samples", tr("Open all samples"), {}, [this] { m_files.open(Files::samples()); });
    menu->addSeparator();
    offer(menu, "save", tr("&Save"), QKeySequence(Qt::CTRL | Qt::Key_S), [this] { save(); });
    offer(menu, "save-as", tr("Save &as..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] {
        if (const auto* subject = m_workspace.currentSubject())
            m_saves->saveAs(*subject);
    });
    offer(menu, "save-document", tr("Save the &whole document as..."), {}, [this] {
        if (const auto* subject = m_workspace.currentSubject())
            m_saves->saveDocumentAs(*subject);
    });
    offer(menu, "save-all", tr("Save a&ll"), {}, [this] { m_saves->save(m_saves->unsaved()); });
    offer(menu, "revert", tr("Re&vert"), {}, [this] { m_workspace.revert(m_workspace.current()); });
    offer(menu, "reload", tr("Reloa&d from the file"), QKeySequence::Refresh,
          [this] { m_reload->now(m_workspace.current()); });
    offer(menu, "share", tr("S&hare this view..."), {}, [this] { share(); });
    offer(menu, "compare-file", tr("Compare with the f&ile"), {}, [this] { compareWithFile(); });
    offer(menu, "compare-before", tr("Compare with &before the edits"), {}, [this] { compareWithBefore(); });
    offer(menu, "export", tr("&Export the view as a picture..."), QKeySequence(Qt::CTRL | Qt::Key_E),
          [this] { exportPicture(); });
    offer(menu, "save-timing-report", tr("Save the timi&ng report..."), {}, [this] { saveTimingReport(); });
    offer(menu, "export-all", tr("Export all pic&tures..."), {}, [this] { exportPictures(); });
    menu->addSeparator();
    offer(menu, "close", tr("&Close"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W), [this] { closeFile(); });
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
    // Both are common: which of them the platform names is not what each user has learned.
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    menu->addActions({undo, redo});
    menu->addSeparator();
    offer(menu, "duplicate", tr("&Duplicate the tensor"), QKeySequence(Qt::CTRL | Qt::Key_D),
          [this] { m_workspace.duplicate(m_workspace.current()); });
    offer(menu, "remove", tr("Re&move the tensor"), {}, [this] { m_workspace.remove(m_workspace.current()); });
    offer(menu, "repair", tr("R&epair"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), [this] { repair(); });
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
    menu->menuAction()->setObjectName(QStringLiteral("build"));
    menu->menuAction()->setIconText(tr("Build")); // in the tool bar
    const auto page = [this](const char* id) { showBuild(id); };
    offer(menu, "build-paste", tr("From &text..."), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B),
          [page] { page("paste"); });
    offer(menu, "build-generate", tr("&New..."), QKeySequence::New, [page] { page("generate"); });
    offer(menu, "build-arrays", tr("From &arrays..."), {}, [page] { page("arrays"); });
    offer(menu, "build-transform", tr("&View or transform..."), QKeySequence(Qt::CTRL | Qt::Key_T),
          [page] { page("transform"); });
    offer(menu, "transpose", tr("Trans&pose"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_X),
          [this] { transpose(); });
    offer(menu, "build-fault", tr("With a &fault..."), {}, [page] { page("fault"); });
}

void MainWindow::makeViewMenu()
{
    auto* menu = menuBar()->addMenu(tr("&View"));
    offer(menu, "palette", tr("&Commands..."), QKeySequence(Qt::CTRL | Qt::Key_K), [this] { showPalette(); });
    makeLearning(menu);
    makeMovement(menu);
    menu->addSeparator();
    for (auto* dock : findChildren<QDockWidget*>()) {
        menu->addAction(dock->toggleViewAction());
        // What is asked for is seen, also where another panel has the front of its place.
        connect(dock->toggleViewAction(), &QAction::triggered, dock, [dock](bool isShown) {
            if (isShown)
                dock->raise();
        });
    }
    menu->addSeparator();
    auto* compared = offer(menu, "compare", tr("Com&pare"), {}, [this] { compare(); });
    compared->setCheckable(true);
    connect(m_comparison, &ComparisonMode::changed, compared,
            [this, compared] { compared->setChecked(m_comparison->isOn()); });
    makeCanvasMenu(menu);
    auto* arrangements = menu->addMenu(tr("&Arrangement"));
    for (const auto& [id, name, text] :
         {std::tuple{"learn", "learn", tr("Learn")}, std::tuple{"debug", "debug", tr("Debug")},
          std::tuple{"arrange-compare", "compare", tr("Compare")}})
        offer(arrangements, id, text, {}, [this, name = name] { arrange(QString::fromLatin1(name)); });
    auto* themes = menu->addMenu(tr("&Theme"));
    offer(themes, "system-theme", tr("System"), {}, [this] { followDesktop(); });
    for (const auto& [theme, id, text] :
         {std::tuple{Theme::light, "light", tr("Light")}, std::tuple{Theme::dark, "dark", tr("Dark")},
          std::tuple{Theme::highContrast, "contrast", tr("High contrast")}})
        offer(themes, id, text, {}, [this, theme = theme] { setTheme(theme); });
    menu->addSeparator();
    const auto zoom = [this](double factor) { m_canvas->activeView().zoomBy(factor); };
    offer(menu, "fit", tr("&Fit to view") + QStringLiteral("\t0"), {}, [this] { m_canvas->activeView().fit(); });
    offer(menu, "zoom-to-place", tr("&Zoom to this place"), QKeySequence(Qt::CTRL | Qt::Key_F8), [this] {
        const auto& all = views();
        const auto logical = std::ranges::find_if(all, [](const SceneView* view) {
            return view->isVisible() && view->spec().id == std::string_view("logical");
        });
        (logical == all.end() ? &m_canvas->activeView() : *logical)->zoomToSelected();
    });
    offer(menu, "zoom-in", tr("Zoom &in"), QKeySequence::ZoomIn, [zoom] { zoom(1.25); });
    offer(menu, "zoom-out", tr("Zoom &out"), QKeySequence::ZoomOut, [zoom] { zoom(0.8); });
    menu->addSeparator();
    offer(menu, "projector", tr("Pro&jector"), QKeySequence(Qt::Key_F11), [this] {
        auto* projector = findChild<Projector*>();
        if (projector == nullptr) {
            projector = new Projector(m_workspace, m_tabs, m_selection, m_jobs, m_lessons.play(), m_theme, this);
            projector->beginLike(views());
            projector->addAction(action("movement")); // its key works there too
        }
        projector->setGeometry(screen()->geometry()); // where no window manager does it
        projector->showFullScreen();
        projector->activateWindow();
    });
    offer(menu, "full-screen", tr("F&ull screen"), QKeySequence(Qt::SHIFT | Qt::Key_F11), [this] {
        setWindowState(windowState() ^ Qt::WindowFullScreen);
    })->setCheckable(true);
}

// What stands in the middle of the window: tabs, panes, pictures.
void MainWindow::makeCanvasMenu(QMenu* view)
{
    auto* menu = view->addMenu(tr("Ca&nvas"));
    const auto go = [this](std::size_t step) {
        m_tabs.setCurrent((m_tabs.current() + step) % m_tabs.all().size());
    };
    offer(menu, "tab-new", tr("&New tab"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T),
          [this] { m_tabs.open(m_workspace.current()); });
    offer(menu, "tab-close", tr("&Close the tab"), QKeySequence(Qt::CTRL | Qt::Key_W),
          [this] { m_tabs.close(m_tabs.current()); });
    offer(menu, "tab-next", tr("Ne&xt tab"), {}, [go] {
        go(1);
    })->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_PageDown), QKeySequence(Qt::CTRL | Qt::Key_Tab)});
    offer(menu, "tab-previous", tr("&Previous tab"), {}, [this, go] {
        go(m_tabs.all().size() - 1);
    })->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_PageUp), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab)});
    menu->addSeparator();
    offer(menu, "split-right", tr("Two tensors &side by side"), QKeySequence(Qt::CTRL | Qt::Key_2),
          [this] { split(Qt::Horizontal); });
    offer(menu, "split-below", tr("Two tensors one &above the other"), QKeySequence(Qt::CTRL | Qt::Key_3),
          [this] { split(Qt::Vertical); });
    offer(menu, "unsplit", tr("&One tensor"), QKeySequence(Qt::CTRL | Qt::Key_1),
          [this] { m_tabs.closePane(1 - m_tabs.tab().active); });
    offer(menu, "other-pane", tr("Go to the o&ther pane"), QKeySequence(Qt::Key_F6), [this] {
        m_tabs.activate(1 - m_tabs.tab().active);
        m_canvas->focusActive();
    });
    menu->addSeparator();
    const auto show = [this](const char* id) { m_tabs.setPicture(m_tabs.tab().active, QString::fromLatin1(id)); };
    offer(menu, "all-pictures", tr("A&ll pictures"), QKeySequence(Qt::ALT | Qt::Key_0), [show] { show(""); });
    auto key = Qt::Key_1;
    for (const auto& spec : pictures()) {
        offer(menu, (std::string("only-") + spec.id).c_str(),
              tr("Only %1").arg(QCoreApplication::translate("tscope::PictureSpec", spec.title)),
              QKeySequence(Qt::ALT | key), [show, id = spec.id] { show(id); });
        key = static_cast<Qt::Key>(key + 1);
    }
    const auto enable = [this] {
        const bool isSplit = m_tabs.tab().isSplit(), areTabs = m_tabs.all().size() > 1;
        for (const auto* id : {"unsplit", "other-pane"})
            action(id)->setEnabled(isSplit);
        for (const auto* id : {"tab-close", "tab-next", "tab-previous"})
            action(id)->setEnabled(areTabs);
    };
    connect(&m_tabs, &Tabs::changed, this, enable);
    enable();
}

void MainWindow::makeHelpMenu()
{
    auto* menu = menuBar()->addMenu(tr("&Help"));
    offer(menu, "manual", tr("&Manual"), QKeySequence::HelpContents,
          [this] { showManual(*this, m_jobs, topicOf(focusWidget())); });
    offer(menu, "keys", tr("&Keys"), {}, [this] { showKeys(*this); });
    offer(menu, "about", tr("&About Tensorscope"), {}, [this] { showAbout(*this); });
}

} // namespace tscope
