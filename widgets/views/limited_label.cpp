// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/limited_label.h"

#include <QScrollBar>

#include <algorithm>

namespace tscope {

LimitedLabel::LimitedLabel(int mostLines, QWidget* parent)
    : QScrollArea(parent), m_label(new QLabel), m_mostLines(mostLines)
{
    m_label->setWordWrap(true);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setWidget(m_label);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    m_label->setAutoFillBackground(false);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void LimitedLabel::setText(const QString& text)
{
    m_label->setText(text);
    setAccessibleName(text); // for those who come to it by keys, to scroll it
    verticalScrollBar()->setValue(0);
    fit();
}

void LimitedLabel::holdHeight()
{
    m_holdsHeight = true;
    fit();
}

void LimitedLabel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

void LimitedLabel::fit()
{
    const auto most = fontMetrics().lineSpacing() * m_mostLines;
    const auto whole = m_label->heightForWidth(width());
    const bool isCut = whole > most;
    setToolTip(isCut ? m_label->text() : QString());
    setVerticalScrollBarPolicy(isCut ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    setFocusPolicy(isCut ? Qt::StrongFocus : Qt::NoFocus);
    setFixedHeight(m_holdsHeight ? most : std::max(fontMetrics().lineSpacing(), std::min(whole, most)));
}

} // namespace tscope
