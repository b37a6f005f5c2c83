// SPDX-License-Identifier: Apache-2.0
#include "ops/operations.h"

#include "base/say.h"
#include "ops/contiguous.h"
#include "ops/differ.h"
#include "ops/elementwise.h"
#include "ops/linear.h"
#include "ops/matmul.h"
#include "ops/padded.h"
#include "ops/reduce.h"
#include "ops/sddmm.h"
#include "ops/softmax.h"

#include <algorithm>
#include <mutex>

namespace tscope {

namespace {

// A new operation is one line here.
std::vector<const OpSpec*> builtIn()
{
    return {&matmulOp(), &linearOp(), &sddmmOp(),   &addOp(),    &mulOp(),        &sumOp(),      &meanOp(),
            &aminOp(),   &amaxOp(),   &softmaxOp(), &differOp(), &contiguousOp(), &toPaddedOp(), &fromPaddedOp()};
}

class Registry
{
public:
    static Registry& get()
    {
        static Registry registry;
        return registry;
    }
    std::vector<const OpSpec*> all() const
    {
        const std::lock_guard lock(m_mutex);
        return m_specs;
    }
    void add(const OpSpec& spec)
    {
        const std::lock_guard lock(m_mutex);
        m_specs.push_back(&spec);
    }

private:
    mutable std::mutex m_mutex;
    std::vector<const OpSpec*> m_specs = builtIn();
};

} // namespace

std::vector<const OpSpec*> operations()
{
    return Registry::get().all();
}

const OpSpec* operationNamed(std::string_view name)
{
    const auto all = operations();
    const auto at = std::ranges::find(all, name, [](const OpSpec* spec) { return spec->name; });
    return at == all.end() ? nullptr : *at;
}

Result<const OpSpec*> wantedOperation(std::string_view name)
{
    if (const auto* op = operationNamed(name))
        return op;
    return invalidArgument(say("an operation was wanted ({0}), found \"{1}\"", operationNames(), name));
}

std::string operationNames()
{
    std::string names;
    for (const auto* spec : operations())
        names.append(names.empty() ? "" : " ").append(spec->name);
    return names;
}

void registerOperation(const OpSpec& spec)
{
    Registry::get().add(spec);
}

} // namespace tscope
