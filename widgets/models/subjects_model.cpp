// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subjects_model.h"

#include "style/brief.h"
#include "style/glossary.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace tscope {

SubjectsModel::SubjectsModel(Workspace& workspace, QObject* parent)
    : QAbstractItemModel(parent), m_workspace(workspace), m_root(std::make_unique<Node>())
{
    m_namesSoon.setSingleShot(true);
    m_namesSoon.setInterval(0);
    connect(&m_namesSoon, &QTimer::timeout, this, &SubjectsModel::tellNamesakes);
    const auto namesChange = [this] { m_namesSoon.start(); };
    connect(this, &QAbstractItemModel::dataChanged, this, namesChange);
    connect(this, &QAbstractItemModel::rowsInserted, this, namesChange);
    connect(this, &QAbstractItemModel::rowsMoved, this, namesChange);
    connect(this, &QAbstractItemModel::rowsRemoved, this, namesChange);
    m_staleSoon.setSingleShot(true);
    m_staleSoon.setInterval(0);
    connect(&m_staleSoon, &QTimer::timeout, this, [this] {
        int most = 100;
        if (!tellStale(*m_root, most))
            m_staleSoon.start();
    });
    std::deque<SubjectId> open;
    for (const auto& subject : workspace.subjects())
        open.push_back(subject.id);
    while (!open.empty())
        add(open, open.size(), false);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &SubjectsModel::goOn);
    connect(&workspace, &Workspace::subjectsAdded, this, [this](const std::vector<SubjectId>& ids) {
        const bool isNext = m_awaited.empty();
        m_awaited.insert(m_awaited.end(), ids.begin(), ids.end());
        if (isNext)
            goOn();
    });
    connect(&workspace, &Workspace::currentChanged, this, &SubjectsModel::addIfAwaited);
    connect(&workspace, &Workspace::subjectsRemoved, this, &SubjectsModel::remove);
    connect(&workspace, &Workspace::subjectChanged, this, &SubjectsModel::refresh);
    connect(&workspace, &Workspace::reportChanged, this, &SubjectsModel::refresh);
}

SubjectsModel::~SubjectsModel() = default;

// ---- the tree, as tensors come and go ----

SubjectsModel::Node& SubjectsModel::branchFor(const std::vector<SubjectStep>& steps, SubjectId order, bool isTold)
{
    auto* at = m_root.get();
    for (const auto& [key, label, isUnfolded] : steps) {
        auto* branch = at->branches.value(key);
        if (branch == nullptr) {
            auto made = std::make_unique<Node>();
            branch = made.get();
            branch->told.label = label;
            branch->isUnfolded = isUnfolded;
            branch->order = order;
            branch->key = key;
            std::vector<std::unique_ptr<Node>> alone;
            alone.push_back(std::move(made));
            insert(*at, placeIn(*at, order), std::move(alone), isTold);
            at->branches.insert(key, branch);
        }
        at = branch;
    }
    return *at;
}

// Where those with this order begin or would stand.
int SubjectsModel::placeIn(const Node& parent, SubjectId order)
{
    const auto place =
        std::ranges::upper_bound(parent.children, order, {}, [](const auto& child) { return child->order; });
    return static_cast<int>(place - parent.children.begin());
}

// Side by side.
void SubjectsModel::insert(Node& parent, int row, std::vector<std::unique_ptr<Node>> added, bool isTold)
{
    if (isTold)
        beginInsertRows(indexOf(parent), row, row + static_cast<int>(added.size()) - 1);
    for (const auto& child : added)
        child->parent = &parent;
    auto& children = parent.children;
    children.insert(children.begin() + row, std::make_move_iterator(added.begin()),
                    std::make_move_iterator(added.end()));
    for (auto i = static_cast<std::size_t>(row); i < children.size(); ++i)
        children[i]->row = static_cast<int>(i);
    if (isTold)
        endInsertRows();
}

std::unique_ptr<SubjectsModel::Node> SubjectsModel::leafOf(const Subject& subject, const QString& label)
{
    auto leaf = std::make_unique<Node>();
    leaf->id = leaf->order = subject.id;
    leaf->told = toldOf(subject, label);
    leaf->tally = tallyOf(subject);
    m_leaves.insert(subject.id, leaf.get());
    return leaf;
}

// The first of these, and those after it that come to stand beside it: views do much whenever rows come, however
// many. Returns how many these were; some are taken off at least.
std::size_t SubjectsModel::add(std::deque<SubjectId>& ids, std::size_t most, bool isTold)
{
    QString label;
    const auto first = ids.front();
    const auto steps = m_steps.to(*m_workspace.find(first), label);
    auto& parent = branchFor(steps, first, isTold);
    const auto row = placeIn(parent, first);
    m_depth = std::max(m_leaves.isEmpty() ? 0 : m_depth, static_cast<int>(steps.size()));
    std::vector<std::unique_ptr<Node>> leaves;
    SubjectTally tally;
    while (!ids.empty() && leaves.size() < most) {
        const auto& subject = *m_workspace.find(ids.front());
        if (!leaves.empty() && (m_steps.to(subject, label) != steps || placeIn(parent, subject.id) != row))
            break;
        leaves.push_back(leafOf(subject, label));
        tally += leaves.back()->tally;
        ids.pop_front();
    }
    const auto count = leaves.size();
    insert(parent, row, std::move(leaves), isTold);
    this->count(parent, tally);
    return count;
}

// Between some and the next the window is drawn and listens. The more there are the longer views take to lay them
// out again, so the more come at once.
void SubjectsModel::goOn()
{
    const auto most = std::max<std::size_t>(100, static_cast<std::size_t>(m_leaves.size()) / 16);
    for (std::size_t some = 0; some < most && !m_awaited.empty();)
        some += add(m_awaited, most - some, true);
    constexpr int mostGone = 500;
    for (int some = 0; some < mostGone && !m_gone.empty(); ++some) {
        const auto node = std::move(m_gone.back());
        m_gone.pop_back();
        std::ranges::move(node->children, std::back_inserter(m_gone));
        node->children.clear();
    }
    if (!m_awaited.empty() || !m_gone.empty())
        m_soon.start();
}

// Who is looked at can be found.
void SubjectsModel::addIfAwaited(SubjectId id)
{
    if (const auto at = std::ranges::find(m_awaited, id); at != m_awaited.end()) {
        m_awaited.erase(at);
        std::deque alone{id};
        add(alone, 1, true);
    }
}

// What goes as a whole, goes at once.
void SubjectsModel::remove(const std::vector<SubjectId>& ids)
{
    std::erase_if(m_awaited, [&](SubjectId id) { return std::ranges::binary_search(ids, id); });
    for (const auto id : ids)
        for (auto* node = m_leaves.take(id); node != nullptr; node = node->parent)
            ++node->going;
    removeGoing(*m_root);
    if (m_leaves.isEmpty())
        m_steps.forget();
    if (!m_staleSoon.isActive())
        m_staleSoon.start();
}

// Returns what was told of it.
SubjectTally SubjectsModel::removeGoing(Node& branch)
{
    SubjectTally gone;
    if (std::exchange(branch.going, 0) == 0)
        return gone;
    const auto goes = [](const Node& node) { return node.going > 0 && node.going == node.tally.tensors; };
    for (auto end = static_cast<int>(branch.children.size()); end > 0;) {
        auto begin = end;
        while (begin > 0 && goes(*branch.children[static_cast<std::size_t>(begin - 1)]))
            gone += branch.children[static_cast<std::size_t>(--begin)]->tally;
        if (begin < end)
            takeRows(branch, begin, end);
        else
            gone += removeGoing(*branch.children[static_cast<std::size_t>(--begin)]);
        end = begin;
    }
    branch.tally += -gone;
    branch.isStale = true;
    return gone;
}

void SubjectsModel::takeRows(Node& parent, int begin, int end)
{
    beginRemoveRows(indexOf(parent), begin, end - 1);
    auto& children = parent.children;
    for (auto row = begin; row < end; ++row)
        if (const auto& child = *children[static_cast<std::size_t>(row)]; child.id == 0)
            parent.branches.remove(child.key);
    std::move(children.begin() + begin, children.begin() + end, std::back_inserter(m_gone));
    children.erase(children.begin() + begin, children.begin() + end);
    for (auto i = static_cast<std::size_t>(begin); i < children.size(); ++i)
        children[i]->row = static_cast<int>(i);
    endRemoveRows();
    if (!m_soon.isActive())
        m_soon.start();
}

// And what is empty without it.
void SubjectsModel::removeIfEmpty(Node& branch)
{
    auto* gone = &branch;
    if (gone == m_root.get() || !gone->children.empty())
        return;
    while (gone->parent != m_root.get() && gone->parent->children.size() == 1)
        gone = gone->parent;
    takeRows(*gone->parent, gone->row, gone->row + 1);
}

// Another name may mean another branch.
void SubjectsModel::moveTo(Node& leaf, Node& parent)
{
    auto& before = *leaf.parent;
    const auto row = leaf.row, to = placeIn(parent, leaf.order);
    count(before, -leaf.tally);
    beginMoveRows(indexOf(before), row, row, indexOf(parent), to);
    auto owned = std::move(before.children[static_cast<std::size_t>(row)]);
    before.children.erase(before.children.begin() + row);
    parent.children.insert(parent.children.begin() + to, std::move(owned));
    leaf.parent = &parent;
    for (auto* each : {&before, &parent})
        for (std::size_t i = 0; i < each->children.size(); ++i)
            each->children[i]->row = static_cast<int>(i);
    endMoveRows();
    count(parent, leaf.tally);
    removeIfEmpty(before);
}

void SubjectsModel::refresh(SubjectId id)
{
    const auto* subject = m_workspace.find(id);
    auto* leaf = m_leaves.value(id);
    if (subject == nullptr || leaf == nullptr)
        return;
    QString label;
    const auto steps = m_steps.to(*subject, label);
    if (auto& parent = branchFor(steps, id, true); &parent != leaf->parent)
        moveTo(*leaf, parent);
    const auto before = leaf->told;
    auto change = -leaf->tally;
    leaf->told = toldOf(*subject, label);
    leaf->tally = tallyOf(*subject);
    if (leaf->told == before)
        return;
    Q_EMIT dataChanged(indexOf(*leaf), indexOf(*leaf, columns - 1));
    change += leaf->tally;
    count(*leaf->parent, change);
}

void SubjectsModel::count(Node& from, const SubjectTally& change)
{
    if (change == SubjectTally())
        return;
    for (auto* branch = &from; branch != nullptr; branch = branch->parent) {
        branch->tally += change;
        branch->isStale = true;
    }
    if (!m_staleSoon.isActive())
        m_staleSoon.start();
}

// Of so many branches at most, so that the window is drawn in between. Whether there are no more.
bool SubjectsModel::tellStale(Node& branch, int& most)
{
    if (!branch.isStale)
        return true;
    for (auto* below : branch.branches)
        if (!tellStale(*below, most))
            return false;
    if (most-- == 0)
        return false;
    branch.isStale = false;
    if (&branch != m_root.get())
        Q_EMIT dataChanged(indexOf(branch), indexOf(branch, columns - 1));
    return true;
}

// ---- what is told ----

QString SubjectsModel::tipOf(const Node& branch) const
{
    auto tip = tr("%1: %2").arg(branch.told.label, textOf(branch.tally));
    if (branch.parent == m_root.get() && branch.key.startsWith(QLatin1Char('/')))
        tip += QLatin1Char('\n') + branch.key;
    return tip;
}

// All that is told of it, and of what it lies in.
QString SubjectsModel::soughtIn(const Node& leaf) const
{
    auto text = leaf.told.tip.section(QLatin1Char('\n'), 0, 0) + QLatin1Char(' ') + leaf.told.verdict;
    for (const auto* branch = leaf.parent; branch != m_root.get(); branch = branch->parent)
        text += QLatin1Char(' ') + branch->told.label;
    return text;
}

QVariant SubjectsModel::branchData(const Node& branch, int column, int role) const
{
    switch (role) {
    case IdRole:
        return 0;
    case UnfoldRole:
        return branch.isUnfolded;
    case UnsavedRole:
        return branch.tally.unsaved > 0;
    case Qt::ToolTipRole:
        return tipOf(branch);
    case Qt::AccessibleTextRole:
        return column == nameColumn ? tipOf(branch) : QVariant();
    case SortRole:
        if (column == sizeColumn)
            return branch.tally.numel;
        if (column == bytesColumn)
            return branch.tally.bytes;
        if (column == verdictColumn)
            return branch.tally.rulesBroken;
        [[fallthrough]];
    case Qt::DisplayRole:
        return column == nameColumn      ? branch.told.label
               : column == verdictColumn ? verdictOf(branch.tally)
               : column == bytesColumn   ? amountText(branch.tally.bytes)
                                         : QVariant(QString());
    default:
        return {};
    }
}

QString SubjectsModel::shownLabel(const Node& leaf) const
{
    const bool isCovered = m_isCovered && m_isCovered(leaf.id);
    return leaf.hasNamesakes && !isCovered ? tr("%1 (%2)").arg(leaf.told.label, leaf.told.file) : leaf.told.label;
}

// Few tensors are told apart by looking at them. Thousands come from few files, which give each another name.
void SubjectsModel::tellNamesakes()
{
    constexpr qsizetype most = 2000;
    QHash<std::pair<const Node*, QString>, int> times;
    const auto nameOf = [this](const Node& leaf) {
        const auto* subject = m_workspace.find(leaf.id);
        return std::pair<const Node*, QString>(leaf.parent, subject == nullptr ? leaf.told.label : subject->name);
    };
    const bool areFew = m_leaves.size() <= most;
    if (areFew)
        for (const auto* leaf : std::as_const(m_leaves))
            ++times[nameOf(*leaf)];
    std::vector<Node*> changed;
    for (auto* leaf : std::as_const(m_leaves)) {
        const bool has = areFew && !leaf->told.file.isEmpty() && times.value(nameOf(*leaf)) > 1;
        if (std::exchange(leaf->hasNamesakes, has) != has)
            changed.push_back(leaf);
    }
    for (const auto* leaf : changed)
        Q_EMIT dataChanged(indexOf(*leaf), indexOf(*leaf));
}

QVariant SubjectsModel::leafData(const Node& leaf, int column, int role) const
{
    const std::array<const QString*, columns> texts{&leaf.told.label,   &leaf.told.layout, &leaf.told.size,
                                                    &leaf.told.verdict, &leaf.told.type,   &leaf.told.bytes,
                                                    &leaf.told.filled,  &leaf.told.file};
    switch (role) {
    case IdRole:
        return leaf.id;
    case UnfoldRole:
        return false;
    case UnsavedRole:
        return leaf.tally.unsaved > 0;
    case FilterRole:
        return soughtIn(leaf);
    case Qt::ToolTipRole:
        return leaf.told.tip;
    case Qt::AccessibleTextRole:
        if (column == nameColumn && leaf.tally.unsaved > 0)
            return tr("%1, not saved").arg(leaf.told.label);
        return column == verdictColumn ? leaf.told.tip : QVariant();
    case Qt::EditRole:
        if (const auto* subject = m_workspace.find(leaf.id); subject != nullptr && column == nameColumn)
            return subject->name.size() > longestName ? subject->title() : subject->name;
        return {};
    case SortRole:
        if (column == sizeColumn)
            return leaf.tally.numel;
        if (column == bytesColumn)
            return leaf.tally.bytes;
        if (column == filledColumn)
            return leaf.told.fill;
        if (column == verdictColumn)
            return leaf.tally.unchecked > 0 ? -1 : leaf.tally.rulesBroken;
        [[fallthrough]];
    case Qt::DisplayRole:
        if (role == Qt::DisplayRole && column == nameColumn)
            return shownLabel(leaf);
        return *texts[static_cast<std::size_t>(column)];
    default:
        return {};
    }
}

QVariant SubjectsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& node = nodeOf(index);
    if (m_isCovered && isTelling(index.column(), role) && (node.id == 0 || m_isCovered(node.id)))
        return role == Qt::ToolTipRole || role == Qt::AccessibleTextRole ? QVariant(node.told.label) : QVariant();
    return node.id == 0 ? branchData(node, index.column(), role) : leafData(node, index.column(), role);
}

// More than the name of a tensor and whether it is saved.
bool SubjectsModel::isTelling(int column, int role)
{
    return role == Qt::ToolTipRole || role == Qt::AccessibleTextRole || role == FilterRole ||
           (column != nameColumn && (role == Qt::DisplayRole || role == SortRole));
}

void SubjectsModel::setCovered(IsCovered isCovered)
{
    m_isCovered = std::move(isCovered);
    const auto tell = [this](const QModelIndex& parent, const auto& again) -> void {
        const auto rows = rowCount(parent);
        if (rows == 0)
            return;
        Q_EMIT dataChanged(index(0, 0, parent), index(rows - 1, columns - 1, parent));
        for (int row = 0; row < rows; ++row)
            if (const auto child = index(row, 0, parent); nodeOf(child).id == 0)
                again(child, again);
    };
    tell({}, tell);
}

QVariant SubjectsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columns)
        return {};
    if (role == Qt::ToolTipRole) {
        static constexpr std::array<const char*, columns> terms{"", "layout", "claimed size", "verdict",
                                                                "", "",       "filled",       ""};
        const auto meaning = meaningOf(terms[static_cast<std::size_t>(section)]);
        return section == verdictColumn
                   ? tr("Under %1. %2").arg(QString::fromUtf8(m_workspace.contract().name()), meaning)
                   : meaning;
    }
    if (role != Qt::DisplayRole)
        return {};
    const QString titles[columns]{tr("Name"), tr("Layout"), tr("Size"),   tr("Verdict"),
                                  tr("Type"), tr("Bytes"),  tr("Filled"), tr("File")};
    return titles[section];
}

bool SubjectsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const auto id = nodeOf(index).id;
    if (const auto* subject = m_workspace.find(id); subject != nullptr && value.toString() != subject->title())
        m_workspace.rename(id, value.toString());
    return true;
}

Qt::ItemFlags SubjectsModel::flags(const QModelIndex& index) const
{
    const auto flags = QAbstractItemModel::flags(index);
    if (!index.isValid() || nodeOf(index).id == 0)
        return flags;
    return index.column() == nameColumn ? flags | Qt::ItemIsEditable | Qt::ItemNeverHasChildren
                                        : flags | Qt::ItemNeverHasChildren;
}

// ---- the tree ----

const SubjectsModel::Node& SubjectsModel::nodeOf(const QModelIndex& index)
{
    return *static_cast<const Node*>(index.internalPointer());
}

QModelIndex SubjectsModel::indexOf(const Node& node, int column) const
{
    return &node == m_root.get() ? QModelIndex() : createIndex(node.row, column, &node);
}

QModelIndex SubjectsModel::indexOf(SubjectId id) const
{
    const auto* leaf = m_leaves.value(id);
    return leaf == nullptr ? QModelIndex() : indexOf(*leaf);
}

std::vector<SubjectId> SubjectsModel::idsBelow(const QModelIndex& index) const
{
    std::vector<SubjectId> ids;
    std::vector todo{&nodeOrRoot(index)};
    while (!todo.empty()) {
        const auto* node = todo.back();
        todo.pop_back();
        if (node->id != 0)
            ids.push_back(node->id);
        for (const auto& child : node->children)
            todo.push_back(child.get());
    }
    for (const auto id : m_awaited)
        if (isToLieBelow(id, nodeOrRoot(index)))
            ids.push_back(id);
    return ids;
}

bool SubjectsModel::isToLieBelow(SubjectId id, const Node& branch) const
{
    QString leaf;
    const auto* at = m_root.get();
    for (const auto& step : m_steps.to(*m_workspace.find(id), leaf)) {
        if (at == &branch || at == nullptr)
            break;
        at = at->branches.value(step.key);
    }
    return at == &branch;
}

QModelIndex SubjectsModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, nodeOrRoot(parent).children[static_cast<std::size_t>(row)].get());
}

QModelIndex SubjectsModel::parent(const QModelIndex& index) const
{
    return index.isValid() ? indexOf(*nodeOf(index).parent) : QModelIndex();
}

int SubjectsModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOrRoot(parent).children.size());
}

int SubjectsModel::columnCount(const QModelIndex& /*parent*/) const
{
    return columns;
}

} // namespace tscope
