// SPDX-License-Identifier: GPL-3.0-or-later
#include "pasted_paths.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include <optional>

namespace tscope {

namespace {

constexpr qsizetype longest = 1 << 16; // characters: a longer text is no list of paths
constexpr qsizetype mostPaths = 1000;

bool isQuote(QChar letter)
{
    return letter == QLatin1Char('"') || letter == QLatin1Char('\'');
}

// Words as a shell reads them. Nothing where a quote is not closed.
std::optional<QStringList> words(const QString& line)
{
    QStringList all;
    QString word;
    bool isInWord = false;
    QChar quote;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const auto letter = line[i];
        const bool isEscape = letter == QLatin1Char('\\') && quote != QLatin1Char('\'') && i + 1 < line.size();
        if (quote.isNull() && letter.isSpace()) {
            if (isInWord)
                all << std::exchange(word, {});
            isInWord = false;
            continue;
        }
        isInWord = true;
        if (isEscape)
            word += line[++i];
        else if (quote.isNull() && isQuote(letter))
            quote = letter;
        else if (letter == quote)
            quote = QChar();
        else
            word += letter;
    }
    if (!quote.isNull())
        return std::nullopt;
    if (isInWord)
        all << word;
    return all;
}

// The path that a word stands for; empty if it is none.
QString pathOf(const QString& word)
{
    if (word.startsWith(QLatin1String("file:"), Qt::CaseInsensitive)) {
        const QUrl url(word);
        const bool isHere = url.host().isEmpty() || url.host() == QLatin1String("localhost");
        return url.isLocalFile() && isHere ? url.path() : QString();
    }
    if (word == QLatin1String("~") || word.startsWith(QLatin1String("~/")))
        return QDir::homePath() + word.mid(1);
    // No text of a tensor begins like this, so that what is not there is missed as a file.
    if (word.startsWith(QLatin1Char('/')))
        return word.size() > 1 ? word : QString();
    return !word.isEmpty() && QFileInfo::exists(word) ? word : QString();
}

// Of one line: it is a path as it stands, or its words are.
QStringList pathsOfLine(const QString& line)
{
    const auto whole = pathOf(line);
    if (!whole.isEmpty() && QFileInfo::exists(whole))
        return {whole};
    const auto parts = words(line);
    if (!parts)
        return {};
    QStringList paths;
    for (const auto& part : *parts) {
        paths << pathOf(part);
        if (paths.back().isEmpty())
            return {};
    }
    return paths;
}

} // namespace

QStringList pathsIn(const QString& text)
{
    if (text.size() > longest)
        return {};
    QStringList all;
    for (const auto& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const auto trimmed = line.trimmed();
        if (trimmed.isEmpty())
            continue;
        const auto paths = pathsOfLine(trimmed);
        if (paths.isEmpty() || all.size() + paths.size() > mostPaths)
            return {};
        all << paths;
    }
    all.removeDuplicates();
    return all;
}

} // namespace tscope
