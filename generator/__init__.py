"""Paper out: pages become PDFs with form fields, SVGs for screens, and manifests for programs.

Begin with documents.py: a document, a setup and the options of printing become one PDF, by pdf.py, form.py,
postprocess.py and objects.py. book.py makes puzzle books, fill.py fills forms, filled_form.py reads them.
"""
