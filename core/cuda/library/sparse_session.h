// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/library/handle_pool.h"
#include "cuda/library/sparse_descriptors.h"
#include "cuda/library/sparse_status.h"

#include <optional>

namespace tscope::cuda {

// A call that cuSPARSE does: its functions, a handle on the stream of the call, and room on the device. `Room` is
// a StreamRoom that says where the library is; behind the first failure nothing more is asked.
template <class Room>
class SparseSession
{
public:
    SparseSession(const tscope_call& call, tscope_error* error) : m_room(call, error)
    {
        const auto& library = Room::sparse();
        m_calls = library.calls;
        if (m_calls == nullptr)
            m_room.fail(TSCOPE_UNSUPPORTED, library.why);
        else if (m_room.isGood())
            check(static_cast<cusparseStatus_t>(
                      m_handle.emplace(*m_calls, call.device, m_calls->Create, m_calls->SetStream, m_room.stream())
                          .status()),
                  "beginning with cuSPARSE");
    }

    Room& room() { return m_room; }
    const SparseCalls& calls() const { return *m_calls; } // precondition: isGood()
    cusparseHandle_t handle() const { return m_handle->get(); }
    bool isGood() const { return m_room.isGood(); }
    std::int32_t code() const { return m_room.code(); }

    void check(cusparseStatus_t status, const char* what)
    {
        if (isGood() && status != CUSPARSE_STATUS_SUCCESS)
            m_room.fail(codeOf(status), textOf(*m_calls, status, what));
        if (status == CUSPARSE_STATUS_EXECUTION_FAILED || status == CUSPARSE_STATUS_INTERNAL_ERROR)
            m_room.noteLoss(); // of a fault of an earlier kernel, say
    }
    template <class Described>
    void checkMade(const Described& description)
    {
        check(description.status(), "describing a tensor");
    }

    // A buffer of the size that was asked for. It is wanted also where no byte is.
    void* buffer(std::size_t bytes)
    {
        constexpr std::size_t least = 256;
        return m_room.template room<std::byte>(static_cast<std::int64_t>(std::max(bytes, least)));
    }

private:
    Room m_room;
    const SparseCalls* m_calls = nullptr;
    std::optional<LentHandle<cusparseHandle_t, SparseCalls>> m_handle;
};

// A kernel's word on a call that it does not take.
inline std::int32_t refused(tscope_error* error, std::string_view why)
{
    kernels::failed(error, TSCOPE_UNSUPPORTED, why);
    return 0;
}

// Whether a call is taken, by what was found out so far. What the library refuses, for whatever reason, another
// kernel may do, but for a device that is lost.
template <class Session>
std::int32_t takenIfGood(const Session& session, tscope_error* error)
{
    if (session.isGood())
        return 1;
    if (error != nullptr && error->fatal == 0)
        error->code = TSCOPE_UNSUPPORTED;
    return 0;
}

} // namespace tscope::cuda
