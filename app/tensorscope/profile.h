// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "style/palette.h"

#include <QByteArray>
#include <QLockFile>
#include <QSettings>
#include <QString>
#include <QStringList>

namespace tscope {

// What is remembered from one run to the next, in one folder. Only the first window of several may keep the
// session.
class Profile
{
public:
    explicit Profile(const QString& folder);

    const QString& folder() const { return m_folder; }
    // Where what stood in the place of its files was moved to, as a link, a pipe or a device; empty: nothing did.
    const QString& setAside() const { return m_aside; }
    bool keepsSession() const { return m_isFirst && restores(); }

    std::optional<Theme> theme() const; // none: that of the desktop
    void setTheme(Theme theme);
    void followDesktop();
    int textSize() const; // points; 0: that of the desktop
    void setTextSize(int points);
    QString language() const; // empty: that of the system
    void setLanguage(const QString& code);
    QString contract() const; // empty: the default one
    void setContract(const QString& name);
    QString arrangement() const;
    void setArrangement(const QString& name);
    bool restores() const; // brings back at start what was open
    void setRestores(bool restores);

    // A choice of what is timed, by its name: of "Columns" {"8", "64"}; none: the usual ones.
    QStringList timed(const char* choice) const;
    void setTimed(const char* choice, const QStringList& words);

    QString classSeed() const; // of lessons, as it was typed; empty: none
    QString student() const;
    bool areNumbersShared() const; // by all of a class
    void setSitting(const QString& classSeed, const QString& student, bool areNumbersShared);

    QStringList recent() const; // the newest first
    void addRecent(const QString& path);

    QByteArray geometry() const { return m_settings.value(QStringLiteral("geometry")).toByteArray(); }
    QByteArray docks() const { return m_settings.value(QStringLiteral("docks")).toByteArray(); }
    void setWindow(const QByteArray& geometry, const QByteArray& docks);
    QVariant columns() const { return m_settings.value(QStringLiteral("columns")); } // of the list of tensors
    void setColumns(const QVariant& columns);                                        // none: as there is room

private:
    QString m_folder, m_aside;
    QSettings m_settings;
    QLockFile m_lock;
    bool m_isFirst = false;
};

} // namespace tscope
