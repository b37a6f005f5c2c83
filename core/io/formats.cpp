// SPDX-License-Identifier: Apache-2.0
#include "io/formats.h"

#include "io/gzip/gzip_file.h"
#include "io/matrix_market/matrix_market.h"
#include "io/npy/reader.h"
#include "io/npy/writer.h"
#include "io/npz/npz.h"
#include "io/safetensors/safetensors.h"
#include "io/stand_ins.h"
#include "io/text_files.h"
#include "io/torch/file.h"
#include "io/zip_files.h"

#include <algorithm>
#include <string>

namespace tscope {

namespace {

constexpr std::string_view jsonEndings[] = {".json"};
constexpr std::string_view textEndings[] = {".txt"};
constexpr std::string_view npyEndings[] = {".npy"};
constexpr std::string_view npzEndings[] = {".npz"};
constexpr std::string_view gzipEndings[] = {".mtx.gz"};
constexpr std::string_view matrixMarketEndings[] = {".mtx"};
constexpr std::string_view safetensorsEndings[] = {".safetensors"};
constexpr std::string_view torchEndings[] = {".pt", ".pth"};

using enum KeptOrder;

constexpr Format formats[] = {
    {FileFormat::json, readJsonFile, jsonEndings, writeJsonFile, nullptr, true, any, "a .json file"},
    {FileFormat::text, readTextFile, textEndings, writeTextFile, nullptr, false, rowMajor, "a text literal"},
    {FileFormat::npy, readNpyFile, npyEndings, writeNpyFile, nullptr, false, rowOrColumnMajor, "a .npy file"},
    {FileFormat::zip, readZipFile, npzEndings, writeNpz, nullptr, false, rowOrColumnMajor, "a .npz file"},
    {FileFormat::zip, readZipFile, torchEndings, writeTorchFile, writeTorchFileFor1x, true, any, "a PyTorch file"},
    {FileFormat::torchLegacy, readTorchLegacy},
    {FileFormat::torchPreview},
    {FileFormat::tar},
    {FileFormat::gzip, readGzipFile, gzipEndings, writeGzipMatrixMarket, nullptr, false, rowOrColumnMajor,
     "a Matrix Market file"},
    {FileFormat::matrixMarket, readMatrixMarket, matrixMarketEndings, writeMatrixMarket, nullptr, false,
     rowOrColumnMajor, "a Matrix Market file"},
    {FileFormat::safetensors, readSafetensors, safetensorsEndings, writeSafetensors, nullptr, false, rowMajor,
     "a safetensors file"},
    {FileFormat::hdf5},
    {FileFormat::gguf},
    {FileFormat::arrow},
    {FileFormat::lfsPointer, readLfsPointer},
    {FileFormat::webPage, readWebPage},
    {FileFormat::utf16, readUtf16},
    {FileFormat::other},
};

std::string inSmallLetters(std::string_view path)
{
    std::string small(path);
    std::ranges::transform(small, small.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return small;
}

} // namespace

std::span<const Format> allFormats()
{
    return formats;
}

const Format& formatOf(FileFormat kind)
{
    return *std::ranges::find(formats, kind, &Format::kind);
}

const Format* writtenAs(std::string_view path)
{
    const auto small = inSmallLetters(path);
    for (const auto& format : formats)
        for (const auto ending : format.endings)
            if (format.write != nullptr && small.ends_with(ending))
                return &format;
    return nullptr;
}

} // namespace tscope
