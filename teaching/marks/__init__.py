"""Training of the networks that classify marks."""
