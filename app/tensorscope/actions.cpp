// SPDX-License-Identifier: GPL-3.0-or-later
// What the menus offer, done.
#include "main_window.h"

#include "build/build_dialog.h"
#include "charts/chart.h"
#include "io/formats.h"
#include "panels/repair_list.h"
#include "settings_dialog.h"
#include "style/disabled_reason.h"
#include "style/titles.h"
#include "views/canvas.h"
#include "views/shared_view.h"
#include "workspace/offers.h"
#include "workspace/places_in_file.h"
#include "workspace/tensor_mime.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QRegularExpression>
#include <QStatusBar>

#include <algorithm>

namespace tscope {

namespace {

// "NAME.png" in that folder, or "NAME 2.png" where there is one already.
QString freePicturePath(const QString& folder, QString name)
{
    for (auto& letter : name)
        if (letter == QLatin1Char('/') || letter == QLatin1Char('\\') || letter.unicode() < ' ')
            letter = QLatin1Char('_');
    const QDir in(folder);
    auto path = in.filePath(name + QStringLiteral(".png"));
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = in.filePath(QStringLiteral("%1 %2.png").arg(name).arg(number));
    return path;
}

// The letters and digits of a place: "(363, 2055)" is 363-2055.
QString placeInName(const Tensor& tensor, const Place& place)
{
    static const QRegularExpression others(QStringLiteral("[^\\w]+"),
                                           QRegularExpression::UseUnicodePropertiesOption);
    const auto* slots = std::get_if<Slots>(&place);
    const auto words = slots == nullptr ? placeWords(tensor, place) : titleOf(slots->member, slots->begin, tensor);
    return words.split(others, Qt::SkipEmptyParts).join(QLatin1Char('-'));
}

// Empty, which is the working directory, where the folder is gone.
QString startingIn(const QString& folder)
{
    return QFileInfo(folder).isDir() ? folder : QString();
}

// Files that can be read: under the endings that are written, and others that PyTorch and gzip files have.
QStringList readPatterns()
{
    QStringList patterns;
    for (const auto& format : allFormats())
        for (const auto ending : format.endings)
            if (format.read != nullptr)
                patterns << QLatin1Char('*') + QString::fromUtf8(ending.data(), std::ssize(ending));
    patterns << QStringLiteral("*.bin") << QStringLiteral("*.ckpt") << QStringLiteral("*.gz");
    return patterns;
}

} // namespace

void MainWindow::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Open"), startingIn(m_lastFolder));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters(
        {tr("Files of tensors (%1)").arg(readPatterns().join(QLatin1Char(' '))), tr("All files (*)")});
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, &m_files, &Files::open);
    dialog->open();
}

void MainWindow::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Open a folder"), startingIn(m_lastFolder));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, &m_files, [this](const QString& path) { m_files.open({path}); });
    dialog->open();
}

// A session has charts even where no tensor is open.
void MainWindow::enableExport()
{
    action("export")->setEnabled(m_workspace.currentSubject() != nullptr || m_timings.shown() != nullptr);
    enableOrSay(*action("save-timing-report"), m_timings.shown() != nullptr,
                tr("Measure something or open a session first."));
}

void MainWindow::exportPicture()
{
    if (auto* chart = qobject_cast<charts::Chart*>(QApplication::focusWidget()))
        return chart->exportAsked(); // what is looked at
    if (m_workspace.currentSubject() == nullptr) {
        const auto all = findChildren<charts::Chart*>();
        const auto chart = std::ranges::find_if(all, &QWidget::isVisible);
        if (chart == all.end())
            return statusBar()->showMessage(
                tr("There is no picture to export: show a chart of the session first."));
        return (*chart)->exportAsked();
    }
    auto* dialog = new QFileDialog(this, tr("Export"), {}, tr("Pictures (*.png *.svg)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    const auto& view = m_canvas->activeView();
    if (const auto* subject = m_workspace.find(view.subject())) {
        auto name = subject->title() + QLatin1Char('-') + view.objectName();
        const auto& selected = m_selection.selected();
        if (const auto* here = selected ? selected->in(subject->id) : nullptr)
            if (const auto place = placeInName(*subject->shown().tensor, here->place); !place.isEmpty())
                name += QLatin1Char('-') + place;
        dialog->selectFile(asFileName(name) + QStringLiteral(".png"));
    }
    connect(dialog, &QFileDialog::fileSelected, &m_files,
            [this, picture = view.picture()](const QString& path) { m_files.savePicture(picture, path); });
    dialog->open();
}

// Each picture of the current tensor in a file of its own, as large as a projector shows. No file is replaced.
void MainWindow::exportPictures()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr)
        return;
    auto* dialog = new QFileDialog(this, tr("Export all pictures"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, &m_files, [this, name = subject->title()](const QString& folder) {
        constexpr QSize projector(1920, 1080);
        for (const auto* view : m_canvas->views())
            if (view->subject() != 0)
                m_files.savePicture(view->picture(projector),
                                    freePicturePath(folder, name + QLatin1Char('-') + view->objectName()));
    });
    dialog->open();
}

// What was dropped or copied elsewhere: files, or text.
void MainWindow::take(const QMimeData& given)
{
    if (given.hasFormat(tensorMime()))
        return m_files.paste(QString::fromUtf8(given.data(tensorMime())));
    QStringList paths;
    for (const auto& url : given.urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    if (!paths.isEmpty())
        m_files.open(paths);
    else
        m_files.paste(given.text());
}

void MainWindow::showSettings()
{
    (new SettingsDialog(*this, m_profile))->open();
}

void MainWindow::showBuild(const char* page, const QString& step)
{
    if (!m_build) {
        m_build = new BuildDialog(m_workspace, m_jobs, m_selection.cover(), m_theme, this);
        m_build->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_build->openPage(page, step);
    m_build->show();
    m_build->raise();
    m_build->activateWindow();
}

void MainWindow::showStep(const QString& step)
{
    showBuild("transform", step);
}

// Another tensor beside the current one; where there is none, the same.
void MainWindow::split(Qt::Orientation way)
{
    const auto beside = m_tabs.tab().isSplit() ? m_tabs.beside() : m_tabs.partner();
    m_tabs.split(beside != 0 ? beside : m_workspace.current(), way);
}

// The best that can be done, seen before it is; the others are in the panel of the rules.
void MainWindow::repair()
{
    const auto* subject = m_workspace.currentSubject();
    if (subject == nullptr || !subject->report)
        return;
    auto* rules = findChild<QDockWidget*>(QStringLiteral("rules"));
    rules->show();
    rules->raise();
    // The list orders anew once repairs of a large tensor are tried out: its first row is the one.
    const auto* list = rules->findChild<RepairList*>();
    const auto offers = list != nullptr && list->isOf(subject->report)
                            ? list->offers()
                            : offersFor(*subject->report, subject->report->repairs);
    if (!offers.empty())
        m_workspace.preview(offers.front().title, offers.front().make);
}

void MainWindow::enableRepair()
{
    const auto* subject = m_workspace.currentSubject();
    const auto* report = subject == nullptr ? nullptr : subject->report.get();
    const bool isAsked =
        m_selection.cover().hides(QStringLiteral("rules"), m_workspace.current()); // what is to be found out
    action("repair")->setEnabled(!isAsked && report != nullptr &&
                                 (!report->misreadings.empty() || !report->repairs.empty()));
}

} // namespace tscope
