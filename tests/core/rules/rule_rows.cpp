// SPDX-License-Identifier: Apache-2.0
#include "core/rules/rule_rows.h"

#include "layouts/registry.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace tscope::test {

namespace {

const std::map<std::string_view, const char*>& soundTensors()
{
    static const std::map<std::string_view, const char*> sound{
        {"csr", R"({"layout": "csr", "size": [2, 3], "index_dtype": "int64", "dtype": "float32",
            "members": {"compressed": [0, 2, 3], "plain": [0, 2, 1], "values": [1, 2, 3]}})"},
        {"bsr", R"({"layout": "bsr", "size": [4, 6], "index_dtype": "int64", "dtype": "float32",
            "members": {"compressed": [0, 2, 3], "plain": [0, 2, 1], "values": {"shape": [3, 2, 2]}}})"},
        {"coo", R"({"layout": "coo", "size": [2, 3], "dtype": "float32",
            "members": {"indices": [[0, 0, 1], [0, 2, 1]], "values": [1, 2, 3]}})"},
        {"strided", R"({"layout": "strided", "dtype": "float32",
            "members": {"values": [[1, 2, 3], [4, 5, 6]]}})"},
        {"nested", R"({"layout": "nested", "dtype": "float32",
            "members": {"buffer": [1, 2, 3, 4, 5, 6, 7, 8], "nested_sizes": [[1, 2], [2, 3]],
                        "nested_strides": [[2, 1], [3, 1]], "storage_offsets": [0, 2]}})"},
        {"jagged", R"({"layout": "jagged", "dtype": "float32",
            "members": {"values": {"shape": [5, 2]}, "offsets": [0, 2, 5]}})"},
    };
    return sound;
}

nlohmann::json shapeOf(const nlohmann::json& member)
{
    if (member.is_object() && member.contains("shape"))
        return member["shape"];
    nlohmann::json shape = nlohmann::json::array();
    for (const auto* level = member.is_object() ? &member.at("data") : &member; level->is_array();
         level = &level->at(0)) {
        shape.push_back(level->size());
        if (level->empty())
            break;
    }
    return shape;
}

// Every entry of a csr tensor becomes a block. Contents of the values are left out: no rule reads them.
void makeBlocks(nlohmann::json& tensor, int batchDims)
{
    auto& size = tensor["size"];
    for (const auto dim : {batchDims, batchDims + 1})
        size[static_cast<std::size_t>(dim)] = size[static_cast<std::size_t>(dim)].get<std::int64_t>() * 2;
    auto& values = tensor["members"]["values"];
    if (values.is_object() && values.contains("strides"))
        throw std::runtime_error("strided values of csr have no twin in blocks");
    auto shape = shapeOf(values);
    shape.insert(shape.begin() + batchDims + 1, {2, 2});
    nlohmann::json blocks = values.is_object() ? values : nlohmann::json::object();
    blocks.erase("data");
    blocks["shape"] = std::move(shape);
    values = std::move(blocks);
}

void swapAt(nlohmann::json& list, int first)
{
    const auto at = static_cast<std::size_t>(first);
    if (list.size() > at + 1)
        std::swap(list[at], list[at + 1]);
}

// Rows become columns: the same members under the mirrored layout.
void mirror(nlohmann::json& tensor, int batchDims, bool hasBlocks)
{
    swapAt(tensor["size"], batchDims);
    auto& values = tensor["members"]["values"];
    for (const auto* key : {"shape", "strides"})
        if (hasBlocks && values.contains(key))
            swapAt(values[key], batchDims + 1);
}

} // namespace

nlohmann::json changed(std::string_view form, std::string_view layout, const char* changes)
{
    auto tensor = nlohmann::json::parse(soundTensors().at(form));
    auto wanted = nlohmann::json::parse(changes);
    nlohmann::json patch = nlohmann::json::object();
    for (auto& [key, value] : wanted.items()) {
        const bool isMember = roleNamed(*layoutNamed(form), key) != nullptr;
        (isMember ? patch["members"][key] : patch[key]) = std::move(value);
    }
    tensor.merge_patch(patch);
    if (form == layout)
        return tensor;
    tensor["layout"] = layout;
    const auto batchDims = std::max(static_cast<int>(shapeOf(tensor["members"]["compressed"]).size()) - 1, 0);
    const bool hasBlocks = layout.starts_with("b");
    if (hasBlocks && form == "csr")
        makeBlocks(tensor, batchDims);
    if (layout.ends_with("c"))
        mirror(tensor, batchDims, hasBlocks);
    return tensor;
}

} // namespace tscope::test
