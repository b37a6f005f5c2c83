// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>
#include <QStringList>

#include <optional>

namespace tscope {

class Cover;

// A panel, or a word instead of it as long as it would tell what is asked: hidden, so that nothing reads it aloud
// either.
class CoverFrame : public QStackedWidget
{
    Q_OBJECT

public:
    // Covered with any of these parts; with none: whenever anything is.
    CoverFrame(QWidget* panel, const Cover& cover, const QStringList& parts, QWidget* parent = nullptr);
};

// Which parts of the window a panel tells of; nothing: it tells nothing that could be asked.
std::optional<QStringList> partsTold(const char* panel);

} // namespace tscope
