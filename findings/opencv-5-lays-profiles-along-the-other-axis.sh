#!/usr/bin/env bash
# opencv-python-headless 5.0.0.93 beside 4.14.0.94: the darkest row of a scan is looked for in its profile, a plain numpy
# array of one value a row, with minMaxLoc; the middle of all ink is taken from findNonZero(...)[:, 0].
# The guess: 5 has new parts, and what 4 read from an array it reads, too, or refuses. Seen: nothing is refused, and both
# answers are other ones. In 4 an array of one axis is a column, and a place in it (0, 41); in 5 it is a row, and the same
# place (41, 0): whoever takes the y of it has 0. Points came as (N, 1, 2) and come as (N, 2): [:, 0] was all points, and is
# now their x alone. The like holds for HoughLinesP and for the ids of markers, but these fail aloud where they are unpacked.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
cat > "$dir/run.py" <<'P'
import json
import cv2
import numpy as np

scan = np.full((80, 120), 255, np.uint8)
scan[41, 10:110] = 0
profile = scan.mean(axis=1).astype(np.float32)
points = cv2.findNonZero(255 - scan)
print(json.dumps([cv2.__version__, cv2.minMaxLoc(profile)[2], points.shape, np.asarray(points[:, 0]).shape]))
P
for version in 4.14.0.94 5.0.0.93; do
  python3 -m venv --without-pip "$dir/$version"
  python3 -m pip --python "$dir/$version" install -q --disable-pip-version-check "opencv-python-headless==$version" numpy==2.4.6
  "$dir/$version/bin/python" "$dir/run.py" | tee -a "$dir/seen"
done
python3 - "$dir/seen" <<'P'
import json, sys

old, new = (json.loads(line)[1:] for line in open(sys.argv[1]))
ok = old == [[0, 41], [100, 1, 2], [100, 2]] and new == [[41, 0], [100, 2], [100]]
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
