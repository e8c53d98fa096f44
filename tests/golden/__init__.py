"""What the program gives today, as small text files, so that a change says by itself what it changed.

Rooms are the modules below: each has `entries(game_id)`, name -> what came out. A name tells how to get it again.
"""
