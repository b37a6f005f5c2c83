// SPDX-License-Identifier: Apache-2.0
#include "base/say.h"
#include "io/matrix_market/matrix_market.h"

#include "array/runs.h"
#include "element/visit.h"
#include "io/lost_claims.h"
#include "io/lost_entries.h"
#include "io/matrix_market/symmetric_form.h"
#include "layouts/coo/coo.h"

#include <charconv>
#include <cmath>
#include <complex>

namespace tscope {

namespace {

Result<MtxField> fieldOf(const DType& dtype)
{
    switch (dtype.elementClass()) {
    case ElementClass::real:
        return MtxField::real;
    case ElementClass::complex:
        return MtxField::complex;
    case ElementClass::opaque:
        return unsupported(say("elements of the type {0} have no numbers to write", dtype.name()));
    case ElementClass::unsignedInteger:
        return dtype == ElementType::u64 ? MtxField::unsignedInteger : MtxField::integer;
    default:
        return MtxField::integer;
    }
}

// Lines of text, passed on in large runs.
class Lines
{
public:
    explicit Lines(Sink& sink) : m_sink(sink) {}
    ~Lines() { pass(); }
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;

    void text(std::string_view text) { m_text += text; }

    // Reals are written as the doubles they are: the shortest text of a float is another number to who reads it as
    // a double, and all who read such files do.
    template <class T>
    void number(T given)
    {
        using Written = std::conditional_t<std::is_floating_point_v<T>, double, T>;
        const Written value = given;
        char digits[48]; // the longest double has 24
        const auto done = std::to_chars(digits, digits + sizeof digits, value);
        m_text.append(digits, done.ptr);
    }

    void value(BoolByte value) { number(value.byte != 0 ? 1 : 0); }
    void value(QInt8 value) { number(static_cast<int>(value.stored)); }
    void value(QUInt8 value) { number(static_cast<int>(value.stored)); }
    void value(std::int8_t value) { number(static_cast<int>(value)); }
    void value(std::uint8_t value) { number(static_cast<int>(value)); }
    void value(ComplexHalf value) { pair(toFloat(value.real), toFloat(value.imag)); }
    template <class T>
    void value(std::complex<T> value)
    {
        pair(value.real(), value.imag());
    }
    template <class T>
    void value(T value)
    {
        if constexpr (std::is_arithmetic_v<T>)
            number(value);
        else
            number(toFloat(value));
    }

    // Whether more lines are wanted.
    bool end()
    {
        constexpr std::size_t passFrom = std::size_t{1} << 16;
        m_text += '\n';
        if (m_text.size() < passFrom)
            return true;
        pass();
        return !m_sink.isStopped();
    }

private:
    template <class T>
    void pair(T real, T imaginary)
    {
        number(real);
        m_text += ' ';
        number(imaginary);
    }

    void pass()
    {
        m_sink.put(m_text);
        m_text.clear();
    }

    Sink& m_sink;
    std::string m_text;
};

const Array& valuesOf(const Tensor& tensor)
{
    return std::ranges::find_if(tensor.members, [](const Member& m) { return m.role->kind == RoleKind::values; })
        ->array;
}

// The elements of an array by their row-major positions, without asking for each what type it has.
template <class T>
class Elements
{
public:
    explicit Elements(const Array& array) : m_array(array), m_data(array.storage->data()), m_runs(array.geometry)
    {
    }

    T at(std::int64_t position) const
    {
        constexpr auto size = static_cast<std::int64_t>(sizeof(T));
        const auto byte = m_runs.offsetAt(position) * size;
        if (m_data)
            return loadElement<T>(m_data + byte);
        std::byte bytes[sizeof(T)];
        m_array.storage->read(byte, bytes);
        return loadElement<T>(bytes);
    }

private:
    const Array& m_array;
    const std::byte* m_data; // null where an edit has parted them
    Runs m_runs;
};

void writeHeader(Lines& lines, const Document& document, std::string_view words)
{
    lines.text("%%MatrixMarket matrix ");
    lines.text(words);
    lines.end();
    for (const auto& [name, text] : document.others) {
        if (name != mtxComments)
            continue;
        for (auto rest = std::string_view(text); !rest.empty();) {
            const auto end = std::min(rest.find('\n'), rest.size());
            lines.text("%");
            lines.text(rest.substr(0, end));
            lines.end();
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
}

void writeSizes(Lines& lines, const Extents& numbers)
{
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        lines.text(i > 0 ? " " : "");
        lines.number(numbers[i]);
    }
    lines.end();
}

// All elements by columns, as the format wants them; of a symmetric array those of the lower triangle.
Result<void> writeArray(const Document& document, const Array& array, const std::optional<MtxForm>& form,
                        MtxField field, Sink& sink)
{
    if (!array.isReadable())
        return unsupported(
            say("the elements do not all lie in their storage; a .json file can keep the tensor as it is"));
    Lines lines(sink);
    writeHeader(lines, document, form ? form->words : mtxWords(true, field, MtxSymmetry::general));
    const auto symmetry = form ? form->symmetry : MtxSymmetry::general;
    const auto& sizes = array.geometry.sizes;
    writeSizes(lines, sizes);
    if (sizes[0] == 0) // of columns there may be as many as numbers go
        return {};
    visitElement(array.dtype, [&](auto tag) {
        auto byColumns = array;
        std::ranges::reverse(byColumns.geometry.sizes);
        std::ranges::reverse(byColumns.geometry.strides);
        const Elements<typename decltype(tag)::type> elements(byColumns);
        for (std::int64_t column = 0; column < sizes[1]; ++column) {
            const auto first = symmetry == MtxSymmetry::general ? 0
                               : symmetry == MtxSymmetry::skew  ? column + 1
                                                                : column;
            for (auto row = first; row < sizes[0]; ++row) {
                lines.value(elements.at(column * sizes[0] + row));
                if (!lines.end())
                    return;
            }
        }
    });
    return {};
}

Result<void> writeEntries(const Document& document, const Tensor& tensor, const Extents& size,
                          const ListedEntries& entries, const std::optional<MtxForm>& symmetric, MtxField field,
                          Sink& sink)
{
    const auto& values = valuesOf(tensor);
    const auto stored = *numel(values.geometry);
    if (entries.listed == 0 && stored > 0)
        return unsupported(say("a Matrix Market file holds entries inside the matrix only, of "
                               "{0|stored value|stored values} none is; a .json file can keep the tensor as it is",
                               stored));
    if (!entries.areAll())
        sink.noteLostEntries(lostEntriesText(entries, say("a Matrix Market file")));
    const auto wanted = symmetric ? symmetric->stored : entries.listed;
    const bool isPattern = symmetric && symmetric->field == MtxField::pattern;
    Lines lines(sink);
    writeHeader(lines, document, symmetric ? symmetric->words : mtxWords(false, field, MtxSymmetry::general));
    writeSizes(lines, {size[0], size[1], wanted});
    std::int64_t written = 0;
    const auto walked = visitElement(values.dtype, [&](auto tag) {
        const Elements<typename decltype(tag)::type> elements(values);
        return tensor.layout->entries(tensor, [&](const Extents& index, std::int64_t slot) {
            if (written == wanted)
                return false;
            lines.number(index[0] + 1);
            lines.text(" ");
            lines.number(index[1] + 1);
            if (!isPattern) {
                lines.text(" ");
                lines.value(elements.at(slot));
            }
            ++written;
            return lines.end();
        });
    });
    if (!walked)
        return walked.error();
    if (written != wanted)
        return corrupt(
            say("the entries changed while they were written: {0} of {1} were found again", written, wanted));
    return {};
}

// What it opens as, and what is not said in it.
void noteWhatIsLost(const Document& document, const std::optional<MtxForm>& form, MtxField field, Sink& sink)
{
    const auto& tensor = document.tensors.front().tensor;
    std::string lost;
    const auto add = [&](const std::string& what) { lost += (lost.empty() ? "" : say(", ")) + what; };
    const auto became = [&](const std::string& what, const DType& from, const DType& to) {
        if (!(from == to))
            add(say("{0} {1} (becomes {2})", what, from.name(), to.name()));
    };
    const bool isArray = tensor.layout->family == "strided";
    if (!isArray && tensor.layout != &cooLayout())
        add(say("the layout {0} (becomes coo)", tensor.layout->name));
    became(say("the type"), valuesOf(tensor).dtype, mtxValueType(field));
    for (const auto& member : tensor.members)
        if (member.role->kind != RoleKind::values) {
            became(say("the index type"), member.array.dtype, ElementType::i64);
            break;
        }
    if (const auto words = tensor.claims.word(mtxClaim); words && !form)
        add(say("the form that it was opened from, {0}, which no longer holds (all elements are written)",
                *words));
    const auto claims = claimsBesideMembers(
        tensor, [&](std::string_view claim) { return claim == mtxClaim || (claim == "size" && !isArray); });
    if (!claims.empty())
        add(say("what the tensor claims beside its elements: {0}", claims));
    if (!lost.empty())
        sink.note(say("a Matrix Market file does not keep {0}", lost));
    noteLostTexts(document, sink, say("a Matrix Market file"),
                  [](std::string_view name) { return name == mtxComments; });
}

std::string noMatrix(std::string_view layout, const Outline& outline)
{
    const auto dims = outline.size ? std::to_string(outline.size->size()) : say("unknown");
    return outline.denseDims.value_or(0) != 0
               ? say("a Matrix Market file holds a matrix, a tensor of two dims, not a {0} tensor of {1} dims of "
                     "which "
                     "some are dense",
                     layout, dims)
               : say("a Matrix Market file holds a matrix, a tensor of two dims, not a {0} tensor of {1} dims",
                     layout, dims);
}

} // namespace

Result<void> writeMatrixMarket(const Document& document, Sink& sink)
{
    if (document.tensors.size() != 1)
        return unsupported(
            say("a Matrix Market file holds one matrix, these are {0} tensors; choose one by FILE::NAME",
                document.tensors.size()));
    const auto& tensor = document.tensors.front().tensor;
    const auto outline = tensor.layout->read(tensor, {})->outline();
    const auto isNumber = [](const OuterExtent& extent) { return extent.kind == OuterExtent::Kind::number; };
    if (!outline.size || outline.size->size() != 2 || !std::ranges::all_of(*outline.size, isNumber) ||
        outline.denseDims.value_or(0) != 0)
        return unsupported(noMatrix(tensor.layout->name, outline));
    const Extents size{(*outline.size)[0].value, (*outline.size)[1].value};
    const auto field = fieldOf(valuesOf(tensor).dtype);
    if (!field)
        return field.error();
    const bool isArray = tensor.layout->family == "strided";
    if (!isArray && !valuesOf(tensor).isReadable())
        return unsupported(
            say("the values do not all lie in their storage; a .json file can keep the tensor as it is"));
    const auto entries = isArray ? Result<ListedEntries>(ListedEntries{}) : listedEntries(tensor);
    if (!entries)
        return entries.error();
    // A symmetric file keeps its form only while the tensor is still what it made.
    const auto form = entries->areAll() ? symmetricForm(tensor) : std::nullopt;
    noteWhatIsLost(document, form, *field, sink);
    if (isArray)
        return writeArray(document, valuesOf(tensor), form, *field, sink);
    return writeEntries(document, tensor, size, *entries, form, *field, sink);
}

} // namespace tscope
