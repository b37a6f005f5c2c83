// SPDX-License-Identifier: Apache-2.0
#include "app/tscope.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tscope::app {

namespace {

const std::string textFolder = std::string(TSCOPE_TEST_DATA) + "/text/";

const Json& manifest()
{
    static const Json files = Json::parse(readFile(textFolder + "manifest.json"));
    return files;
}

bool sameValue(const Json& found, const Json& wanted, double tolerance)
{
    if (found.is_array() && wanted.is_array() && found.size() == wanted.size()) { // complex
        for (std::size_t i = 0; i < found.size(); ++i)
            if (!sameValue(found[i], wanted[i], tolerance))
                return false;
        return true;
    }
    if (found.is_number() && wanted.is_number())
        return std::abs(found.get<double>() - wanted.get<double>()) <=
               tolerance * (1 + std::abs(wanted.get<double>()));
    if (wanted == "nan" || wanted == "inf" || wanted == "-inf") // as the manifest writes them
        return found == (wanted == "nan" ? "NaN" : wanted == "inf" ? "Infinity" : "-Infinity");
    return found == wanted;
}

std::string longName(const std::string& layout)
{
    return layout == "nested_strided" ? "nested" : layout == "nested_jagged" ? "jagged" : layout;
}

void expectMember(const Json& tensor, const std::string& name, const Json& wanted)
{
    for (const auto& member : tensor["members"]) {
        if (member["name"] != name && member["as"] != name)
            continue;
        if (wanted.is_object() && wanted.contains("shape")) {
            EXPECT_EQ(member["shape"], wanted["shape"]) << name;
        }
        if (wanted.is_object() && wanted.contains("dtype")) {
            EXPECT_EQ(member["dtype"], wanted["dtype"]) << name;
        }
        return;
    }
    ADD_FAILURE() << "no member " << name;
}

void expectTensor(const Json& tensor, const Json& wanted)
{
    expectTensorInfo(tensor);
    EXPECT_EQ(tensor["layout"], longName(wanted["layout"]));
    EXPECT_EQ(tensor["dtype"], wanted["dtype"]);
    const std::vector<std::pair<const char*, const char*>> same{{"nnz", "nnz"},
                                                                {"blocksize", "blocksize"},
                                                                {"batch_dims", "batch_dims"},
                                                                {"index_dtype", "index_dtype"},
                                                                {"numel", "numel"}};
    for (const auto& [found, expected] : same)
        if (wanted.contains(expected)) {
            EXPECT_EQ(tensor[found], wanted[expected]) << found;
        }
    if (wanted.contains("shape") && wanted["layout"] != "nested_strided") {
        EXPECT_EQ(tensor["size"], wanted["shape"]);
    }
    if (wanted.contains("members") && wanted["members"].is_object())
        for (const auto& [name, member] : wanted["members"].items())
            expectMember(tensor, name, member);
    if (!wanted.contains("strides"))
        return;
    const auto& values = tensor["members"][0];
    EXPECT_EQ(values["strides"], wanted["strides"]);
    EXPECT_EQ(values["offset"], wanted["storage_offset"]);
    EXPECT_EQ(values["storage_numel"], wanted["storage_numel"]);
    EXPECT_EQ(values["contiguous"], wanted["contiguous"]);
    if (values["data"].is_null())
        return;
    const double tolerance = wanted.value("tolerance", 1e-6);
    const auto& first = wanted["first"];
    for (std::size_t i = 0; i < first.size(); ++i)
        EXPECT_TRUE(sameValue(values["data"][i], first[i], tolerance)) << values["data"][i] << " " << first[i];
}

void expectVerdict(const Json& report, const Json& wanted)
{
    if (!wanted.contains("violations"))
        return;
    auto violations = Json::array(), advisories = Json::array();
    for (const auto& finding : report["findings"])
        (finding["level"] == "violation" ? violations : advisories).push_back(finding["rule"]);
    auto expected = wanted["violations"];
    std::sort(violations.begin(), violations.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(violations, expected);
    for (const auto& finding : report["findings"]) {
        const std::string rule = finding["rule"];
        if (wanted["counts"].contains(rule)) {
            EXPECT_EQ(finding["count"], wanted["counts"][rule]) << rule;
        }
        if (!wanted["witnesses"].contains(rule))
            continue;
        const auto& witnesses = wanted["witnesses"][rule];
        ASSERT_GE(finding["witnesses"].size(), witnesses.size()) << rule;
        for (std::size_t i = 0; i < witnesses.size(); ++i)
            for (const auto& [key, value] : witnesses[i].items()) {
                ASSERT_TRUE(finding["witnesses"][i].contains(key)) << rule << " " << key;
                EXPECT_EQ(finding["witnesses"][i][key], value) << rule << " " << key;
            }
    }
}

TEST(TextFiles, AreReadJudgedOrRefusedAsTheirManifestSays)
{
    for (const auto& file : manifest()) {
        SCOPED_TRACE(file["path"].get<std::string>());
        const auto path = textFolder + file["path"].get<std::string>();
        const std::string must = file["must"];
        if (must == "reject-with-error") {
            expectFailure({"info", path}, 2);
            expectFailure({"check", path}, 2);
            continue;
        }
        const auto run = tscope({"check", path});
        EXPECT_LT(run.seconds, 5);
        if (must == "error-or-partial") {
            EXPECT_TRUE(run.exitCode >= 0 && run.exitCode <= 2) << run.exitCode;
            continue;
        }
        EXPECT_EQ(run.exitCode, must == "load-with-violations" ? 1 : 0) << run.out << run.err;
        const auto info = ask({"info", path});
        const auto check = ask({"check", path});
        ASSERT_EQ(info.json["tensors"].size(), file["tensors"].size());
        for (std::size_t t = 0; t < file["tensors"].size(); ++t) {
            expectTensor(info.json["tensors"][t], file["tensors"][t]);
            expectVerdict(check.json["tensors"][t], file["tensors"][t]);
        }
    }
}

TEST(TextFiles, TheEndingDoesNotMatter)
{
    const Folder other;
    const auto path = other.write("model.safetensors", readFile(textFolder + "good/torch_csr.txt"));
    EXPECT_EQ(ask({"info", path}).json["tensors"][0]["layout"], "csr");
}

} // namespace

} // namespace tscope::app
