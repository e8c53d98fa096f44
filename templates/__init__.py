"""What the paper says and where: templates, words, themes, fonts, and the records that they become.

Begin with render.py: template, data, words and theme become a Page (page.py), read by parsing.py. What is
said to people are phrases (phrases.py) with each language's words in words/.
"""
