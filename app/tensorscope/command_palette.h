// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace tscope {

// Something that can be asked for by its name.
struct Command {
    QString title; // "File: Open..."
    QString keys;  // its shortcut, if it has one
    std::function<void()> run;
};

// How well what was typed fits a title: all its words have to be found, in any order; the higher the better, 0 for
// not at all. Letters in their order do too, for who types "zi" and means "Zoom in".
int fitOf(const QString& typed, const QString& title);

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
