// SPDX-License-Identifier: GPL-3.0-or-later
// What the menus offer, done.
#include "main_window.h"

#include "build/build_dialog.h"
#include "settings_dialog.h"
#include "views/canvas.h"
#include "workspace/offers.h"
#include "workspace/tensor_mime.h"

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>

namespace tscope {

void MainWindow::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Open"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, &m_files, &Files::open);
    dialog->open();
}

void MainWindow::chooseFolder()
{
    auto* dialog = new QFileDialog(this, tr("Open a folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, &m_files, [this](const QString& path) { m_files.open({path}); });
    dialog->open();
}

void MainWindow::exportPicture()
{
    auto* dialog = new QFileDialog(this, tr("Export"), {}, tr("Pictures (*.png *.svg)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::fileSelected, &m_files,
            [this, picture = m_canvas->activeView().picture()](const QString& path) {
                m_files.savePicture(picture, path);
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
        m_build = new BuildDialog(m_workspace, m_jobs, m_theme, this);
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
    if (const auto offers = offersFor(*subject->report); !offers.empty())
        m_workspace.preview(offers.front().title, offers.front().make);
}

void MainWindow::enableRepair()
{
    const auto* subject = m_workspace.currentSubject();
    const auto* report = subject == nullptr ? nullptr : subject->report.get();
    action("repair")->setEnabled(report != nullptr && (!report->misreadings.empty() || !report->repairs.empty()));
}

// As soon as there are two.
void MainWindow::pairUp()
{
    if (!m_awaitsPair) // else all that is open would be looked through whenever more comes
        return;
    const auto partner = m_tabs.partner();
    if (partner == 0)
        return;
    m_awaitsPair = false;
    if (!m_tabs.tab().isSplit())
        m_tabs.split(partner, Qt::Horizontal);
}

} // namespace tscope
