// SPDX-License-Identifier: Apache-2.0
#include "core/layouts/ell/ell.h"

#include "array/index_reader.h"
#include "layouts/shared/member_rules.h"
#include "tensor/tensor.h"

#include <array>

namespace {

using namespace tscope;
using namespace std::string_view_literals;

constexpr std::array roles{RoleSpec{"columns", {}, RoleKind::index}, RoleSpec{"values", {}, RoleKind::values}};

class EllReading final : public Reading
{
public:
    explicit EllReading(const Tensor& tensor) : Reading(tensor)
    {
        const auto& sizes = columns().array.geometry.sizes;
        m_rows = sizes.empty() ? 0 : sizes[0];
        m_width = sizes.size() < 2 ? 0 : sizes[1];
        if (tensor.size && tensor.size->size() == 2)
            m_columnCount = (*tensor.size)[1];
    }

    Outline outline() const override
    {
        Outline out;
        if (tensor().size) {
            out.size.emplace();
            for (const auto extent : *tensor().size)
                out.size->push_back({OuterExtent::Kind::number, extent});
            out.numel = numel(*tensor().size);
        }
        out.indexDType = tensor().declaredIndexDType();
        return out;
    }

    const Member& columns() const { return tensor().member("columns"); }
    const Member& values() const { return tensor().member("values"); }
    std::int64_t rows() const { return m_rows; }
    std::int64_t width() const { return m_width; }
    std::optional<std::int64_t> columnCount() const { return m_columnCount; }
    bool isReadable() const
    {
        return !whyIndexUnreadable(columns()) && columns().array.geometry.sizes.size() == 2;
    }

private:
    std::int64_t m_rows = 0, m_width = 0;
    std::optional<std::int64_t> m_columnCount;
};

const EllReading& ell(const Reading& reading)
{
    return static_cast<const EllReading&>(reading);
}

void sameShape(const Reading& reading, RuleRun& run)
{
    const auto& columns = ell(reading).columns().array.geometry.sizes;
    const auto& values = ell(reading).values().array.geometry.sizes;
    if (columns != values)
        run.found({{{"expected", columns}, {"actual", values}}});
}

void columnInside(const Reading& reading, RuleRun& run)
{
    const auto& it = ell(reading);
    if (!it.isReadable() || !it.columnCount())
        return run.skip("columns can't be read or the size is not known");
    const IndexReader columns(it.columns().array);
    for (std::int64_t slot = 0; slot < it.rows() * it.width(); ++slot)
        if (const auto column = columns.at(slot); column < -1 || column >= *it.columnCount())
            run.found({{{"row", slot / it.width()}, {"k", slot % it.width()}, {"actual", column}},
                       Slots{"columns", slot, slot + 1}});
}

void paddingLast(const Reading& reading, RuleRun& run)
{
    const auto& it = ell(reading);
    if (!it.isReadable())
        return run.skip("columns can't be read");
    const IndexReader columns(it.columns().array);
    for (std::int64_t slot = 0; slot < it.rows() * it.width(); ++slot)
        if (slot % it.width() != 0 && columns.at(slot) != -1 && columns.at(slot - 1) == -1)
            run.found({{{"row", slot / it.width()}, {"k", slot % it.width()}}, Slots{"columns", slot, slot + 1}});
}

constexpr std::array rules{
    Rule{.id = "ELL-1",
         .statement = "columns and values have one shape",
         .guardsMemory = true,
         .evaluate = sameShape},
    Rule{.id = "ELL-2",
         .statement = "a column is -1 or inside the matrix",
         .cost = Cost::entries,
         .guardsMemory = true,
         .evaluate = columnInside},
    Rule{.id = "ELL-3",
         .statement = "padding stands at the end of a row",
         .cost = Cost::entries,
         .level = Level::advisory,
         .evaluate = paddingLast},
};

std::unique_ptr<Reading> read(const Tensor& tensor, const ReadOptions&)
{
    return std::make_unique<EllReading>(tensor);
}

Result<Path> locate(const Tensor& tensor, const Extents& index)
{
    const EllReading it(tensor);
    if (index.size() != 2 || !it.isReadable() || index[0] < 0 || index[0] >= it.rows())
        return invalidArgument("a row and a column inside the matrix are wanted");
    Path path;
    path.value = Element::zero(tensor.declaredDType());
    const IndexReader columns(it.columns().array);
    for (auto slot = index[0] * it.width(); slot < (index[0] + 1) * it.width(); ++slot) {
        if (columns.at(slot) != index[1])
            continue;
        path.found = true;
        path.value = it.values().array.at(slot);
        path.steps.push_back({"row " + std::to_string(index[0]) + " holds column " + std::to_string(index[1]) +
                                  " in slot " + std::to_string(slot),
                              Slots{"columns", slot, slot + 1}});
        path.places = {Slots{"columns", slot, slot + 1}, Slots{"values", slot, slot + 1}};
        break;
    }
    return path;
}

Result<Readers> readersOf(const Tensor& tensor, std::string_view, std::int64_t slot, std::int64_t)
{
    const EllReading it(tensor);
    const auto column = IndexReader(it.columns().array).at(slot);
    if (column < 0)
        return Readers{};
    return Readers{{{slot / it.width(), column}}, 1, false};
}

Result<void> entries(const Tensor& tensor, const EntryVisitor& visit)
{
    const EllReading it(tensor);
    const IndexReader columns(it.columns().array);
    for (std::int64_t slot = 0; slot < it.rows() * it.width(); ++slot)
        if (const auto column = columns.at(slot); column >= 0 && !visit({slot / it.width(), column}, slot))
            break;
    return {};
}

constexpr Layout layout{
    .name = "ell",
    .family = "ell",
    .otherNames = {},
    .roles = roles,
    .rules = rules,
    .read = read,
    .locate = locate,
    .readersOf = readersOf,
    .entries = entries,
};

} // namespace

const Layout& ellLayout()
{
    return layout;
}
