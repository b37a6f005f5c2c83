// SPDX-License-Identifier: Apache-2.0
#include "timing/session_html.h"

#include "base/say.h"
#include "language/catalogue.h"
#include "timing/block_sizes.h"
#include "timing/column_curves.h"
#include "timing/headline.h"
#include "timing/report/heat.h"
#include "timing/report/markup.h"
#include "timing/report/pictures.h"
#include "timing/report/series.h"
#include "timing/report/tables.h"
#include "timing/thread_curves.h"
#include "timing/workload.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>
#include <vector>

namespace tscope::timing {

namespace {

using Rows = std::vector<std::size_t>;

// Rows of one operation on one tensor, in the order in which the first of each stands.
std::vector<Rows> byOperation(const Session& session)
{
    std::map<std::tuple<std::string_view, std::string_view>, std::size_t> places;
    std::vector<Rows> out;
    for (std::size_t row = 0; row < session.rows.size(); ++row) {
        const auto [at, isNew] = places.try_emplace({session.rows[row].tensor, session.rows[row].op}, out.size());
        if (isNew)
            out.emplace_back();
        out[at->second].push_back(row);
    }
    return out;
}

std::string section(const std::string& title, const std::string& content)
{
    return content.empty() ? std::string() : "<h2>" + escaped(title) + "</h2>\n" + content;
}

std::string nameOf(const std::string& tensor)
{
    return tensor.empty() ? std::string("(tensor)") : tensor;
}

std::string operations(const Session& session)
{
    std::string out;
    std::size_t number = 0;
    for (const auto& rows : byOperation(session)) {
        const auto& first = session.rows[rows.front()];
        out += section(first.op + " of " + nameOf(first.tensor),
                       timesPicture(session, rows, 't' + std::to_string(number++)) + rowsTable(session, rows));
    }
    return out;
}

std::string conversions(const Session& session)
{
    std::map<std::size_t, std::vector<BreakEven>> forms; // by the row as given
    for (const auto& breakEven : breakEvensOf(session))
        forms[breakEven.given].push_back(breakEven);
    std::string out;
    for (const auto& [given, breakEvens] : forms) {
        const auto& row = session.rows[given];
        out += "<h3>" + escaped(row.op + " of " + nameOf(row.tensor) + " on " + row.device) + "</h3>\n" +
               usesPicture(session, breakEvens);
    }
    return out;
}

std::string headlines(const Session& session)
{
    const bool areMany = std::ranges::count(session.subjects, "", &Subject::patternOf) > 1;
    const auto all = headlinesOf(session);
    std::string out;
    if (const auto overview = overviewOf(session, all); !overview.empty())
        out += "<p><b>" + escaped(text(overview)) + "</b></p>\n";
    for (const auto& headline : all) {
        out += "<p>" + escaped((areMany ? nameOf(headline.tensor) + ": " : "") + textWithTrust(headline));
        if (!headline.why.empty())
            out += "</p>\n<p>" + escaped(say("Why: {0}", text(headline.why)));
        out += "</p>\n";
    }
    return out;
}

std::string blocksOf(const Session& session, const BlockTable& table)
{
    const auto picture = blocksPicture(table, sidesOf(session, table.tensor));
    if (picture.empty())
        return {};
    const auto sentence = sentenceOnBlocks(blockSizesOf(session, table.tensor));
    return "<h3>" + escaped(nameOf(table.tensor)) + "</h3>\n" +
           (sentence ? "<p>" + escaped(text(*sentence)) + "</p>\n" : std::string()) + picture;
}

// Once for each pattern, operation and device.
std::string densities(const Session& session)
{
    std::string out;
    for (const auto& rows : byOperation(session)) {
        const auto& first = session.rows[rows.front()];
        std::vector<std::string> devices;
        for (const auto row : rows)
            if (std::ranges::find(devices, session.rows[row].device) == devices.end())
                devices.push_back(session.rows[row].device);
        for (const auto& device : devices) {
            const auto curves = densityCurvesOf(session, first.tensor, first.op, device);
            if (curves.pattern == first.tensor && !curves.curves.empty())
                out += "<h3>" + escaped(first.op + " of " + nameOf(first.tensor) + " on " + device) + "</h3>\n" +
                       densitiesPicture(curves);
        }
    }
    return out;
}

std::string threads(const Session& session)
{
    std::string out;
    for (const auto& rows : byOperation(session)) {
        const auto& first = session.rows[rows.front()];
        const auto sentences = sentencesOf(threadCurvesOf(session, first.tensor, first.op));
        if (sentences.empty())
            continue;
        out += "<h3>" + escaped(first.op + " of " + nameOf(first.tensor)) + "</h3>\n";
        for (const auto& sentence : sentences)
            out += "<p>" + escaped(sentence) + "</p>\n";
    }
    return out;
}

std::string columns(const Session& session)
{
    std::string out;
    std::vector<std::pair<std::string, std::string>> told; // tensor, kind of operation
    for (const auto& rows : byOperation(session)) {
        const auto& first = session.rows[rows.front()];
        const std::pair work(first.tensor, workloadKindOf(first.op));
        if (std::ranges::find(told, work) != told.end())
            continue;
        told.push_back(work);
        const auto curves = columnCurvesOf(session, first.tensor, first.op);
        if (curves.sentences.empty())
            continue;
        out += "<h3>" + escaped(curves.kind + " of " + nameOf(first.tensor)) + "</h3>\n";
        for (const auto& sentence : curves.sentences)
            out += "<p>" + escaped(sentence) + "</p>\n";
    }
    return out;
}

// To be copied into a terminal.
std::string command(const Session& session)
{
    if (session.command.empty())
        return {};
    std::string out = "<pre class=\"command\">";
    std::istringstream lines(session.command);
    for (std::string line; std::getline(lines, line);)
        out += escaped(line) + '\n';
    return out + "</pre>\n";
}

} // namespace

std::string sessionHtml(const Session& session, const SessionPair* compared)
{
    const InEnglish english;
    std::string roofs, blocks, lengths;
    for (const auto& limits : session.limits) {
        const auto picture = rooflinePicture(session, limits);
        if (!picture.empty())
            roofs += "<h3>" + escaped(limits.device) + "</h3>\n" + picture;
    }
    for (const auto& table : session.blockTables)
        blocks += blocksOf(session, table);
    for (const auto& subject : session.subjects) {
        const auto picture = rowsPicture(subject);
        if (!picture.empty())
            lengths += "<h3>" + escaped(nameOf(subject.name)) + "</h3>\n" + picture;
    }
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Times, " +
                      escaped(session.takenAt) + "</title>\n<style>\n" + std::string(styleSheet()) +
                      heatStyleSheet() + "</style>\n</head>\n<body>\n" + patternDefinitions() +
                      "<h1>Times of tensors</h1>\n";
    if (compared != nullptr)
        out += section("Comparison", comparisonPart(*compared));
    out += section("In short", headlines(session));
    out += "<p>All times are of Tensorscope's own kernels (of cuSPARSE where the table names it), not of PyTorch, "
           "SciPy or MKL. <code>./dev bench --peers</code> compares with those.</p>\n";
    out += section("Verdicts", verdictsTable(session));
    out += section("Noise", noiseRemarks(session));
    out += operations(session);
    out += section("Rooflines", roofs);
    out += section("Break-even of conversions", conversions(session));
    out += section("Other densities", densities(session));
    out += section("Threads", threads(session));
    out += section("Columns of the dense operand", columns(session));
    out += section("Sizes of blocks", blocks);
    out += section("Lengths of rows", lengths);
    out += section("Footprints", footprintsTable(session));
    out += section("Tensors", subjectsTable(session));
    out += section("Machine", machineTable(session) + limitsTable(session));
    out += section("Measured by", command(session));
    return out + "</body>\n</html>\n";
}

} // namespace tscope::timing
