/** Random programs of awk: two readers of a program may differ in where a string, a pattern or a line ends. None of them goes in circles. */
import { apart, type ReadingChoice, TRIPWIRE } from './reading-choice.ts'

const OPTIONS =
  "-F:  -F ','  -v x=1  -v OFS=w  -f src/c  -i inplace  --  -e 'BEGIN{}'  --posix  --field-separator=:  --source=1  -vx=1  -E src/c  --include=inplace"
const FILES = apart(
  '"new"  ".git/config"  "a"  "/tmp/new"  "/home/user/.bashrc"  "/dev/stderr"  x  $1  ("new")  "n" "ew"  FILENAME',
)
const PRINTED = [
  '',
  ...[
    ' 1',
    ' "x;y"',
    ' "a}b"',
    ' "a\\"b"',
    ' $1',
    ' "#"',
    ' "a" \\\n "b"',
    ' /[/"]/',
    ' a > b ? 1 : 2',
    ' 1, 2',
    ' x[1]',
  ],
  ...['(1)', '(1)(2)', '(a > b)', ' "a\\\\"', ' 6 / 2 / 3'],
]
const EXPRESSIONS = apart(
  `1  /o/  NR > 1  $1 ~ /[/]/  a / b / c  x = "y"  !seen[$0]++  length > 2  (getline x) > 0  system("${TRIPWIRE}")  "touch new" | getline  1 > 0 ? "a" : "b"  x["a"]  "a" "b" > "c"  NR==1,NR==2  i++ + ++i  -1  substr("x", 1)`,
)

export function awkCommand(choice: ReadingChoice): string {
  const name = choice.oneOf(['awk', 'awk', 'awk', 'gawk', 'mawk'])
  const assigned = choice.oneOf(['', 'x=1 ', 'FS=, '])
  return `${name} ${choice.some(OPTIONS, 2)} ${choice.word(program(choice))} ${assigned}${choice.files()}`
}

function program(choice: ReadingChoice): string {
  const rule = () =>
    choice.oneOf([
      () => `BEGIN {${statements(choice)}}`,
      () => `{${statements(choice)}}`,
      () => `END{${statements(choice)}}`,
      () => `${choice.oneOf(EXPRESSIONS)} {${statements(choice)}}`,
      () => choice.oneOf(EXPRESSIONS),
      () => `function f(y) {${statements(choice)}}`,
      () => `# ${choice.oneOf(['"', 'a', '}', '/'])}\n`,
      () => '-1{print > "new"}',
      () => '@include "src/c"\n',
    ])()
  return Array.from({ length: choice.oneOf([1, 1, 1, 2]) }, rule).join(choice.oneOf(['\n', ' ', ';', '']))
}

function statements(choice: ReadingChoice): string {
  const between = choice.oneOf([';', '\n', '; ', '\\\n;', ' ; # "\n'])
  return Array.from({ length: choice.oneOf([1, 1, 1, 2, 3]) }, () => statement(choice)).join(between)
}

function statement(choice: ReadingChoice): string {
  const file = choice.oneOf(FILES)
  const args = choice.oneOf(PRINTED)
  const command = choice.command().replaceAll('"', '\\"')
  const target = choice.oneOf([file, file, `"${command}"`])
  return choice.oneOf([
    () => `print${args}`,
    () => `print${args} ${choice.oneOf(['>', '>>', '>', '|', '|&'])} ${target}`,
    () =>
      `print${choice.oneOf([' "x;y"', ' "a}b"', ' 1', ' "a" \\\n "b"', '(1)'])} ${choice.oneOf(['>', '>>'])} ${file}`,
    () => `print${args} > ${file}`,
    () =>
      `printf "%s"${choice.oneOf(['', ', 1', ', "x;y"'])} ${choice.oneOf(['>', '>>', '|', ''])} ${target}`,
    () => `system(${choice.oneOf([`"${command}"`, 'x', '$0'])})`,
    () => `"${command}" | getline${choice.oneOf(['', ' x'])}`,
    () =>
      choice.oneOf([
        'getline',
        'getline x',
        `getline < ${file}`,
        `if ((getline line < ${file}) > 0) print line`,
      ]),
    () => `x = ${choice.oneOf(EXPRESSIONS)}`,
    () =>
      `if (${choice.oneOf(EXPRESSIONS)}) ${choice.oneOf(['print', 'print > "new"', 'next', '{ print "a" ; }'])}`,
    () => 'for (i = 0; i < 2; i++) { print i }',
    () => `close(${file})`,
    () => `x = "${choice.oneOf(['system', 'f'])}"; @x("${TRIPWIRE}")`,
    () => 'f(1)',
    () => `gsub(/${choice.oneOf(['o', '"', '[/]', '\\/'])}/, "${choice.oneOf(['x', '&', ';', '}'])}")`,
    () => `ARGV[1] = ${file}`,
    () => 'fflush()',
    () => 'delete x',
    () => 'switch (1) { case 1: print > "new"; break }',
  ])()
}
