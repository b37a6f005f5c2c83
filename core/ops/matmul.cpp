// SPDX-License-Identifier: Apache-2.0
#include "ops/matmul.h"

#include "array/index_reader.h"
#include "base/checked_math.h"
#include "base/say.h"
#include "dispatch/call.h"
#include "dispatch/operand.h"
#include "element/promotion.h"
#include "layouts/registry.h"
#include "ops/layout_words.h"
#include "ops/views_of_tensors.h"

#include <array>

namespace tscope {

namespace {

constexpr std::array matmulInputs{
    OpInput{"a", "matrix, or several in a batch; strided also a vector"},
    OpInput{"b", "matrix, vector, or several in a batch"},
};

Result<LayoutPlan> matmulLayouts(std::span<const std::string_view> given)
{
    for (const auto layout : given)
        if (!isBox(layout))
            return unsupported(
                say("components of a {0} tensor may differ in size; linear multiplies each of them by one matrix",
                    layout));
    if (isStrided(given[0]) || isStrided(given[1])) {
        if (isStrided(given[1]))
            return LayoutPlan{{given[0], given[1]}, "strided", "strided"};
        return LayoutPlan{{mirroredName(given[1]), "strided"}, "strided", "strided"}; // (b^T a^T)^T
    }
    if (given[0] == "csc" && given[1] == "csc")
        return LayoutPlan{{"csr", "csr"}, "csr", "csc"};
    return LayoutPlan{{given[0], given[1]}, "csr", "csr"};
}

// The product of a and b as a kernel takes it: matrices only, b with the batch dims of a.
struct Factors {
    Tensor a, b;
    Extents batch;
    std::int64_t rows = 0, inner = 0, columns = 0;
    bool isMirrored = false; // the result is to be transposed
    bool dropsRow = false, dropsColumn = false;
};

Error sizesDoNotFit(const Extents& a, const Extents& b)
{
    return invalidArgument(
        say("a first factor with as many columns as the second has rows was wanted, found {0} times {1}", text(a),
            text(b)));
}

Result<void> checkIsMatrix(const Tensor& tensor, const Form& form)
{
    if (form.denseDims > 0)
        return unsupported(
            say("entries that are numbers were wanted for a product, found {0} dense dims", form.denseDims));
    const auto least = tensor.layout->family == "strided" ? 1U : 2U;
    if (form.size.size() < least)
        return invalidArgument(say("a matrix was wanted for a product, found size {0}", text(form.size)));
    if (tensor.layout->family == "coo" && form.size.size() != 2)
        return unsupported(say("two sparse dims were wanted for a product, found {0}", form.size.size()));
    return {};
}

Extents firstOf(const Extents& size, std::size_t withoutLast)
{
    return {size.begin(), size.end() - static_cast<std::ptrdiff_t>(withoutLast)};
}

Result<Factors> factorsOf(const Tensor& givenA, const Tensor& givenB)
{
    Factors f{givenA, givenB, {}};
    auto sizeA = formOf(f.a).size, sizeB = formOf(f.b).size;
    const auto wasA = sizeA, wasB = sizeB;
    for (const auto* tensor : {&f.a, &f.b})
        if (auto fine = checkIsMatrix(*tensor, formOf(*tensor)); !fine)
            return fine.error();
    if (sizeA.size() == 1) {
        f.a = withDim(f.a, 0);
        sizeA.insert(sizeA.begin(), 1);
        f.dropsRow = true;
    }
    if (sizeB.size() == 1) {
        f.b = withDim(f.b, 1);
        sizeB.push_back(1);
        f.dropsColumn = true;
    }
    f.rows = sizeA[sizeA.size() - 2];
    f.inner = sizeA.back();
    f.columns = sizeB.back();
    if (f.inner != sizeB[sizeB.size() - 2])
        return sizesDoNotFit(wasA, wasB);

    const bool isStridedA = f.a.layout->family == "strided", isStridedB = f.b.layout->family == "strided";
    const auto batchA = firstOf(sizeA, 2), batchB = firstOf(sizeB, 2);
    auto batch = commonSize(batchA, batchB, say("batch dims"));
    if (!batch)
        return batch.error();
    if ((!isStridedA && *batch != batchA) || (!isStridedB && *batch != batchB))
        return unsupported(
            say("sparse matrices are not repeated along batch dims, found {0} and {1}", text(wasA), text(wasB)));
    f.batch = std::move(*batch);
    for (auto* tensor : {&f.a, &f.b}) {
        if (tensor->layout->family != "strided")
            continue;
        auto wide = repeated(*tensor, f.batch, 2);
        if (!wide)
            return wide.error();
        *tensor = std::move(*wide);
    }
    const bool areBothColumns = f.a.layout->name == "csc" && f.b.layout->name == "csc";
    if ((isStridedA && !isStridedB) || areBothColumns) {
        auto a = mirrored(f.b), b = mirrored(f.a);
        if (!a || !b)
            return (!a ? a : b).error();
        f.a = std::move(*a);
        f.b = std::move(*b);
        std::swap(f.rows, f.columns);
        f.isMirrored = true;
    }
    return f;
}

Result<OpPlan> matmulPlan(std::span<const Tensor> given, const Params&)
{
    auto computing = promote(given[0].declaredDType(), given[1].declaredDType());
    if (!computing)
        return computing.error();
    auto factors = factorsOf(given[0], given[1]);
    if (!factors)
        return factors.error();
    const auto& f = *factors;
    OpPlan plan;
    plan.computing = *computing;
    plan.inputs = {f.a, f.b};
    auto& result = plan.result;
    const bool isDense = f.b.layout->family == "strided";
    result.layout = layoutNamed(isDense ? "strided" : "csr");
    result.size = f.batch;
    result.size.insert(result.size.end(), {f.rows, f.columns});
    result.batchDims = isDense ? 0 : static_cast<std::int64_t>(f.batch.size());
    result.dtype = *computing;
    result.indexDType = f.a.declaredIndexDType();
    const auto rank = static_cast<std::int64_t>(result.size.size());
    plan.finish = [f, rank](Tensor made) -> Result<Tensor> {
        if (f.isMirrored) {
            auto turned = mirrored(made);
            if (!turned)
                return turned;
            made = std::move(*turned);
        }
        if (f.dropsColumn)
            made = withoutDim(made, rank - 1);
        if (f.dropsRow)
            made = withoutDim(made, rank - 2);
        return made;
    };
    return plan;
}

// Of two csr matrices: each entry of a meets the row of b that its column names. 0: not known.
std::int64_t meetingsOf(const Tensor& a, const Tensor& b)
{
    if (a.layout->name != "csr" || b.layout->name != "csr" || formOf(b).size.size() != 2)
        return 0;
    const IndexReader columns(a.member("plain").array), pointers(b.member("compressed").array);
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < columns.numel(); ++k) {
        const auto row = columns.at(k);
        sum += pointers.at(row + 1) - pointers.at(row);
    }
    return sum;
}

std::int64_t sparseProductFlops(const OpPlan& plan)
{
    return saturatingMul(2, meetingsOf(plan.inputs[0], plan.inputs[1]));
}

// Two for each element of a that is stored and each column of b.
std::int64_t matmulFlops(const OpPlan& plan)
{
    if (plan.inputs[1].layout->family != "strided")
        return 0;
    const auto stored = numel(valuesMember(plan.inputs[0]).array.geometry).value_or(0);
    return saturatingMul(stored, saturatingMul(2, plan.result.size.back()));
}

} // namespace

const OpSpec& matmulOp()
{
    static constexpr OpSpec spec{
        .name = "matmul",
        .summary = "the product of two matrices, or of a matrix and a vector",
        .inputs = matmulInputs,
        .params = {},
        .layouts = matmulLayouts,
        .plan = matmulPlan,
        .flops = matmulFlops,
        .flopsByEntries = sparseProductFlops,
        .keepsBatchesApart = true,
    };
    return spec;
}

} // namespace tscope
