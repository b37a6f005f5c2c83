// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/subjects_model.h"

#include "base/human_numbers.h"
#include "facts/info.h"
#include "facts/wording.h"
#include "style/brief.h"
#include "style/glossary.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace tscope {

namespace {

constexpr int fewTensors = 24; // of a file: all of its tree is open from the beginning

QString amountText(double bytes)
{
    return QString::fromStdString(byteSizeText(static_cast<std::int64_t>(std::min(bytes, 9e18))));
}

int rulesBrokenIn(const Report& report)
{
    return static_cast<int>(std::ranges::count_if(
        report.findings, [](const Finding& finding) { return finding.level == Level::violation; }));
}

} // namespace

SubjectsModel::Tally& SubjectsModel::Tally::operator+=(const Tally& other)
{
    tensors += other.tensors;
    unchecked += other.unchecked;
    broken += other.broken;
    unsaved += other.unsaved;
    rulesBroken += other.rulesBroken;
    numel += other.numel;
    bytes += other.bytes;
    return *this;
}

SubjectsModel::Tally SubjectsModel::Tally::operator-() const
{
    return {-tensors, -unchecked, -broken, -unsaved, -rulesBroken, -numel, -bytes};
}

SubjectsModel::SubjectsModel(Workspace& workspace, QObject* parent)
    : QAbstractItemModel(parent), m_workspace(workspace), m_root(std::make_unique<Node>())
{
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

// ---- where a tensor stands ----

// The branches from the root to a tensor, and what is left of its name. A lone tensor stands for its file.
std::vector<SubjectsModel::Step> SubjectsModel::stepsTo(const Subject& subject, QString& leaf) const
{
    std::vector<Step> steps;
    const auto& origin = *subject.origin;
    leaf = QString::fromStdString(titleOf(subject.title().toStdString()));
    if (!origin.folder.isEmpty()) {
        const QDir folder(origin.folder);
        steps.push_back({origin.folder, folder.dirName(), true});
        auto below = folder.relativeFilePath(origin.path).split(QLatin1Char('/'));
        below.removeLast();
        for (const auto& each : below)
            steps.push_back({each, each, true});
    }
    if (origin.tensors <= 1) {
        if (!origin.path.isEmpty() && subject.name != QFileInfo(origin.title).completeBaseName())
            leaf = tr("%1: %2").arg(origin.title, leaf);
        return steps;
    }
    const auto key =
        origin.path.isEmpty() ? QStringLiteral("\n%1").arg(reinterpret_cast<quintptr>(&origin)) : origin.path;
    steps.push_back({key, origin.title, true});
    auto parts = forksOf(subject.origin).stepsTo(leaf);
    leaf = parts.takeLast();
    for (const auto& part : parts)
        steps.push_back({part, part, origin.tensors <= fewTensors});
    return steps;
}

const NameForks& SubjectsModel::forksOf(const OriginPtr& origin) const
{
    constexpr qsizetype mostNames = 4000; // so many are looked through in a moment
    const auto known = m_forks.find(origin);
    if (known != m_forks.end())
        return known->second;
    QStringList names;
    if (origin->names.size() <= mostNames)
        for (const auto& name : origin->names)
            names << shownName(name);
    return m_forks.emplace(origin, NameForks(names)).first->second;
}

SubjectsModel::Node& SubjectsModel::branchFor(const std::vector<Step>& steps, SubjectId order, bool isTold)
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
    fill(*leaf, subject, label);
    m_leaves.insert(subject.id, leaf.get());
    return leaf;
}

// The first of these, and those after it that come to stand beside it: views do much whenever rows come, however
// many. Returns how many these were; some are taken off at least.
std::size_t SubjectsModel::add(std::deque<SubjectId>& ids, std::size_t most, bool isTold)
{
    QString label;
    const auto first = ids.front();
    const auto steps = stepsTo(*m_workspace.find(first), label);
    auto& parent = branchFor(steps, first, isTold);
    const auto row = placeIn(parent, first);
    m_depth = std::max(m_leaves.isEmpty() ? 0 : m_depth, static_cast<int>(steps.size()));
    std::vector<std::unique_ptr<Node>> leaves;
    Tally tally;
    while (!ids.empty() && leaves.size() < most) {
        const auto& subject = *m_workspace.find(ids.front());
        if (!leaves.empty() && (stepsTo(subject, label) != steps || placeIn(parent, subject.id) != row))
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
        m_forks.clear();
    if (!m_staleSoon.isActive())
        m_staleSoon.start();
}

// Returns what was told of it.
SubjectsModel::Tally SubjectsModel::removeGoing(Node& branch)
{
    Tally gone;
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
    const auto steps = stepsTo(*subject, label);
    if (auto& parent = branchFor(steps, id, true); &parent != leaf->parent)
        moveTo(*leaf, parent);
    const auto before = leaf->told;
    auto change = -leaf->tally;
    fill(*leaf, *subject, label);
    if (leaf->told == before)
        return;
    Q_EMIT dataChanged(indexOf(*leaf), indexOf(*leaf, columns - 1));
    change += leaf->tally;
    count(*leaf->parent, change);
}

void SubjectsModel::count(Node& from, const Tally& change)
{
    if (change == Tally())
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

void SubjectsModel::fill(Node& leaf, const Subject& subject, const QString& label) const
{
    leaf.told.label = label;
    leaf.told.layout = QString::fromUtf8(subject.tensor->layout->name);
    leaf.told.size =
        subject.outline ? QString::fromStdString(sizeText(*subject.outline)) : QStringLiteral("\u2026");
    const auto* report = subject.report.get();
    leaf.tally = {1,
                  report == nullptr,
                  report != nullptr && !report->valid,
                  !subject.isSaved(),
                  report == nullptr ? 0 : rulesBrokenIn(*report),
                  subject.outline && subject.outline->numel ? static_cast<double>(*subject.outline->numel) : 0,
                  static_cast<double>(bytesOf(*subject.tensor).value_or(0))};
    leaf.told.type = shownName(QString::fromUtf8(subject.tensor->declaredDType().name()));
    leaf.told.bytes = amountText(leaf.tally.bytes);
    const auto fill =
        subject.outline ? fillOf(storedIn(*subject.tensor, *subject.outline), *subject.outline) : std::nullopt;
    leaf.told.fill = fill.value_or(1);
    leaf.told.filled = fill ? tr("%1 %").arg(QString::fromStdString(percentText(*fill))) : QString();
    leaf.told.file = subject.origin->path.isEmpty() ? QString() : subject.origin->title;
    leaf.told.verdict = report == nullptr ? QStringLiteral("\u2026")
                        : report->valid   ? QStringLiteral("\u2713")
                                          : QStringLiteral("\u25b2 %1").arg(leaf.tally.rulesBroken);
    const auto whole = report == nullptr ? tr("checking") : QString::fromStdString(verdictText(*report));
    leaf.told.tip = QString::fromStdString(titleOf(subject.title().toStdString())) + QLatin1Char(' ') +
                    leaf.told.layout + QLatin1Char(' ') + leaf.told.size + QLatin1Char(' ') + leaf.told.type +
                    QStringLiteral(", ") + leaf.told.bytes + QStringLiteral(": ") + whole;
    const auto& origin = *subject.origin;
    if (const auto from = origin.path.isEmpty() ? origin.title : origin.path; !from.isEmpty())
        leaf.told.tip += QLatin1Char('\n') + from;
    if (!subject.isSaved())
        leaf.told.tip +=
            QLatin1Char('\n') + (subject.held ? tr("edited and not saved") : tr("not saved in a file"));
}

// ---- what is told ----

QString SubjectsModel::verdictOf(const Tally& tally) const
{
    if (tally.broken > 0)
        return QStringLiteral("\u25b2 %1/%2").arg(tally.broken).arg(tally.tensors);
    if (tally.unchecked > 0)
        return QStringLiteral("\u2026 %1/%2").arg(tally.unchecked).arg(tally.tensors);
    return QStringLiteral("\u2713 %1").arg(tally.tensors);
}

QString SubjectsModel::tipOf(const Node& branch) const
{
    const auto& tally = branch.tally;
    QStringList parts{tr("%n tensor(s)", nullptr, tally.tensors)};
    if (tally.broken > 0)
        parts << tr("%n of them broken", nullptr, tally.broken);
    if (tally.unchecked > 0)
        parts << tr("%n still being checked", nullptr, tally.unchecked);
    if (tally.broken == 0 && tally.unchecked == 0)
        parts << tr("all valid");
    if (tally.unsaved > 0)
        parts << tr("%n not saved", nullptr, tally.unsaved);
    auto tip = tr("%1: %2").arg(branch.told.label, parts.join(QStringLiteral(", ")));
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
    return node.id == 0 ? branchData(node, index.column(), role) : leafData(node, index.column(), role);
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
    for (const auto& step : stepsTo(*m_workspace.find(id), leaf)) {
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
