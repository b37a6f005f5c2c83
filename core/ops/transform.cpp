// SPDX-License-Identifier: Apache-2.0
#include "ops/transform.h"

#include "array/inside.h"
#include "base/memory_budget.h"
#include "base/say.h"
#include "dispatch/backends.h"
#include "ops/layout_views.h"
#include "proof/here.h"

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

const Storage* storageOf(const Member& member)
{
    return member.array.storage.get();
}

// Any tensor says where it lives, a broken one too; its bytes go there when a call on the device reads them.
Result<ViewResult> applyTo(const Tensor& tensor, const ViewStep& step)
{
    const auto& name = std::get<std::string>(step.args.front());
    const auto device = deviceNamed(name);
    if (!device)
        return Error{ErrorCode::unsupported,
                     say("a tensor can't be brought to {0}, {1}", name, device.error().text),
                     {},
                     "not built in"};
    auto there = livingOn(tensor, placeOf(*device));
    const bool wasThere = std::ranges::equal(there.members, tensor.members, {}, storageOf, storageOf);
    if (wasThere)
        return ViewResult{{std::move(there)}, "label"};
    std::string why = device->kind == "cpu" ? say("the processor has bytes of its own, which are here already")
                                            : say("a device has bytes of its own, sent when a call reads them");
    return ViewResult{{std::move(there)}, "label", false, 0, std::move(why)};
}

const Member* outsideItsStorage(const Tensor& tensor)
{
    const auto at = std::ranges::find_if(
        tensor.members, [](const Member& member) { return member.isStrided() && !member.array.isInBounds(); });
    return at == tensor.members.end() ? nullptr : &*at;
}

// Views may reach beyond their storage here, where PyTorch refuses them. The first step that does so is noted.
void noteOutside(const RouteStep& step, const Tensor& from, const Tensor& made, std::vector<std::string>& losses)
{
    if (const auto* member = outsideItsStorage(made); member && !outsideItsStorage(from))
        losses.push_back(
            say("{0} leaves the storage of {1}: {2}", step.op, member->role->name, reachText(member->array)));
}

} // namespace

std::vector<ViewOp> viewOpsOf(const Layout& layout)
{
    std::vector<ViewOp> ops;
    if (const auto* views = viewsOf(layout))
        ops.assign(views->ops.begin(), views->ops.end());
    ops.push_back(ViewOp::to);
    return ops;
}

Result<Transformed> transform(const Tensor& tensor, std::span<const ViewStep> steps,
                              const TransformOptions& options)
{
    const auto maxBytes = options.maxBytes > 0 ? options.maxBytes : memoryBudget();
    Transformed out{{tensor}, {}};
    for (const auto& step : steps) {
        RouteStep done{.op = text(step), .kernel = {}};
        std::vector<Tensor> next;
        for (const auto& current : out.tensors) {
            const auto ops = viewOpsOf(*current.layout);
            if (std::ranges::find(ops, step.op) == ops.end())
                return unsupported(say("a {0} tensor has no operation {1}", current.layout->name, name(step.op)));
            auto made = step.op == ViewOp::to ? applyTo(current, step)
                                              : viewsOf(*current.layout)->apply(current, step, maxBytes);
            if (!made)
                return made.error();
            done.kernel = made->kernel;
            done.view = done.view && made->isView;
            if (!made->isView && done.why.empty())
                done.why = std::move(made->why);
            done.bytesMoved = saturatingAdd(done.bytesMoved, made->bytesMoved);
            if (std::ssize(next) + std::ssize(made->tensors) > maxParts)
                return unsupported(say("{0} makes more than {1} tensors", done.op, maxParts));
            for (const auto& view : made->tensors)
                noteOutside(done, current, view, out.losses);
            std::ranges::move(made->tensors, std::back_inserter(next));
        }
        out.tensors = std::move(next);
        out.route.push_back(std::move(done));
    }
    return out;
}

} // namespace tscope
