// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QTextLayout;

namespace tscope {

// A line of text of which a part leads somewhere.
struct LinkedLine {
    QString text;
    qsizetype linkBegin = 0, linkEnd = 0; // the same: it leads nowhere
    bool isLarge = false;                 // where that takes two rows at most
    QString tip = {};                     // what it means, for who asks
};

// Plain text, wrapped, in which parts are links: by the mouse, and by Up, Down and Return. What a line means is
// said in a tip, and by its menu.
class LinkedText : public QWidget
{
    Q_OBJECT

public:
    explicit LinkedText(QWidget* parent = nullptr);

    void setLines(std::vector<LinkedLine> lines);
    QString text() const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    int heightOfLines(std::size_t count, int width) const; // of the first ones
    QSize sizeHint() const override { return {width(), heightForWidth(width())}; }

Q_SIGNALS:
    void activated(std::size_t line);
    void hovered(std::optional<std::size_t> line); // nothing: no link

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    using LineVisitor = std::function<void(std::size_t line, QTextLayout& layout, const QPointF& at)>;
    qreal layOut(int width, std::size_t count, const LineVisitor& visit) const; // returns the height
    std::optional<std::size_t> linkAt(const QPointF& place) const;
    std::optional<std::size_t> lineAt(const QPointF& place) const;
    void pointAt(std::optional<std::size_t> line);
    void step(int direction);

    std::vector<LinkedLine> m_lines;
    std::optional<std::size_t> m_hovered, m_current; // the line of a link
};

} // namespace tscope
