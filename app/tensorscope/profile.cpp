// SPDX-License-Identifier: GPL-3.0-or-later
#include "profile.h"

#include "words.h"

#include <QDir>

namespace tscope {

namespace {

constexpr int mostRecent = 10;

QString inside(const QString& folder, const char* name)
{
    QDir().mkpath(folder);
    return QDir(folder).filePath(QString::fromLatin1(name));
}

} // namespace

Profile::Profile(const QString& folder)
    : m_folder(folder), m_settings(inside(folder, "settings.ini"), QSettings::IniFormat),
      m_lock(inside(folder, "session.lock"))
{
    m_lock.setStaleLockTime(0); // held as long as the process lives
    m_isFirst = m_lock.tryLock(0);
}

Theme Profile::theme() const
{
    return parsedTheme(m_settings.value(QStringLiteral("theme")).toString()).value_or(Theme::light);
}

void Profile::setTheme(Theme theme)
{
    m_settings.setValue(QStringLiteral("theme"), nameOf(theme));
}

QString Profile::language() const
{
    return m_settings.value(QStringLiteral("language")).toString();
}

void Profile::setLanguage(const QString& code)
{
    m_settings.setValue(QStringLiteral("language"), code);
}

QString Profile::contract() const
{
    return m_settings.value(QStringLiteral("contract")).toString();
}

void Profile::setContract(const QString& name)
{
    m_settings.setValue(QStringLiteral("contract"), name);
}

QString Profile::arrangement() const
{
    return m_settings.value(QStringLiteral("arrangement"), QStringLiteral("debug")).toString();
}

void Profile::setArrangement(const QString& name)
{
    m_settings.setValue(QStringLiteral("arrangement"), name);
}

bool Profile::restores() const
{
    return m_settings.value(QStringLiteral("restores"), true).toBool();
}

void Profile::setRestores(bool restores)
{
    m_settings.setValue(QStringLiteral("restores"), restores);
}

QStringList Profile::recent() const
{
    return m_settings.value(QStringLiteral("recent")).toStringList();
}

void Profile::addRecent(const QString& path)
{
    auto all = recent();
    all.removeAll(path);
    all.prepend(path);
    m_settings.setValue(QStringLiteral("recent"), QStringList(all.mid(0, mostRecent)));
}

void Profile::setWindow(const QByteArray& geometry, const QByteArray& docks)
{
    m_settings.setValue(QStringLiteral("geometry"), geometry);
    m_settings.setValue(QStringLiteral("docks"), docks);
}

} // namespace tscope
