// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "command_fit.h"

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace tscope {

// A line in which one types what one wants, and the commands that fit it, the best first.
class CommandPalette : public QDialog
{
    Q_OBJECT

public:
    CommandPalette(std::vector<Command> commands, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list();
    void choose();

    std::vector<Command> m_commands;
    QLineEdit* m_line = nullptr;
    QListWidget* m_list = nullptr;
};

} // namespace tscope
