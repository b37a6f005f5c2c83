// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/workspace_panel.h"

#include "models/subjects_model.h"
#include "selection/selection.h"
#include "style/titles.h"
#include "views/sort_menu.h"
#include "workspace/tabs.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace tscope {

namespace {

// Elides names in the middle, as they differ at their ends and beginnings. A star marks an unsaved tensor.
class NameDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
        if (index.data(SubjectsModel::UnsavedRole).toBool())
            option->text += QLatin1Char('*');
    }
};

struct WorkspaceColumns {
    Q_DECLARE_TR_FUNCTIONS(tscope::WorkspacePanel)
};

// As wide as the panel: what does not fit is shortened and told in full by the tip. Names have most of the room.
class SubjectsView : public QTreeView
{
public:
    SubjectsView()
    {
        header()->setStretchLastSection(false);
        header()->setMinimumSectionSize(24);
    }
    void setModel(QAbstractItemModel* model) override
    {
        QTreeView::setModel(model);
        header()->setSectionResizeMode(QHeaderView::Fixed);
        header()->setSectionResizeMode(SubjectsModel::nameColumn, QHeaderView::Stretch);
        header()->moveSection(header()->visualIndex(SubjectsModel::verdictColumn), header()->count() - 1);
        share();
    }
    // "Columns" with each that may go, for those who want others than there is room for at first.
    void addColumnMenu(QMenu& menu)
    {
        auto* columns = menu.addMenu(WorkspaceColumns::tr("Columns"));
        for (int place = 0; place < header()->count(); ++place) {
            const auto column = header()->logicalIndex(place);
            if (column == SubjectsModel::nameColumn || column == SubjectsModel::verdictColumn)
                continue;
            auto* action = columns->addAction(titleOf(column), this, [this, column] { turn(column); });
            action->setCheckable(true);
            action->setChecked(!header()->isSectionHidden(column));
        }
        columns->addSeparator();
        columns
            ->addAction(WorkspaceColumns::tr("As there is room"), this,
                        [this] { setProperty(chosen, QVariant()); })
            ->setEnabled(property(chosen).isValid());
    }
    void makeRoomFor(std::size_t tensors, int depth)
    {
        const bool areMoreDigits =
            QString::number(tensors).size() != QString::number(std::exchange(m_tensors, tensors)).size();
        const bool areFew = tensors <= 40;
        if (std::exchange(m_depth, depth) != depth || areMoreDigits || areFew)
            share();
    }

protected:
    // Its menu is that of the row under the mouse; the current tensor stays what it is.
    void mousePressEvent(QMouseEvent* event) override
    {
        if (event->button() != Qt::RightButton)
            QTreeView::mousePressEvent(event);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QTreeView::resizeEvent(event);
        share();
        // Panels that come take height: the row of the tensor that is looked at stays in sight.
        if (event->size().height() != event->oldSize().height() && currentIndex().isValid())
            scrollTo(currentIndex());
    }
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::DynamicPropertyChange)
            share();
        return QTreeView::event(event);
    }

private:
    // The columns that the user has chosen, by their numbers; no such property: as there is room. The window keeps
    // it.
    static constexpr const char* chosen = "chosenColumns";

    QString titleOf(int column) const { return model()->headerData(column, Qt::Horizontal).toString(); }

    void turn(int column)
    {
        QStringList columns;
        for (int each = 0; each < header()->count(); ++each)
            if (header()->isSectionHidden(each) == (each == column))
                columns << QString::number(each);
        setProperty(chosen, columns);
    }

    // What there is no room for goes, the least told of a tensor first. Measuring all that stands in the columns
    // would take longer than all else when thousands of rows come.
    void share()
    {
        const auto fits = [this](const QString& text) { return fontMetrics().horizontalAdvance(text) + 10; };
        QString largest = QStringLiteral("\u25b2 00");
        if (m_tensors > 9)
            largest = QStringLiteral("\u25b2 %1/%1").arg(m_tensors);
        const auto title = [&](int column) { return fits(titleOf(column)); };
        const auto usual = [&](int column, const QString& text) { return std::max(fits(text), title(column)); };
        using Model = SubjectsModel;
        const int verdict = usual(Model::verdictColumn, largest);
        header()->resizeSection(Model::verdictColumn, verdict);
        const int name = widest(Model::nameColumn) + (m_depth + 1) * indentation();
        // In a deep tree names begin far to the right.
        const auto least = (m_depth > 0 ? m_depth + 1 : 0) * indentation() + fits(QStringLiteral("weight..."));
        auto room = viewport()->width() - verdict - least;
        const int sizes =
            std::min(widest(Model::sizeColumn), std::max(viewport()->width() * 22 / 100, room - name + least));
        const std::pair<int, int> wanted[]{
            {Model::sizeColumn, std::max(viewport()->width() * 22 / 100, sizes)},
            {Model::layoutColumn, usual(Model::layoutColumn, QStringLiteral("strided"))},
            {Model::bytesColumn, usual(Model::bytesColumn, QStringLiteral("9999 bytes"))},
            {Model::typeColumn, usual(Model::typeColumn, QStringLiteral("bfloat16"))},
            {Model::filledColumn, usual(Model::filledColumn, QStringLiteral("0.00 %"))},
            {Model::fileColumn, usual(Model::fileColumn, QStringLiteral("checkpoint.pt"))}};
        bool isOver = false;
        const auto chosenOnes = property(chosen);
        for (const auto& [column, width] : wanted) {
            isOver = chosenOnes.isValid() ? !chosenOnes.toStringList().contains(QString::number(column))
                                          : isOver || width > room;
            header()->setSectionHidden(column, isOver);
            header()->resizeSection(column, width);
            room -= width;
            // Names are read before the rest is.
            if (column == Model::layoutColumn)
                room -= std::max(0, std::min(name, viewport()->width() / 2) - least);
        }
    }

    // Of the first rows, on the outermost branches.
    int widest(int column) const
    {
        constexpr int most = 40;
        int found = 0, seen = 0;
        const auto look = [&](const QModelIndex& parent, const auto& again) -> void {
            for (int row = 0; row < model()->rowCount(parent) && seen < most; ++row) {
                ++seen;
                const auto text = model()->index(row, column, parent).data().toString();
                found = std::max(found, fontMetrics().horizontalAdvance(text) + 10);
                again(model()->index(row, 0, parent), again);
            }
        };
        look({}, look);
        return found;
    }

    std::size_t m_tensors = 0;
    int m_depth = 0; // branches above a name
};

// What is open, to choose from, filter, rename and remove.
class WorkspacePanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::WorkspacePanel)

public:
    explicit WorkspacePanel(const PanelContext& context) : m_workspace(context.workspace), m_tabs(context.tabs)
    {
        m_model = new SubjectsModel(m_workspace, this);
        m_proxy = new QSortFilterProxyModel(this);
        m_proxy->setSourceModel(m_model);
        m_proxy->setFilterRole(SubjectsModel::FilterRole);
        m_proxy->setRecursiveFilteringEnabled(true); // of a branch there is what is left below it
        m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
        m_proxy->setSortRole(SubjectsModel::SortRole);
        m_proxy->setSortCaseSensitivity(Qt::CaseInsensitive);

        m_filter = new QLineEdit;
        m_filter->setObjectName(QStringLiteral("tensor filter"));
        m_filter->setPlaceholderText(tr("Filter"));
        m_filter->setAccessibleName(tr("Filter tensors"));
        m_filter->setClearButtonEnabled(true);
        m_filterSoon.setSingleShot(true);
        connect(&m_filterSoon, &QTimer::timeout, this, &WorkspacePanel::filter);
        connect(m_filter, &QLineEdit::textChanged, this, [this] {
            // Of thousands not at every key.
            constexpr std::size_t many = 2000;
            m_workspace.subjects().size() > many ? m_filterSoon.start(150) : filter();
        });

        makeView();
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->addWidget(m_filter);
        layout->addWidget(m_view);

        connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex& row) {
                    if (const auto id = idAt(row); id != 0)
                        m_workspace.setCurrent(id);
                });
        connect(&m_workspace, &Workspace::currentChanged, this, &WorkspacePanel::goTo);
        connect(m_proxy, &QAbstractItemModel::rowsInserted, this, &WorkspacePanel::unfoldNew);
        connect(m_proxy, &QAbstractItemModel::rowsRemoved, this, &WorkspacePanel::decorate);
        connect(m_proxy, &QAbstractItemModel::dataChanged, this, &WorkspacePanel::decorate); // sizes become known
        unfoldNew({}, 0, m_proxy->rowCount() - 1);
        goTo(m_workspace.current());
        const auto& cover = context.selection.cover();
        connect(&cover, &Cover::changed, this, [this, &cover] {
            m_model->setCovered(cover.isOn() ? [&cover](SubjectId id) { return cover.isOn(id); }
                                             : SubjectsModel::IsCovered());
        });
    }

private:
    static SubjectId idAt(const QModelIndex& row) { return row.data(SubjectsModel::IdRole).toInt(); }

    void makeView()
    {
        m_view = new SubjectsView;
        m_view->setObjectName(QStringLiteral("subjects"));
        m_view->setAccessibleName(tr("Open tensors"));
        m_view->setModel(m_proxy);
        m_view->setIndentation(11);
        m_view->setUniformRowHeights(true); // or every row is measured whenever one comes
        m_view->setSortingEnabled(true);
        m_view->header()->setSortIndicatorClearable(true);
        m_view->sortByColumn(-1, Qt::AscendingOrder);
        m_view->header()->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(m_view->header(), &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
            auto* menu = new QMenu(this);
            menu->setAttribute(Qt::WA_DeleteOnClose);
            addMenusOfColumns(*menu);
            menu->popup(m_view->header()->viewport()->mapToGlobal(position));
        });
        m_view->setEditTriggers(QAbstractItemView::EditKeyPressed);
        m_view->setItemDelegateForColumn(SubjectsModel::nameColumn, new NameDelegate(m_view));
        m_view->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(m_view, &QTreeView::customContextMenuRequested, this, &WorkspacePanel::showMenu);
        // Not QKeySequence::Delete, which under X is Ctrl+D too: that duplicates.
        auto* remove = new QShortcut(Qt::Key_Delete, m_view, nullptr, nullptr, Qt::WidgetShortcut);
        connect(remove, &QShortcut::activated, this, [this] { this->remove(m_view->currentIndex()); });
    }

    // Names the branches that are left, with all that is found in them open. Without a filter they are as before.
    void filter()
    {
        m_filterSoon.stop();
        const bool wasFiltered = m_proxy->filterRegularExpression().pattern() != QString();
        const auto text = m_filter->text();
        if (!wasFiltered && !text.isEmpty())
            m_unfolded = unfolded();
        m_proxy->setFilterFixedString(text);
        if (!text.isEmpty())
            return m_view->expandAll();
        m_view->collapseAll();
        for (const auto& branch : std::exchange(m_unfolded, {}))
            m_view->setExpanded(m_proxy->mapFromSource(branch), true);
        goTo(m_workspace.current());
    }

    std::vector<QPersistentModelIndex> unfolded() const
    {
        std::vector<QPersistentModelIndex> branches;
        std::vector todo{QModelIndex()};
        while (!todo.empty()) {
            const auto branch = todo.back();
            todo.pop_back();
            if (m_view->isExpanded(branch))
                branches.emplace_back(m_proxy->mapToSource(branch));
            for (int row = 0; row < m_proxy->rowCount(branch); ++row)
                if (const auto child = m_proxy->index(row, 0, branch); idAt(child) == 0)
                    todo.push_back(child);
        }
        return branches;
    }

    void unfoldNew(const QModelIndex& parent, int first, int last)
    {
        decorate();
        for (int row = first; row <= last; ++row) {
            const auto each = m_proxy->index(row, 0, parent);
            if (idAt(each) != 0)
                continue;
            if (each.data(SubjectsModel::UnfoldRole).toBool() || !m_filter->text().isEmpty())
                m_view->expand(each);
            unfoldNew(each, 0, m_proxy->rowCount(each) - 1);
        }
    }

    // A list that is no tree has no room for its marks.
    void decorate()
    {
        m_view->setRootIsDecorated(m_model->hasBranches());
        m_view->makeRoomFor(m_workspace.subjects().size(), m_model->depth());
    }

    void goTo(SubjectId id)
    {
        if (id == 0) // none: a click on any of them is then a choice
            return m_view->setCurrentIndex({});
        const auto row = m_proxy->mapFromSource(m_model->indexOf(id));
        if (row.isValid() && idAt(m_view->currentIndex()) != id)
            m_view->setCurrentIndex(row);
    }

    void remove(const QModelIndex& row)
    {
        const auto ids = m_model->idsBelow(m_proxy->mapToSource(row));
        if (!row.isValid() || ids.empty())
            return;
        ids.size() == 1 ? m_workspace.remove(ids.front())
                        : m_workspace.remove(ids, tr("remove %1").arg(row.siblingAtColumn(0).data().toString()));
    }

    void showMenu(const QPoint& position)
    {
        const QPersistentModelIndex row = m_view->indexAt(position).siblingAtColumn(0);
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        if (row.isValid())
            addActionsOf(row, *menu);
        addMenusOfColumns(*menu);
        menu->popup(m_view->viewport()->mapToGlobal(position));
    }

    void addMenusOfColumns(QMenu& menu)
    {
        addSortMenu(menu, *m_view->header());
        m_view->addColumnMenu(menu);
    }

    void addActionsOf(const QPersistentModelIndex& row, QMenu& menu)
    {
        if (const auto id = idAt(row); id != 0) {
            menu.addSection(asTitle(row.data().toString()));
            menu.addAction(tr("Open in a new tab"), this, [this, id] { m_tabs.open(id); });
            menu.addAction(tr("Show beside the current one"), this,
                           [this, id] { m_tabs.split(id, m_tabs.tab().way); });
            menu.addSeparator();
            addActionsOfTheWindow(id, menu);
            menu.addSeparator();
            menu.addAction(tr("Rename"), this, [this, row] { m_view->edit(row); });
            menu.addAction(tr("Duplicate"), this, [this, id] { m_workspace.duplicate(id); });
        } else {
            menu.addAction(tr("Unfold all"), this, [this, row] { m_view->expandRecursively(row); });
            menu.addAction(tr("Fold"), this, [this, row] { m_view->collapse(row); });
        }
        menu.addAction(tr("Remove"), this, [this, row] { remove(row); });
        menu.addSeparator();
    }

    // The window has added to the view what else is done with a tensor.
    void addActionsOfTheWindow(SubjectId id, QMenu& menu)
    {
        const auto* current = m_workspace.currentSubject();
        for (auto* action : m_view->actions())
            if (action->objectName() != QLatin1String("compare"))
                menu.addAction(action->icon(), action->text(), this, [this, id, action] {
                    m_workspace.setCurrent(id);
                    action->trigger();
                });
            else if (current != nullptr && current->id != id)
                menu.addAction(action->icon(), tr("Compare with %1").arg(asTitle(current->title())), this,
                               [this, id, action] {
                                   if (!action->isChecked())
                                       action->trigger();
                                   m_tabs.split(id, m_tabs.tab().way);
                               });
    }

    Workspace& m_workspace;
    Tabs& m_tabs;
    SubjectsModel* m_model;
    QSortFilterProxyModel* m_proxy;
    QLineEdit* m_filter;
    QTimer m_filterSoon;
    SubjectsView* m_view;
    std::vector<QPersistentModelIndex> m_unfolded; // before anything was filtered
};

} // namespace

QWidget* makeWorkspacePanel(const PanelContext& context)
{
    return new WorkspacePanel(context);
}

} // namespace tscope
