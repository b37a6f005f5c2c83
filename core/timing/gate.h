// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/index_box.h"
#include "timing/workload.h"

#include <complex>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tscope::timing {

// What a result has to be before its time counts: computed by the dull reference in double precision, of
// everything or, where that would take long, of some rows, the first and the last among them.
class Gate
{
public:
    static constexpr std::int64_t mostWork = 300'000; // products of the reference, about a third of a second

    // `inputs`: those of the workload, with the tensor in any of its forms.
    static Result<Gate> make(const Workload& workload, std::span<const Sound> inputs, const Watch& watch = {});

    // What is wrong with a result; empty: nothing. Precondition: something is checked.
    std::string whyWrong(const Tensor& given) const;
    // "all", "64 of 100000 rows"; empty: nothing, as it would take too long.
    const std::string& how() const { return m_how; }

private:
    using Number = std::complex<double>;
    struct Expected {
        Number value = 0;
        double scale = 0; // what was added up, without signs
        double terms = 1; // how many numbers that were
    };
    // The stored elements of one row, duplicates added up, by their last index.
    using StoredRow = std::map<std::int64_t, Number>;

    class RowsAtWork;
    class Maker;
    friend class Maker;
    std::string whyApart(const Extents& at, const Expected& expected, Number found, const DType& type) const;

    static std::string whyNotEmpty(const Tensor& result);

    std::map<Extents, Expected> m_expected; // of the rows, by the index in the result; what is not there is 0
    std::vector<IndexBox> m_boxes; // of the result: all that is held against them; none: it has no elements
    std::string m_how;
    bool m_isExact = false;     // whole numbers
    bool m_mayHaveMore = false; // forms with fill compute there too, where others have nothing
    double m_largest = 0;       // of the inputs' magnitudes
};

} // namespace tscope::timing
