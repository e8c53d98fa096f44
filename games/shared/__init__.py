"""What all games share: positions, problems, scores, marks, boxes, setups, own values.

Begin with reading.py (a position from JSON), spaces.py (setups as declared spaces), boxes.py (a sheet as a
table of boxes) and textform.py (a position as a line of text).
"""
