// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/log_panel.h"

#include "facts/telling.h"
#include "workspace/log.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace tscope {

namespace {

// "16:40:01  ▲ a.json: ...": names and messages may come from files.
QString lineOf(const Log::Entry& entry)
{
    const auto* mark = entry.kind == Log::Kind::error    ? "\u25b2"
                       : entry.kind == Log::Kind::notice ? "\u25c6"
                                                         : "\u2713";
    return QStringLiteral("%1  %2 %3")
        .arg(entry.at.time().toString(QStringLiteral("HH:mm:ss")), QString::fromUtf8(mark),
             QString::fromStdString(harmless(entry.text.toStdString())));
}

class LogPanel : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(tscope::LogPanel)

public:
    explicit LogPanel(const PanelContext& context) : m_log(context.log)
    {
        m_text = new QPlainTextEdit;
        m_text->setObjectName(QStringLiteral("log text"));
        m_text->setAccessibleName(tr("Log"));
        m_text->setPlaceholderText(tr("What is done, noticed or fails is written here."));
        m_text->setReadOnly(true);
        m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        m_text->setMaximumBlockCount(Log::most);
        m_text->setUndoRedoEnabled(false);
        auto* copy = new QPushButton(tr("Copy all"));
        copy->setObjectName(QStringLiteral("copy log"));
        auto* clear = new QPushButton(tr("Clear"));
        clear->setObjectName(QStringLiteral("clear log"));
        auto* buttons = new QVBoxLayout;
        buttons->addWidget(copy);
        buttons->addWidget(clear);
        buttons->addStretch();
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(4, 4, 4, 4);
        layout->addWidget(m_text, 1);
        layout->addLayout(buttons);

        connect(copy, &QPushButton::clicked, this,
                [this] { QApplication::clipboard()->setText(m_text->toPlainText()); });
        connect(clear, &QPushButton::clicked, &m_log, &Log::clear);
        connect(&m_log, &Log::added, this, [this] {
            m_isStale = !isVisible(); // thousands may come while nobody looks
            if (!m_isStale)
                m_text->appendPlainText(lineOf(m_log.entries().back()));
        });
        connect(&m_log, &Log::cleared, m_text, &QPlainTextEdit::clear);
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        if (!std::exchange(m_isStale, false))
            return;
        QStringList lines;
        for (const auto& entry : m_log.entries())
            lines << lineOf(entry);
        m_text->setPlainText(lines.join(QLatin1Char('\n')));
        m_text->moveCursor(QTextCursor::End);
    }

private:
    Log& m_log;
    bool m_isStale = true;
    QPlainTextEdit* m_text;
};

} // namespace

QWidget* makeLogPanel(const PanelContext& context)
{
    return new LogPanel(context);
}

} // namespace tscope
