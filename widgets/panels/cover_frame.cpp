// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/cover_frame.h"

#include "selection/cover.h"

#include <QLabel>

#include <algorithm>

namespace tscope {

CoverFrame::CoverFrame(QWidget* panel, const Cover& cover, const QStringList& parts, const Workspace* current,
                       QWidget* parent)
    : QStackedWidget(parent)
{
    auto* words = new QLabel(Cover::words());
    m_words = words;
    connect(words, &QLabel::linkActivated, this, &CoverFrame::questionWanted);
    words->setObjectName(QStringLiteral("covered"));
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    addWidget(panel);
    addWidget(words);
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
    m_words->setText(
        QStringLiteral("%1 <a href=\"question\">%2</a>").arg(Cover::words(), tr("Go to the question")));
    m_words->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
}

} // namespace tscope
