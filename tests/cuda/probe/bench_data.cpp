// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/bench_data.h"

#include "convert/convert.h"
#include "layouts/registry.h"
#include "make/generators.h"
#include "ops/operations.h"

#include <cmath>

namespace tscope::probe {

namespace {

constexpr std::int64_t perRow = 16, perRowOfProduct = 8, side = 4, wide = 32;

std::int64_t multipleOf(std::int64_t step, std::int64_t count)
{
    return std::max<std::int64_t>(count / step, 1) * step;
}

Result<Sound> soundOf(Result<Tensor> made)
{
    if (!made)
        return made.error();
    auto proved = prove(std::move(*made));
    if (auto* sound = std::get_if<Sound>(&proved))
        return std::move(*sound);
    return corrupt("what was made to be measured is not sound: rule " + std::get<Report>(proved).obstacle);
}

Workload operation(std::string name, const char* op, std::vector<Sound> inputs,
                   std::vector<std::string> params = {}, bool isExact = true)
{
    return {std::move(name), operationNamed(op), std::move(inputs), std::move(params), {}, {1, 1}, isExact};
}

Workload conversion(const Sound& from, std::string to, std::array<std::int64_t, 2> block = {1, 1})
{
    auto name = std::string(from.tensor().layout->name) + " to " + to;
    return {std::move(name), nullptr, {from}, {}, std::move(to), block};
}

} // namespace

Result<Sound> BenchData::matrix()
{
    const auto rows = multipleOf(side, m_entries / perRow);
    return soundOf(
        makeTensorOf({.size = {rows, rows}, .nnz = m_entries, .dtype = m_type, .indexDType = ElementType::i32}));
}

Result<Sound> BenchData::blocks()
{
    const auto rows = multipleOf(side, m_entries / perRow);
    return soundOf(makeTensorOf({.layout = "bsr",
                                 .size = {rows, rows},
                                 .nnz = m_entries / (side * side),
                                 .blocksize = {side, side},
                                 .dtype = m_type,
                                 .indexDType = ElementType::i32}));
}

Result<Sound> BenchData::square(double filled)
{
    const auto rows =
        multipleOf(side, static_cast<std::int64_t>(std::sqrt(static_cast<double>(m_entries) / filled)));
    return soundOf(
        makeTensorOf({.size = {rows, rows}, .density = filled, .dtype = m_type, .indexDType = ElementType::i32}));
}

Result<Sound> BenchData::dense(Extents size)
{
    return soundOf(makeTensorOf({.kind = "dense", .layout = "strided", .size = std::move(size), .dtype = m_type}));
}

Result<Sound> BenchData::as(const Sound& sound, std::string_view layout)
{
    ConvertRequest request{.layout = layoutNamed(layout)};
    if (layout == "csr")
        request.indexDType = ElementType::i32;
    auto made = convert(sound, request);
    return soundOf(made ? Result<Tensor>(std::move(made->tensor)) : Result<Tensor>(made.error()));
}

Result<std::vector<Workload>> BenchData::workloads()
{
    const auto csr = matrix(), bsr = blocks(), quarter = square(0.25);
    if (!csr || !bsr || !quarter)
        return (!csr ? csr : !bsr ? bsr : quarter).error();
    const auto rows = csr->tensor().size->front();
    const auto x1 = dense({rows, 1}), x32 = dense({rows, wide}), y32 = dense({wide, rows});
    const auto sheet = dense({multipleOf(side, m_entries / 256), 4 * 256});
    const auto coo = as(*csr, "coo"), elements = as(*bsr, "csr"), full = as(*quarter, "strided");
    const auto fewRows = multipleOf(side, m_entries / 10 / perRowOfProduct);
    const auto factor = soundOf(makeTensorOf({.size = {fewRows, fewRows},
                                              .nnz = fewRows * std::min(perRowOfProduct, fewRows),
                                              .dtype = m_type,
                                              .indexDType = ElementType::i32}));
    for (const auto* made : {&x1, &x32, &y32, &sheet, &coo, &elements, &full, &factor})
        if (!*made)
            return made->error();

    std::vector<Workload> out;
    out.push_back(operation("copy", "contiguous", {*sheet}));
    out.push_back(operation("copy, transposed", "contiguous", {*sheet}, {"dims=1,0"}));
    for (const auto* sparse : {&*csr, &*coo, &*bsr})
        for (const auto* x : {&*x1, &*x32})
            out.push_back(operation("matmul " + std::string(sparse->tensor().layout->name) + ", x of " +
                                        std::to_string(x->tensor().members[0].array.geometry.sizes[1]),
                                    "matmul", {*sparse, *x}, {}, false));
    out.push_back(operation("sddmm csr, inner " + std::to_string(wide), "sddmm", {*csr, *x32, *y32}, {}, false));
    out.push_back(operation("matmul csr x csr", "matmul", {*factor, *factor}, {}, false));
    out.push_back(conversion(*csr, "csc"));
    out.push_back(conversion(*coo, "csr"));
    out.push_back(conversion(*elements, "bsr", {side, side}));
    out.push_back(conversion(*full, "csr"));
    out.push_back(conversion(*quarter, "strided"));
    out.push_back(operation("sum of all", "sum", {*sheet}, {}, false));
    out.push_back(operation("sum of rows", "sum", {*sheet}, {"dim=1"}, false));
    out.push_back(operation("sum of rows, csr", "sum", {*csr}, {"dim=1"}, false));
    out.push_back(operation("softmax of rows", "softmax", {*sheet}, {"dim=-1"}, false));
    return out;
}

} // namespace tscope::probe
