// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <array>

namespace tscope {

namespace {

struct SampleWords {
    const char* file;
    const char* title; // both to be translated in the context "tscope::StartPage"
    const char* what;
};

constexpr std::array sampleWords{
    SampleWords{"strided", QT_TRANSLATE_NOOP("tscope::StartPage", "Strided"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "columns that lie apart, from offset 1")},
    SampleWords{"coo", QT_TRANSLATE_NOOP("tscope::StartPage", "COO, hybrid"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "coordinates, each with a pair of values")},
    SampleWords{"csr", QT_TRANSLATE_NOOP("tscope::StartPage", "CSR"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "row pointers and columns; one row is empty")},
    SampleWords{"csc", QT_TRANSLATE_NOOP("tscope::StartPage", "CSC"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "the same by columns")},
    SampleWords{"bsr", QT_TRANSLATE_NOOP("tscope::StartPage", "BSR"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "rows of dense blocks")},
    SampleWords{"bsc", QT_TRANSLATE_NOOP("tscope::StartPage", "BSC"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "columns of dense blocks, with stored zeros")},
    SampleWords{"nested", QT_TRANSLATE_NOOP("tscope::StartPage", "Nested"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "three tensors of different sizes in one buffer")},
    SampleWords{"jagged", QT_TRANSLATE_NOOP("tscope::StartPage", "Jagged"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "sequences of 3, 1 and 2 rows")},
    SampleWords{"broken_pointer", QT_TRANSLATE_NOOP("tscope::StartPage", "A broken pointer"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "one wrong number that breaks two rules")},
    SampleWords{"broken_entry", QT_TRANSLATE_NOOP("tscope::StartPage", "A stray entry"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "outside the size, and the order is wrong")},
    SampleWords{"broken_offset", QT_TRANSLATE_NOOP("tscope::StartPage", "A broken offset"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "a component that reaches beyond its buffer")},
};

} // namespace

std::vector<NamedSample> namedSamples(const QStringList& paths)
{
    std::vector<NamedSample> all;
    auto rest = paths;
    for (const auto& words : sampleWords)
        for (const auto& path : paths)
            if (QFileInfo(path).completeBaseName() == QLatin1String(words.file)) {
                all.push_back({path, QCoreApplication::translate("tscope::StartPage", words.title),
                               QCoreApplication::translate("tscope::StartPage", words.what)});
                rest.removeAll(path);
            }
    for (const auto& path : rest)
        all.push_back({path, QFileInfo(path).completeBaseName(), {}});
    return all;
}

} // namespace tscope
