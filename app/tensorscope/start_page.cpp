// SPDX-License-Identifier: GPL-3.0-or-later
#include "start_page.h"

#include "style/titles.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <array>

namespace tscope {

namespace {

struct SampleWords {
    const char* file;
    const char* title; // both to be translated in the context "tscope::StartPage"
    const char* what;
};

constexpr std::array sampleWords{
    SampleWords{"strided", QT_TRANSLATE_NOOP("tscope::StartPage", "Strided"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "columns that lie apart, from offset 1")},
    SampleWords{"coo", QT_TRANSLATE_NOOP("tscope::StartPage", "COO, hybrid"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "coordinates, each with a pair of values")},
    SampleWords{"csr", QT_TRANSLATE_NOOP("tscope::StartPage", "CSR"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "row pointers and columns; one row is empty")},
    SampleWords{"csc", QT_TRANSLATE_NOOP("tscope::StartPage", "CSC"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "the same by columns")},
    SampleWords{"bsr", QT_TRANSLATE_NOOP("tscope::StartPage", "BSR"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "rows of dense blocks")},
    SampleWords{"bsc", QT_TRANSLATE_NOOP("tscope::StartPage", "BSC"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "columns of dense blocks, with stored zeros")},
    SampleWords{"nested", QT_TRANSLATE_NOOP("tscope::StartPage", "Nested"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "three tensors of different sizes in one buffer")},
    SampleWords{"jagged", QT_TRANSLATE_NOOP("tscope::StartPage", "Jagged"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "sequences of 3, 1 and 2 rows")},
    SampleWords{"broken_pointer", QT_TRANSLATE_NOOP("tscope::StartPage", "A broken pointer"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "one wrong number that breaks two rules")},
    SampleWords{"broken_entry", QT_TRANSLATE_NOOP("tscope::StartPage", "A stray entry"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "outside the size, and the order is wrong")},
    SampleWords{"broken_offset", QT_TRANSLATE_NOOP("tscope::StartPage", "A broken offset"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "a component that reaches beyond its buffer")},
};

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
    // In the order of the words; a sample without any comes last, under its name.
    QStringList rest = samples;
    const auto add = [&](const QString& path, const QString& title, const QString& what) {
        auto* button = link(title, what);
        button->setObjectName(QFileInfo(path).completeBaseName());
        connect(button, &QAbstractButton::clicked, this, [this, path] { Q_EMIT chosen(path); });
        grid->addWidget(button, number / columns, number % columns);
        ++number;
    };
    for (const auto& sample : sampleWords)
        for (const auto& path : samples)
            if (QFileInfo(path).completeBaseName() == QLatin1String(sample.file)) {
                add(path, QCoreApplication::translate("tscope::StartPage", sample.title),
                    QCoreApplication::translate("tscope::StartPage", sample.what));
                rest.removeAll(path);
            }
    for (const auto& path : rest)
        add(path, QFileInfo(path).completeBaseName(), {});
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
