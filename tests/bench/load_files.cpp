// SPDX-License-Identifier: Apache-2.0
#include "bench/load_files.h"

#include "bench/workloads.h"
#include "io/open.h"
#include "io/torch/file.h"
#include "io/whole_file.h"
#include "layouts/registry.h"
#include "layouts/strided/strided.h"
#include "literals/number_fit.h"
#include "support/zip_bytes.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <vector>

namespace tscope::bench {

namespace {

namespace fs = std::filesystem;

// Fifteen entries in each row at random columns, with values of 17 digits.
Tensor uniform(std::int64_t rows, DType index, DType value)
{
    constexpr std::int64_t perRow = 15;
    std::mt19937_64 random(1);
    std::vector<std::int64_t> pointers{0}, columns, row(perRow);
    columns.reserve(static_cast<std::size_t>(rows * perRow));
    for (std::int64_t r = 0; r < rows; ++r) {
        for (auto& column : row)
            column = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(rows));
        std::ranges::sort(row);
        columns.insert(columns.end(), row.begin(), std::ranges::unique(row).begin());
        pointers.push_back(std::ssize(columns));
    }
    const auto nnz = std::ssize(columns);
    auto values = *StorageBuilder::make(nnz * value.itemSize());
    for (std::int64_t k = 0; k < nnz; ++k)
        storeNumber(static_cast<double>(random() >> 11) * 0x1p-53, value,
                    values.bytes().data() + k * value.itemSize());
    const auto& layout = *layoutNamed("csr");
    std::vector<Member> members(3);
    members[0].array = Array::fromInts({rows + 1}, pointers, index);
    members[1].array = Array::fromInts({nnz}, columns, index);
    members[2].array = {std::move(values).seal(), value, Geometry::rowMajor({nnz})};
    for (std::size_t m = 0; m < 3; ++m)
        members[m].role = &layout.roles[m];
    auto tensor = *makeTensor(layout, std::move(members));
    tensor.size = Extents{rows, rows};
    return tensor;
}

// The five-point stencil of a square grid with its usual values, which pack well.
Tensor stencil5()
{
    auto tensor = tensorNamed("stencil5-1e7", ElementType::i32);
    const auto nnz = tensor.member("plain").array.geometry.sizes[0];
    auto values = *StorageBuilder::make(nnz * 8);
    const auto& pointers = tensor.member("compressed").array;
    const auto& columns = tensor.member("plain").array;
    const auto at = [](const Array& array, std::int64_t k) {
        return std::get<std::int64_t>(array.at(k).number());
    };
    for (std::int64_t r = 0, k = 0; r < (*tensor.size)[0]; ++r)
        for (const auto end = at(pointers, r + 1); k < end; ++k)
            storeNumber(at(columns, k) == r ? 4.0 : -1.0, ElementType::f64, values.bytes().data() + k * 8);
    for (auto& member : tensor.members)
        if (member.role->kind == RoleKind::values)
            member.array = {std::move(values).seal(), ElementType::f64, Geometry::rowMajor({nnz})};
    return tensor;
}

Tensor dense(std::int64_t side)
{
    std::mt19937_64 random(1);
    auto values = *StorageBuilder::make(side * side * 4);
    for (std::int64_t k = 0; k < side * side; ++k)
        storeNumber(static_cast<double>(random() >> 40) * 0x1p-24, ElementType::f32,
                    values.bytes().data() + k * 4);
    std::vector<Member> members(1);
    members[0].role = &stridedLayout().roles[0];
    members[0].array = {std::move(values).seal(), ElementType::f32, Geometry::rowMajor({side, side})};
    return *makeTensor(stridedLayout(), std::move(members));
}

std::string coordinateText(const Tensor& csr)
{
    const auto& pointers = csr.member("compressed").array;
    const auto& columns = csr.member("plain").array;
    const auto& values = csr.member("values").array;
    const auto size = std::to_string((*csr.size)[0]);
    std::string text = "%%MatrixMarket matrix coordinate real general\n" + size + " " + size + " " +
                       std::to_string(values.geometry.sizes[0]) + "\n";
    const auto at = [](const Array& array, std::int64_t k) {
        return std::get<std::int64_t>(array.at(k).number());
    };
    for (std::int64_t r = 0, k = 0; r < (*csr.size)[0]; ++r)
        for (const auto end = at(pointers, r + 1); k < end; ++k) {
            char line[80];
            const auto length =
                std::snprintf(line, sizeof line, "%lld %lld %.17g\n", static_cast<long long>(r + 1),
                              static_cast<long long>(at(columns, k) + 1), std::get<double>(values.at(k).number()));
            text.append(line, static_cast<std::size_t>(length));
        }
    return text;
}

// The members of an archive, each of them deflated.
std::string packedArchive(const std::string& stored)
{
    const auto archive = *ZipArchive::open(*mapFile(stored));
    std::vector<test::ZipPart> parts;
    for (const auto& entry : archive.entries()) {
        std::string warning;
        parts.push_back(
            {.name = entry.name, .bytes = test::textOf(**archive.bytes(entry, warning)), .deflate = true});
    }
    return test::zipOf(parts);
}

Result<void> writeText(const std::string& path, const std::string& text)
{
    return writeWholeFile(path, [&](Sink& sink) -> Result<void> {
        sink.put(text);
        return {};
    });
}

Result<void> save(const Tensor& tensor, const std::string& path)
{
    const auto saved = saveFile({{{"", tensor}}, {}}, path);
    return saved ? Result<void>() : saved.error();
}

Result<void> make(const std::string& name, const std::string& path)
{
    constexpr std::int64_t rows = 600'000;
    if (name == "uniform-1e7.mtx")
        return writeText(path, coordinateText(uniform(rows, ElementType::i32, ElementType::f64)));
    if (name == "uniform-1e7.npz")
        return save(uniform(rows, ElementType::i32, ElementType::f64), path);
    if (name == "uniform-1e7-packed.npz")
        return writeText(path, packedArchive(loadFile("uniform-1e7.npz")));
    if (name == "stencil5-1e7.npz")
        return save(stencil5(), path);
    if (name == "stencil5-1e7-packed.npz")
        return writeText(path, packedArchive(loadFile("stencil5-1e7.npz")));
    if (name == "uniform-1e7.pt")
        return writeWholeFile(path, [](Sink& sink) {
            const auto tensor = uniform(rows, ElementType::i64, ElementType::f32);
            return writeTorchArchive({{{"", tensor}}, {}}, sink, {.for1x = true}); // as old PyTorch reads it too
        });
    if (name == "dense8192.npy")
        return save(dense(8192), path);
    if (name == "uniform-2GB.npz")
        return save(uniform(8'000'000, ElementType::i64, ElementType::f64), path);
    return invalidArgument("there is no file called " + name);
}

} // namespace

std::string loadFile(const std::string& name)
{
    const char* given = std::getenv("TSCOPE_BENCH_FILES");
    const auto folder = given ? fs::path(given) : fs::temp_directory_path() / "tscope-bench-files";
    fs::create_directories(folder);
    auto path = (folder / name).string();
    if (fs::exists(path))
        return path;
    std::fprintf(stderr, "writing %s\n", path.c_str());
    if (const auto made = make(name, path); !made) {
        std::fprintf(stderr, "%s\n", made.error().text.c_str());
        std::exit(1);
    }
    return path;
}

} // namespace tscope::bench
