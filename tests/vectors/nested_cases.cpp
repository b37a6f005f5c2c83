// SPDX-License-Identifier: Apache-2.0
#include "cases.h"

namespace {

using Json = Judge::Json;

const Json& memberOf(const Json& tensor, const std::string& name)
{
    static const Json none = Json::object();
    for (const auto& member : tensor["members"])
        if (member["name"] == name)
            return member;
    return none;
}

// The flat data of a member as nested lists, the way the vectors write tables.
Json asRows(const Json& member)
{
    if (member["data"].is_null() || member["shape"].size() != 2)
        return member["data"];
    auto rows = Json::array();
    const auto columns = member["shape"][1].get<std::size_t>();
    for (std::size_t row = 0; row < member["shape"][0].get<std::size_t>(); ++row) {
        auto cells = Json::array();
        for (std::size_t column = 0; column < columns; ++column)
            cells.push_back(member["data"][row * columns + column]);
        rows.push_back(std::move(cells));
    }
    return rows;
}

void judgeTables(Judge& judge, const std::string& what, const Json& expect, const Json& info)
{
    for (const char* table : {"nested_sizes", "nested_strides", "storage_offsets"})
        if (expect.contains(table))
            judge.expectEqual(what + table, expect[table], asRows(memberOf(info, table)));
    if (expect.contains("contiguous"))
        judge.expectEqual(what + "contiguous", expect["contiguous"], info["flags"]["contiguous"]);
}

Json transformed(Judge& judge, const Json& tensor, const std::string& ops, bool possible)
{
    const auto out = judge.file("out.json", nullptr);
    // A refusal is an answer or wrong usage, never a crash or an unreadable input.
    return possible ? judge.ask({"transform", "-", out, "--ops", ops}, tensor, {0})
                    : judge.ask({"transform", "-", out, "--ops", ops}, tensor, {1, 3});
}

void judgePadded(Judge& judge, const Json& tensor, const Json& expect)
{
    if (!expect.contains("padded_shape") && !expect.contains("padded_error"))
        return;
    const auto fill = expect.contains("padded") ? expect["padded"]["fill"] : Json(0);
    const auto answer =
        transformed(judge, tensor, "to_padded(" + fill.dump() + ")", !expect.contains("padded_error"));
    if (answer.is_null() || expect.contains("padded_error"))
        return;
    const auto& values = memberOf(answer["result"]["tensors"][0], "values");
    judge.expectEqual("padded shape", expect["padded_shape"], values["shape"]);
    if (expect.contains("padded") && !values["data"].is_null())
        judge.expectEqual("padded data", expect["padded"]["data"], values["data"]);
}

void judgeJagged(Judge& judge, const Json& tensor, const Json& expect)
{
    if (!expect.contains("jagged") && !expect.contains("jagged_error"))
        return;
    const auto answer = transformed(judge, tensor, "to_jagged()", expect.contains("jagged"));
    if (answer.is_null() || !expect.contains("jagged"))
        return;
    const auto& jagged = expect["jagged"];
    const auto& result = answer["result"]["tensors"][0];
    judge.expectEqual("jagged values shape", jagged["values_shape"], memberOf(result, "values")["shape"]);
    judge.expectEqual("jagged offsets", jagged["offsets"], memberOf(result, "offsets")["data"]);
    judge.expectEqual("jagged size", jagged["size"], result["size"]);
}

void judgeView(Judge& judge, const Json& tensor, const Json& view)
{
    if (view["op"] == "transpose") {
        const auto op = "transpose(" + view["dims"][0].dump() + "," + view["dims"][1].dump() + ")";
        const auto answer = transformed(judge, tensor, op, true);
        if (!answer.is_null())
            judgeTables(judge, op + " ", view, answer["result"]["tensors"][0]);
        return;
    }
    const auto op = "chunk(" + view["chunks"].dump() + "," + view["dim"].dump() + ")";
    const auto answer = transformed(judge, tensor, op, true);
    if (answer.is_null())
        return;
    judge.expectEqual(op + " parts", view["parts"].size(), answer["result"]["tensors"].size());
    for (std::size_t part = 0; part < std::min(view["parts"].size(), answer["result"]["tensors"].size()); ++part)
        judgeTables(judge, op + " part " + std::to_string(part) + " ", view["parts"][part],
                    answer["result"]["tensors"][part]);
}

} // namespace

void judgeNested(Judge& judge, const Json& one)
{
    const auto& expect = one["expect"];
    auto components = Json::array();
    for (const auto& shape : one["shapes"])
        components.push_back({{"shape", shape}});
    const Json tensor{{"layout", "nested"}, {"components", components}};

    const auto answer = judge.ask({"info", "-"}, tensor, {0});
    if (answer.is_null())
        return;
    const auto& info = answer["tensors"][0];
    judgeTables(judge, "", expect, info);
    judge.expectEqual("numel", expect["numel"], info["numel"]);
    judge.expectEqual("size", expect["size"], info["size"]);
    if (expect.contains("dim"))
        judge.expectEqual("dim", expect["dim"], info["size"].size());
    judge.expectEqual("buffer numel", expect["buffer_numel"], memberOf(info, "buffer")["shape"][0]);
    judgePadded(judge, tensor, expect);
    judgeJagged(judge, tensor, expect);
    for (const auto& view : orEmpty(expect, "views"))
        judgeView(judge, tensor, view);
}
