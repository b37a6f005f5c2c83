// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"
#include "facts/dispatch_answers.h"
#include "language/catalogue.h"
#include "layouts/registry.h"
#include "ops/operations.h"
#include "ops/support.h"
#include "ops/transform.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace tscope::cli {

namespace {

constexpr auto lastOp = ViewOp::toNested;

struct Cell {
    ViewOp op;
    const Layout* layout;
    bool supported = false;
};

std::vector<Cell> viewTable()
{
    std::vector<Cell> cells;
    for (int op = 0; op <= static_cast<int>(lastOp); ++op)
        for (const auto* layout : layouts()) {
            const auto ops = viewOpsOf(*layout);
            const auto viewOp = static_cast<ViewOp>(op);
            cells.push_back({viewOp, layout, std::ranges::find(ops, viewOp) != ops.end()});
        }
    return cells;
}

Json jsonOf(const Cell& cell)
{
    auto dtypes = Json::array();
    auto indexTypes = Json::array();
    for (const auto type : knownElementTypes()) {
        dtypes.push_back(DType(type).name());
        if (DType(type).isIndexLike())
            indexTypes.push_back(DType(type).name());
    }
    const auto layout = std::string(cell.layout->name);
    return {{"op", name(cell.op)},
            {"device", "cpu"},
            {"layouts", Json::array({layout})},
            {"dtypes", cell.supported ? std::move(dtypes) : Json::array()},
            {"index_dtypes", cell.supported ? std::move(indexTypes) : Json::array()},
            {"supported", cell.supported},
            {"kernel", cell.supported ? Json("view") : Json(nullptr)},
            {"reason", cell.supported ? Json(nullptr) : Json("not implemented for " + layout)},
            {"condition", nullptr},
            {"needs", Json::array()},
            {"verified_on", nullptr}};
}

void printViews(const std::vector<Cell>& cells)
{
    Line line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool first = i == 0 || cells[i].op != cells[i - 1].op;
        if (first && i > 0)
            print(line);
        if (first)
            line = inked(Ink::strong, name(cells[i].op)) + ":";
        if (cells[i].supported)
            line += " " + std::string(cells[i].layout->name);
    }
    print(line);
}

// A reason without the layouts that it names, so that one line tells what is true of many combinations.
std::string withoutLayouts(const std::string& reason)
{
    std::istringstream words(reason);
    std::string out, word;
    while (words >> word) {
        const auto bare = word.substr(0, word.find_first_of(",;"));
        if (layoutNamed(bare) != nullptr)
            word.replace(0, bare.size(), "...");
        out += (out.empty() ? "" : " ") + word;
    }
    return out;
}

// What runs each combination of layouts that has a meaning, then why the others have none.
void printCells(const std::vector<SupportCell>& cells)
{
    std::vector<std::pair<std::string, int>> refusals; // in the order in which they come
    for (const auto& cell : cells) {
        if (cell.hasKernel()) {
            print("  " + text(cell));
            continue;
        }
        auto reason = cell.device == "cpu" ? withoutLayouts(cell.reason)
                                           : "on " + std::string(cell.device) + ": " + cell.reason;
        if (cell.device != "cpu" && cell.answer == SupportCell::Answer::noMeaning)
            continue; // on no device
        const auto known = std::ranges::find(refusals, reason, [](const auto& refusal) { return refusal.first; });
        if (known == refusals.end())
            refusals.emplace_back(std::move(reason), 1);
        else
            ++known->second;
    }
    for (const auto& [reason, count] : refusals)
        print("  no, " + std::to_string(count) + (count == 1 ? " combination" : " combinations") + ": " + reason);
}

// For which element types the kernels were built; inputs of others are cast.
void printTypes(const std::vector<SupportCell>& cells)
{
    std::map<std::vector<std::string_view>, std::set<std::string>> kernels;
    for (const auto& cell : cells) {
        std::vector<std::string_view> types;
        for (const auto& type : cell.dtypes)
            types.push_back(type.name());
        if (cell.answer == SupportCell::Answer::kernel)
            kernels[types].insert(cell.kernel);
    }
    for (const auto& [types, names] : kernels) {
        std::string line = "  element types";
        if (kernels.size() > 1) {
            line += " of";
            for (const auto& name : names)
                line.append(" ").append(name);
        }
        line += ':';
        for (const auto type : types)
            line.append(" ").append(type);
        print(line);
    }
}

// An operation with its parameters.
void printOperation(const OpSpec& op)
{
    print(inked(Ink::strong, op.name) + "  " + std::string(translated(op.summary)));
    for (const auto& param : op.params)
        print("  -p " + std::string(param.name) + "=" + std::string(param.fallback) + "  " +
              std::string(translated(param.meaning)));
    const auto cells = supportOf(op);
    printTypes(cells);
    printCells(cells);
}

ExitCode runOps(bool json)
{
    const auto views = viewTable();
    if (!json) {
        for (const auto* op : operations())
            printOperation(*op);
        print(inked(Ink::strong, "convert") + "  to another layout (tscope convert)");
        const auto conversions = supportOfConversions();
        printTypes(conversions);
        printCells(conversions);
        print("view operations (tscope transform):");
        printViews(views);
        return fine;
    }
    auto ops = Json::array();
    for (const auto* op : operations())
        for (const auto& cell : supportOf(*op))
            ops.push_back(jsonOf(cell));
    for (const auto& cell : supportOfConversions())
        ops.push_back(jsonOf(cell));
    for (const auto& cell : views)
        ops.push_back(jsonOf(cell));
    printJson({{"ops", std::move(ops)}});
    return fine;
}

} // namespace

void addOps(CLI::App& app, Invocation& invocation)
{
    auto json = std::make_shared<bool>(false);
    auto* command = app.add_subcommand("ops", "the support table: operations by layout, with their kernels");
    command->add_flag("--json", *json, "answer as JSON");
    command->callback([json, &invocation] { invocation.run = [json] { return runOps(*json); }; });
}

} // namespace tscope::cli
