// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "array/geometry.h"
#include "timing/median.h"
#include "timing/row_spread.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tscope::timing {

// What came of measuring, as data: all that a table, a chart, a file or a comparison of two runs needs, and
// nothing that points into the program. Times are nanoseconds.

// In which form a tensor was measured. Names, not layouts: a session may come from a file.
struct Variant {
    std::string layout;
    std::array<std::int64_t, 2> block{1, 1}; // of bsr and bsc
    std::string dtype = {};
    std::string indexDType = {}; // empty: the layout has no indices
    bool isPadded = false;       // strided, of components that were padded

    bool operator==(const Variant&) const = default;
};
std::string text(const Variant& variant); // "bsr 16x16", "csr", "padded": without the types

// Samples of one kind of time, in the order in which they were taken; rounds one after the other.
struct Figure {
    std::vector<double> samples;
    std::vector<std::size_t> rounds; // how many of the samples each round took
    std::int64_t timesPerSample = 1; // that the work was done for one sample, which is the mean of them
    bool isNarrow = false;           // else the budget ended before the interval was narrow

    bool isThere() const { return !samples.empty(); }
    std::vector<Median> roundMedians() const; // of each round that took samples, in their order
    // The interval is that of the rounds together: from the least low end to the greatest high end.
    Median median() const; // precondition: isThere()
    bool operator==(const Figure&) const = default;
};

enum class Status : std::uint8_t { ok, failed, unsupported, cancelled };
std::string_view name(Status status);
// The reason of what is cancelled.
inline constexpr const char* stoppedBefore = "measuring was stopped before";

// One cell: an operation on a tensor in one form, on one device.
struct Row {
    std::string tensor; // the name of a subject
    std::string op;     // "spmm k=64"
    Variant variant;
    std::string device;       // "cpu", "cuda:0"
    bool isSimulated = false; // a device that the host plays: its times tell nothing of devices
    Status status = Status::unsupported;
    std::string reason;     // of what is not ok
    bool isLeftOut = false; // not measured, because it is larger than the user's budget for dense forms
    std::string kernel;

    Figure warm;                 // the kernel alone, its operands where it left them
    Figure cold;                 // the same, after caches were emptied
    Figure call;                 // a whole call: with the memory of its result and what it needs to work in
    Figure endToEnd;             // with what has to travel to a device and back; empty: nothing has
    Figure conversion;           // from the tensor as it was given to this form; empty: it has this form
    std::int64_t bytes = 0;      // that it has to read and to write at the least
    std::int64_t flops = 0;      // multiplications and additions
    int threadsUsed = 0;         // of the processor, by the kernel at the most; 0: not known, as in older sessions
    std::optional<double> noise; // how far its rounds are apart, as a share

    bool isChecked = false; // the result was held against the reference
    std::string checkedHow; // "all", "256 of 100000 rows"

    // Bytes per nanosecond.
    double gigabytesPerSecond() const { return static_cast<double>(bytes) / warm.median().value; }
    bool operator==(const Row&) const = default;
};

// What is read and written again and again, when all of it together takes so many bytes.
struct CacheRate {
    std::int64_t bytes = 0;
    double rate = 0; // bytes per nanosecond

    bool operator==(const CacheRate&) const = default;
};

// What a device was measured to reach, with the threads that kernels use there.
struct Limits {
    std::string device;
    double copyRate = 0;   // bytes per nanosecond, read and written both counted; memory beyond all caches
    double readRate = 0;   // the same, only read; 0: not measured
    double cachedRate = 0; // the greatest of all, of what is as small as caches like it
    double flopsF32 = 0, flopsF64 = 0;  // multiplications and additions per nanosecond; 0: not measured
    std::int64_t cacheBytes = 0;        // of the last cache, as the system tells it
    std::vector<CacheRate> caches = {}; // of ever more bytes, none faster than the one before it
    // The measurements of which these rates are each the best. Empty in older sessions and in a measurement
    // itself.
    std::vector<Limits> repeats = {};
    // Cores that other programs used during a measurement, during the quietest one of `repeats`. 0 also where that
    // is not known.
    double others = 0;
    std::string measuredAt = {}; // in UTC, the last of `repeats`; empty: not known, as in older sessions

    bool operator==(const Limits&) const = default;
};

struct Machine {
    std::string processor; // its name
    int threads = 1;
    std::int64_t memoryBytes = 0;
    std::string system; // of the kernel and this program
    std::vector<std::string>
        remarks;       // "the clock went from 3.4 to 2.1 GHz", "Other programs used 0.8 of 2 cores."
    double others = 0; // cores that other programs used meanwhile; 0 also where that is not known

    bool operator==(const Machine&) const = default;
};

// How fast the processor was for a fixed piece of work while a session went on.
struct Tempo {
    std::string work; // "adding in place"
    Figure took;

    bool operator==(const Tempo&) const = default;
};

// A tensor that was measured.
struct Subject {
    std::string name;
    std::string contentHash;     // of its elements and their places, however they are stored
    Variant given;               // as it was
    Extents size;                // -1 where components differ
    std::int64_t stored = 0;     // elements
    std::int64_t rows = 0;       // of a matrix, or components; 0: not counted
    std::int64_t longestRow = 0; // entries in the row that has the most
    RowSpread spread = {};       // of its rows; of none: not told, as in older sessions
    std::string patternOf = {};  // the subject whose pattern it has with fewer or more entries; empty: its own
    // Of coo as it was given, whether its entries are in the order of rows. Nothing: not known, as in older
    // sessions.
    std::optional<bool> isInRowOrder = {};

    bool operator==(const Subject&) const = default;
};

// What a tensor takes in one form, told without making it.
struct FootprintRow {
    struct Member {
        std::string role;
        std::int64_t bytes = 0;

        bool operator==(const Member&) const = default;
    };
    std::string tensor;
    Variant variant;
    std::int64_t entries = 0; // stored; blocks, where entries are blocks
    std::int64_t fill = 0;    // elements stored only to make entries or components whole
    std::vector<Member> members;
    double predictedNs = 0; // of a product with a vector on the processor, from the limits; 0: not known

    std::int64_t bytes() const;
    std::int64_t elements() const; // in its values, fill among them; 0: not told
    double fillShare() const;      // of its values; 0 where that is not told
    bool operator==(const FootprintRow&) const = default;
};

// How many blocks of r rows and c columns hold an entry: for all r and c up to the side of the table.
struct BlockTable {
    std::string tensor;
    std::int64_t side = 0;
    std::vector<std::int64_t> blocks; // row-major, of 1x1 first
    std::vector<double> predictedNs;  // likewise, of a product with a vector in bsr
    std::int64_t entries = 0;

    bool operator==(const BlockTable&) const = default;
};

// Where in a matrix the bytes lie that a product with a vector reads, as it is stored in each form: in tiles of so
// many rows and columns, of which the last ones may have fewer.
struct CostMap {
    struct Form {
        Variant variant;
        std::vector<std::int64_t> bytes; // of each tile: values, fill among them, and indices
        std::vector<std::int64_t>
            fill; // of each tile: elements that only make entries whole; empty: there are none
        std::int64_t pointerBytes = 0; // lie in no tile, but beside whole rows or columns

        bool operator==(const Form&) const = default;
    };
    static constexpr std::int64_t most = 32; // tiles down, and across

    std::string tensor;
    std::int64_t batchDims = 0; // before the rows; all batch entries are counted together
    std::int64_t rows = 0, columns = 0;
    std::int64_t tileRows = 1, tileColumns = 1;
    std::vector<std::int64_t> entries; // of each tile, row-major; none of them fill
    std::vector<Form> forms;

    std::int64_t tilesDown() const { return rows > 0 ? (rows - 1) / tileRows + 1 : 0; }
    std::int64_t tilesAcross() const { return columns > 0 ? (columns - 1) / tileColumns + 1 : 0; }
    bool operator==(const CostMap&) const = default;
};

enum class Word : std::uint8_t { faster, slower, same, undecided };
std::string_view name(Word word);

// Two cells of one operation on one device held against each other.
struct Verdict {
    std::size_t a = 0, b = 0; // rows
    Ratio ratio;              // time of b by time of a: above 1, a is faster
    Word word = Word::undecided;
    std::string text; // "bsr 16x16 is 2.1x (1.9-2.3) faster than csr for spmm k=64 on cpu"
    std::string why;  // from bytes, balance, fill; empty: nothing explains it

    bool operator==(const Verdict&) const = default;
};

struct Session {
    std::string takenAt;      // in UTC: "2026-11-25T10:00:00Z"
    std::string command = {}; // that measures the same in a terminal; empty: not known, as in older sessions
    Machine machine;
    std::vector<Limits> limits;
    std::vector<Tempo> tempo; // of several pieces of work
    std::vector<Subject> subjects;
    std::vector<Row> rows;
    std::vector<FootprintRow> footprints;
    std::vector<BlockTable> blockTables;
    std::vector<CostMap> costMaps;
    std::vector<Verdict> verdicts;
    double noise = 0;           // how far the rounds of one cell lie apart at most, of 95 in 100; as a share
    bool isPartial = false;     // it was stopped, or goes on
    bool isInterrupted = false; // the program ended while it was measured
    int rounds = 0;             // in which each row was to be measured; 0: not known, as in older sessions

    const Limits* limitsOf(std::string_view device) const; // null: not measured
    const Limits* processorLimits() const;                 // with the most threads that were measured
    bool operator==(const Session&) const = default;
};

} // namespace tscope::timing
