"""What is printed on the cards and tiles of Tianxia.

Begin with catalogue.py: the rows of box.toml. effects.py reads their shorthand, phrases.py says it in words.
"""
