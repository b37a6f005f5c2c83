// SPDX-License-Identifier: Apache-2.0
// Products with a dense matrix: one thread for each element of the result. Sums are built in an order that the
// pattern gives, so they are the same each time.
#pragma once

#include "kernels/arithmetic.h"
#include "kernels/kernel_entry.h"
#include "kernels/sorting.h"

namespace tscope::kernels {

// Matrices of a batch: the last two dims of a strided array, of any strides.
template <class T>
struct Matrices {
    T* data = nullptr;
    std::int64_t rows = 0, columns = 0, rowStride = 0, columnStride = 0;
    Lattice<1> lines; // where each of them begins

    // Precondition: two dims at least.
    static Matrices of(const tscope_array& array)
    {
        Matrices out;
        const auto last = array.dims - 1;
        out.data = static_cast<T*>(array.data);
        out.rows = array.sizes[last - 1];
        out.columns = array.sizes[last];
        out.rowStride = array.strides[last - 1];
        out.columnStride = array.strides[last];
        out.lines = Lattice<1>::make(last - 1, array.sizes, {array.strides});
        return out;
    }
    TSCOPE_BOTH T& at(std::int64_t line, std::int64_t row, std::int64_t column) const
    {
        std::int64_t begin[1];
        lines.offsets(line, begin);
        return data[begin[0] + row * rowStride + column * columnStride];
    }
};

// A place of the result, of as many lines as the first factor has.
struct Place {
    std::int64_t line, row, column;

    template <class T>
    TSCOPE_BOTH static Place of(const Matrices<T>& y, std::int64_t i)
    {
        const auto rowOfAll = i / y.columns;
        return {rowOfAll / y.rows, rowOfAll % y.rows, i % y.columns};
    }
};

template <class T>
struct DenseProduct {
    Matrices<const T> a, b;
    Matrices<T> y;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto place = Place::of(y, i);
        WideOf<T> sum{};
        for (std::int64_t k = 0; k < a.columns; ++k)
            sum = sum +
                  Wide<T>::from(a.at(place.line, place.row, k)) * Wide<T>::from(b.at(place.line, k, place.column));
        y.at(place.line, place.row, place.column) = Wide<T>::to(sum);
    }
};

// The entries of a row of blocks as they lie: csr and bsr.
struct RowsAsStored {
    Stored a;
    TSCOPE_BOTH std::int64_t begin(std::int64_t line, std::int64_t row) const { return a.pointer(line, row); }
    TSCOPE_BOTH std::int64_t entry(std::int64_t line, std::int64_t k) const { return line * a.entries + k; }
    TSCOPE_BOTH std::int64_t column(std::int64_t entry) const { return a.indices[entry]; }
};

// The same of entries that lie otherwise, by way of their order by rows: csc, bsc and coo.
struct RowsByOrder {
    Stored a;
    const std::int64_t *order, *pointers; // of all lines
    std::int64_t rows;
    TSCOPE_BOTH std::int64_t begin(std::int64_t line, std::int64_t row) const
    {
        return pointers[line * rows + row];
    }
    TSCOPE_BOTH std::int64_t entry(std::int64_t, std::int64_t k) const { return order[k]; }
    TSCOPE_BOTH std::int64_t column(std::int64_t entry) const
    {
        return a.isCoo ? a.indices[a.entries + entry] : a.slice(entry);
    }
};

template <class Rows, class T>
struct SparseProduct {
    Rows rows;
    const T* values;
    std::int64_t block[2];
    Matrices<const T> x;
    Matrices<T> y;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto place = Place::of(y, i);
        const auto row = place.row / block[0], inner = place.row % block[0];
        const auto end = rows.begin(place.line, row + 1);
        WideOf<T> sum{};
        for (auto k = rows.begin(place.line, row); k < end; ++k) {
            const auto entry = rows.entry(place.line, k);
            const auto column = rows.column(entry) * block[1];
            const auto* value = values + (entry * block[0] + inner) * block[1];
            for (std::int64_t c = 0; c < block[1]; ++c)
                sum = sum + Wide<T>::from(value[c]) * Wide<T>::from(x.at(place.line, column + c, place.column));
        }
        y.at(place.line, place.row, place.column) = Wide<T>::to(sum);
    }
};

// Where each row begins in the order of the rows, and where the last one ends.
struct BeginsOfRows {
    Stored a;
    const std::int64_t* order;
    std::int64_t rows;
    std::int64_t* to;

    struct IsBefore {
        const BeginsOfRows& self;
        std::int64_t line, row;
        TSCOPE_BOTH bool operator()(std::int64_t k) const
        {
            const auto entry = self.order[k];
            const auto own = self.a.isCoo ? 0 : entry / self.a.entries;
            return own < line || (own == line && self.a.indices[entry] < row);
        }
    };
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        to[i] = firstNot(0, a.lines * a.entries, IsBefore{*this, i / rows, i % rows});
    }
};

template <class Queue>
RowsByOrder rowsByOrder(Queue& queue, const Stored& given)
{
    const auto a = withSlices(queue, given);
    const int ofCoo[] = {0}, ofSlices[] = {0, 2}; // by row; by line and row
    const auto keys = CoordinateKeys<Stored>::of(a, a.isCoo ? ofCoo : ofSlices, a.isCoo ? 1 : 2);
    const auto* order = sortItems(queue, a.total(), keys).order;
    const auto rows = a.isCoo ? a.sizes[0] : a.width;
    auto* pointers = queue.template room<std::int64_t>(a.lines * rows + 1);
    queue.each(a.lines * rows + 1, BeginsOfRows{a, order, std::max<std::int64_t>(rows, 1), pointers});
    return {a, order, pointers, rows};
}

template <class Queue>
std::int32_t runSparseDense(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto a = Stored::of(call->in[0]);
    const auto& values = Stored::valuesOf(call->in[0]);
    const auto& to = call->out->members[0];
    visitComputing(values.type, [&]<class T>(std::type_identity<T>) {
        const auto x = Matrices<const T>::of(call->in[1].members[0]);
        const auto y = Matrices<T>::of(to);
        const auto results = linesOf(*call->out, call->out->dims);
        const auto* from = static_cast<const T*>(values.data);
        if (!a.isCoo && a.alongRows)
            queue.each(results, SparseProduct<RowsAsStored, T>{{a}, from, {a.block[0], a.block[1]}, x, y});
        else
            queue.each(results,
                       SparseProduct<RowsByOrder, T>{rowsByOrder(queue, a), from, {a.block[0], a.block[1]}, x, y});
    });
    return queue.code();
}

template <class Queue>
std::int32_t runDenseDense(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto& to = call->out->members[0];
    visitComputing(to.type, [&]<class T>(std::type_identity<T>) {
        queue.each(linesOf(*call->out, call->out->dims),
                   DenseProduct<T>{Matrices<const T>::of(call->in[0].members[0]),
                                   Matrices<const T>::of(call->in[1].members[0]), Matrices<T>::of(to)});
    });
    return queue.code();
}

// --- sampled: the product only where the pattern stores an element, the second factor transposed ----------------

template <class T>
struct SampledProduct {
    Stored pattern;
    T* values;
    Matrices<const T> b, c;
    TSCOPE_BOTH void operator()(std::int64_t element) const
    {
        std::int64_t index[mostDims];
        pattern.indexOf(element, index);
        const auto line = pattern.isCoo ? 0 : element / pattern.perEntry() / pattern.entries;
        const auto row = index[pattern.batchDims], column = index[pattern.batchDims + 1];
        WideOf<T> sum{};
        for (std::int64_t k = 0; k < b.columns; ++k)
            sum = sum + Wide<T>::from(b.at(line, row, k)) * Wide<T>::from(c.at(line, column, k));
        values[element] = Wide<T>::to(sum);
    }
};

template <class Queue>
std::int32_t runSampled(const tscope_call* call, tscope_error* error)
{
    Queue queue(*call, error);
    const auto pattern = Stored::of(call->in[0]);
    const auto& values = Stored::valuesOf(*call->out);
    visitComputing(values.type, [&]<class T>(std::type_identity<T>) {
        queue.each(pattern.elements(), SampledProduct<T>{pattern, static_cast<T*>(values.data),
                                                         Matrices<const T>::of(call->in[1].members[0]),
                                                         Matrices<const T>::of(call->in[2].members[0])});
    });
    return queue.code();
}

template <class Queue>
void addProducts(std::vector<KernelEntry>& list)
{
    list.push_back({.op = "matmul",
                    .name = "matmul.dense",
                    .layouts = {"strided", "strided"},
                    .result = "strided",
                    .indexTypes = 0,
                    .run = runDenseDense<Queue>,
                    .takes = takesFewDims});
    for (const auto* layout : {"csr", "bsr", "csc", "bsc", "coo"}) {
        const bool isInRows = std::string_view(layout).ends_with("sr");
        list.push_back({.op = "matmul",
                        .name = isInRows ? "matmul.rows" : "matmul.sorted_rows",
                        .layouts = {layout, "strided"},
                        .result = "strided",
                        .run = runSparseDense<Queue>,
                        .takes = takesFewDims});
        list.push_back({.op = "sddmm",
                        .name = "sddmm.elements",
                        .layouts = {layout, "strided", "strided"},
                        .result = layout,
                        .run = runSampled<Queue>,
                        .shared = {0, 1, -1},
                        .takes = takesFewDims});
        list.back().needs = {eachPlaceOnce(layout)}; // one stored twice would hold the product twice
        if (std::string_view(layout) == "coo")
            list.back().shared = {0, -1};
    }
}

} // namespace tscope::kernels
