// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/byte_table.h"

#include <QTreeWidget>

namespace tscope {

// What each array takes in two tensors. Hidden while there are none.
class ByteTableView : public QTreeWidget
{
    Q_OBJECT

public:
    explicit ByteTableView(QWidget* parent = nullptr);

    void show(const std::vector<ByteRow>& rows);
    using QTreeWidget::show;
    QSize sizeHint() const override { return {400, 120}; }
};

} // namespace tscope
