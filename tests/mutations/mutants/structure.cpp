// SPDX-License-Identifier: Apache-2.0
#include "mutations/mutants/structure.h"

#include "mutations/mutants/kind.h"
#include "mutations/mutants/pickle_opcodes.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tscope::mutations {

namespace {

constexpr std::size_t mostPlaces = 1 << 14; // of each kind: a file of a million commas needs no more

// Collects what lies in one file, whatever part of it is looked at.
class Finder
{
public:
    explicit Finder(std::string_view file) : m_file(file) {}

    Structure found() &&
    {
        auto& joints = m_structure.joints;
        std::ranges::sort(joints);
        const auto same = std::ranges::unique(joints);
        joints.erase(same.begin(), same.end());
        return std::move(m_structure);
    }

    void look(std::size_t begin, std::size_t end)
    {
        switch (kindOf(m_file.substr(begin, end - begin))) {
        case Kind::zip:
            return zip(begin, end);
        case Kind::npy:
            return npy(begin, end);
        case Kind::pickle:
            return pickles(begin, end);
        case Kind::safetensors:
            return safetensors(begin, end);
        case Kind::gzip:
            return gzip(begin, end);
        case Kind::matrixMarket:
        case Kind::json:
        case Kind::text:
            return text(begin, end);
        case Kind::other:
            return elements(begin, end);
        }
    }

private:
    std::uint64_t little(std::size_t at, std::size_t width) const
    {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < width && at + i < m_file.size(); ++i)
            value |= std::uint64_t{static_cast<unsigned char>(m_file[at + i])} << (8 * i);
        return value;
    }
    void joint(std::size_t at)
    {
        if (at <= m_file.size() && m_structure.joints.size() < mostPlaces)
            m_structure.joints.push_back(at);
    }
    void number(std::size_t at, std::size_t width)
    {
        if (at + width <= m_file.size() && m_structure.numbers.size() < mostPlaces)
            m_structure.numbers.push_back({at, width});
    }
    // The end of a part of that length, which may lie: never beyond `end`, also where the part would begin there.
    static std::size_t endOf(std::size_t begin, std::uint64_t length, std::size_t end)
    {
        const auto first = std::min(begin, end);
        return first + static_cast<std::size_t>(std::min<std::uint64_t>(length, end - first));
    }

    struct Record {
        std::string_view mark;
        std::size_t size; // without what varies
        std::vector<Field> fields;
    };
    static const std::array<Record, 6>& records()
    {
        static const std::array<Record, 6> known{
            Record{"PK\3\4", 30, {{6, 2}, {8, 2}, {14, 4}, {18, 4}, {22, 4}, {26, 2}, {28, 2}}},
            Record{"PK\1\2",
                   46,
                   {{8, 2}, {10, 2}, {16, 4}, {20, 4}, {24, 4}, {28, 2}, {30, 2}, {32, 2}, {34, 2}, {42, 4}}},
            Record{"PK\5\6", 22, {{4, 2}, {6, 2}, {8, 2}, {10, 2}, {12, 4}, {16, 4}, {20, 2}}},
            Record{"PK\6\6", 56, {{4, 8}, {24, 8}, {32, 8}, {40, 8}, {48, 8}}},
            Record{"PK\6\7", 20, {{4, 4}, {8, 8}, {16, 4}}},
            Record{"PK\7\10", 16, {{4, 4}, {8, 4}, {12, 4}}}};
        return known;
    }

    void zip(std::size_t begin, std::size_t end)
    {
        for (auto at = m_file.find("PK", begin); at != std::string_view::npos && at < end;
             at = m_file.find("PK", at + 2))
            for (const auto& record : records())
                if (m_file.substr(at, 4) == record.mark) {
                    joint(at);
                    joint(at + record.size);
                    for (const auto& field : record.fields)
                        number(at + field.at, field.width);
                    if (record.mark == "PK\3\4")
                        entry(at, end);
                }
    }

    void entry(std::size_t at, std::size_t end)
    {
        const auto extra = at + 30 + static_cast<std::size_t>(little(at + 26, 2));
        const auto payload = extra + static_cast<std::size_t>(little(at + 28, 2));
        joint(extra);
        joint(payload);
        const auto isStored = little(at + 8, 2) == 0;
        if (payload < end && isStored)
            look(payload, endOf(payload, little(at + 18, 4), end));
    }

    void npy(std::size_t begin, std::size_t end)
    {
        const std::size_t width = begin + 6 < end && m_file[begin + 6] == 1 ? 2 : 4;
        const auto header = begin + 8 + width;
        joint(begin + 6);
        joint(begin + 8);
        joint(header);
        number(begin + 8, width);
        const auto data = endOf(header, little(begin + 8, width), end);
        text(std::min(header, end), data);
        elements(data, end);
    }

    // Indices are as good as lengths.
    void elements(std::size_t begin, std::size_t end)
    {
        constexpr std::size_t most = 64;
        for (const std::size_t width : {8U, 4U})
            for (std::size_t i = 0; i < most && begin + (i + 1) * width <= end; ++i) {
                joint(begin + i * width);
                number(begin + i * width, width);
            }
        joint(end);
    }

    void pickles(std::size_t begin, std::size_t end)
    {
        auto at = begin;
        while (at < end && m_structure.joints.size() < mostPlaces) {
            joint(at);
            const auto opcode = opcodeAt(m_file.substr(0, end), at);
            if (opcode.argument.width > 0)
                number(opcode.argument.at, opcode.argument.width);
            at = opcode.end;
            // Older files of PyTorch are several pickles and then the bytes of the storages.
            const bool isLast = m_file[opcode.begin] == '.';
            if (isLast && !(at < end && m_file[at] == '\x80'))
                return elements(at, end);
        }
    }

    void safetensors(std::size_t begin, std::size_t end)
    {
        number(begin, 8);
        joint(begin + 8);
        const auto data = endOf(begin + 8, little(begin, 8), end);
        text(begin + 8, data);
        elements(data, end);
    }

    void gzip(std::size_t begin, std::size_t end)
    {
        joint(begin + 10);
        number(begin + 3, 1);
        if (end - begin < 18)
            return;
        joint(end - 8);
        number(end - 8, 4);
        number(end - 4, 4);
    }

    void text(std::size_t begin, std::size_t end)
    {
        constexpr std::string_view between = "\n,[]{}():\"";
        for (auto at = begin; at < end && m_structure.joints.size() < mostPlaces; ++at)
            if (between.find(m_file[at]) != std::string_view::npos)
                joint(at + 1);
        joint(end);
        const auto isDigit = [this, end](std::size_t at) {
            return at < end && m_file[at] >= '0' && m_file[at] <= '9';
        };
        for (auto at = begin; at < end && m_structure.digits.size() < mostPlaces; ++at) {
            if (!isDigit(at))
                continue;
            const auto first = at;
            while (isDigit(at))
                ++at;
            m_structure.digits.push_back({first, at - first});
        }
    }

    std::string_view m_file;
    Structure m_structure;
};

} // namespace

Structure structureOf(std::string_view bytes)
{
    Finder finder(bytes);
    finder.look(0, bytes.size());
    return std::move(finder).found();
}

} // namespace tscope::mutations
