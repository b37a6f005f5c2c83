// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

class QApplication;

namespace tscope {

// Shows which tree, list, text, button or tab has the keyboard, where the style draws no sign of it that is seen:
// a ring around it, in the colour of what is selected. What keys come to is scrolled into sight. Lives as long as
// the application.
class FocusRing : public QObject
{
    Q_OBJECT

public:
    explicit FocusRing(QApplication& application);
    ~FocusRing() override;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void follow(QWidget* focused);

    QPointer<QWidget> m_ring; // a child of what has the focus
};

} // namespace tscope
