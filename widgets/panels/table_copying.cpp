// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/table_copying.h"

#include "charts/table.h"
#include "views/sort_menu.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QTableView>

#include <algorithm>

namespace tscope {

namespace {

struct TableCopyWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::TableCopying)
};

QString markdownLine(QStringList cells)
{
    for (auto& cell : cells)
        cell.replace(QLatin1Char('|'), QStringLiteral("\\|")).replace(QLatin1Char('\n'), QLatin1Char(' '));
    return QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
}

QString markdownText(const charts::Table& table)
{
    auto text = markdownLine(table.header);
    text += markdownLine(QStringList(table.header.size(), QStringLiteral("---")));
    for (const auto& row : table.rows)
        text += markdownLine(row);
    return text;
}

QString tabbedText(const charts::Table& table)
{
    auto text = table.header.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (const auto& row : table.rows)
        text += row.join(QLatin1Char('\t')) + QLatin1Char('\n');
    return text;
}

void copyRows(const QTableView& table, TableText form, bool isAll)
{
    QGuiApplication::clipboard()->setText(textOfRows(table, form, isAll));
}

// Before the table itself, which would copy one cell.
class CopyKeys : public QObject
{
public:
    explicit CopyKeys(QTableView& table) : QObject(&table), m_table(table) { table.installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
        if (watched != &m_table || !isKey || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
            return false;
        event->accept();
        if (event->type() == QEvent::KeyPress)
            copyRows(m_table, TableText::tabs, false);
        return true;
    }

private:
    QTableView& m_table;
};

void showCopyMenu(QTableView& table, const QPoint& position)
{
    auto* menu = new QMenu(&table);
    menu->setObjectName(QStringLiteral("table menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto offer = [&](const QString& title, TableText form, bool isAll) {
        return menu->addAction(title, &table, [&table, form, isAll] { copyRows(table, form, isAll); });
    };
    offer(TableCopyWords::tr("Copy selected rows") + QStringLiteral("\tCtrl+C"), TableText::tabs, false)
        ->setEnabled(table.selectionModel()->hasSelection());
    offer(TableCopyWords::tr("Copy table as CSV"), TableText::csv, true);
    offer(TableCopyWords::tr("Copy table as Markdown"), TableText::markdown, true);
    menu->addSeparator();
    addSortMenu(*menu, *table.horizontalHeader());
    menu->popup(table.viewport()->mapToGlobal(position));
}

} // namespace

QString textOfRows(const QTableView& table, TableText form, bool isAll)
{
    const auto& titles = *table.horizontalHeader();
    const auto& model = *table.model();
    std::vector<int> columns;
    for (int place = 0; place < titles.count(); ++place)
        if (const auto column = titles.logicalIndex(place); !titles.isSectionHidden(column))
            columns.push_back(column);
    charts::Table rows;
    for (const auto column : columns)
        rows.header << model.headerData(column, Qt::Horizontal).toString();
    for (int line = 0; line < model.rowCount(); ++line) {
        if (!isAll && !table.selectionModel()->isRowSelected(line))
            continue;
        QStringList cells;
        for (const auto column : columns)
            cells << model.index(line, column).data().toString();
        rows.rows.push_back(cells);
    }
    return form == TableText::csv        ? QString::fromUtf8(charts::csv(rows))
           : form == TableText::markdown ? markdownText(rows)
                                         : tabbedText(rows);
}

void makeCopyable(QTableView& table)
{
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    new CopyKeys(table); // owned by the table
    QObject::disconnect(&table, &QWidget::customContextMenuRequested, nullptr, nullptr);
    table.setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(&table, &QWidget::customContextMenuRequested, &table,
                     [&table](const QPoint& position) { showCopyMenu(table, position); });
}

} // namespace tscope
