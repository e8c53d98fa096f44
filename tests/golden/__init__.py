"""What the program gives today, as small text files, so that a change says by itself what it changed.

Each room is a module with `entries(game_id)`: name -> what came out. A name tells how to get it again.
"""
