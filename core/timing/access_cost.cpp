// SPDX-License-Identifier: Apache-2.0
#include "timing/access_cost.h"

#include "array/array.h"
#include "base/check.h"

#include <chrono>
#include <memory>
#include <vector>

namespace tscope::timing {

namespace {

constexpr int accessedArrays = 64; // few enough for the first-level cache
constexpr int accessPasses = 200;

class ArrayBehindCall
{
public:
    virtual ~ArrayBehindCall() = default;
    virtual std::int64_t offset() const = 0;
};

class HeldArray : public ArrayBehindCall
{
public:
    explicit HeldArray(const Array& array) : m_array(array) {}
    std::int64_t offset() const override { return m_array.geometry.offset; }

private:
    Array m_array;
};

// The second class keeps the compiler from calling the first one directly.
class AbsentArray : public ArrayBehindCall
{
public:
    std::int64_t offset() const override { return -1; }
};

// A barrier in each step: both loops do one access after the other, and none is folded.
inline void keep(std::int64_t& sum)
{
    asm volatile("" : "+r"(sum) : : "memory");
}

template <class Read>
double nanosecondsOf(const Read& read)
{
    std::int64_t sum = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int pass = 0; pass < accessPasses; ++pass)
        for (int i = 0; i < accessedArrays; ++i) {
            sum += read(static_cast<std::size_t>(i));
            keep(sum);
        }
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    return took.count() / (static_cast<double>(accessPasses) * accessedArrays);
}

} // namespace

AccessCost measureAccess(int rounds)
{
    TSCOPE_CHECK(rounds > 0, "a measurement has a round");
    std::vector<std::unique_ptr<Array>> arrays;
    std::vector<std::unique_ptr<ArrayBehindCall>> behindCalls;
    volatile bool isThere = true; // read at run time
    for (int i = 0; i < accessedArrays; ++i) {
        arrays.push_back(std::make_unique<Array>(Array::declared(ElementType::f32, {2})));
        arrays.back()->geometry.offset = i;
        if (isThere)
            behindCalls.push_back(std::make_unique<HeldArray>(*arrays.back()));
        else
            behindCalls.push_back(std::make_unique<AbsentArray>());
    }
    const auto fixedPlace = [&](std::size_t i) { return arrays[i]->geometry.offset; };
    const auto virtualCall = [&](std::size_t i) { return behindCalls[i]->offset(); };
    nanosecondsOf(fixedPlace); // both are in the cache before the first round
    nanosecondsOf(virtualCall);
    std::vector<double> fixed, called;
    for (int round = 0; round < rounds; ++round) {
        fixed.push_back(nanosecondsOf(fixedPlace));
        called.push_back(nanosecondsOf(virtualCall));
    }
    return {medianOf(fixed), medianOf(called), rounds};
}

} // namespace tscope::timing
