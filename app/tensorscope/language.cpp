// SPDX-License-Identifier: GPL-3.0-or-later
#include "language.h"

#include "language/catalogue.h"

#include <QCoreApplication>
#include <QFile>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>

namespace tscope {

namespace {

constexpr QLatin1String english("en");

QString translationsOf(const QString& code)
{
    return QStringLiteral(":/translations/tensorscope_%1.qm").arg(code);
}

// Of the application, and gone with it.
void install(const QString& path, const QString& code)
{
    auto* translator = new QTranslator(QCoreApplication::instance());
    translator->setObjectName(code);
    if (!translator->load(path) || !QCoreApplication::installTranslator(translator))
        delete translator;
}

} // namespace

std::vector<Language> languages()
{
    std::vector<Language> all{{english, QStringLiteral("English")},
                              {QStringLiteral("zh_CN"), QStringLiteral("\u7b80\u4f53\u4e2d\u6587")}};
    std::erase_if(all, [](const Language& each) {
        return each.code != english && !QFile::exists(translationsOf(each.code));
    });
    return all;
}

QString systemLanguage()
{
    const auto all = languages();
    for (const auto& name : QLocale::system().uiLanguages()) {
        const QLocale wanted(name);
        const auto found = std::ranges::find_if(all, [&](const Language& each) {
            const QLocale own(each.code);
            return own.language() == wanted.language() && own.script() == wanted.script();
        });
        if (found != all.end())
            return found->code;
    }
    return english;
}

bool speak(const QString& code)
{
    const auto all = languages();
    if (std::ranges::find(all, code, &Language::code) == all.end())
        return false;
    qDeleteAll(QCoreApplication::instance()->findChildren<QTranslator*>());
    install(QLibraryInfo::path(QLibraryInfo::TranslationsPath) + QStringLiteral("/qtbase_%1.qm").arg(code), code);
    install(translationsOf(code), code);
    setLanguage(code.toStdString()); // the core's own sentences
    return true;
}

QString spokenLanguage()
{
    const auto* translator = QCoreApplication::instance()->findChild<QTranslator*>();
    return translator == nullptr ? english : translator->objectName();
}

} // namespace tscope
