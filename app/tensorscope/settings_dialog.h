// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;

namespace tscope {

class MainWindow;
class Profile;

// What is the same at every start: how the window looks and speaks, and the contract that tensors are held to.
// Taken over at once where it can be; without a profile for this run only.
class SettingsDialog : public QDialog
{
    Q_OBJECT

public:
    SettingsDialog(MainWindow& window, Profile* profile);

    void accept() override;

private:
    MainWindow& m_window;
    Profile* m_profile;
    QComboBox *m_theme, *m_textSize, *m_language, *m_contract, *m_arrangement;
    QCheckBox* m_restores;
    int m_themeBefore, m_contractBefore; // shown when it was opened
};

} // namespace tscope
