// SPDX-License-Identifier: Apache-2.0
#include "dispatch/staging.h"

#include "dispatch/backends.h"
#include "dispatch/device_call.h"
#include "dispatch/kernel_key.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

namespace tscope {

namespace {

const tscope_devices& devices()
{
    return *kernelsOf("matmul", "cuda").front().backend->devices;
}

class StreamOfDevice
{
public:
    StreamOfDevice() { devices().make_stream(0, &m_stream, &m_error); }
    ~StreamOfDevice() { devices().end_stream(0, m_stream, &m_error); }
    StreamOfDevice(const StreamOfDevice&) = delete;
    StreamOfDevice& operator=(const StreamOfDevice&) = delete;
    void* get() const { return m_stream; }

private:
    tscope_error m_error = noError();
    void* m_stream = nullptr;
};

std::vector<std::uint32_t> numbers(std::int64_t bytes)
{
    std::vector<std::uint32_t> out(static_cast<std::size_t>(bytes / 4));
    std::iota(out.begin(), out.end(), 17U);
    return out;
}

} // namespace

// There and back through other memory: lengths around one buffer and around two, and too short for any.
TEST(DeviceStaging, BringsEveryByteThereAndBack)
{
    for (const auto bytes :
         {std::int64_t{4}, Staging::least - 4, Staging::least, Staging::bufferBytes - 4, Staging::bufferBytes,
          Staging::bufferBytes + 4, 2 * Staging::bufferBytes, 3 * Staging::bufferBytes + 20}) {
        SCOPED_TRACE(bytes);
        const StreamOfDevice stream;
        auto error = noError();
        void* memory = nullptr;
        ASSERT_EQ(devices().allocate(0, TSCOPE_DEVICE_MEMORY, bytes, stream.get(), &memory, &error), TSCOPE_OK);
        const auto want = numbers(bytes);
        auto given = want;
        std::vector<std::uint32_t> found(want.size());
        {
            Staging staging(devices(), 0, stream.get());
            ASSERT_TRUE(staging.send(memory, given.data(), bytes));
        }
        {
            Staging staging(devices(), 0, stream.get()); // with the same buffers, which may be busy still
            ASSERT_TRUE(staging.fetch(found.data(), memory, bytes));
        }
        EXPECT_TRUE(found == want);
        EXPECT_EQ(devices().release(0, TSCOPE_DEVICE_MEMORY, memory, stream.get(), &error), TSCOPE_OK);
    }
}

TEST(DeviceStaging, WithoutPinnedMemoryCopiesDirectly)
{
    static auto table = devices();
    table.allocate = [](std::int32_t device, std::int32_t kind, std::int64_t bytes, void* stream, void** memory,
                        tscope_error* error) {
        return kind == TSCOPE_PINNED_MEMORY ? std::int32_t{TSCOPE_OUT_OF_MEMORY}
                                            : devices().allocate(device, kind, bytes, stream, memory, error);
    };
    const StreamOfDevice stream;
    constexpr auto bytes = Staging::bufferBytes + 4;
    auto error = noError();
    void* memory = nullptr;
    ASSERT_EQ(table.allocate(0, TSCOPE_DEVICE_MEMORY, bytes, stream.get(), &memory, &error), TSCOPE_OK);
    const auto want = numbers(bytes);
    std::vector<std::uint32_t> found(want.size());
    Staging staging(table, 0, stream.get());
    ASSERT_TRUE(staging.send(memory, want.data(), bytes));
    ASSERT_TRUE(staging.fetch(found.data(), memory, bytes));
    EXPECT_TRUE(found == want);
    EXPECT_EQ(table.release(0, TSCOPE_DEVICE_MEMORY, memory, stream.get(), &error), TSCOPE_OK);
}

} // namespace tscope
