// SPDX-License-Identifier: Apache-2.0
// Joining the elements of an array over some of its dims: many threads share a result, and what they made is
// joined in the same way, until one is left. The order is that of the shape, so it is the same each time.
#pragma once

#include "kernels/lattice.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace tscope::kernels {

// Threads by result and share. The shares of a result go through its elements in teams: of a stretch each member
// takes every n-th element, n being how many they are. So threads side by side read side by side, whichever of the
// dims lie closest.
struct Shares {
    static constexpr std::int64_t length = 64; // elements that a thread takes at most
    static constexpr std::int64_t mostInTeam = 256;
    std::int64_t results = 1, each = 1; // shares of each result
    bool resultsFirst = false;          // threads side by side are of other results

    static std::int64_t of(std::int64_t elements)
    {
        return std::max<std::int64_t>((elements + length - 1) / length, 1);
    }

    TSCOPE_BOTH std::int64_t resultOf(std::int64_t i) const { return resultsFirst ? i % results : i / each; }
    TSCOPE_BOTH std::int64_t shareOf(std::int64_t i) const { return resultsFirst ? i / results : i % each; }
    TSCOPE_BOTH std::int64_t place(std::int64_t result, std::int64_t share) const
    {
        return resultsFirst ? share * results + result : result * each + share;
    }
    // f(k) for each of the elements [0, count) that a share takes.
    template <class F>
    TSCOPE_BOTH void forElements(std::int64_t share, std::int64_t count, const F& f) const
    {
        const auto team = share / mostInTeam * mostInTeam;
        const auto step = each - team < mostInTeam ? each - team : mostInTeam;
        const auto first = team * length + share - team;
        const auto turns = first < count ? (count - first + step - 1) / step : 0;
        for (std::int64_t n = 0; n < (turns < length ? turns : length); ++n)
            f(first + n * step);
    }
};

template <class Source>
struct JoinOnce {
    using Kind = typename Source::Joined;
    Lattice<1> kept, reduced;
    std::int64_t count; // of reduced
    Shares shares;
    Source source;
    typename Kind::Partial* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto result = shares.resultOf(i);
        std::int64_t begin[1], at[1];
        kept.offsets(result, begin);
        auto joined = Kind::start();
        const auto share = shares.shareOf(i);
        if (reduced.rank <= 1) { // a loop so simple that reads of several turns are under way at once
            const auto stride = reduced.rank == 0 ? 0 : reduced.strides[0][0];
            shares.forElements(share, count, [&](std::int64_t k) {
                joined = Kind::join(joined, source.at(result, begin[0] + k * stride));
            });
        } else {
            shares.forElements(share, count, [&](std::int64_t k) {
                reduced.offsets(k, at);
                joined = Kind::join(joined, source.at(result, begin[0] + at[0]));
            });
        }
        to[i] = joined;
    }
};

template <class Kind>
struct JoinAgain {
    Shares before, shares;
    const typename Kind::Partial* from;
    typename Kind::Partial* to;
    TSCOPE_BOTH void operator()(std::int64_t i) const
    {
        const auto result = shares.resultOf(i);
        auto joined = Kind::start();
        shares.forElements(shares.shareOf(i), before.each,
                           [&](std::int64_t k) { joined = Kind::join(joined, from[before.place(result, k)]); });
        to[i] = joined;
    }
};

// Elements as they are.
template <class Kind, class T>
struct PlainElements {
    using Joined = Kind;
    const T* from;
    TSCOPE_BOTH typename Kind::Partial at(std::int64_t, std::int64_t offset) const
    {
        return Kind::from(from[offset]);
    }
};

// One for each place of `kept`: its elements are those of `reduced` from there. Source has a type Joined (see
// reductions.h) and says Joined::Partial at(result, offset).
template <class Queue, class Source>
auto joinLattice(Queue& queue, const Lattice<1>& kept, const Lattice<1>& reduced, const Source& source) -> const
    typename Source::Joined::Partial*
{
    using Kind = typename Source::Joined;
    const auto innermost = [](const Lattice<1>& lattice) {
        return lattice.rank == 0 ? std::numeric_limits<std::int64_t>::max()
                                 : std::abs(lattice.strides[0][lattice.rank - 1]);
    };
    const auto count = reduced.count();
    Shares shares{kept.count(), Shares::of(count), innermost(kept) < innermost(reduced)};
    auto* joined = queue.template room<typename Kind::Partial>(shares.results * shares.each);
    queue.each(shares.results * shares.each, JoinOnce<Source>{kept, reduced, count, shares, source, joined});
    while (shares.each > 1) {
        const auto before = std::exchange(shares.each, Shares::of(shares.each));
        auto* next = queue.template room<typename Kind::Partial>(shares.results * shares.each);
        queue.each(shares.results * shares.each,
                   JoinAgain<Kind>{{shares.results, before, shares.resultsFirst}, shares, joined, next});
        joined = next;
    }
    return joined;
}

} // namespace tscope::kernels
