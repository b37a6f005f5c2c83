// SPDX-License-Identifier: Apache-2.0
#include "rules/contract_calls.h"

#include "layouts/registry.h"

#include <gtest/gtest.h>

#include <set>

namespace tscope::test {

// A library's contract says by which call that library judges each layout that it knows; a text has no call.
TEST(ContractCalls, LibrariesHaveOneForEachLayoutThatTheyKnow)
{
    for (const auto& contract : contracts())
        for (const auto* layout : layouts()) {
            const bool isLibrary =
                contract.name() == "pytorch" || contract.name() == "scipy" || contract.name() == "cusparse";
            EXPECT_EQ(judgingCall(contract, *layout).code.empty(), !isLibrary || contract.refusal(*layout))
                << contract.name() << ' ' << layout->name;
        }
}

TEST(ContractCalls, AreSentences)
{
    const auto* csr = layoutNamed("csr");
    ASSERT_NE(csr, nullptr);
    const auto text = judgingText(**contractNamed("scipy"), *csr);
    EXPECT_EQ(text, "csr_matrix(...).check_format(full_check=True) raises; the constructor alone accepts falling "
                    "pointers and indices out of range");
    EXPECT_EQ(judgingText(**contractNamed("csr-2021"), *csr), "");
}

TEST(ContractCalls, EachContractHasAPurposeOfItsOwn)
{
    std::set<std::string> purposes;
    for (const auto& contract : contracts())
        purposes.insert(purposeOf(contract));
    EXPECT_EQ(purposes.size(), contracts().size());
}

} // namespace tscope::test
