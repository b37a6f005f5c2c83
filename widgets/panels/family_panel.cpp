// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/family_panel.h"

#include "facts/kinship.h"
#include "facts/telling.h"
#include "facts/wording.h"
#include "jobs/jobs.h"
#include "panels/nothing_open.h"
#include "style/titles.h"
#include "workspace/log.h"
#include "workspace/workspace.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostRows = 200; // under one title

// Rows as high as their words need at the width of the tree, which QTreeView leaves out.
class WrappingRows : public QStyledItemDelegate
{
public:
    explicit WrappingRows(QTreeView* view) : QStyledItemDelegate(view), m_view(view) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        auto sized = option;
        const auto levels = index.parent().isValid() ? 2 : 1;
        sized.rect = QRect(0, 0, m_view->columnWidth(0) - levels * m_view->indentation(), 1);
        return QStyledItemDelegate::sizeHint(sized, index);
    }

private:
    QTreeView* m_view;
};

// Who shares what with the current tensor: its relatives, copy or view, and who looks at which storage.
class FamilyPanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::FamilyPanel)

public:
    explicit FamilyPanel(const PanelContext& context)
        : m_workspace(context.workspace), m_jobs(context.jobs), m_log(context.log)
    {
        m_tree = new QTreeWidget;
        m_tree->setObjectName(QStringLiteral("family"));
        m_tree->setAccessibleName(tr("View family"));
        m_tree->setHeaderHidden(true);
        m_tree->setWordWrap(true);
        m_tree->setIndentation(12);
        m_tree->setItemDelegate(new WrappingRows(m_tree));
        m_tree->header()->setSectionResizeMode(QHeaderView::Stretch);
        connect(m_tree->header(), &QHeaderView::sectionResized, m_tree, &QTreeWidget::doItemsLayout);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->addWidget(m_tree);

        // Many tensors come and go at once: their family is looked at when that is over.
        m_soon.setSingleShot(true);
        connect(&m_soon, &QTimer::timeout, this, &FamilyPanel::refresh);
        const auto soon = [this] {
            constexpr std::size_t many = 500;
            m_soon.start(m_workspace.subjects().size() < many ? 0 : 200);
        };
        connect(&m_workspace, &Workspace::currentChanged, this, soon);
        connect(&m_workspace, &Workspace::subjectsAdded, this, soon);
        connect(&m_workspace, &Workspace::subjectsRemoved, this, soon);
        connect(&m_workspace, &Workspace::subjectChanged, this, soon);
        connect(&m_log, &Log::added, this, [this, soon] {
            if (m_workspace.currentSubject() == nullptr) // it may say why
                soon();
        });
        const auto choose = [this](QTreeWidgetItem* item) {
            if (const auto id = item->data(0, Qt::UserRole).toInt(); id != 0)
                m_workspace.setCurrent(id);
        };
        connect(m_tree, &QTreeWidget::itemClicked, this, choose);
        connect(m_tree, &QTreeWidget::itemActivated, this, choose); // by keyboard
        soon();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        m_soon.start(0);
    }

private:
    struct Known {
        SubjectId id = 0;
        QString name;
        TensorPtr tensor;

        QString title() const { return QString::fromStdString(titleOf(shownName(name).toStdString())); }
    };
    struct Row {
        SubjectId id = 0; // 0: nothing to go to
        QString text;
    };
    struct Group {
        QString title;
        std::vector<Row> rows;
    };

    void refresh()
    {
        if (!isVisible()) // it is asked for again when it is shown
            return;
        std::vector<Known> open;
        for (const auto& subject : m_workspace.subjects())
            open.push_back({subject.id, subject.name, subject.tensor});
        m_jobs.start(
            this, QStringLiteral("family"),
            [open = std::move(open), current = m_workspace.current()](const Watch& watch) {
                auto groups = sharedStorages(open, current);
                groups.insert(groups.begin(), relatives(open, current, watch));
                return groups;
            },
            [this](const std::vector<Group>& groups) { show(groups); });
    }

    static Group relatives(const std::vector<Known>& open, SubjectId current, const Watch& watch)
    {
        Group out;
        const auto own = std::ranges::find(open, current, &Known::id);
        if (own == open.end())
            return out;
        for (const auto& other : open) {
            if (other.id == current || watch.isStopped())
                continue;
            if (const auto kin = kinship(*other.tensor, *own->tensor, watch); kin.kin != Kin::none)
                out.rows.push_back(
                    {other.id, other.title() + QStringLiteral(": ") +
                                   QString::fromStdString(kinshipText(kin, *other.tensor, *own->tensor))});
        }
        out.title = out.rows.empty() ? tr("No other open tensor is related to %1").arg(own->title())
                                     : tr("Related tensors");
        return out;
    }

    // Those of the current tensor.
    static std::vector<Group> sharedStorages(const std::vector<Known>& open, SubjectId current)
    {
        std::vector<const Tensor*> tensors;
        for (const auto& known : open)
            tensors.push_back(known.tensor.get());
        std::vector<Group> out;
        for (const auto& [storage, users] : storageUsers(tensors)) {
            const auto isOfCurrent = std::ranges::any_of(
                users, [&](const StorageUsers::User& user) { return open[user.tensor].id == current; });
            if (!isOfCurrent)
                continue;
            Group group{tr("Storage of %1 on %2")
                            .arg(QString::fromStdString(bytesText(storage->byteSize())),
                                 QString::fromStdString(harmless(storage->device().text()))),
                        {}};
            for (const auto& user : users) {
                const auto& known = open[user.tensor];
                const auto member = known.title() + QStringLiteral(".") +
                                    tscope::titleOf(known.tensor->member(user.member), *known.tensor);
                group.rows.push_back(
                    {known.id,
                     user.bytes.begin == user.bytes.end
                         ? tr("%1 reads none of it").arg(member)
                         : tr("%1, bytes %2..%3").arg(member).arg(user.bytes.begin).arg(user.bytes.end - 1)});
            }
            out.push_back(std::move(group));
        }
        return out;
    }

    void show(const std::vector<Group>& groups)
    {
        m_tree->clear();
        const auto add = [](QTreeWidgetItem* item, const Row& row) {
            item->setText(0, row.text);
            item->setToolTip(0, row.text);
            item->setData(0, Qt::UserRole, row.id);
        };
        for (std::size_t i = 0; i < std::min(mostRows, groups.size()); ++i) {
            if (groups[i].title.isEmpty())
                continue;
            auto* title = new QTreeWidgetItem(m_tree);
            add(title, {0, groups[i].title});
            const auto& rows = groups[i].rows;
            for (std::size_t k = 0; k < std::min(mostRows, rows.size()); ++k)
                add(new QTreeWidgetItem(title), rows[k]);
            if (rows.size() > mostRows)
                add(new QTreeWidgetItem(title),
                    {0, tr("and %n more", nullptr, static_cast<int>(rows.size() - mostRows))});
        }
        if (m_tree->topLevelItemCount() == 0)
            for (const auto& line : whyNothingIsOpen(m_log).split(QLatin1Char('\n')))
                add(new QTreeWidgetItem(m_tree), {0, line});
        if (groups.size() > mostRows)
            add(new QTreeWidgetItem(m_tree),
                {0, tr("and %n more storage(s)", nullptr, static_cast<int>(groups.size() - mostRows))});
        m_tree->expandAll();
    }

    Workspace& m_workspace;
    Jobs& m_jobs;
    Log& m_log;
    QTimer m_soon;
    QTreeWidget* m_tree;
};

} // namespace

QWidget* makeFamilyPanel(const PanelContext& context)
{
    return new FamilyPanel(context);
}

} // namespace tscope
