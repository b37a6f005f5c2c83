// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QPlainTextEdit;
class QPushButton;

namespace tscope {

// Asks for notes to a shared view, and whether it becomes a file or a text on the clipboard.
class ShareDialog : public QDialog
{
    Q_OBJECT

public:
    ShareDialog(const QString& tensor, bool isSmall, QWidget* parent);

    QString notes() const;

Q_SIGNALS:
    void fileWanted();
    void textWanted();

private:
    QPlainTextEdit* m_notes;
};

} // namespace tscope
