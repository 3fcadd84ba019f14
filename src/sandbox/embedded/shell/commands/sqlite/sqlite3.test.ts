import { expect, test } from 'vitest'
import { runShell } from '../../testing/run-shell.ts'
import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what SQLite's own sqlite3 3.40.1 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "sqlite3 t.db \"create table t(a integer primary key, b text, c real); insert into t values(1,'x',1.5),(2,null,0.1),(3,'a,b\\\"c d',1e20);\"; echo $?; sqlite3 t.db 'select * from t'; sqlite3 -header -csv t.db 'select * from t' | od -c | head -5; sqlite3 -json t.db 'select a, b from t'; sqlite3 -column t.db 'select * from t'; sqlite3 -column -noheader t.db 'select a from t'; sqlite3 -line t.db 'select * from t'; sqlite3 -box t.db 'select * from t'; sqlite3 -table t.db 'select * from t'; sqlite3 -markdown t.db 'select * from t'; sqlite3 -tabs t.db 'select * from t'; sqlite3 -quote t.db \"select 1.5, x'00ff', 'it''s', null, 3\"; sqlite3 -header t.db 'select a, b from t'",
    '0\n1|x|1.5\n2||0.1\n3|a,b"c d|1.0e+20\n0000000   a   ,   b   ,   c  \\n   1   ,   x   ,   1   .   5  \\n   2   ,\n0000020   ,   0   .   1  \\n   3   ,   "   a   ,   b   "   "   c       d\n0000040   "   ,   1   .   0   e   +   2   0  \\n\n0000052\n[{"a":1,"b":"x"},\n{"a":2,"b":null},\n{"a":3,"b":"a,b\\"c d"}]\n1  x        1.5    \n2           0.1    \n3  a,b"c d  1.0e+20\n1\n2\n3\n    a = 1\n    b = x\n    c = 1.5\n\n    a = 2\n    b = \n    c = 0.1\n\n    a = 3\n    b = a,b"c d\n    c = 1.0e+20\n┌───┬─────────┬─────────┐\n│ a │    b    │    c    │\n├───┼─────────┼─────────┤\n│ 1 │ x       │ 1.5     │\n│ 2 │         │ 0.1     │\n│ 3 │ a,b"c d │ 1.0e+20 │\n└───┴─────────┴─────────┘\n+---+---------+---------+\n| a |    b    |    c    |\n+---+---------+---------+\n| 1 | x       | 1.5     |\n| 2 |         | 0.1     |\n| 3 | a,b"c d | 1.0e+20 |\n+---+---------+---------+\n| a |    b    |    c    |\n|---|---------|---------|\n| 1 | x       | 1.5     |\n| 2 |         | 0.1     |\n| 3 | a,b"c d | 1.0e+20 |\n1\tx\t1.5\n2\t\t0.1\n3\ta,b"c d\t1.0e+20\n1.5,X\'00ff\',\'it\'\'s\',NULL,3\na|b\n1|x\n2|\n3|a,b"c d\n',
    '',
    0,
  ],
  [
    "sqlite3 t.db 'create table t(a integer primary key, b text); create index i on t(b); create view v as select a from t; create table other(x)'; sqlite3 t.db .tables; sqlite3 t.db .schema; sqlite3 t.db '.schema t'; sqlite3 t.db .indexes; sqlite3 t.db \"insert into t values(1,'it''s'),(2,'two\nlines'); insert into other values(1.5),(null),(x'0aff')\"; sqlite3 t.db .dump; sqlite3 t.db .dump > d.sql; sqlite3 u.db < d.sql; sqlite3 u.db .dump | cmp - d.sql && echo same; sqlite3 t.db '.dump other'; sqlite3 t.db '.tables o%'",
    "other  t      v    \nCREATE TABLE t(a integer primary key, b text);\nCREATE INDEX i on t(b);\nCREATE VIEW v as select a from t\n/* v(a) */;\nCREATE TABLE other(x);\nCREATE TABLE t(a integer primary key, b text);\nCREATE INDEX i on t(b);\ni\nPRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE t(a integer primary key, b text);\nINSERT INTO t VALUES(1,'it''s');\nINSERT INTO t VALUES(2,replace('two\\nlines','\\n',char(10)));\nCREATE TABLE other(x);\nINSERT INTO other VALUES(1.5);\nINSERT INTO other VALUES(NULL);\nINSERT INTO other VALUES(X'0aff');\nCREATE INDEX i on t(b);\nCREATE VIEW v as select a from t;\nCOMMIT;\nsame\nPRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE other(x);\nINSERT INTO other VALUES(1.5);\nINSERT INTO other VALUES(NULL);\nINSERT INTO other VALUES(X'0aff');\nCOMMIT;\nother\n",
    '',
    0,
  ],
  [
    "sqlite3 t.db 'create table t(a)'; printf '.headers on\\n.mode json\\ninsert into t values(1);\\nselect a\\nfrom t;\\nselect 2 as b;\\n' > s; sqlite3 t.db < s; sqlite3 t.db '.read s'; sqlite3 t.db '.mode csv' '.headers on' 'select * from t'; sqlite3 -separator ' - ' -nullvalue NULL t.db \"select 1, null, 'x'\"; printf 'x,y\\n1,2\\n\"a \"\"q\"\"\",3\\n' > c.csv; sqlite3 t.db '.import --csv c.csv imp' 'select * from imp'; sqlite3 t.db '.mode csv' '.import c.csv imp2' 'select count(*) from imp2' | tr -d '\\r'; sqlite3 t.db '.schema imp'; sqlite3 -json t.db 'select * from t where 0'; sqlite3 t.db 'select 1; select 2' 'select 3'; sqlite3 t.db '.print hello world' '.quit' 'select 1'; sqlite3 t.db '.mode insert foo' 'select * from t limit 1'; sqlite3 t.db 'begin; insert into t values(9); rollback; select count(*) from t'; sqlite3 t.db '.width 5 10' '.mode column' 'select 1 as a, 2 as b'",
    '[{"a":1}]\n[{"b":2}]\n[{"a":1},\n{"a":1}]\n[{"b":2}]\na\r\n1\r\n1\r\n1 - NULL - x\n1|2\na "q"|3\n2\nCREATE TABLE IF NOT EXISTS "imp"(\n"x" TEXT, "y" TEXT);\n1\n2\n3\nhello world\nINSERT INTO foo VALUES(1);\n2\na      b         \n-----  ----------\n1      2         \n',
    '',
    0,
  ],
  [
    "sqlite3 :memory: 'select 1.0, 1e100, 0.1+0.2, null, 9007199254740993, 1e-7, 123456789012345678, 1.0/3, -0.5, 100000.0, 1e15, 123456789.123'; echo 'select 1+1;' | sqlite3; sqlite3 :memory: \"select upper('abc'), json_extract('{\\\"a\\\":[1,2]}', '\\$.a[1]'), date('2024-01-31','+1 month'), sqrt(16), printf('%05.2f', 3.14159), substr('hello',2,3)\"; sqlite3 :memory: 'with recursive c(x) as (select 1 union all select x+1 from c where x<5) select group_concat(x) from c'; sqlite3 :memory: \"create table t(a,b); insert into t values(1,2),(1,3),(2,4); select a, sum(b) over (partition by a) from t; select a, count(*) from t group by a having count(*)>1\"; sqlite3 :memory: 'create table t(a integer primary key)' 'explain query plan select * from t where a=1'; sqlite3 t.db 'PRAGMA user_version=5'; sqlite3 t.db 'PRAGMA user_version'; printf 'create table a(x);\\ncreate trigger tr after insert on a begin\\n  insert into a select 1 where 0;\\n  delete from a where 0;\\nend;\\ninsert into a values(1);\\nselect count(*) from a; -- c;\\n/* ; */ select 2;\\n' | sqlite3 :memory:; sqlite3 t.db \"create table p(id integer primary key autoincrement, n); insert into p(n) values('a'); insert into p(n) values('b');\"; sqlite3 t.db .dump; sqlite3 t.db .tables; sqlite3 t.db '.output o2.txt' 'select 3'; cat o2.txt",
    "1.0|1.0e+100|0.3||9007199254740993|1.0e-07|123456789012345678|0.333333333333333|-0.5|100000.0|1.0e+15|123456789.123\n2\nABC|2|2024-03-02|4.0|03.14|ell\n1,2,3,4,5\n1|5\n1|5\n2|4\n1|2\nQUERY PLAN\n`--SEARCH t USING INTEGER PRIMARY KEY (rowid=?)\n5\n1\n2\nPRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE p(id integer primary key autoincrement, n);\nINSERT INTO p VALUES(1,'a');\nINSERT INTO p VALUES(2,'b');\nDELETE FROM sqlite_sequence;\nINSERT INTO sqlite_sequence VALUES('p',2);\nCOMMIT;\np\n3\n",
    '',
    0,
  ],
  [
    "sqlite3 t.db 'select * from nope' 2>/dev/null; echo $?; sqlite3 t.db 'selec 1' 2>/dev/null; echo $?; sqlite3 t.db '.nope' 2>/dev/null; echo $?; sqlite3 --nosuch t.db 'select 1'; echo $?; sqlite3 /none/x.db 'select 1' 2>/dev/null; echo $?; sqlite3 t.db 'select 1;' 'selec' 'select 3' 2>/dev/null; echo $?; printf 'select nope;\\nselect 2;\\n' | sqlite3 t.db 2>/dev/null; echo $?; printf 'select nope;\\nselect 2;\\n' | sqlite3 -bail t.db 2>/dev/null; echo $?; ls; sqlite3 t.db '.mode nope' 2>/dev/null; echo $?; sqlite3 t.db \"select 'a\nb', 2\"; sqlite3 -csv t.db \"select 'a\nb', 'c d', ''\"; sqlite3 t.db 'create table x(a); PRAGMA table_info(x)'; sqlite3 -box t.db \"select 'a\nb' as x, 22 as y\"",
    '1\n1\n1\n1\n1\n1\n1\n2\n1\n1\nt.db\n1\na\nb|2\n"a\nb","c d",""\n0|a||0||0\n┌───┬────┐\n│ x │ y  │\n├───┼────┤\n│ a │ 22 │\n│ b │    │\n└───┴────┘\n',
    'sqlite3: Error: unknown option: -nosuch\nUse -help for a list of options.\n',
    0,
  ],
]

testScripts(cases)

/** Cases that differ on purpose or whose message depends on the version: stderr and exit code. */
const refusals: readonly (readonly [script: string, stderr: string, code: number])[] = [
  ['sqlite3 t.db "select * from nope"', 'Error: in prepare, no such table: nope\n', 1],
  [
    'echo "select 1; select nope;" | sqlite3 t.db > /dev/null',
    'Parse error near line 1: no such column: nope\n',
    1,
  ],
  [
    'sqlite3 t.db "create table t(a unique); insert into t values(1),(1)"',
    'Error: stepping, UNIQUE constraint failed: t.a\n',
    1,
  ],
  [
    'sqlite3 t.db "attach \'u.db\' as u"',
    'Error: stepping, other files than the database are not supported here\n',
    1,
  ],
  ['sqlite3 t.db .nope', 'Error: unknown command or invalid arguments:  "nope". Enter ".help" for help\n', 1],
  [
    'sqlite3 t.db "create table t(a)"; echo x > t.db-wal; sqlite3 t.db .tables',
    'Error: t.db-wal is there: another program has the database open, or was ended; not supported here\n',
    1,
  ],
  [
    'echo "this is no database at all, but it is as long as the header of one has to be, so that it is read at all" > t.db; sqlite3 t.db .tables',
    'Error: file is not a database\n',
    1,
  ],
  [
    'sqlite3 t.db "create table t(a)"; sqlite3 -readonly t.db "insert into t values(1)"',
    'Error: stepping, attempt to write a readonly database\n',
    1,
  ],
  [
    'sqlite3 none/t.db "select 1"',
    'Error: unable to open database "none/t.db": No such file or directory\n',
    1,
  ],
  [
    'sqlite3 t.db ".mode html"',
    'Error: mode should be one of: box column csv insert json line list markdown quote table tabs\n',
    1,
  ],
]

test.each(refusals)('says what is wrong: %s', async (script, stderr, code) => {
  const run = await runShell(script)
  expect([run.stdout, run.stderr, run.end.status]).toEqual(['', stderr, { code, signal: null }])
})

test('reading leaves the file as it is', async () => {
  const run = await runShell(
    'sqlite3 t.db "create table t(a)"; touch -d @100 t.db; sqlite3 t.db "select * from t" .tables; stat -c %Y t.db',
  )
  expect([run.stdout, run.stderr]).toEqual(['t\n100\n', ''])
})
