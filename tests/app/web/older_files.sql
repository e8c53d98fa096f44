BEGIN TRANSACTION;
CREATE TABLE boards (whose TEXT, game TEXT, text TEXT, touched INTEGER, PRIMARY KEY (whose, game));
INSERT INTO "boards" VALUES('phone','g','x = 1
# "アヤ"
',1800000000020);
INSERT INTO "boards" VALUES('BCDFG','g','x = 1
# "アヤ"
',1800000000230);
CREATE TABLE days (date TEXT, game TEXT, code TEXT, touched INTEGER, PRIMARY KEY (date, game));
INSERT INTO "days" VALUES('2026-11-22','g','CODE',1800000000400);
CREATE TABLE dice (code TEXT, time TEXT, dice TEXT, name TEXT, touched INTEGER,
        PRIMARY KEY (code, time));
INSERT INTO "dice" VALUES('BCDFG','7 am','b3 1 2 4','Bo',1800000000330);
CREATE TABLE plays (id TEXT PRIMARY KEY, owner TEXT, game TEXT, data BLOB, touched INTEGER);
INSERT INTO "plays" VALUES('1','phone','g',X'7B2267616D65223A227365747570205444315C6E62332031222C22616E7377657273223A5B2278225D2C2267686F7374223A22227D',1800000000360);
CREATE TABLE ran (day INTEGER PRIMARY KEY);
INSERT INTO "ran" VALUES(20833);
CREATE TABLE results (owner TEXT, date TEXT, game TEXT, credit INTEGER, most INTEGER,
        hints INTEGER, touched INTEGER, PRIMARY KEY (owner, date, game));
INSERT INTO "results" VALUES('phone','2026-11-22','g',8,10,1,1800000000380);
CREATE TABLE sheets (id TEXT PRIMARY KEY, page_code TEXT, owner TEXT, name TEXT, marks TEXT,
        stamps TEXT, version INTEGER, at TEXT, touched INTEGER);
INSERT INTO "sheets" VALUES('s','P','phone','アヤ "A"','{"a":"1","b":"○"}','{"a":5,"b":6,"gone":7}',1800000000121,'BCDFG',1800000000130);
INSERT INTO "sheets" VALUES('u','P','phone','','{"a":"2"}','{"a":9}',1800000000201,'',1800000000210);
INSERT INTO "sheets" VALUES('t','Q','tablet','','{"a":"3"}','{"a":9}',1800000000162,'BCDFG',1800000000300);
CREATE TABLE tables (code TEXT PRIMARY KEY, game TEXT, version INTEGER, touched INTEGER);
INSERT INTO "tables" VALUES('BCDFG','g',1800000000074,1800000000340);
INSERT INTO "tables" VALUES('GFDCB','h',1800000000090,1800000000090);
CREATE INDEX sheets_of ON sheets (owner);
CREATE INDEX sheets_at ON sheets (at);
CREATE INDEX sheets_touched ON sheets (touched);
CREATE INDEX tables_touched ON tables (touched);
CREATE INDEX plays_of ON plays (owner);
CREATE INDEX plays_touched ON plays (touched);
CREATE INDEX results_touched ON results (touched);
CREATE INDEX days_touched ON days (touched);
CREATE INDEX dice_touched ON dice (touched);
CREATE INDEX boards_touched ON boards (touched);
COMMIT;
PRAGMA application_id = 1886872930;
PRAGMA user_version = 4;
