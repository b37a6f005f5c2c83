// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/preview_frame.h"

#include "base/human_numbers.h"
#include "facts/member_changes.h"
#include "facts/wording.h"
#include "selection/preview_goal.h"
#include "style/brief.h"
#include "workspace/workspace.h"

#include <QButtonGroup>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include <initializer_list>

namespace tscope {

namespace {

QString verdictOf(const ReportPtr& report)
{
    if (!report)
        return PreviewFrame::tr("checking");
    return (report->valid ? QStringLiteral("\u2713 ") : QStringLiteral("\u25b2 ")) +
           QString::fromStdString(verdictText(*report));
}

} // namespace

PreviewFrame::PreviewFrame(Workspace& workspace, PreviewGoal& goal, QWidget* content, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_goal(goal)
{
    auto* strip = new QFrame;
    strip->setObjectName(QStringLiteral("preview"));
    strip->setFrameShape(QFrame::Box);
    strip->setAccessibleName(tr("Preview"));
    m_strip = strip;
    m_text = new QLabel;
    m_text->setObjectName(QStringLiteral("preview text"));
    m_text->setWordWrap(true);

    const auto button = [](const QString& text, const char* name, const QString& tip) {
        auto* made = new QPushButton(text);
        made->setObjectName(QString::fromLatin1(name));
        made->setToolTip(tip);
        made->setMaximumWidth(made->fontMetrics().horizontalAdvance(text) + 24); // the words need the room
        return made;
    };
    m_change = new QLabel;
    m_change->setObjectName(QStringLiteral("preview change"));
    m_previous =
        button(QStringLiteral("\u25c0"), "previous change", tr("To the change before, in all views (Shift+F9)"));
    m_next = button(QStringLiteral("\u25b6"), "next change", tr("To the next change, in all views (F9)"));
    m_previous->setAccessibleName(tr("Previous change"));
    m_next->setAccessibleName(tr("Next change"));
    auto* before = button(tr("&Before"), "preview before", tr("Show the tensor as it is"));
    auto* after = button(tr("A&fter"), "preview after", tr("Show the tensor as it would be"));
    auto* apply = button(tr("&Apply"), "preview apply", tr("Make the change, as one step that can be undone"));
    auto* drop = button(tr("&Discard"), "preview drop", tr("Leave the tensor as it is (Esc)"));
    auto* sides = new QButtonGroup(this);
    for (auto* side : {before, after}) {
        side->setCheckable(true);
        sides->addButton(side);
    }
    m_before = before;
    m_after = after;
    m_escape = new QShortcut(Qt::Key_Escape, this);

    auto* row = new QHBoxLayout(strip);
    row->setContentsMargins(8, 3, 8, 3);
    row->addWidget(m_text, 1);
    row->addWidget(m_change);
    for (auto* each : std::initializer_list<QWidget*>{m_previous, m_next, before, after, apply, drop})
        row->addWidget(each);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addWidget(content, 1);

    connect(m_previous, &QAbstractButton::clicked, this, [this] { m_goal.step(-1); });
    connect(m_next, &QAbstractButton::clicked, this, [this] { m_goal.step(1); });
    // Of the buttons, so that they are keys only while there is something to step through.
    connect(new QShortcut(Qt::SHIFT | Qt::Key_F9, m_previous), &QShortcut::activated, this,
            [this] { m_goal.step(-1); });
    connect(new QShortcut(Qt::Key_F9, m_next), &QShortcut::activated, this, [this] { m_goal.step(1); });
    connect(&goal, &PreviewGoal::moved, this, &PreviewFrame::tellChange);
    connect(before, &QPushButton::clicked, this, [this] { m_workspace.seePreview(false); });
    connect(after, &QPushButton::clicked, this, [this] { m_workspace.seePreview(true); });
    connect(apply, &QPushButton::clicked, &workspace, &Workspace::applyPreview);
    connect(drop, &QPushButton::clicked, &workspace, &Workspace::dropPreview);
    connect(m_escape, &QShortcut::activated, &workspace, &Workspace::dropPreview);
    connect(&workspace, &Workspace::previewChanged, this, &PreviewFrame::refresh);
    connect(&workspace, &Workspace::reportChanged, this, &PreviewFrame::refresh);
    connect(&workspace, &Workspace::currentChanged, this, &PreviewFrame::refresh);
    tellChange();
}

void PreviewFrame::refresh()
{
    const auto* subject = m_workspace.currentSubject();
    // What follows the mouse needs no words, and must not move the views below it.
    const bool isOn = subject != nullptr && subject->preview && !subject->preview->isLive;
    m_strip->setVisible(isOn);
    m_escape->setEnabled(isOn);
    if (!isOn)
        return;
    const auto& preview = *subject->preview;
    auto text = tr("\u25c7 Preview: %1, not applied\nbefore: %2, after: %3")
                    .arg(preview.title, verdictOf(subject->report), verdictOf(preview.after.report));
    if (const auto* place = m_goal.place())
        if (const auto change = changeText(*subject->tensor, *preview.change.tensor, *place); !change.empty())
            text += QLatin1Char('\n') + brief(QString::fromStdString(change));
    m_text->setText(text);
    m_strip->setAccessibleDescription(m_text->text());
    m_before->setChecked(!preview.isSeen);
    m_after->setChecked(preview.isSeen);
}

// One needs no steps.
void PreviewFrame::tellChange()
{
    const auto count = static_cast<std::int64_t>(m_goal.count());
    for (auto* widget : std::initializer_list<QWidget*>{m_change, m_previous, m_next})
        widget->setVisible(count > 1);
    const auto all = QString::fromStdString(grouped(count));
    const auto at = QString::fromStdString(grouped(static_cast<std::int64_t>(m_goal.at()) + 1));
    m_change->setText(m_goal.isAtLeast() ? tr("Change %1 of at least %2").arg(at, all)
                                         : tr("Change %1 of %2").arg(at, all));
    refresh();
}

} // namespace tscope
