// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "io/sink.h"

#include <memory>

namespace tscope {

// Packs what is put into it and passes that on to another sink.
class GzipSink final : public Sink
{
public:
    explicit GzipSink(Sink& packed);
    ~GzipSink() override;

    Result<void> finish(); // nothing is put after it
    bool isStopped() const override;

private:
    void take(std::span<const std::byte> bytes) override;

    struct Packer;
    std::unique_ptr<Packer> m_packer;
};

} // namespace tscope
