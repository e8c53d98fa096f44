"""What is printed on the cards and tiles of Tianxia: the catalogues, their shorthand, their words."""
