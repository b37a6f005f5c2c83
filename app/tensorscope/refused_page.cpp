// SPDX-License-Identifier: GPL-3.0-or-later
#include "refused_page.h"

#include "facts/telling.h"
#include "style/fixed_font.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t mostReasonsKept = 200;

// Words from a file, with what would turn or hide the words around them made visible.
QString shown(const std::string& text)
{
    return QString::fromStdString(harmless(text));
}

QLabel* wrappedLabel(const char* name)
{
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QString headingOf(RefusedFile::Sight sight)
{
    switch (sight) {
    case RefusedFile::Sight::pickle:
        return RefusedPage::tr("What its pickle tells Python to do. Nothing of it was run:");
    case RefusedFile::Sight::archive:
        return RefusedPage::tr("What lies in the archive:");
    case RefusedFile::Sight::text:
        return RefusedPage::tr("Its text, with the line marked where it could not be read:");
    case RefusedFile::Sight::bytes:
        return RefusedPage::tr("Its bytes, with the place marked if it is known:");
    default:
        return {};
    }
}

QString linesOf(const RefusedFile& seen)
{
    QStringList lines;
    for (const auto& line : seen.lines)
        lines << shown(line);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

RefusedPage::RefusedPage(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("refused"));
    m_files = new QListWidget;
    m_files->setObjectName(QStringLiteral("refused files"));
    m_files->setAccessibleName(tr("Files that could not be read"));
    m_files->setTextElideMode(Qt::ElideLeft);
    connect(m_files, &QListWidget::currentRowChanged, this, &RefusedPage::show);

    m_name = wrappedLabel("refused name");
    auto bold = m_name->font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_sentence = wrappedLabel("refused sentence");
    m_sentence->setAccessibleName(tr("Why it could not be read"));
    m_where = wrappedLabel("refused place");
    m_heading = wrappedLabel("refused heading");
    m_lines = new QPlainTextEdit;
    m_lines->setObjectName(QStringLiteral("refused lines"));
    m_lines->setAccessibleName(tr("What the file holds"));
    m_lines->setReadOnly(true);
    m_lines->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_lines->setFont(fixedFont());
    m_lines->setTabChangesFocus(true);
    m_heading->setBuddy(m_lines);

    auto* copyAll = new QPushButton(tr("&Copy"));
    copyAll->setObjectName(QStringLiteral("copy refusal"));
    connect(copyAll, &QPushButton::clicked, this, &RefusedPage::copy);
    auto* close = new QPushButton(tr("Close"));
    close->setObjectName(QStringLiteral("close refusal"));
    connect(close, &QPushButton::clicked, this, &RefusedPage::closed);
    auto* escape = new QShortcut(QKeySequence::Cancel, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &RefusedPage::closed);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(copyAll);
    buttons->addWidget(close);

    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    for (auto* label : {m_name, m_sentence, m_where, m_heading})
        layout->addWidget(label);
    layout->addWidget(m_lines, 1);
    layout->addStretch();
    layout->addLayout(buttons);
    auto* split = new QSplitter(Qt::Horizontal);
    split->addWidget(m_files);
    split->addWidget(page);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(split);
    clear();
}

void RefusedPage::add(const std::vector<Refusal>& refusals)
{
    int first = -1;
    for (const auto& refusal : refusals)
        if (const auto row = place(refusal); first < 0)
            first = row;
    m_files->setVisible(m_all.size() > 1);
    m_files->setCurrentRow(first);
    show(first);
}

int RefusedPage::place(const Refusal& refusal)
{
    const auto known = std::ranges::find(m_all, refusal.path, &Refusal::path);
    const auto row = static_cast<int>(known - m_all.begin());
    if (known != m_all.end()) {
        *known = refusal;
    } else if (m_all.size() < mostReasonsKept) {
        m_all.push_back(refusal);
        m_files->addItem(shown(QFileInfo(refusal.path).fileName().toStdString()));
        m_files->item(row)->setToolTip(shown(refusal.path.toStdString()));
    } else {
        return -1;
    }
    return row;
}

void RefusedPage::clear()
{
    m_all.clear();
    m_files->clear();
    m_files->hide();
}

QString RefusedPage::path() const
{
    const auto row = m_files->currentRow();
    return row >= 0 && row < static_cast<int>(m_all.size()) ? m_all[static_cast<std::size_t>(row)].path
                                                            : QString();
}

void RefusedPage::show(int row)
{
    if (row < 0 || row >= static_cast<int>(m_all.size()))
        return;
    const auto& refusal = m_all[static_cast<std::size_t>(row)];
    m_name->setText(shown(refusal.path.toStdString()));
    m_sentence->setText(QStringLiteral("\u25b2 ") + shown(refusal.sentence.toStdString()));
    m_where->setText(tr("Where: %1").arg(shown(refusal.where.toStdString())));
    m_where->setVisible(!refusal.where.isEmpty());
    m_heading->setText(headingOf(refusal.seen.sight));
    m_lines->setPlainText(linesOf(refusal.seen));
    const bool isAnythingSeen = !refusal.seen.lines.empty();
    m_heading->setVisible(isAnythingSeen);
    m_lines->setVisible(isAnythingSeen);
    Q_EMIT shownFile();
}

// As it stands on the page, for a letter to whoever made the file.
void RefusedPage::copy()
{
    QStringList parts;
    for (const auto* label : {m_name, m_sentence, m_where, m_heading})
        if (!label->isHidden())
            parts << label->text();
    if (!m_lines->isHidden())
        parts << m_lines->toPlainText();
    QApplication::clipboard()->setText(parts.join(QLatin1Char('\n')));
}

} // namespace tscope
