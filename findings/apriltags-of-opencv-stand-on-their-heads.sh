#!/usr/bin/env bash
# AprilTags (square markers by which cameras find sheets and robots) of the family 36h11, thirty of them, drawn by opencv-python-headless 5.0.0.93
# (generateImageMarker, DICT_APRILTAG_36h11) and by moms-apriltag 2023.1.15, which draws the tags of the AprilTag library; each read by OpenCV and by that
# library (pupil-apriltags 1.0.4.post11).
# The guess: a tag has one number and one upper side, whoever draws or reads it. Seen: each reads all numbers right, and each has its own upright: OpenCV's tags
# are upside down to the AprilTag library (its x axis runs to the left of the drawing and y upwards), and the library's are to OpenCV, whose first corner,
# which its manual has at the upper left, lies at the lower right. The corners also run the other way round, as both manuals say: from the upper
# left clockwise in OpenCV, from the lower left counter-clockwise in the other. So a sheet printed with one and read with the other is found in its
# place and turned by 180 degrees, every test of numbers passes, and reversing the order of corners is not enough: it takes a half turn as well.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --no-deps --disable-pip-version-check opencv-python-headless==5.0.0.93 pupil-apriltags==1.0.4.post11 \
  moms-apriltag==2023.1.15 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import collections
import importlib.metadata as meta
import sys

import cv2
import moms_apriltag
import numpy as np
import pupil_apriltags

COUNT, PIXELS = 30, 20
DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
NAMES = {(0, 0): "upper left", (1, 0): "upper right", (1, 1): "lower right", (0, 1): "lower left"}
of_opencv = cv2.aruco.ArucoDetector(DICTIONARY)
of_apriltag = pupil_apriltags.Detector("tag36h11", quad_decimate=1)
tags = moms_apriltag.TagGenerator2("tag36h11")


def picture(number, drawn_by):
    cells = cv2.aruco.generateImageMarker(DICTIONARY, number, 8) if drawn_by == "OpenCV" else tags.generate(number)
    if cells.shape != (8, 8) or cells[[0, -1]].any() or cells[:, [0, -1]].any():
        sys.exit("CHANGED: a tag is not drawn with its black border alone")
    return np.pad(np.kron(cells, np.ones((PIXELS, PIXELS), np.uint8)), 4 * PIXELS, constant_values=255)


def corners(image, reader):
    """Return the number that is read, and where in the picture its corners lie, in the order in which they are told."""
    if reader == "OpenCV":
        (quad,), numbers, _ = of_opencv.detectMarkers(image)
        number, quad = int(numbers.ravel()[0]), quad.reshape(4, 2)
    else:
        (tag,) = of_apriltag.detect(image)
        number, quad = tag.tag_id, tag.corners
    middle = image.shape[0] / 2
    return number, tuple(NAMES[bool(x > middle), bool(y > middle)] for x, y in quad)


print(*(f"{name} {meta.version(name)}" for name in ("opencv-python-headless", "pupil-apriltags", "moms-apriltag")))
seen = {}
for drawn_by in ("OpenCV", "AprilTag"):
    for reader in ("OpenCV", "AprilTag"):
        found = collections.Counter()
        for number in range(COUNT):
            told, order = corners(picture(number, drawn_by), reader)
            found[told == number, order] += 1
        seen[drawn_by, reader] = found
        print(f"drawn by {drawn_by}, read by {reader}:", *(f"{many} with the right number, corners {order}" for (_, order), many in found.items()))
clockwise = ("upper left", "upper right", "lower right", "lower left")
counter = ("lower left", "lower right", "upper right", "upper left")
expected = {
    ("OpenCV", "OpenCV"): clockwise,
    ("OpenCV", "AprilTag"): counter[2:] + counter[:2],
    ("AprilTag", "OpenCV"): clockwise[2:] + clockwise[:2],
    ("AprilTag", "AprilTag"): counter,
}
ok = seen == {pair: collections.Counter({(True, order): COUNT}) for pair, order in expected.items()}
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
