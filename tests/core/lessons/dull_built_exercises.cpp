// SPDX-License-Identifier: Apache-2.0
// Exercises that want a tensor: what is built is read as plain numbers, rule by rule, element by element.
#include "core/lessons/dull_marker.h"

#include <algorithm>
#include <numeric>

namespace tscope {

namespace {

using Cells = std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;

Numbers ascending(std::int64_t count, std::int64_t first)
{
    Numbers out(static_cast<std::size_t>(count));
    std::iota(out.begin(), out.end(), first);
    return out;
}

std::size_t at(std::int64_t index)
{
    return static_cast<std::size_t>(index);
}

BuiltTensor csrOf(Numbers size, Numbers crow, Numbers col, Numbers values)
{
    return {"csr",
            std::move(size),
            {{"crow_indices", std::move(crow)}, {"col_indices", std::move(col)}, {"values", std::move(values)}}};
}

const Numbers& member(const BuiltTensor& built, const char* name)
{
    static const Numbers none;
    const auto found = built.members.find(name);
    return found == built.members.end() ? none : found->second;
}

// How strict a reader is with the columns of a row.
enum class Columns { sorted, anyOrder };

// Pointers that begin with 0, never fall and stay within the entries; columns in the matrix.
bool isReadable(const BuiltTensor& built, const Numbers& size)
{
    if (built.layout != "csr" || built.size != size)
        return false;
    const auto& crow = member(built, "crow_indices");
    const auto& col = member(built, "col_indices");
    if (std::ssize(crow) != size[0] + 1 || col.size() != member(built, "values").size() || crow.front() != 0)
        return false;
    for (std::size_t i = 1; i < crow.size(); ++i)
        if (crow[i] < crow[i - 1])
            return false;
    // SciPy drops what lies behind the last pointer before it looks at the columns.
    return crow.back() <= std::ssize(col) && std::all_of(col.begin(), col.begin() + crow.back(), [&](auto column) {
               return column >= 0 && column < size[1];
           });
}

bool isValidCsr(const BuiltTensor& built, const Numbers& size, Columns columns)
{
    if (!isReadable(built, size))
        return false;
    if (columns == Columns::anyOrder)
        return true;
    const auto& crow = member(built, "crow_indices");
    const auto& col = member(built, "col_indices");
    if (crow.back() != std::ssize(col))
        return false;
    for (std::size_t i = 0; i + 1 < crow.size(); ++i)
        for (auto k = crow[i] + 1; k < crow[i + 1]; ++k)
            if (col[at(k - 1)] >= col[at(k)])
                return false;
    return true;
}

Cells cellsOfCsr(const BuiltTensor& valid)
{
    Cells cells;
    const auto& crow = member(valid, "crow_indices");
    for (std::size_t i = 0; i + 1 < crow.size(); ++i)
        for (auto k = crow[i]; k < crow[i + 1]; ++k)
            cells[{static_cast<std::int64_t>(i), member(valid, "col_indices")[at(k)]}] =
                member(valid, "values")[at(k)];
    return cells;
}

Numbers sums(const Numbers& counts)
{
    Numbers out{0};
    for (const auto count : counts)
        out.push_back(out.back() + count);
    return out;
}

// ---- 08: entries put in order ----

Cells cellsOfCoo(const Numbers& rows, const Numbers& columns, const Numbers& values)
{
    Cells cells;
    for (std::size_t k = 0; k < values.size(); ++k)
        cells[{rows[k], columns[k]}] = values[k];
    return cells;
}

Numbers firstHalf(const Numbers& both)
{
    return {both.begin(), both.begin() + std::ssize(both) / 2};
}

Numbers secondHalf(const Numbers& both)
{
    return {both.begin() + std::ssize(both) / 2, both.end()};
}

bool isSortedCoo(const Exercise& exercise, const GivenAnswer& answer)
{
    const auto& built = *answer.built;
    const Numbers size{drawn(exercise, "rows"), drawn(exercise, "columns")};
    const auto& values = member(built, "values");
    const auto rows = firstHalf(member(built, "indices")), columns = secondHalf(member(built, "indices"));
    if (built.layout != "coo" || built.size != size || values.size() != 4 || rows.size() != 4 ||
        columns.size() != 4)
        return false;
    for (std::size_t k = 0; k < 4; ++k) {
        if (rows[k] < 0 || rows[k] >= size[0] || columns[k] < 0 || columns[k] >= size[1])
            return false;
        if (k > 0 && std::pair(rows[k - 1], columns[k - 1]) >= std::pair(rows[k], columns[k]))
            return false;
    }
    return cellsOfCoo(rows, columns, values) ==
           cellsOfCoo(drawnList(exercise, "r"), drawnList(exercise, "c"), drawnList(exercise, "v"));
}

GivenAnswer sortedCoo(const Exercise& exercise, std::mt19937_64&)
{
    Numbers rows, columns, values;
    for (const auto& [cell, value] :
         cellsOfCoo(drawnList(exercise, "r"), drawnList(exercise, "c"), drawnList(exercise, "v"))) {
        rows.push_back(cell.first);
        columns.push_back(cell.second);
        values.push_back(value);
    }
    rows.insert(rows.end(), columns.begin(), columns.end());
    BuiltTensor built{
        "coo", {drawn(exercise, "rows"), drawn(exercise, "columns")}, {{"indices", rows}, {"values", values}}};
    built.isCoalesced = true;
    return {{}, built};
}

// ---- 09: one with so many empty rows ----

bool hasSoManyEmptyRows(const Exercise& exercise, const GivenAnswer& answer)
{
    if (!isValidCsr(*answer.built, {drawn(exercise, "rows"), 4}, Columns::sorted) ||
        std::ssize(member(*answer.built, "values")) != drawn(exercise, "entries"))
        return false;
    const auto& crow = member(*answer.built, "crow_indices");
    std::int64_t empty = 0;
    for (std::size_t i = 1; i < crow.size(); ++i)
        empty += crow[i] == crow[i - 1] ? 1 : 0;
    return empty == drawn(exercise, "empty");
}

GivenAnswer withSoManyEmptyRows(const Exercise& exercise, std::mt19937_64& random)
{
    const auto rows = drawn(exercise, "rows"), entries = drawn(exercise, "entries");
    Numbers counts(at(rows), 1);
    std::fill_n(counts.begin(), drawn(exercise, "empty"), 0);
    std::ranges::shuffle(counts, random);
    for (auto left = entries - (rows - drawn(exercise, "empty")); left > 0;)
        if (auto& count = counts[at(between(random, 0, rows - 1))]; count > 0 && count < 4) {
            ++count;
            --left;
        }
    Numbers col;
    for (const auto count : counts) {
        Numbers all{0, 1, 2, 3};
        std::ranges::shuffle(all, random);
        std::sort(all.begin(), all.begin() + count);
        col.insert(col.end(), all.begin(), all.begin() + count);
    }
    Numbers values(at(entries));
    std::ranges::generate(values, [&] { return between(random, -9, 9); });
    return {{}, csrOf({rows, 4}, sums(counts), col, values)};
}

// ---- 13: the repair shop ----

bool isMendedByPointers(const Exercise& exercise, const GivenAnswer& answer)
{
    const auto col = drawnList(exercise, "col");
    return isValidCsr(*answer.built, {drawn(exercise, "rows"), drawn(exercise, "columns")}, Columns::sorted) &&
           member(*answer.built, "col_indices") == col &&
           member(*answer.built, "values") == ascending(std::ssize(col), 1);
}

GivenAnswer mendedByPointers(const Exercise& exercise, std::mt19937_64& random)
{
    const auto col = drawnList(exercise, "col");
    const auto rows = drawn(exercise, "rows");
    for (int attempt = 0;; ++attempt) {
        auto crow = sums(drawnList(exercise, "counts"));
        if (attempt < 3) // other pointers may do as well
            for (std::int64_t i = 1; i < rows; ++i)
                crow[at(i)] = between(random, 0, std::ssize(col));
        GivenAnswer answer{{},
                           csrOf({rows, drawn(exercise, "columns")}, crow, col, ascending(std::ssize(col), 1))};
        if (isMendedByPointers(exercise, answer))
            return answer;
    }
}

bool isCountedFromZero(const Exercise& exercise, const GivenAnswer& answer)
{
    const auto right = drawnList(exercise, "right");
    return isValidCsr(*answer.built, {drawn(exercise, "rows"), drawn(exercise, "columns")}, Columns::sorted) &&
           member(*answer.built, "crow_indices") == drawnList(exercise, "crow") &&
           member(*answer.built, "col_indices") == right &&
           member(*answer.built, "values") == ascending(std::ssize(right), 1);
}

GivenAnswer countedFromZero(const Exercise& exercise, std::mt19937_64&)
{
    const auto right = drawnList(exercise, "right");
    return {{},
            csrOf({drawn(exercise, "rows"), drawn(exercise, "columns")}, drawnList(exercise, "crow"), right,
                  ascending(std::ssize(right), 1))};
}

Cells cellsBeforeSorting(const Exercise& exercise)
{
    Cells cells;
    const auto rowOf = drawnList(exercise, "rowOf"), mixed = drawnList(exercise, "mixed"),
               v = drawnList(exercise, "v");
    for (std::size_t k = 0; k < v.size(); ++k)
        cells[{rowOf[k], mixed[k]}] = v[k];
    return cells;
}

bool isSortedRow(const Exercise& exercise, const GivenAnswer& answer)
{
    return isValidCsr(*answer.built, {drawn(exercise, "rows"), drawn(exercise, "columns")}, Columns::sorted) &&
           cellsOfCsr(*answer.built) == cellsBeforeSorting(exercise);
}

GivenAnswer sortedRow(const Exercise& exercise, std::mt19937_64&)
{
    Numbers col, values;
    for (const auto& [cell, value] : cellsBeforeSorting(exercise)) {
        col.push_back(cell.second);
        values.push_back(value);
    }
    return {
        {},
        csrOf({drawn(exercise, "rows"), drawn(exercise, "columns")}, drawnList(exercise, "crow"), col, values)};
}

bool isForScipyAlone(const Exercise& exercise, const GivenAnswer& answer)
{
    return std::ssize(member(*answer.built, "values")) == std::ssize(drawnList(exercise, "right")) &&
           isValidCsr(*answer.built, {3, 5}, Columns::anyOrder) &&
           !isValidCsr(*answer.built, {3, 5}, Columns::sorted);
}

GivenAnswer forScipyAlone(const Exercise& exercise, std::mt19937_64& random)
{
    const auto crow = drawnList(exercise, "crow");
    for (;;) {
        auto col = drawnList(exercise, "right");
        if (random() % 2 == 0) // sorted no more
            std::shuffle(col.begin(), col.begin() + crow[1], random);
        else // twice in one row
            col[at(crow[1] + 1)] = col[at(crow[1])];
        GivenAnswer answer{{}, csrOf({3, 5}, crow, col, ascending(std::ssize(col), 1))};
        answer.built->valueType = "float32";
        if (isForScipyAlone(exercise, answer))
            return answer;
    }
}

// ---- 14 and 20: jagged tensors ----

bool isValidJagged(const BuiltTensor& built)
{
    const auto& offsets = member(built, "offsets");
    const auto length = std::ssize(member(built, "values"));
    if (built.layout != "jagged" || offsets.empty())
        return false;
    for (std::size_t i = 1; i < offsets.size(); ++i)
        if (offsets[i] < offsets[i - 1])
            return false;
    if (!built.members.contains("lengths"))
        return offsets.front() == 0 && offsets.back() == length;
    const auto& lengths = member(built, "lengths");
    if (offsets.front() < 0 || offsets.back() > length || lengths.size() + 1 != offsets.size())
        return false;
    for (std::size_t i = 0; i < lengths.size(); ++i)
        if (lengths[i] < 0 || offsets[i] + lengths[i] > length)
            return false;
    return true;
}

std::vector<Numbers> rowsOf(const BuiltTensor& valid)
{
    std::vector<Numbers> rows;
    const auto& offsets = member(valid, "offsets");
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
        const auto length =
            valid.members.contains("lengths") ? member(valid, "lengths")[i] : offsets[i + 1] - offsets[i];
        const auto first = member(valid, "values").begin() + offsets[i];
        rows.emplace_back(first, first + length);
    }
    return rows;
}

std::vector<Numbers> rowsWithHoles(const Exercise& exercise)
{
    std::vector<Numbers> rows;
    const auto used = drawnList(exercise, "used"), offsets = drawnList(exercise, "o"),
               v = drawnList(exercise, "v");
    for (std::size_t i = 0; i < used.size(); ++i)
        rows.emplace_back(v.begin() + offsets[i], v.begin() + offsets[i] + used[i]);
    return rows;
}

bool isWithoutHoles(const Exercise& exercise, const GivenAnswer& answer)
{
    if (!isValidJagged(*answer.built) || rowsOf(*answer.built) != rowsWithHoles(exercise))
        return false;
    const auto used = drawnList(exercise, "used");
    return std::ssize(member(*answer.built, "values")) == std::accumulate(used.begin(), used.end(), 0) &&
           member(*answer.built, "offsets") == sums(used);
}

GivenAnswer withoutHoles(const Exercise& exercise, std::mt19937_64& random)
{
    Numbers values, lengths;
    for (const auto& row : rowsWithHoles(exercise)) {
        values.insert(values.end(), row.begin(), row.end());
        lengths.push_back(std::ssize(row));
    }
    BuiltTensor built{"jagged", {}, {{"values", values}, {"offsets", sums(lengths)}}};
    if (random() % 2 == 0)
        built.members["lengths"] = lengths;
    return {{}, built};
}

bool hasMendedOffsets(const Exercise& exercise, const GivenAnswer& answer)
{
    const auto lengths = drawnList(exercise, "lengths");
    return isValidJagged(*answer.built) && member(*answer.built, "offsets") == sums(lengths) &&
           member(*answer.built, "values") == ascending(drawn(exercise, "total"), 10);
}

GivenAnswer withMendedOffsets(const Exercise& exercise, std::mt19937_64&)
{
    return {{},
            BuiltTensor{"jagged",
                        {},
                        {{"values", ascending(drawn(exercise, "total"), 10)},
                         {"offsets", sums(drawnList(exercise, "lengths"))}}}};
}

// ---- 17: without the padding ----

Cells cellsOfEll(const Exercise& exercise)
{
    Cells cells;
    const auto used = drawnList(exercise, "used");
    const auto& cols = *exercise.names.find("cols")->second.as<Value::List>();
    const auto& v = *exercise.names.find("v")->second.as<Value::List>();
    for (std::int64_t row = 0; row < std::ssize(used); ++row)
        for (std::int64_t m = 0; m < used[at(row)]; ++m)
            cells[{row, *(*cols[at(row)].as<Value::List>())[at(m)].as<std::int64_t>()}] =
                *(*v[at(row)].as<Value::List>())[at(m)].as<std::int64_t>();
    return cells;
}

bool isWithoutPadding(const Exercise& exercise, const GivenAnswer& answer)
{
    return isValidCsr(*answer.built, {3, 4}, Columns::sorted) && cellsOfCsr(*answer.built) == cellsOfEll(exercise);
}

GivenAnswer withoutPadding(const Exercise& exercise, std::mt19937_64&)
{
    Numbers col, values;
    for (const auto& [cell, value] : cellsOfEll(exercise)) {
        col.push_back(cell.second);
        values.push_back(value);
    }
    return {{}, csrOf({3, 4}, sums(drawnList(exercise, "used")), col, values)};
}

} // namespace

std::vector<DullExercise> dullBuiltExercises()
{
    return {
        {"08-coo", "Put the entries in order", isSortedCoo, sortedCoo},
        {"09-coo-to-csr", "Build one", hasSoManyEmptyRows, withSoManyEmptyRows},
        {"13-the-repair-shop", "Pointers only", isMendedByPointers, mendedByPointers},
        {"13-the-repair-shop", "Counted from one", isCountedFromZero, countedFromZero},
        {"13-the-repair-shop", "Sort a row", isSortedRow, sortedRow},
        {"13-the-repair-shop", "Valid for one, not for the other", isForScipyAlone, forScipyAlone},
        {"14-jagged-and-nested", "Fill the holes", isWithoutHoles, withoutHoles},
        {"17-ell-and-its-padding", "Back to CSR", isWithoutPadding, withoutPadding},
        {"20-cu-seqlens-is-a-jagged-tensor", "Repair the offsets", hasMendedOffsets, withMendedOffsets},
    };
}

} // namespace tscope
