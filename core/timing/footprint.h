// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/form.h"
#include "base/result.h"
#include "proof/prove.h"
#include "timing/block_counts.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::timing {

// What a tensor takes in a layout, told without making it.
struct Footprint {
    struct Member {
        std::string_view role;
        std::int64_t bytes = 0;
    };
    const Layout* layout = nullptr;
    std::array<std::int64_t, 2> block{1, 1};
    DType indexDType;         // of layouts with indices
    std::int64_t entries = 0; // stored in each batch entry; blocks, where entries are blocks
    std::int64_t fill = 0;    // elements that are stored only to make entries whole, in all batch entries
    std::vector<Member> members;
    std::string why; // the tensor can't be so; empty: it can

    std::int64_t bytes() const;
};

// Of a strided, sparse or blocked matrix (or batch of matrices, or one with a dense tail) the footprints in all of
// these layouts: entries are counted once, for all sizes of blocks together.
class Footprints
{
public:
    // Fails where the tensor has no csr that holds its entries.
    static Result<Footprints> of(const Sound& tensor, const Watch& watch = {});

    // `block`: of bsr and bsc, up to BlockCounts::most each way.
    Footprint at(const Layout& layout, const DType& indexDType, std::array<std::int64_t, 2> block = {1, 1}) const;
    // Of all batch entries together.
    std::int64_t blocks(std::int64_t rows, std::int64_t columns) const;
    std::int64_t entries() const { return m_entries; }       // of each batch entry
    std::int64_t longestRow() const { return m_longestRow; } // in entries
    const Form& form() const { return m_form; }              // of the csr

private:
    Form m_form;
    std::int64_t m_entries = 0, m_longestRow = 0;
    std::vector<BlockCounts> m_counts; // of each batch entry
};

} // namespace tscope::timing
