// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/probe/spread.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace tscope::probe {

using Json = nlohmann::ordered_json;

// What a verb found: facts, and rows with a line each. Written anew with every row, so that a run that is cut
// short leaves what it knew.
class ReportFile
{
public:
    explicit ReportFile(std::string path) : m_path(std::move(path)) {} // empty: standard output, at the end

    void set(const std::string& fact, Json value) { m_facts[fact] = std::move(value); }
    void add(Json row);
    const std::vector<Json>& rows() const { return m_rows; }
    bool finish(); // false: it could not be written

private:
    std::string text() const;
    bool write() const;

    std::string m_path;
    Json m_facts = Json::object();
    std::vector<Json> m_rows;
};

double rounded(double number); // to four digits: more of a time mean nothing
Json jsonOf(const Spread& spread);

} // namespace tscope::probe
