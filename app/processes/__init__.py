"""Processes: pools for many tasks, limited child processes for untrusted files, signals.

Begin with parallel.py; limited_process.py holds what read_pdf.py and decode_image.py run in.
"""
