// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QApplication;

namespace tscope {

// Shows every label and every tool tip as plain text, those of Qt's own dialogs too. Qt would otherwise take a
// name such as <img src="/dev/stdin"> for markup and open the file. Tool tips with long lines wrap. Lives as long
// as the application.
class PlainTexts : public QObject
{
    Q_OBJECT

public:
    explicit PlainTexts(QApplication& application);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
};

} // namespace tscope
