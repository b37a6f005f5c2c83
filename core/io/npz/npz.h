// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/sink.h"
#include "io/source.h"
#include "io/zip/archive.h"
#include "tensor/document.h"

namespace tscope {

// The arrays of an archive as NumPy's savez writes it; a matrix of SciPy's save_npz as one tensor without a name.
// Arrays that are the members of one tensor by their names give that tensor too, beside themselves. Texts of no
// dims are told among the others.
Result<Document> readNpz(const ZipArchive& archive, const Source& source);

// Every layout, broken ones too. A sparse matrix that SciPy knows (or coo of any number of dims), alone or
// without a name, is written as save_npz does; other members lie one by one as NAME.MEMBER, with NAME.layout and
// NAME.shape. A plain tensor under the name of a member is taken for that member as it was read, and gives way to
// it.
Result<void> writeNpz(const Document& document, Sink& sink);

} // namespace tscope
