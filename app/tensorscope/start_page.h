// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "samples.h"

#include <QWidget>

class QAction;
class QGridLayout;
class QLabel;

namespace tscope {

class Jobs;
class SampleCard;

// The page while nothing is open: what the program is for, how to begin, recent files, samples of every layout.
class StartPage : public QWidget
{
    Q_OBJECT

public:
    StartPage(const QList<QAction*>& beginnings, const QStringList& samples, Jobs& jobs,
              QWidget* parent = nullptr);

    void setRecent(const QStringList& paths);

Q_SIGNALS:
    void chosen(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeBeginnings(const QList<QAction*>& beginnings);
    QWidget* makeUses(std::vector<NamedSample>& samples, Jobs& jobs);
    QWidget* makeSamples(const std::vector<NamedSample>& samples);

    void sizeCards();

    std::vector<SampleCard*> m_cards;
    QWidget* m_recent = nullptr;
    QGridLayout* m_recentFiles = nullptr;
};

} // namespace tscope
