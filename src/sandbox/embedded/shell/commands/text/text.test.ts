import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU's coreutils 9.1 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "export TZ=UTC; date -d '2024-01-31 +1 day' +%F; date -d @0 +%s; date -u -d @86400 '+%Y-%m-%d %H:%M:%S %Z'; date -d '2024-03-01T12:34:56Z' +%T; date -d '2024-03-01 12:34:56 +0200' +%s; date -u -d '1 Jan 2020' +%A,%j,%U,%V,%u,%w; date -d '2020-02-29 1 year ago' +%F; date -d '2024-01-15 next month' +%F; date -d '2024-01-15 last week' +%F",
    '2024-02-01\n0\n1970-01-02 00:00:00 UTC\n12:34:56\n1709289296\nWednesday,001,00,01,3,3\n2019-03-01\n2024-02-15\n2024-01-08\n',
    '',
    0,
  ],
  [
    "export TZ=UTC; date -u -d @1700000000 -R; date -u -d @1700000000 -I; date -u -d @1700000000 -Iseconds; date -u -d @1700000000 --iso-8601=minutes; date -u -d @1700000000 --rfc-3339=seconds; date -u -d @1700000000; date -u -d @1700000000 '+%a %b %e %-d %_d %k %l %I %p %P %y %C %D %F %T %R %r %n %t %% %N %s %z %:z %Z %h %c %x %X %G %g %q'",
    'Tue, 14 Nov 2023 22:13:20 +0000\n2023-11-14\n2023-11-14T22:13:20+00:00\n2023-11-14T22:13+00:00\n2023-11-14 22:13:20+00:00\nTue Nov 14 22:13:20 UTC 2023\nTue Nov 14 14 14 22 10 10 PM pm 23 20 11/14/23 2023-11-14 22:13:20 22:13 10:13:20 PM \n \t % 000000000 1700000000 +0000 +00:00 UTC Nov Tue Nov 14 22:13:20 2023 11/14/23 22:13:20 2023 23 4\n',
    '',
    0,
  ],
  [
    "export TZ=UTC; date -d 'bogus'; echo $?; date --foo; echo $?; date -d '2024-13-01'; echo $?; touch -d '2024-05-06 07:08:09' f; date -r f '+%F %T'; date -d '2024-01-01 10:00 2 hours ago' +%R; date -d '10:30' +%R; date -d 'Mon, 15 Apr 2024 10:00:00 GMT' +%F; date -d '15 April 2024 3pm' '+%F %H'; date -d '2024-04-15 monday' +%F; date -d 'April 15, 2024' +%F; date -d '4/15/2024' +%F; date -d 20240415 +%F; date '+%Y' -d '2024-04-15 - 3 days'; TZ=America/New_York date -d @0 '+%F %T %Z'; date -d '2024-01-01 tomorrow' +%F; date -d 'TZ=\"Europe/Paris\" 2024-01-01 12:00' +%s; date -d '2024-01-01 00:00:00 UTC + 90 minutes' +%R; date -d '@1.5' +%s.%N | cut -c1-5",
    '1\n1\n1\n2024-05-06 07:08:09\n08:00\n10:30\n2024-04-15\n2024-04-15 15\n2024-04-15\n2024-04-15\n2024-04-15\n2024-04-15\n2024\n1969-12-31 19:00:00 EST\n2024-01-02\n1704106800\n01:30\n1.500\n',
    "date: invalid date 'bogus'\ndate: unrecognized option '--foo'\nTry 'date --help' for more information.\ndate: invalid date '2024-13-01'\n",
    0,
  ],
  [
    "echo a:b:c | cut -d: -f2; echo a:b:c | cut -d: --complement -f2; echo a:b:c | cut -d: -f1,3 --output-delimiter=-; echo abcdef | cut -c2-4; echo abcdef | cut -c-2,5-; echo abcdef | cut -b1; echo nodelim | cut -d: -f2; echo nodelim | cut -s -d: -f2; printf 'a\\tb\\n' | cut -f2; cut -f; echo $?; cut -d ab -f1 <<< x; echo $?; cut <<< x; echo $?; echo a:b | cut -d: -f0; echo $?; echo a:b | cut -d: -f2-1; echo $?; echo 'é:b' | cut -c1; echo 'abcdef' | cut -c2- --complement; printf 'a:b\\0c:d\\0' | cut -z -d: -f1 | od -c; echo abcdef | cut -c1,3 --output-delimiter=:; cut -d' ' -f1 --foo; echo $?; echo 'a b c' | cut -d' ' -f 2-; echo a,b,c | cut -d, -f3,1",
    'b\na:c\na-c\nbcd\nabef\na\nnodelim\nb\n1\n1\n1\n1\n1\n�\na\n0000000   a  \\0   c  \\0\n0000004\na:c\n1\nb c\na,c\n',
    "cut: option requires an argument -- 'f'\nTry 'cut --help' for more information.\ncut: the delimiter must be a single character\nTry 'cut --help' for more information.\ncut: you must specify a list of bytes, characters, or fields\nTry 'cut --help' for more information.\ncut: fields are numbered from 1\nTry 'cut --help' for more information.\ncut: invalid decreasing range\nTry 'cut --help' for more information.\ncut: unrecognized option '--foo'\nTry 'cut --help' for more information.\n",
    0,
  ],
  [
    "printf 'abc\\ndefgh\\n' | wc -L; printf 'a b\\nc\\n' | wc; printf 'a b\\nc\\n' > f; wc f; wc -l f; wc -w f; wc -c f; wc -m f; cp f g; wc f g; wc -lw f g; wc -l < f; printf 'é\\n' | wc -m; printf 'é\\n' | wc -c; wc none; echo $?; wc --foo; echo $?; wc -l f none; printf '\\t\\n' | wc -L; printf 'f\\0g\\0' | wc --files0-from=- -l; printf 'x' | wc -l; wc -lc f",
    '5\n      2       3       6\n2 3 6 f\n2 f\n3 f\n6 f\n6 f\n 2  3  6 f\n 2  3  6 g\n 4  6 12 total\n 2  3 f\n 2  3 g\n 4  6 total\n2\n2\n3\n1\n1\n2 f\n2 total\n8\n2 f\n2 g\n4 total\n0\n2 6 f\n',
    "wc: none: No such file or directory\nwc: unrecognized option '--foo'\nTry 'wc --help' for more information.\nwc: none: No such file or directory\n",
    0,
  ],
  [
    "mkdir -p d/e; printf '%01000d' 0 > d/a; printf '%05000d' 0 > d/e/b; du -b d/a; du -sb d; du -ab d/e | tail -2 | head -1; du -s --apparent-size -b d/e/b; du -h --apparent-size d/e/b; du -b --max-depth=0 d; du -cb d/a d/e/b; du none; echo $?; du --foo; echo $?; du -k d/a; du -sh d/e/b; du -sk d/e/b; du -h d/a; du -sm d/a; du -bd1 d | tail -1; du -0b d/a | od -c | head -1; du --exclude='*b' -ab d | wc -l; du -S -b d | tail -1;",
    '1000\td/a\n14192\td\n5000\td/e/b\n5000\td/e/b\n4.9K\td/e/b\n14192\td\n1000\td/a\n5000\td/e/b\n6000\ttotal\n1\n1\n4\td/a\n8.0K\td/e/b\n8\td/e/b\n4.0K\td/a\n1\td/a\n14192\td\n0000000   1   0   0   0  \\t   d   /   a  \\0\n3\n5096\td\n',
    "du: cannot access 'none': No such file or directory\ndu: unrecognized option '--foo'\nTry 'du --help' for more information.\n",
    0,
  ],
  [
    "seq -f '%03g' 3; seq -w 8 11; seq -s, 5; seq -s ' ' 1 2 9; seq 1.5 3; seq 0 0.1 0.5; seq 5 -2 1; seq -w 1 0.5 2; seq -f 'x%gy' 2; seq 3 1; seq -5 -3; seq 1e3 1e3; seq a; echo $?; seq; echo $?; seq 1 0 3; echo $?; seq -f '%d' 2; echo $?; seq 1 2 3 4; echo $?; seq -w -1 1; seq 10000000 10000001; seq --separator=: 3; seq 9 10 | tail -1; seq 1 .25 2; seq -f %.2f 1 2; seq -f '%e' 1; seq --foo; echo $?",
    '001\n002\n003\n08\n09\n10\n11\n1,2,3,4,5\n1 3 5 7 9\n1.5\n2.5\n0.0\n0.1\n0.2\n0.3\n0.4\n0.5\n5\n3\n1\n1.0\n1.5\n2.0\nx1y\nx2y\n-5\n-4\n-3\n1000\n1\n1\n1\n1\n1\n-1\n00\n01\n10000000\n10000001\n1:2:3\n10\n1.00\n1.25\n1.50\n1.75\n2.00\n1.00\n2.00\n1.000000e+00\n1\n',
    "seq: invalid floating point argument: 'a'\nTry 'seq --help' for more information.\nseq: missing operand\nTry 'seq --help' for more information.\nseq: invalid Zero increment value: '0'\nTry 'seq --help' for more information.\nseq: format '%d' has unknown %d directive\nseq: extra operand '4'\nTry 'seq --help' for more information.\nseq: unrecognized option '--foo'\nTry 'seq --help' for more information.\n",
    0,
  ],
  [
    "seq 5 > f; head -n -1 f; head -n 2 f; head -2 f; head -c 3 f; head -c -3 f; head -n1 f f; head -q -n1 f f; head -v -n1 f; head none; echo $?; seq 5 | head -n -2; head --lines=1 f; head --bytes=2 f; head -c 1K f | wc -c; head -n 0 f; head -n x f; echo $?; head --foo f; echo $?; printf 'a\\0b\\0' | head -z -n1 | od -c; head -n 1 - < f; head -n +2 f; head -5 f | wc -l; head -n1 f none f; head -c2 <<< abc",
    '1\n2\n3\n4\n1\n2\n1\n2\n1\n21\n2\n3\n4==> f <==\n1\n\n==> f <==\n1\n1\n1\n==> f <==\n1\n1\n1\n2\n3\n1\n1\n10\n1\n1\n0000000   a  \\0\n0000002\n1\n1\n2\n5\n==> f <==\n1\n\n==> f <==\n1\nab',
    "head: cannot open 'none' for reading: No such file or directory\nhead: invalid number of lines: 'x'\nhead: unrecognized option '--foo'\nTry 'head --help' for more information.\nhead: cannot open 'none' for reading: No such file or directory\n",
    0,
  ],
  [
    "seq 5 > f; tail -n 2 f; tail -n +3 f; tail -2 f; tail +4 f; tail -c 3 f; tail -c +3 f; tail -n1 f f; tail -q -n1 f f; tail -v -n1 f; tail none; echo $?; seq 5 | tail -n +4; tail --lines=1 f; tail -n x f; echo $?; tail --foo f; echo $?; tail -n 0 f; tail -n -1 f; printf 'a\\0b\\0' | tail -z -n1 | od -c; printf 'a\\nb' | tail -n1; tail -c 1K f | wc -c; tail -1 f; seq 20 | tail; tail -n +0 f | wc -l; tail --bytes=2 f; tail -n1 f none",
    '4\n5\n3\n4\n5\n4\n5\n4\n5\n\n5\n2\n3\n4\n5\n==> f <==\n5\n\n==> f <==\n5\n5\n5\n==> f <==\n5\n1\n4\n5\n5\n1\n1\n5\n0000000   b  \\0\n0000002\nb10\n5\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n5\n5\n==> f <==\n5\n',
    "tail: cannot open 'none' for reading: No such file or directory\ntail: invalid number of lines: 'x'\ntail: unrecognized option '--foo'\nTry 'tail --help' for more information.\ntail: cannot open 'none' for reading: No such file or directory\n",
    1,
  ],
]

testScripts(cases)
