// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/workspace.h"

namespace tscope {

// The name of a file for a tensor that may be called "layers/0".
QString asFileName(QString name);

QStringList namesIn(const Document& document);
// What a tensor of a file is called here: a lone one without a name as its file is.
QString nameFrom(const Origin& origin, int index);

// What came out of the same file, read anew. The stamp is that of the file before it was read.
OriginPtr readAnew(const Origin& before, const Document& document, const FileStamp& stamp = {});

// Where the tensors of a file are when it is read again: found by name, else, where a name that was not there
// before stands in its place, there. -1: gone. One number for each name of before.
std::vector<int> placesNow(const QStringList& before, const QStringList& now);
// Where the tensor of a number stands now, by these; an origin that knows no names knows its tensors by their
// numbers. -1: gone.
int placeNow(int index, const std::vector<int>& places, const Document& document);
// Those of the file that none of these places is.
std::vector<int> newPlaces(const std::vector<int>& places, int tensorsNow);

} // namespace tscope
