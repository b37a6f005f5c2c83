// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

namespace tscope {

// Lines to put in order: wrapped, and exactly as high as all of them, so that nothing is scrolled within it.
class PieceList : public QListWidget
{
    Q_OBJECT

public:
    explicit PieceList(QWidget* parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void initViewItemOption(QStyleOptionViewItem* option) const override;
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace tscope
