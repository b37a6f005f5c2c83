// SPDX-License-Identifier: GPL-3.0-or-later
#include "grab.h"

#include "main_window.h"
#include "notices.h"
#include "views/scene_painter.h"
#include "views/scene_view.h"

#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QPixmap>

#include <algorithm>
#include <utility>
#include <vector>

namespace tscope {

namespace {

bool isUnderWay(MainWindow& window)
{
    return !window.jobs().isIdle() ||
           std::ranges::any_of(window.views(), [](const auto* view) { return view->scene().isSampled; });
}

// What is laid out and drawn asks for more work, until nothing is left to do.
void settle(MainWindow& window)
{
    do {
        while (isUnderWay(window))
            QApplication::processEvents(QEventLoop::AllEvents, 20);
        QApplication::processEvents();
    } while (isUnderWay(window));
}

// The window and its views as they are now. False: they can't be written.
bool drawInto(MainWindow& window, const QString& folder)
{
    if (!QDir().mkpath(folder))
        return false;
    settle(window);
    static_cast<void>(window.grab()); // lays out what no event has reached yet
    settle(window);
    const QDir target(folder);
    bool written = savePicture(target.filePath(QStringLiteral("window.png")), window.grab().toImage());
    if (window.workspace().currentSubject() == nullptr)
        return written; // there is no view on anything
    for (const auto* view : window.views())
        written = view->picture()(target.filePath(view->objectName() + QStringLiteral(".png"))) && written;
    return written;
}

// The first tensor of each file.
std::vector<SubjectId> firsts(const Workspace& workspace)
{
    std::vector<SubjectId> ids;
    const Origin* last = nullptr;
    for (const auto& subject : workspace.subjects())
        if (subject.origin.get() != std::exchange(last, subject.origin.get()))
            ids.push_back(subject.id);
    return ids;
}

} // namespace

QString grab(MainWindow& window, const QString& folder)
{
    const auto problem = MainWindow::tr("could not write to \"%1\"").arg(folder);
    window.show();
    settle(window);
    if (!drawInto(window, folder))
        return problem;
    const auto ids = firsts(window.workspace());
    if (ids.empty())
        return window.notices().text(); // why nothing could be opened
    QStringList taken;
    for (std::size_t i = 0; ids.size() > 1 && i < ids.size(); ++i) {
        window.workspace().setCurrent(ids[i]);
        auto name = QFileInfo(window.workspace().currentSubject()->origin->title).completeBaseName();
        while (name.isEmpty() || taken.contains(name)) // two folders may have files of one name
            name += QStringLiteral("-%1").arg(i + 1);
        taken << name;
        if (!drawInto(window, QDir(folder).filePath(name)))
            return problem;
    }
    return {};
}

} // namespace tscope
