// SPDX-License-Identifier: Apache-2.0
#include "base/descriptor.h"

#include <unistd.h>
#include <utility>

namespace tscope {

Descriptor::Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept
{
    if (this != &other) {
        close();
        m_number = std::exchange(other.m_number, -1);
    }
    return *this;
}

Descriptor::~Descriptor()
{
    close();
}

void Descriptor::close()
{
    if (m_number >= 0)
        ::close(m_number);
    m_number = -1;
}

} // namespace tscope
