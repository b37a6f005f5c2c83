// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "facts/related.h"
#include "scenes/colouring.h"
#include "scenes/text_size.h"
#include "style/palette.h"
#include "workspace/workspace.h"

#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace tscope {

enum class Fill : std::uint8_t { plain, hatch };
enum class Shape : std::uint8_t { triangle, diamond, dot, ring, cross, infinity, plusInfinity, minusInfinity };
enum class TextKind : std::uint8_t { value, note, small, heading };

struct Box {
    QRectF rect;
    Ink fill = Ink::none;
    Ink stroke = Ink::none;
    Fill pattern = Fill::plain;
    std::optional<QRgb> colour = {}; // in place of the fill: that of a value
    bool isOfBroken = false;         // lies over a cell that has a ground of its own, and marks it
};
struct Label {
    QRectF rect; // holds all of the text
    QString text;
    Ink ink = Ink::text;
    Ink on = Ink::canvas; // what it is drawn on
    Qt::Alignment align = Qt::AlignCenter;
    TextKind kind = TextKind::note;
    QString name = {}; // of a heading: all that stays of it while the picture is covered; empty: nothing
    QRectF seen = {};  // beyond it the text is cut; invalid: nowhere
};
struct Line {
    QPointF from, to;
    Ink ink = Ink::grid;
    double width = 1;
    bool isArrow = false, isDashed = false;
};
struct Mark {
    QRectF rect;
    Shape shape = Shape::dot;
    Ink ink = Ink::text;
};
struct Raster {
    QRectF rect;
    QImage image;
};
// A place of the tensor and where it is drawn: what can be pointed at, and what is lit up.
struct Spot {
    QRectF rect;
    Place place;
    QString words;      // what is there, for tool tips and for who can't see
    QString value = {}; // the number alone; empty of places that are several
};

// The edge of a bracket, which may be taken along its strip: that writes the slot which puts it there.
struct Handle {
    QRectF rect;
    Slots slot;             // one
    std::int64_t value = 0; // what stands there
    std::int64_t most = 0;  // of what it points into
    double step = 1;        // pixels for one more
    QString words;
};

// Which dims of the tensor are shown as rows and columns; the index of the others.
struct DimRoles {
    int row = -1, column = -1; // -1: the layout's own choice, or no such dim
    Extents fixed;
    bool isAlone = false; // one index of the others at a time, also where all could be seen at once

    bool operator==(const DimRoles&) const = default;
};

// The numbers along an edge of a matrix, which count a dim of the tensor: dragged along them they mark a slice.
struct AxisBand {
    QRectF rect;  // of the numbers
    QRectF cells; // of the matrix, as far as it is in sight
    int dim = 0;
    bool isDown = false;
    double from = 0, step = 1;       // where the first in sight begins, and how far apart they are
    std::int64_t first = 0, end = 0; // in sight
};

// A picture of one tensor as data: what is visible through a window of `size`, whose top left corner lies at
// `origin` of the whole content. Immutable once built.
struct Scene {
    QSizeF content;
    QPointF origin;
    QSizeF size;
    QPointF fixed;               // of the content, before what grows with the zoom
    std::vector<Raster> rasters; // drawn in this order
    std::vector<Box> boxes;
    std::vector<Line> lines;
    std::vector<Mark> marks;
    std::vector<Label> labels;
    std::vector<Spot> spots;
    std::vector<Spot> brackets;   // can be pointed at beside the spots; one place may have several
    std::vector<Spot> violations; // the marks of what is broken, each with what is wrong there
    std::vector<Handle> handles;  // above the spots
    std::vector<AxisBand> axes;   // of tensors that have such views
    QString words;                // of the whole
    std::vector<double> leads;    // of pictures of strips: how far each is scrolled beyond the origin
    TextSize text;                // in which the labels are laid out
    // Of pictures that show two dims of several: the tensor's extents, and which of them these are.
    Extents extents;
    DimRoles roles;
    bool areSheetsPossible = false, areSheets = false; // all indices of the other dims, side by side
    bool isSampled = false;                            // counted were some elements that stand for all
};

// Another open tensor.
struct Neighbour {
    QString name;
    TensorPtr tensor; // never null
};

class AllPlaces;
class KnownMoves;
class KnownRange;

struct SceneRequest {
    TensorPtr tensor;
    TensorPtr before = {};                     // what a preview would change: slots that differ are marked
    std::shared_ptr<KnownMoves> moves = {};    // of that change; null: looked for anew for each picture
    ReportPtr report;                          // may be null
    bool hidesBroken = false;                  // what is wrong is what is asked: nothing tells it
    bool isCovered = false;                    // no arrows and brackets, nor the rows that only some need
    bool isOfOneRule = false;                  // the report: what breaks others has no mark
    std::shared_ptr<AllPlaces> allPlaces = {}; // of the report; null: looked for anew for each picture
    std::vector<Neighbour> others;             // that lie in a storage of this one
    QSizeF size;
    QPointF origin;
    std::vector<double> leads = {}; // of strips, see StripScroll; 0 of those that have none here
    double zoom = 32;               // the width of a cell or slot
    double mostZoom = 0;            // of a picture that is fit into its view; 0: what fits
    DimRoles roles;
    Colouring colouring = Colouring::none;
    std::shared_ptr<KnownRange> range = {}; // of the values, for colours; null: looked for anew for each picture
    std::int64_t mostCounted = int64Max;    // elements, of pictures that count them: of more they show a sample
    TextSize text;              // as the user has set it: pictures enlarge it with their cells and slots
    Theme theme = Theme::light; // of what is drawn pixel by pixel; all else names inks
};

inline constexpr double smallestPictureZoom = 1.0 / 1048576;

// One kind of picture. A view is made of one of these; another is one file and one line in pictures().
struct PictureSpec {
    const char* id;
    const char* title; // to be translated in the context "tscope::PictureSpec"
    bool hasColouring;
    double smallestZoom, largestZoom;
    Scene (*build)(const SceneRequest&, const Watch&);
    // The zoom at which a tensor is first shown: all of it as large as it fits, or as much as can be read.
    double (*firstZoom)(const SceneRequest&);
    // The largest zoom at which all of it is in sight.
    double (*wholeZoom)(const SceneRequest&);
    // The zoom at which numbers are read at the user's text size; with cells and slots beyond it text grows.
    double (*legibleZoom)(const SceneRequest&);
    // How large the whole is at the zoom of the request.
    QSizeF (*contentSize)(const SceneRequest&);
    // Where in the content a place is drawn; empty when it is not.
    QRectF (*rectOf)(const SceneRequest&, const Place&);
    // Of pictures of strips: the leads with which each strip shows the first of these places that lies in it.
    std::vector<double> (*leadsTo)(const SceneRequest&, const std::vector<Place>&) = nullptr;
};

std::span<const PictureSpec> pictures();

} // namespace tscope
