// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>
#include <QStringList>

class QLabel;
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
    // These words instead of a panel on the current tensor, while something else is looked at; empty: the panel.
    void showInstead(const QString& words);

Q_SIGNALS:
    void questionWanted();

private:
    void follow();

    const Cover& m_cover;
    QStringList m_parts;
    const Workspace* m_current;
    QVBoxLayout* m_instead;
    QLabel* m_away;
};

} // namespace tscope
