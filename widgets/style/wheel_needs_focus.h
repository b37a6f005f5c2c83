// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QApplication;

namespace tscope {

// The mouse wheel changes a combo box or a spin box only while that box has the focus, and does not give it the
// focus. Many of them act at once, so a wheel that is turned to scroll past one would change what is shown. Lives
// as long as the application.
class WheelNeedsFocus : public QObject
{
    Q_OBJECT

public:
    explicit WheelNeedsFocus(QApplication& application);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
};

} // namespace tscope
