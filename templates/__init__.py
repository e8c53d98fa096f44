"""What the paper says and where: templates, words, themes, fonts, and the records that they become."""
