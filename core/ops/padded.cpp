// SPDX-License-Identifier: Apache-2.0
#include "ops/padded.h"

#include "array/index_reader.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "element/element.h"
#include "layouts/jagged/jagged_pack.h"
#include "layouts/jagged/jagged_reading.h"
#include "layouts/nested/nested_reading.h"
#include "layouts/nested/pack.h"
#include "layouts/registry.h"
#include "layouts/strided/strided.h"
#include "ops/layout_words.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tscope {

namespace {

bool hasComponents(std::string_view layout)
{
    return layout == "nested" || layout == "jagged";
}

// --- to padded --------------------------------------------------------------------------------------------------

constexpr std::array padInputs{OpInput{"a", "nested or jagged components"}};
constexpr std::array padParams{
    ParamSpec{"fill", ParamKind::number, "0", "what stands where no component reaches"},
    ParamSpec{"output_size", ParamKind::integers, "", "of the result; none: as large as the largest component",
              true},
};

Result<LayoutPlan> padLayouts(std::span<const std::string_view> given)
{
    if (!hasComponents(given[0]))
        return unsupported(say("a list of components was wanted, found {0}", given[0]));
    return LayoutPlan{{given[0]}, "strided", "strided"};
}

// Modules know no numbers of all types, so an element comes to them as its bytes.
Result<std::vector<std::int64_t>> fillBytes(double fill, const DType& dtype)
{
    const auto element = Element::from(Number(fill), dtype);
    if (!element)
        return element.error();
    std::vector<std::int64_t> words(2, 0);
    std::memcpy(words.data(), element->bytes().data(), element->bytes().size());
    return words;
}

// Cuts the storage down to the part that the components reach; only this part has to exist. Fails, as PyTorch
// does, if there are components and none has an element.
Result<std::int64_t> keepOnlyReached(Tensor& nested)
{
    const auto components = componentGeometries(nested);
    if (!components)
        return components.error();
    std::int64_t begin = int64Max, end = 0;
    for (const auto& [sizes, strides, offset] : *components) {
        if (numel(sizes) == 0)
            continue;
        auto last = offset;
        for (std::size_t d = 0; d < sizes.size(); ++d)
            last += sizes[d] == 1 ? 0 : (sizes[d] - 1) * strides[d];
        begin = std::min(begin, offset);
        end = std::max(end, last + 1);
    }
    if (begin == int64Max && !components->empty())
        return invalidArgument(say("all components are empty, so there is nothing to pad"));
    begin = std::min(begin, end);
    nested.find("buffer")->array.geometry = Geometry::rowMajor({end - begin}, begin);
    return begin;
}

Result<OpPlan> padPlan(std::span<const Tensor> given, const Params& params)
{
    OpPlan plan;
    plan.inputs = {given[0]};
    plan.computing = valuesMember(given[0]).array.dtype;
    auto fill = fillBytes(params.number("fill"), plan.computing);
    if (!fill)
        return fill.error();
    plan.params.set("fill_bytes", std::move(*fill));
    const auto reading = given[0].layout->read(given[0], {});
    auto size = reading->bounds();
    if (!size)
        return size.error();
    if (params.has("output_size")) {
        const auto& wanted = params.integers("output_size");
        if (wanted.size() != size->size() ||
            !std::equal(wanted.begin(), wanted.end(), size->begin(), std::greater_equal()))
            return invalidArgument(
                say("an output size of at least {0} was wanted, found {1}", text(*size), text(wanted)));
        *size = wanted;
    }
    if (given[0].layout->family == "nested") {
        const auto first = keepOnlyReached(plan.inputs[0]);
        if (!first)
            return first.error();
        plan.params.set("first", *first);
    } else {
        plan.params.set("ragged_dim", static_cast<std::int64_t>(*JaggedReading(given[0]).raggedDim()));
    }
    plan.result = {.layout = layoutNamed("strided"), .size = std::move(*size), .dtype = plan.computing};
    return plan;
}

// --- from padded ------------------------------------------------------------------------------------------------

constexpr std::array cutInputs{OpInput{"padded", "strided, the list of components first"},
                               OpInput{"like", "nested or jagged, of which only the sizes count", false, true}};

// The sizes are all that a kernel sees of the second.
Result<LayoutPlan> cutLayouts(std::span<const std::string_view> given)
{
    if (!isStrided(given[0]))
        return unsupported(say("a dense tensor to cut components out of was wanted, found {0}", given[0]));
    if (!hasComponents(given[1]))
        return unsupported(say("a list of components whose sizes are to be cut was wanted, found {0}", given[1]));
    return LayoutPlan{{"strided", "strided"}, "nested", given[1]};
}

// How large each component is to be: a row of `rank` numbers for each.
struct CornerSizes {
    std::int64_t components = 0, rank = 0;
    std::vector<std::int64_t> numbers;

    Array table() const { return Array::fromInts({components, rank}, numbers); }
};

Result<void> checkFit(const CornerSizes& corners, const Extents& padded)
{
    if (corners.components > padded[0] || (corners.components > 0 && corners.rank + 1 != std::ssize(padded)))
        return invalidArgument(
            corners.rank == 1
                ? say("a padded tensor of at least {0} entries with {1} dim was wanted, found size {2}",
                      corners.components, corners.rank, text(padded))
                : say("a padded tensor of at least {0} entries with {1} dims was wanted, found size {2}",
                      corners.components, corners.rank, text(padded)));
    for (std::int64_t i = 0; i < corners.components * corners.rank; ++i) {
        const auto size = corners.numbers[static_cast<std::size_t>(i)], dim = i % corners.rank + 1;
        if (size < 0 || size > padded[static_cast<std::size_t>(dim)])
            return invalidArgument(say("a padded tensor with room for all components was wanted, found size {0}, "
                                       "and that component {1} has {2} along dim {3}",
                                       text(padded), i / corners.rank, size, dim));
    }
    return {};
}

CornerSizes cornersOfNested(const Tensor& like)
{
    const auto& table = like.member("nested_sizes").array;
    if (table.geometry.sizes.empty()) // as a list of no components has it
        return {};
    CornerSizes out{table.geometry.sizes[0], table.geometry.sizes[1], {}};
    out.numbers.resize(static_cast<std::size_t>(out.components * out.rank));
    if (!out.numbers.empty())
        IndexReader(table).read(0, out.numbers);
    return out;
}

Result<CornerSizes> cornersOfJagged(const JaggedReading& reading)
{
    if (const auto because = reading.whyRunsUnknown())
        return invalidArgument(say("where the components are can't be read: {0}", *because));
    const auto ragged = *reading.raggedDim();
    auto size = reading.values().array.geometry.sizes;
    CornerSizes out{*reading.components(), std::ssize(size), {}};
    Wide sum = 0;
    for (std::int64_t c = 0; c < out.components; ++c) {
        sum = sum + reading.length(c);
        size[ragged] = reading.length(c).clamped();
        out.numbers.insert(out.numbers.end(), size.begin(), size.end());
    }
    if (!sum.asInt64())
        return Error{ErrorCode::overflow,
                     say("the lengths of the components add up to more than 64 bits can count"),
                     {},
                     {}};
    return out;
}

template <class Numbers>
void moveDim(Numbers&& numbers, std::ptrdiff_t from, std::ptrdiff_t to)
{
    const auto at = numbers.begin();
    if (from > to)
        std::rotate(at + to, at + from, at + from + 1);
    else
        std::rotate(at + from, at + from + 1, at + to + 1);
}

// One behind the other lie components along their first dim: the ragged one becomes that, of all that is given,
// and in the result is put back.
struct RaggedFirst {
    std::ptrdiff_t ragged = 0;
    Extents valuesSize;
    std::vector<std::int64_t> lengths;

    static RaggedFirst of(const JaggedReading& reading, const CornerSizes& corners)
    {
        RaggedFirst out{
            static_cast<std::ptrdiff_t>(*reading.raggedDim()), reading.values().array.geometry.sizes, {}};
        moveDim(out.valuesSize, out.ragged, 0);
        out.valuesSize[0] = 0;
        for (std::int64_t c = 0; c < corners.components; ++c) {
            out.lengths.push_back(corners.numbers[static_cast<std::size_t>(c * corners.rank + out.ragged)]);
            out.valuesSize[0] += out.lengths.back();
        }
        return out;
    }
    void turn(CornerSizes& corners, Geometry& padded) const
    {
        for (std::int64_t c = 0; c < corners.components; ++c)
            moveDim(
                std::span(corners.numbers)
                    .subspan(static_cast<std::size_t>(c * corners.rank), static_cast<std::size_t>(corners.rank)),
                ragged, 0);
        if (corners.components == 0)
            return;
        moveDim(padded.sizes, ragged + 1, 1);
        moveDim(padded.strides, ragged + 1, 1);
    }
    Tensor wrap(const Tensor& nested) const
    {
        auto values = nested.member("buffer").array;
        values.geometry = Geometry::rowMajor(valuesSize, values.geometry.offset);
        moveDim(values.geometry.sizes, 0, ragged);
        moveDim(values.geometry.strides, 0, ragged);
        return jaggedOf(std::move(values), static_cast<std::size_t>(ragged), lengths);
    }
};

Result<OpPlan> cutPlan(std::span<const Tensor> given, const Params&)
{
    OpPlan plan;
    auto padded = given[0].members.front().array;
    if (padded.geometry.sizes.empty())
        return invalidArgument(
            say("a padded tensor whose first dim lists components was wanted, found one number"));
    const bool isJagged = given[1].layout->family == "jagged";
    auto corners = isJagged ? cornersOfJagged(JaggedReading(given[1])) : cornersOfNested(given[1]);
    if (!corners)
        return corners.error();
    if (auto fits = checkFit(*corners, padded.geometry.sizes); !fits)
        return fits.error();
    if (isJagged) {
        auto order = RaggedFirst::of(JaggedReading(given[1]), *corners);
        order.turn(*corners, padded.geometry);
        plan.finish = [order = std::move(order)](const Tensor& made) -> Result<Tensor> {
            return order.wrap(made);
        };
    } else {
        plan.finish = [](Tensor made) -> Result<Tensor> {
            made.size.reset(); // its tables say it
            return made;
        };
    }
    plan.computing = padded.dtype;
    plan.result = {.layout = layoutNamed("nested"), .size = {corners->components}, .dtype = plan.computing};
    plan.result.size.resize(static_cast<std::size_t>(corners->rank) + 1, -1);
    plan.inputs = {stridedOf(std::move(padded)), stridedOf(corners->table())};
    return plan;
}

} // namespace

const OpSpec& toPaddedOp()
{
    static constexpr OpSpec spec{
        .name = "to_padded",
        .summary = "components in one dense tensor, filled where none reaches",
        .inputs = padInputs,
        .params = padParams,
        .layouts = padLayouts,
        .plan = padPlan,
    };
    return spec;
}

const OpSpec& fromPaddedOp()
{
    static constexpr OpSpec spec{
        .name = "from_padded",
        .summary = "components cut out of a dense tensor, as large as those of another",
        .inputs = cutInputs,
        .params = {},
        .layouts = cutLayouts,
        .plan = cutPlan,
    };
    return spec;
}

} // namespace tscope
