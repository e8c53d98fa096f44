"""Every number of the photo reader that was chosen by trial, each with its unit and its reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# --- load: what is accepted at all ------------------------------------------------------------------------

LARGEST_FILE: Final = 32 * 1024 * 1024
"""Bytes of a photograph; the largest telephones write 25 MB."""
MOST_PIXELS: Final = 64_000_000
"""Pixels that the header may announce: 50-megapixel telephones pass, bombs do not."""
SMALLEST_SIDE: Final = 400
"""Pixels; below, a sheet has less than 1.5 px per mm."""
WORKING_SIDE: Final = 4200
"""Pixels of the longer side that is kept; a sheet that fills it has more than 12 px per mm."""

# --- markers ----------------------------------------------------------------------------------------------

SEARCHES: Final = ((1600, 0.035, 1.6), (1600, 0.02, 0.0), (2800, 0.02, 0.0))
"""How markers are searched, until they are found: pixels of the picture's longer side (a marker needs 20 px);
the least outline as a part of it; how many times as long all that are found must be, lest a sheet farther off
is missed. Small outlines take 0.6 s on a map, where any circle or hexagon may be one, else 0.03 s."""
FEWEST_MARKERS: Final = 2
"""Markers of one copy that make a sheet; a single one may be a pattern on the table cloth."""
MARGIN: Final = 0.02
"""Paper laid about a picture while markers are looked for, part of its longer side: scans are trimmed."""
ENOUGH_MARKERS: Final = 7
"""With so many found in the small picture, the large one is not searched."""
REFINE_WINDOW_MM: Final = 0.7
"""Half side of the window in which a marker's corner is refined, in mm: less than half a module."""
OUTLIER_MM: Final = 3.5
"""A marker corner further than this from the homography of the others is a false one; curl stays below."""

ONE_SHEET_MM: Final = 80.0
"""A marker's guess at the middle of its sheet is off by 30 mm when the camera is tilted by 30 degrees; two
sheets lie 200 mm apart."""
SIDE_PART: Final = 0.3
"""Part of the way from the first sheet to the last within which one is called left, or right."""
ROW_PART: Final = 0.5
"""Sheets whose places differ less in one direction, as a part of the other, lie in a row."""

# --- flatten ----------------------------------------------------------------------------------------------

PIXELS_PER_MM: Final = 8.0
"""Pixels per mm of the flattened page: half of a pencil's line is 2 px, and 12-megapixel photos have 8 to
12."""
BEND_SMOOTHING: Final = 0.02
"""Weight of roughness when the bend of the paper is fitted to the marker corners (thin plate, per mm^2)."""
LEAST_SCALE: Final = 2.2
SMALL_SCALE: Final = 2.6
"""Pixels of the photo per mm of paper; below, pencil strokes melt into the printed lines, and between the two
only what is nearly certain counts without a question."""

DRAWINGS_KEPT: Final = 4
"""Drawings of blank pages that are kept, 4 MB each: making one takes a sixth of a reading's time."""

# --- code -------------------------------------------------------------------------------------------------

CODE_TRIES: Final[tuple[tuple[float, float, float, float], ...]] = (
    (5.0, 0.0, 0.0, 0.0),
    (5.0, 0.15, 0.6, 2.0),
    (8.0, 0.15, 0.6, 2.0),
    (6.0, 0.15, 0.6, 1.0),
    (6.0, 0.25, 0.6, 2.0),
    (3.5, 0.15, 0.6, 2.0),
    (10.0, 0.15, 0.6, 1.0),
    (4.0, 0.25, 0.6, 4.0),
)
"""How the QR is looked for until it is read: pixels per mm (a module is 1.05 mm wide), what is averaged and
the wider average in mm, and the weight of their difference. The first as it is; the others help each other:
on 100 hard photos (seed "geo") two were read by few of them."""

# --- align ------------------------------------------------------------------------------------------------

ALIGN_PIXELS_PER_MM: Final = 4.0
"""Resolution at which the page is matched to the blank drawing."""
ALIGN_STEP_MM: Final = (16.0, 10.0)
"""Distance of the matched patches, in each round."""
ALIGN_PATCH_MM: Final = 12.0
"""Side of a patch: wider than the pitch of the tracks, so that two printed circles and their surroundings
differ."""
ALIGN_REACH_MM: Final = (2.75, 1.0)
"""How far a patch is searched, in each round; the first stays below half the pitch of the citizens."""
ALIGN_LEAST_MATCH: Final = 0.55
"""Correlation of a patch with its drawing; below, it was not found (hidden, or full of pencil)."""
ALIGN_LEAST_TEXTURE: Final = 6.0
"""Gradient of the weaker direction in grey values; below, a patch could slide along its lines."""
ALIGN_SMOOTHING: Final = (0.004, 0.0008)
"""Stiffness of the thin plate through the patches, in each round."""
ALIGN_OUTLIER_MM: Final = 0.6
"""A patch that disagrees more with the smooth bend was matched wrongly."""
ALIGN_LEAST_SHARE: Final = 0.35
"""Share of the page's patches that must be found; below, the sheet is hidden or not what its code says."""
ALIGN_WRITTEN: Final = 0.1
"""Part of a patch from which places for writing spoil it: digits in them are no print."""
BLACK_BELOW: Final = 60
WHITE_ABOVE: Final = 200
MOST_GREY: Final = 0.045
"""Grey values below and above which a pixel is black or white, and the part of a page's pixels between them
that a picture of black and white has at most, along its edges."""
ALL_BLACK: Final = 16
"""Grey values below which, and as far below white, a picture of two tones has all its pixels."""
MOST_SPECKS: Final = 0.15
"""Part of bare paper that is black, writing included; Niblack's pictures have 0.24 and more where paper has
any grain."""
DOTS_ALONE, DOTS_BLUR = 0.12, 1.5
"""Of the pixels that differ from one beside them the part that differs from all four, from which black and
white stands for greys (dithered pages have 0.18 and more, others at most 0.07), and the blur in pixels."""
DIVIDED_AT: Final = (70.0, 100.0, 120.0, 140.0, 155.0, 170.0, 185.0, 200.0, 212.0, 224.0, 236.0)
"""Brightnesses at which scanners divide black from white."""
DIVIDED_WINDOWS_MM: Final = (1.5, 4.0)
DIVIDED_BELOW: Final = (6.0, 12.0, 20.0, 35.0)
"""What scanner apps look at around a pixel, and how much darker than that is black."""
DIVIDED_BLUR_MM: Final = 0.08
DIVIDED_SOFTLY: Final = 8.0
DIVIDED_SURELY: Final = 40.0
"""Blur of the scan before it is divided; grey values about the limit that may become either; how far below it
print must lie that has to show."""
EDGE_PIXELS: Final = 3
"""Width of the edges of print that black and white move; strokes are wider."""
MUCH_BROKEN: Final = 0.2
MOST_BROKEN: Final = 0.35
"""Part of the ink on bare paper that is thinner than any stroke, from which only what is nearly certain
counts unasked, and from which a sheet is refused: scans that can be read had at most 0.21, those that had
lost strokes without a trace at least 0.42."""
THIN_PRINT_MM: Final = 1.0
BRIDGE_MM: Final = 0.2
"""Width of black print, with its slack, that is no thicker than a line, and how far around it ink is seen."""

# --- ink --------------------------------------------------------------------------------------------------

PAPER_BLOCK_MM: Final = 1.0
"""Side of the blocks in which the brightness of the paper is measured."""
PAPER_WINDOW_BLOCKS: Final = 9
"""Blocks each way over which the paper's brightness is the median: pencil covers less than half of them."""
EDGE_OF_LIGHT, EDGE_LONG_BLOCKS, EDGE_REACH_BLOCKS = 1.3, 40, 5
"""How much brighter the paper is on one side of a line, 4 mm apart, than on the other, where a shadow has an
edge; how long it is at least; and blocks around it in which the brightness is measured otherwise."""
EDGE_PIXELS_PER_MM, EDGE_WINDOW_MM, EDGE_SOFT_MM = 4, 6.0, 0.15
"""The same there: pixels a mm, width of the median, and how soft an edge is taken to be."""
EDGE_SLACK_MM: Final = 0.8
"""So far from such an edge the paper counts as lit as on its dark side: the edge is known no better."""
PAPER_CLOSED_BLOCKS, PAPER_IS_INKED = 9, 0.85
"""What is narrower than so many blocks and darker than this part of what is around it is no light but ink."""
PAPER_IS_ABOVE: Final = 0.80
"""Share of white that the blank drawing must have where the paper's brightness is measured."""
BLURS_MM: Final = (0.06, 0.12, 0.18, 0.26, 0.36, 0.5)
"""Candidates for the blur of the photograph, standard deviations in mm."""
SAMPLE_MM: Final = 8.0
"""Areas narrower than this are the printed samples, which have other print close by."""
SAMPLES_MAY_HAVE: Final = 0.05
"""Share of the printed samples that may look pencilled; more, and print and drawing do not agree."""
PRINT_SLACK_MM: Final = 0.14
"""Printed lines may lie so far from where they are expected before their edge counts as ink."""
MUCH_NOISE: Final = 0.035
"""Noise from which ink is averaged; thin pale strokes need every bit of sharpness in better pictures."""
SMOOTH_MM: Final = 0.13
"""Standard deviation in mm over which ink is averaged against the noise of the camera."""
INK_NEEDS: Final = 0.5
"""Brightness of the print (1 is white) below which pencil on it is not looked for."""
PRINT_TOLERANCE: Final = 0.35
"""Share by which print may be darker than expected (toner spreads) before it counts as ink."""
PRINT_BLOCK_MM: Final = 16.0
"""Side of the neighbourhoods in which the strength of the print is measured."""
SHADE_MM, SHADE_SMOOTH_MM = 2.6, 0.3
"""Darkness wider than this is no stroke, but a shadow's edge: felt-tip pens leave 1.3 mm, drawn twice 2.2;
and the standard deviation over which the noise is averaged before."""
SHADE_LONG_MM, SHADE_GAP_MM = 16, 5
"""It is longer than a place, too (buildings are 11 to 12 mm), across gaps of print up to so many mm."""
MOST_SHADE: Final = 0.1
"""No more than so much darkness is taken away: a scribble that fills its place stays."""
PRINT_IS_ABOVE: Final = 0.12
"""Darkness that the drawing must have where the strength of the print is measured."""
PRINT_PERCENTILE: Final = 28
"""Of the printed pixels around, this many per cent are paler than what counts as the strength of the
print."""
ENOUGH_PRINT: Final = 60
"""Printed pixels (of half the resolution) that a neighbourhood must have."""
PRINT_STRENGTHS: Final = (0.75, 1.6)
"""Strengths beyond these are not believed."""
MOST_SPREAD: Final = 0.6
"""By how much lines may be broader than drawn, as a part of two pixels: 1 bit at 600 dpi gives 0.27, at 300
dpi 0.46, photographs of other prints 0.01 to 0.1."""
DOTTED, DOTTED_CORE, DOTTED_BESIDE_MM = 0.3, 90, 0.75
"""How uneven the broad lines of samples are where they are dots, part of their darkness (grey in 1 bit at
300 dpi has 0.46 to 0.52, at 600 dpi 0.22, black 0.13 at most); the grey below which they are drawn; over how
much."""

# --- strokes ----------------------------------------------------------------------------------------------

LEAST_STROKE: Final = 0.10
"""Darkness that may be a stroke at all; JPEG and paper stay below."""
NOISE_FACTOR: Final = 4.0
"""A stroke is darker than so many standard deviations of the bare paper's noise."""
USUAL_STROKE: Final = 0.2
"""Darkness of the writer's strokes when the sheet has too few to tell."""
ENOUGH_STROKES_MM2: Final = 12.0
"""Pencilled area from which the writer's darkness is taken: five circled citizens."""
FAINT, FULL = 0.28, 0.55
"""Parts of the writer's usual darkness where a stroke begins to count, and where it counts in full."""
TOO_PALE: Final = 1.5
"""Strokes that are darker than noise by less than this factor cannot be read safely."""

# --- looks ------------------------------------------------------------------------------------------------

LOOK_SIDE: Final = 48
"""Pixels of the small picture of a mark: a thin stroke is one pixel wide in the places of the tracks."""
LOOK_REACH: Final = 2.4
"""Size of what is looked at, as parts of the place: rings nearly twice as large as it, and marks half beside
it, are seen whole, with what stands on both sides."""
LOOK_MARGIN_MM: Final = 12.0
"""Empty margin put around the page, for the looks of marks near its edge."""
FULL_LOOK: Final = 160
"""Grey value of the writer's usual darkness in a look: pressed strokes stand out up to 1.6 times as dark."""

# --- classify ---------------------------------------------------------------------------------------------

LEAST_SEEN: Final = 0.45
"""Share of a place that must be in the picture and free of dark print."""
LARGE_PLACE_MM: Final = 8.0
"""Places larger than this (buildings) hold print of their own, and rings are drawn in or around them."""

OTHERS_FEWER: Final = 0.15
"""What is none of the kinds is so much rarer on a sheet than in teaching, where it is one look in seven. On
21 sheets 0.1 in place of 0.25 leaves out a quarter of the questions; of 52 odd marks three more are then
taken for a kind."""
CERTAIN, WAVERING = 0.99, 1e-3
"""Chance below which marks are looked at once more, and the least that a network leaves a kind then."""
EMPTY_REACH: Final = 1.25
"""Part of the place in which rings and strokes leave ink, however they are drawn."""
EMPTY: Final[Mapping[str, float]] = {
    "circle": 0.17,
    "large circle": 0.14,
    "resource": 0.24,
    "printed resource": 0.26,
    "strike": 0.15,
    "tick": 0.29,
}
"""Kind of place -> darkest ink up to there, as a part of a stroke's darkness, below which nothing was drawn:
two thirds of the palest of 25,497 taught marks; four of five blank places have less."""

# --- evidence ---------------------------------------------------------------------------------------------

FEWEST_SIBLINGS: Final = 4
"""Other sure marks of a kind from which it is known how this writer draws it."""
NEAREST_SIBLINGS: Final = 2
"""A mark is held against so many of them, those that are most alike."""
SIBLING_RINGS: Final = (0.0, 0.35, 0.65, 0.95, 1.25)
"""Bounds of the rings about the middle in which ink is summed, 1 at the edge of the place."""
INK_AT_MOST: Final = 1.2
"""Darker ink counts as so dark, 1 as the writer's strokes."""
NO_SIBLING: Final = 0.12
"""How unlike its siblings and how open a ring is that may be a digit of a number beside it."""
UNLIKE: Final = 0.2
"""Distance to the nearest, as a part of a mark's own ink, up to which it is like them."""
SPECK_PIXELS: Final = 8
"""Pixels of a look whose mean is its speck: a stroke of 2 mm has more."""
TINY: Final[Mapping[str, tuple[float, float]]] = {"struck": (1.25, 0.28), "spent": (0.6, 0.27)}
"""Kind -> the part of a place in which its ink is looked at, and how far it lies from its middle (root of the
mean square, 1: half of the place) where an X is as small as a printed number: medians of sheets are 0.20 to
0.25 with Xs 0.3 times as large as usual, 0.32 to 0.39 with all marks half as large, 0.29 where Xs lie 2.5 mm
off, else 0.34 (struck 0.49) and more."""
MOSTLY_TINY: Final = 0.5
"""Share of the Xs that are so small from which the others may be, too."""
AROUND_DARK: Final = 0.45
"""Ink from which a direction from the middle of a place counts as crossed by a ring."""
MIDDLE_REACH, MIDDLE_DARK, NO_RINGS = 0.6, 0.3, 0.5
"""The middle of a place as a part of it, the darkness that counts there, and the share of it that is so dark
where no ring is drawn: rings have 0.43 at most, fillings 0.79 or more."""
FILLED, FILLED_SHARE = 0.72, 0.4
"""Between an X's middle and the ring a place that is filled in is so dark: 19 of 20 fillings, and one in
a hundred rings with an X (medium; one in twenty at hard). Where such a share of the spent places is, they are
no Xs."""
FEWEST_ALIKE: Final = 4
"""So many marks make a way of marking."""
OWN_RINGS, OWN_RINGS_WEIGHT, OWN_PLACE_WEIGHT = (0.0, 0.3, 0.5, 0.7, 0.9, 1.1, 1.35), 2.0, 0.7
"""Bounds of the rings about the middle by whose ink marks are compared, their weight, and that of the kind of
place; a coarse picture and the hidden layers of the networks have a weight of 1 each."""

# --- chance -----------------------------------------------------------------------------------------------

CLEAR, KNOWN = 0.95, 0.9
"""Chance by the networks alone from which a mark is clear, and from which it tells how its writer draws."""
SIBLING_NOISE, ANSWER_NOISE = 0.3, 0.02
"""How far the Gaussian process may pass by what the networks say of a mark, and by what a person says."""
OTHERWISE, ALSO_OTHERWISE = 0.3, 0.1
"""Likelihood from which a family of marks is drawn otherwise than the samples; and where another of the
sheet is."""
PROBES, UNTRIED = 2, 0.8
"""Answers without which nothing that is drawn in such a family is certain, and the chance it has at most."""
SURE, ALWAYS_ASKED = 0.95, 2.0
"""Chance from which a mark is not asked about, and what none has."""
FILLED_IS: Final[Mapping[str, float]] = {"blank": 0.0, "ticked": 0.6, "spent": 0.4}
"""What is said of a mark that may be circled or spent, until somebody is asked."""
CAREFUL: Final = 0.98
"""The same where much of a sheet is unclear, a veil lies, the edge of a shadow cuts a mark, or a ring stands
right after a spent one: on two of 300 medium sheets such a ring was spent, too, and was less certain."""
FAINT_AT_EDGE: Final = 0.4
"""Part of a stroke's darkness below which ink on the edge of a shadow may be the edge itself: what is drawn
there has 0.53 at least on 20 such sheets."""
SPEAKS: Final = 0.5
"""Weight from which evidence is named as the reason why a mark is asked about."""

# --- broad ----------------------------------------------------------------------------------------------

INK_STRENGTH: Final = 0.5
"""Strength from which a pixel (at ALIGN_PIXELS_PER_MM) is ink; what an eraser leaves stays below."""
BROAD_MM, BROAD_USUAL = 1.75, 0.3
"""Ink as wide as this is a marker's, and the share of all ink up to which it is not: sheets of markers have
0.63 or more, of 70 others the felt-tip pens have 0.42."""

# --- printed ----------------------------------------------------------------------------------------------

ON_PRINT, MORE_ON_PRINT = 0.55, 0.45
"""Ink that the print of a blank place does not explain, as a part of the darkness of the writer's strokes,
and by how much more it must be than in other places of the same print: two of 842 blank dice have it (both
hard), and all 19 small Xs that the networks did not see."""
ON_PRINT_NOISE: Final = 2.0
"""So many standard deviations of what the fit leaves it must be, too: small Xs have 9, those two dice 1 to
2."""
ON_PRINT_USUALLY: Final = 25
"""Of the blank places so many per cent have less: with all three of a number struck, others tell."""
ON_PRINT_REACH, ON_PRINT_EDGE, ON_PRINT_PIXELS = 0.62, 4, 6
"""The part of the place that is fitted, within its frame; pixels along its edges that are left out in the
end, and the pixels that make a dot: a tenth of a square millimetre."""
ON_PRINT_BLURS_MM, ON_PRINT_SMOOTH_MM, ON_PRINT_ROUNDS = (0.16, 0.32), 0.12, 4
"""Blurs of the print between which the fit goes, the width over which what is left is averaged, and the
rounds of the fit."""
ON_PRINT_DARKER, ON_PRINT_LEAST = 0.2, 0.12
"""Weight of what is darker than the fit, and the least brightness of print as a part of the paper's."""

# --- decode -----------------------------------------------------------------------------------------------

LEAST_CHANCE: Final = 1e-4
"""No kind is less likely than this part of the likeliest: even a clear mark may be a slip of the pencil."""
COST_UNITS: Final = 100
"""Whole numbers that the solver uses for one unit of the natural logarithm."""
DECODE_EFFORT: Final = 2.0
"""Deterministic time after which the solver gives up; a sheet takes a hundredth of it."""
MOST_REFUSED: Final = 12
"""Sheets that the full judgement may refuse before the marks are said to contradict each other."""
MOST_DOUBTFUL: Final = 12
"""Marks whose margin is worked out; with more doubt than that, all are asked about."""
ENOUGH_MARGIN: Final = 4.6
"""A doubtful mark is settled when the legal sheets that differ there are a hundred times less likely."""
LARGEST_MARGIN: Final = 99.0
"""Shown when no other legal sheet exists at all."""
NONE_AT_MOST: Final = 0.1
"""Probability of being none of the kinds up to which the rules may settle a doubtful mark as another kind
than the one that it is most like, or as blank."""
SETTLED_AT_LEAST: Final = 0.01
"""Probability that a kind must have before the rules may settle a doubtful mark as it: below, the picture
shows something else, and only a person knows what was meant."""
ODD_FLOOR: Final = 2e-3
"""Added to every kind's chance before the rules are asked: a shape that fits nothing is then any kind
alike."""
MUCH_OUTSIDE: Final = 0.03
"""Share of the page outside the picture from which a person is told."""

# --- geometry: sheets of which little is seen -------------------------------------------------------------

FEW_MARKERS: Final = 4
"""With fewer, the plane through them may miss the far end of the page by centimetres, and is grown."""
GROW_ROUNDS: Final = 10
"""Times that what is known may reach further: the page is 330 mm across."""
GROW_MM: Final = 45.0
"""How far from known points patches are looked for: a plane is wrong there by a millimetre or two."""
GROW_REACH_MM, GROW_STEP_MM = 2.75, 12.0
"""How far a patch is searched, and the distance of patches; as in the first round of align."""
GROW_OUTLIER_MM: Final = 2.0
"""Patches that disagree more with the plane were matched wrongly; curl stays below."""
TOO_MUCH_OUTSIDE: Final = 0.25
"""Share of the page outside of the picture from which it is not read: a corner that is cut off is less."""
MOST_HIDDEN: Final = 0.1
"""Share of the marks that may be hidden; with more, a whole picture is taken sooner than all are asked."""
MOST_UNCLEAR, MOST_ASKED = 0.05, 0.15
"""Share of the marks that a person is asked about. With more than the first the clear ones may deceive, too:
of 680 sheets (medium, seed "report") one had 39 questions, and the only mark that was read wrong. So what is
not quite certain is asked as well; from the second on the sheet is refused."""
FEWEST_ASKED: Final = 8
"""So many may always be asked about: some pads have two marks in all."""
COVER_BLUR_MM: Final = 0.3
"""Averaged before photo and drawing are compared, so that the blur of a photo counts less."""
COVER_WINDOW_MM: Final = 6.0
"""Side of the windows in which they are compared: a mark and its printed edge."""
COVER_LEAST_PRINT: Final = 6.0
"""Standard deviation of the drawing in grey values from which a window has enough print to compare."""
VEILED: Final = 0.85
"""Print that shows less than this part of its usual strength is veiled: of 22 photographs without a veil two
have places below 0.7."""
VEIL_BESIDE_MM: Final = 0.6
"""So far around places for marks print does not tell of veils, since strokes go there."""
VEIL_LEAST, VEIL_SHARE = 0.2, 0.04
"""The least contrast that is made good, and the part of the page that a veil lies over at least: of 44 sheets
without one, one has more, where the print is rubbed off."""
BLACK: Final = 0.9
"""Part of the light that black print takes."""
VEIL_BLURS_MM, VEIL_LEAST_KNOWN, VEIL_MEDIAN_MM = (15.0, 6.0, 2.0), 0.02, 9
"""How the strength of print is averaged over a page: over the least of these in which print makes such a
share, and then the median of so much, since strokes make print seem stronger."""
COVER_LEAST_COUNTED: Final = 0.15
"""Part of such a window that must count."""

# --- visibility: whether ink could be seen -----------------------------------------------------------------
PRINT_CLASSES: Final = (0.15, 0.45, 0.7)
"""Darkness from which print counts, in three classes: light takes more of pale print than of dark."""
RIDGE, LIGHT_PIXELS, LIGHT_BESIDE_MM, LIGHT_BLUR_MM = 0.93, 12, 1.2, 0.12
"""Print is measured where it is nearly as dark as any pixel beside it, on so many pixels, so near a mark,
averaged over so much."""
BARE, BURNT, BURNT_SHARE = 0.05, 252, 0.3
"""Paper without print is burnt out where so much of it is that bright."""
BRIGHT, ENOUGH_PAPER = 245, 50
"""Paper below tells how bright the sheet is elsewhere, where there is enough of it."""
PALE_PAPER, PALE_PRINT = 10, 25
"""Percentiles of the darkness between print and on it: that of the paper, whatever is written there, and what
a patterned cover does not have."""
PALEST_PRINT: Final = 0.5
"""Part of its darkness that print has at least where nothing lies on it: half may be under a cover."""
SAME_LIGHT: Final = 0.08
"""Darkness by which classes of print about one mark may differ in what light takes from them."""
PRINT_GONE: Final = 0.15
LEAST_LEFT: Final = 0.45
"""Part of a stroke's darkness from which it is seen: blank marks of ordinary sheets have 0.77 and more, of 6
that a lamp had hidden the most had 0.38."""
LEFT_NOISE: Final = 4.0
"""Where contrast was made good, strokes are seen that are darker than so many deviations of noise."""
EDGE_NEEDS: Final = 0.7
"""Light in which circles are compared: less makes others seem inked."""
DIRECTIONS, LOW_DIRECTION = 16, 35
BAND_MM, BESIDE_BAND_MM = 0.4, (0.5, 0.9)
PALEST, MORE_THAN_OTHERS = 10, 0.3
LEAST_STROKE_MM, USUAL_WIDTH_MM, WIDTH_BESIDE_MM = 0.075, 0.45, 1.5
TRACED: Final = 0.5
"""Strokes along a printed circle from which it may be traced: traced ones had 0.59 to 1.3, blank ones of 26
photographs at most 0.46, all but one sheet's below 0.25."""
TRACED_IS: Final[Mapping[str, float]] = {"blank": 0.2, "ticked": 0.8}

# --- numbers: written in combs ----------------------------------------------------------------------------

CELL_ROWS, CELL_COLUMNS = 40, 32
"""Pixels of the picture of a cell."""
CELL_ASIDE_MM, CELL_DOWN_MM = 1.2, 1.0
"""Paper around a cell that is in its picture, at each side, and above and below."""
CELL_LEAST_MM: Final = 6.0
"""Height of the lowest cells of a whole page: of two pads on a page, smaller, less paper is taken."""

LOOK_MOVES: Final = ((1, 1), (0, 1), (2, 1), (1, 0), (1, 2))
"""Pixels of an edge of one pixel that are cut off at the top and at the left before the networks look: in the
middle, and moved each way. Networks err by other chances each time."""

OWN_NUMBER: Final = 0.998
"""Chance from which a number can be read in a box that was printed empty, so that it is not struck."""
OWN_POSSIBLE: Final = 0.9
"""Chance that the picture of such a box must leave to what can stand there before anything is concluded."""
OWN_FRAME_MM, OWN_WIDE, OWN_HIGH = 0.5, 0.8, 0.95
"""Edge of such a box that is left out, and parts of its width and height that ink may span undoubted."""
OWN_NUMBER_WIDTH: Final = 0.72
"""Part of the width of such a box that is looked at, so that its picture has the proportions of a cell's."""
COMB_STRENGTH: Final = 0.5
"""Strength of a stroke from which a pixel counts as pencilled."""
CELL_INSIDE = 7, 8
"""Pixels along the edges of a cell's picture, above and aside, where frames and neighbours leave ink."""
EMPTY_CELL: Final = 0.12
"""Darkest ink well inside, as a part of a stroke's darkness, below which nothing was written: of 16,079
digits one at most was as pale, and three of four empty cells are."""
FAINT_IS_EMPTY: Final = 0.9999
"""Chance that nothing stands in such a cell: never 1."""
NOT_AT_END: Final = 0.3
"""Weight of digits that don't end in the last cell, as the pad asks."""
MOST_READINGS, LEAST_READING = 12, 1e-7
"""Texts of a comb that are followed, and the least chance of a text."""
MOST_DIGITS = 10, 7, 4
"""Digits of each cell that are followed in combs of one, two and more cells."""
BESIDE_MM, BESIDE_APART_MM, BESIDE_INK, BESIDE_LEAST_MM = 10.0, 1.2, 1.0, 2.5
"""How far to the left of a comb somebody may have written anew, what is left out along combs, the pencilled
area in mm2 from which that was done, and the room without which nobody does."""
NEXT_MM: Final = 5.0
"""A comb that ends so near to the left of one that is struck out is where its number may be written anew."""
BESIDE_DOUBT: Final = 0.6
"""Chance that what is written beside a comb counts, and not what stands in it."""
SURE_NUMBER: Final = 0.9995
"""Chance from which a picture alone makes a number certain."""
SURE_BY_SUM: Final = 0.997
"""Chance from which a number is certain that a sum confirms."""
SEEN_AT_LEAST: Final = 0.03
"""Chance by the picture alone that a number must have before a sum may confirm it."""
WORTH_A_TOTAL: Final = 2
"""Open numbers from which on one that is worked out of them is asked about, too: it may settle them."""
WORTH_NAMING: Final = 0.02
"""Chance from which a second reading is named in a question."""
MISCOUNTED: Final = 0.03
"""Chance that a total is not the sum of the rows, and that points are not what the rules make them."""
SUMS_SPREAD: Final = 300
"""Totals that are as likely as each other where nothing says which: those of a game's end."""
SUMS_MODULO: Final = 2**14
"""Sums are followed modulo this: no error of a digit, as a multiple of a power of ten, is one of it."""
FOLLOWS_SPREAD: Final = 12
"""The same for points that follow by a rule."""
FOLLOWS_OPTIONS, FOLLOWS_LEAST, FOLLOWS_WAYS = 5, 1e-4, 400
"""Numbers of each comb that a rule is tried with, those that are likelier than this, and ways at most."""
CARD_POINTS: Final = 20
"""Points below which a card that cannot be read may bring any; what a card counts is tried up to it, too."""
MAY_COUNT: Final = 0.002
"""Chance of a card's number from which on what the card counts is asked about."""
ABOVE_MOST: Final = 0.02
"""Weight of a number larger than can be: somebody may have written it all the same."""
SUM_SPEAKS: Final = 5.0
"""From so many times the weight of any other number on, relations name a number."""
