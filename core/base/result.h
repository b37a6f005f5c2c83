// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace tscope {

enum class ErrorCode {
    invalidArgument, // the caller asked for something that has no meaning
    overflow,        // a size does not fit 64 bits
    corrupt,         // the input can't be read or understood
    unsupported,     // has a meaning, but this build or machine can't do it
    notFound,
    outOfMemory,
    cancelled,
    internal,
};

std::string_view name(ErrorCode code);

// Why something could not be done. `text` is one sentence that says what was wanted and what was found;
// `where` is the place in the input (line, byte, key), `reason` a short word for programs. Both may be empty.
struct Error {
    ErrorCode code = ErrorCode::internal;
    std::string text;
    std::string where = {};
    std::string reason = {};
};

// A value, or the reason why there is none. Only for what input or environment can get wrong: a broken
// tensor is a value, a broken precondition a TSCOPE_CHECK.
template <class T>
class [[nodiscard]] Result
{
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return m_state.index() == 0; }
    T& operator*() & { return std::get<0>(m_state); }
    const T& operator*() const& { return std::get<0>(m_state); }
    T&& operator*() && { return std::get<0>(std::move(m_state)); }
    T* operator->() { return &std::get<0>(m_state); }
    const T* operator->() const { return &std::get<0>(m_state); }
    const Error& error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}

    explicit operator bool() const { return !m_error; }
    const Error& error() const { return *m_error; }

private:
    std::optional<Error> m_error;
};

inline Error invalidArgument(std::string text, std::string where = {})
{
    return {ErrorCode::invalidArgument, std::move(text), std::move(where), {}};
}

inline Error corrupt(std::string text, std::string where = {})
{
    return {ErrorCode::corrupt, std::move(text), std::move(where), {}};
}

inline Error unsupported(std::string text, std::string where = {})
{
    return {ErrorCode::unsupported, std::move(text), std::move(where), {}};
}

// With a place, if it has none that is closer.
inline Error placedIn(Error error, std::string_view where)
{
    if (error.where.empty())
        error.where = where;
    return error;
}

} // namespace tscope
