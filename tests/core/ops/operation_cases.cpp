// SPDX-License-Identifier: Apache-2.0
#include "core/ops/operation_cases.h"

#include "layouts/jagged/exchange.h"
#include "layouts/nested/nested_views.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace tscope::test {

namespace {

bool isSparseName(std::string_view layout)
{
    return layout != "strided";
}
bool isCompressedName(std::string_view layout)
{
    return isSparseName(layout) && layout != "coo";
}
bool isBlockedName(std::string_view layout)
{
    return layout == "bsr" || layout == "bsc";
}

Complex at(const Logical& logical, const Extents& index)
{
    const auto found = logical.find(index);
    return found == logical.end() ? Complex() : found->second;
}

// bool adds up by "or".
Complex asType(Complex value, const DType& type)
{
    return type == DType(ElementType::boolean) ? Complex(value != Complex() ? 1 : 0) : value;
}

template <class F>
void eachIndex(const Extents& sizes, F&& f)
{
    for (std::int64_t i = 0; i < *numel(sizes); ++i)
        f(indexOf(sizes, i));
}

struct MatmulShape {
    Extents a, b;
    std::array<std::int64_t, 2> blockA{2, 1}, blockB{1, 3};
};

Logical productOf(const Tensor& a, const Tensor& b, const MatmulShape& shape, const Extents& size,
                  const DType& type)
{
    const auto left = logicalOf(a), right = logicalOf(b);
    const bool isVectorA = shape.a.size() == 1, isVectorB = shape.b.size() == 1;
    const auto inner = shape.a.back();
    Logical out;
    eachIndex(size, [&](const Extents& index) {
        // The result's dims: batch, row unless a is a vector, column unless b is one.
        auto batch = index;
        std::int64_t row = 0, column = 0;
        if (!isVectorB) {
            column = batch.back();
            batch.pop_back();
        }
        if (!isVectorA) {
            row = batch.back();
            batch.pop_back();
        }
        const auto indexIn = [&](const Extents& of, std::int64_t r, std::int64_t c, bool isRow) {
            if (of.size() == 1)
                return Extents{isRow ? c : r};
            Extents full(batch.end() - std::min<std::ptrdiff_t>(std::ssize(batch), std::ssize(of) - 2),
                         batch.end());
            for (std::size_t d = 0; d < full.size(); ++d)
                full[d] = of[d] == 1 ? 0 : full[d];
            full.push_back(r);
            full.push_back(c);
            return full;
        };
        Complex sum;
        for (std::int64_t k = 0; k < inner; ++k)
            sum += at(left, indexIn(shape.a, row, k, true)) * at(right, indexIn(shape.b, k, column, false));
        out[index] = asType(sum, type);
    });
    return out;
}

std::vector<OperationCase> matmulCases(const std::vector<std::string_view>& layouts, DType dtype, DType index,
                                       SmallTensors& make)
{
    std::vector<MatmulShape> shapes{
        {{4, 3}, {3, 6}}, {{6, 1}, {1, 3}}, {{0, 3}, {3, 3}}, {{2, 0}, {0, 3}}, {{8, 5}, {5, 12}}};
    if (!isSparseName(layouts[1])) {
        shapes.push_back({{4, 3}, {3}});
        shapes.push_back({{4, 0}, {0}});
    }
    if (!isSparseName(layouts[0]))
        shapes.push_back({{3}, {3, 6}});
    const bool mayBatchA = layouts[0] != "coo", mayBatchB = layouts[1] != "coo";
    if (mayBatchA && mayBatchB)
        shapes.push_back({{2, 4, 3}, {2, 3, 3}});
    if (mayBatchA && !isSparseName(layouts[1]))
        shapes.push_back({{2, 3, 4, 3}, {3, 3}});
    std::vector<OperationCase> cases;
    for (const auto& shape : shapes) {
        const auto wish = [&](std::size_t input) {
            return SmallTensors::Wish{layouts[input],
                                      input == 0 ? shape.a : shape.b,
                                      dtype,
                                      index,
                                      0,
                                      input == 0 ? shape.blockA : shape.blockB};
        };
        OperationCase one;
        one.inputs = {make.next(wish(0)), make.next(wish(1))};
        const auto ranksA = std::max<std::size_t>(shape.a.size(), 2),
                   ranksB = std::max<std::size_t>(shape.b.size(), 2);
        one.size = ranksA >= ranksB
                       ? Extents(shape.a.begin(), shape.a.end() - std::min<std::ptrdiff_t>(2, std::ssize(shape.a)))
                       : Extents(shape.b.begin(), shape.b.end() - 2);
        if (shape.a.size() > 1)
            one.size.push_back(shape.a[shape.a.size() - 2]);
        if (shape.b.size() > 1)
            one.size.push_back(shape.b.back());
        one.what = text(shape.a) + " times " + text(shape.b);
        one.want = [inputs = one.inputs, shape, size = one.size, dtype] {
            return productOf(inputs[0], inputs[1], shape, size, dtype);
        };
        cases.push_back(std::move(one));
    }
    return cases;
}

struct BoxShape {
    Extents size;
    std::int64_t denseDims = 0;
};

std::vector<BoxShape> boxShapes(const std::vector<std::string_view>& layouts)
{
    const bool areAllCompressed = std::ranges::all_of(layouts, isCompressedName);
    const bool areAllSparse = std::ranges::all_of(layouts, isSparseName);
    const bool areNone = std::ranges::none_of(layouts, isSparseName);
    const bool isCooOnly = std::ranges::all_of(layouts, [](auto layout) { return layout == "coo"; });
    std::vector<BoxShape> shapes{{{4, 6}}, {{2, 1}}, {{0, 3}}, {{2, 0}}, {{8, 9}}};
    if (areAllCompressed || areNone)
        shapes.push_back({{2, 4, 3}});
    if (areAllSparse) {
        shapes.push_back({{4, 3, 2}, 1});
        shapes.push_back({{4, 3, 0}, 1}); // entries without elements
    }
    if (isCooOnly || areNone) {
        shapes.push_back({{3, 2, 4}});
        shapes.push_back({{5}});
    }
    return shapes;
}

SmallTensors::Wish wishOf(std::string_view layout, const BoxShape& shape, DType dtype, DType index)
{
    return {layout,
            shape.size,
            dtype,
            index,
            isSparseName(layout) ? shape.denseDims : 0,
            isBlockedName(layout) && shape.size[0] % 2 == 0 ? std::array<std::int64_t, 2>{2, 1}
                                                            : std::array<std::int64_t, 2>{1, 1}};
}

std::vector<OperationCase> elementwiseCases(bool isProduct, const std::vector<std::string_view>& layouts,
                                            DType dtype, DType index, SmallTensors& make)
{
    std::vector<OperationCase> cases;
    for (const auto& shape : boxShapes(layouts)) {
        if (shape.size.size() == 3 && shape.denseDims == 0 &&
            (isBlockedName(layouts[0]) || isBlockedName(layouts[1])))
            continue; // blocks of a batch would have to divide its first extent
        OperationCase one;
        one.size = shape.size;
        one.what = text(shape.size) + " with " + std::to_string(shape.denseDims) + " dense dims";
        one.inputs = {make.next(wishOf(layouts[0], shape, dtype, index)),
                      make.next(wishOf(layouts[1], shape, dtype, index))};
        const bool isBatched = shape.size.size() == 3 && shape.denseDims == 0 && isCompressedName(layouts[0]) &&
                               isCompressedName(layouts[1]);
        if (isBatched) // two patterns would give batch entries of different lengths
            one.inputs[1] =
                convert(proven(one.inputs[0]), {.layout = layoutNamed(layouts[1]), .indexDType = index})->tensor;
        one.want = [inputs = one.inputs, size = one.size, isProduct, dtype] {
            const auto a = logicalOf(inputs[0]), b = logicalOf(inputs[1]);
            Logical out;
            eachIndex(size, [&](const Extents& i) {
                const auto left = asType(at(a, i), dtype), right = asType(at(b, i), dtype);
                out[i] = asType(isProduct ? left * right : left + right, dtype);
            });
            return out;
        };
        cases.push_back(std::move(one));
    }
    if (layouts[0] == "strided" && layouts[1] == "strided") {
        OperationCase one;
        one.what = "repeated along dims";
        one.size = {4, 3, 5};
        one.inputs = {make.next({.size = {3, 1}, .dtype = dtype}), make.next({.size = {4, 1, 5}, .dtype = dtype})};
        one.want = [inputs = one.inputs, isProduct, dtype] {
            const auto a = logicalOf(inputs[0]), b = logicalOf(inputs[1]);
            Logical out;
            eachIndex({4, 3, 5}, [&](const Extents& i) {
                const auto left = at(a, {i[1], 0}), right = at(b, {i[0], 0, i[2]});
                out[i] = asType(isProduct ? left * right : left + right, dtype);
            });
            return out;
        };
        cases.push_back(std::move(one));
    }
    return cases;
}

// Real numbers only where order is asked for.
Complex fold(std::string_view op, const std::vector<Complex>& numbers)
{
    if (op == "amin" || op == "amax") {
        auto best = numbers.front().real();
        for (const auto& number : numbers)
            best = op == "amin" ? std::min(best, number.real()) : std::max(best, number.real());
        return best;
    }
    Complex sum;
    for (const auto& number : numbers)
        sum += number;
    return op == "mean" ? sum / static_cast<double>(numbers.size()) : sum;
}

std::vector<OperationCase> reduceCases(std::string_view op, const std::vector<std::string_view>& layouts,
                                       DType dtype, DType index, SmallTensors& make)
{
    std::vector<OperationCase> cases;
    auto shapes = boxShapes(layouts);
    if (layouts[0] == "coo" || layouts[0] == "strided")
        shapes.push_back({{}}); // without dims
    if (layouts[0] == "coo") {
        shapes.push_back({{3}, 1}); // all entries at one place
        shapes.push_back({{4, 2, 3, 2}, 2});
    }
    if (isCompressedName(layouts[0]))
        shapes.push_back({{2, 4, 3, 2}, 1}); // batch and dense dims at once
    for (const auto& shape : shapes) {
        if (*numel(shape.size) == 0 && op != "sum")
            continue;
        const auto rank = std::ssize(shape.size);
        for (std::int64_t mask = 0; mask < (std::int64_t{1} << rank); ++mask) {
            const bool keepsDims = make.random().below(2) == 0;
            std::vector<std::int64_t> dims;
            for (std::int64_t d = 0; d < rank; ++d)
                if ((mask >> d & 1) != 0)
                    dims.push_back(d);
            const bool isAll = dims.empty();
            const auto isReduced = [dims, isAll](std::int64_t d) {
                return isAll || std::ranges::find(dims, d) != dims.end();
            };
            OperationCase one;
            std::string list;
            for (const auto d : dims)
                list += (list.empty() ? "" : ",") + std::to_string(make.random().below(2) == 0 ? d : d - rank);
            if (!isAll)
                one.params.push_back("dim=" + list);
            if (keepsDims)
                one.params.emplace_back("keepdim");
            one.what =
                text(shape.size) + " over " + (isAll ? "all dims" : text(dims)) + (keepsDims ? ", kept" : "");
            auto wish = wishOf(layouts[0], shape, dtype, index);
            if (shape.size.size() == 3 && isBlockedName(layouts[0]))
                wish.block = {1, 1};
            if (shape.size.size() == 4 && isBlockedName(layouts[0]))
                wish.block = {2, 3};
            one.inputs = {make.next(wish)};
            for (std::int64_t d = 0; d < rank; ++d)
                if (!isReduced(d) || keepsDims)
                    one.size.push_back(isReduced(d) ? 1 : shape.size[static_cast<std::size_t>(d)]);
            one.want = [=, input = one.inputs[0], result = one.size, size = shape.size] {
                const auto logical = logicalOf(input);
                std::map<Extents, std::vector<Complex>> groups;
                eachIndex(size, [&](const Extents& i) {
                    Extents kept;
                    for (std::int64_t d = 0; d < rank; ++d)
                        if (!isReduced(d) || keepsDims)
                            kept.push_back(isReduced(d) ? 0 : i[static_cast<std::size_t>(d)]);
                    groups[kept].push_back(asType(at(logical, i), dtype));
                });
                Logical out;
                eachIndex(result, [&](const Extents& i) { out[i] = 0; }); // the sum of nothing
                for (const auto& [i, numbers] : groups)
                    out[i] = fold(op, numbers);
                return out;
            };
            cases.push_back(std::move(one));
        }
    }
    return cases;
}

std::vector<OperationCase> contiguousCases(DType dtype, SmallTensors& make)
{
    std::vector<OperationCase> cases;
    for (const auto& [size, dims] : std::vector<std::pair<Extents, std::string>>{
             {{3, 4}, ""}, {{3, 4}, "1,0"}, {{2, 3, 4}, "2,0,1"}, {{0, 4}, "1,0"}, {{2, 3, 2, 4}, "0,-2,-1,1"}}) {
        OperationCase one;
        one.what = text(size) + " as " + dims;
        one.inputs = {make.next({.size = size, .dtype = dtype})};
        std::vector<std::int64_t> order;
        for (std::int64_t d = 0; d < std::ssize(size); ++d)
            order.push_back(d);
        if (!dims.empty()) {
            one.params = {"dims=" + dims};
            order.clear();
            for (const auto& part : {dims}) {
                std::size_t begin = 0;
                while (begin <= part.size()) {
                    const auto end = std::min(part.find(',', begin), part.size());
                    const auto d = std::stoll(part.substr(begin, end - begin));
                    order.push_back(d < 0 ? d + std::ssize(size) : d);
                    begin = end + 1;
                }
            }
        }
        for (const auto d : order)
            one.size.push_back(size[static_cast<std::size_t>(d)]);
        one.want = [input = one.inputs[0], order, result = one.size] {
            const auto logical = logicalOf(input);
            Logical out;
            eachIndex(result, [&](const Extents& i) {
                Extents from(i.size());
                for (std::size_t d = 0; d < i.size(); ++d)
                    from[static_cast<std::size_t>(order[d])] = i[d];
                out[i] = at(logical, from);
            });
            return out;
        };
        cases.push_back(std::move(one));
    }
    return cases;
}

bool hasComponents(std::string_view layout)
{
    return layout == "nested" || layout == "jagged";
}

std::vector<OperationCase> componentSums(bool isProduct, std::string_view layout, DType dtype, SmallTensors& make)
{
    OperationCase one;
    one.what = "components";
    one.inputs = {make.next({layout, {4, 3, 2}, dtype})};
    one.inputs.push_back(one.inputs[0]);
    one.want = [input = one.inputs[0], isProduct, dtype] {
        auto out = logicalOf(input);
        for (auto& [index, value] : out)
            value = asType(isProduct ? value * value : value + value, dtype);
        return out;
    };
    return {one};
}

std::vector<OperationCase> linearCases(std::string_view layout, DType dtype, DType index, SmallTensors& make)
{
    std::vector<OperationCase> cases;
    std::vector<Extents> sizes{{4, 3}, {3}, {2, 2, 3}, {0, 3}};
    if (hasComponents(layout))
        sizes = {{4, 5, 3}};
    for (const auto& size : sizes) {
        OperationCase one;
        one.what = text(size);
        auto weight = make.next({"strided", {5, 3}, dtype, index});
        auto a = make.next({layout, size, dtype, index});
        if (layout == "nested") // the maker's last extents differ
            a = contiguousNested(toNested(make.next({"jagged", size, dtype, index}))->tensor, 1 << 20)->tensor;
        one.inputs = {a, weight};
        one.size = size;
        one.size.back() = 5;
        one.want = [a, weight] {
            const auto rows = logicalOf(a), weights = logicalOf(weight);
            Logical out;
            for (const auto& [i, value] : rows)
                for (std::int64_t o = 0; o < 5; ++o) {
                    auto at_ = i;
                    at_.back() = o;
                    out[at_] += value * at(weights, {o, i.back()});
                }
            return out;
        };
        if (dtype == DType(ElementType::boolean))
            continue;
        cases.push_back(std::move(one));
    }
    return cases;
}

std::vector<OperationCase> softmaxCases(std::string_view layout, DType dtype, SmallTensors& make)
{
    std::vector<OperationCase> cases;
    std::vector<std::pair<Extents, std::int64_t>> shapes{
        {{3, 4}, -1}, {{3, 4}, 0}, {{2, 3, 4}, 1}, {{5}, 0}, {{0, 3}, 1}};
    if (hasComponents(layout))
        shapes = {{{4, 3, 2}, -1}};
    for (const auto& [size, dim] : shapes) {
        OperationCase one;
        one.what = text(size) + " along " + std::to_string(dim);
        one.params = {"dim=" + std::to_string(dim)};
        one.inputs = {make.next({layout, size, dtype})};
        one.size = size;
        const auto along = static_cast<std::size_t>(dim < 0 ? dim + std::ssize(size) : dim);
        one.want = [input = one.inputs[0], along] {
            const auto logical = logicalOf(input);
            std::map<Extents, double> sums;
            auto lineOf = [along](Extents index) {
                index[along] = 0;
                return index;
            };
            for (const auto& [i, value] : logical)
                sums[lineOf(i)] += std::exp(value.real());
            Logical out;
            for (const auto& [i, value] : logical)
                out[i] = std::exp(value.real()) / sums[lineOf(i)];
            return out;
        };
        cases.push_back(std::move(one));
    }
    return cases;
}

std::vector<OperationCase> sddmmCases(const std::vector<std::string_view>& layouts, DType dtype, DType index,
                                      SmallTensors& make)
{
    std::vector<OperationCase> cases;
    for (const auto& [rows, inner, columns] :
         std::vector<std::array<std::int64_t, 3>>{{4, 3, 6}, {2, 1, 3}, {4, 0, 3}, {0, 2, 3}}) {
        OperationCase one;
        one.what = text({rows, inner, columns});
        one.inputs = {make.next({layouts[0], {rows, columns}, dtype, index, 0, {2, 3}}),
                      make.next({layouts[1], {rows, inner}, dtype, index, 0, {1, 1}}),
                      make.next({layouts[2], {inner, columns}, dtype, index, 0, {1, 1}})};
        one.size = {rows, columns};
        one.want = [inputs = one.inputs, inner = inner, dtype] {
            const auto b = logicalOf(inputs[1]), c = logicalOf(inputs[2]);
            Logical out;
            const auto read = inputs[0].layout->entries(inputs[0], [&](const Extents& i, std::int64_t) {
                Complex sum;
                for (std::int64_t k = 0; k < inner; ++k)
                    sum += asType(at(b, {i[0], k}), dtype) * asType(at(c, {k, i[1]}), dtype);
                out[i] = asType(sum, dtype); // once, however often the place is stored
                return true;
            });
            return read ? out : Logical();
        };
        cases.push_back(std::move(one));
    }
    return cases;
}

std::vector<OperationCase> differCases(const std::vector<std::string_view>& layouts, DType dtype, DType index,
                                       SmallTensors& make)
{
    std::vector<OperationCase> cases;
    for (const auto& size : std::vector<Extents>{{4, 6}, {2, 1}, {0, 2}}) {
        OperationCase one;
        one.what = text(size);
        one.params = {"atol=1.5"};
        one.inputs = {make.next({layouts[0], size, dtype, index}), make.next({layouts[1], size, dtype, index})};
        one.size = size;
        one.want = [inputs = one.inputs, size, dtype] {
            const auto a = logicalOf(inputs[0]), b = logicalOf(inputs[1]);
            Logical out;
            eachIndex(size, [&](const Extents& i) {
                const auto y = asType(at(b, i), dtype);
                out[i] = std::abs(asType(at(a, i), dtype) - y) > 1.5 + 1e-5 * std::abs(y) ? 1 : 0;
            });
            return out;
        };
        cases.push_back(std::move(one));
    }
    return cases;
}

// Components as they come, turned, with holes between them, and none at all.
std::vector<std::pair<std::string, Tensor>> componentsToPad(std::string_view layout, DType dtype,
                                                            SmallTensors& make)
{
    auto packed = make.next({layout, {4, 3, 2}, dtype});
    while (numel(packed.members[0].array.geometry) == 0) // there is nothing to pad where all are empty
        packed = make.next({layout, {4, 3, 2}, dtype});
    std::vector<std::pair<std::string, Tensor>> out{{"packed", packed}};
    const auto dense = make.next({"strided", {3, 4, 2}, dtype}).members[0].array;
    if (layout == "nested") {
        out.emplace_back("turned", transposeNested(out[0].second, 1, 2)->tensor);
        const auto rows = make.next({"strided", {30}, dtype}).members[0].array;
        out.emplace_back(
            "in each other",
            nestedOf(rows, std::vector<Geometry>{{{2, 3}, {4, 1}, 5}, {{0, 4}, {9, 9}, 30}, {{3, 1}, {2, 7}, 2}}));
        out.emplace_back("numbers", nestedOf(rows, std::vector<Geometry>{{{}, {}, 3}, {{}, {}, 1}}));
        out.emplace_back("no components", nestedOf(rows, {}));
        return out;
    }
    const auto max = std::int64_t{1} << 20;
    out.emplace_back(
        "with holes",
        jaggedNarrow(dense, std::vector<std::int64_t>{1, 0, 2}, std::vector<std::int64_t>{3, 0, 1}, max)->tensor);
    out.emplace_back("ragged last", jaggedOf(dense, 2, std::vector<std::int64_t>{1, 0, 1}));
    out.emplace_back("no components", jaggedOf(make.next({"strided", {0, 3}, dtype}).members[0].array, 0, {}));
    return out;
}

Extents boundsOf(const Tensor& tensor)
{
    return *tensor.layout->read(tensor, {})->bounds();
}

std::vector<OperationCase> toPaddedCases(std::string_view layout, DType dtype, SmallTensors& make)
{
    std::vector<OperationCase> cases;
    for (const auto& [what, tensor] : componentsToPad(layout, dtype, make))
        for (const auto more : {0, 1}) {
            OperationCase one;
            one.what = what;
            one.inputs = {tensor};
            one.size = boundsOf(tensor);
            one.params = {"fill=1"};
            if (more > 0) {
                std::string sizes;
                for (auto& extent : one.size)
                    sizes += (sizes.empty() ? "" : ",") + std::to_string(++extent);
                one.what += ", with room";
                one.params.push_back("output_size=" + sizes);
            }
            one.want = [tensor = tensor, size = one.size] {
                const auto logical = logicalOf(tensor);
                Logical out;
                eachIndex(size, [&](const Extents& i) { out[i] = logical.contains(i) ? logical.at(i) : 1; });
                return out;
            };
            cases.push_back(std::move(one));
        }
    return cases;
}

std::vector<OperationCase> fromPaddedCases(std::string_view layout, DType dtype, SmallTensors& make)
{
    std::vector<OperationCase> cases;
    for (const auto& [what, like] : componentsToPad(layout, dtype, make)) {
        OperationCase one;
        one.what = what;
        auto size = boundsOf(like);
        for (auto& extent : size)
            extent += 1;
        const auto padded = make.next({"strided", size, dtype});
        one.inputs = {padded, like};
        one.want = [padded, like = like] {
            const auto from = logicalOf(padded);
            auto out = logicalOf(like);
            for (auto& [index, value] : out)
                value = from.at(index);
            return out;
        };
        cases.push_back(std::move(one));
    }
    return cases;
}

} // namespace

std::vector<OperationCase> casesOf(std::string_view op, const std::vector<std::string_view>& layouts, DType dtype,
                                   DType indexDType, SmallTensors& make)
{
    if (op == "matmul")
        return matmulCases(layouts, dtype, indexDType, make);
    if ((op == "add" || op == "mul") && hasComponents(layouts[0]))
        return componentSums(op == "mul", layouts[0], dtype, make);
    if (op == "linear")
        return linearCases(layouts[0], dtype, indexDType, make);
    if (op == "softmax")
        return softmaxCases(layouts[0], dtype, make);
    if (op == "sddmm")
        return sddmmCases(layouts, dtype, indexDType, make);
    if (op == "differ")
        return differCases(layouts, dtype, indexDType, make);
    if (op == "add" || op == "mul")
        return elementwiseCases(op == "mul", layouts, dtype, indexDType, make);
    if (op == "to_padded")
        return toPaddedCases(layouts[0], dtype, make);
    if (op == "from_padded")
        return fromPaddedCases(layouts[1], dtype, make);
    if (op == "contiguous")
        return contiguousCases(dtype, make);
    if (op == "sum" || op == "mean" || op == "amin" || op == "amax")
        return reduceCases(op, layouts, dtype, indexDType, make);
    return {};
}

} // namespace tscope::test
