// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/difference_list.h"

#include "base/human_numbers.h"
#include "build/words.h"
#include "jobs/jobs.h"
#include "selection/selection.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace tscope {

namespace {

using Page = Result<std::vector<DifferentPlace>>;

QString copyJob()
{
    return QStringLiteral("copy differences");
}

} // namespace

void goToBoth(Selection& selection, SubjectId a, const std::optional<Place>& inA, SubjectId b,
              const std::optional<Place>& inB)
{
    if (inA && inB)
        selection.select(a, *inA, b, *inB);
    else if (inA)
        selection.select(a, *inA);
    else if (inB)
        selection.select(b, *inB);
}

DifferenceList::DifferenceList(Selection& selection, Jobs& jobs, QWidget* parent)
    : QWidget(parent), m_selection(selection), m_jobs(jobs)
{
    m_model = new DifferencesModel(this);
    m_tree = new QTreeView;
    m_tree->setObjectName(QStringLiteral("all differences"));
    m_tree->setAccessibleName(tr("All differences"));
    m_tree->setModel(m_model);
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(12);
    m_back = new QPushButton(tr("Previous difference"));
    m_back->setObjectName(QStringLiteral("previous difference"));
    m_back->setToolTip(tr("To the difference before, in both tensors (Shift+F7)"));
    m_on = new QPushButton(tr("Next difference"));
    m_on->setObjectName(QStringLiteral("next difference"));
    m_on->setToolTip(tr("To the next difference, in both tensors (F7)"));
    m_position = new QLabel;
    m_position->setObjectName(QStringLiteral("difference shown"));
    auto* steps = new QHBoxLayout;
    steps->addWidget(m_back);
    steps->addWidget(m_on);
    steps->addWidget(m_position, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tree);
    layout->addLayout(steps);

    connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex& group) {
        if (const auto number = static_cast<std::size_t>(group.row()); m_model->listed(number) == 0)
            load(number);
    });
    connect(m_tree, &QTreeView::clicked, this, &DifferenceList::goTo);
    connect(m_tree, &QTreeView::activated, this, &DifferenceList::goTo);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &DifferenceList::goTo);
    connect(m_on, &QPushButton::clicked, this, [this] { step(1); });
    connect(m_back, &QPushButton::clicked, this, [this] { step(-1); });
    connect(new QShortcut(Qt::Key_F7, this), &QShortcut::activated, this, [this] { step(1); });
    connect(new QShortcut(Qt::SHIFT | Qt::Key_F7, this), &QShortcut::activated, this, [this] { step(-1); });
    auto* copyAction = new QAction(tr("Copy"), m_tree);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    connect(copyAction, &QAction::triggered, this, &DifferenceList::copy);
    m_tree->addAction(copyAction);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    clear();
}

// Several chosen rows; else all, since the current row is always chosen. Kinds that were never opened list their
// first differences before.
void DifferenceList::copy()
{
    const auto chosen = m_tree->selectionModel()->selectedIndexes();
    if (chosen.size() > 1)
        return copyChosen(chosen);
    std::vector<std::size_t> unlisted;
    for (std::size_t group = 0; group < m_model->groupCount(); ++group)
        if (m_model->listed(group) == 0 && m_model->hasMore(group))
            unlisted.push_back(group);
    if (unlisted.empty())
        return copyAll();
    std::vector<DifferenceGroup> groups;
    for (const auto group : unlisted)
        groups.push_back(m_model->groupAt(group));
    m_jobs.start(
        this, copyJob(),
        [a = m_tensorA, b = m_tensorB, groups = std::move(groups), tolerance = m_tolerance](const Watch& watch) {
            std::vector<Page> pages;
            for (const auto& group : groups)
                pages.push_back(
                    differencesOf(*a, *b, group, 0, DifferencesModel::perPage, watch, {.tolerance = tolerance}));
            return pages;
        },
        [this, unlisted](const std::vector<Page>& pages) {
            for (std::size_t i = 0; i < pages.size(); ++i)
                if (pages[i] && m_model->listed(unlisted[i]) == 0 && m_loading != unlisted[i])
                    m_model->add(unlisted[i], *pages[i]);
            copyAll();
        });
}

void DifferenceList::copyChosen(const QModelIndexList& rows) const
{
    auto sorted = rows;
    std::ranges::sort(sorted, [](const QModelIndex& one, const QModelIndex& other) {
        const auto key = [](const QModelIndex& index) {
            const bool isGroup = !index.parent().isValid();
            return std::pair(isGroup ? index.row() : index.parent().row(), isGroup ? -1 : index.row());
        };
        return key(one) < key(other);
    });
    QStringList lines;
    for (const auto& row : sorted)
        lines << lineOf(row);
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void DifferenceList::copyAll() const
{
    QStringList lines;
    for (int group = 0; group < m_model->rowCount(); ++group) {
        const auto parent = m_model->index(group, 0);
        lines << lineOf(parent);
        for (int row = 0; row < m_model->rowCount(parent); ++row)
            lines << QStringLiteral("    ") + lineOf(m_model->index(row, 0, parent));
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

QString DifferenceList::lineOf(const QModelIndex& index) const
{
    if (const auto group = m_model->moreOf(index))
        return tr("%1 more, not listed").arg(qt(grouped(m_model->restOf(*group))));
    return index.data().toString();
}

void DifferenceList::show(SubjectId a, TensorPtr tensorA, SubjectId b, TensorPtr tensorB,
                          std::vector<DifferenceGroup> groups, const Tolerance& tolerance)
{
    m_jobs.stop(this, QStringLiteral("differences"));
    m_jobs.stop(this, copyJob());
    m_loading.reset();
    m_isAwaited = false;
    m_a = a;
    m_b = b;
    m_tensorA = std::move(tensorA);
    m_tensorB = std::move(tensorB);
    m_tolerance = tolerance;
    const bool any = !groups.empty();
    m_model->setGroups(m_tensorA, m_tensorB, std::move(groups));
    setVisible(any);
    tellPosition();
    if (any)
        m_tree->expand(m_model->index(0, 0));
}

void DifferenceList::clear()
{
    show(0, nullptr, 0, nullptr, {});
}

// The next page of a group.
void DifferenceList::load(std::size_t group)
{
    if (m_loading || !m_model->hasMore(group))
        return;
    m_loading = group;
    m_jobs.start(
        this, QStringLiteral("differences"),
        [a = m_tensorA, b = m_tensorB, wanted = m_model->groupAt(group), from = m_model->listed(group),
         tolerance = m_tolerance](const Watch& watch) -> Page {
            return differencesOf(*a, *b, wanted, from, DifferencesModel::perPage, watch, {.tolerance = tolerance});
        },
        [this, group](const Page& page) {
            m_loading.reset();
            const bool isAwaited = std::exchange(m_isAwaited, false);
            if (!page)
                return m_position->setText(QString::fromStdString(page.error().text));
            const auto first = static_cast<int>(m_model->listed(group));
            m_model->add(group, *page);
            if (isAwaited && !page->empty())
                m_tree->setCurrentIndex(m_model->index(first, 0, m_model->index(static_cast<int>(group), 0)));
        });
}

// To a difference, whatever kind it is of. One that is not listed yet is gone to when it is there.
void DifferenceList::step(int direction)
{
    const auto groups = m_model->rowCount();
    if (groups == 0)
        return;
    auto next = m_tree->currentIndex();
    if (!next.isValid())
        next = m_model->index(0, 0);
    // Rows of groups are passed, and those that stand for more where no more can be listed.
    for (int passed = 0; passed < 3 * groups + 2; ++passed) {
        next = beside(next, direction);
        if (m_model->placeAt(next) != nullptr)
            return m_tree->setCurrentIndex(next);
        const auto group = m_model->moreOf(next);
        if (group && m_model->hasMore(*group) && (direction > 0 || m_model->listed(*group) == 0)) {
            m_isAwaited = true;
            return load(*group);
        }
    }
}

// The row behind or before it in the open tree; round and round.
QModelIndex DifferenceList::beside(const QModelIndex& index, int direction) const
{
    const auto groups = m_model->rowCount();
    const auto groupAt = [&](int row) { return m_model->index((row + groups) % groups, 0); };
    const auto parent = index.parent();
    if (!parent.isValid()) {
        if (direction > 0)
            return m_model->rowCount(index) > 0 ? m_model->index(0, 0, index) : groupAt(index.row() + 1);
        const auto group = groupAt(index.row() - 1);
        return m_model->index(m_model->rowCount(group) - 1, 0, group);
    }
    const auto row = index.row() + direction;
    if (row < 0)
        return parent;
    return row < m_model->rowCount(parent) ? m_model->index(row, 0, parent) : groupAt(parent.row() + 1);
}

void DifferenceList::goTo(const QModelIndex& index)
{
    tellPosition();
    if (const auto* place = m_model->placeAt(index))
        goToBoth(m_selection, m_a, placeIn(*m_tensorA, *place), m_b, placeIn(*m_tensorB, *place));
    else if (const auto group = m_model->moreOf(index))
        load(*group);
}

// An ordinal, so the last of 16 is the 16th.
void DifferenceList::tellPosition()
{
    const auto current = m_tree->currentIndex();
    if (m_model->placeAt(current) == nullptr)
        return m_position->clear();
    // Elements that differ are counted through all their groups, and apart from the slots that hold them.
    const auto own = static_cast<std::size_t>(current.parent().row());
    const bool areSlots = m_model->groupAt(own).kind == DifferenceGroup::Kind::member;
    std::int64_t before = 0, all = 0;
    for (std::size_t i = 0; i < m_model->groupCount(); ++i) {
        const auto& group = m_model->groupAt(i);
        if ((group.kind == DifferenceGroup::Kind::member) != areSlots)
            continue;
        before = i < own ? saturatingAdd(before, group.count) : before;
        all = saturatingAdd(all, group.count);
    }
    const auto number = qt(grouped(saturatingAdd(before, current.row() + 1))), count = qt(grouped(all));
    m_position->setText(areSlots ? tr("slot %1 of %2").arg(number, count)
                                 : tr("element %1 of %2").arg(number, count));
}

} // namespace tscope
