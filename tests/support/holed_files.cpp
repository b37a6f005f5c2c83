// SPDX-License-Identifier: Apache-2.0
#include "support/holed_files.h"

#include "support/pickle_bytes.h"

#include <filesystem>

namespace tscope::test {

namespace {

// A zip archive of stored entries, all numbers in zip64 fields; the last entry is a hole of that size. What sum a
// hole of zeros has is not asked of entries so long.
void writeHoledZip(HoledFile& file, const std::vector<ZipPart>& parts, const ZipPart& last, std::uint64_t hole)
{
    std::string directory;
    const auto add = [&](const ZipPart& part, std::uint64_t holeBytes) {
        const auto local = file.position();
        const auto size = part.bytes.size() + holeBytes;
        const auto crc = holeBytes > 0 ? 0 : crcOf(part.bytes);
        file.put("PK\3\4" + little(45, 2) + little(0x800, 2) + little(0, 2) + little(0, 4) + little(crc, 4) +
                 little(0xffffffff, 4) + little(0xffffffff, 4) + little(part.name.size(), 2) + little(20, 2) +
                 part.name + little(1, 2) + little(16, 2) + little(size, 8) + little(size, 8));
        file.put(part.bytes);
        file.skip(holeBytes);
        directory += "PK\1\2" + little(0x031e, 2) + little(45, 2) + little(0x800, 2) + little(0, 2) +
                     little(0, 4) + little(crc, 4) + little(0xffffffff, 4) + little(0xffffffff, 4) +
                     little(part.name.size(), 2) + little(28, 2) + little(0, 2) + little(0, 2) + little(0, 2) +
                     little(0, 4) + little(0xffffffff, 4) + part.name + little(1, 2) + little(24, 2) +
                     little(size, 8) + little(size, 8) + little(local, 8);
    };
    for (const auto& part : parts)
        add(part, 0);
    add(last, hole);
    const auto at = file.position(), count = std::uint64_t{parts.size() + 1};
    file.put(directory);
    const auto end = file.position();
    file.put("PK\6\6" + little(44, 8) + little(45, 2) + little(45, 2) + little(0, 8) + little(count, 8) +
             little(count, 8) + little(directory.size(), 8) + little(at, 8));
    file.put("PK\6\7" + little(0, 4) + little(end, 8) + little(1, 4));
    file.put("PK\5\6" + little(0, 4) + little(0xffff, 2) + little(0xffff, 2) + little(0xffffffff, 4) +
             little(0xffffffff, 4) + little(0, 2));
}

} // namespace

std::vector<HoledFormat> holedFormats()
{
    const auto npyHead = [](std::uint64_t count) {
        const auto text =
            "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(count) + ",), }\n";
        return "\x93NUMPY\1" + std::string(1, '\0') + little(text.size(), 2) + text;
    };
    return {
        {"npy",
         [=](HoledFile& file, std::uint64_t count) {
             file.put(npyHead(count));
             file.skip(count * 4 - 1);
             file.put(std::string(1, '\0'));
         }},
        {"npz",
         [=](HoledFile& file, std::uint64_t count) {
             writeHoledZip(file, {}, {.name = "w.npy", .bytes = npyHead(count)}, count * 4);
         }},
        {"safetensors",
         [](HoledFile& file, std::uint64_t count) {
             const auto header = R"({"w":{"dtype":"F32","shape":[)" + std::to_string(count) +
                                 R"(],"data_offsets":[0,)" + std::to_string(count * 4) + "]}}";
             file.put(little(header.size(), 8) + header);
             file.skip(count * 4 - 1);
             file.put(std::string(1, '\0'));
         }},
        {"pt",
         [](HoledFile& file, std::uint64_t count) {
             const auto numel = static_cast<std::int64_t>(count);
             const auto tensor = py::tensor(py::storage("FloatStorage", "0", numel), 0, {numel}, {1});
             writeHoledZip(file,
                           {{.name = "m/data.pkl", .bytes = py::pickle(py::dict({{py::str("w"), tensor}}))},
                            {.name = "m/version", .bytes = "3\n"}},
                           {.name = "m/data/0", .bytes = ""}, count * 4);
         }},
    };
}

bool keepsHoles(const std::string& folder)
{
    const auto path = folder + "/hole";
    constexpr std::uintmax_t size = std::uintmax_t{1} << 30;
    const auto before = std::filesystem::space(folder).available;
    HoledFile file(path);
    file.skip(size);
    file.put("x");
    const bool isWritten = file.isWritten();
    const auto after = std::filesystem::space(folder).available;
    std::filesystem::remove(path);
    return isWritten && after + size / 2 > before;
}

} // namespace tscope::test
