// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/halving.h"
#include "kernels/lattice.h"

namespace tscope::kernels {

// Indices of one of the two types that kernels are built for. Which one is asked at each: it is the same for all
// threads, and halves what has to be compiled.
struct Indices {
    const void* data = nullptr;
    bool isWide = false;

    Indices() = default;
    explicit Indices(const tscope_array& array) : data(array.data), isWide(array.type == TSCOPE_I64) {}
    TSCOPE_BOTH std::int64_t operator[](std::int64_t i) const
    {
        return isWide ? static_cast<const std::int64_t*>(data)[i] : static_cast<const std::int32_t*>(data)[i];
    }
};

struct IndicesOut {
    void* data = nullptr;
    bool isWide = false;

    IndicesOut() = default;
    explicit IndicesOut(const tscope_array& array) : data(array.data), isWide(array.type == TSCOPE_I64) {}
    std::int64_t most() const { return isWide ? std::int64_t{0x7fff'ffff'ffff'ffff} : std::int64_t{0x7fff'ffff}; }
    TSCOPE_BOTH void set(std::int64_t i, std::int64_t value) const
    {
        if (isWide)
            static_cast<std::int64_t*>(data)[i] = value;
        else
            static_cast<std::int32_t*>(data)[i] = static_cast<std::int32_t>(value);
    }
};

struct PointerAtMost {
    Indices pointers;
    std::int64_t first, limit;
    TSCOPE_BOTH bool operator()(std::int64_t i) const { return pointers[first + i] <= limit; }
};

// A sparse operand with contiguous members, proven before it comes here. Entries are numbered through all batch
// entries ("lines"), which have as many each; stored elements through all entries, those of an entry (its block,
// row-major, and its dense tail) behind each other, as the values lie.
struct Stored {
    bool isCoo = false, alongRows = true;
    int dims = 0, batchDims = 0, sparseDims = 2; // sparseDims: those that coordinates are of
    std::int64_t sizes[mostDims] = {};
    std::int64_t lines = 1, entries = 0; // in each line
    std::int64_t slices = 0, width = 0;  // compressed: blocks counted as one
    std::int64_t block[2] = {1, 1}, tail = 1;
    Indices pointers, indices;
    const std::int64_t* sliceOf = nullptr; // of each entry, where they were written down

    static Stored of(const tscope_operand& operand)
    {
        Stored out;
        out.isCoo = isLayout(operand, "coo");
        out.alongRows = hasRowSlices(operand);
        out.dims = operand.dims;
        out.batchDims = operand.batch_dims;
        out.sparseDims = out.isCoo ? operand.dims - operand.dense_dims : 2;
        std::copy(operand.sizes, operand.sizes + operand.dims, out.sizes);
        out.entries = operand.entries;
        out.tail = operand.entries == 0 ? 1 : tailOf(operand);
        out.indices = Indices(operand.members[out.isCoo ? 0 : 1]);
        if (out.isCoo)
            return out;
        out.pointers = Indices(operand.members[0]);
        out.lines = linesOf(operand);
        out.block[0] = operand.block[0];
        out.block[1] = operand.block[1];
        const auto rows = operand.sizes[operand.batch_dims] / out.block[0];
        const auto columns = operand.sizes[operand.batch_dims + 1] / out.block[1];
        out.slices = out.alongRows ? rows : columns;
        out.width = out.alongRows ? columns : rows;
        return out;
    }
    static const tscope_array& valuesOf(const tscope_operand& operand)
    {
        return operand.members[isLayout(operand, "coo") ? 1 : 2];
    }

    std::int64_t total() const { return lines * entries; }
    TSCOPE_BOTH std::int64_t perEntry() const { return block[0] * block[1] * tail; }
    std::int64_t elements() const { return total() * perEntry(); }

    // Of one line.
    TSCOPE_BOTH std::int64_t pointer(std::int64_t line, std::int64_t slice) const
    {
        return pointers[line * (slices + 1) + slice];
    }
    TSCOPE_BOTH std::int64_t slice(std::int64_t entry) const
    {
        if (sliceOf != nullptr)
            return sliceOf[entry];
        const auto line = entry / entries;
        return firstNot(0, slices, PointerAtMost{pointers, line * (slices + 1) + 1, entry - line * entries});
    }
    // What entries are told apart by: the sparse index of a coo; line, slice and index of a compressed one.
    int coordinates() const { return isCoo ? sparseDims : 3; }
    TSCOPE_BOTH std::int64_t coordinate(int which, std::int64_t entry) const
    {
        if (isCoo)
            return indices[which * entries + entry];
        return which == 0 ? entry / entries : which == 1 ? slice(entry) : indices[entry];
    }
    std::int64_t extentOf(int which) const
    {
        return isCoo ? sizes[which] : which == 0 ? lines : which == 1 ? slices : width;
    }

    // The logical index of a stored element.
    TSCOPE_BOTH void indexOf(std::int64_t element, std::int64_t (&index)[mostDims]) const
    {
        const auto each = perEntry();
        const auto entry = element / each;
        auto rest = element - entry * each;
        const auto firstDense = batchDims + sparseDims;
        for (int d = dims - 1; d >= firstDense; --d) {
            index[d] = rest % sizes[d];
            rest /= sizes[d];
        }
        if (isCoo) {
            for (int d = 0; d < sparseDims; ++d)
                index[d] = indices[d * entries + entry];
            return;
        }
        const auto own = slice(entry), other = indices[entry];
        index[batchDims] = (alongRows ? own : other) * block[0] + rest / block[1];
        index[batchDims + 1] = (alongRows ? other : own) * block[1] + rest % block[1];
        auto line = entry / entries;
        for (int d = batchDims - 1; d >= 0; --d) {
            index[d] = line % sizes[d];
            line /= sizes[d];
        }
    }
    TSCOPE_BOTH std::int64_t offsetOf(std::int64_t element, const DimNumbers& strides) const
    {
        std::int64_t index[mostDims];
        indexOf(element, index);
        std::int64_t offset = 0;
        for (int d = 0; d < dims; ++d)
            offset += index[d] * strides.at[d];
        return offset;
    }
};

struct WriteSlices {
    Stored stored;
    std::int64_t* to;
    TSCOPE_BOTH void operator()(std::int64_t entry) const { to[entry] = stored.slice(entry); }
};

// With the slice of each entry written down, for who asks more than once.
template <class Queue>
Stored withSlices(Queue& queue, Stored stored)
{
    if (stored.isCoo || stored.sliceOf != nullptr)
        return stored;
    auto* slices = queue.template room<std::int64_t>(stored.total());
    queue.each(stored.total(), WriteSlices{stored, slices});
    stored.sliceOf = slices;
    return stored;
}

} // namespace tscope::kernels
