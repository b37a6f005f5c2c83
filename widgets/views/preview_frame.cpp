// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/preview_frame.h"

#include "facts/wording.h"
#include "workspace/workspace.h"

#include <QButtonGroup>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

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

PreviewFrame::PreviewFrame(Workspace& workspace, QWidget* content, QWidget* parent)
    : QWidget(parent), m_workspace(workspace)
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
    for (auto* each : {before, after, apply, drop})
        row->addWidget(each);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(strip);
    layout->addWidget(content, 1);

    connect(before, &QPushButton::clicked, this, [this] { m_workspace.seePreview(false); });
    connect(after, &QPushButton::clicked, this, [this] { m_workspace.seePreview(true); });
    connect(apply, &QPushButton::clicked, &workspace, &Workspace::applyPreview);
    connect(drop, &QPushButton::clicked, &workspace, &Workspace::dropPreview);
    connect(m_escape, &QShortcut::activated, &workspace, &Workspace::dropPreview);
    connect(&workspace, &Workspace::previewChanged, this, &PreviewFrame::refresh);
    connect(&workspace, &Workspace::reportChanged, this, &PreviewFrame::refresh);
    connect(&workspace, &Workspace::currentChanged, this, &PreviewFrame::refresh);
    refresh();
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
    m_text->setText(tr("\u25c7 Preview: %1, not applied\nbefore: %2, after: %3")
                        .arg(preview.title, verdictOf(subject->report), verdictOf(preview.after.report)));
    m_strip->setAccessibleDescription(m_text->text());
    m_before->setChecked(!preview.isSeen);
    m_after->setChecked(preview.isSeen);
}

} // namespace tscope
