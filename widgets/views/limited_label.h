// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QScrollArea>

namespace tscope {

// A label that wraps and takes as many lines as its text has, up to a few; what is more is scrolled to.
class LimitedLabel : public QScrollArea
{
public:
    explicit LimitedLabel(int mostLines, QWidget* parent = nullptr);

    QLabel& label() { return *m_label; }
    void setText(const QString& text);
    void holdHeight(); // that of the most lines, whatever the text, so that what is below never moves

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QLabel* m_label;
    int m_mostLines;
    bool m_holdsHeight = false;
};

} // namespace tscope
