#!/usr/bin/env bash
# python-chess 1.11.2, its reader of game records (PGN): small records as the standard allows them for import (sections 5, 7 and 8: between the parts of a
# record any white space, one or more tag pairs on a line, a comment from ";" to the end of its line, a game ends with its result).
# The guess: what the standard allows is read, or is noted in game.errors. Seen: no error is noted, and: of two tag pairs on one line the first swallows
# the second, Event is 'Club"] [Site "Kyoto' and Site is lost; if the second is the FEN of a set-up position, the moves are played from the usual
# first position, where they are legal, too, and the game ends elsewhere; a tag pair with spaces inside its brackets is lost; of two games on one line
# one is made, with the moves of both and the first result; a comment after ";" is dropped, and is not there when the game is
# written again. Line by line the same games are read right. Who reads records of others brings each tag, and each game, onto lines of its own first.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check chess==1.11.2
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import io
import sys

import chess.pgn

START = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def games(text):
    stream, read = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        board, moves = game.end().board(), " ".join(move.uci() for move in game.mainline_moves())
        heads = {name: value for name, value in game.headers.items() if value not in ("?", "*", "????.??.??")}
        comments = [node.comment for node in game.mainline() if node.comment]
        read.append((heads, moves, board.board_fen(), comments, len(game.errors)))
    return read


records = {
    "two tags on two lines": '[Event "Club"]\n[Site "Kyoto"]\n\n1. e4 *\n',
    "two tags on one line": '[Event "Club"] [Site "Kyoto"]\n\n1. e4 *\n',
    "set up on two lines": f'[SetUp "1"]\n[FEN "{START}"]\n\n1. e4 *\n',
    "set up on one line": f'[SetUp "1"] [FEN "{START}"]\n\n1. e4 *\n',
    "tag with spaces inside": '[ Event "Club" ]\n\n1. e4 *\n',
    "two games on two lines": "1. e4 e5 1-0\n\n1. d4 d5 0-1\n",
    "two games on one line": "1. e4 e5 1-0 1. d4 d5 0-1\n",
    "comment in braces": "1. e4 {best} e5 *\n",
    "comment after a semicolon": "1. e4 ; best\ne5 *\n",
}
read = {name: games(text) for name, text in records.items()}
print("chess", meta.version("chess"))
for name, found in read.items():
    print(f"{name}:", *found, sep="\n  ")


def part(name, at):
    return [game[at] for game in read[name]]


ok = not any(sum(part(name, 4)) for name in records)
ok = ok and part("two tags on two lines", 0) == [{"Event": "Club", "Site": "Kyoto"}]
ok = ok and part("two tags on one line", 0) == [{"Event": 'Club"] [Site "Kyoto'}]
ok = ok and part("set up on two lines", 2) == ["4k3/8/8/8/4P3/8/8/4K3"]
ok = ok and part("set up on one line", 2) == ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"]
ok = ok and part("tag with spaces inside", 0) == [{}]
ok = ok and part("two games on two lines", 1) == ["e2e4 e7e5", "d2d4 d7d5"]
ok = ok and part("two games on one line", 1) == ["e2e4 e7e5 d2d4 d7d5"] and part("two games on one line", 0) == [{"Result": "1-0"}]
ok = ok and (part("comment in braces", 3), part("comment after a semicolon", 3)) == ([["best"]], [[]])
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
