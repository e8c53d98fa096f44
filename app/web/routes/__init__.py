"""The pages: one module each, with the data of its template and its actions."""
