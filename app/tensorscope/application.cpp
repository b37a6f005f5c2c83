// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"

#include "desktop.h"
#include "style/focus_ring.h"
#include "style/house_style.h"
#include "style/plain_texts.h"
#include "style/spoken_names.h"
#include "style/wheel_needs_focus.h"

#include <QIcon>
#include <QLocale>

#include <clocale>

namespace tscope {

Application::Application(int& argc, char** argv) : QApplication(argc, argv)
{
    setApplicationName(QStringLiteral("tensorscope"));
    setApplicationVersion(QStringLiteral(TSCOPE_VERSION));
    setApplicationDisplayName(QStringLiteral("Tensorscope"));
    setDesktopFileName(QStringLiteral("tensorscope"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/tensorscope.svg")));
    // Numbers are written as in files and by tscope, whatever the language.
    std::setlocale(LC_NUMERIC, "C");
    QLocale::setDefault(QLocale::c());
    setStyle(new HouseStyle);
    noteDesktop();
    new FocusRing(*this);
    new PlainTexts(*this);
    new SpokenNames(*this);
    new WheelNeedsFocus(*this);
}

FrameLog& Application::startFrameLog()
{
    m_log = std::make_unique<FrameLog>();
    return *m_log;
}

bool Application::notify(QObject* receiver, QEvent* event)
{
    if (!m_log)
        return QApplication::notify(receiver, event);
    m_log->begin(receiver, event->type());
    const auto answer = QApplication::notify(receiver, event);
    m_log->end();
    return answer;
}

} // namespace tscope
