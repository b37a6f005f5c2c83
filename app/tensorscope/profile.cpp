// SPDX-License-Identifier: GPL-3.0-or-later
#include "profile.h"

#include "io/small_file.h"
#include "words.h"

#include <QDir>

#include <array>
#include <limits>

namespace tscope {

namespace {

constexpr int mostRecent = 10;

// What is none of the profile's files would be waited for, or read without end, by who opens it.
QString madeReady(const QString& folder)
{
    struct Own {
        const char* name;
        std::int64_t most; // bytes
    };
    constexpr std::array own{Own{"settings.ini", 1 << 24}, Own{"settings.ini.lock", 4096},
                             Own{"session.lock", 4096}};
    QDir().mkpath(folder);
    std::vector<std::string> odd;
    for (const auto& [name, most] : own)
        if (oddInPlaceOf(folder.toStdString() + "/" + name, most))
            odd.emplace_back(name);
    if (odd.empty())
        return {};
    const auto aside = setAside(folder.toStdString(), odd);
    return aside ? QDir(folder).filePath(QString::fromStdString(*aside)) : QString();
}

// A folder in which what is odd can't be moved away is not used.
QString inside(const QString& folder, const char* name)
{
    const auto path = QDir(folder).filePath(QString::fromLatin1(name));
    return oddInPlaceOf(path.toStdString(), std::numeric_limits<std::int64_t>::max())
               ? path + QStringLiteral("/none")
               : path;
}

} // namespace

Profile::Profile(const QString& folder)
    : m_folder(folder), m_aside(madeReady(folder)),
      m_settings(inside(folder, "settings.ini"), QSettings::IniFormat), m_lock(inside(folder, "session.lock"))
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
