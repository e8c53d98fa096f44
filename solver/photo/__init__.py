"""A photograph of pencil-filled sheets becomes marks, each with how sure it is; one stage a file.

load (bytes to grey) -> markers (corners found) -> flatten (photo to page, in mm) -> code (which page) ->
blank_page (the page as printed) -> align (paper that is not flat) -> ink (what a pencil added) -> strokes
(shapes) -> classify (what kind of mark) -> decode (the most likely legal sheet) -> overlay (what was
read, drawn over the page). `reader.read` runs them all; every number that was tuned is in `tuning`.
"""
