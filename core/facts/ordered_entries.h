// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/tensor.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tscope {

// How the logical indices of a layout become numbers that rise in stored order. Each digit adds a part to one
// entry of the index: in csc the column is the first digit; in bsr the digits are block row, block column, row and
// column within the block.
struct IndexNumbering {
    struct Digit {
        std::size_t dim = 0;
        std::int64_t scale = 1;
        bool operator==(const Digit&) const = default;
    };
    std::vector<Digit> digits; // from the slowest
    Extents extents;           // of each digit
    std::size_t rank = 0;

    // The numbers are row-major positions: digits are the entries of the index in their order.
    bool isRowMajor() const;
    Extents indexOf(std::int64_t key,
                    const Extents& box) const; // box: extents of the digits by which keys are made
};

// A run of stored elements. Slots follow each other from firstSlot.
struct EntryChunk {
    std::span<const std::int64_t> keys; // empty: they follow each other from firstKey
    std::int64_t firstKey = 0;
    std::int64_t firstSlot = 0;
    std::int64_t count = 0;

    std::int64_t key() const { return keys.empty() ? firstKey : keys.front(); }
    void drop(std::int64_t front); // precondition: not more than there are
};

// The stored elements of a tensor, a chunk at a time, in constant memory: what Layout::entries visits, where these
// rise strictly in the numbering of the layout and value slots follow each other. Borrows the tensor.
class OrderedEntries
{
public:
    enum class State : std::uint8_t { some, end, notOrdered };

    virtual ~OrderedEntries() = default;
    OrderedEntries(const OrderedEntries&) = delete;
    OrderedEntries& operator=(const OrderedEntries&) = delete;

    // Null where the layout, or how its members are, is none for this.
    static std::unique_ptr<OrderedEntries> of(const Tensor& tensor);

    const IndexNumbering& numbering() const { return m_numbering; }
    // Whether keys can be made by these extents, which are not below those of the numbering.
    virtual bool fits(const Extents& box) const = 0;
    // Starts from the first element. Preconditions: fits(box), whose product is an int64.
    virtual void begin(const Extents& box) = 0;
    // The next elements; the chunk is valid until the next call. Once not ordered, always so.
    virtual State next(EntryChunk& chunk) = 0;

protected:
    OrderedEntries() = default;
    IndexNumbering m_numbering;
};

} // namespace tscope
