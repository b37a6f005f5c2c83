// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared_view.h"

#include "base/check.h"
#include "facts/whereabouts.h"
#include "literals/json_tensor.h"

#include <algorithm>
#include <cstdint>

namespace {

using namespace tscope;

const Tensor& looked()
{
    static const auto document = readJsonTensors(R"({"layout": "csr", "size": [3, 4], "members":
        {"crow_indices": [0, 2, 3, 5], "col_indices": [0, 3, 1, 2, 3], "values": [1, 2, 3, 4, 5]}})");
    return document->tensors.front().tensor;
}

bool isBounded(const SharedView::Picture& picture)
{
    const auto& [zoom, isFit, origin, roles, leads] = picture.framing;
    constexpr double most = 1e15;
    const auto isIn = [](double number, double least) { return number >= least && number <= most; };
    return isIn(zoom, 0) && zoom <= 4096 && isIn(origin.x(), 0) && isIn(origin.y(), 0) && roles.row >= -1 &&
           roles.row < 64 && roles.column >= -1 && roles.column < 64 && roles.fixed.size() <= 64 &&
           leads.size() <= 64 &&
           std::all_of(leads.begin(), leads.end(), [&](double lead) { return isIn(lead, -most); }) &&
           std::all_of(roles.fixed.begin(), roles.fixed.end(), [](std::int64_t index) { return index >= 0; });
}

} // namespace

// A view that others have shared: whatever its text says, all that a window takes from it lies in bounds, and what
// is taken is said again in the same words.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto view =
        SharedView::fromJson(QByteArray(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size)));
    if (!view)
        return 0;
    TSCOPE_CHECK(view->pictures.size() <= 16 && view->notes.size() <= 20'000, "a text is bounded");
    for (const auto& picture : view->pictures)
        TSCOPE_CHECK(isBounded(picture), "what a picture is given lies in bounds");
    const auto said = view->toJson();
    const auto again = SharedView::fromJson(said);
    TSCOPE_CHECK(again && again->toJson() == said, "what is written is read as it was");
    if (const auto place = placeFrom(looked(), view->selected.toStdString())) {
        const auto same = placeFrom(looked(), placeWords(looked(), *place).toStdString());
        TSCOPE_CHECK(bool(same), "a place is found by its words");
    }
    return 0;
}
