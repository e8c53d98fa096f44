"""Synthetic photographs of filled sheets, and how well a reader reads them.

levels    how hard each level is, as numbers
positions a realistic position and what its marks look like
strokes   shapes that a hand draws
recorded  drawings by people in place of these shapes
hands     writers: a style each, and the strokes of a whole sheet
ink       strokes become ink on paper
printing  a page becomes a picture, as a printer would put it on paper
surface   paper that curls, waves and is folded
table     what lies below and beside the paper
scene     camera and light: pages become a photograph
sensor    blur, noise, JPEG
wear      degradations from the library augraphy, which nothing was tuned on
sample    all of it, from one seed
readers   ours, and the rules that other programs publish
measure   readings against the truth
kept      results in a file, so that a long run goes on where it was stopped
command   all of it from the command line
curves    plots of errors against curl, shadow and blur
"""
