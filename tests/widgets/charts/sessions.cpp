// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/sessions.h"

#include "timing/timed_device.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace tscope::test {

namespace {

// The tensor of all its rows. A session whose rows are of no subject can't be read again.
void addSubject(timing::Session& session)
{
    const auto& first = session.rows.front();
    session.subjects.push_back({first.tensor, "hash", first.variant, {100, 200}, 1000});
}

void addFootprints(timing::Session& session)
{
    for (const auto& row : session.rows) {
        if (row.device != "cpu")
            continue;
        timing::FootprintRow footprint;
        footprint.tensor = row.tensor;
        footprint.variant = row.variant;
        const auto blocked = row.variant.layout == "bsr";
        const auto scale = static_cast<std::int64_t>(session.footprints.size() + 1);
        footprint.entries = 1000;
        footprint.fill = blocked ? 500 : 0;
        if (row.variant.layout != "strided") {
            footprint.members.push_back({"crow_indices", 808 * scale});
            footprint.members.push_back({"col_indices", 4000});
        }
        footprint.members.push_back({"values", blocked ? 8000 : 4000});
        session.footprints.push_back(footprint);
    }
}

timing::BlockTable blockTable()
{
    timing::BlockTable table{"matrix", 64, {}, {}, 1000};
    for (std::int64_t r = 1; r <= 64; ++r)
        for (std::int64_t c = 1; c <= 64; ++c) {
            // A matrix that is made of blocks of 4 x 4.
            const auto blocks =
                1000.0 / 16 * std::ceil(4.0 / static_cast<double>(r)) * std::ceil(4.0 / static_cast<double>(c));
            table.blocks.push_back(std::min<std::int64_t>(1000, static_cast<std::int64_t>(blocks)));
            table.predictedNs.push_back(100 + blocks * static_cast<double>(r * c) / 4);
        }
    return table;
}

// Of 100 rows and 200 columns, of which the last have little.
timing::CostMap costMap(const timing::Session& session)
{
    timing::CostMap map;
    map.tensor = "matrix";
    map.rows = 100;
    map.columns = 200;
    map.tileRows = 4;
    map.tileColumns = 7;
    for (std::int64_t r = 0; r < map.tilesDown(); ++r)
        for (std::int64_t c = 0; c < map.tilesAcross(); ++c)
            map.entries.push_back(std::max<std::int64_t>(0, 10 - c - r / 4));
    for (const std::size_t row : {0, 1, 2, 3}) {
        timing::CostMap::Form form{session.rows[row].variant, {}, {}, row == 1 || row == 3 ? 0 : 808};
        const bool isWhole = row > 1; // strided, and in blocks
        for (const auto entries : map.entries) {
            const auto fill = !isWhole ? 0 : row == 3 ? 28 - entries : entries > 0 ? 16 - entries : 0;
            form.bytes.push_back((entries + fill) * 4 + (row == 3 ? 0 : entries * 8));
            if (isWhole)
                form.fill.push_back(fill);
        }
        map.forms.push_back(std::move(form));
    }
    return map;
}

timing::Row withoutTime(const std::string& layout, timing::Status status, const std::string& reason)
{
    auto row = cellOf(layout, 1);
    row.status = status;
    row.reason = reason;
    row.warm = row.cold = row.call = row.endToEnd = row.conversion = {};
    return row;
}

} // namespace

timing::Figure figureAround(double median, std::size_t samples, std::size_t rounds)
{
    std::minstd_rand random(static_cast<unsigned>(samples + rounds));
    std::uniform_real_distribution<double> part(-0.04, 0.04);
    timing::Figure figure;
    for (std::size_t i = 0; i < samples; ++i)
        figure.samples.push_back(median * (1 + part(random)) * (i % 29 == 28 ? 1.6 : 1));
    for (std::size_t r = 0; r < rounds; ++r)
        figure.rounds.push_back(samples * (r + 1) / rounds - samples * r / rounds);
    return figure;
}

timing::Row cellOf(const std::string& layout, double nanoseconds, const std::string& device)
{
    timing::Row row;
    row.tensor = "matrix";
    row.op = "spmv";
    row.variant.layout = layout;
    row.variant.dtype = "float32";
    if (layout != "strided")
        row.variant.indexDType = "int64";
    row.device = device;
    row.status = timing::Status::ok;
    row.isChecked = true;
    row.warm = figureAround(nanoseconds);
    row.cold = figureAround(nanoseconds * 1.7);
    row.call = figureAround(nanoseconds * 1.2);
    if (device != "cpu")
        row.endToEnd = figureAround(nanoseconds * 9);
    if (layout != "csr")
        row.conversion = figureAround(nanoseconds * 20);
    row.bytes = 13000;
    row.flops = 2000;
    return row;
}

charts::Cells spmvCells()
{
    return {"matrix", "spmv", {}};
}

timing::Session smallSession()
{
    timing::Session session;
    session.rows = {
        cellOf("csr", 21000),
        cellOf("coo", 48000),
        cellOf("bsr", 9000),
        cellOf("strided", 310000),
        withoutTime("csc", timing::Status::unsupported, "no kernel takes csc times strided on the processor"),
        withoutTime("bsc", timing::Status::failed, "row 17 differs from the reference by 0.5, of 2.25"),
        withoutTime("jagged", timing::Status::cancelled, ""),
        cellOf("csr", 6000, "cuda:0")};
    session.rows[2].variant.block = {4, 4};
    session.rows[5].variant.block = {4, 4};
    addFootprints(session);
    session.limits = {{"cpu", 12, 0, 60, 80, 40, 8 << 20, {}},
                      {"cuda:0", 1500, 0, 4000, 9000, 4500, 40 << 20, {}}};
    addSubject(session);
    session.blockTables.push_back(blockTable());
    session.costMaps.push_back(costMap(session));
    std::vector<std::int64_t> lengths(100, 3);
    lengths[17] = 200;
    lengths[42] = 0;
    auto& subject = session.subjects.back();
    subject.spread = timing::spreadOf(lengths);
    subject.rows = subject.spread.rows;
    subject.longestRow = subject.spread.greatest;
    return session;
}

timing::Session oneCell()
{
    timing::Session session;
    session.rows = {cellOf("csr", 21000)};
    addFootprints(session);
    addSubject(session);
    session.limits = {{"cpu", 12, 0, 60, 80, 40, 8 << 20, {}}};
    return session;
}

timing::Session manyRows(int count, std::size_t samples)
{
    timing::Session session;
    for (int i = 0; i < count; ++i) {
        auto row = cellOf("bsr", 1000.0 * (1 + i * 37 % count));
        row.variant.block = {1 + i / 20, 1 + i % 20};
        row.warm = figureAround(row.warm.samples.front(), samples);
        row.bytes += i * 400;
        session.rows.push_back(row);
    }
    session.rows[3] = withoutTime("csc", timing::Status::unsupported, "no kernel");
    addFootprints(session);
    addSubject(session);
    session.limits = smallSession().limits;
    return session;
}

timing::Session extremes()
{
    auto session = smallSession();
    double time = 1;
    for (auto& row : session.rows)
        if (row.status == timing::Status::ok) {
            row.warm = figureAround(time);
            row.cold = figureAround(time * 3);
            row.conversion = row.variant.layout == "csr" ? timing::Figure{} : figureAround(1e11 / time);
            time *= 600;
        }
    session.rows.back().warm = figureAround(1e11);
    return session;
}

timing::Session longNames()
{
    auto session = smallSession();
    const std::string longName =
        "model.layers.17.attention.a_projection_with_a_name_that_nobody_can_read_at_once.weight";
    for (auto& row : session.rows) {
        row.tensor = longName;
        row.op = "spmm k=64";
        row.device += " (Imaginary Accelerator 9000 with a long name)";
        if (!row.reason.empty())
            row.reason +=
                ", and a reason that goes on and on until nobody remembers how it began, or why it was told";
    }
    for (auto& footprint : session.footprints)
        footprint.tensor = longName;
    for (auto& limits : session.limits)
        limits.device += " (Imaginary Accelerator 9000 with a long name)";
    for (auto& table : session.blockTables)
        table.tensor = longName;
    for (auto& map : session.costMaps)
        map.tensor = longName;
    session.subjects[0].name = longName;
    return session;
}

timing::Session inDensities(timing::Session session)
{
    if (session.rows.empty())
        return session;
    const auto tensor = session.rows[0].tensor;
    if (session.subjects.empty())
        addSubject(session);
    session.blockTables.clear(); // which would tell of other entries
    for (auto& row : session.rows)
        row.isChecked = true;
    const auto given = session.rows;
    for (const double times : {0.1, 10.0}) {
        auto subject = session.subjects[0];
        subject.patternOf = tensor;
        subject.name = tensor + " x " + std::to_string(times);
        subject.stored = static_cast<std::int64_t>(1000 * times);
        double power = 1;
        for (auto row : given) {
            row.tensor = subject.name;
            for (auto* figure : {&row.warm, &row.cold, &row.call, &row.endToEnd})
                for (auto& sample : figure->samples)
                    sample *= std::pow(times, power);
            power *= 0.8;
            session.rows.push_back(row);
        }
        session.subjects.push_back(subject);
    }
    return session;
}

timing::Session ofSeveral(timing::Session session)
{
    const auto given = session.rows;
    const auto subjects = session.subjects;
    for (int i = 1; i < 7; ++i) {
        const auto layer = " of layer " + std::to_string(i);
        for (auto subject : subjects) {
            subject.name += layer;
            session.subjects.push_back(subject);
        }
        for (auto row : given) {
            row.tensor += layer;
            for (auto* figure : {&row.warm, &row.cold, &row.call})
                for (auto& sample : figure->samples)
                    sample *= i;
            session.rows.push_back(row);
        }
    }
    return session;
}

timing::Session onThreads(timing::Session session)
{
    session.machine.threads = 64;
    const auto given = session.rows;
    session.rows.clear();
    for (const int threads : {1, 8, 64}) {
        double power = 1;
        for (auto row : given) {
            row.device = timing::processorWith(threads);
            row.isChecked = true;
            for (auto* figure : {&row.warm, &row.cold, &row.call})
                for (auto& sample : figure->samples)
                    sample /= std::pow(threads, power);
            power *= 0.8;
            session.rows.push_back(row);
        }
    }
    return session;
}

TwoRuns twoRunsOf(timing::Session session)
{
    if (session.subjects.empty() && !session.rows.empty())
        addSubject(session);
    for (auto& row : session.rows)
        row.isChecked = true;
    session.noise = 0.02;
    TwoRuns runs{session, session};
    constexpr double factors[] = {0.5, 1.8, 1};
    for (std::size_t i = 0; i < session.rows.size(); ++i)
        for (auto& sample : runs.after.rows[i].warm.samples)
            sample *= factors[i % 3];
    return runs;
}

std::vector<NamedSession> allSessions()
{
    return {{"small", smallSession()}, {"one", oneCell()},          {"many", manyRows()},
            {"extreme", extremes()},   {"long names", longNames()}, {"empty", {}}};
}

} // namespace tscope::test
