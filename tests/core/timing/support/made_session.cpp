// SPDX-License-Identifier: Apache-2.0
#include "core/timing/support/made_session.h"

#include <algorithm>

namespace tscope::timing {

namespace {

template <class Item>
const Item& oneOf(Random& random, const std::vector<Item>& items)
{
    return items[static_cast<std::size_t>(random.below(std::ssize(items)))];
}

std::string word(Random& random)
{
    static const std::vector<std::string> words{"",
                                                "a",
                                                "fc1.weight",
                                                "two words",
                                                "\"quoted\", with a comma",
                                                "line\nbreak\r\n",
                                                "<script>alert('&')</script>",
                                                "größer 矩阵",
                                                "a/b\\c",
                                                std::string(300, 'x')};
    return oneOf(random, words);
}

double share(Random& random)
{
    return static_cast<double>(random.below(1'000'003)) / 1'000'003;
}
double time(Random& random)
{
    return share(random) * static_cast<double>(random.below(1'000'000'000) + 1);
}

Variant variant(Random& random)
{
    static const std::vector<std::string> layouts{"strided", "coo", "csr", "csc", "bsr", "bsc", "nested", "ell"};
    Variant out;
    out.layout = oneOf(random, layouts);
    if (out.layout == "bsr" || out.layout == "bsc")
        out.block = {1 + random.below(64), 1 + random.below(64)};
    out.dtype = oneOf(random, std::vector<std::string>{"float32", "float64", "complex64"});
    if (out.layout != "strided")
        out.indexDType = oneOf(random, std::vector<std::string>{"int32", "int64"});
    else
        out.isPadded = random.below(2) == 0;
    return out;
}

Figure figure(Random& random)
{
    Figure out;
    for (auto rounds = random.below(4); rounds > 0; --rounds) {
        const auto count = 1 + random.below(9);
        out.rounds.push_back(static_cast<std::size_t>(count));
        for (std::int64_t i = 0; i < count; ++i)
            out.samples.push_back(time(random));
    }
    if (out.isThere()) {
        out.timesPerSample = 1 + random.below(1000);
        out.isNarrow = random.below(2) == 0;
    }
    return out;
}

RowSpread randomSpread(Random& random)
{
    std::vector<std::int64_t> lengths;
    const auto below = 1 + random.below(std::int64_t{1} << (1 + random.below(40)));
    for (auto rows = random.below(200); rows > 0; --rows)
        lengths.push_back(random.below(3) * random.below(below));
    return spreadOf(lengths);
}

CostMap randomMap(Random& random, const std::string& tensor)
{
    CostMap out;
    out.tensor = tensor;
    out.batchDims = random.below(3);
    out.rows = 1 + random.below(std::int64_t{1} << (1 + random.below(50)));
    out.columns = 1 + random.below(40);
    out.tileRows = (out.rows - 1) / CostMap::most + 1;
    out.tileColumns = 2 + random.below(out.columns);
    out.tileColumns = std::min(out.tileColumns, out.columns);
    const auto tiles = static_cast<std::size_t>(out.tilesDown() * out.tilesAcross());
    const auto numbers = [&](std::int64_t below) {
        std::vector<std::int64_t> all(tiles);
        for (auto& each : all)
            each = random.below(below);
        return all;
    };
    out.entries = numbers(1000);
    for (auto forms = random.below(3); forms > 0; --forms)
        out.forms.push_back({variant(random), numbers(std::int64_t{1} << random.below(60)),
                             random.below(2) == 0 ? numbers(1000) : std::vector<std::int64_t>(),
                             random.below(10'000)});
    return out;
}

Row row(Random& random, const std::string& tensor)
{
    Row out;
    out.tensor = tensor;
    out.op = oneOf(random, std::vector<std::string>{"spmv", "spmm k=64", "add"});
    out.variant = variant(random);
    out.device = oneOf(random, std::vector<std::string>{"cpu", "cuda:0", "cuda:1"});
    out.isSimulated = random.below(8) == 0;
    out.status =
        oneOf(random, std::vector{Status::ok, Status::ok, Status::failed, Status::unsupported, Status::cancelled});
    out.reason = word(random);
    out.kernel = word(random);
    do
        out.warm = figure(random);
    while (out.status == Status::ok && !out.warm.isThere());
    out.cold = figure(random);
    out.call = figure(random);
    out.endToEnd = figure(random);
    out.conversion = figure(random);
    out.bytes = random.below(std::int64_t{1} << 62);
    out.flops = random.below(1000);
    out.threadsUsed = static_cast<int>(random.below(3));
    if (random.below(2) == 0)
        out.noise = share(random);
    out.isChecked = random.below(3) > 0;
    out.checkedHow = word(random);
    return out;
}

} // namespace

Session randomSession(Random& random)
{
    Session out;
    out.takenAt = "2026-11-25T10:00:00Z";
    out.command = word(random);
    out.machine = {
        word(random), 1 + static_cast<int>(random.below(256)), random.below(1LL << 50), word(random), {}};
    for (auto count = random.below(3); count > 0; --count)
        out.machine.remarks.push_back(word(random));
    out.machine.others = 0.5 * static_cast<double>(out.machine.remarks.size());
    for (const char* device : {"cpu", "cuda:0"})
        if (random.below(2) == 0)
            out.limits.push_back({device,
                                  share(random) * 100,
                                  share(random) * 100,
                                  share(random) * 500,
                                  share(random) * 1000,
                                  share(random) * 500,
                                  random.below(1 << 30),
                                  {{random.below(1 << 20), share(random) * 900}}});
    for (auto& limits : out.limits)
        for (auto count = random.below(3); count > 0; --count) {
            auto repeat = limits;
            repeat.repeats.clear();
            repeat.copyRate *= share(random);
            limits.repeats.push_back(std::move(repeat));
        }
    for (const char* work : {"computing", "copying memory"})
        if (random.below(2) == 0)
            out.tempo.push_back({work, figure(random)});
    const auto subjects = 1 + random.below(3);
    for (std::int64_t i = 0; i < subjects; ++i) {
        auto pattern =
            out.subjects.empty() || random.below(2) == 0 ? std::string() : oneOf(random, out.subjects).name;
        out.subjects.push_back({word(random) + std::to_string(i),
                                word(random),
                                variant(random),
                                Extents{random.below(1000), random.below(1000) - 1},
                                random.below(100'000),
                                random.below(1000),
                                random.below(1000),
                                {},
                                std::move(pattern)});
    }
    for (auto& subject : out.subjects) {
        if (random.below(4) > 0) {
            subject.spread = randomSpread(random);
            subject.rows = subject.spread.rows;
            subject.longestRow = subject.spread.greatest;
        }
        if (subject.given.layout == "coo")
            subject.isInRowOrder = random.below(2) == 1;
    }
    const auto& tensor = [&] { return oneOf(random, out.subjects).name; };
    for (auto count = random.below(30); count > 0; --count)
        out.rows.push_back(row(random, tensor()));
    for (auto count = random.below(10); count > 0; --count)
        out.footprints.push_back({tensor(),
                                  variant(random),
                                  random.below(1000),
                                  random.below(1000),
                                  {{"compressed", random.below(100)}, {"values", random.below(1000)}},
                                  time(random)});
    for (auto count = random.below(2); count > 0; --count) {
        BlockTable table{tensor(), 1 + random.below(8), {}, {}, random.below(1000)};
        for (std::int64_t i = 0; i < table.side * table.side; ++i) {
            table.blocks.push_back(random.below(1000));
            table.predictedNs.push_back(time(random));
        }
        out.blockTables.push_back(std::move(table));
    }
    for (auto count = random.below(2); count > 0; --count)
        out.costMaps.push_back(randomMap(random, tensor()));
    out.noise = share(random);
    out.isPartial = random.below(2) == 0;
    out.isInterrupted = random.below(2) == 0;
    out.rounds = static_cast<int>(random.below(5));
    return out;
}

} // namespace tscope::timing
