// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/say.h"
#include "facts/diff.h"
#include "facts/difference_page.h"
#include "facts/distance.h"
#include "facts/stored_values.h"

#include <optional>

namespace tscope {

// The differences of two tensors, element by element. Places are the first ones: of `pattern` and `values` in
// row-major order, of `order` in stored order.
struct ElementDifferences {
    std::int64_t onlyA = 0, onlyB = 0, differ = 0, changed = 0, close = 0, rounded = 0;
    std::optional<double> maxAbs = 0.0, maxRel = 0.0; // nothing: an element can't be read
    std::int64_t nans = 0;                            // differences that are NaN
    std::optional<double> maxFinite;                  // the largest of the others that are not infinite either
    std::int64_t maxFiniteKey = 0;                    // the index there, numbered as the comparison numbers them
    Extents maxFiniteAt;                              // the same, once the comparison is done
    std::optional<DifferentPlace> pattern, order, values;

    void add(const Distance& distance, std::int64_t key);
    void addChanged(ElementDifference kind); // of elements that both store
    void addUnreadable() { maxAbs = maxRel = std::nullopt; }
};

inline Error comparisonStopped()
{
    return {ErrorCode::cancelled, say("the comparison was stopped")};
}

// One of two tensors that are compared.
struct ComparedSide {
    const Tensor& tensor;
    StoredValues values;
    std::int64_t stored = 0; // the elements that one of the two stores: as many may be compared of the other
};

// Tells differences of elements that both store apart.
class ChangeKinds
{
public:
    ChangeKinds(const ComparedSide& a, const ComparedSide& b, const Tolerance& tolerance);

    ElementDifference of(const Distance& distance, std::complex<ExactReal> a, std::complex<ExactReal> b) const;

private:
    Tolerance m_tolerance;
    std::optional<ElementType> m_coarser; // of the two types
};

// Elements of an unknown type of known size are compared by their bytes: the tensor with unsigned integers of that
// size as values, or nothing if its values are not of that type or can't be read so.
std::optional<Tensor> withBytesAsIntegers(const Tensor& tensor, const DType& type);

std::int64_t storedIn(const Array& array); // what is only declared stores none

// How many elements of a tensor are compared at most. Fails where strides make so many of few stored ones that
// they can't be compared one by one.
Result<std::int64_t> mostCompared(const ComparedSide& side);

// In constant memory, each tensor read once from its front to its end. Nothing where the two are not stored in one
// order (OrderedEntries), or not in order at all; an error when stopped.
// With a page, stops when that is full.
Result<std::optional<ElementDifferences>> diffInOrder(ComparedSide& a, ComparedSide& b, const Watch& watch,
                                                      const DiffOptions& options = {},
                                                      DifferencePage* page = nullptr);

// Compares any tensors, in windows of indices whose elements take no more memory than may be used; each window
// needs a walk through both. Fails where one can't be walked, where an index does not fit 64 bits, where so many
// elements are stored at one index that they take more memory, and when stopped.
Result<ElementDifferences> diffInWindows(ComparedSide& a, ComparedSide& b, const Watch& watch,
                                         const DiffOptions& options = {}, DifferencePage* page = nullptr);
// By the first of the two ways that can. An empty page is filled, whichever it is.
Result<ElementDifferences> diffElements(ComparedSide& a, ComparedSide& b, const Watch& watch,
                                        const DiffOptions& options = {}, DifferencePage* page = nullptr);

} // namespace tscope
