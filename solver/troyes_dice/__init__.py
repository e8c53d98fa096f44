"""Answers for Troyes Dice by four engines, a folder each: docs/engines-troyes-dice.md tells them apart."""
