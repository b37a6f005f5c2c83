// SPDX-License-Identifier: GPL-3.0-or-later
#include "profile.h"

#include "desktop.h"
#include "io/small_file.h"
#include "words.h"

#include <QDir>

#include <algorithm>
#include <array>
#include <string_view>

namespace tscope {

namespace {

constexpr int mostRecent = 10;
constexpr int smallestText = 6, largestText = 48; // points

struct Own {
    std::string_view name;
    std::int64_t most; // bytes
};
constexpr std::array own{Own{"settings.ini", 1 << 24}, Own{"settings.ini.lock", 4096}, Own{"session.lock", 4096}};

bool isOdd(const QString& folder, const Own& file)
{
    return oddInPlaceOf(folder.toStdString() + "/" + std::string(file.name), file.most).has_value();
}

// A program that opened a pipe, a device or a huge file in the place of one of the profile's files would wait, or
// read without end.
QString madeReady(const QString& folder)
{
    QDir().mkpath(folder);
    std::vector<std::string> odd;
    for (const auto& file : own)
        if (isOdd(folder, file))
            odd.emplace_back(file.name);
    if (odd.empty())
        return {};
    const auto aside = setAside(folder.toStdString(), odd);
    return aside ? QDir(folder).filePath(QString::fromStdString(*aside)) : QString();
}

// If what is odd could not be moved away, a path at which no file can be: neither the file nor its lock is opened.
QString inside(const QString& folder, std::string_view name)
{
    const bool isUsable = std::ranges::none_of(
        own, [&](const Own& file) { return file.name.starts_with(name) && isOdd(folder, file); });
    return isUsable ? QDir(folder).filePath(QString::fromUtf8(name.data(), std::ssize(name)))
                    : QStringLiteral("/dev/null/none");
}

} // namespace

Profile::Profile(const QString& folder)
    : m_folder(folder), m_aside(madeReady(folder)),
      m_settings(inside(folder, "settings.ini"), QSettings::IniFormat), m_lock(inside(folder, "session.lock"))
{
    m_lock.setStaleLockTime(0); // held as long as the process lives
    m_isFirst = m_lock.tryLock(0);
}

std::optional<Theme> Profile::theme() const
{
    return parsedTheme(m_settings.value(QStringLiteral("theme")).toString());
}

void Profile::followDesktop()
{
    m_settings.remove(QStringLiteral("theme"));
}

int Profile::textSize() const
{
    const auto kept = m_settings.value(QStringLiteral("textSize")).toInt();
    return kept == 0 ? 0 : std::clamp(kept, smallestText, largestText);
}

void Profile::setTextSize(int points)
{
    m_settings.setValue(QStringLiteral("textSize"), points);
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

QString Profile::classSeed() const
{
    return m_settings.value(QStringLiteral("classSeed")).toString();
}

QString Profile::student() const
{
    return m_settings.value(QStringLiteral("student")).toString();
}

bool Profile::areNumbersShared() const
{
    return m_settings.value(QStringLiteral("sharedNumbers")).toBool();
}

void Profile::setSitting(const QString& classSeed, const QString& student, bool areNumbersShared)
{
    m_settings.setValue(QStringLiteral("classSeed"), classSeed);
    m_settings.setValue(QStringLiteral("student"), student);
    m_settings.setValue(QStringLiteral("sharedNumbers"), areNumbersShared);
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

QStringList Profile::timed(const char* choice) const
{
    return m_settings.value(QStringLiteral("timed") + QLatin1String(choice)).toStringList(); // a word: of one
}

void Profile::setTimed(const char* choice, const QStringList& words)
{
    if (words != timed(choice))
        m_settings.setValue(QStringLiteral("timed") + QLatin1String(choice), words);
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

void Profile::setColumns(const QVariant& columns)
{
    if (columns.isValid())
        m_settings.setValue(QStringLiteral("columns"), columns);
    else
        m_settings.remove(QStringLiteral("columns"));
}

} // namespace tscope
