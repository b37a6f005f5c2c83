// SPDX-License-Identifier: Apache-2.0
#include "cases.h"

namespace {

using Json = Judge::Json;

Json idsOf(const Json& tensor, const char* level)
{
    auto ids = Json::array();
    for (const auto& finding : tensor["findings"])
        if (finding["level"] == level)
            ids.push_back(finding["rule"]);
    return ids;
}

const Json* findingOf(const Json& tensor, const std::string& rule)
{
    for (const auto& finding : tensor["findings"])
        if (finding["rule"] == rule)
            return &finding;
    return nullptr;
}

void judgeWitnesses(Judge& judge, const Json& expect, const char* key, const Json& tensor)
{
    const auto& counts = orEmpty(expect, "counts");
    for (const auto& [rule, places] : orEmpty(expect, key).items()) {
        const auto* finding = findingOf(tensor, rule);
        if (!finding)
            continue; // said already: the sets of ids differ
        judge.expectWitnesses(rule, places, (*finding)["witnesses"], !counts.contains(rule));
        if (!counts.contains(rule))
            judge.expectEqual(rule + " count", places.size(), (*finding)["count"]);
    }
}

void judgeVerdict(Judge& judge, const Json& expect, const Json& tensor)
{
    judge.expectEqual("valid", expect["valid"], tensor["valid"]);
    judge.expectSameSet("violations", expect["violations"], idsOf(tensor, "violation"));
    judge.expectSameSet("advisories", expect["advisories"], idsOf(tensor, "advisory"));
    judgeWitnesses(judge, expect, "witnesses", tensor);
    judgeWitnesses(judge, expect, "advisory_witnesses", tensor);
    for (const auto& [rule, count] : orEmpty(expect, "counts").items())
        if (const auto* finding = findingOf(tensor, rule))
            judge.expectEqual(rule + " count", count, (*finding)["count"]);
    for (const auto& rule : orEmpty(expect, "skipped")) {
        bool skipped = false;
        for (const auto& entry : tensor["skipped"])
            skipped = skipped || entry["rule"] == rule;
        if (!skipped)
            judge.say("skipped: expected " + rule.dump() + ", found " + tensor["skipped"].dump());
    }
}

std::size_t batchDims(const Json& one)
{
    const auto& compressed = one["members"]["compressed"];
    std::size_t dims = 0;
    if (compressed.is_object()) {
        dims = compressed["shape"].size();
    } else {
        for (const auto* at = &compressed; at->is_array(); at = &at->front()) {
            ++dims;
            if (at->empty())
                break;
        }
    }
    return dims - 1;
}

void judgeTranspose(Judge& judge, const Json& one, const Json& expected)
{
    const auto dim = batchDims(one);
    const auto swap = "transpose(" + std::to_string(dim) + "," + std::to_string(dim + 1) + ")";
    const auto out = judge.file("transposed.json", nullptr);
    const auto answer = judge.ask({"transform", "-", out, "--ops", swap}, one, {0});
    if (answer.is_null())
        return;
    const auto& result = answer["result"]["tensors"][0];
    judge.expectEqual("transpose layout", expected["layout"], result["layout"]);
    judge.expectEqual("transpose size", expected["size"], result["size"]);
    judge.expectEqual("transpose bytes moved", 0, answer["route"][0]["bytes_moved"]);
    judge.expectEqual("transpose is a view", true, answer["route"][0]["view"]);
    for (const auto& member : result["members"])
        if (member["name"] == "values") {
            if (expected.contains("values_shape"))
                judge.expectEqual("transpose values shape", expected["values_shape"], member["shape"]);
            if (expected.contains("values_strides"))
                judge.expectEqual("transpose values strides", expected["values_strides"], member["strides"]);
        }
}

// The content, by comparing values with a plain strided tensor.
void judgeDense(Judge& judge, const Json& one, const Json& size, const Json& dense)
{
    const Json plain{{"layout", "strided"},
                     {"members", {{"values", {{"dtype", "float64"}, {"shape", size}, {"data", dense}}}}}};
    const auto answer =
        judge.ask({"diff", judge.file("sparse.json", one), judge.file("dense.json", plain)}, one, {0, 1});
    if (!answer.is_null())
        judge.expectEqual("content equals the dense one", true, answer["equal"]["values"]);
}

} // namespace

void judgeInvariants(Judge& judge, const Json& one)
{
    const auto& expect = one["expect"];
    const auto answer =
        judge.ask({"check", "-", "--max-witnesses", "0"}, one, {expect["valid"].get<bool>() ? 0 : 1});
    if (answer.is_null())
        return;
    const auto& tensor = answer["tensors"][0];
    judgeVerdict(judge, expect, tensor);
    if (expect.contains("inferred_size"))
        judge.expectEqual("inferred size", expect["inferred_size"], tensor["inferred_size"]);
    if (expect.contains("inferred_size_seed"))
        judge.expectEqual("inferred size, published", expect["inferred_size_seed"],
                          tensor["inferred_size_published"]);
    if (expect.contains("is_coalesced_flag")) {
        const auto info = judge.ask({"info", "-"}, one, {0});
        if (!info.is_null())
            judge.expectEqual("is_coalesced", expect["is_coalesced_flag"],
                              info["tensors"][0]["flags"]["is_coalesced"]);
    }
    if (expect.contains("transpose"))
        judgeTranspose(judge, one, expect["transpose"]);
    if (expect.contains("dense"))
        judgeDense(judge, one, one.contains("size") ? one["size"] : expect["inferred_size"], expect["dense"]);
}

void judgeContracts(Judge& judge, const Json& one)
{
    for (const auto& [contract, expect] : one["expect"].items()) {
        const auto answer = judge.ask({"check", "-", "--contract", contract, "--max-witnesses", "0"}, one,
                                      {expect["valid"].get<bool>() ? 0 : 1});
        if (answer.is_null())
            continue;
        judge.expectEqual("contract", contract, answer["contract"]);
        judgeVerdict(judge, expect, answer["tensors"][0]);
    }
}
