// SPDX-License-Identifier: GPL-3.0-or-later
#include "start_page.h"

#include "samples.h"
#include "style/titles.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace tscope {

namespace {

QLabel* heading(const QString& text)
{
    auto* label = new QLabel(text);
    auto font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QAbstractButton* link(const QString& title, const QString& what)
{
    auto* button = new QCommandLinkButton(asTitle(title), what);
    button->setIcon(QIcon());
    button->setAccessibleName(title);
    button->setAccessibleDescription(what);
    return button;
}

} // namespace

StartPage::StartPage(const QList<QAction*>& beginnings, const QStringList& samples, QWidget* parent)
    : QWidget(parent)
{
    auto* content = new QWidget;
    auto* page = new QVBoxLayout(content);
    page->setContentsMargins(32, 24, 32, 24);
    page->setSpacing(8);

    auto* words =
        new QLabel(tr("Open a tensor, build one, or begin with a sample. Every view shows the same tensor, "
                      "and what you point at lights up in all of them."));
    words->setWordWrap(true);
    page->addWidget(words);
    auto* buttons = new QHBoxLayout;
    for (auto* action : beginnings) {
        auto* button = new QPushButton(action->text());
        button->setToolTip(action->shortcut().toString(QKeySequence::NativeText));
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    page->addLayout(buttons);
    page->addSpacing(12);

    page->addWidget(heading(tr("Samples")));
    auto* grid = new QGridLayout;
    constexpr int columns = 2;
    int number = 0;
    for (const auto& sample : namedSamples(samples)) {
        auto* button = link(sample.title, sample.what);
        button->setObjectName(QFileInfo(sample.path).completeBaseName());
        connect(button, &QAbstractButton::clicked, this, [this, path = sample.path] { Q_EMIT chosen(path); });
        grid->addWidget(button, number / columns, number % columns);
        ++number;
    }
    page->addLayout(grid);

    m_recent = new QWidget;
    new QVBoxLayout(m_recent);
    m_recent->layout()->setContentsMargins(0, 12, 0, 0);
    page->addWidget(m_recent);
    page->addStretch();

    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area);
}

void StartPage::setRecent(const QStringList& paths)
{
    auto* layout = m_recent->layout();
    while (auto* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_recent->setVisible(!paths.isEmpty());
    if (!paths.isEmpty())
        layout->addWidget(heading(tr("Opened lately")));
    for (const auto& path : paths) {
        const QFileInfo file(path);
        auto* button = link(file.fileName(), file.absolutePath());
        connect(button, &QAbstractButton::clicked, this, [this, path] { Q_EMIT chosen(path); });
        layout->addWidget(button);
    }
}

} // namespace tscope
