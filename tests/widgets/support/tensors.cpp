// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/tensors.h"

#include "io/open.h"
#include "literals/json_tensor.h"
#include "make/generators.h"

#include <QDir>

#include <functional>
#include <map>
#include <stdexcept>

namespace tscope::test {

namespace {

Tensor made(const std::string& layout, Extents size, std::int64_t nnz)
{
    MakeSpec spec;
    spec.layout = layout;
    spec.size = std::move(size);
    spec.nnz = nnz;
    auto tensor = makeTensorOf(spec);
    if (!tensor)
        throw std::runtime_error(tensor.error().text);
    return std::move(*tensor);
}

Tensor withLongNames()
{
    auto tensor = sample("csr");
    for (auto& member : tensor.members)
        member.as = std::string(300, 'm');
    return tensor;
}

struct Text {
    std::string json;
    Tensor operator()() const { return tensorOf(json); }
};

const std::map<std::string, std::function<Tensor()>>& oddTensors()
{
    static const std::map<std::string, std::function<Tensor()>> all{
        {"no_rows", Text{R"({"layout":"csr","size":[0,5],"members":{"compressed":[0],"plain":[],"values":[]}})"}},
        {"no_columns",
         Text{R"({"layout":"csr","size":[2,0],"members":{"compressed":[0,0,0],"plain":[],"values":[]}})"}},
        {"nothing_stored",
         Text{R"({"layout":"csr","size":[3,4],"members":{"compressed":[0,0,0,0],"plain":[],"values":[]}})"}},
        {"nothing_stored_coo", Text{R"({"layout":"coo","size":[3,4],"members":{"indices":[[],[]],"values":[]}})"}},
        {"empty_strided", Text{R"({"layout":"strided","members":{"values":{"shape":[4,0],"data":[]}}})"}},
        {"empty_6d", Text{R"({"layout":"strided","members":{"values":{"shape":
              [1000000000000,1000000,0,1000000000000,1000000000,3]}}})"}},
        {"no_components", Text{R"({"layout":"nested","components":[]})"}},
        {"empty_jagged", Text{R"({"layout":"jagged","members":{"values":[],"offsets":[0]}})"}},
        {"scalar", Text{R"({"layout":"strided","members":{"values":{"shape":[],"data":[3.25]}}})"}},
        {"vector", Text{R"({"layout":"strided","dtype":"int8","members":{"values":[1,-2,3,-4,127,-128]}})"}},
        {"six_dims",
         [] {
             return made("strided", {2, 3, 2, 2, 3, 4}, 40);
         }},
        {"transposed", Text{R"({"layout":"strided","members":{"values":{"shape":[3,4],"strides":[1,3],
              "storage":[0,1,2,3,4,5,6,7,8,9,10,11]}}})"}},
        {"overlapping", Text{R"({"layout":"strided","members":{"values":{"shape":[5,3],"strides":[1,1],
              "offset":2,"storage":[0,1,2,3,4,5,6,7,8,9,10,11]}}})"}},
        {"huge_doubles",
         Text{R"({"layout":"strided","dtype":"float64","members":{"values":[[1.7976931348623157e308,
              -2.2250738585072014e-308,3.141592653589793],["NaN","Infinity","-Infinity"],[-0.0,5e-324,1e15]]}})"}},
        {"huge_integers", Text{R"({"layout":"strided","dtype":"int64","members":{"values":
              [[9223372036854775807,-9223372036854775808],[0,1234567890123]]}})"}},
        {"complex", Text{R"({"layout":"strided","members":{"values":{"dtype":"complex128","shape":[2,2],
              "data":[[1.5e300,-2.25e-300],["NaN",-0.0],[0,-1],3]}}})"}},
        {"long_names", withLongNames},
        {"opaque", Text{R"({"layout":"strided","members":{"values":{"dtype":"some_type_of_another_house",
              "itemsize":12,"shape":[3,4]}}})"}},
        {"opaque_no_size",
         Text{R"({"layout":"strided","members":{"values":{"dtype":"some_type","shape":[3,4]}}})"}},
        {"declared", Text{R"({"layout":"csr","size":[3,4],"members":{"compressed":{"shape":[4]},
              "plain":{"shape":[8]},"values":{"shape":[8]}}})"}},
        {"declared_vast", Text{R"({"layout":"strided","members":{"values":{"shape":[1000000000,1000000000]}}})"}},
        {"longest", Text{R"({"layout":"strided","members":{"values":{"dtype":"uint8",
              "shape":[9223372036854775807]}}})"}},
        {"vast_sizes", Text{R"({"layout":"coo","size":[9223372036854775807,9223372036854775807],
              "members":{"indices":[[0,9223372036854775806],[5,7]],"values":[1,2]}})"}},
        {"nonsense_geometry", Text{R"({"layout":"strided","members":{"values":{"shape":[-3,4],"strides":[1],
              "offset":-7,"storage":[1,2]}}})"}},
        {"size_of_other_rank", Text{R"({"layout":"csr","size":[3],"members":{"compressed":[0,1],"plain":[0],
              "values":[1]}})"}},
        {"batched_csr", Text{R"({"layout":"csr","size":[2,2,3],"members":{"compressed":[[0,1,2],[0,0,2]],
              "plain":[[0,2],[1,2]],"values":[[1,2],[3,4]]}})"}},
        {"dense_tail", Text{R"({"layout":"coo","size":[3,3,2],"members":{"indices":[[0,2],[1,2]],
              "values":[[1,2],[3,4]]}})"}},
        {"outside", Text{R"({"layout":"coo","size":[3,4],"members":{"indices":[[0,1,1,-2,5,2,2,9,-1],
              [7,-1,9,2,1,0,3,9,-3]],"values":[1,2,3,4,5,6,7,8,9]}})"}},
        {"outside_many", Text{R"({"layout":"coo","size":[2,2],"members":{"indices":
              [[0,0,0,0,0,0,0,0,0,0,0,1],[2,3,4,5,6,7,8,9,10,11,12,-1]],
              "values":[1,2,3,4,5,6,7,8,9,10,11,12]}})"}},
        {"stored_zeros", Text{R"({"layout":"csr","size":[2,4],"dtype":"float32","members":{
              "compressed":[0,3,5],"plain":[0,1,3,0,2],"values":[0,1.5,"NaN","Infinity",-0.0]}})"}},
        {"batched_bsr", Text{R"({"layout":"bsr","size":[3,4,6],"members":{
              "compressed":[[0,1,2],[0,0,2],[0,1,2]],"plain":[[0,1],[0,1],[1,1]],"values":{"shape":[3,2,2,3],"data":
              [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36]}}})"}},
        {"hybrid_bsr", Text{R"({"layout":"bsr","size":[4,4,3],"members":{"compressed":[0,1,2],"plain":[1,0],
              "values":{"shape":[2,2,2,3],"data":
              [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]}}})"}},
        {"column_major_blocks", Text{R"({"layout":"bsc","size":[6,4],"members":{"compressed":[0,1,2],
              "plain":[1,0],"values":{"shape":[2,3,2],"strides":[6,1,3],
              "storage":[1,2,3,4,5,6,7,8,9,10,11,12]}}})"}},
        {"thirds", Text{R"({"layout":"strided","dtype":"float64","members":{"values":[[0.3333333333333333,
              -0.6666666666666666,1e-20],[123456.789,-2e9,0.5]]}})"}},
        {"reversed", Text{R"({"layout":"strided","members":{"values":{"shape":[2,3],"strides":[0,-2],
              "offset":5,"storage":[0,1,2,3,4,5,6,7]}}})"}},
        {"long_tail", Text{R"({"layout":"coo","size":[2,2,6],"members":{"indices":[[0,1],[1,0]],
              "values":[[1,2,3,4,5,6],[0,0,0,1000,0,0]]}})"}},
        {"many_csr",
         [] {
             return made("csr", {3000, 3000}, 100'000);
         }},
        {"many_coo",
         [] {
             return made("coo", {100'000, 100'000}, 1'000'000);
         }},
        {"many_strided",
         [] {
             return made("strided", {1000, 1000}, 1'000'000);
         }},
    };
    return all;
}

} // namespace

Tensor tensorOf(std::string_view json)
{
    auto document = readJsonTensors(json);
    if (!document)
        throw std::runtime_error(document.error().text + " in " + std::string(json));
    return document->tensors.at(0).tensor;
}

std::vector<std::string> sampleNames()
{
    std::vector<std::string> names;
    for (const auto& entry : QDir(QStringLiteral(TSCOPE_SAMPLES)).entryInfoList({QStringLiteral("*.json")}))
        names.push_back(entry.completeBaseName().toStdString());
    return names;
}

Tensor sample(const std::string& name)
{
    auto document = openFile(TSCOPE_SAMPLES "/" + name + ".json");
    if (!document)
        throw std::runtime_error(document.error().text);
    return document->tensors.at(0).tensor;
}

std::vector<std::string> oddTensorNames()
{
    std::vector<std::string> names;
    for (const auto& [name, make] : oddTensors())
        names.push_back(name);
    return names;
}

Tensor oddTensor(const std::string& name)
{
    return oddTensors().at(name)();
}

} // namespace tscope::test
