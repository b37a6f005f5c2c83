// SPDX-License-Identifier: GPL-3.0-or-later
#include "grab.h"

#include "main_window.h"
#include "views/scene_view.h"

#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QPixmap>

namespace tscope {

std::optional<QSize> parsedSize(const QString& text)
{
    const auto parts = text.split(QLatin1Char('x'));
    bool ok[2]{};
    if (parts.size() != 2)
        return std::nullopt;
    const QSize size(parts[0].toInt(&ok[0]), parts[1].toInt(&ok[1]));
    if (!ok[0] || !ok[1] || size.width() < 320 || size.height() < 240 || size.width() > 8192 ||
        size.height() > 8192)
        return std::nullopt;
    return size;
}

std::optional<Theme> parsedTheme(const QString& text)
{
    if (text == QLatin1String("light"))
        return Theme::light;
    if (text == QLatin1String("dark"))
        return Theme::dark;
    if (text == QLatin1String("contrast"))
        return Theme::highContrast;
    return std::nullopt;
}

bool grab(MainWindow& window, const QString& folder)
{
    if (!QDir().mkpath(folder))
        return false;
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
    window.grab(); // lays out what no event has reached yet
    settle();
    const QDir target(folder);
    bool written = window.grab().save(target.filePath(QStringLiteral("window.png")));
    for (const auto* view : window.views())
        written = view->picture()(target.filePath(view->objectName() + QStringLiteral(".png"))) && written;
    return written;
}

} // namespace tscope
