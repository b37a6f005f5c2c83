// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/checked_choice.h"

#include "views/line_checks.h"

#include <QKeyEvent>
#include <QListWidget>
#include <QScreen>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyleOptionToolButton>

#include <algorithm>

namespace tscope {

namespace {

constexpr int apart = 2;            // pixels above and below each line: boxes of neighbours are not to touch
constexpr int leastCharacters = 12; // beside the title

QString downArrow()
{
    return QStringLiteral(" \u25be");
}

} // namespace

CheckedChoice::CheckedChoice(const QString& title, const QString& none, QWidget* parent)
    : QToolButton(parent), m_title(title), m_none(none), m_list(new QListWidget(this))
{
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setArrowType(Qt::NoArrow);
    setFocusPolicy(Qt::StrongFocus);
    m_list->setWindowFlag(Qt::Popup);
    m_list->setAccessibleName(title);
    m_list->setSpacing(apart);
    m_list->installEventFilter(this);
    checkByWholeLines(*m_list);
    m_list->hide();
    connect(this, &QToolButton::clicked, this, &CheckedChoice::openList);
    connect(m_list, &QListWidget::itemChanged, this, [this] {
        tellChecked();
        Q_EMIT changed();
    });
    tellChecked();
}

void CheckedChoice::setItems(const std::vector<Item>& items)
{
    const auto before = checked();
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const auto& item : items) {
            auto* line = new QListWidgetItem(item.text, m_list);
            line->setData(Qt::UserRole, item.id);
            line->setCheckState(Qt::Unchecked);
            line->setToolTip(item.whyNot);
            if (!item.whyNot.isEmpty())
                line->setFlags(line->flags() & ~Qt::ItemIsEnabled);
        }
    }
    setChecked(before);
}

void CheckedChoice::setChecked(const QStringList& ids)
{
    const QSignalBlocker quiet(m_list);
    for (int i = 0; i < m_list->count(); ++i) {
        auto* line = m_list->item(i);
        const bool isChosen =
            (line->flags() & Qt::ItemIsEnabled) && ids.contains(line->data(Qt::UserRole).toString());
        line->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
    }
    tellChecked();
}

void CheckedChoice::setInsteadOfNone(const QString& text)
{
    m_instead = text;
    tellChecked();
}

QStringList CheckedChoice::checked() const
{
    QStringList ids;
    for (int i = 0; i < m_list->count(); ++i)
        if (const auto* line = m_list->item(i); line->checkState() == Qt::Checked)
            ids << line->data(Qt::UserRole).toString();
    return ids;
}

bool CheckedChoice::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        m_list->hide();
        return true;
    }
    return QToolButton::eventFilter(watched, event);
}

// Below the button, or above it where the screen ends.
void CheckedChoice::openList()
{
    constexpr int mostHeight = 400;
    int height = 0;
    for (int i = 0; i < m_list->count() && height < mostHeight; ++i)
        height += m_list->sizeHintForRow(i) + 2 * apart;
    const auto frame = 2 * m_list->frameWidth();
    const bool scrolls = height > mostHeight;
    const auto bar = scrolls ? m_list->verticalScrollBar()->sizeHint().width() : 0;
    // Left to itself, a view that was laid out before it had this size keeps a bar that takes the ends of lines.
    m_list->setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    m_list->resize(m_list->sizeHintForColumn(0) + 2 * apart + bar + frame, std::min(height, mostHeight) + frame);
    const auto room = screen()->availableGeometry();
    auto at = mapToGlobal(QPoint(0, this->height()));
    if (at.y() + m_list->height() > room.bottom())
        at = mapToGlobal(QPoint(0, -m_list->height()));
    at.setX(std::max(room.left(), std::min(at.x(), room.right() - m_list->width())));
    m_list->move(at);
    m_list->show();
    m_list->setFocus();
    if (m_list->currentRow() < 0)
        m_list->setCurrentRow(0);
}

void CheckedChoice::tellChecked()
{
    const auto ids = checked();
    constexpr int mostNamed = 4;
    const auto none = m_instead.isEmpty() ? m_none : m_instead;
    const auto said = ids.isEmpty()             ? none
                      : ids.size() <= mostNamed ? ids.join(QStringLiteral(", "))
                                                : tr("%n chosen", nullptr, static_cast<int>(ids.size()));
    const auto room = textWidth() - fontMetrics().horizontalAdvance(downArrow());
    setText(fontMetrics().elidedText(tr("%1: %2").arg(m_title, said), Qt::ElideRight, room) + downArrow());
    setToolTip(tr("%1: %2").arg(m_title, ids.isEmpty() ? none : ids.join(QStringLiteral(", "))));
    setAccessibleName(tr("%1: %2").arg(m_title, said));
}

int CheckedChoice::textWidth() const
{
    const auto metrics = fontMetrics();
    const auto title = metrics.horizontalAdvance(tr("%1: %2").arg(m_title, QString()));
    return title + metrics.horizontalAdvance(downArrow()) + 1 +
           std::max(metrics.horizontalAdvance(m_none), leastCharacters * metrics.averageCharWidth());
}

// As a tool button asks for a text of this width: it stays the same whatever is chosen.
QSize CheckedChoice::sizeHint() const
{
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const auto height = QToolButton::sizeHint().height();
    const QSize content(textWidth() + 2 * fontMetrics().horizontalAdvance(QLatin1Char(' ')), height);
    return {style()->sizeFromContents(QStyle::CT_ToolButton, &option, content, this).width(), height};
}

void CheckedChoice::changeEvent(QEvent* event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        tellChecked();
}

} // namespace tscope
