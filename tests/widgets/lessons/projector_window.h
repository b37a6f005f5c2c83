// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/projector.h"
#include "widgets/support/lesson_window.h"

namespace tscope::test {

// The window, and what a class sees of it.
struct ProjectorWindow : LessonWindow {
    Projector& project()
    {
        QTest::keyClick(&window, Qt::Key_F11);
        auto* made = window.findChild<Projector*>();
        if (made == nullptr)
            throw std::runtime_error("F11 shows no projector");
        EXPECT_TRUE(QTest::qWaitForWindowActive(made));
        settle();
        return *made;
    }
    void press(Projector& projector, Qt::Key key)
    {
        QTest::keyClick(&projector, key);
        settle();
    }
    void leave()
    {
        if (auto* projector = window.findChild<Projector*>())
            projector->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        settle();
    }
    LessonPtr lesson(std::size_t number) { return shelf()[number].lesson; }
};

inline QString textOfLabel(const QWidget& projector, const char* name)
{
    const auto* label = projector.findChild<QLabel*>(QLatin1String(name));
    return label->isVisible() ? label->text() : QString();
}

} // namespace tscope::test
