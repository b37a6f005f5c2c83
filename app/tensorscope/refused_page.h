// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "files.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QPlainTextEdit;

namespace tscope {

// The files that could not be read, one at a time: why, where, and what there is to see of each.
class RefusedPage : public QWidget
{
    Q_OBJECT

public:
    explicit RefusedPage(QWidget* parent = nullptr);

    void add(const std::vector<Refusal>& refusals); // the first of them is shown
    void clear();
    bool isEmpty() const { return m_all.empty(); }
    QString path() const; // of the file that is shown; empty: there is none

Q_SIGNALS:
    void closed();
    void shownFile(); // maybe another one

private:
    int place(const Refusal& refusal); // in the place of an older one of the same file
    void show(int row);
    void copy();

    std::vector<Refusal> m_all;
    QListWidget* m_files;
    QLabel* m_name;
    QLabel* m_sentence;
    QLabel* m_where;
    QLabel* m_heading;
    QPlainTextEdit* m_lines;
};

} // namespace tscope
