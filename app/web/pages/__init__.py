"""The pages: a module each, with the data of its template and its actions, as plain functions of plain data."""
