// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/place_walk.h"

#include "base/human_numbers.h"
#include "build/words.h"
#include "models/rules_model.h"
#include "style/brief.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace tscope {

namespace {

constexpr qsizetype longestStatement = 60; // of a rule, in a list to choose from

bool isAdvice(const QModelIndex& rule)
{
    return rule.data(RulesModel::StateRole).toInt() == static_cast<int>(RulesModel::State::advisory);
}

} // namespace

PlaceWalk::PlaceWalk(RulesModel& model, QTreeView& view, QWidget* parent)
    : QWidget(parent), m_model(model), m_view(view)
{
    m_rule = new QComboBox;
    m_rule->setObjectName(QStringLiteral("walked rule"));
    m_rule->setAccessibleName(tr("Places of"));
    m_rule->setToolTip(tr("Whose places are marked and stepped through"));
    m_rule->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_rule->setMinimumContentsLength(8);
    m_rule->view()->setTextElideMode(Qt::ElideMiddle); // the number of places stays
    m_position = new QLabel;
    m_position->setObjectName(QStringLiteral("walked place"));
    m_position->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_back = new QPushButton(tr("Previous place"));
    m_on = new QPushButton(tr("Next place"));
    m_back->setToolTip(tr("To the place before, in all views (Shift+F8)"));
    m_on->setToolTip(tr("To the next place, in all views (F8)"));
    m_back->setObjectName(QStringLiteral("previous place"));
    m_on->setObjectName(QStringLiteral("next place"));

    m_choice = new QHBoxLayout;
    m_choice->addWidget(m_rule, 1);
    m_choice->addWidget(m_position);
    m_steps = new QHBoxLayout;
    m_steps->addWidget(m_back);
    m_steps->addWidget(m_on);
    m_rows = new QVBoxLayout(this);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->addLayout(m_choice, 1);
    m_rows->addLayout(m_steps);

    connect(new QShortcut(Qt::Key_F8, this), &QShortcut::activated, this, [this] { step(1); });
    connect(new QShortcut(Qt::SHIFT | Qt::Key_F8, this), &QShortcut::activated, this, [this] { step(-1); });
    // After a step the focus stays here; a picture, which has the same key, would need a click first.
    auto* zoom = new QShortcut(Qt::Key_Z, this);
    zoom->setContext(Qt::WidgetWithChildrenShortcut);
    connect(zoom, &QShortcut::activated, this, &PlaceWalk::zoomWanted);
    connect(m_on, &QPushButton::clicked, this, [this] { step(1); });
    connect(m_back, &QPushButton::clicked, this, [this] { step(-1); });
    connect(m_rule, &QComboBox::activated, this, [this] {
        const auto rules = m_model.rules();
        const auto chosen = std::ranges::find_if(
            rules, [&](const QModelIndex& index) { return index.data(RulesModel::RuleRole) == rule(); });
        collect();
        Q_EMIT ruleChosen(rule().isEmpty() || chosen == rules.end() ? QModelIndex() : *chosen);
    });
    connect(&m_model, &QAbstractItemModel::modelReset, this, &PlaceWalk::refresh);
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &PlaceWalk::collect);
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &PlaceWalk::collect);
    connect(m_view.selectionModel(), &QItemSelectionModel::currentChanged, this, &PlaceWalk::tellPosition);
    refresh();
}

// As narrow as in three rows: what is wider than that must not keep it in one.
QSize PlaceWalk::minimumSizeHint() const
{
    const auto margins = contentsMargins();
    return {std::max(m_rule->minimumSizeHint().width(), m_steps->minimumSize().width()) + margins.left() +
                margins.right(),
            QWidget::minimumSizeHint().height()};
}

void PlaceWalk::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

// The position is never cut where a row of its own has room for it.
void PlaceWalk::arrange()
{
    const auto position = std::max(m_position->sizeHint().width(),
                                   fontMetrics().horizontalAdvance(tr("Place %1 of %2").arg(10).arg(12)));
    const auto choice = m_rule->minimumSizeHint().width() + m_choice->spacing() + position;
    const auto width = contentsRect().width();
    const bool isBeside = width >= choice;
    m_choice->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    // A layout gives what asks for no width none, whatever its minimum.
    m_position->setSizePolicy(isBeside ? QSizePolicy::Minimum : QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_position->setMinimumWidth(isBeside ? position : 0);
    const bool isWide = width >= choice + m_rows->spacing() + m_steps->minimumSize().width();
    m_rows->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

QString PlaceWalk::rule() const
{
    return m_rule->currentData().toString();
}

// The rule that was chosen stays so while it has places.
void PlaceWalk::refresh()
{
    const auto chosen = rule();
    m_isWaiting = false;
    {
        const QSignalBlocker blocker(m_rule);
        m_rule->clear();
        m_rule->addItem(tr("All rules"), QString());
        for (const auto& index : m_model.rules())
            if (const auto places = m_model.placesOf(index).size(); places > 0)
                m_rule->addItem(tr("%1 %2, %3")
                                    .arg(index.data(RulesModel::HeadRole).toString(),
                                         brief(index.data(RulesModel::TextRole).toString(), longestStatement),
                                         qt(grouped(index.data(RulesModel::CountRole).toLongLong()))),
                                index.data(RulesModel::RuleRole));
        m_rule->setCurrentIndex(std::max(0, m_rule->findData(chosen)));
    }
    const bool any = m_rule->count() > 1;
    m_rule->setEnabled(any);
    collect();
}

// Pictures mark what is broken. What a contract only advises has no mark there, so a walk through all rules passes
// it by; one through that rule alone says what it is.
bool PlaceWalk::isWalked(const QModelIndex& rule) const
{
    return this->rule().isEmpty() ? !isAdvice(rule) : rule.data(RulesModel::RuleRole) == this->rule();
}

// Kept until the model has others: there may be thousands, and each step looks for its own among them.
void PlaceWalk::collect()
{
    m_places.clear();
    for (const auto& index : m_model.rules()) {
        if (!isWalked(index))
            continue;
        for (int place = 0; place < m_model.rowCount(index); ++place)
            if (const auto at = m_model.index(place, 0, index); at.data(RulesModel::PlaceRole).isValid())
                m_places.push_back(at);
    }
    for (auto* button : {m_back, m_on})
        button->setEnabled(!m_places.empty());
    tellPosition();
}

void PlaceWalk::step(int direction)
{
    if (m_places.empty())
        return;
    const auto count = std::ssize(m_places);
    const auto current = std::ranges::find(m_places, m_view.currentIndex());
    if (direction > 0 && current != m_places.end()) {
        const auto rule = current->parent();
        if (current->row() + 1 == m_model.listedOf(rule) && m_model.hasMore(rule)) {
            m_isWaiting = true;
            Q_EMIT moreWanted(rule);
            return;
        }
    }
    const auto at = current == m_places.end() ? (direction > 0 ? -1 : 0) : current - m_places.begin();
    m_view.setCurrentIndex(m_places[static_cast<std::size_t>((at + direction + count) % count)]);
}

void PlaceWalk::goOn(const QModelIndex& first)
{
    if (std::exchange(m_isWaiting, false))
        m_view.setCurrentIndex(first);
}

// Ordinals, so the last of 16 is the 16th.
void PlaceWalk::tellPosition()
{
    if (m_places.empty()) {
        m_position->setText(m_rule->isEnabled() ? tr("Advice only: choose a rule") : QString());
        m_position->setToolTip(m_position->text());
        return arrange();
    }
    const auto listed = std::ssize(m_places);
    const auto total = countOfPlaces();
    const auto count = listed < total ? tr("%1 listed, %2 in all").arg(qt(grouped(listed)), qt(grouped(total)))
                                      : qt(grouped(total));
    const auto current = std::ranges::find(m_places, m_view.currentIndex());
    const auto found = countOfPlaces(true);
    const auto text = current != m_places.end()
                          ? tr("Place %1 of %2").arg(qt(grouped(current - m_places.begin() + 1)), count)
                      : found > total ? tr("Places: %1 of %2").arg(count, qt(grouped(found)))
                                      : tr("Places: %1").arg(count);
    m_position->setText(isAdvice(m_places.front().parent()) ? tr("Advice. %1").arg(text) : text);
    m_position->setToolTip(
        found > total && current == m_places.end()
            ? tr("%1 of %2 places can be stepped to. The others are of rules that compare members as a whole.")
                  .arg(count, qt(grouped(found)))
            : m_position->text());
    arrange();
}

// Listed or not. A rule that compares members as a whole, such as their lengths, has no slots to step to, but the
// verdict counts its place, too.
std::int64_t PlaceWalk::countOfPlaces(bool alsoWithoutSlots) const
{
    std::int64_t count = 0;
    for (const auto& index : m_model.rules())
        if (isWalked(index))
            count = saturatingAdd(count, alsoWithoutSlots || !m_model.placesOf(index).empty()
                                             ? index.data(RulesModel::CountRole).toLongLong()
                                             : 0);
    return count;
}

} // namespace tscope
