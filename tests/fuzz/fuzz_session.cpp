// SPDX-License-Identifier: Apache-2.0
#include "timing/session_csv.h"
#include "timing/session_diff.h"
#include "timing/session_html.h"
#include "timing/session_json.h"
#include "timing/verdicts.h"

#include "base/check.h"

#include <cstdint>

// What can be read is written as it was, and can be told in each way that there is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace tscope;
    using namespace tscope::timing;
    auto session = readSession({reinterpret_cast<const char*>(data), size});
    if (!session) {
        TSCOPE_CHECK(!session.error().text.empty(), "a refusal has words");
        return 0;
    }
    const auto saved = sessionText(*session);
    const auto again = readSession(saved);
    TSCOPE_CHECK(again && sessionText(*again) == saved, "what is written is read as it was");
    TSCOPE_CHECK(diffOf(*session, *again).changes.size() <= session->rows.size(), "a row has one partner");
    session->verdicts = verdictsOf(*session);
    TSCOPE_CHECK(!sessionHtml(*session).empty() && !rowsCsv(*session).empty() && !samplesCsv(*session).empty() &&
                     !footprintsCsv(*session).empty() && !verdictsCsv(*session).empty(),
                 "each way has something to tell");
    return 0;
}
