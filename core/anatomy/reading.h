// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "anatomy/outline.h"
#include "anatomy/witness.h"
#include "base/result.h"
#include "base/watch.h"

#include <memory>
#include <optional>
#include <span>

namespace tscope {

class ScanDevice;
struct Tensor;

// Counts that a data scan kept by window, so that the next scan after an edit looks at the edited windows only.
// Each layout family derives its own; immutable once made.
class ScanRecord
{
public:
    virtual ~ScanRecord() = default;
};

// How a tensor is to be read. `previous` and `edited` together: the tensor differs from the one that `previous`
// was made of in these slots only.
struct ReadOptions {
    std::shared_ptr<const ScanRecord> previous = {};
    std::span<const Slots> edited = {};
    Watch watch = {};
    ScanDevice* device = nullptr; // null: data scans are the processor's
};

// What the members of one tensor say under its layout: the numbers that rules, locate and pictures share.
// Metadata is read when it is made; elements are scanned when first asked for, once. Borrows the tensor.
// Not for use by several threads at once.
class Reading
{
public:
    virtual ~Reading() = default;
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    const Tensor& tensor() const { return m_tensor; }
    virtual Outline outline() const = 0;
    // The size that members alone tell, by today's formula and by the older, published one; nothing where the
    // members don't tell it (or the layout has no such thing).
    virtual std::optional<Extents> inferredSize() const { return std::nullopt; }
    virtual std::optional<Extents> inferredSizePublished() const { return inferredSize(); }
    // The extents that all logical indices stay below: the size, or the largest of all components. Fails with what
    // stands in the way of telling.
    virtual Result<Extents> bounds() const;
    // Of a layout of components, which the first number of an index names: the extents of one, as its own indices
    // have them; nothing when it has no such component or they are not known.
    virtual bool hasComponents() const { return false; }
    virtual std::optional<Extents> componentSize(std::int64_t /*component*/) const { return std::nullopt; }
    // What a later reading of an edited copy can start from; null when nothing was scanned.
    virtual std::shared_ptr<const ScanRecord> record() const { return nullptr; }

protected:
    explicit Reading(const Tensor& tensor) : m_tensor(tensor) {}

private:
    const Tensor& m_tensor;
};

} // namespace tscope
