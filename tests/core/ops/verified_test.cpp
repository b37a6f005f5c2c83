// SPDX-License-Identifier: Apache-2.0
// What the support table says of hardware. The table of kernels that is used here is made of made-up reports by
// the same rules as the one that is built in is made of real ones.
#include "ops/verified.h"

#include "ops/support.h"

#include <gtest/gtest.h>

#include <array>

namespace tscope {
namespace {

constexpr VerifiedKernel madeUp[] = {
#include "made_up_kernels.inc"
};

std::string hardwareOf(std::initializer_list<std::string_view> kernels)
{
    return verifiedOn(std::span(kernels.begin(), kernels.size()), madeUp);
}

TEST(Verified, NamesTheHardwareAndTheDate)
{
    EXPECT_EQ(hardwareOf({"cuda.add.merge"}), "Imaginary A1 (2026-01-02)");
    EXPECT_EQ(hardwareOf({"cuda.never"}), "");
    EXPECT_EQ(hardwareOf({"simulated.add.merge"}), "");
}

TEST(Verified, TheNewestReportOfADeviceCounts)
{
    EXPECT_EQ(hardwareOf({"cuda.copy"}), "Imaginary A1 (2026-03-04), Imaginary B2 (2026-02-03)");
    EXPECT_EQ(hardwareOf({"cuda.matmul.rows"}), "Imaginary B2 (2026-02-03)")
        << "it failed on A1 after it had been right there";
}

TEST(Verified, OfSeveralKernelsAllMustHaveRun)
{
    EXPECT_EQ(hardwareOf({"cuda.copy", "cuda.add.merge"}), "Imaginary A1 (2026-03-04)");
    EXPECT_EQ(hardwareOf({"cuda.matmul.rows", "cuda.add.merge"}), "");
}

TEST(Verified, TheSupportTableSaysIt)
{
    SupportCell cell;
    cell.op = "sum";
    cell.device = "cuda";
    cell.layouts = {"csr"};
    cell.result = "strided";
    cell.kernel = "cuda.sum.stored";
    EXPECT_EQ(text(cell), "csr -> strided: cuda.sum.stored, not yet run on a GPU");
    EXPECT_EQ(cell.note(), "not yet run on a GPU");
    cell.verifiedOn = "Imaginary A1 (2026-01-02)";
    cell.condition = "blocks";
    EXPECT_EQ(text(cell), "csr -> strided: cuda.sum.stored; wants blocks, verified on Imaginary A1 (2026-01-02)");
    EXPECT_EQ(cell.note(), "wants blocks; verified on Imaginary A1 (2026-01-02)");
    cell.verifiedOn.clear();
    cell.condition.clear();
    cell.isProcessors = true;
    EXPECT_EQ(cell.note(), "");
    cell.isProcessors = false;
    cell.device = "cpu";
    EXPECT_EQ(cell.note(), "");
}

} // namespace
} // namespace tscope
