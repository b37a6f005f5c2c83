// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "anatomy/report.h"
#include "tensor/tensor.h"

#include <QCoreApplication>
#include <QStringList>

namespace tscope {

// What is wrong at one place of a picture, in the sentences of the core: a line for each rule that fails there, of
// many the first ones.
class BrokenWords
{
    Q_DECLARE_TR_FUNCTIONS(tscope::BrokenWords)

public:
    explicit BrokenWords(const Tensor& tensor) : m_tensor(tensor) {}

    void add(const Finding& finding, const Witness& witness);
    void add(const Cause& cause);
    void addCount(std::uint64_t places) { m_more += places; } // without sentences
    QString text() const;

private:
    bool isFull() const;

    const Tensor& m_tensor;
    QStringList m_lines;
    std::uint64_t m_more = 0;
};

} // namespace tscope
