// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenes/matrix.h"

namespace tscope {

class ValueColours;

struct CellRange {
    std::int64_t rowBegin = 0, rowEnd = 0, columnBegin = 0, columnEnd = 0; // [begin, end)

    bool isEmpty() const { return rowBegin >= rowEnd || columnBegin >= columnEnd; }
};

// Cells too small to be told apart: how many entries stand behind each pixel, counted or sampled, and where the
// report finds something broken. Each pixel with such a place is of the ink of errors, and a mark lies over it;
// where marks would hide the picture, squares are tinted, the stronger the more they have. Rects are those of the
// visible window.
struct DensityLayer {
    Raster raster;
    std::vector<Spot> marks; // of broken places, each with what is wrong there
    std::vector<Spot> spots; // squares with entries in them: how many, how many are broken, and where the first
                             // broken place is, or else where the most of them begin
    std::uint64_t total = 0;
    double lowest = 0,
           highest = 0; // entries a cell, of the palest and the most striking pixels; 0 without entries
    QString marked;     // how many places of broken rules are marked; empty where nothing is broken
    QString sampled;    // about how many there are, where a sample stands for all; then nothing broken is marked
    bool isCut = false; // more are broken than could be marked: to be said in the picture
};
// The colours from the palest, at 0, to the most striking one, at 1.
QRgb densityColour(double at, Theme theme);
QImage densityColours(int width, Theme theme);
// With `colours`, pixels show the values behind them instead of how many there are.
Result<DensityLayer> densityLayer(const Matrix& matrix, const CellRange& range, const SceneRequest& request,
                                  const Watch& watch, const ValueColours* colours = nullptr);

} // namespace tscope
