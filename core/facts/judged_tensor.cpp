// SPDX-License-Identifier: Apache-2.0
#include "facts/judged_tensor.h"

#include "base/human_numbers.h"
#include "facts/telling.h"
#include "facts/wording.h"
#include "layouts/shared/sentences.h"

#include <algorithm>

namespace tscope {

namespace {

constexpr std::size_t placesTold = 4; // an annotation is read at a glance

} // namespace

FirstPlaces firstPlacesOf(const Tensor& tensor, const Report& report)
{
    FirstPlaces all;
    for (const auto& finding : report.findings) {
        auto& places = all.emplace_back();
        for (std::size_t i = 0; i < std::min(finding.witnesses.size(), placesTold); ++i)
            places.push_back(placeSentence(tensor, finding.rule, finding.witnesses[i]));
    }
    return all;
}

std::string messageOf(const JudgedTensor& tensor, const Finding& finding)
{
    auto text = titleOf(tensor.name) + " (" + std::string(tensor.layout) + "): " + finding.statement + ", " +
                placesText(finding.count);
    text = harmless(text);
    const auto number = static_cast<std::size_t>(&finding - tensor.report->findings.data());
    const auto& told = (*tensor.places)[number];
    for (const auto& place : told)
        text += "\n" + harmless(place);
    if (const auto more = finding.count - std::ssize(told); !told.empty() && more > 0)
        text += "\nand " + grouped(more) + " more";
    for (const auto& cause : tensor.report->causes)
        if (std::ranges::find(cause.rules, finding.rule) != cause.rules.end() &&
            std::ranges::find(told, cause.text) == told.end()) // else it is the place itself
            text += "\nlikely cause: " + harmless(cause.text);
    return text;
}

} // namespace tscope
