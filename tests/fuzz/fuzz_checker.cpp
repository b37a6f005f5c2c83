// SPDX-License-Identifier: Apache-2.0
// Random members with random geometry through everything that may be asked of an unproven tensor.
#include "base/check.h"
#include "base/thread_pool.h"
#include "facts/info.h"
#include "fuzz/support/random_tensor.h"
#include "proof/prove.h"
#include "rules/advise.h"
#include "rules/check.h"

using namespace tscope;

namespace {

void locateSome(const Tensor& tensor, ByteSource& source)
{
    const auto index = source.numbers(source.below(6));
    (void)tensor.layout->locate(tensor, index);
    for (const auto& member : tensor.members) {
        const auto slot = source.number();
        if (const auto readers = tensor.layout->readersOf(tensor, member.role->name, slot, 50))
            for (const auto& element : readers->elements)
                (void)tensor.layout->locate(tensor, element);
    }
    int left = 200;
    (void)tensor.layout->entries(tensor, [&](const Extents&, std::int64_t) { return --left > 0; });
}

void checkUnder(const Tensor& tensor, const Contract& contract)
{
    const auto report = check(tensor, {.contract = &contract, .maxWitnesses = 5});
    for (const auto& finding : report.findings) {
        TSCOPE_CHECK(finding.count > 0, "a finding has places");
        TSCOPE_CHECK(static_cast<std::int64_t>(finding.witnesses.size()) <= finding.count, "witnesses are places");
    }
    for (const auto& repair : report.repairs)
        if (const auto plan = planRepair(tensor, report, repair.id))
            (void)applied(tensor, plan->edits);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    setThreadCount(1);
    ByteSource source(data, size);
    const auto tensor = randomTensor(source);
    (void)info(tensor, "", {.statistics = true});
    checkUnder(tensor, contracts()[source.below(contracts().size())]);
    checkUnder(tensor, defaultContract());
    locateSome(tensor, source);
    if (std::holds_alternative<Sound>(prove(tensor)))
        TSCOPE_CHECK(tensor.layout->entries(tensor, [](const Extents&, std::int64_t) { return false; }),
                     "a sound tensor can be walked");
    return 0;
}
