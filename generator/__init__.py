"""Paper out: pages become PDFs with form fields, SVGs for screens, and manifests for programs.

Begin with documents.py: a document, a setup and the options of printing become one PDF, by pdf.py, form.py
and postprocess.py. book.py makes puzzle books, fill.py reads filled forms back.
"""
