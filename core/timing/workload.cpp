// SPDX-License-Identifier: Apache-2.0
#include "timing/workload.h"

#include "base/say.h"
#include "dispatch/operand.h"
#include "ops/operations.h"
#include "ops/views_of_tensors.h"
#include "timing/forms.h"
#include "timing/made_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace tscope::timing {

namespace {

using Beside = Workload::Beside;

struct Kind {
    WorkloadKind shown;
    std::string_view op;
    std::string_view param = {}; // "dim=-1"
    Beside beside = Beside::nothing;
    std::int64_t columns = 0;
    bool isTurned = false, isByRows = false;
};

// A new workload is one line here.
constexpr std::array kinds{
    Kind{{"spmv", "the matrix times a vector"}, "matmul", {}, Beside::vector, 0, false, true},
    Kind{{"spmv_t", "the transposed matrix times a vector"}, "matmul", {}, Beside::vector, 0, true, true},
    Kind{{"spmm", "the matrix times a dense one of k columns (spmm:64)"},
         "matmul",
         {},
         Beside::columns,
         usualColumns,
         false,
         true},
    Kind{{"spgemm", "the matrix times itself transposed, both in the same form"}, "matmul", {}, Beside::turned},
    Kind{{"sddmm", "the product of two dense matrices where it has entries, k numbers each (sddmm:64)"},
         "sddmm",
         {},
         Beside::factors,
         usualColumns},
    Kind{{"add", "the tensor and itself added up"}, "add", {}, Beside::itself, 0, false, true},
    Kind{{"mul", "the tensor and itself multiplied, element by element"},
         "mul",
         {},
         Beside::itself,
         0,
         false,
         true},
    Kind{{"sum", "all elements added up"}, "sum"},
    Kind{{"sum_rows", "each row added up"}, "sum", "dim=-1", Beside::nothing, 0, false, true},
    Kind{{"softmax", "softmax along the last dim"}, "softmax", "dim=-1", Beside::nothing, 0, false, true},
    Kind{{"linear", "each row times the weights of a layer of k outputs (linear:64)"},
         "linear",
         {},
         Beside::weights,
         usualColumns},
    Kind{{"to_padded", "components padded to one size"}, "to_padded"},
    Kind{{"contiguous", "a copy that lies row by row"}, "contiguous"},
};

constexpr auto shownKinds = [] {
    std::array<WorkloadKind, kinds.size()> shown;
    for (std::size_t i = 0; i < kinds.size(); ++i)
        shown[i] = kinds[i].shown;
    return shown;
}();

Result<Workload> workloadOf(const Kind& kind, std::int64_t columns)
{
    Workload workload{std::string(kind.shown.name),
                      operationNamed(kind.op),
                      {},
                      kind.beside,
                      kind.isTurned,
                      columns,
                      kind.isByRows};
    if (columns > 0)
        workload.name += " k=" + std::to_string(columns);
    std::vector<std::string> texts;
    if (!kind.param.empty())
        texts.emplace_back(kind.param);
    auto params = parseParams(workload.op->params, texts);
    if (!params)
        return params.error();
    workload.params = std::move(*params);
    return workload;
}

// "spmm:32", "spmm k=32", "spmm"
struct Asked {
    std::string_view name;
    std::optional<std::string_view> columns;
};
Asked askedIn(std::string_view text)
{
    for (const std::string_view between : {" k=", ":"})
        if (const auto at = text.find(between); at != std::string_view::npos)
            return {text.substr(0, at), text.substr(at + between.size())};
    return {text, std::nullopt};
}

std::string namesOfKinds()
{
    std::string names;
    for (const auto& kind : kinds)
        names.append(names.empty() ? "" : " ").append(kind.shown.name);
    return names;
}

// The last two sizes of a matrix, or of each in a batch.
struct MatrixSize {
    std::int64_t rows = 0, columns = 0;
};
Result<MatrixSize> matrixSizeOf(const Tensor& tensor)
{
    const auto form = formOf(tensor);
    const bool isBox = tensor.layout->family != "nested" && tensor.layout->family != "jagged";
    if (!isBox || form.denseDims > 0 || form.size.size() < 2)
        return unsupported(
            isBox ? say("a matrix (or several in a batch) was wanted, found {0} of size {1}", tensor.layout->name,
                        tscope::text(form.size))
                  : say("a matrix (or several in a batch) was wanted, found {0}", tensor.layout->name));
    return MatrixSize{form.size[form.size.size() - 2], form.size.back()};
}

Result<std::int64_t> rowLengthOf(const Tensor& tensor)
{
    const auto reading = tensor.layout->read(tensor, {});
    const auto bounds = reading->bounds();
    if (!bounds)
        return bounds.error();
    if (bounds->size() < 2)
        return unsupported(say("rows of numbers were wanted, found size {0}", tscope::text(*bounds)));
    return bounds->back();
}

// Transposed, and no view of another layout: of csr a csr.
Result<Tensor> turnedInItsForm(const Tensor& tensor, std::int64_t maxBytes)
{
    auto turned = mirrored(tensor);
    if (!turned)
        return turned.error();
    const auto sound = proven(std::move(*turned), say("the transposed tensor"));
    if (!sound)
        return sound.error();
    const auto block = formOf(tensor).block;
    auto made = inForm(*sound, {.layout = tensor.layout, .block = {block[1], block[0]}}, maxBytes);
    return made ? Result<Tensor>(made->tensor()) : made.error();
}

// What stands beside the tensor, after it.
Result<std::vector<Tensor>> besideOf(const Workload& workload, const Tensor& tensor, std::int64_t maxBytes)
{
    const auto dtype = tensor.declaredDType();
    if (workload.beside == Beside::nothing)
        return std::vector<Tensor>{};
    if (workload.beside == Beside::itself)
        return std::vector{tensor};
    if (workload.beside == Beside::weights) {
        const auto length = rowLengthOf(tensor);
        if (!length)
            return length.error();
        return madeNumbers({{workload.columns, *length}}, dtype, maxBytes);
    }
    const auto size = matrixSizeOf(tensor);
    if (!size)
        return size.error();
    switch (workload.beside) {
    case Beside::turned: {
        auto turned = turnedInItsForm(tensor, maxBytes);
        if (!turned)
            return turned.error();
        return std::vector{std::move(*turned)};
    }
    case Beside::vector:
        return madeNumbers({{size->columns}}, dtype, maxBytes);
    case Beside::columns:
        return madeNumbers({{size->columns, workload.columns}}, dtype, maxBytes);
    default:
        return madeNumbers({{size->rows, workload.columns}, {workload.columns, size->columns}}, dtype, maxBytes);
    }
}

} // namespace

std::span<const WorkloadKind> workloadKinds()
{
    return shownKinds;
}

Result<Workload> workloadNamed(std::string_view text)
{
    const auto asked = askedIn(text);
    const auto kind = std::ranges::find(kinds, asked.name, [](const Kind& one) { return one.shown.name; });
    if (kind == kinds.end()) {
        const auto* op = operationNamed(text);
        if (op == nullptr || op->inputs.size() != 1)
            return invalidArgument(
                say("something to be timed was wanted ({0}, or an operation of one tensor), found \"{1}\"",
                    namesOfKinds(), text));
        auto params = parseParams(op->params, {});
        if (!params)
            return params.error();
        return Workload{std::string(text), op, std::move(*params)};
    }
    auto columns = kind->columns;
    if (asked.columns) {
        const auto* end = asked.columns->data() + asked.columns->size();
        const auto [at, code] = std::from_chars(asked.columns->data(), end, columns);
        if (kind->columns == 0 || code != std::errc() || at != end || columns < 1 || columns > mostColumns)
            return invalidArgument(kind->columns == 0
                                       ? say("{0} takes no number of columns, found \"{1}\"", asked.name, text)
                                       : say("k must be 1 to {0}, found \"{1}\"", mostColumns, *asked.columns));
    }
    return workloadOf(*kind, columns);
}

std::string workloadKindOf(std::string_view workload)
{
    return std::string(askedIn(workload).name);
}

std::int64_t columnsIn(std::string_view workload)
{
    const auto asked = askedIn(workload).columns.value_or("");
    std::int64_t columns = 0;
    std::from_chars(asked.data(), asked.data() + asked.size(), columns);
    return std::max<std::int64_t>(columns, 0);
}

std::vector<Workload> usualWorkloads(const Tensor& tensor)
{
    const auto family = tensor.layout->family;
    const bool hasComponents = family == "nested" || family == "jagged";
    std::vector<std::string_view> names{"sum"};
    if (hasComponents)
        names = {"linear", "softmax", "add"};
    else if (matrixSizeOf(tensor))
        names = {"spmv", "spmm", "add", "sum"};
    std::vector<Workload> out;
    for (const auto name : names)
        if (auto workload = workloadNamed(name))
            out.push_back(std::move(*workload));
    return out;
}

Result<std::vector<Sound>> inputsOf(const Workload& workload, const Sound& given, std::int64_t maxBytes)
{
    auto tensor = given;
    if (workload.isTurned) {
        auto turned = mirrored(given.tensor());
        if (!turned)
            return turned.error();
        auto sound = proven(std::move(*turned), say("the transposed tensor"));
        if (!sound)
            return sound.error();
        tensor = std::move(*sound);
    }
    auto beside = besideOf(workload, tensor.tensor(), maxBytes);
    if (!beside)
        return beside.error();
    std::vector<Sound> inputs{tensor};
    for (auto& one : *beside) {
        auto sound = workload.beside == Beside::itself ? Result<Sound>(tensor)
                                                       : proven(std::move(one), say("what it is computed with"));
        if (!sound)
            return sound.error();
        inputs.push_back(std::move(*sound));
    }
    return inputs;
}

std::string whyOtherWhenPadded(const Workload& workload, const Tensor& components)
{
    if (workload.op->name != "softmax")
        return {};
    const auto outline = components.layout->read(components, {})->outline();
    if (!outline.size || outline.size->empty() || outline.size->back().kind == OuterExtent::Kind::number)
        return {};
    return "the components differ in the last dim, along which the padding would take part";
}

} // namespace tscope::timing
