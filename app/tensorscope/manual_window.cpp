// SPDX-License-Identifier: GPL-3.0-or-later
#include "manual_window.h"

#include "manual_text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

ManualWindow::ManualWindow(const QString& markdown, Jobs& jobs, QWidget* parent)
    : QDialog(parent), m_text(new ManualText(markdown, jobs)), m_contents(new QTreeWidget)
{
    setWindowTitle(tr("Manual"));
    m_text->setAccessibleName(tr("Manual"));
    m_text->setObjectName(QStringLiteral("manual text"));
    makeContents();
    auto* parts = new QSplitter;
    parts->addWidget(m_contents);
    parts->addWidget(m_text);
    parts->setStretchFactor(1, 1);
    parts->setSizes({220, 640});
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeSearch());
    layout->addWidget(parts, 1);
    resize(900, 680);
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, this, [this] {
        m_line->setFocus();
        m_line->selectAll();
    });
    connect(m_text, &ManualText::scrolled, this, [this] {
        const QScopedValueRollback following(m_isFollowing, true);
        if (!m_items.empty())
            m_contents->setCurrentItem(m_items[m_text->sectionOnTop()]);
    });
    m_contents->setFocus();
}

// A heading stands below the one before it that is of a higher rank.
void ManualWindow::makeContents()
{
    m_contents->setObjectName(QStringLiteral("manual contents"));
    m_contents->setAccessibleName(tr("Contents"));
    m_contents->setHeaderHidden(true);
    const auto& sections = m_text->sections();
    for (std::size_t i = 0; i < sections.size(); ++i) {
        std::size_t above = i;
        while (above > 0 && sections[above].level >= sections[i].level)
            --above;
        const bool isBelow = sections[i].level > 2 && sections[above].level < sections[i].level;
        auto* item = isBelow ? new QTreeWidgetItem(m_items[above]) : new QTreeWidgetItem(m_contents);
        item->setText(0, sections[i].title);
        m_items.push_back(item);
    }
    m_contents->expandAll();
    connect(m_contents, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        const auto at = std::ranges::find(m_items, item);
        if (!m_isFollowing && at != m_items.end())
            m_text->goTo(static_cast<std::size_t>(at - m_items.begin()));
    });
}

QWidget* ManualWindow::makeSearch()
{
    auto* box = new QWidget;
    m_line = new QLineEdit;
    m_line->setObjectName(QStringLiteral("find in manual"));
    m_line->setPlaceholderText(tr("Find in the manual"));
    m_line->setAccessibleName(tr("Find in the manual"));
    m_line->setClearButtonEnabled(true);
    m_place = new QLabel;
    m_place->setObjectName(QStringLiteral("found in manual"));
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_line, 1);
    row->addWidget(m_place);
    for (const auto& [text, by] : {std::pair(tr("Previous"), -1), std::pair(tr("Next"), 1)}) {
        auto* button = new QPushButton(text);
        button->setAutoDefault(false); // Enter belongs to the line
        connect(button, &QPushButton::clicked, this, [this, by = by] { step(by); });
        row->addWidget(button);
    }
    connect(m_line, &QLineEdit::textChanged, this, &ManualWindow::look);
    return box;
}

void ManualWindow::showSection(const QString& title)
{
    const auto& sections = m_text->sections();
    const auto at = std::ranges::find(sections, title, &ManualText::Section::title);
    if (at != sections.end())
        m_contents->setCurrentItem(m_items[static_cast<std::size_t>(at - sections.begin())]);
}

void ManualWindow::look(const QString& text)
{
    m_count = m_text->find(text);
    tellPlace();
}

void ManualWindow::step(int by)
{
    m_text->goToFound(m_text->found() + by);
    tellPlace();
}

void ManualWindow::tellPlace()
{
    if (m_line->text().isEmpty())
        m_place->clear();
    else
        m_place->setText(m_count == 0 ? tr("Not found") : tr("%1 of %2").arg(m_text->found() + 1).arg(m_count));
}

void ManualWindow::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && m_line->hasFocus())
        return step((event->modifiers() & Qt::ShiftModifier) != 0 ? -1 : 1);
    QDialog::keyPressEvent(event);
}

} // namespace tscope
