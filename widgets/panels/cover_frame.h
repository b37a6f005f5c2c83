// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>
#include <QStringList>

class QVBoxLayout;

namespace tscope {

class Cover;
class Workspace;

// A panel, or a word instead of it as long as it would tell what is asked: hidden, so that nothing reads it aloud
// either.
class CoverFrame : public QStackedWidget
{
    Q_OBJECT

public:
    // Covered with each of these parts; "any": whenever anything is. Of the current tensor; null: whichever it is.
    CoverFrame(QWidget* panel, const Cover& cover, const QStringList& parts, const Workspace* current = nullptr,
               QWidget* parent = nullptr);

    void offerQuestion(); // a button that leads to it

Q_SIGNALS:
    void questionWanted();

private:
    QVBoxLayout* m_instead;
};

} // namespace tscope
