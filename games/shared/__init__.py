"""What all games share: reading a position, problems, scores, marks, boxes, own values."""
