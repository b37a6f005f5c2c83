// SPDX-License-Identifier: Apache-2.0
#include "cases.h"

namespace {

using Json = Judge::Json;

std::string listed(const Json& numbers)
{
    std::string out;
    for (const auto& number : numbers)
        out += (out.empty() ? "" : ",") + number.dump();
    return out.empty() ? "()" : out;
}

void judgeStridedView(Judge& judge, const Json& tensor, const Json& view)
{
    const auto op = "view(" + listed(view["size"]) + ")";
    const bool possible = view["possible"].get<bool>();
    const auto out = judge.file("view.json", nullptr);
    const auto answer = judge.ask({"transform", "-", out, "--ops", op}, tensor, {possible ? 0 : 1});
    if (answer.is_null())
        return;
    if (!possible) {
        judge.expectEqual(op + " reason", view["reason"], answer["error"]["reason"]);
        return;
    }
    judge.expectEqual(op + " strides", view["strides"], answer["result"]["tensors"][0]["members"][0]["strides"]);
    judge.expectEqual(op + " bytes moved", 0, answer["route"][0]["bytes_moved"]);
}

} // namespace

void judgeStrided(Judge& judge, const Json& one)
{
    const auto& expect = one["expect"];
    auto tensor = one;
    tensor["layout"] = "strided";
    const auto verdict =
        judge.ask({"check", "-", "--max-witnesses", "0"}, tensor, {expect["valid"].get<bool>() ? 0 : 1});
    if (verdict.is_null())
        return;
    auto ids = Json::array();
    for (const auto& finding : verdict["tensors"][0]["findings"])
        ids.push_back(finding["rule"]);
    judge.expectSameSet("violations", expect["violations"], ids);
    if (!expect["valid"].get<bool>())
        return;

    const auto answer = judge.ask({"info", "-"}, tensor, {0});
    if (answer.is_null())
        return;
    const auto& info = answer["tensors"][0];
    judge.expectEqual("numel", expect["numel"], info["numel"]);
    for (const char* flag : {"contiguous", "channels_last", "channels_last_3d", "channels_last_strides",
                             "channels_last_3d_strides", "non_overlapping_and_dense"})
        if (expect.contains(flag))
            judge.expectEqual(flag, expect[flag], info["flags"][flag]);
    if (expect.contains("overlap"))
        judge.expectEqual("overlap, torch", expect["overlap"], info["flags"]["overlap_torch"]);
    if (expect.contains("overlap_exact"))
        judge.expectEqual("overlap", expect["overlap_exact"].get<bool>() ? "yes" : "no", info["flags"]["overlap"]);
    if (expect.contains("first"))
        judge.expectEqual("first", expect["first"], info["reach"]["first"]);
    if (expect.contains("last"))
        judge.expectEqual("last", expect["last"], info["reach"]["last"]);
    if (expect.contains("min_storage_numel"))
        judge.expectEqual("min_storage", expect["min_storage_numel"], info["reach"]["min_storage"]);
    for (const auto& view : orEmpty(expect, "views"))
        judgeStridedView(judge, tensor, view);
}
