// SPDX-License-Identifier: GPL-3.0-or-later
#include "start_page.h"

#include "sample_card.h"
#include "style/titles.h"

#include <QAction>
#include <QCommandLinkButton>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGridLayout>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <string_view>

namespace tscope {

namespace {

// What people come for, each with a sample and the picture that shows it best.
struct Use {
    const char* title; // to be translated in the context "tscope::StartPage"
    const char* sample;
    std::string_view picture;
};
constexpr std::array programUses{
    Use{QT_TRANSLATE_NOOP("tscope::StartPage", "Learn how layouts lie in memory"), "strided", "storage"},
    Use{QT_TRANSLATE_NOOP("tscope::StartPage", "Find what is wrong with a broken tensor"), "broken_pointer",
        "members"},
    Use{QT_TRANSLATE_NOOP("tscope::StartPage", "Find the fastest layout"), "bsr", "logical"},
};

constexpr int widestPage = 1400; // beyond it pictures are too far apart to be seen as one line
constexpr int pageMargin = 32, cardSpacing = 14;

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
    auto* button = new QCommandLinkButton(asTitle(title));
    button->setIcon(QIcon());
    button->setToolTip(what);
    button->setAccessibleName(title);
    button->setAccessibleDescription(what);
    return button;
}

// A column of widgets that begins at the page's left edge.
QVBoxLayout* column(QWidget* box)
{
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    return layout;
}

} // namespace

StartPage::StartPage(const QList<QAction*>& beginnings, const QStringList& samples, Jobs& jobs, QWidget* parent)
    : QWidget(parent)
{
    auto* content = new QWidget;
    auto* page = new QVBoxLayout(content);
    page->setContentsMargins(pageMargin, 20, pageMargin, 20);
    page->setSpacing(14);
    page->addWidget(makeHead());
    page->addWidget(makeBeginnings(beginnings));
    m_recent = new QWidget;
    auto* recent = column(m_recent);
    recent->addWidget(heading(tr("Recent")));
    m_recentFiles = new QGridLayout;
    recent->addLayout(m_recentFiles);
    m_recent->hide();
    page->addWidget(m_recent);
    auto named = namedSamples(samples);
    page->addWidget(makeUses(named, jobs));
    if (!named.empty())
        page->addWidget(makeSamples(named));
    page->addStretch();

    content->setMaximumWidth(widestPage);
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus); // it follows the focus of what is on it
    area->setAlignment(Qt::AlignHCenter);
    area->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(area);
}

QWidget* StartPage::makeHead()
{
    auto* head = new QWidget;
    auto* icon = new QLabel;
    constexpr int side = 48;
    icon->setPixmap(QIcon(QStringLiteral(":/icons/tensorscope.svg")).pixmap(side, side));
    auto* name = heading(QStringLiteral("Tensorscope"));
    auto font = name->font();
    font.setPointSizeF(font.pointSizeF() * 1.8);
    name->setFont(font);
    name->setObjectName(QStringLiteral("program"));
    auto* purpose = new QLabel(
        tr("Shows how tensors lie in memory, what is wrong with a broken one, and which layout is fastest."));
    purpose->setObjectName(QStringLiteral("purpose"));
    purpose->setWordWrap(true);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(name);
    words->addWidget(purpose);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(14);
    row->addWidget(icon);
    row->addLayout(words, 1);
    return head;
}

QWidget* StartPage::makeBeginnings(const QList<QAction*>& beginnings)
{
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    for (auto* action : beginnings) {
        auto* button = new QPushButton(action->text());
        button->setToolTip(action->shortcut().toString(QKeySequence::NativeText));
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        row->addWidget(button);
        if (focusProxy() == nullptr)
            setFocusProxy(button);
    }
    auto* hint = new QLabel(tr("or drop files here, or paste with Ctrl+V"));
    hint->setObjectName(QStringLiteral("drop hint"));
    hint->setWordWrap(true);
    row->addSpacing(8);
    row->addWidget(hint, 1);
    return box;
}

// Takes the samples that it shows out of the others.
QWidget* StartPage::makeUses(std::vector<NamedSample>& samples, Jobs& jobs)
{
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(cardSpacing);
    for (const auto& use : programUses) {
        const auto sample = std::ranges::find_if(samples, [&](const NamedSample& each) {
            return QFileInfo(each.path).completeBaseName() == QLatin1String(use.sample);
        });
        const auto picture =
            std::ranges::find_if(pictures(), [&](const PictureSpec& spec) { return use.picture == spec.id; });
        if (sample == samples.end() || picture == pictures().end())
            continue;
        auto* card =
            new SampleCard(sample->path, *picture,
                           {QCoreApplication::translate("tscope::StartPage", use.title), sample->title}, jobs);
        card->setObjectName(QString::fromLatin1(use.sample));
        card->setToolTip(sample->what);
        connect(card, &QAbstractButton::clicked, this, [this, path = sample->path] { Q_EMIT chosen(path); });
        row->addWidget(card, 1);
        m_cards.push_back(card);
        samples.erase(sample);
    }
    return box;
}

QWidget* StartPage::makeSamples(const std::vector<NamedSample>& samples)
{
    auto* box = new QWidget;
    auto* layout = column(box);
    layout->addWidget(heading(tr("More samples")));
    auto* grid = new QGridLayout;
    grid->setSpacing(2);
    constexpr int columns = 3;
    int number = 0;
    for (const auto& sample : samples) {
        auto* button = link(sample.title, sample.what);
        button->setObjectName(QFileInfo(sample.path).completeBaseName());
        connect(button, &QAbstractButton::clicked, this, [this, path = sample.path] { Q_EMIT chosen(path); });
        grid->addWidget(button, number / columns, number % columns);
        ++number;
    }
    layout->addLayout(grid);
    return box;
}

// As high as their width asks for. It is taken without a scroll bar, which would come and go with the height.
void StartPage::sizeCards()
{
    const auto count = static_cast<int>(m_cards.size());
    if (count == 0)
        return;
    const auto room = std::min(width(), widestPage) - 2 * pageMargin - (count - 1) * cardSpacing;
    const auto width = std::max(1, room / count);
    int texts = 0; // as high as the longest: pictures and cards end on one line
    for (const auto* card : m_cards)
        texts = std::max(texts, card->textHeight(width));
    for (auto* card : m_cards)
        card->setHeight(width, texts);
}

void StartPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    sizeCards();
}

void StartPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        sizeCards();
}

void StartPage::setRecent(const QStringList& paths)
{
    while (auto* item = m_recentFiles->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_recent->setVisible(!paths.isEmpty());
    constexpr int columns = 3, most = 6; // the pictures below stay in sight
    for (int i = 0; i < std::min<int>(most, static_cast<int>(paths.size())); ++i) {
        const QFileInfo file(paths[i]);
        auto* button = link(file.fileName(), paths[i]);
        button->setText(asTitle(fontMetrics().elidedText(file.fileName(), Qt::ElideMiddle, 260)));
        button->setMinimumWidth(60);
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        connect(button, &QAbstractButton::clicked, this, [this, path = paths[i]] { Q_EMIT chosen(path); });
        m_recentFiles->addWidget(button, i / columns, i % columns);
    }
    for (int i = 0; i < columns; ++i)
        m_recentFiles->setColumnStretch(i, 1);
}

} // namespace tscope
