// SPDX-License-Identifier: GPL-3.0-or-later
#include "settings_dialog.h"

#include "language.h"
#include "main_window.h"
#include "profile.h"
#include "views/contract_list.h"
#include "words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>

#include <algorithm>

namespace tscope {

SettingsDialog::SettingsDialog(MainWindow& window, Profile* profile)
    : QDialog(&window), m_window(window), m_profile(profile)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("settings"));
    setWindowTitle(tr("Settings"));

    const auto choice = [](const char* name) {
        auto* box = new QComboBox;
        box->setObjectName(QString::fromLatin1(name));
        return box;
    };
    m_theme = choice("settings theme");
    m_theme->addItem(tr("System"), QString());
    for (const auto& [theme, title] : {std::pair{Theme::light, tr("Light")}, std::pair{Theme::dark, tr("Dark")},
                                       std::pair{Theme::highContrast, tr("High contrast")}})
        m_theme->addItem(title, nameOf(theme));
    m_theme->setCurrentIndex(window.followsDesktop() ? 0 : m_theme->findData(nameOf(window.theme())));
    m_themeBefore = m_theme->currentIndex();

    m_textSize = choice("settings text size");
    m_textSize->addItem(tr("System"), 0);
    for (const int points : {8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28})
        m_textSize->addItem(tr("%1 pt").arg(points), points);
    m_textSize->setCurrentIndex(std::max(0, m_textSize->findData(window.textSize())));

    m_language = choice("settings language");
    m_language->addItem(tr("System"), QString());
    for (const auto& [code, name] : languages())
        m_language->addItem(name, code);
    if (profile != nullptr) // else there is no next start for it
        m_language->setCurrentIndex(std::max(0, m_language->findData(profile->language())));
    m_language->setToolTip(tr("From the next start on"));
    m_language->setEnabled(profile != nullptr);

    m_contract = choice("settings contract");
    describeContracts(*m_contract);
    m_contract->setCurrentText(QString::fromUtf8(window.workspace().contract().name()));
    if (profile != nullptr) {
        const auto kept = contractNamed(profile->contract().toStdString());
        m_contract->setCurrentText(QString::fromUtf8((kept ? **kept : defaultContract()).name()));
    }
    m_contractBefore = m_contract->currentIndex();

    m_arrangement = choice("settings arrangement");
    for (const auto& [name, title] :
         {std::pair{"learn", tr("Learn")}, std::pair{"debug", tr("Debug")}, std::pair{"compare", tr("Compare")}})
        m_arrangement->addItem(title, QString::fromLatin1(name));
    m_arrangement->setCurrentIndex(m_arrangement->findData(window.arrangement()));

    m_restores = new QCheckBox(tr("&Bring back what was open last"));
    m_restores->setObjectName(QStringLiteral("settings restores"));
    m_restores->setToolTip(tr("From the next start on"));
    m_restores->setChecked(profile != nullptr && profile->restores());
    m_restores->setEnabled(profile != nullptr);

    auto* form = new QFormLayout(this);
    form->addRow(tr("&Theme"), m_theme);
    form->addRow(tr("Text &size"), m_textSize);
    form->addRow(tr("&Language"), m_language);
    form->addRow(tr("&Rules checked at start"), m_contract);
    form->addRow(tr("&Arrangement of the panels"), m_arrangement);
    form->addRow(m_restores);
    if (profile == nullptr) {
        auto* note = new QLabel(tr("This window remembers nothing: what is chosen holds until it is closed."));
        note->setWordWrap(true);
        form->addRow(note);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);
}

// Only what was changed: the contract and the panels may be others than at the start just now.
void SettingsDialog::accept()
{
    if (m_theme->currentIndex() != m_themeBefore) {
        const auto theme = parsedTheme(m_theme->currentData().toString());
        theme ? m_window.setTheme(*theme) : m_window.followDesktop();
    }
    if (const auto points = m_textSize->currentData().toInt(); points != m_window.textSize())
        m_window.setTextSize(points);
    if (const auto name = m_arrangement->currentData().toString(); name != m_window.arrangement())
        m_window.arrange(name);
    if (m_contract->currentIndex() != m_contractBefore) {
        const auto& contract = contracts()[static_cast<std::size_t>(m_contract->currentIndex())];
        m_window.workspace().setContract(contract);
        if (m_profile != nullptr)
            m_profile->setContract(QString::fromUtf8(contract.name()));
    }
    if (m_profile != nullptr) {
        m_profile->setRestores(m_restores->isChecked());
        m_profile->setLanguage(m_language->currentData().toString());
    }
    QDialog::accept();
}

} // namespace tscope
