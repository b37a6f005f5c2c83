// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tscope::test {

// Which kernels ran here and were held against the reference, in tests that passed: what the support table says of
// hardware comes from it (cmake/verified.cmake). Written when all tests are over.
class KernelRecord : public ::testing::EmptyTestEventListener
{
public:
    explicit KernelRecord(std::string path) : m_path(std::move(path)) {}

    void OnTestStart(const ::testing::TestInfo& test) override;
    void OnTestEnd(const ::testing::TestInfo& test) override;
    void OnTestProgramEnd(const ::testing::UnitTest& all) override;

private:
    std::string m_path;
    std::set<std::string> m_passed, m_failed;
};

} // namespace tscope::test
