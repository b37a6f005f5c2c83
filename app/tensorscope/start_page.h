// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace tscope {

// What is seen while nothing is open: how to begin, samples of every layout, what was opened lately.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    StartPage(const QList<QAction*>& beginnings, const QStringList& samples, QWidget* parent = nullptr);

    void setRecent(const QStringList& paths);

Q_SIGNALS:
    void chosen(const QString& path);

private:
    QWidget* m_recent = nullptr;
};

} // namespace tscope
