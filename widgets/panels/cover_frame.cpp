// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/cover_frame.h"

#include "selection/cover.h"

#include <QLabel>

#include <algorithm>

namespace tscope {

CoverFrame::CoverFrame(QWidget* panel, const Cover& cover, const QStringList& parts, QWidget* parent)
    : QStackedWidget(parent)
{
    auto* words = new QLabel(tr("Covered until you have answered."));
    words->setObjectName(QStringLiteral("covered"));
    words->setAlignment(Qt::AlignCenter);
    words->setWordWrap(true);
    words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    addWidget(panel);
    addWidget(words);
    const auto follow = [this, &cover, parts] {
        const bool hides = std::ranges::any_of(parts, [&](const QString& part) {
            return part == QLatin1String("any") ? cover.isOn() : cover.hides(part);
        });
        setCurrentIndex(hides ? 1 : 0);
    };
    connect(&cover, &Cover::changed, this, follow);
    follow();
}

} // namespace tscope
