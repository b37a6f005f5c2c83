// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_palette.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <span>

namespace tscope {

constexpr std::size_t mostListed = 500; // among thousands of tensors nobody scrolls

CommandPalette::CommandPalette(std::vector<Command> commands, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), m_commands(std::move(commands))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("palette"));
    setWindowTitle(tr("Commands"));
    m_line = new QLineEdit;
    m_line->setPlaceholderText(tr("What do you want to do?"));
    m_line->setAccessibleName(tr("Command"));
    m_line->setClearButtonEnabled(true);
    m_line->installEventFilter(this);
    m_list = new QListWidget;
    m_list->setAccessibleName(tr("Commands that fit"));
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideMiddle);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_line);
    layout->addWidget(m_list);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::list);
    connect(m_line, &QLineEdit::returnPressed, this, &CommandPalette::choose);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::choose);
    list();
    resize(std::min(560, parent->width() - 40), std::min(420, parent->height() - 80));
    move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 60)));
    m_line->setFocus();
}

void CommandPalette::list()
{
    const auto fits = fitting(m_line->text(), m_commands);
    m_list->clear();
    const auto listed = std::min(fits.size(), mostListed);
    for (const auto number : std::span(fits).first(listed)) {
        const auto& command = m_commands[static_cast<std::size_t>(number)];
        auto* item = new QListWidgetItem(
            command.keys.isEmpty() ? command.title : tr("%1   (%2)").arg(command.title, command.keys), m_list);
        if (command.obstacle.isEmpty()) {
            item->setData(Qt::UserRole, number);
        } else {
            item->setText(tr("%1: %2").arg(command.title, command.obstacle));
            item->setFlags(Qt::NoItemFlags);
        }
    }
    if (fits.empty())
        (new QListWidgetItem(tr("no command has this in its name"), m_list))->setFlags(Qt::NoItemFlags);
    if (fits.size() > listed)
        (new QListWidgetItem(tr("and %n more", nullptr, static_cast<int>(fits.size() - listed)), m_list))
            ->setFlags(Qt::NoItemFlags);
    m_list->setCurrentRow(0);
}

// The palette is gone before what was chosen begins: that may open something of its own.
void CommandPalette::choose()
{
    const auto* item = m_list->currentItem();
    if (item == nullptr || !item->data(Qt::UserRole).isValid())
        return;
    const auto run = m_commands[static_cast<std::size_t>(item->data(Qt::UserRole).toInt())].run;
    accept();
    QMetaObject::invokeMethod(parentWidget(), run, Qt::QueuedConnection);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line && event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            QCoreApplication::sendEvent(m_list, event);
            return true;
        default:
            break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace tscope
