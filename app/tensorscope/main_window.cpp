// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.h"

#include "io/open.h"
#include "views/dim_bar.h"
#include "views/scene_view.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGroupBox>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QSplitter>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

namespace tscope {

namespace {

QString samplesFolder()
{
    return QStringLiteral(":/samples");
}

Result<Document> documentAt(const QString& path)
{
    // What is built in is no file to the core.
    if (path.startsWith(QLatin1Char(':'))) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return invalidArgument("there is no such sample");
        return openText(file.readAll().toStdString());
    }
    return openFile(path.toStdString());
}

// A view under its title.
QWidget* titled(SceneView* view, QWidget* above = nullptr)
{
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* title = new QLabel(view->accessibleName());
    title->setContentsMargins(8, 3, 8, 3);
    title->setBuddy(view);
    layout->addWidget(title);
    if (above != nullptr)
        layout->addWidget(above);
    layout->addWidget(view, 1);
    return box;
}

} // namespace

MainWindow::MainWindow(Theme theme, QWidget* parent)
    : QMainWindow(parent), m_workspace(m_jobs), m_selection(m_workspace, m_jobs)
{
    setWindowTitle(QStringLiteral("Tensorscope"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    resize(1280, 800);
    qApp->setPalette(Palette::of(theme).forWidgets());

    m_canvas = new QSplitter(Qt::Vertical);
    m_upper = new QSplitter(Qt::Horizontal);
    m_canvas->setObjectName(QStringLiteral("canvas"));
    for (const auto& spec : pictures())
        m_views.push_back(new SceneView(spec, m_workspace, m_selection, m_jobs, theme));
    // The last picture runs along the bottom, the others stand side by side.
    for (std::size_t i = 0; i + 1 < m_views.size(); ++i)
        m_upper->addWidget(titled(m_views[i], i == 0 ? new DimBar(*m_views[i]) : nullptr));
    m_canvas->addWidget(m_upper);
    m_canvas->addWidget(titled(m_views.back()));
    m_canvas->setStretchFactor(0, 3);
    m_canvas->setStretchFactor(1, 1);
    setCentralWidget(m_canvas);

    makePanels(theme);
    makeActions();
    statusBar()->setSizeGripEnabled(false);
    connect(&m_jobs, &Jobs::failed, this, &MainWindow::tell);
    arrange(QStringLiteral("debug"));
}

MainWindow::~MainWindow()
{
    // Views and panels refer to the workspace: they have to be gone before it is.
    delete takeCentralWidget();
    qDeleteAll(findChildren<QDockWidget*>());
}

void MainWindow::makePanels(Theme theme)
{
    const PanelContext context{m_workspace, m_selection, m_jobs, theme};
    for (const auto& spec : panels()) {
        auto* dock = new QDockWidget(QCoreApplication::translate("tscope::PanelSpec", spec.title), this);
        dock->setObjectName(QString::fromLatin1(spec.id));
        dock->setWidget(spec.make(context));
        addDockWidget(spec.dock == DockHint::left    ? Qt::LeftDockWidgetArea
                      : spec.dock == DockHint::right ? Qt::RightDockWidgetArea
                                                     : Qt::BottomDockWidgetArea,
                      dock);
    }
}

void MainWindow::makeActions()
{
    const auto add = [this](QMenu* menu, const QString& text, const QKeySequence& keys, auto&& slot) {
        auto* action = menu->addAction(text, this, std::forward<decltype(slot)>(slot));
        action->setShortcut(keys);
        return action;
    };
    auto* file = menuBar()->addMenu(tr("&File"));
    auto* openAction = add(file, tr("&Open..."), QKeySequence::Open, [this] { chooseFiles(); });
    auto* pasteAction = add(file, tr("&Paste as a tensor"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V),
                            [this] { paste(QApplication::clipboard()->text()); });
    auto* samples = file->addMenu(tr("S&amples"));
    for (const auto& entry : QDir(samplesFolder()).entryInfoList())
        samples->addAction(entry.completeBaseName(), this, [this, path = entry.filePath()] { open({path}); });
    samples->addSeparator();
    samples->addAction(tr("All of them"), this, &MainWindow::openSamples);
    file->addSeparator();
    add(file, tr("&Save as..."), QKeySequence::SaveAs, [this] { saveAs(); });
    add(file, tr("&Export the view as a picture..."), QKeySequence(Qt::CTRL | Qt::Key_E),
        [this] { exportPicture(); });
    file->addSeparator();
    add(file, tr("&Quit"), QKeySequence::Quit, [this] { close(); });

    auto* edit = menuBar()->addMenu(tr("&Edit"));
    auto* undo = m_workspace.undoStack().createUndoAction(this, tr("Undo"));
    undo->setShortcut(QKeySequence::Undo);
    auto* redo = m_workspace.undoStack().createRedoAction(this, tr("Redo"));
    redo->setShortcut(QKeySequence::Redo);
    edit->addAction(undo);
    edit->addAction(redo);
    edit->addSeparator();
    add(edit, tr("&Duplicate the tensor"), QKeySequence(Qt::CTRL | Qt::Key_D),
        [this] { m_workspace.duplicate(m_workspace.current()); });
    add(edit, tr("Re&move the tensor"), QKeySequence(), [this] { m_workspace.remove(m_workspace.current()); });

    auto* view = menuBar()->addMenu(tr("&View"));
    for (auto* dock : findChildren<QDockWidget*>())
        view->addAction(dock->toggleViewAction());
    view->addSeparator();
    auto* arrangements = view->addMenu(tr("&Arrangement"));
    arrangements->addAction(tr("Learn"), this, [this] { arrange(QStringLiteral("learn")); });
    arrangements->addAction(tr("Debug"), this, [this] { arrange(QStringLiteral("debug")); });
    arrangements->addAction(tr("Compare"), this, [this] { arrange(QStringLiteral("compare")); });
    auto* themes = view->addMenu(tr("&Theme"));
    themes->addAction(tr("Light"), this, [this] { setTheme(Theme::light); });
    themes->addAction(tr("Dark"), this, [this] { setTheme(Theme::dark); });
    themes->addAction(tr("High contrast"), this, [this] { setTheme(Theme::highContrast); });
    view->addSeparator();
    const auto zoom = [this](double factor) {
        if (auto* active = activeView())
            active->setZoom(active->zoom() * factor, active->viewport()->rect().center());
    };
    auto* in = add(view, tr("Zoom &in"), QKeySequence::ZoomIn, [zoom] { zoom(1.25); });
    auto* out = add(view, tr("Zoom &out"), QKeySequence::ZoomOut, [zoom] { zoom(0.8); });

    auto* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->addActions({openAction, pasteAction});
    bar->addSeparator();
    bar->addActions({undo, redo});
    bar->addSeparator();
    bar->addActions({in, out});
}

SceneView* MainWindow::activeView() const
{
    for (auto* view : m_views)
        if (view->hasFocus())
            return view;
    return m_views.front();
}

void MainWindow::tell(const QString& text)
{
    statusBar()->showMessage(text);
}

void MainWindow::open(const QStringList& paths)
{
    // One job for all of them: they come in the order in which they were named.
    m_jobs.start(
        this, QStringLiteral("open ") + paths.join(QLatin1Char('\n')),
        [paths](const Watch& watch) {
            std::vector<std::pair<QString, Result<Document>>> read;
            for (const auto& path : paths)
                if (!watch.isStopped())
                    read.emplace_back(path, documentAt(path));
            return read;
        },
        [this](const std::vector<std::pair<QString, Result<Document>>>& read) {
            for (const auto& [path, document] : read)
                add(path, document);
        });
}

void MainWindow::add(const QString& path, const Result<Document>& document)
{
    const auto name = QFileInfo(path).fileName();
    if (!document)
        return tell(tr("%1: %2").arg(name, QString::fromStdString(document.error().text)));
    auto named = *document;
    for (auto& tensor : named.tensors)
        if (tensor.name.empty())
            tensor.name = QFileInfo(path).completeBaseName().toStdString();
    m_workspace.add(named, name);
    for (const auto& warning : named.warnings)
        tell(tr("%1: %2").arg(name, QString::fromStdString(warning)));
}

void MainWindow::openSamples()
{
    QStringList paths;
    for (const auto& entry : QDir(samplesFolder()).entryInfoList())
        paths << entry.filePath();
    open(paths);
}

void MainWindow::paste(const QString& text)
{
    m_jobs.start(
        this, QStringLiteral("paste"), [text = text.toStdString()](const Watch&) { return openText(text); },
        [this](const Result<Document>& document) {
            if (!document)
                return tell(QString::fromStdString(document.error().text));
            m_workspace.add(*document, tr("pasted"));
            for (const auto& warning : document->warnings)
                tell(QString::fromStdString(warning));
        });
}

void MainWindow::setTheme(Theme theme)
{
    qApp->setPalette(Palette::of(theme).forWidgets());
    for (auto* view : m_views)
        view->setTheme(theme);
}

bool MainWindow::arrange(const QString& arrangement)
{
    const auto seen = [&](const QString& panel) {
        if (arrangement == QLatin1String("learn"))
            return panel != QLatin1String("rules");
        if (arrangement == QLatin1String("compare"))
            return panel == QLatin1String("workspace") || panel == QLatin1String("facts");
        return true;
    };
    if (arrangement != QLatin1String("learn") && arrangement != QLatin1String("debug") &&
        arrangement != QLatin1String("compare"))
        return false;
    QList<QDockWidget*> right;
    QList<int> heights;
    for (auto* dock : findChildren<QDockWidget*>()) {
        dock->setVisible(seen(dock->objectName()));
        if (dockWidgetArea(dock) == Qt::RightDockWidgetArea && seen(dock->objectName())) {
            right << dock;
            heights << (dock->objectName() == QLatin1String("rules") ? 4 : 2);
        }
    }
    resizeDocks(right, heights, Qt::Vertical);
    if (auto* workspace = findChild<QDockWidget*>(QStringLiteral("workspace"));
        workspace != nullptr && !right.isEmpty())
        resizeDocks({workspace, right.front()}, {width() * 22 / 100, width() * 28 / 100}, Qt::Horizontal);
    return true;
}

void MainWindow::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Open"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::open);
    dialog->open();
}

void MainWindow::saveAs()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return tell(tr("There is no tensor to save."));
    auto* dialog = new QFileDialog(this, tr("Save as"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, tensor = subject->tensor](const QString& path) {
        m_jobs.start(
            this, QStringLiteral("save ") + path,
            [tensor, path](const Watch&) {
                return saveFile({{{"", *tensor}}, {}}, path.toStdString());
            },
            [this, path](const Result<void>& saved) {
                tell(saved ? tr("Saved %1.").arg(QFileInfo(path).fileName())
                           : QString::fromStdString(saved.error().text));
            });
    });
    dialog->open();
}

void MainWindow::exportPicture()
{
    auto* view = activeView();
    auto* dialog = new QFileDialog(this, tr("Export"), {}, tr("Pictures (*.png *.svg)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, picture = view->picture()](const QString& path) {
        m_jobs.start(
            this, QStringLiteral("export ") + path, [picture, path](const Watch&) { return picture(path); },
            [this, path](bool saved) {
                const auto name = QFileInfo(path).fileName();
                tell(saved ? tr("Saved %1.").arg(name) : tr("%1 could not be written.").arg(name));
            });
    });
    dialog->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList paths;
    for (const auto& url : event->mimeData()->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    if (!paths.isEmpty())
        open(paths);
    else
        paste(event->mimeData()->text());
    event->acceptProposedAction();
}

} // namespace tscope
