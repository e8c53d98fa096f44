"""Answers: functions that take states and bytes, never a path, a terminal or `-`; commands are thin over them."""
