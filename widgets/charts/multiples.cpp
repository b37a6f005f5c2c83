// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/multiples.h"

#include "charts/measures.h"
#include "timing/row_comparison.h"

#include <QCoreApplication>

#include <algorithm>

namespace tscope::charts {

namespace {

struct MultiplesWords {
    Q_DECLARE_TR_FUNCTIONS(tscope::charts::MultiplesWords)
};

bool isPatternOfAnother(const timing::Session& session, const std::string& tensor)
{
    const auto subject = std::ranges::find(session.subjects, tensor, &timing::Subject::name);
    return subject != session.subjects.end() && !subject->patternOf.empty();
}

Multiples::Cell cellOf(const timing::Row& row, std::size_t at, Time time)
{
    Multiples::Cell cell;
    cell.row = at;
    if (const auto& figure = figureOf(row, time); row.status == timing::Status::ok && figure.isThere())
        cell.time = figure.median();
    else
        cell.reason = reasonOf(row, time);
    return cell;
}

void markBest(Multiples& all, const timing::Session& session)
{
    const timing::RowComparison comparison(
        session, [&](const timing::Row& row) -> const timing::Figure& { return figureOf(row, all.time); });
    for (std::size_t panel = 0; panel < all.panels.size(); ++panel) {
        Multiples::Cell* best = nullptr;
        for (auto& cell : all.cells)
            if (cell.panel == panel && cell.time && (best == nullptr || cell.time->value < best->time->value))
                best = &cell;
        if (best == nullptr)
            continue;
        best->isBest = true;
        for (auto& cell : all.cells)
            if (cell.panel == panel && cell.time)
                cell.byBest = comparison.ratio(best->row, cell.row).value;
    }
}

} // namespace

Multiples multiplesOf(const timing::Session& session, const std::string& op, Time time)
{
    Multiples all;
    all.time = time;
    std::vector<const timing::Row*> forms; // the first row of each
    std::vector<std::string> tensors;
    for (std::size_t i = 0; i < session.rows.size(); ++i) {
        const auto& row = session.rows[i];
        if (row.op != op || isPatternOfAnother(session, row.tensor))
            continue;
        auto cell = cellOf(row, i, time);
        const auto form = std::ranges::find_if(forms, [&](const timing::Row* each) {
            return each->variant == row.variant && each->device == row.device;
        });
        cell.form = static_cast<std::size_t>(form - forms.begin());
        if (form == forms.end())
            forms.push_back(&row);
        const auto tensor = std::ranges::find(tensors, row.tensor);
        cell.panel = static_cast<std::size_t>(tensor - tensors.begin());
        if (tensor == tensors.end())
            tensors.push_back(row.tensor);
        all.cells.push_back(std::move(cell));
    }
    all.forms = titlesOf(forms);
    for (const auto* form : forms)
        all.looks.push_back(formLookOf(*form));
    for (const auto& tensor : tensors)
        all.panels.push_back(QString::fromStdString(tensor));
    std::ranges::sort(all.cells, {}, [](const Multiples::Cell& cell) { return std::pair(cell.panel, cell.form); });
    markBest(all, session);
    return all;
}

Table tableOf(const Multiples& multiples)
{
    Table table;
    table.header = {MultiplesWords::tr("tensor"),
                    MultiplesWords::tr("form"),
                    MultiplesWords::tr("%1 (ns)").arg(titleOf(multiples.time)),
                    MultiplesWords::tr("low (ns)"),
                    MultiplesWords::tr("high (ns)"),
                    MultiplesWords::tr("why there is no time")};
    for (const auto& cell : multiples.cells) {
        QStringList row{multiples.panels[cell.panel], multiples.forms[cell.form]};
        if (cell.time)
            row << exactNumber(cell.time->value) << exactNumber(cell.time->low) << exactNumber(cell.time->high);
        else
            row << QString() << QString() << QString();
        table.rows.push_back(row << cell.reason);
    }
    return table;
}

} // namespace tscope::charts
