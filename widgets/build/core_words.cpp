// SPDX-License-Identifier: GPL-3.0-or-later
#include "build/core_words.h"

#include <QCoreApplication>

#include <array>
#include <string>

namespace tscope {

namespace {

// The tables of makeOptions(), makeKinds() and operations(), so that they are found by who translates.
[[maybe_unused]] constexpr std::array ofTheCore{
    QT_TRANSLATE_NOOP("tscope::CoreWords", "extents such as 60,80"),
    QT_TRANSLATE_NOOP("tscope::CoreWords",
                      "length of each component, such as 3,1,4: in place of the first two numbers of the size"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "stored entries (blocks) per batch"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "share of the places that are stored"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "rows,columns of a block"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "diagonals on each side, for banded"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "batch extents"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "dense extents"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "element type, such as float32"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "index type, such as int64"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "the same seed makes the same bytes everywhere"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "every place holds a random value"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "every place holds its position: 0, 1, 2, ..."),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "places anywhere"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "places up to --bandwidth beside the diagonal"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "each point of a grid and its four neighbours"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "dense blocks of --blocksize anywhere"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "few long rows and many short ones"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "rows of any length, filled from the left"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "a row-major copy, its dims in any order"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "strided tensor"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "the order that its dims are to have; none: as they are"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "which elements differ by more than a tolerance"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "any box of numbers"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "one of the same size"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "tolerated, as a share of |b|"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "tolerated besides"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "a NaN equals another one"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "the sum, element by element"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "the product, element by element"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "any box of numbers, or a number"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "one of the same size, or a number"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "each row times the transpose of a matrix of weights"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "rows of `in` numbers: strided, nested or jagged"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "strided matrix of out x in"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "the product of two matrices, or of a matrix and a vector"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "matrix, or several in a batch; strided also a vector"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "matrix, vector, or several in a batch"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "components in one dense tensor, filled where none reaches"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "components cut out of a dense tensor, as large as those of another"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "nested or jagged components"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "strided, the list of components first"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "nested or jagged, of which only the sizes count"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "what stands where no component reaches"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "of the result; none: as large as the largest component"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "dims to reduce, from the end if negative; none: all"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "reduced dims stay, with size 1"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "the product of two matrices where a sparse one has entries"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "sparse matrix, of which only the places count"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "strided matrix"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "shares of one along a dim, by the exponentials of what stands there"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "strided, nested or jagged numbers"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "along which; of components the last one only"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "the sum over dims"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "the mean over dims"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "the least element over dims"),
    QT_TRANSLATE_NOOP("tscope::CoreWords", "the greatest element over dims"),
};

} // namespace

QString coreWords(std::string_view words)
{
    return QCoreApplication::translate("tscope::CoreWords", std::string(words).c_str());
}

} // namespace tscope
