// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "charts/drawing.h"
#include "charts/table.h"

#include <QVariant>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QScrollBar;

namespace tscope::charts {

class Surface;

// Makes what is copied, a QImage or a QString: work for a job.
using CopyWork = std::function<Result<QVariant>()>;
void putOnClipboard(const QVariant& copied);

// What all charts have in common. The mouse: what it points at tells its numbers, a click chooses it, the wheel
// zooms (with rows that are scrolled it scrolls, and zooms with Ctrl), a drag pulls, a double click shows
// what was seen at first. The keys: arrows move what is chosen, Enter tells of it, + and - zoom, 0 and Home do as
// the double click. Colours are those of the widget's palette, whichever it is at the time.
class Chart : public QWidget
{
    Q_OBJECT

public:
    ~Chart() override;

    // The numbers that are shown, all of them.
    Table table() const { return content().table(); }

    bool isLog() const { return m_isLog; }
    void setLog(bool isLog); // as the user wants it

    // As it is seen: where its texts lie, what can be pointed at.
    const Drawing& drawing() const { return m_drawing; }
    int chosen() const { return m_chosen; } // an item; -1: none
    void choose(int item);                  // without telling of it

    // Texts of an exported picture: `subject`, what was measured, stands behind the title; `origin`, where and
    // when, below the drawing.
    void setSource(const QString& subject, const QString& origin);
    // Writes a picture or the table, as the name ends: .png, .svg, .pdf, .csv. A picture has all rows, and is
    // wider than the chart where texts would be cut. It holds what the chart shows now: work for a job.
    std::function<Result<void>(const QString& path)> file() const;

    QSize sizeHint() const override { return {640, 260}; }
    QSize minimumSizeHint() const override { return {240, 140}; }

Q_SIGNALS:
    void variantChosen(std::size_t row); // of the session
    void logChanged(bool isLog);
    void exportAsked();                                   // as a picture, into a file
    void copyAsked(const tscope::charts::CopyWork& work); // unless it is connected, the chart copies itself
    void pointed(const QString& text); // the numbers of what the mouse or the keys are at; empty: nothing

protected:
    Chart(const QString& name, bool isLog, QWidget* parent);

    // What it shows, by value: for other threads.
    struct Content {
        std::function<Drawing(const Look& look)> draw;
        std::function<Table()> table;
    };
    virtual Content content() const = 0;
    virtual Drawing draw(const Look& look) const = 0;
    virtual int itemCount() const = 0;
    virtual bool hasTable() const { return itemCount() > 0; } // without making it
    virtual QString textOf(int item) const = 0;               // its numbers
    virtual int itemAt(QPointF at) const;                     // -1: none
    virtual QPointF placeOf(int item) const;                  // where its numbers are to be told
    virtual void tell(int item) = 0;                          // it was chosen by the user
    virtual int next(int item, Qt::Key arrow) const;          // one of the items, in whose order there are no gaps
    virtual double wholeHeight(double height) const { return height; } // that all rows need
    virtual std::vector<int> litItems() const { return {}; }           // marked beside the chosen one

    // A scale of logarithms where the largest of the numbers shown is more than 30 times the least, unless the
    // user has chosen a scale.
    void preferLog(double least, double greatest);
    void refresh(); // other data or another look
    void showAll(); // but for what lies so far out that all else would have no room

    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    Look lookAt(QSizeF size) const;
    Look wholeLook() const; // of a picture: all rows, none of them chosen
    CopyWork pictureWork() const;
    CopyWork tableWork() const;
    void copy(const CopyWork& work);
    QString pictureTitle() const;
    void present(const Drawing& drawing);
    void applyLog(bool isLog);
    bool isScrolled() const; // its items are rows of one height, more than have room
    void setScrollBar();
    void zoom(QPointF at, double factor);
    void pull(QPointF by);
    void scrollTo(double low);
    void reveal(int item);
    void pointAt(QPointF at);
    void say(const QString& text, QPoint at, int item = -1);
    bool isStillTrue() const; // what the tool tip says

    std::unique_ptr<Surface> m_surface;
    QScrollBar* m_scrollBar;
    Drawing m_drawing;
    std::optional<Range> m_shownX, m_shownY;
    bool m_isLog = true, m_isScaleChosen = false; // by the user
    int m_chosen = -1;
    QPointF m_pressedAt, m_pulledFrom;
    bool m_isPressed = false, m_isPulled = false;
    QString m_subject, m_origin; // for pictures
    QString m_said;
    int m_saidOf = -1; // an item; -1: a label
};

} // namespace tscope::charts
