// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/rules_tree.h"

#include "base/human_numbers.h"
#include "build/words.h"
#include "selection/selection.h"
#include "views/rule_delegate.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSignalBlocker>

namespace tscope {

namespace {

template <class Key>
void keepIf(bool isKept, std::set<Key>& keys, const Key& key)
{
    if (isKept)
        keys.insert(key);
    else
        keys.erase(key);
}

} // namespace

RulesTree::RulesTree(const Workspace& workspace, Selection& selection, QWidget* parent)
    : WholeTree(parent), m_workspace(workspace), m_selection(selection), m_rows(new RulesModel(this))
{
    setObjectName(QStringLiteral("rules"));
    setAccessibleName(tr("Rules"));
    setModel(m_rows);
    setHeaderHidden(true);
    setItemDelegate(new RuleDelegate(*this));
    setWordWrap(true);
    setIndentation(12);
    header()->setMinimumSectionSize(0);
    setMouseTracking(true);
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) { noteFold(index, true); });
    connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& index) { noteFold(index, false); });
    connect(this, &QTreeView::entered, this, &RulesTree::lightUp);
    connect(this, &QTreeView::viewportEntered, &m_selection, &Selection::leave);
    auto* copyAction = new QAction(tr("Copy"), this);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    connect(copyAction, &QAction::triggered, this, &RulesTree::copy);
    addAction(copyAction);
    setContextMenuPolicy(Qt::ActionsContextMenu);
}

void RulesTree::noteFold(const QModelIndex& index, bool isOpen)
{
    if (m_rows->isGroup(index))
        keepIf(isOpen, m_openGroups, index.data(RulesModel::StateRole).toInt());
    else
        keepIf(isOpen, m_openRules, index.data(RulesModel::RuleRole).toString());
}

void RulesTree::copy() const
{
    const auto row = currentIndex();
    if (!row.isValid())
        return;
    auto text = row.data().toString();
    if (const auto rule = m_rows->moreOf(row); rule.isValid()) {
        const auto rest = rule.data(RulesModel::CountRole).toLongLong() - m_rows->listedOf(rule);
        text = tr("%1 more, not listed").arg(qt(grouped(rest)));
    }
    QGuiApplication::clipboard()->setText(text);
}

void RulesTree::setSubject(const TensorPtr& tensor, const ReportPtr& report, const Contract& contract)
{
    m_rows->setSubject(tensor, report, contract);
    const QSignalBlocker blocker(this);
    for (int group = 0; group < m_rows->rowCount(); ++group)
        if (const auto index = m_rows->index(group, 0);
            m_openGroups.contains(index.data(RulesModel::StateRole).toInt()))
            expand(index);
    for (const auto& rule : m_rows->rules())
        if (m_openRules.contains(rule.data(RulesModel::RuleRole).toString()))
            expand(rule);
    fit();
}

void RulesTree::lightUp(const QModelIndex& index)
{
    auto places = m_rows->placesOf(index);
    if (places.empty())
        return m_selection.leave();
    const auto first = places.front();
    places.erase(places.begin());
    m_selection.hover(m_workspace.current(), first, std::move(places));
}

void RulesTree::showAlone(const QModelIndex& rule)
{
    for (const auto& each : m_rows->rules())
        if (each != rule && isExpanded(each))
            collapse(each);
    expand(rule);
    scrollTo(rule, PositionAtTop);
}

bool RulesTree::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        m_selection.leave();
    return WholeTree::viewportEvent(event);
}

void RulesTree::focusOutEvent(QFocusEvent* event)
{
    m_selection.leave();
    WholeTree::focusOutEvent(event);
}

void RulesTree::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape)
        return WholeTree::keyPressEvent(event);
    m_selection.leave();
    m_selection.clear();
}

} // namespace tscope
