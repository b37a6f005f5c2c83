// SPDX-License-Identifier: GPL-3.0-or-later
// The files of resources/translations against each other and against the sources.
#include "support/tool.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace {

struct Message {
    QString context, source;
    bool isPlural = false;
    bool isFinished = true;
    QStringList forms; // of the translation; more than one where it has plurals
};

std::string nameOf(const Message& message)
{
    return (message.context + QStringLiteral(": ") + message.source).toStdString();
}

QString pathOf(const char* language)
{
    return QStringLiteral(TSCOPE_TRANSLATIONS "/tensorscope_%1.ts").arg(QString::fromLatin1(language));
}

void readTranslation(QXmlStreamReader& xml, Message& message)
{
    message.isFinished = !xml.attributes().hasAttribute(QStringLiteral("type"));
    QString text;
    while (!(xml.readNext() == QXmlStreamReader::EndElement && xml.name() == QLatin1String("translation"))) {
        if (xml.isCharacters())
            text += xml.text();
        else if (xml.isStartElement())
            message.forms << xml.readElementText();
    }
    if (message.forms.isEmpty())
        message.forms << text;
}

std::vector<Message> messagesIn(const QString& path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    QXmlStreamReader xml(&file);
    std::vector<Message> all;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("message"))
            all.push_back({context, {}, xml.attributes().hasAttribute(QStringLiteral("numerus")), true, {}});
        else if (xml.name() == QLatin1String("source"))
            all.back().source = xml.readElementText();
        else if (xml.name() == QLatin1String("translation"))
            readTranslation(xml, all.back());
    }
    EXPECT_FALSE(xml.hasError()) << path.toStdString();
    return all;
}

// What stands for something else: %1, %n, in any order.
QStringList places(const QString& text)
{
    static const QRegularExpression form(QStringLiteral("%(\\d+|n)"));
    QStringList all;
    for (auto each = form.globalMatch(text); each.hasNext();)
        all << each.next().captured();
    all.sort();
    return all;
}

// The letter that is the key, "" where there is none.
QString key(const QString& text)
{
    const auto at = text.indexOf(QLatin1Char('&'));
    return at < 0 ? QString() : text.mid(at + 1, 1).toUpper();
}

std::set<std::string> namesOf(const std::vector<Message>& messages)
{
    std::set<std::string> names;
    for (const auto& message : messages)
        names.insert(nameOf(message) + (message.isPlural ? " (plural)" : ""));
    return names;
}

// One line for each message that only one of the two has.
std::string difference(const std::vector<Message>& file, const std::vector<Message>& sources)
{
    const auto has = namesOf(file), wanted = namesOf(sources);
    std::string lines;
    for (const auto& name : has)
        if (!wanted.contains(name))
            lines += "only in the file: " + name + "\n";
    for (const auto& name : wanted)
        if (!has.contains(name))
            lines += "only in the sources: " + name + "\n";
    return lines;
}

} // namespace

TEST(Translations, EveryMessageIsTranslated)
{
    const auto all = messagesIn(pathOf("zh_CN"));
    EXPECT_GT(all.size(), 300U);
    for (const auto& message : all) {
        EXPECT_TRUE(message.isFinished) << nameOf(message);
        EXPECT_EQ(message.forms.size(), 1) << nameOf(message); // Chinese has one form for all numbers
        for (const auto& form : message.forms)
            EXPECT_FALSE(form.trimmed().isEmpty()) << nameOf(message);
    }
}

TEST(Translations, PlacesAndKeysAreKept)
{
    for (const auto& message : messagesIn(pathOf("zh_CN")))
        for (const auto& form : message.forms) {
            EXPECT_EQ(places(form), places(message.source)) << nameOf(message);
            EXPECT_EQ(key(form), key(message.source)) << nameOf(message);
            EXPECT_LE(form.count(QLatin1Char('&')), 1) << nameOf(message);
            EXPECT_EQ(form.count(QLatin1Char('\n')), message.source.count(QLatin1Char('\n'))) << nameOf(message);
            EXPECT_EQ(form.endsWith(QLatin1String("...")), message.source.endsWith(QLatin1String("...")))
                << nameOf(message);
        }
}

TEST(Translations, EnglishHasItsTwoPluralForms)
{
    const auto all = messagesIn(pathOf("en"));
    EXPECT_FALSE(all.empty());
    for (const auto& message : all) {
        EXPECT_TRUE(message.isPlural && message.isFinished) << nameOf(message);
        EXPECT_EQ(message.forms.size(), 2) << nameOf(message);
        for (const auto& form : message.forms) {
            EXPECT_EQ(places(form), places(message.source)) << nameOf(message);
            EXPECT_FALSE(form.contains(QLatin1String("(s)"))) << nameOf(message);
        }
    }
}

// lupdate finds in the sources what the files have, no more and no less, and has nothing to complain of.
TEST(Translations, TheSourcesSayNothingElse)
{
    const std::string lupdate = TSCOPE_LUPDATE, sources = TSCOPE_SOURCES;
    if (lupdate.empty())
        GTEST_SKIP() << "Qt's LinguistTools (lupdate) are not here";
    const QTemporaryDir folder;
    const auto found = folder.filePath(QStringLiteral("found_zh_CN.ts"));
    const auto run = runTool(lupdate, {"-silent", "-locations", "none", sources + "/app/tensorscope",
                                       sources + "/widgets", "-ts", found.toStdString()});
    ASSERT_EQ(run.exitCode, 0) << run.err;
    EXPECT_EQ(run.err, "") << "lupdate can't tell what belongs where";
    const auto inSources = messagesIn(found);
    EXPECT_EQ(difference(messagesIn(pathOf("zh_CN")), inSources), "") << "build the target `translations`";
    std::vector<Message> plurals;
    std::ranges::copy_if(inSources, std::back_inserter(plurals), &Message::isPlural);
    EXPECT_EQ(difference(messagesIn(pathOf("en")), plurals), "") << "build the target `translations`";
}
