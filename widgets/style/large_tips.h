// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace tscope {

// While this window is the active one, tool tips have its type: a class reads them too. Qt has one type for all
// tool tips, so it is given back as soon as another window is active.
class LargeTips : public QObject
{
public:
    explicit LargeTips(QWidget& window);
    ~LargeTips() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace tscope
