// SPDX-License-Identifier: Apache-2.0
#include "command.h"
#include "console.h"
#include "facts/dispatch_answers.h"
#include "layouts/registry.h"
#include "ops/operations.h"
#include "ops/support.h"
#include "ops/transform.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

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
            {"needs", Json::array()},
            {"verified_on", nullptr}};
}

void printViews(const std::vector<Cell>& cells)
{
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool first = i == 0 || cells[i].op != cells[i - 1].op;
        if (first && !line.empty())
            print(line);
        if (first)
            line = inked(Ink::strong, name(cells[i].op)) + ":";
        if (cells[i].supported)
            line += " " + std::string(cells[i].layout->name);
    }
    print(line);
}

// An operation with its parameters, and what runs each combination of layouts that has a meaning. The others, and
// why they have none, are in the JSON.
void printOperation(const OpSpec& op)
{
    print(inked(Ink::strong, op.name) + "  " + std::string(op.summary));
    for (const auto& param : op.params)
        print("  -p " + std::string(param.name) + "=" + std::string(param.fallback) + "  " +
              std::string(param.meaning));
    std::size_t notBuiltIn = 0;
    for (const auto& cell : supportOf(op)) {
        if (cell.answer == SupportCell::Answer::noMeaning)
            continue;
        if (cell.answer == SupportCell::Answer::notBuiltIn) {
            ++notBuiltIn;
            continue;
        }
        print("  " + text(cell));
    }
    if (notBuiltIn > 0)
        print("  on cuda: not built in");
}

ExitCode runOps(bool json)
{
    const auto views = viewTable();
    if (!json) {
        for (const auto* op : operations())
            printOperation(*op);
        print(inked(Ink::strong, "convert") + "  to another layout (tscope convert)");
        for (const auto& cell : supportOfConversions())
            print("  " + std::string(cell.layouts[0]) + " -> " + std::string(cell.layouts[1]) + ": " +
                  (cell.isSupported() ? cell.kernel : cell.reason));
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
