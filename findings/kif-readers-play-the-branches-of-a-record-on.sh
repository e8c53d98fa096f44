#!/usr/bin/env bash
# python-shogi 1.1.1 and cshogi 1.1.0, their readers of KIF, in which most programs for Japanese chess save games. Small records by the format's own page
# (kakinoki.o.oo7.jp/kif_format.html): a game with a branch as Kifu for Windows writes it, where "+" behind a move's time says that other moves were looked at
# there and these follow under 変化：2手 ("from move 2"), with and without the line that sums up (まで3手で先手の勝ち); and a diagram with 後手番, the second player to move.
# The guess: what belongs to a branch is kept apart or left out, and what is not understood is reported. Seen: no error. python-shogi leaves out the move with "+" and
# plays the branch's moves on after the game's end: of 7六歩 3四歩 2六歩 come 7g7f, 2g2f, 8c8d, 2g2f, which no board can play, and without the
# line that sums up the wrong player wins, as a move less was counted before the one who gave up. cshogi keeps all moves and is right where that line stands; where it does
# not, it plays the branch on, too, and names no winner. Of the diagram python-shogi gets the side to move from the count of moves after
# it (right for none and two, wrong for one), cshogi has always the first player. Play what was read before it is believed.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check python-shogi==1.1.1 cshogi==1.1.0
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import sys

import cshogi
import cshogi.KIF
import shogi
import shogi.KIF

HEAD = "手合割：平手\n先手：A\n後手：B\n手数----指手---------消費時間--\n"
PLAIN = """   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:03/00:00:03)
   3 ２六歩(27)   ( 0:02/00:00:03)
   4 投了         ( 0:03/00:00:06)
"""
MARKED = PLAIN.replace("00:00:03)\n   3", "00:00:03)+\n   3")
BRANCH = """
変化：2手
   2 ８四歩(83)   ( 0:05/00:00:05)
   3 ２六歩(27)   ( 0:01/00:00:02)
"""
DIAGRAM = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
DIAGRAM += "".join(f"| ・ ・ ・ ・ ・ ・ ・ ・ ・|{row}\n" for row in "二三四五六七八")
DIAGRAM += "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n後手番\n手数----指手---------消費時間--\n"
RECORDS = {
    "plain": HEAD + PLAIN,
    "with a branch": HEAD + MARKED + BRANCH,
    "with a branch, only marked": HEAD + MARKED,
    "with a branch and its summary": HEAD + MARKED + "まで3手で先手の勝ち\n" + BRANCH,
    "diagram": DIAGRAM,
    "diagram, one move": DIAGRAM + "   1 ５二玉(51)   ( 0:01/00:00:01)\n",
    "diagram, two moves": DIAGRAM + "   1 ５二玉(51)   ( 0:01/00:00:01)\n   2 ５八玉(59)   ( 0:01/00:00:01)\n",
}


def by_python_shogi(record):
    """Return the moves, the winner, the side to move first, and whether the moves can be played."""
    (game,) = shogi.KIF.Parser.parse_str(record)
    board, legal = shogi.Board(game["sfen"]), True
    side = "b" if board.turn == shogi.BLACK else "w"
    for move in game["moves"]:
        legal = legal and shogi.Move.from_usi(move) in board.legal_moves
        board.push_usi(move)
    return game["moves"], game["win"], side, legal


def by_cshogi(record):
    game = cshogi.KIF.Parser.parse_str(record)
    board, legal = cshogi.Board(game.sfen), True
    side = "b" if board.turn == cshogi.BLACK else "w"
    for move in game.moves:
        legal = legal and move in board.legal_moves
        board.push(move)
    return [cshogi.move_to_usi(move) for move in game.moves], {cshogi.BLACK_WIN: "b", cshogi.WHITE_WIN: "w", cshogi.DRAW: "-"}.get(game.win), side, legal


print(*(f"{name} {meta.version(name)}" for name in ("python-shogi", "cshogi")))
seen = {name: (by_python_shogi(record), by_cshogi(record)) for name, record in RECORDS.items()}
for name, (one, other) in seen.items():
    print(f"{name}:\n  python-shogi {one}\n  cshogi       {other}")
moves, king = ["7g7f", "3c3d", "2g2f"], ["5a5b", "5i5h"]
branch = ["8c8d", "2g2f"]
expected = {
    "plain": ((moves, "b", "b", True), (moves, None, "b", True)),
    "with a branch": ((["7g7f", "2g2f", *branch], "w", "b", False), (moves + branch, None, "b", False)),
    "with a branch, only marked": ((["7g7f", "2g2f"], "w", "b", False), (moves, None, "b", True)),
    "with a branch and its summary": ((["7g7f", "2g2f", *branch], "b", "b", False), (moves, "b", "b", True)),
    "diagram": (([], None, "w", True), ([], None, "b", True)),
    "diagram, one move": ((king[:1], None, "b", False), (king[:1], None, "b", False)),
    "diagram, two moves": ((king, None, "w", True), (king, None, "b", False)),
}
ok = seen == expected
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
