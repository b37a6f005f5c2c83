// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/witness.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope {

class Reading;

enum class Level : std::uint8_t { violation, advisory };

// What evaluating a rule reads.
enum class Cost : std::uint8_t { metadata, pointers, entries };

// How a contract words a rule; a rule understands the wordings that some contract asks of it.
enum class Wording : std::uint8_t {
    catalogue,         // as the rule's own statement says
    contiguous,        // 3.5 3.6: the whole member, not only its last stride
    twoDimensional,    // 3.1 3.2 3.3 3.4: no batch, no dense dims
    perBatch,          // 3.7: each batch entry for itself
    hostOnly,          // 4.1: cpu
    hostOrCuda,        // 4.1: cpu, cuda
    ownDeviceMeta,     // 4.6: asked when the tensor itself is on meta
    notDecreasing,     // 5.3: the lower half only
    atMostStored,      // 5.2: the last pointer <= nnz
    beforeLastPointer, // 5.4 5.5 5.6: entries that a pointer reaches
    anyIndexWidth,     // COO-1.1: int32 or int64; 1.1 1.2: only of integers, what is none is another rule's
    types2021,         // 1.5: the list of the 2021 text
    types2022,         // 1.5: the list of the 2022 text
};

// Takes what a rule finds: exact counts, the first places in order, or the reason why it could not be asked.
class RuleRun
{
public:
    RuleRun(Wording wording, std::int64_t maxWitnesses) : m_wording(wording), m_max(maxWitnesses) {}

    // For the next rule: nothing was found or said yet.
    void begin(Wording wording)
    {
        m_wording = wording;
        if (m_count == 0 && m_because.empty()) // most rules hold
            return;
        m_count = 0;
        m_witnesses.clear();
        m_because.clear();
    }

    Wording wording() const { return m_wording; }

    // One place. Kept while there is room, always counted.
    void found(Witness witness);
    // `more` places that are counted but not shown.
    void count(std::int64_t more);
    // From now on places are not kept but handed to `take`, until it says false.
    void handTo(std::function<bool(const Witness&)> take) { m_take = std::move(take); }
    // Places that may still be kept or handed on; a collector that only looks for places stops at 0.
    std::int64_t room() const { return m_max - (m_take ? m_handed : std::ssize(m_witnesses)); }
    // The rule can't be evaluated on this tensor: "because plain is not strided".
    void skip(std::string because);

    std::int64_t count() const { return m_count; }
    bool isSkipped() const { return !m_because.empty(); }
    const std::string& because() const { return m_because; }
    std::vector<Witness>& witnesses() { return m_witnesses; }

private:
    Wording m_wording;
    std::int64_t m_max;
    std::int64_t m_count = 0;
    std::vector<Witness> m_witnesses;
    std::function<bool(const Witness&)> m_take;
    std::int64_t m_handed = 0;
    std::string m_because;
};

// One numbered invariant of a layout. The table of a layout is in the order in which findings are shown.
struct Rule {
    std::string_view id;        // permanent: "5.6", "COO-3.4"
    std::string_view statement; // what holds on a sound tensor
    Cost cost = Cost::metadata;
    Level level = Level::violation; // in the catalogue's own contract
    bool asked = true;              // by the catalogue's own contract; false: another contract's rule
    bool guardsMemory = false;      // a kernel may rely on it to stay inside its buffers
    void (*evaluate)(const Reading&, RuleRun&) = nullptr;
    Wording wording = Wording::catalogue; // in the catalogue's own contract
};

} // namespace tscope
