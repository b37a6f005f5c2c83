// SPDX-License-Identifier: Apache-2.0
#include "timing/gate.h"

#include "base/say.h"
#include "convert/target.h"
#include "dispatch/backends.h"
#include "dispatch/call.h"
#include "facts/outside.h"
#include "layouts/strided/strided.h"
#include "make/random.h"
#include "ops/matmul.h"
#include "ops/run.h"
#include "timing/rows_at_hand.h"
#include "timing/small_strided.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tscope::timing {

namespace {

using Beside = Workload::Beside;
using Complex = std::complex<double>;

constexpr auto mostWork = Gate::mostWork;
constexpr std::int64_t mostRows = 64;

// Short types are computed with in float32 and rounded in the end.
double precisionOfSums(const DType& type);

// The unit of the last place of a number near 1, as a share of it.
double precisionOf(const DType& type)
{
    switch (type.type()) {
    case ElementType::f16:
    case ElementType::c32:
        return 0x1p-10;
    case ElementType::bf16:
        return 0x1p-7;
    case ElementType::f32:
    case ElementType::c64:
        return 0x1p-23;
    case ElementType::f64:
    case ElementType::c128:
        return 0x1p-52;
    default:
        return 0;
    }
}

double precisionOfSums(const DType& type)
{
    return precisionOf(type) == 0 ? 0 : std::min(precisionOf(type), precisionOf(ElementType::f32));
}

Extents rowOf(const Extents& index)
{
    return {index.begin(), index.end() - (index.empty() ? 0 : 1)};
}

Extents with(Extents row, std::int64_t last)
{
    row.push_back(last);
    return row;
}

} // namespace

// The stored elements of chosen rows, duplicates added up: of as many rows, from the first on, as take little
// memory together, and of none that alone has more than `mostOfRow`.
class Gate::RowsAtWork
{
public:
    explicit RowsAtWork(std::int64_t mostOfRow) : m_mostOfRow(mostOfRow) {}

    void expect(const Extents& row) { m_rows[row]; }
    const std::map<Extents, StoredRow>& rows() const { return m_rows; }

    // False where the row is not, or no longer, among them.
    bool add(const Extents& row, std::int64_t last, Number number)
    {
        const auto there = m_rows.find(row);
        if (there == m_rows.end())
            return false;
        const auto [element, isNew] = there->second.emplace(last, 0);
        element->second += number;
        m_count += isNew ? 1 : 0;
        if (std::ssize(there->second) > m_mostOfRow) {
            leaveOut(there);
            return false;
        }
        if (m_count <= mostAtOnce || m_rows.size() == 1)
            return true;
        const auto lastRow = std::prev(m_rows.end());
        const bool isThisOne = there == lastRow;
        leaveOut(lastRow);
        return !isThisOne;
    }

private:
    static constexpr std::int64_t mostAtOnce = 4 * mostWork;

    void leaveOut(std::map<Extents, StoredRow>::iterator row)
    {
        m_count -= std::ssize(row->second);
        m_rows.erase(row);
    }

    std::int64_t m_mostOfRow, m_count = 0;
    std::map<Extents, StoredRow> m_rows;
};

// Puts a gate together, row by row.
class Gate::Maker
{
public:
    Maker(const Workload& workload, std::span<const Sound> inputs, const Watch& watch)
        : m_workload(workload), m_inputs(inputs), m_watch(watch),
          m_tensor(withRowsAtHand(inputs.front().tensor(), watch)), m_type(wideTypeOf(m_tensor.declaredDType()))
    {
        // What a softmax makes of padding is nobody's number.
        m_gate.m_mayHaveMore = workload.beside == Beside::factors ||
                               (workload.op->name == "softmax" && isOfComponents(*m_tensor.layout));
        m_gate.m_isExact = precisionOf(m_tensor.declaredDType()) == 0;
    }

    Result<Gate> make()
    {
        const auto bounds = m_tensor.layout->read(m_tensor, {})->bounds();
        if (!bounds)
            return bounds.error();
        m_bounds = *bounds;
        const bool isTotal = m_workload.op->name == "sum" && !m_workload.isByRows;
        const bool isKnown = m_workload.isByRows || isCopy() || m_workload.beside == Beside::weights ||
                             m_workload.beside == Beside::factors;
        auto done = isTotal ? total() : isKnown ? rows() : whole();
        return done ? Result<Gate>(std::move(m_gate)) : done.error();
    }

private:
    bool isCopy() const { return m_workload.op->name == "contiguous" || m_workload.op->name == "to_padded"; }
    bool isProduct() const
    {
        return m_workload.beside == Beside::vector || m_workload.beside == Beside::columns ||
               m_workload.beside == Beside::weights;
    }
    static Error stopped() { return {ErrorCode::cancelled, say("measuring was stopped")}; }

    // One number: everything added up, in the order in which it is stored.
    Result<void> total()
    {
        const auto& values = valuesMember(m_tensor).array;
        std::complex<long double> sum = 0;
        Expected expected;
        const auto walked = m_tensor.layout->entries(m_tensor, [&](const Extents&, std::int64_t slot) {
            const auto number = complexOf(values.at(slot));
            sum += std::complex<long double>(number);
            expected.scale += std::abs(number);
            expected.terms += 1;
            return !m_watch.isStopped();
        });
        if (!walked)
            return walked;
        if (m_watch.isStopped())
            return stopped();
        expected.value = Complex(sum);
        m_gate.m_expected[{}] = expected;
        m_gate.m_boxes = {{}};
        m_gate.m_how = "all";
        return {};
    }

    // Operations of which a row tells nothing, where all of it is little work.
    Result<void> whole()
    {
        const auto stored = numel(valuesMember(m_tensor).array.geometry).value_or(int64Max);
        const auto width = m_workload.beside == Beside::nothing ? 1 : m_bounds.empty() ? 1 : m_bounds.back();
        if (saturatingMul(stored, width) > mostWork)
            return {};
        const auto made = run(*m_workload.op, m_inputs, m_workload.params, {.only = referenceBackend()});
        if (!made)
            return made.error();
        const auto& values = valuesMember(made->tensor).array;
        const auto walked =
            made->tensor.layout->entries(made->tensor, [&](const Extents& index, std::int64_t slot) {
                auto& expected = m_gate.m_expected[index];
                expected.value += complexOf(values.at(slot));
                expected.scale += std::abs(complexOf(values.at(slot)));
                expected.terms = static_cast<double>(stored);
                return true;
            });
        if (!walked)
            return walked;
        const auto size = made->tensor.layout->read(made->tensor, {})->bounds();
        if (!size)
            return size.error();
        m_gate.m_boxes = {boxOf(*size)};
        m_gate.m_how = "all";
        return {};
    }

    static IndexBox boxOf(const Extents& size)
    {
        IndexBox box{Extents(size.size(), 0), size};
        for (auto& last : box.last)
            --last;
        return box;
    }

    // The first and the last row, and others between them.
    std::set<Extents> chosenRows(std::int64_t count) const
    {
        std::set<Extents> chosen;
        Random random(count);
        for (std::int64_t i = 0; i < std::min(count, mostRows); ++i) {
            auto number = count <= mostRows ? i : i == 0 ? 0 : i == 1 ? count - 1 : random.below(count);
            Extents row(m_bounds.size() - 1);
            for (auto d = row.size(); d-- > 0;) {
                row[d] = number % m_bounds[d];
                number /= m_bounds[d];
            }
            chosen.insert(row);
        }
        return chosen;
    }

    Result<void> rows()
    {
        if (m_bounds.empty())
            return {};
        const auto count = numel(rowOf(m_bounds)).value_or(int64Max);
        std::vector<IndexBox> boxes;
        for (const auto& row : chosenRows(count))
            boxes.push_back({with(row, 0), with(row, m_bounds.back() - 1)});
        RowsAtWork stored(mostWork / std::max<std::int64_t>(m_workload.columns, 1));
        for (const auto& box : boxes)
            stored.expect(rowOf(box.first));
        // What is not stored counts too where a row is looked at as a whole.
        const bool areAllThere = m_workload.op->name == "softmax" && !isOfComponents(*m_tensor.layout);
        for (const auto& box : boxes)
            for (std::int64_t last = 0; areAllThere && last < m_bounds.back(); ++last)
                if (!stored.add(rowOf(box.first), last, 0))
                    break;
        const auto& values = valuesMember(m_tensor).array;
        const auto walked = entriesWithin(m_tensor, boxes, [&](const Extents& index, std::int64_t slot) {
            stored.add(rowOf(index), index.back(), complexOf(values.at(slot)));
            return !m_watch.isStopped() && !stored.rows().empty();
        });
        if (!walked)
            return walked;
        std::int64_t work = 0, taken = 0;
        for (const auto& [row, elements] : stored.rows()) {
            const auto more = saturatingMul(std::ssize(elements), std::max<std::int64_t>(m_workload.columns, 1));
            if (work + more > mostWork)
                continue;
            if (m_watch.isStopped())
                return stopped();
            if (auto done = takeRow(row, elements); !done)
                return done;
            work += more;
            ++taken;
        }
        if (taken > 0 || count == 0) // of no rows there is nothing that is not looked at
            m_gate.m_how =
                taken == count ? "all" : std::to_string(taken) + " of " + std::to_string(count) + " rows";
        return {};
    }

    Result<void> takeRow(const Extents& row, const StoredRow& elements)
    {
        std::vector<std::int64_t> places;
        std::vector<Complex> numbers;
        for (const auto& [place, number] : elements) {
            places.push_back(place);
            numbers.push_back(number);
            m_gate.m_largest = std::max(m_gate.m_largest, std::abs(number));
        }
        if (isProduct())
            return takeProduct(row, places, numbers);
        if (m_workload.beside == Beside::factors)
            return takeSampled(row, places);
        if (m_workload.isByRows && m_workload.params.has("dim") && m_workload.op->name == "sum")
            return takeSum(row, numbers);
        return takeElements(row, places, numbers);
    }

    // The row times what stands beside it, as far as it meets it.
    Result<void> takeProduct(const Extents& row, const std::vector<std::int64_t>& places,
                             const std::vector<Complex>& numbers)
    {
        const auto& beside = valuesMember(m_inputs[1].tensor()).array;
        const bool isVector = m_workload.beside == Beside::vector;
        const bool areWeights = m_workload.beside == Beside::weights;
        const auto columns = isVector ? 1 : m_workload.columns;
        std::vector<Complex> factors;
        for (const auto place : places)
            for (std::int64_t c = 0; c < columns; ++c)
                factors.push_back(complexOf(isVector     ? beside.at(Extents{place})
                                            : areWeights ? beside.at(Extents{c, place})
                                                         : beside.at(Extents{place, c})));
        const auto inner = std::ssize(places);
        return takeMatmul(
            {1, inner}, numbers, {inner, columns}, factors,
            [&](std::int64_t c) { return isVector ? row : with(row, c); },
            isVector ? IndexBox{row, row} : IndexBox{with(row, 0), with(row, columns - 1)});
    }

    // Of the product of two dense matrices what stands at the places of the row.
    Result<void> takeSampled(const Extents& row, const std::vector<std::int64_t>& places)
    {
        const auto& left = valuesMember(m_inputs[1].tensor()).array;
        const auto& right = valuesMember(m_inputs[2].tensor()).array;
        std::vector<Complex> a, b;
        for (std::int64_t k = 0; k < m_workload.columns; ++k) {
            a.push_back(complexOf(left.at(Extents{row.back(), k})));
            for (const auto place : places)
                b.push_back(complexOf(right.at(Extents{k, place})));
        }
        return takeMatmul({1, m_workload.columns}, a, {m_workload.columns, std::ssize(places)}, b,
                          [&](std::int64_t c) { return with(row, places[static_cast<std::size_t>(c)]); },
                          {with(row, 0), with(row, m_bounds.back() - 1)});
    }

    Result<void> takeMatmul(const Extents& sizeA, const std::vector<Complex>& a, const Extents& sizeB,
                            const std::vector<Complex>& b, const std::function<Extents(std::int64_t)>& indexOf,
                            IndexBox box)
    {
        const auto values = referenceOf(matmulOp(), {}, {{sizeA, a}, {sizeB, b}});
        const auto scales = referenceOf(matmulOp(), {}, {{sizeA, magnitudes(a)}, {sizeB, magnitudes(b)}});
        if (!values || !scales)
            return (values ? scales : values).error();
        for (std::size_t c = 0; c < values->size(); ++c)
            m_gate.m_expected[indexOf(static_cast<std::int64_t>(c))] = {(*values)[c], std::abs((*scales)[c]),
                                                                        static_cast<double>(sizeA[1])};
        m_gate.m_boxes.push_back(std::move(box));
        return {};
    }

    Result<void> takeSum(const Extents& row, const std::vector<Complex>& numbers)
    {
        Expected expected;
        for (const auto& number : numbers) {
            expected.value += number;
            expected.scale += std::abs(number);
            expected.terms += 1;
        }
        m_gate.m_expected[row] = expected;
        m_gate.m_boxes.push_back({row, row});
        return {};
    }

    // What becomes of each element of the row by itself, or of all of them together.
    Result<void> takeElements(const Extents& row, const std::vector<std::int64_t>& places,
                              const std::vector<Complex>& numbers)
    {
        auto values = Result<std::vector<Complex>>(numbers);
        const Extents size{std::ssize(numbers)};
        if (!isCopy()) {
            const std::vector<SmallStrided> inputs(m_inputs.size(), {size, numbers});
            values = referenceOf(*m_workload.op, m_workload.params, inputs);
        }
        if (!values)
            return values.error();
        // A softmax divides each element by a sum over the row.
        const auto terms = m_workload.op->name == "softmax" ? static_cast<double>(numbers.size()) : 1.0;
        for (std::size_t i = 0; i < places.size(); ++i)
            m_gate.m_expected[with(row, places[i])] = {(*values)[i], std::abs((*values)[i]), terms};
        m_gate.m_boxes.push_back({with(row, 0), with(row, m_bounds.back() - 1)});
        return {};
    }

    static std::vector<Complex> magnitudes(const std::vector<Complex>& numbers)
    {
        std::vector<Complex> out;
        for (const auto& number : numbers)
            out.emplace_back(std::abs(number));
        return out;
    }

    // All elements of what the reference makes of small strided tensors.
    Result<std::vector<Complex>> referenceOf(const OpSpec& op, const Params& params,
                                             const std::vector<SmallStrided>& given) const
    {
        std::vector<Sound> inputs;
        for (const auto& one : given) {
            auto sound = soundOf(one, m_type);
            if (!sound)
                return sound.error();
            inputs.push_back(std::move(*sound));
        }
        const auto made = run(op, inputs, params, {.only = referenceBackend()});
        if (!made)
            return made.error();
        return numbersOf(valuesMember(made->tensor).array);
    }

    const Workload& m_workload;
    std::span<const Sound> m_inputs;
    const Watch& m_watch;
    Tensor m_tensor;
    DType m_type; // that the reference computes in
    Extents m_bounds;
    Gate m_gate;
};

Result<Gate> Gate::make(const Workload& workload, std::span<const Sound> inputs, const Watch& watch)
{
    return Maker(workload, inputs, watch).make();
}

std::string Gate::whyApart(const Extents& at, const Expected& expected, Number found, const DType& type) const
{
    auto value = expected.value;
    if (const auto rounded = elementOf(value, type))
        value = complexOf(*rounded);
    const bool areFinite = std::isfinite(std::abs(value)) && std::isfinite(std::abs(found));
    const auto apart = std::abs(value - found);
    if (!areFinite && (std::isnan(std::abs(value)) == std::isnan(std::abs(found))) &&
        std::isinf(std::abs(value)) == std::isinf(std::abs(found)))
        return {};
    // Rounding errors of sums grow like the root of the number of terms where they go both ways, and faster where
    // all numbers are alike; exponents of large numbers are as far off as these.
    const auto growth = 4 + 4 * std::sqrt(expected.terms) + expected.terms / 8 + m_largest;
    const auto ofSums = precisionOfSums(type) * growth * std::max(expected.scale, std::abs(value));
    const auto allowed = m_isExact ? 0 : ofSums + 2 * precisionOf(type) * std::abs(value);
    if (areFinite && apart <= allowed)
        return {};
    const auto shown = [](Number number) {
        return elementOf(number, number.imag() == 0 ? ElementType::f64 : ElementType::c128)->text();
    };
    return "the result is wrong: " + shown(value) + " was wanted at " + tscope::text(at) + ", found " +
           shown(found);
}

std::string Gate::whyNotEmpty(const Tensor& result)
{
    std::string why;
    const auto walked = result.layout->entries(result, [&](const Extents& index, std::int64_t) {
        why = "the result is wrong: no element was wanted, one was found at " + tscope::text(index);
        return false;
    });
    return walked ? why : "the result can't be read: " + walked.error().text;
}

std::string Gate::whyWrong(const Tensor& given) const
{
    const auto result = withRowsAtHand(given);
    std::map<Extents, Number> found;
    const auto& values = valuesMember(result).array;
    if (m_boxes.empty())
        return whyNotEmpty(result);
    const auto walked = entriesWithin(result, m_boxes, [&](const Extents& index, std::int64_t slot) {
        if (slot >= 0)
            found[index] += complexOf(values.at(slot));
        return true;
    });
    if (!walked)
        return "the result can't be read: " + walked.error().text;
    for (const auto& [index, expected] : m_expected) {
        const auto there = found.find(index);
        if (auto why = whyApart(index, expected, there == found.end() ? Number() : there->second, values.dtype);
            !why.empty())
            return why;
    }
    for (const auto& [index, number] : found)
        if (number != Number() && !m_mayHaveMore && !m_expected.contains(index))
            return whyApart(index, {}, number, values.dtype);
    return {};
}

} // namespace tscope::timing
