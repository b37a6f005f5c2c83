// SPDX-License-Identifier: GPL-3.0-or-later
#include "share_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace tscope {

ShareDialog::ShareDialog(const QString& tensor, bool isSmall, QWidget* parent)
    : QDialog(parent), m_notes(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("share"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Share this view"));
    auto* what = new QLabel(
        tr("%1 with its zoom, colours, dims and selection, for somebody else to open or paste.").arg(tensor));
    what->setWordWrap(true);
    m_notes->setObjectName(QStringLiteral("share notes"));
    m_notes->setTabChangesFocus(true);
    m_notes->setPlaceholderText(tr("What is there to see?"));
    auto* label = new QLabel(tr("&Notes"));
    label->setBuddy(m_notes);
    m_notes->setAccessibleName(tr("Notes"));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto* save = buttons->addButton(tr("&Save as a file..."), QDialogButtonBox::ActionRole);
    save->setObjectName(QStringLiteral("share file"));
    auto* copy = buttons->addButton(tr("&Copy as text"), QDialogButtonBox::ActionRole);
    copy->setObjectName(QStringLiteral("share text"));
    copy->setEnabled(isSmall);
    copy->setToolTip(isSmall ? tr("Paste it in another Tensorscope, or into a message")
                             : tr("The tensor is too large for the clipboard"));
    connect(save, &QPushButton::clicked, this, &ShareDialog::fileWanted);
    connect(copy, &QPushButton::clicked, this, &ShareDialog::textWanted);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    for (auto* part : std::initializer_list<QWidget*>{what, label, m_notes, buttons})
        layout->addWidget(part);
    resize(460, 300);
}

QString ShareDialog::notes() const
{
    return m_notes->toPlainText();
}

} // namespace tscope
