"""Training of the networks that read the digits of combs."""
