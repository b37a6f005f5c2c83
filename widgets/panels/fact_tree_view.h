// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/fact_tree.h"

#include <QTreeWidget>

#include <set>

namespace tscope {

// Facts as a tree of name, value and unit. What the user opened or closed stays so while the facts change. Ctrl+C
// and the context menu copy lines.
class FactTree : public QTreeWidget
{
    Q_OBJECT

public:
    explicit FactTree(QWidget* parent = nullptr);

    void show(const std::vector<Fact>& facts);
    using QTreeWidget::show;
    void showOnly(const QString& text); // lines that have it, and what they are part of

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void add(QTreeWidgetItem* parent, const Fact& fact, const QString& path);
    void copyLines();
    void shareWidth(); // among the columns
    bool filter(QTreeWidgetItem* item, const QString& text);

    std::set<QString> m_opened, m_closed; // by the user: paths
    QString m_wanted;
    bool m_isFilling = false, m_isSharing = false, m_isDividedByUser = false;
};

} // namespace tscope
