// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/workspace_panel.h"

#include "models/subjects_model.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

namespace tscope {

namespace {

// Names of one file mostly begin alike: where there is no room it is their ends that stay.
class NameDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideLeft;
    }
};

// What is open, to choose from, filter, rename and remove.
class WorkspacePanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::WorkspacePanel)

public:
    explicit WorkspacePanel(const PanelContext& context) : m_workspace(context.workspace)
    {
        auto* model = new SubjectsModel(m_workspace, this);
        m_proxy = new QSortFilterProxyModel(this);
        m_proxy->setSourceModel(model);
        m_proxy->setFilterKeyColumn(-1);
        m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
        m_proxy->setSortRole(SubjectsModel::SortRole);
        m_proxy->setSortCaseSensitivity(Qt::CaseInsensitive);

        auto* filter = new QLineEdit;
        filter->setPlaceholderText(tr("Filter"));
        filter->setAccessibleName(tr("Filter tensors"));
        filter->setClearButtonEnabled(true);
        connect(filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);

        m_view = new QTreeView;
        m_view->setObjectName(QStringLiteral("subjects"));
        m_view->setAccessibleName(tr("Open tensors"));
        m_view->setModel(m_proxy);
        m_view->setRootIsDecorated(false);
        m_view->setUniformRowHeights(true); // or every row is measured whenever one comes
        m_view->setSortingEnabled(true);
        m_view->sortByColumn(-1, Qt::AscendingOrder);
        m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
        // As wide as the panel: what does not fit is shortened and told in full by the tip.
        m_view->setItemDelegateForColumn(SubjectsModel::nameColumn, new NameDelegate(m_view));
        m_view->header()->setStretchLastSection(false);
        m_view->header()->setMinimumSectionSize(30);
        m_view->header()->setResizeContentsPrecision(100); // rows that are measured; a file may bring thousands
        m_view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
        m_view->header()->setSectionResizeMode(SubjectsModel::nameColumn, QHeaderView::Stretch);
        m_view->header()->setSectionResizeMode(SubjectsModel::sizeColumn, QHeaderView::Stretch);
        m_view->setContextMenuPolicy(Qt::CustomContextMenu);

        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->addWidget(filter);
        layout->addWidget(m_view);

        connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex& row) {
                    if (row.isValid())
                        m_workspace.setCurrent(row.data(SubjectsModel::IdRole).toInt());
                });
        connect(&m_workspace, &Workspace::currentChanged, this, [this, model](SubjectId id) {
            const auto row = m_proxy->mapFromSource(model->indexOf(id));
            if (row.isValid() && row.row() != m_view->currentIndex().row())
                m_view->setCurrentIndex(row);
        });
        connect(m_view, &QTreeView::customContextMenuRequested, this, &WorkspacePanel::showMenu);
        auto* remove = new QShortcut(QKeySequence::Delete, m_view, nullptr, nullptr, Qt::WidgetShortcut);
        connect(remove, &QShortcut::activated, this, [this] {
            if (const auto row = m_view->currentIndex(); row.isValid())
                m_workspace.remove(row.data(SubjectsModel::IdRole).toInt());
        });
    }

private:
    void showMenu(const QPoint& position)
    {
        const auto row = m_view->indexAt(position);
        if (!row.isValid())
            return;
        const auto id = row.data(SubjectsModel::IdRole).toInt();
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("Rename"), this, [this, row] { m_view->edit(row.siblingAtColumn(0)); });
        menu->addAction(tr("Duplicate"), this, [this, id] { m_workspace.duplicate(id); });
        menu->addAction(tr("Remove"), this, [this, id] { m_workspace.remove(id); });
        menu->popup(m_view->viewport()->mapToGlobal(position));
    }

    Workspace& m_workspace;
    QSortFilterProxyModel* m_proxy;
    QTreeView* m_view;
};

} // namespace

QWidget* makeWorkspacePanel(const PanelContext& context)
{
    return new WorkspacePanel(context);
}

} // namespace tscope
