// SPDX-License-Identifier: Apache-2.0
#include "dispatch/resident.h"

#include <gtest/gtest.h>

namespace tscope {
namespace {

// A device that counts what it is given back.
int timesGivenBack = 0;
std::int32_t giveBackCounted(std::int32_t, std::int32_t, void*, void*, tscope_error*)
{
    ++timesGivenBack;
    return TSCOPE_OK;
}

class ResidentRuns : public testing::Test
{
protected:
    ResidentRuns()
    {
        timesGivenBack = 0;
        m_devices.release = giveBackCounted;
    }
    ~ResidentRuns() override { forgetResident(m_devices); }

    std::shared_ptr<DeviceMemory> memory(std::int32_t device = 0)
    {
        return std::make_shared<DeviceMemory>(m_devices, device, m_bytes);
    }
    void keep(const StoragePtr& storage, std::int64_t begin, std::int64_t end, std::int32_t device = 0)
    {
        keepResident(m_devices, device, storage, {memory(device), begin, end});
    }
    bool has(const StoragePtr& storage, std::int64_t begin, std::int64_t end, std::int32_t device = 0)
    {
        return residentRun(m_devices, device, *storage, begin, end).has_value();
    }

    tscope_devices m_devices{};
    std::byte m_bytes[64] = {};
    StoragePtr m_storage = declaredStorage(100), m_other = declaredStorage(100);
};

TEST_F(ResidentRuns, AreFoundByWhatLiesWithinThem)
{
    keep(m_storage, 10, 50);
    EXPECT_TRUE(has(m_storage, 10, 50));
    EXPECT_TRUE(has(m_storage, 20, 30));
    EXPECT_FALSE(has(m_storage, 9, 50));
    EXPECT_FALSE(has(m_storage, 10, 51));
    EXPECT_FALSE(has(m_storage, 20, 30, 1)) << "another device";
    EXPECT_FALSE(has(m_other, 20, 30));
    tscope_devices others{};
    EXPECT_FALSE(residentRun(others, 0, *m_storage, 20, 30));
}

TEST_F(ResidentRuns, LargerOnesTakeThePlaceOfWhatTheyHold)
{
    keep(m_storage, 10, 50);
    keep(m_storage, 40, 60);
    EXPECT_EQ(timesGivenBack, 0);
    keep(m_storage, 0, 100);
    EXPECT_EQ(timesGivenBack, 2);
    EXPECT_TRUE(has(m_storage, 0, 100));
    EXPECT_EQ(dropResident(m_devices, 0), 100);
}

TEST_F(ResidentRuns, GoWhenTheirStorageIsGone)
{
    keep(m_storage, 0, 100);
    keep(m_other, 0, 100);
    m_storage.reset();
    dropDead();
    EXPECT_EQ(timesGivenBack, 1);
    EXPECT_TRUE(has(m_other, 0, 100));
}

TEST_F(ResidentRuns, MakeRoomOnTheirDeviceButForThoseInUse)
{
    keep(m_storage, 0, 100);
    keep(m_storage, 0, 30, 1);
    keep(m_other, 0, 50);
    const auto used = residentRun(m_devices, 0, *m_other, 0, 50);
    EXPECT_EQ(dropResident(m_devices, 0), 150);
    EXPECT_EQ(timesGivenBack, 1);
    EXPECT_FALSE(has(m_other, 0, 50)) << "its memory goes with the call";
    EXPECT_EQ(used->memory->data(), m_bytes);
    EXPECT_TRUE(has(m_storage, 0, 30, 1));
    EXPECT_EQ(dropResident(m_devices, 0), 0);
}

TEST_F(ResidentRuns, OfALostDeviceAreForgottenAndNeverGivenBack)
{
    keep(m_storage, 0, 100);
    keep(m_storage, 0, 30, 1);
    forgetResident(m_devices);
    EXPECT_FALSE(has(m_storage, 0, 100));
    EXPECT_EQ(timesGivenBack, 0);
}

} // namespace
} // namespace tscope
