// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/cover_frame.h"

#include "selection/cover.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

CoverFrame::CoverFrame(QWidget* panel, const Cover& cover, const QStringList& parts, const Workspace* current,
                       QWidget* parent)
    : QStackedWidget(parent), m_cover(cover), m_parts(parts), m_current(current)
{
    auto* words = new QLabel(Cover::words());
    words->setObjectName(QStringLiteral("covered words"));
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    auto* instead = new QWidget;
    instead->setObjectName(QStringLiteral("covered"));
    instead->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_instead = new QVBoxLayout(instead);
    m_instead->addWidget(words, 1);
    addWidget(panel);
    addWidget(instead);
    m_away = new QLabel;
    m_away->setObjectName(QStringLiteral("shown elsewhere"));
    m_away->setAlignment(Qt::AlignCenter);
    m_away->setWordWrap(true);
    m_away->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    addWidget(m_away);
    connect(&cover, &Cover::changed, this, &CoverFrame::follow);
    if (current != nullptr) {
        connect(current, &Workspace::currentChanged, this, &CoverFrame::follow);
        connect(current, &Workspace::subjectChanged, this, &CoverFrame::follow); // it may lie elsewhere now
    }
    follow();
}

void CoverFrame::follow()
{
    const bool isOn = m_current == nullptr ? m_cover.isOn() : m_cover.isOn(m_current->current());
    const bool hides = isOn && std::ranges::any_of(m_parts, [this](const QString& part) {
                           return part == QLatin1String("any") || m_cover.hides(part);
                       });
    setCurrentIndex(hides ? 1 : m_away->text().isEmpty() ? 0 : 2);
}

void CoverFrame::showInstead(const QString& words)
{
    if (m_current == nullptr) // of no single tensor
        return;
    m_away->setText(words);
    follow();
}

void CoverFrame::offerQuestion()
{
    auto* button = new QPushButton(tr("Go to the question"));
    button->setObjectName(QStringLiteral("go to question"));
    m_instead->addWidget(button, 0, Qt::AlignHCenter);
    m_instead->addStretch(1);
    connect(button, &QPushButton::clicked, this, &CoverFrame::questionWanted);
}

} // namespace tscope
