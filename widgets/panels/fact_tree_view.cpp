// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/fact_tree_view.h"

#include "style/brief.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

enum Column { nameColumn, valueColumn, unitColumn, columns };
constexpr int pathRole = Qt::UserRole;
constexpr int wholeRole = Qt::UserRole + 1; // the value in full, to be copied

QString wholeValue(const QTreeWidgetItem& item)
{
    return item.data(valueColumn, wholeRole).toString();
}

// "memory: 76.3 MiB"
QString lineOf(const QTreeWidgetItem& item)
{
    auto line = item.text(nameColumn);
    if (const auto value = wholeValue(item); !value.isEmpty())
        line += (line.isEmpty() ? QString() : QStringLiteral(": ")) + value;
    if (const auto unit = item.text(unitColumn); !unit.isEmpty())
        line += QLatin1Char(' ') + unit;
    return line;
}

} // namespace

FactTree::FactTree(QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("facts tree"));
    setAccessibleName(tr("Facts"));
    setColumnCount(columns);
    setHeaderLabels({tr("Name"), tr("Value"), tr("Unit")});
    header()->setSectionResizeMode(QHeaderView::Interactive);
    header()->setSectionResizeMode(valueColumn, QHeaderView::Stretch);
    header()->setStretchLastSection(false);
    connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (column != valueColumn && !m_isSharing)
            m_isDividedByUser = true;
    });
    setIndentation(12);
    setUniformRowHeights(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTextElideMode(Qt::ElideRight);
    connect(this, &QTreeWidget::itemExpanded, this, [this](const QTreeWidgetItem* item) {
        if (m_isFilling)
            return;
        const auto path = item->data(nameColumn, pathRole).toString();
        m_opened.insert(path);
        m_closed.erase(path);
    });
    connect(this, &QTreeWidget::itemCollapsed, this, [this](const QTreeWidgetItem* item) {
        if (m_isFilling)
            return;
        const auto path = item->data(nameColumn, pathRole).toString();
        m_closed.insert(path);
        m_opened.erase(path);
    });
}

void FactTree::show(const std::vector<Fact>& facts)
{
    const auto scrolled = verticalScrollBar()->value();
    m_isFilling = true;
    clear();
    for (const auto& fact : facts)
        add(invisibleRootItem(), fact, {});
    m_isFilling = false;
    if (!m_wanted.isEmpty())
        showOnly(m_wanted);
    verticalScrollBar()->setValue(scrolled);
    shareWidth();
}

// The value gets what name and unit leave, which are bounded: calls of a construction are long.
void FactTree::shareWidth()
{
    if (m_isDividedByUser)
        return;
    constexpr int mostOfName = 50, mostOfUnit = 20; // per cent
    m_isSharing = true;
    for (const auto& [column, most] : {std::pair(nameColumn, mostOfName), std::pair(unitColumn, mostOfUnit)})
        header()->resizeSection(column,
                                std::min(std::max(sizeHintForColumn(column), header()->sectionSizeHint(column)),
                                         viewport()->width() * most / 100));
    m_isSharing = false;
}

void FactTree::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    shareWidth();
}

void FactTree::add(QTreeWidgetItem* parent, const Fact& fact, const QString& path)
{
    const auto name = brief(QString::fromStdString(fact.name));
    const auto own = path + QLatin1Char('/') + name;
    const auto whole = brief(QString::fromStdString(fact.value), longestLine);
    auto* item = new QTreeWidgetItem(parent);
    item->setText(nameColumn, name);
    item->setText(valueColumn, whole);
    item->setText(unitColumn, QString::fromStdString(fact.unit));
    item->setData(nameColumn, pathRole, own);
    item->setData(valueColumn, wholeRole, whole);
    for (const int column : {nameColumn, valueColumn})
        item->setToolTip(column, item->text(column)); // of long ones not all has room
    for (const auto& part : fact.parts)
        add(item, part, own);
    item->setExpanded(m_opened.contains(own) || (fact.isOpen && !m_closed.contains(own)));
}

bool FactTree::filter(QTreeWidgetItem* item, const QString& text)
{
    bool hasIt = lineOf(*item).contains(text, Qt::CaseInsensitive);
    const bool isMeant = hasIt;
    for (int part = 0; part < item->childCount(); ++part)
        hasIt = filter(item->child(part), isMeant ? QString() : text) || hasIt;
    item->setHidden(!hasIt);
    if (!text.isEmpty() && hasIt && !isMeant)
        item->setExpanded(true); // what it is there for is below it
    return hasIt;
}

void FactTree::showOnly(const QString& text)
{
    m_wanted = text;
    m_isFilling = true;
    for (int row = 0; row < topLevelItemCount(); ++row)
        filter(topLevelItem(row), text);
    m_isFilling = false;
}

void FactTree::copyLines()
{
    QStringList lines;
    for (auto* item : selectedItems())
        lines << lineOf(*item);
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void FactTree::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copyLines();
    else
        QTreeWidget::keyPressEvent(event);
}

void FactTree::contextMenuEvent(QContextMenuEvent* event)
{
    auto* item = event->reason() == QContextMenuEvent::Keyboard ? currentItem() : itemAt(event->pos());
    if (item == nullptr)
        return;
    if (!item->isSelected())
        setCurrentItem(item);
    QMenu menu;
    auto* line = menu.addAction(tr("Copy line"));
    line->setShortcut(QKeySequence::Copy);
    auto* value = menu.addAction(tr("Copy value"));
    value->setEnabled(!wholeValue(*item).isEmpty());
    const auto at = event->reason() == QContextMenuEvent::Keyboard
                        ? viewport()->mapToGlobal(visualItemRect(item).bottomLeft())
                        : event->globalPos();
    const auto* chosen = menu.exec(at);
    if (chosen == line)
        copyLines();
    else if (chosen == value)
        QGuiApplication::clipboard()->setText(wholeValue(*item));
}

} // namespace tscope
