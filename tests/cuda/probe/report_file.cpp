// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/report_file.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>

namespace tscope::probe {

void ReportFile::add(Json row)
{
    m_rows.push_back(std::move(row));
    if (!m_path.empty())
        write();
}

std::string ReportFile::text() const
{
    auto out = m_facts.dump();
    out.pop_back();
    out += std::string(m_facts.empty() ? "" : ",") + "\n\"rows\":[";
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        out += (i == 0 ? "\n" : ",\n") + m_rows[i].dump();
    return out + "\n]}\n";
}

bool ReportFile::write() const
{
    const auto beside = m_path + ".part";
    {
        std::ofstream file(beside);
        file << text();
        if (!file.flush())
            return false;
    }
    return std::rename(beside.c_str(), m_path.c_str()) == 0;
}

bool ReportFile::finish()
{
    if (!m_path.empty())
        return write();
    std::cout << text();
    return true;
}

double rounded(double number)
{
    if (number == 0 || !std::isfinite(number))
        return number;
    const auto scale = std::pow(10.0, 3 - std::floor(std::log10(std::abs(number))));
    return std::round(number * scale) / scale;
}

Json jsonOf(const Spread& spread)
{
    Json out = {{"min_us", rounded(spread.least)},
                {"median_us", rounded(spread.median)},
                {"mad_us", rounded(spread.deviation)},
                {"n", spread.count}};
    if (spread.isNoisy())
        out["noisy"] = true;
    return out;
}

} // namespace tscope::probe
