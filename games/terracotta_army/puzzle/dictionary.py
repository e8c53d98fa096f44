"""A typical text that puzzle codes of the game are packed with; it never changes (games/puzzlecode.py)."""

PRIMER = """\
TA1-0F65-PH0T-DRA2
round 5
tiles quad:NW clay quad:SW coins center_row
rings inner 9 middle 6
inspectors row 7 column F
stores 3 3 5 5
wheel - - - - - - - Pc - - - -
player purple score 210 coins 13 masters builder,captain,clay_maker,chancellor,blacksmith tokens 6 craftsmen 4
player yellow score 63 coins 19 wet 1 weapons pike,spear masters censor,blacksmith tokens 3,4,5,6 craftsmen 4 artisans 1
chancellor purple overseer 7 row spear,crossbow,sword,pike
grid
Po Yo .  .  .  .  .  F  .
F  .  .  .  .  .  .  .  .
Ps Pg .  .  .  .  .  .  .
Ps Pg F  .  Yg Pg Pg Pg .
Pc Ps Po Po Yo .  .  .  .
M  Ps Pc Pc A^ .  M  .  .
M  Yc Yc A^ .  .  .  .  .
TA1-09S7-R55K-KPRQ
round 4
tiles center_col type:guard type:crossbowman type:soldier coins
rings inner 1 middle 11
inspectors row 3 column C
stores 4 3 2 4
wheel - - - - - - - - - - - Pc
player purple score 162 wet 2 weapons sword,pike,spear masters builder,captain,censor,clay_maker tokens 5,6 craftsmen 3 artisans 1
player yellow score 32 coins 9 wet 1 dry 8 weapons sword masters builder,blacksmith tokens 3,4,5,6 craftsmen 4 artisans 1
chancellor purple overseer 11 row sword,spear,crossbow,pike
grid
M   .   .   .   .   Yo  .   .   Pg
Pc  Pc  .   .   .   Po  A<  .   Pg
Pc  Pc  Ps  Ps  .   .   .   .   Pg
F   .   .   Ps  =   .   .   .   .
M   .   .   .   =   .   .   .   .
.   .   .   .   Ys^ .   .   .   .
.   .   .   .   A^  .   F   .   Yo
TA1-0AX4-A49X-T7JB
round 3
tiles quad:SE coins type:officer quad:NE clay
rings inner 5 middle 8
inspectors row 3 column C
stores 4 2 2 2
wheel - - - - - - - - - Pc - -
player purple score 100 coins 5 wet 9 weapons sword,pike,crossbow,spear masters captain,clay_maker,chancellor tokens 4,5,6 craftsmen 1 artisans 3
player yellow score 28 coins 2 wet 1 dry 3 weapons pike masters builder,clay_maker tokens 3,4,5,6 craftsmen 5
chancellor purple overseer 9 row crossbow,sword,pike,spear
grid
Po Po .  F  .  .  .  .  .
Po Pc .  .  .  .  .  F  .
.  .  .  M  .  Pg Pg Yg .
M  .  .  .  .  .  .  .  .
.  .  .  .  .  Ys Ys Ys .
.  .  .  .  .  A^ .  .  .
.  .  .  .  .  .  .  .  .
TA1-07HE-MV6V-ZV8Z
round 5
tiles quad:SW quad:SE quad:NE clay type:guard
rings inner 8 middle 8
inspectors row 5 column C
stores 0 0 3 5
wheel - - Pc - - - - - - - - -
player purple score 222 coins 2 wet 9 weapons sword,pike,crossbow,spear masters builder,captain,clay_maker,chancellor,blacksmith tokens 6 craftsmen 4
player yellow score 68 coins 6 wet 2 dry 7 weapons sword,spear masters chancellor,blacksmith tokens 3,4,5,6 craftsmen 3 artisans 2
chancellor purple overseer 2 row sword,pike,spear,crossbow
grid
Pg Pg Pg Pg Pg Av Pc M  M
Pc A< Ps A^ Pg Pc Yc .  .
.  .  Po F  F  Yc Yc .  .
.  Av Po Yo .  .  .  Yo .
.  Ps Ps Po M  .  .  .  .
.  .  Ys Ys .  .  .  .  .
.  .  .  .  .  .  .  .  .
TA1-08PZ-D7YB-ATVM
round 4
tiles quad:SE clay type:guard quad:NE type:officer
rings inner 2 middle 4
inspectors row 4 column F
stores 1 3 1 3
wheel Pc - - - - - - - - - - -
player purple score 143 coins 5 wet 5 weapons sword,pike,crossbow,spear masters builder,censor,clay_maker,blacksmith tokens 5,6 craftsmen 2 artisans 2
player yellow score 44 coins 6 wet 2 dry 4 weapons spear masters chancellor,blacksmith tokens 3,4,5,6 craftsmen 3 artisans 2
chancellor purple overseer 0 row spear,crossbow,pike,sword
grid
.   .   Pg  F   .   .   .   .   .
Yc  .   Pg  Pg  Po  F   .   .   .
Pg  Pg  Pg  Po  Po  .   .   Ys  .
.   .   M   .   .   .   .   .   .
.   .   Ps  Ys  Ps  .   .   .   .
.   .   A^  Av  Pc  .   .   M   .
.   =   =   Yc< .   .   .   .   .
TA1-0KGV-9GEF-GRPG
round 3
tiles center_col quad:NW quad:SW quad:NE center_row
rings inner 9 middle 6
inspectors row 5 column E
stores 4 2 1 4
wheel - - - - - - - Pc - - - -
player purple score 92 wet 8 weapons crossbow masters captain,clay_maker,blacksmith tokens 4,5,6 craftsmen 3 artisans 1
player yellow score 25 coins 3 wet 1 dry 2 weapons sword,pike masters censor,blacksmith tokens 3,4,5,6 craftsmen 4 artisans 1
chancellor purple overseer 7 row crossbow,spear,pike,sword
grid
Pc .  .  .  .  .  .  .  .
Pc .  F  .  .  .  .  .  .
Pc .  .  .  .  .  .  .  .
.  .  .  .  .  .  .  Ys .
M  .  .  Ps .  .  .  Pg .
.  .  .  Po .  .  .  Yg A<
M  .  .  .  .  .  .  .  .
TA1-0BTG-11ZZ-W7KG
round 5
tiles center_row quad:SE quad:NW type:crossbowman clay
rings inner 10 middle 1
inspectors row 5 column E
stores 4 0 0 4
wheel - - Pc - - - - - - - - -
player purple score 228 coins 11 wet 12 weapons sword,crossbow,spear masters builder,captain,censor,chancellor,blacksmith tokens 6 craftsmen 1 artisans 3
player yellow score 70 coins 3 wet 2 dry 15 weapons crossbow,spear masters clay_maker,chancellor tokens 3,4,5,6 craftsmen 4 artisans 1
chancellor purple overseer 2 row pike,spear,sword,crossbow
grid
Pc Po Pg Av .  .  .  Ys .
Ps Pg Yg Po .  .  .  Ps F
Pc Pg Yg Po Yo .  .  Ps .
Pc Pc Pc Yc .  .  .  Ps .
M  .  .  .  .  .  .  .  Yg
.  .  F  Yo .  .  .  .  .
M  M  .  .  .  .  Yo .  .
TA1-09MB-4891-K3KT
round 4
tiles type:guard center_row type:crossbowman clay quad:NW
rings inner 10 middle 2
inspectors row 4 column D
stores 0 1 1 1
wheel - - - - - - - - Pc - - -
player purple score 134 coins 9 wet 4 weapons sword,pike,crossbow,spear masters captain,censor,chancellor,blacksmith tokens 5,6 craftsmen 2 artisans 2
player yellow score 55 coins 2 wet 1 dry 7 weapons pike masters builder,chancellor tokens 3,4,5,6 craftsmen 4 artisans 1
chancellor purple overseer 8 row crossbow,pike,spear,sword
grid
Pc  Ys  Ys  .   F   .   F   M   .
.   .   .   Po  Yo  .   .   .   .
.   .   .   .   .   .   .   .   Av
.   Ps  .   M   .   Pg  Pg  Pg  Yg
Yo  =   .   .   .   .   .   A^  .
.   =   .   .   Pc  Pc  Pc  Pc  Yc
.   Ys^ .   .   .   .   .   .   A^
"""
