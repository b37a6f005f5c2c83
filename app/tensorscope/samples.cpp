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
    SampleWords{"strided", QT_TRANSLATE_NOOP("tscope::StartPage", "Strided view with an offset"),
                QT_TRANSLATE_NOOP("tscope::StartPage",
                                  "The columns are 4 elements apart, and the first begins at offset 1.")},
    SampleWords{
        "csr", QT_TRANSLATE_NOOP("tscope::StartPage", "CSR matrix"),
        QT_TRANSLATE_NOOP("tscope::StartPage", "Row pointers, column indices and values. Row 1 is empty.")},
    SampleWords{
        "csc", QT_TRANSLATE_NOOP("tscope::StartPage", "CSC matrix"),
        QT_TRANSLATE_NOOP("tscope::StartPage", "Column pointers, row indices and values. The indices are int32.")},
    SampleWords{"coo", QT_TRANSLATE_NOOP("tscope::StartPage", "Hybrid COO matrix"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "Four coordinates, each with two values.")},
    SampleWords{"bsr", QT_TRANSLATE_NOOP("tscope::StartPage", "BSR matrix"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "Dense blocks of 2x3 values, stored by rows.")},
    SampleWords{
        "bsc", QT_TRANSLATE_NOOP("tscope::StartPage", "BSC matrix"),
        QT_TRANSLATE_NOOP("tscope::StartPage", "Dense blocks of 2x2 values, stored by columns. Some are zeros.")},
    SampleWords{"nested", QT_TRANSLATE_NOOP("tscope::StartPage", "Nested tensor"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "Three matrices of different sizes in one buffer.")},
    SampleWords{"jagged", QT_TRANSLATE_NOOP("tscope::StartPage", "Jagged tensor"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "Sequences of 3, 1 and 2 rows.")},
    SampleWords{"broken_pointer", QT_TRANSLATE_NOOP("tscope::StartPage", "Broken CSR: a pointer falls"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "crow_indices rises to 9 and then falls to 5.")},
    SampleWords{
        "broken_entry", QT_TRANSLATE_NOOP("tscope::StartPage", "Broken COO: an index outside the size"),
        QT_TRANSLATE_NOOP("tscope::StartPage", "One entry is in column 7 of 5, and the rows are not in order.")},
    SampleWords{"broken_offset", QT_TRANSLATE_NOOP("tscope::StartPage", "Broken nested: an offset too large"),
                QT_TRANSLATE_NOOP("tscope::StartPage", "The last matrix reaches beyond the end of the buffer.")},
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
