"""Paper out: pages become PDFs with form fields, SVGs for screens, and manifests for programs."""
