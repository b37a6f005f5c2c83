// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "timing/session.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tscope::charts {

// Which of the times that were taken of a cell.
enum class Time : std::uint8_t { warm, cold, call, endToEnd, conversion };
inline constexpr Time allTimes[] = {Time::warm, Time::cold, Time::call, Time::endToEnd, Time::conversion};

QString titleOf(Time time); // "kernel, warm"
timing::Figure timing::Row::*memberOf(Time time);
const timing::Figure& figureOf(const timing::Row& row, Time time);

// Which cells a chart is of.
struct Cells {
    std::string tensor;
    std::string op;
    std::vector<std::string> devices; // none: all
};
bool isMeant(const Cells& cells, const timing::Row& row);

// The row that these cells are held against: of this form (nothing: as its tensor was given), on the first device
// that has such a time of it. Nothing: none has.
std::optional<std::size_t> baselineOf(const timing::Session& session, const Cells& cells, Time time,
                                      const std::optional<timing::Variant>& form);

// The form in words, with the types where others of these rows differ in nothing else, and with the device where
// there are several. One for each row, all different where the rows are.
std::vector<QString> titlesOf(const std::vector<const timing::Row*>& rows);
// A device that the host plays is called so wherever its times are drawn.
QString withSimulated(const QString& title, bool isSimulated);
// Of each row of a session its form alone, told from the other forms of the same work.
std::vector<QString> formTitlesOf(const timing::Session& session);

// Why there is no such time of this row, in words: its reason, or that nothing was there to be measured.
QString reasonOf(const timing::Row& row, Time time);

} // namespace tscope::charts
