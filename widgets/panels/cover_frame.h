// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>
#include <QStringList>

namespace tscope {

class Cover;

// A panel, or a word instead of it as long as it would tell what is asked: hidden, so that nothing reads it aloud
// either.
class CoverFrame : public QStackedWidget
{
    Q_OBJECT

public:
    // Covered with each of these parts; "any": whenever anything is.
    CoverFrame(QWidget* panel, const Cover& cover, const QStringList& parts, QWidget* parent = nullptr);
};

} // namespace tscope
