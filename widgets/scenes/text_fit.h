// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "element/element.h"
#include "tensor/tensor.h"

#include <QString>
#include <QStringList>

namespace tscope {

// How many characters' room the text takes: a Chinese one is as wide as two others.
int columnsOf(const QString& text);
// The text, or as much of its begin as fits in the room of so many characters, with an ellipsis.
QString fitted(const QString& text, int characters);
// The words of a text in lines of so many characters, at most so many lines: what has no room ends in an ellipsis.
QStringList wrapped(const QString& text, int characters, int mostLines);
// A number in so many characters: whole, or shortened (see cutNumber); "…" alone where that would say nothing. NaN
// and infinities as a glyph where there is no room for the word, that with a sign in two characters. Empty only
// where there is no room at all.
QString fitted(const Element& element, int characters);
// The same, but of what has no room its first digit and its magnitude: "9e18". For what is looked at because it is
// wrong, where that is more than nothing.
QString fittedOrPower(const Element& element, int characters);
// Whether so many characters tell something of most of a member's numbers, as far as one can see from some of
// them.
bool doMostFit(const Member& member, int characters);

// Steps between the numbers of a ruler on which they need `room` pixels: 1, 2, 5, 10, 20 ...
std::int64_t rulerStep(double pixelsPerUnit, double room);
// The same of bytes, in which people look for multiples of powers of two: 1, 2, 4, 8 ...
std::int64_t binaryRulerStep(double pixelsPerUnit, double room);

} // namespace tscope
