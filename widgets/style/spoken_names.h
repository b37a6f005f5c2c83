// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QApplication;

namespace tscope {

// Names for what Qt makes without one: bars, buttons inside fields, lists of combo boxes. A screen reader says
// them. What has a name of its own keeps it. Lives as long as the application.
class SpokenNames : public QObject
{
    Q_OBJECT

public:
    explicit SpokenNames(QApplication& application);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
};

} // namespace tscope
