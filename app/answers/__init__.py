"""Answers: functions of states and bytes, never of a path or a terminal; commands are thin over them."""
