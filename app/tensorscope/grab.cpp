// SPDX-License-Identifier: GPL-3.0-or-later
#include "grab.h"

#include "main_window.h"
#include "notices.h"
#include "views/scene_view.h"

#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QPixmap>

namespace tscope {

QString grab(MainWindow& window, const QString& folder)
{
    const auto problem = MainWindow::tr("could not write to \"%1\"").arg(folder);
    if (!QDir().mkpath(folder))
        return problem;
    window.show();
    // What is laid out and drawn asks for more work, until nothing is left to do.
    const auto settle = [&window] {
        do {
            while (!window.jobs().isIdle())
                QApplication::processEvents(QEventLoop::AllEvents, 20);
            QApplication::processEvents();
        } while (!window.jobs().isIdle());
    };
    settle();
    if (window.workspace().currentSubject() == nullptr)
        return window.notices().text(); // why nothing could be opened
    window.grab();                      // lays out what no event has reached yet
    settle();
    const QDir target(folder);
    bool written = window.grab().save(target.filePath(QStringLiteral("window.png")));
    for (const auto* view : window.views())
        written = view->picture()(target.filePath(view->objectName() + QStringLiteral(".png"))) && written;
    return written ? QString() : problem;
}

} // namespace tscope
