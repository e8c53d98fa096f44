"""Endpoints: a module for each page, with the data of its template and its actions.

Begin with sheet.py; app.py lists every address.
"""
