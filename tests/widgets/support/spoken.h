// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "language.h"

namespace tscope::test {

// What is made while it lives speaks this language; English after it.
class Spoken
{
public:
    explicit Spoken(const char* code) : m_isSpoken(speak(QString::fromLatin1(code))) {}
    ~Spoken() { speak(QStringLiteral("en")); }
    Spoken(const Spoken&) = delete;
    Spoken& operator=(const Spoken&) = delete;

    bool isSpoken() const { return m_isSpoken; } // false: it was not built in

private:
    bool m_isSpoken;
};

} // namespace tscope::test
