// SPDX-License-Identifier: Apache-2.0
#include "cuda/probe/hand_made.h"

#include "dispatch/backends.h"
#include "dispatch/device_call.h"

#include <array>
#include <cstring>
#include <optional>

namespace tscope::probe {

namespace {

std::optional<tscope_kernel> kernelNamed(const tscope_backend& backend, std::string_view ending)
{
    for (std::int64_t i = 0; i < backend.kernel_count; ++i)
        if (const auto kernel = kernelOf(backend, i); std::string_view(kernel.name).ends_with(ending))
            return kernel;
    return std::nullopt;
}

tscope_error failure(const std::string& text)
{
    auto error = noError();
    error.code = TSCOPE_INTERNAL;
    std::strncpy(error.text, text.c_str(), sizeof error.text - 1);
    return error;
}

} // namespace

Result<HandMade> HandMade::make(const Device& device)
{
    HandMade made(device);
    auto stream = Stream::make(device);
    if (!stream)
        return stream.error();
    made.m_stream = std::move(*stream);
    return made;
}

void* HandMade::putBytes(const void* from, std::int64_t bytes)
{
    auto memory = Memory::make(*m_device, TSCOPE_DEVICE_MEMORY, bytes, stream());
    if (!memory || !m_device->copy(TSCOPE_TO_DEVICE, memory->data(), from, bytes, stream()))
        return nullptr;
    m_memory.push_back(std::move(*memory));
    return m_memory.back().data();
}

tscope_array HandMade::array(std::int32_t type, void* data, std::vector<std::int64_t> sizes,
                             std::vector<std::int64_t> strides)
{
    tscope_array out{};
    out.size = sizeof out;
    out.type = type;
    out.item_size = type == TSCOPE_F64 || type == TSCOPE_I64 ? 8 : 4;
    out.dims = static_cast<std::int32_t>(sizes.size());
    out.data = data;
    out.sizes = m_numbers.emplace_back(std::move(sizes)).data();
    out.strides = m_numbers.emplace_back(std::move(strides)).data();
    return out;
}

tscope_operand HandMade::operand(const char* layout, std::vector<std::int64_t> sizes,
                                 std::vector<tscope_array> members, std::int64_t entries)
{
    tscope_operand out{};
    out.size = sizeof out;
    out.layout = layout;
    out.dims = static_cast<std::int32_t>(sizes.size());
    out.sizes = m_numbers.emplace_back(std::move(sizes)).data();
    out.block[0] = out.block[1] = 1;
    out.entries = entries;
    out.member_count = static_cast<std::int32_t>(members.size());
    out.members = m_members.emplace_back(std::move(members)).data();
    return out;
}

tscope_error HandMade::run(std::string_view name, const std::vector<tscope_operand>& in, tscope_operand out,
                           std::int32_t stop)
{
    const auto kernel = kernelNamed(m_device->backend(), name);
    if (!kernel)
        return failure("there is no kernel " + std::string(name));
    void* kept = nullptr;
    tscope_call call{};
    call.size = sizeof call;
    call.in = in.data();
    call.in_count = static_cast<std::int32_t>(in.size());
    call.out = &out;
    call.kept = &kept;
    call.stop = &stop;
    call.device = m_device->number();
    call.stream = stream();
    auto error = noError();
    error.code = kernel->run(&call, &error);
    if (kept != nullptr && kernel->release != nullptr)
        kernel->release(kept);
    if (error.code == TSCOPE_OK)
        error.code = m_device->backend().devices->wait(m_device->number(), stream(), &error);
    return error;
}

bool HandMade::multiplies(tscope_error& told)
{
    auto* pointers = put<std::int32_t>({0, 1, 3});
    auto* indices = put<std::int32_t>({1, 0, 1});
    auto *values = put<float>({2, 3, 4}), *x = put<float>({10, 100}), *y = put<float>({0, 0});
    if (y == nullptr) {
        told = failure("the device takes no numbers any more");
        return false;
    }
    const auto a = operand("csr", {2, 2},
                           {array(TSCOPE_I32, pointers, {3}, {1}), array(TSCOPE_I32, indices, {3}, {1}),
                            array(TSCOPE_F32, values, {3}, {1})},
                           3);
    const auto b = operand("strided", {2, 1}, {array(TSCOPE_F32, x, {2, 1}, {1, 1})});
    told = run(".matmul.rows", {a, b}, operand("strided", {2, 1}, {array(TSCOPE_F32, y, {2, 1}, {1, 1})}));
    std::array<float, 2> found{};
    return told.code == TSCOPE_OK && m_device->copy(TSCOPE_FROM_DEVICE, found.data(), y, sizeof found, stream()) &&
           m_device->wait(stream()) && found == std::array<float, 2>{200, 430};
}

} // namespace tscope::probe
