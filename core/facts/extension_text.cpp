// SPDX-License-Identifier: Apache-2.0
#include "facts/extension_text.h"

#include "base/human_numbers.h"
#include "base/say.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tscope {

std::string summaryOf(const Sandbox& sandbox)
{
    const auto& extension = sandbox.extension();
    if (extension.kind == ExtensionKind::wrapper)
        return say("{0} wraps tensors that exist: no new entry, no new case, and no gradient rule of its own",
                   extension.name);
    const auto title = std::string(name(extension.kind)) + " " + extension.name;
    if (sandbox.areCases())
        return say("{0}, like {1}: no new entry of the first step; a new case of the second in the kernels of "
                   "{2|entry|entries}, and of {3#} at most",
                   title, extension.like, sandbox.newCases(), sandbox.mostCases());
    return say("{0}, like {1}: {2|new entry|new entries} of the first step, no new case of the second", title,
               extension.like, sandbox.newEntries());
}

std::string fillText(const Sandbox& sandbox, const DispatchGap& gap)
{
    const auto& kernel = sandbox.table().entries[gap.pattern].kernels.front();
    if (gap.fill == GapFill::kernel)
        return say("filled with {0}", kernel);
    if (gap.fill == GapFill::conversion)
        return say("filled with a conversion");
    return say("missing; {0} would fill it", kernel);
}

Telling tellSandbox(const Sandbox& sandbox, bool all)
{
    const auto& table = sandbox.table();
    Telling out;
    out.push_back(
        {{say("the table of this program: {0|entry|entries} for {1|operation|operations}, "
              "{2|device|devices}, {3|layout|layouts}",
              table.entries.size(), table.operations().size(), table.devices().size(), table.layouts().size()),
          Tone::faint}});
    out.push_back({{summaryOf(sandbox), Tone::strong}});
    const auto& gaps = sandbox.gaps();
    if (all) {
        for (std::size_t i = 0; i < gaps.size(); ++i)
            out.push_back(
                {{"  " + std::to_string(i) + "  ", Tone::faint},
                 {text(gaps[i].entry) + ": "},
                 {fillText(sandbox, gaps[i]), gaps[i].fill == GapFill::none ? Tone::warning : Tone::good}});
        return out;
    }
    for (const auto& op : table.operations())
        if (const auto count = std::ranges::count(gaps, op, [](const DispatchGap& gap) { return gap.entry.op; });
            count > 0)
            out.push_back({{"  " + op + ": " + std::to_string(count)}});
    return out;
}

Telling tellEmbedding(const EmbeddingGradients& gradients)
{
    const auto lineOf = [](const std::string& who, const Tensor& tensor, std::int64_t bytes) {
        return who + ": " + std::string(tensor.layout->name) + ", " + byteSizeText(bytes);
    };
    return {{{say("the gradient of an embedding, as the test of both ways"), Tone::strong}},
            {{"  " + lineOf(say("extension"), gradients.ofExtension, gradients.extensionBytes)}},
            {{"  " + lineOf(say("wrapper"), gradients.ofWrapper, gradients.wrapperBytes)}},
            {{"  " + (gradients.areEqual ? say("both have the same number at every index")
                                         : say("they differ in numbers")),
              gradients.areEqual ? Tone::good : Tone::bad}}};
}

Json jsonOf(const Sandbox& sandbox)
{
    const auto& table = sandbox.table();
    auto gaps = Json::array();
    for (const auto& gap : sandbox.gaps())
        gaps.push_back({{"op", gap.entry.op},
                        {"device", gap.entry.device},
                        {"layouts", gap.entry.layouts},
                        {"result", gap.entry.result},
                        {"kernels", table.entries[gap.pattern].kernels},
                        {"fill", name(gap.fill)}});
    const auto& extension = sandbox.extension();
    return {{"kind", name(extension.kind)},
            {"name", extension.name},
            {"like", extension.like.empty() ? Json(nullptr) : Json(extension.like)},
            {"table",
             {{"entries", table.entries.size()},
              {"ops", table.operations()},
              {"devices", table.devices()},
              {"layouts", table.layouts()}}},
            {"new_entries", sandbox.newEntries()},
            {"new_cases", sandbox.newCases()},
            {"most_cases", sandbox.mostCases()},
            {"gaps", std::move(gaps)}};
}

Json jsonOf(const EmbeddingGradients& gradients)
{
    const auto one = [](const Tensor& tensor, std::int64_t bytes) {
        return Json{{"layout", tensor.layout->name}, {"bytes", bytes}};
    };
    return {{"extension", one(gradients.ofExtension, gradients.extensionBytes)},
            {"wrapper", one(gradients.ofWrapper, gradients.wrapperBytes)},
            {"equal", gradients.areEqual}};
}

} // namespace tscope
