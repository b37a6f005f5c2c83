// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/text_panel.h"

#include "style/brief.h"
#include "style/fixed_font.h"

#include <QPlainTextEdit>
#include <QScrollBar>
#include <QVBoxLayout>

namespace tscope {

TextPanel::TextPanel(const QString& name, const QString& title, const QString& placeholder)
    : m_box(new QVBoxLayout(this)), m_text(new QPlainTextEdit)
{
    m_text->setObjectName(name);
    m_text->setAccessibleName(title);
    m_text->setPlaceholderText(placeholder);
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setFont(fixedFont());
    constexpr int leastLines = 2; // what is below a narrow window's panels gets the rest
    m_text->setMinimumHeight(leastLines * m_text->fontMetrics().lineSpacing() + 2 * m_text->frameWidth());
    m_box->setContentsMargins(0, 0, 0, 0);
    m_box->addWidget(m_text);
}

void TextPanel::refreshWhenSeen()
{
    m_isStale = !isVisible();
    if (!m_isStale)
        refresh();
}

// What was read stays where it was while the same lines come again.
void TextPanel::setText(const std::string& text)
{
    const auto shown = briefLines(QString::fromStdString(text));
    if (shown == m_text->toPlainText())
        return;
    const auto scrolled = m_text->verticalScrollBar()->value();
    m_text->setPlainText(shown);
    m_text->verticalScrollBar()->setValue(scrolled);
}

void TextPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        refreshWhenSeen();
}

} // namespace tscope
