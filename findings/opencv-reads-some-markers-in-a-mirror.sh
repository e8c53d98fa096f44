#!/usr/bin/env bash
# opencv-python-headless 5.0.0.93, its ArUco detector with default settings: each marker of five dictionaries, drawn by OpenCV itself, looked
# at in a mirror (a page scanned from behind, a camera app that mirrors).
# The guess: a mirrored marker is none of its dictionary, so nothing is read and the reader can turn the picture over. Seen: so it is in
# the dictionaries of 6 x 6 and 7 x 7 and in AprilTag's 36h11. Of DICT_4X4_50 markers 8, 9, 17 and 47 are read, as themselves, their corners in
# the mirror's order; of DICT_4X4_1000 25 of the first 250, 13 of them as another; and of DICT_ARUCO_ORIGINAL every one of the first 250, 235 of them as another
# marker. Who fixes a sheet by 4 x 4 markers leaves these numbers out, or compares the corners of several.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check opencv-python-headless==5.0.0.93 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta, sys
import cv2
import numpy as np


def mirrored(name):
    """Return what the first 250 markers of a dictionary are read as from behind: number, number read."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    detector = cv2.aruco.ArucoDetector(dictionary)
    read = {}
    for marker in range(min(250, len(dictionary.bytesList))):
        page = np.full((260, 260), 255, np.uint8)
        page[50:210, 50:210] = dictionary.generateImageMarker(marker, 160)
        assert np.ravel(detector.detectMarkers(page)[1]).tolist() == [marker]
        ids = detector.detectMarkers(cv2.flip(page, 1))[1]
        if ids is not None:
            read[marker] = int(np.ravel(ids)[0])
    return read


print("opencv", meta.version("opencv-python-headless"), "numpy", meta.version("numpy"))
seen = {name: mirrored(name) for name in ("DICT_4X4_50", "DICT_4X4_1000", "DICT_ARUCO_ORIGINAL", "DICT_6X6_250", "DICT_7X7_250", "DICT_APRILTAG_36h11")}
for name, read in seen.items():
    as_itself = sum(a == b for a, b in read.items())
    print(f"{name}: {len(read)} of the first 250 read in a mirror, {as_itself} as themselves", dict([*read.items()][:5]))
counts = [(len(read), sum(a == b for a, b in read.items())) for read in seen.values()]
ok = seen["DICT_4X4_50"] == {8: 8, 9: 9, 17: 17, 47: 47} and counts[1:] == [(25, 12), (250, 15), (0, 0), (0, 0), (0, 0)]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
