// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/descriptor.h"
#include "base/result.h"
#include "io/unfinished.h"

#include <memory>
#include <string>
#include <sys/types.h>

namespace tscope {

// A file that is written in the folder of its target and takes the target's place when it is whole. Until then it
// has no name where the file system can do that, so that nothing is left of it however the process ends. Elsewhere
// it is called ".NAME.tscope-part": a signal removes it, and so does the next who writes a file of that name.
class PartFile
{
public:
    enum class Named { atTheEnd, atOnce }; // the first falls back to the second

    // `mode`: who may read and write it from the first byte on, less what the process takes from all its files.
    static Result<PartFile> beside(const std::string& target, mode_t mode, Named named = Named::atTheEnd);
    PartFile(PartFile&&) = default;
    PartFile& operator=(PartFile&&) = delete;
    ~PartFile();

    int descriptor() const { return m_file.number(); }
    // On the disk before it takes the name, so that no crash of the machine leaves a name without the bytes.
    Result<void> putInPlace();

private:
    PartFile(std::string target, Descriptor folder, std::string name);
    bool openUnnamed(mode_t mode);
    Result<void> openNamed(mode_t mode);
    // Gives `attempt` free names until it succeeds with one.
    template <class Attempt>
    Result<void> takeName(Attempt attempt);
    bool isLocked() const;
    Descriptor lockedIfAbandoned(const std::string& name) const;

    std::string m_target;
    Descriptor m_folder, m_file;
    std::string m_name, m_partName;
    std::unique_ptr<Unfinished> m_unfinished; // as long as it goes by the latter name
};

} // namespace tscope
