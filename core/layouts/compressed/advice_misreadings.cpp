// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "layouts/compressed/advice.h"
#include "layouts/compressed/compressed.h"
#include "layouts/compressed/phrases.h"
#include "layouts/shared/misreadings.h"
#include "layouts/shared/sentences.h"

#include <algorithm>

namespace tscope::compressed {

namespace {

bool isAnyBroken(const Report& report, std::initializer_list<std::string_view> rules)
{
    return std::ranges::any_of(rules, [&](std::string_view rule) { return report.find(rule) != nullptr; });
}

// Collects what the members might mean instead.
class Readings
{
public:
    Readings(const Reading& reading, const Report& report)
        : m_tensor(reading.tensor()), m_report(report), m_name(m_tensor.layout->name),
          m_compressed(m_tensor.member("compressed")), m_plain(m_tensor.member("plain")),
          m_pointers(nameOf(m_tensor, "compressed")), m_indices(nameOf(m_tensor, "plain")),
          m_slice(linesOf(*m_tensor.layout).slice)
    {
    }

    std::vector<Reinterpretation> all()
    {
        countedFromOne();
        counts();
        otherOrientation();
        turnedBlocks();
        countedInElements();
        wrongWidth();
        leadingZero();
        return std::move(m_all);
    }

private:
    void offer(std::string_view id, std::string as, std::string text, Tensor tensor)
    {
        m_all.push_back({id, std::move(as), std::move(text), std::move(tensor)});
    }
    Tensor with(std::string_view role, const Array& array) const { return replaced(m_tensor, role, array); }

    void countedFromOne()
    {
        if (!isAnyBroken(m_report, {"5.1", "5.2", "5.5"}))
            return;
        const auto as = say("{0}, counted from 1", m_name);
        const auto pointers = fromOne(m_compressed), indices = fromOne(m_plain);
        if (pointers && indices && isAnyBroken(m_report, {"5.1"}))
            offer("one-based", as, say("{0} starts at 1 and {1} counts from 1", m_pointers, m_indices),
                  replaced(with("compressed", *pointers), "plain", *indices));
        if (pointers && isAnyBroken(m_report, {"5.1"}))
            offer("one-based", as, say("{0} starts at 1", m_pointers), with("compressed", *pointers));
        if (indices && isAnyBroken(m_report, {"5.5"}))
            offer("one-based", as, say("{0} counts from 1", m_indices), with("plain", *indices));
    }

    void counts()
    {
        if (!isAnyBroken(m_report, {"5.1", "5.2", "5.3", "3.8"}))
            return;
        const auto as = say("{0}, {1} summed up", m_name, m_pointers);
        if (const auto sums = runningSums(m_compressed, false))
            offer("counts-as-pointers", as,
                  say("{0} holds the number of entries of each {1}", m_pointers, m_slice),
                  with("compressed", *sums));
        if (const auto sums = runningSums(m_compressed, true))
            offer("counts-as-pointers", as,
                  say("{0} holds a 0 and the number of entries of each {1}", m_pointers, m_slice),
                  with("compressed", *sums));
    }

    void otherOrientation()
    {
        const Layout* other = m_name == "csr"   ? &cscLayout()
                              : m_name == "csc" ? &csrLayout()
                              : m_name == "bsr" ? &bscLayout()
                                                : &bsrLayout();
        if (!m_tensor.size || !isAnyBroken(m_report, {"3.1", "3.8", "5.3", "5.5", "2.4"}))
            return;
        Tensor tensor = m_tensor;
        tensor.layout = other;
        for (auto& member : tensor.members)
            member.role = roleNamed(*other, member.role->name);
        offer("csc-as-csr", std::string(other->name),
              m_name == "csr" || m_name == "bsr"
                  ? say("the pointers run along the columns: it is {0}", other->name)
                  : say("the pointers run along the rows: it is {0}", other->name),
              std::move(tensor));
    }

    void turnedBlocks()
    {
        const bool isBlocked = m_name == "bsr" || m_name == "bsc";
        const auto& values = m_tensor.member("values").array;
        const auto dim = static_cast<std::size_t>(std::max(m_compressed.array.geometry.rank(), 1));
        if (!isBlocked || values.geometry.sizes.size() < dim + 2 || !values.geometry.isWellFormed() ||
            values.geometry.sizes[dim] == values.geometry.sizes[dim + 1] ||
            !isAnyBroken(m_report, {"3.1", "3.8", "5.3", "5.5"}))
            return;
        Array turned = values;
        std::swap(turned.geometry.sizes[dim], turned.geometry.sizes[dim + 1]);
        std::swap(turned.geometry.strides[dim], turned.geometry.strides[dim + 1]);
        offer("swapped-block", say("{0} with the two block dims swapped", m_name),
              say("blocks are {0} x {1}", turned.geometry.sizes[dim], turned.geometry.sizes[dim + 1]),
              with("values", turned));
    }

    // Indices of the elements where those of the blocks are wanted.
    void countedInElements()
    {
        const auto& values = m_tensor.member("values").array.geometry.sizes;
        const auto dim = static_cast<std::size_t>(std::max(m_compressed.array.geometry.rank(), 1));
        const bool isBsr = m_name == "bsr";
        if ((!isBsr && m_name != "bsc") || values.size() < dim + 2 || !isAnyBroken(m_report, {"5.5"}))
            return;
        const auto width = values[isBsr ? dim + 1 : dim];
        const auto indices = width > 1 ? dividedBy(m_plain, width) : std::nullopt;
        if (indices)
            offer("element-indices", say("{0} with indices divided by {1}", m_name, width),
                  say("{0} counts elements rather than blocks", m_indices), with("plain", *indices));
    }

    void wrongWidth()
    {
        if (!isAnyBroken(m_report,
                         {"3.8", "3.9", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "1.1", "1.2", "STR-2.1"}))
            return;
        const auto tryWidth = [&](std::optional<Array> (*reread)(const Array&)) {
            const auto pointers = reread(m_compressed.array), indices = reread(m_plain.array);
            const auto& chosen = pointers ? pointers : indices;
            if (!chosen)
                return;
            const auto as = say("indices of {0}", chosen->dtype.name());
            const auto offerWidth = [&](Tensor tensor) {
                tensor.indexDType = std::nullopt; // it says what the members were taken for
                offer("wrong-width", as, say("the bytes of the indices are {0}", chosen->dtype.name()),
                      std::move(tensor));
            };
            if (pointers && indices)
                offerWidth(replaced(with("compressed", *pointers), "plain", *indices));
            if (pointers)
                offerWidth(with("compressed", *pointers));
            if (indices)
                offerWidth(with("plain", *indices));
        };
        tryWidth(otherWidth);
        tryWidth(sameLengthOtherWidth);
    }

    void leadingZero()
    {
        if (!isAnyBroken(m_report, {"3.8", "5.1"}))
            return;
        if (const auto pointers = withLeadingZero(m_compressed))
            offer("no-leading-zero", say("{0} with a 0 before the pointers", m_name),
                  say("{0} lacks the 0 that the first {1} starts at", m_pointers, m_slice),
                  with("compressed", *pointers));
    }

    const Tensor& m_tensor;
    const Report& m_report;
    std::string m_name;
    const Member& m_compressed;
    const Member& m_plain;
    std::string m_pointers, m_indices, m_slice; // what people call them
    std::vector<Reinterpretation> m_all;
};

} // namespace

std::vector<Reinterpretation> reinterpretations(const Reading& reading, const Report& report)
{
    return Readings(reading, report).all();
}

constinit const Advice advice{causes, reinterpretations, repairs, plan};

} // namespace tscope::compressed
