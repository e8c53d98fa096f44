"""What the paper says and where: templates, words, themes, fonts, and the records that a rendered template becomes."""
