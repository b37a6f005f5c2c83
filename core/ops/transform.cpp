// SPDX-License-Identifier: Apache-2.0
#include "ops/transform.h"

#include "convert/memory_limit.h"
#include "ops/layout_views.h"

#include <algorithm>

namespace tscope {

namespace {

const LayoutViews* viewsOf(const Layout& layout)
{
    for (const auto* views : {&stridedViews(), &compressedViews(), &nestedViews(), &jaggedViews()})
        if (views->family == layout.family)
            return views;
    return nullptr;
}

} // namespace

std::vector<ViewOp> viewOpsOf(const Layout& layout)
{
    const auto* views = viewsOf(layout);
    return views ? std::vector<ViewOp>(views->ops.begin(), views->ops.end()) : std::vector<ViewOp>();
}

Result<Transformed> transform(const Tensor& tensor, std::span<const ViewStep> steps,
                              const TransformOptions& options)
{
    const auto maxBytes = options.maxBytes > 0 ? options.maxBytes : halfOfMemory();
    Transformed out{{tensor}, {}};
    for (const auto& step : steps) {
        RouteStep done{.op = text(step), .kernel = {}};
        std::vector<Tensor> next;
        for (const auto& current : out.tensors) {
            const auto* views = viewsOf(*current.layout);
            if (!views || std::ranges::find(views->ops, step.op) == views->ops.end())
                return unsupported("a " + std::string(current.layout->name) + " tensor has no operation " +
                                   std::string(name(step.op)));
            auto made = views->apply(current, step, maxBytes);
            if (!made)
                return made.error();
            done.kernel = made->kernel;
            done.view = done.view && made->isView;
            if (!made->isView && done.why.empty())
                done.why = std::move(made->why);
            done.bytesMoved = saturatingAdd(done.bytesMoved, made->bytesMoved);
            if (std::ssize(next) + std::ssize(made->tensors) > maxParts)
                return unsupported(done.op + " makes more than " + std::to_string(maxParts) + " tensors");
            std::ranges::move(made->tensors, std::back_inserter(next));
        }
        out.tensors = std::move(next);
        out.route.push_back(std::move(done));
    }
    return out;
}

} // namespace tscope
