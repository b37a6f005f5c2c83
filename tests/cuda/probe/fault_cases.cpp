// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/fault_cases.h"

#include "dispatch/device_call.h"

#include <array>
#include <functional>

namespace tscope::probe {

namespace {

// A product of a csr of two rows with a vector, of which anything may be wrong.
struct Product {
    std::vector<std::int32_t> pointers{0, 1, 3}, indices{1, 0, 1};
    std::vector<float> values{2, 3, 4}, x{10, 100}, y{0, 0};

    tscope_error with(HandMade& hand, const std::function<void(tscope_array& valuesOfCsr)>& spoil = {}) const
    {
        auto own = hand.array(TSCOPE_F32, hand.put(values), {3}, {1});
        if (spoil)
            spoil(own);
        const auto a = hand.operand("csr", {2, 2},
                                    {hand.array(TSCOPE_I32, hand.put(pointers), {3}, {1}),
                                     hand.array(TSCOPE_I32, hand.put(indices), {3}, {1}), own},
                                    3);
        const auto b = hand.operand("strided", {2, 1}, {hand.array(TSCOPE_F32, hand.put(x), {2, 1}, {1, 1})});
        return hand.run(".matmul.rows", {a, b},
                        hand.operand("strided", {2, 1}, {hand.array(TSCOPE_F32, hand.put(y), {2, 1}, {1, 1})}));
    }
};

tscope_error nothing(HandMade& hand)
{
    return Product().with(hand);
}

tscope_error farIndex(HandMade& hand)
{
    Product product;
    product.indices[1] = 0x7fff'fff0;
    return product.with(hand);
}

tscope_error nearIndex(HandMade& hand)
{
    Product product;
    product.indices[1] = 2; // one behind the last
    return product.with(hand);
}

tscope_error farPointers(HandMade& hand)
{
    Product product;
    product.pointers = {0, 0x7fff'fff0, 3};
    return product.with(hand);
}

tscope_error nullData(HandMade& hand)
{
    return Product().with(hand, [](tscope_array& values) { values.data = nullptr; });
}

tscope_error oddAddress(HandMade& hand)
{
    return Product().with(hand, [](tscope_array& values) { values.data = static_cast<char*>(values.data) + 1; });
}

tscope_error hostAddress(HandMade& hand)
{
    static std::array<float, 3> here{2, 3, 4};
    return Product().with(hand, [](tscope_array& values) { values.data = here.data(); });
}

tscope_error givenBackWrongly(HandMade& hand)
{
    auto error = noError();
    const auto& device = hand.device();
    auto* inside = hand.put<float>({1, 2, 3, 4}) + 1;
    error.code =
        device.backend().devices->release(device.number(), TSCOPE_DEVICE_MEMORY, inside, hand.stream(), &error);
    if (error.code == TSCOPE_OK)
        error.code = device.backend().devices->wait(device.number(), hand.stream(), &error);
    return error;
}

tscope_error deviceThatIsNotThere(HandMade& hand)
{
    auto error = noError();
    void* memory = nullptr;
    error.code = hand.device().backend().devices->allocate(99, TSCOPE_DEVICE_MEMORY, 16, nullptr, &memory, &error);
    return error;
}

tscope_error takeMemory(HandMade& hand, std::int64_t bytes, int pieces)
{
    std::vector<void*> taken;
    auto error = noError();
    const auto& device = hand.device();
    for (int i = 0; i < pieces && error.code == TSCOPE_OK; ++i) {
        void* memory = nullptr;
        error.code = device.backend().devices->allocate(device.number(), TSCOPE_DEVICE_MEMORY, bytes,
                                                        hand.stream(), &memory, &error);
        if (error.code == TSCOPE_OK)
            taken.push_back(memory);
    }
    auto ignored = noError();
    for (auto* memory : taken)
        device.backend().devices->release(device.number(), TSCOPE_DEVICE_MEMORY, memory, hand.stream(), &ignored);
    return error;
}

tscope_error allMemoryAtOnce(HandMade& hand)
{
    constexpr std::int64_t moreThanAnyHostHas = std::int64_t{1} << 61;
    const auto& info = hand.device().info();
    return takeMemory(hand, hand.device().isSimulated() ? moreThanAnyHostHas : 2 * info.memory, 1);
}

tscope_error allMemoryInPieces(HandMade& hand)
{
    return takeMemory(hand, hand.device().info().memory / 16, 32);
}

// Every read lies inside: the sum of a product has more terms than a year has time for, all of one number.
tscope_error endless(HandMade& hand)
{
    constexpr std::int64_t terms = std::int64_t{1} << 50;
    auto *a = hand.put<float>({1}), *y = hand.put<float>({0});
    const auto row = hand.operand("strided", {1, terms}, {hand.array(TSCOPE_F32, a, {1, terms}, {0, 0})});
    const auto column = hand.operand("strided", {terms, 1}, {hand.array(TSCOPE_F32, a, {terms, 1}, {0, 0})});
    return hand.run(".matmul.dense", {row, column},
                    hand.operand("strided", {1, 1}, {hand.array(TSCOPE_F32, y, {1, 1}, {1, 1})}));
}

tscope_error stopped(HandMade& hand)
{
    auto *a = hand.put<float>({1}), *y = hand.put<float>({0});
    const auto one = hand.operand("strided", {1, 1}, {hand.array(TSCOPE_F32, a, {1, 1}, {1, 1})});
    return hand.run(".matmul.dense", {one, one},
                    hand.operand("strided", {1, 1}, {hand.array(TSCOPE_F32, y, {1, 1}, {1, 1})}), 1);
}

constexpr std::array cases{
    FaultCase{"none", "a call that is right", Expected::works, nothing, true},
    FaultCase{"stopped", "a call that is given up before it begins", Expected::refused, stopped, true},
    FaultCase{"memory_at_once", "twice the memory of the device", Expected::refused, allMemoryAtOnce, true},
    FaultCase{"memory_in_pieces", "pieces of memory until there is none left", Expected::refused,
              allMemoryInPieces},
    FaultCase{"no_such_device", "memory of a device that is not there", Expected::refused, deviceThatIsNotThere},
    FaultCase{"index_near", "an index that is one too large", Expected::anything, nearIndex},
    FaultCase{"index_far", "an index far outside", Expected::fatal, farIndex},
    FaultCase{"pointers_far", "a pointer far behind the entries", Expected::fatal, farPointers},
    FaultCase{"null", "no address for the values", Expected::fatal, nullData},
    FaultCase{"odd_address", "values at an address that is no multiple of their size", Expected::fatal,
              oddAddress},
    FaultCase{"host_address", "values in the memory of the host", Expected::anything, hostAddress},
    FaultCase{"release_inside", "memory given back by an address inside it", Expected::anything, givenBackWrongly},
    FaultCase{"endless", "a sum of 2^50 terms", Expected::killed, endless, true},
    FaultCase{"told_fatal", "a device that says that it is gone", Expected::fatal, nothing, true, "fatal"},
    FaultCase{"told_no_memory", "a device that says that it has no memory", Expected::refused, allMemoryInPieces,
              true, "out_of_memory"},
};

} // namespace

std::string_view name(Expected expected)
{
    switch (expected) {
    case Expected::works:
        return "works";
    case Expected::refused:
        return "refused";
    case Expected::fatal:
        return "fatal";
    case Expected::killed:
        return "killed";
    case Expected::anything:
        break;
    }
    return "anything";
}

std::span<const FaultCase> faultCases()
{
    return cases;
}

} // namespace tscope::probe
