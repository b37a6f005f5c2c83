// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/form.h"
#include "base/result.h"
#include "proof/prove.h"
#include "timing/block_counts.h"
#include "timing/row_spread.h"

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

    // `block`: of bsr and bsc; larger ones than BlockCounts::most are not counted.
    Footprint at(const Layout& layout, const DType& indexDType, std::array<std::int64_t, 2> block = {1, 1}) const;
    // Of all batch entries together.
    std::int64_t blocks(std::int64_t rows, std::int64_t columns) const;
    std::int64_t entries() const { return m_entries; } // of each batch entry
    const RowSpread& rows() const { return m_rows; }   // of all batch entries together
    const Sound& csr() const { return m_csr; }         // each place has one entry, rows are sorted
    const Form& form() const { return m_form; }        // of the csr

private:
    explicit Footprints(Sound csr) : m_csr(std::move(csr)) {}

    Sound m_csr;
    Form m_form;
    std::int64_t m_entries = 0;
    RowSpread m_rows;
    std::vector<BlockCounts> m_counts; // of each batch entry
};

} // namespace tscope::timing
