// SPDX-License-Identifier: Apache-2.0
#include "picture/png.h"

#include "base/check.h"

#include <zlib.h>

#include <array>
#include <string_view>

namespace tscope {

namespace {

std::string bigEndian(std::uint64_t number)
{
    std::string out;
    for (const int shift : {24, 16, 8, 0})
        out.push_back(static_cast<char>(number >> shift));
    return out;
}

void addChunk(std::string& file, std::string_view name, const std::string& data)
{
    const auto named = std::string(name) + data;
    file += bigEndian(data.size());
    file += named;
    file += bigEndian(crc32_z(0, reinterpret_cast<const Bytef*>(named.data()), named.size()));
}

// Deflates what it is given and adds it to the file, a chunk for each full buffer.
class PixelChunks
{
public:
    explicit PixelChunks(std::string& file) : m_file(file)
    {
        const auto status = deflateInit(&m_stream, Z_DEFAULT_COMPRESSION);
        TSCOPE_CHECK(status == Z_OK, "zlib has memory to work with");
        resetOutput();
    }
    PixelChunks(const PixelChunks&) = delete;
    PixelChunks& operator=(const PixelChunks&) = delete;
    ~PixelChunks() { deflateEnd(&m_stream); }

    void add(std::string& line)
    {
        m_stream.next_in = reinterpret_cast<Bytef*>(line.data());
        m_stream.avail_in = static_cast<uInt>(line.size());
        while (m_stream.avail_in > 0) {
            deflate(&m_stream, Z_NO_FLUSH);
            if (m_stream.avail_out == 0)
                write();
        }
    }
    void finish()
    {
        while (deflate(&m_stream, Z_FINISH) != Z_STREAM_END)
            write();
        write();
    }

private:
    void write()
    {
        addChunk(m_file, "IDAT", std::string(m_buffer.data(), m_buffer.size() - m_stream.avail_out));
        resetOutput();
    }
    void resetOutput()
    {
        m_stream.next_out = reinterpret_cast<Bytef*>(m_buffer.data());
        m_stream.avail_out = static_cast<uInt>(m_buffer.size());
    }

    std::string& m_file;
    z_stream m_stream{};
    std::array<char, 1 << 16> m_buffer{};
};

} // namespace

std::string pngOf(const Image& image)
{
    std::string file = "\x89PNG\r\n\x1a\n";
    // 8 bits, red green blue; the only compression and filter method; not interlaced.
    addChunk(file, "IHDR",
             bigEndian(static_cast<std::uint64_t>(image.width)) +
                 bigEndian(static_cast<std::uint64_t>(image.height)) + std::string("\x08\x02\x00\x00\x00", 5));
    PixelChunks pixels(file);
    std::string line;
    for (std::int64_t y = 0; y < image.height; ++y) {
        line.assign(1, '\0'); // no filter: few colours, which repeat
        for (std::int64_t x = 0; x < image.width; ++x) {
            const auto& colour = image.at(x, y);
            for (const auto part : {colour.red, colour.green, colour.blue})
                line.push_back(static_cast<char>(part));
        }
        pixels.add(line);
    }
    pixels.finish();
    addChunk(file, "IEND", "");
    return file;
}

} // namespace tscope
