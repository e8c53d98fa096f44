"""Tests of pads that are made from files."""
