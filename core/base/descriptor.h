// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tscope {

// A descriptor that is closed with its owner.
class Descriptor
{
public:
    Descriptor() = default;
    explicit Descriptor(int number) : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();

    int number() const { return m_number; } // -1: none
    bool isOpen() const { return m_number >= 0; }
    void close();

private:
    int m_number = -1;
};

} // namespace tscope
