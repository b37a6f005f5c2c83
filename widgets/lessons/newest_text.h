// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <vector>

class QLabel;
class QScrollArea;

namespace tscope {

// Scrolls an area to its newest texts once their heights are known, and again when the area becomes higher or
// lower, until the reader scrolls.
class NewestText : public QObject
{
    Q_OBJECT

public:
    struct Part {
        QPointer<QWidget> widget;
        QString end = {}; // of a label: only this last paragraph of its text is new; empty: all is
    };

    explicit NewestText(QScrollArea& area); // which owns it

    // The first part comes into sight in any case, each further one while all of them fit together.
    void show(std::vector<Part> parts);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void scroll();
    QRect placeOf(const Part& part) const; // inside the area; empty: it is not shown

    QScrollArea& m_area;
    std::vector<Part> m_parts;
    int m_value = 0; // of the scroll bar, as it was set here
    QTimer m_soon;
};

} // namespace tscope
