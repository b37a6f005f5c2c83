// SPDX-License-Identifier: Apache-2.0
#include "convert/exchange.h"

#include "base/checked_math.h"
#include "base/say.h"
#include "convert/changes.h"
#include "layouts/jagged/exchange.h"
#include "layouts/nested/pack.h"

namespace tscope {

namespace {

RouteStep exchangeStep(const Tensor& tensor, const Layout& to, std::int64_t bytesMoved)
{
    const bool isView = bytesMoved == 0;
    return {say("{0} to {1}", tensor.layout->name, to.name),
            isView ? "tables" : "concatenate",
            "cpu",
            bytesMoved,
            isView,
            isView ? std::string() : say("the components do not lie one behind the other")};
}

} // namespace

Result<Converted> exchange(const Tensor& tensor, const Layout& to, std::int64_t maxBytes)
{
    auto made = to.family == "jagged" ? toJagged(tensor, maxBytes) : toNested(tensor);
    if (!made)
        return made.error();
    Converted out{std::move(made->tensor), {exchangeStep(tensor, to, made->bytesMoved)}, {}};
    out.trace = {{}, out.route.back().kernel, "cpu"};
    out.trace.add(DispatchStep::Kind::table, true,
                  text(KernelKey{"convert", "cpu", {tensor.layout->name}, to.name}));
    out.trace.add(DispatchStep::Kind::run, true, out.trace.kernel, made->bytesMoved);
    return out;
}

RouteStep guessedExchange(const Tensor& tensor, const Layout& to)
{
    const bool isPacked = to.family == "nested" || isContiguousNested(tensor).value_or(false);
    return exchangeStep(tensor, to,
                        isPacked ? 0 : saturatingMul(storedElements(tensor), tensor.declaredDType().itemSize()));
}

} // namespace tscope
