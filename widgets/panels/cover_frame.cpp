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
    : QStackedWidget(parent)
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
    const auto follow = [this, &cover, current, parts] {
        const bool isOn = current == nullptr ? cover.isOn() : cover.isOn(current->current());
        const bool hides = isOn && std::ranges::any_of(parts, [&](const QString& part) {
                               return part == QLatin1String("any") || cover.hides(part);
                           });
        setCurrentIndex(hides ? 1 : 0);
    };
    connect(&cover, &Cover::changed, this, follow);
    if (current != nullptr) {
        connect(current, &Workspace::currentChanged, this, follow);
        connect(current, &Workspace::subjectChanged, this, follow); // it may lie elsewhere now
    }
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
