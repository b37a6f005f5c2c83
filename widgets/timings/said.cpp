// SPDX-License-Identifier: GPL-3.0-or-later
#include "timings/said.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <iterator>

namespace tscope {

namespace {

constexpr const char* context = "tscope::TimingSentences";

// The patterns of the core, for translators.
constexpr const char* patterns[] = {
    QT_TRANSLATE_NOOP("tscope::TimingSentences",
                      "For %1 on %2, %3 is best: %4 faster than %5, the present layout."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "Not all forms were measured."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "%1 is best for %2."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "The present layout is best for %1."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "Undecided for %1."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "Converting takes %1 and pays off after %2 uses."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "Converting takes %1 and pays off with the first use."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "Converting takes %1."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "As fast, as far as can be told: %1."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences",
                      "For %1 on %2, stay with %3, the present layout: %4 faster than %5, the next."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences",
                      "For %1 on %2, stay with %3, the present layout: no other is faster (%4 may be as fast)."),
    QT_TRANSLATE_NOOP(
        "tscope::TimingSentences",
        "For %1 on %2, stay with %3, the present layout: %4, the fastest, takes the same time (%5)."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences",
                      "For %1 on %2, undecided: %3 was the fastest, but may be no faster than %4, the present "
                      "layout (%5). Measure longer to decide."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "For %1 on %2, only %3 has a time that can be compared."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences",
                      "For %1 on %2, %3 is best; %4, the present layout, has no time there."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "%1 is %2 faster than %3, each with its best layout."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "%1 may be no faster than %3, each with its best layout (%2)."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences",
                      "With transfers there and back, a call takes %1 on %2, %3 on %4."),
    QT_TRANSLATE_NOOP(
        "tscope::TimingSentences",
        "Blocks of %1 take the fewest bytes: %2 of those without blocks; %3 of their values are zeros."),
    QT_TRANSLATE_NOOP(
        "tscope::TimingSentences",
        "Blocks of %1 take the fewest bytes: %2 of those without blocks; none of their values is fill."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "No block size saves bytes; %1 comes nearest (%2x)."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "%1 cells: about %2, up to %3 of memory."),
    QT_TRANSLATE_NOOP("tscope::TimingSentences", "%1 cells, %4 left out: about %2, up to %3 of memory."),
};

} // namespace

QString said(const timing::Sentence& sentence)
{
    const auto pattern = QCoreApplication::translate(context, std::string(sentence.pattern).c_str()).toStdString();
    return QString::fromStdString(text(timing::Sentence{pattern, sentence.arguments}));
}

QString said(const std::vector<timing::Sentence>& sentences)
{
    QStringList all;
    for (const auto& sentence : sentences)
        all << said(sentence);
    return all.join(QLatin1Char(' '));
}

bool isTranslatable(std::string_view pattern)
{
    return std::ranges::find(patterns, pattern, [](const char* each) { return std::string_view(each); }) !=
           std::end(patterns);
}

} // namespace tscope
