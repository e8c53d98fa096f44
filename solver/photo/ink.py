"""What a pencil added: how much darker each place of the page is than the blank drawing in the same light."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.align import Aligned
from pencilwright.solver.photo.records import Bytes, Floats, Grey, Mask, pixels
from pencilwright.templates.page import Page

_WHITE = 255


class Ink(NamedTuple):
    """The pencil on a page, all at PIXELS_PER_MM.

    Attributes
    ----------
    dark : share of the light that pencil takes away, 0 to 1, float32; print alone gives 0.
    valid : True where pencil can be told from print and the photograph shows the page.
    noise : standard deviation of `dark` on bare paper.
    blur : standard deviation in mm of the photograph's blur, as found on the markers.
    contrast : share of the drawing's darkness that the print has (grey printers print paler).
    """

    dark: Floats
    valid: Mask
    noise: float
    blur: float
    contrast: float


def ink(aligned: Aligned, paper: NDArray[Any], blank: Grey, page: Page, markers: Sequence[int]) -> Ink:
    """Return the pencil on an aligned page.

    Parameters
    ----------
    paper : what `paper_brightness` gives. markers : numbers of those that were found.
    """
    seen = aligned.picture / paper
    blur, contrast = _print_of(seen, blank, page, markers)
    expected = _expected(seen, blank, blur, contrast, aligned.inside)
    slack = max(1, round(tuning.PRINT_SLACK_MM * tuning.PIXELS_PER_MM))
    darkest = cv2.erode(expected, disc(2 * slack))
    valid = (darkest > tuning.INK_NEEDS) & aligned.inside
    bare = valid & (darkest > tuning.PAPER_IS_ABOVE)
    # In place, and dropped when used: each of these arrays has 16 MB.
    difference: NDArray[Any] = np.divide(seen, expected, out=expected)
    np.subtract(1, difference, out=difference)
    dark: NDArray[Any] = 1 - tuning.PRINT_TOLERANCE * (1 - darkest)
    seen /= np.maximum(darkest, 0.05, out=darkest)
    del darkest
    dark -= seen
    del seen
    shade = _shade(np.where(valid, difference, 0))
    dark -= shade
    difference -= shade
    del shade
    noise = _noise(difference, bare)
    if noise > tuning.MUCH_NOISE:
        # Averaging over less than a stroke's width leaves most of a stroke, and a third of the noise.
        sigma = tuning.SMOOTH_MM * tuning.PIXELS_PER_MM
        dark, difference = (cv2.GaussianBlur(part, (0, 0), sigma) for part in (dark, difference))
        noise = _noise(difference, bare)
    dark = np.where(valid, np.clip(dark, 0, 1), 0).astype(np.float32, copy=False)
    return Ink(dark, valid, noise, blur, contrast)


def as_printed(
    aligned: Aligned, paper: NDArray[Any], blank: Grey, page: Page, markers: Sequence[int]
) -> Grey:
    """Return the drawing with lines as broad as the samples have them: toner spreads, and dots are whole.

    Parameters are those of `ink`.
    """
    seen = aligned.picture / paper
    _, contrast = _print_of(seen, blank, page, markers)
    broad = cv2.erode(blank, np.ones((3, 3), np.uint8))
    gains = []
    for area in page.areas:
        if area.id.startswith("sample."):
            part = pixels(area.rect.grown(0.8))
            if aligned.inside[part].all():
                dark = 1 - seen[part]
                dark -= np.median(dark[broad[part] == _WHITE])
                drawn, more = (float((1 - picture[part] / _WHITE).sum()) for picture in (blank, broad))
                gains.append((float(dark.sum()) / contrast - drawn) / (more - drawn))
    gain = float(np.clip(np.median(gains), 0, tuning.MOST_SPREAD)) if gains else 0.0
    return np.asarray(cv2.addWeighted(blank, 1 - gain, broad, gain, 0))


def is_dotted(aligned: Aligned, blank: Grey, page: Page) -> bool:
    """Return whether the broad lines of the samples, which are drawn of one tone, are printed as dots."""
    paper = paper_brightness(aligned, blank)
    uneven = []
    for area in page.areas:
        if area.id.startswith("sample.") and area.id != "sample.blank":
            part = pixels(area.rect.grown(0.3))
            core = (blank[part] < tuning.DOTTED_CORE).astype(np.float32)
            dark = (1 - aligned.picture[part] / paper[part]).astype(np.float32)
            sigma = tuning.DOTTED_BESIDE_MM * tuning.PIXELS_PER_MM
            beside, weight = (cv2.GaussianBlur(item, (0, 0), sigma) for item in (dark * core, core))
            rest = (dark - beside / np.maximum(weight, 1e-3))[core > 0]
            uneven.append(float(rest.std() / max(dark[core > 0].mean(), 0.05)) if rest.size else 0.0)
    return bool(uneven) and float(np.median(uneven)) > tuning.DOTTED


def _expected(
    seen: NDArray[Any], blank: Grey, blur: float, contrast: float, inside: Mask
) -> NDArray[np.float32]:
    """Return the share of the light that the print alone leaves."""
    printed = print_alone(blank, blur, contrast)
    printed *= _local_strength(seen, printed, inside)
    left: NDArray[np.float32] = 1 - np.minimum(printed, 0.97, out=printed)
    return left


def print_alone(blank: Grey, blur: float, contrast: float) -> NDArray[Any]:
    """Return how dark the print of a page is, 0 to 1, with blur and contrast as in Ink."""
    printed: NDArray[Any] = contrast * (1 - _blurred(blank, blur) / 255)
    return printed


def _noise(difference: NDArray[Any], bare: Mask) -> float:
    """Return the standard deviation on bare paper, by the median deviation, which pencil does not move."""
    values = difference[::5, ::5][bare[::5, ::5]]
    return 1.4826 * float(np.median(np.abs(values - np.median(values)))) if values.size else 1.0


def _shade(difference: NDArray[Any]) -> NDArray[Any]:
    """Return the darkness that is wider than any stroke and longer than any mark: the edge of a shadow.

    The paper's brightness does not follow it. What an eraser left is as wide, but ends with its place and
    stays.
    """
    height, width = difference.shape
    scale = tuning.ALIGN_PIXELS_PER_MM
    small = (round(width * scale / tuning.PIXELS_PER_MM), round(height * scale / tuning.PIXELS_PER_MM))
    soft = cv2.resize(difference.astype(np.float32), small, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(soft, (0, 0), tuning.SHADE_SMOOTH_MM * scale)
    shade = cv2.morphologyEx(soft, cv2.MORPH_OPEN, disc(tuning.SHADE_MM * scale))
    # One pixel a mm: printed lines cut a shadow's edge in pieces, which are joined before it is measured.
    coarse = (round(width / tuning.PIXELS_PER_MM), round(height / tuning.PIXELS_PER_MM))
    joined = cv2.resize(shade, coarse, interpolation=cv2.INTER_AREA)
    joined = cv2.morphologyEx(joined, cv2.MORPH_CLOSE, disc(tuning.SHADE_GAP_MM))
    long = np.max(
        [cv2.morphologyEx(joined, cv2.MORPH_OPEN, line) for line in _lines(tuning.SHADE_LONG_MM)], 0
    )
    long = cv2.dilate(long, disc(3))
    shade = np.minimum(shade, cv2.resize(long, small, interpolation=cv2.INTER_LINEAR))
    shade = np.clip(cv2.GaussianBlur(shade, (0, 0), scale / 2), 0, tuning.MOST_SHADE)
    return cv2.resize(shade, (width, height), interpolation=cv2.INTER_LINEAR)


def disc(across: float) -> NDArray[Any]:
    """Return a disc so many pixels wide."""
    side = 2 * round(across / 2) + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))


def _lines(length: int) -> list[Bytes]:
    """Return lines of so many pixels in eight directions."""
    results = []
    half = length // 2
    for turn in range(8):
        line = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
        across, down = (round(half * part) for part in (np.cos(np.pi * turn / 8), np.sin(np.pi * turn / 8)))
        cv2.line(line, (half - across, half - down), (half + across, half + down), 1)
        results.append(line)
    return results


def paper_brightness(aligned: Aligned, blank: Grey) -> NDArray[Any]:
    """Return the light on the paper in grey values, float32: the page as if nothing were printed."""
    step = round(tuning.PAPER_BLOCK_MM * tuning.PIXELS_PER_MM)
    height, width = blank.shape
    small = (width // step, height // step)
    soft = _blurred(blank, 0.25) / 255
    bare = ((soft > tuning.PAPER_IS_ABOVE) & aligned.inside).astype(np.float32)
    share = cv2.resize(bare, small, interpolation=cv2.INTER_AREA)
    light = cv2.resize(aligned.picture / np.maximum(soft, 0.5) * bare, small, interpolation=cv2.INTER_AREA)
    known = share > 0.25
    light = np.where(known, light / np.maximum(share, 1e-3), 0).astype(np.float32)
    # Blocks without bare paper take the mean of those around them.
    near, weight = (cv2.GaussianBlur(part, (0, 0), 4) for part in (light, known.astype(np.float32)))
    light = np.where(known, light, near / np.maximum(weight, 1e-4))
    # Where a broad pen leaves hardly any paper, the light is that around it.
    closed = cv2.morphologyEx(light, cv2.MORPH_CLOSE, disc(tuning.PAPER_CLOSED_BLOCKS))
    light = np.where(light < tuning.PAPER_IS_INKED * closed, closed, light)
    middle = cv2.medianBlur(np.clip(light, 1, 255).astype(np.uint8), tuning.PAPER_WINDOW_BLOCKS)
    smooth = cv2.GaussianBlur(middle.astype(np.float32), (0, 0), 1.5)
    result = cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR)
    near = disc(5)
    edges = _long(cv2.erode(middle, near) * tuning.EDGE_OF_LIGHT < cv2.dilate(middle, near))
    if edges.any():
        at_edges = cv2.dilate(edges.astype(np.float32), disc(2 * tuning.EDGE_REACH_BLOCKS))
        at_edges = cv2.GaussianBlur(at_edges, (0, 0), 1)
        share = cv2.resize(at_edges, (width, height), interpolation=cv2.INTER_LINEAR)
        result = result + share * (_sharp_brightness(aligned, soft, bare > 0, light) - result)
    return np.maximum(result, 8.0).astype(np.float32, copy=False)


def _long(edges: Mask) -> Mask:
    """Return the edges that are as long as those of shadows, in blocks; others are of things on the paper."""
    _, parts, sizes, _ = cv2.connectedComponentsWithStats(edges.astype(np.uint8))
    long = sizes[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) >= tuning.EDGE_LONG_BLOCKS
    long[0] = False
    return np.asarray(long[parts])


def _sharp_brightness(aligned: Aligned, soft: NDArray[Any], bare: Mask, light: NDArray[Any]) -> NDArray[Any]:
    """Return the light on the paper where a shadow ends in a line: a median moves no straight edge.

    soft : the blank drawing. bare : where nothing is printed. light : what is taken for it elsewhere.
    """
    height, width = soft.shape
    small = tuple(round(side * tuning.EDGE_PIXELS_PER_MM / tuning.PIXELS_PER_MM) for side in (width, height))
    share = cv2.resize(bare.astype(np.float32), small, interpolation=cv2.INTER_AREA)
    seen = cv2.resize(aligned.picture / np.maximum(soft, 0.5) * bare, small, interpolation=cv2.INTER_AREA)
    elsewhere = cv2.resize(light, small, interpolation=cv2.INTER_LINEAR)
    seen = np.where(share > 0.25, seen / np.maximum(share, 1e-3), elsewhere).astype(np.float32)
    across = 2 * round(tuning.EDGE_WINDOW_MM * tuning.EDGE_PIXELS_PER_MM / 2) + 1
    middle = cv2.medianBlur(np.clip(seen, 1, 255).astype(np.uint8), across).astype(np.float32)
    middle = cv2.GaussianBlur(middle, (0, 0), tuning.EDGE_SOFT_MM * tuning.EDGE_PIXELS_PER_MM)
    middle = cv2.erode(middle, disc(2 * tuning.EDGE_SLACK_MM * tuning.EDGE_PIXELS_PER_MM))
    return np.asarray(cv2.resize(middle, (width, height), interpolation=cv2.INTER_LINEAR))


def _local_strength(seen: NDArray[Any], printed: NDArray[Any], inside: Mask) -> NDArray[Any] | np.float32:
    """Return how much darker the print around each place is than expected: printers mix their own greys.

    Pencil only darkens, so a low percentile of the printed pixels around is not misled by it.
    """
    step = round(tuning.PRINT_BLOCK_MM * tuning.PIXELS_PER_MM)
    height, width = printed.shape
    rows, columns = -(-height // step), -(-width // step)
    strength = np.full((rows, columns), np.nan, np.float32)
    ratio = (1 - seen[::2, ::2]) / np.maximum(printed[::2, ::2], 0.05)
    good = (printed[::2, ::2] > tuning.PRINT_IS_ABOVE) & inside[::2, ::2]
    step //= 2
    for row in range(rows):
        for column in range(columns):
            part = (slice(row * step, (row + 1) * step), slice(column * step, (column + 1) * step))
            values = ratio[part][good[part]]
            if len(values) >= tuning.ENOUGH_PRINT:
                strength[row, column] = np.percentile(values, tuning.PRINT_PERCENTILE)
    known = ~np.isnan(strength)
    if not known.any():
        return np.float32(1.0)
    weight = cv2.GaussianBlur(known.astype(np.float32), (0, 0), 0.7)
    summed = cv2.GaussianBlur(np.where(known, strength, 0).astype(np.float32), (0, 0), 0.7)
    smooth = np.where(weight > 1e-3, summed / np.maximum(weight, 1e-3), np.median(strength[known]))
    smooth = np.clip(smooth, *tuning.PRINT_STRENGTHS).astype(np.float32)
    size = (columns * step * 2, rows * step * 2)
    return cv2.resize(smooth, size, interpolation=cv2.INTER_LINEAR)[:height, :width]


def _blurred(blank: Grey, sigma_mm: float) -> NDArray[Any]:
    return cv2.GaussianBlur(blank.astype(np.float32), (0, 0), sigma_mm * tuning.PIXELS_PER_MM)


def _print_of(seen: NDArray[Any], blank: Grey, page: Page, markers: Sequence[int]) -> tuple[float, float]:
    """Find blur and contrast of the print: the median of what code, samples and the markers say."""
    results = []
    known = {f"marker.{number}" for number in markers}
    for area in page.areas:
        if area.id not in known and area.id != "qr" and not area.id.startswith("sample."):
            continue
        rows, columns = pixels(area.rect.grown(2.0 if area.rect.width > tuning.SAMPLE_MM else 0.8))
        observed = seen[rows, columns]
        if (observed < 0.02).mean() > 0.02:
            continue  # outside the photograph
        trials = []
        for sigma in tuning.BLURS_MM:
            dark = 1 - _blurred(blank[rows, columns], sigma) / 255
            contrast = float((dark * (1 - observed)).sum() / (dark * dark).sum())
            trials.append((float(((1 - observed - contrast * dark) ** 2).mean()), sigma, contrast))
        results.append(min(trials)[1:])
    if not results:
        return tuning.BLURS_MM[1], 0.85
    blur, contrast = np.median(np.array(results), axis=0)
    return float(blur), float(np.clip(contrast, 0.3, 1.0))
