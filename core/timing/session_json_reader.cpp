// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "timing/session_json.h"

#include "base/checked_math.h"
#include "base/pace.h"
#include "io/small_file.h"
#include "timing/block_counts.h"
#include "timing/cost_map_json.h"
#include "timing/json_fields_reader.h"
#include "timing/plan_rows.h"
#include "timing/row_spread_json.h"
#include "timing/stop.h"
#include "timing/variant_json.h"
#include "timing/verdicts.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unordered_set>

namespace tscope::timing {

namespace {

// Far more than a session has, and little enough to be held and drawn.
constexpr std::size_t longestSession = std::size_t{256} << 20;
constexpr std::size_t mostSubjects = 10'000, mostRows = 20'000, mostFootprints = 20'000, mostTables = 1'000,
                      mostVerdicts = 1'000'000, mostDevices = 64, mostCaches = 64, mostMembers = 16,
                      mostTempo = 64, mostRepeats = 64, mostRemarks = 1'000, mostSamples = 1'000'000,
                      mostDims = 64;
constexpr Within<std::int64_t> anyCount{0, int64Max};
constexpr std::int64_t mostRounds = 1'000'000;
constexpr Within<double> anyTime{0, 1e18}; // nanoseconds: 30 years
constexpr Within<double> anyRate{0, 1e9};  // 10^18 in a second
constexpr Within<double> anyNoise{0, 1e6};
constexpr Within<double> anyRatio{0, 1e300};

class SessionReader
{
public:
    explicit SessionReader(const JsonTree& tree) : m_tree(tree) {}

    Result<Session> read()
    {
        if (m_tree.size() == 0 || m_tree.kind(0) != JsonKind::object)
            return corrupt(say("wanted a session of measuring, which is a JSON object, found something else"));
        auto top = fields(0);
        if (!top.has("tensorscope_timing"))
            return corrupt(say("wanted a session of measuring, found no key \"tensorscope_timing\""));
        if (const auto version = top.whole("tensorscope_timing", {1, int64Max});
            !m_problem && version != sessionVersion)
            return unsupported(
                say("wanted a session of version {0}, found version {1}, which is newer", sessionVersion, version),
                "tensorscope_timing");
        Session out;
        out.takenAt = top.word("taken_at");
        if (top.has("command")) // older sessions have none
            out.command = top.word("command");
        out.isPartial = top.flag("partial");
        if (top.has("interrupted")) // likewise
            out.isInterrupted = top.flag("interrupted");
        if (top.has("rounds")) // likewise
            out.rounds = static_cast<int>(top.whole("rounds", {0, mostRounds}));
        out.noise = top.real("noise", anyNoise);
        if (const auto machine = top.objectOrNull("machine"))
            out.machine = machineIn(*machine);
        for (const auto& [device, value] : top.named("limits", mostDevices))
            out.limits.push_back(limitsIn(device, value));
        if (top.has("tempo")) // sessions of old have none
            each(top, "tempo", mostTempo, out.tempo, [&](auto value) { return tempoIn(value); });
        each(top, "subjects", mostSubjects, out.subjects, [&](auto value) { return subjectIn(value); });
        each(top, "rows", mostRows, out.rows, [&](auto value) { return rowIn(value); });
        each(top, "footprints", mostFootprints, out.footprints, [&](auto value) { return footprintIn(value); });
        each(top, "block_tables", mostTables, out.blockTables, [&](auto value) { return tableIn(value); });
        if (top.has("cost_maps"))
            each(top, "cost_maps", mostTables, out.costMaps, [&](auto value) { return mapIn(value); });
        each(top, "verdicts", mostVerdicts, out.verdicts,
             [&](auto value) { return verdictIn(value, out.rows.size()); });
        if (m_problem)
            return *m_problem;
        return out;
    }

private:
    using Index = JsonTree::Index;

    FieldsReader fields(Index object) { return {m_tree, object, m_problem}; }

    template <class Item, class Read>
    void each(FieldsReader& from, const char* key, std::size_t most, std::vector<Item>& out, const Read& read)
    {
        for (const auto value : from.objects(key, most)) {
            if (m_problem)
                return;
            out.push_back(read(value));
        }
    }

    Machine machineIn(Index value)
    {
        auto from = fields(value);
        Machine out;
        out.processor = from.word("processor");
        out.threads = static_cast<int>(from.whole("threads", {1, 1 << 20}));
        out.memoryBytes = from.whole("memory_bytes", anyCount);
        out.system = from.word("system");
        out.remarks = from.words("remarks", mostRemarks);
        if (from.has("others_cores")) // older sessions do not say
            out.others = from.real("others_cores", anyRate);
        return out;
    }

    Limits limitsIn(const std::string& device, Index value)
    {
        Limits out;
        out.device = device;
        if (m_tree.kind(value) != JsonKind::object) {
            if (!m_problem)
                m_problem = corrupt(
                    say("wanted an object with the limits of a device, found {0}", m_tree.shortText(value)),
                    "limits");
            return out;
        }
        auto from = fields(value);
        setRates(out, from);
        if (from.has("repeats")) // older sessions have none
            each(from, "repeats", mostRepeats, out.repeats, [&](auto repeat) {
                Limits one;
                one.device = device;
                auto rates = fields(repeat);
                setRates(one, rates);
                return one;
            });
        return out;
    }

    void setRates(Limits& out, FieldsReader& from)
    {
        out.copyRate = from.real("copy_gbps", anyRate);
        out.readRate = from.real("read_gbps", anyRate);
        out.cachedRate = from.real("cached_gbps", anyRate);
        out.flopsF32 = from.real("gflops_f32", anyRate);
        out.flopsF64 = from.real("gflops_f64", anyRate);
        out.cacheBytes = from.whole("cache_bytes", anyCount);
        if (from.has("others_cores")) // older sessions do not say
            out.others = from.real("others_cores", anyRate);
        if (from.has("measured_at")) // likewise
            out.measuredAt = from.word("measured_at");
        each(from, "caches", mostCaches, out.caches, [&](auto cache) {
            auto told = fields(cache);
            return CacheRate{told.whole("bytes", anyCount), told.real("gbps", anyRate)};
        });
    }

    Subject subjectIn(Index value)
    {
        auto from = fields(value);
        Subject out;
        out.name = from.word("name");
        if (from.has("pattern_of")) // sessions of old have none
            out.patternOf = from.word("pattern_of");
        if (!out.patternOf.empty() && !m_names.contains(out.patternOf))
            from.refuse("pattern_of", say("the name of a subject before it"));
        if (!m_names.insert(out.name).second)
            from.refuse("name", say("a name that no subject before it has"));
        out.contentHash = from.word("content_hash");
        if (const auto given = from.objectOrNull("given")) {
            auto variant = fields(*given);
            out.given = variantIn(variant);
        } else {
            from.refuse("given", say("the form in which the tensor was"));
        }
        out.size = from.wholes("size", {-1, int64Max}, mostDims);
        out.stored = from.whole("stored", anyCount);
        out.rows = from.whole("rows", anyCount);
        out.longestRow = from.whole("longest_row", anyCount);
        if (const auto spread = from.has("row_spread") ? from.objectOrNull("row_spread") : std::nullopt) {
            auto told = fields(*spread);
            out.spread = rowSpreadIn(told);
            if (out.spread.rows != out.rows || out.spread.greatest != out.longestRow)
                from.refuse("row_spread",
                            say("as many rows as the subject has, and none longer than its longest"));
        }
        if (from.has("in_row_order"))
            out.isInRowOrder = from.flag("in_row_order");
        return out;
    }

    std::string subjectNameIn(FieldsReader& from)
    {
        auto out = from.word("tensor");
        if (!m_names.contains(out))
            from.refuse("tensor", say("the name of one of the subjects"));
        return out;
    }

    Figure figureIn(FieldsReader& row, const char* key)
    {
        Figure out;
        const auto value = row.objectOrNull(key);
        if (!value)
            return out;
        auto from = fields(*value);
        out.timesPerSample = from.whole("times_per_sample", {1, int64Max});
        out.isNarrow = from.flag("narrow");
        out.samples = from.reals("samples_ns", anyTime, mostSamples);
        std::int64_t sum = 0;
        for (const auto count : from.wholes("rounds", {1, static_cast<std::int64_t>(mostSamples)}, mostSamples)) {
            out.rounds.push_back(static_cast<std::size_t>(count));
            sum += count;
        }
        if (out.samples.empty())
            from.refuse("samples_ns", say("a sample or more (a figure without any is null)"));
        if (!out.rounds.empty() && sum != std::ssize(out.samples))
            from.refuse("rounds", say("rounds of {0} samples together", out.samples.size()));
        return out;
    }

    template <class Value, std::size_t Count>
    Value oneOf(FieldsReader& from, const char* key, const std::array<Value, Count>& values)
    {
        const auto word = from.word(key);
        std::string all;
        for (const auto value : values) {
            if (word == name(value))
                return value;
            all += (all.empty() ? "" : ", ") + std::string(name(value));
        }
        from.refuse(key, say("one of {0}", all));
        return values.front();
    }

    Tempo tempoIn(Index value)
    {
        auto from = fields(value);
        return {from.word("work"), figureIn(from, "took")};
    }

    Row rowIn(Index value)
    {
        auto from = fields(value);
        Row out;
        out.tensor = subjectNameIn(from);
        out.op = from.word("op");
        out.variant = variantIn(from);
        out.device = from.word("device");
        out.isSimulated = from.flag("simulated");
        out.status =
            oneOf(from, "status", std::array{Status::ok, Status::failed, Status::unsupported, Status::cancelled});
        out.reason = from.word("reason");
        out.isLeftOut = from.has("left_out") && from.flag("left_out"); // older sessions do not say
        out.kernel = from.word("kernel");
        out.warm = figureIn(from, "warm");
        if (out.status == Status::ok && !out.warm.isThere())
            from.refuse("warm", say("the times of a row that is ok"));
        out.cold = figureIn(from, "cold");
        out.call = figureIn(from, "call");
        out.endToEnd = figureIn(from, "end_to_end");
        out.conversion = figureIn(from, "conversion");
        out.bytes = from.whole("bytes", anyCount);
        out.flops = from.whole("flops", anyCount);
        if (from.has("threads_used")) // older sessions do not say
            out.threadsUsed = static_cast<int>(from.whole("threads_used", {0, 1 << 20}));
        out.noise = from.realOrNull("noise", anyNoise);
        out.isChecked = from.flag("checked");
        out.checkedHow = from.word("checked_how");
        return out;
    }

    FootprintRow footprintIn(Index value)
    {
        auto from = fields(value);
        FootprintRow out;
        out.tensor = subjectNameIn(from);
        out.variant = variantIn(from);
        for (const auto& [role, bytes] : from.named("by_member", mostMembers))
            out.members.push_back({role, from.wholeAt(bytes, anyCount)});
        out.entries = from.whole("entries", anyCount);
        out.fill = from.whole("fill", anyCount);
        out.predictedNs = from.real("predicted_ns", anyTime);
        return out;
    }

    BlockTable tableIn(Index value)
    {
        auto from = fields(value);
        BlockTable out;
        out.tensor = subjectNameIn(from);
        out.side = from.whole("side", {0, BlockCounts::most});
        const auto cells = static_cast<std::size_t>(out.side * out.side);
        out.blocks = from.wholes("blocks", anyCount, cells);
        if (out.blocks.size() != cells)
            from.refuse("blocks", say("a count for each of {0} sizes of blocks", cells));
        out.predictedNs = from.reals("predicted_ns", anyTime, cells);
        if (!out.predictedNs.empty() && out.predictedNs.size() != cells)
            from.refuse("predicted_ns", say("a time for each of {0} sizes of blocks, or none", cells));
        out.entries = from.whole("entries", anyCount);
        return out;
    }

    CostMap mapIn(Index value)
    {
        auto from = fields(value);
        auto out = costMapIn(from);
        out.tensor = subjectNameIn(from);
        return out;
    }

    Verdict verdictIn(Index value, std::size_t rows)
    {
        auto from = fields(value);
        Verdict out;
        const Within<std::int64_t> aRow{0, std::max<std::int64_t>(static_cast<std::int64_t>(rows) - 1, 0)};
        if (rows == 0)
            from.refuse("a", say("no verdicts, as there are no rows"));
        out.a = static_cast<std::size_t>(from.whole("a", aRow));
        out.b = static_cast<std::size_t>(from.whole("b", aRow));
        out.ratio = {from.real("ratio", anyRatio), from.real("low", anyRatio), from.real("high", anyRatio)};
        out.word = oneOf(from, "word", std::array{Word::faster, Word::slower, Word::same, Word::undecided});
        out.text = from.word("text");
        out.why = from.word("why");
        return out;
    }

    const JsonTree& m_tree;
    std::optional<Error> m_problem;
    std::unordered_set<std::string> m_names; // of the subjects
};

} // namespace

Result<Session> readSession(std::string_view text, const Watch& watch)
{
    if (text.size() > longestSession)
        return corrupt(say("wanted a session of at most 256 MiB, found {0} bytes", text.size()));
    const auto tree = JsonTree::parse(text, watch);
    if (!tree)
        return tree.error();
    return SessionReader(*tree).read();
}

Result<Session> readSessionFile(const std::string& path, const Watch& watch)
{
    const auto text = readSmallFile(path, mostSessionBytes);
    if (!text)
        return text.error(); // which names it
    auto session = readSession(*text, watch);
    if (!session)
        return Error{session.error().code, say("{0}: {1}", path, session.error().text), session.error().where, {}};
    const auto secondHalf = partOfWatch(watch, 0.5, 1); // behind the tree
    // No measurement goes on in a file: the program ended after it was written.
    const auto isOpen = [](const Row& row) { return row.reason == notYetMeasured; };
    if (session->isPartial && std::ranges::any_of(session->rows, isOpen))
        session = interrupted(std::move(*session), secondHalf);
    else
        session->verdicts = verdictsOf(*session, secondHalf); // by the rules of this program, whichever wrote it
    if (watch.isStopped())
        return openingCancelled();
    return session;
}

bool beginsLikeSession(const std::string& path)
{
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown))
        return false; // what is no file may keep a reader waiting
    constexpr std::string_view spaces = " \t\r\n", key = "\"tensorscope_timing\"";
    std::string start(256, ' ');
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), std::ssize(start));
    const auto brace = start.find_first_not_of(spaces);
    if (brace == std::string::npos || start[brace] != '{')
        return false;
    const auto first = start.find_first_not_of(spaces, brace + 1);
    return first != std::string::npos && std::string_view(start).substr(first).starts_with(key);
}

} // namespace tscope::timing
