import { expect, it } from 'vitest'
import { isIncomplete } from './incomplete.ts'

it.each([
  'echo "open',
  "echo 'open",
  'echo $(date',
  'echo a \\',
  'for x in 1 2; do',
  'for x in 1 2',
  'while true; do echo; ',
  'if true; then echo yes',
  'case $x in a) echo;;',
  'f() {',
  'cat <<EOF\nline',
  "cat <<-'E F'\n\tline",
  'true &&',
  'ls |',
  '(cd x',
  'echo `date',
  'echo $((1 <<',
  '((cd x); ls',
  'echo $((1)) && cat <<E',
  "x=\"$(cat <<'EOF'\nit's ( \"",
  'echo "$(echo "a"',
  'echo "${x:-"}"',
])('goes on: %j', (command) => {
  expect(isIncomplete(command)).toBe(true)
})

it.each([
  '',
  'ls',
  'echo "a" \'b\' `c`',
  'echo $(date) $((1 + 2)) ${x}',
  'for x in 1 2; do echo $x; done',
  'while read -r l; do echo; done < f',
  'if true; then echo yes; fi',
  'case $x in a) echo;; esac',
  'f() { echo; }; f',
  'cat <<EOF\nline\nEOF',
  "cat <<-'E'\n\tline\n\tE\n",
  'cat <<<word',
  'echo "$(echo \'"\')"',
  'echo "$(echo "a\'b")" "${x:-"}"}"',
  'git commit -m "$(cat <<\'EOF\'\nfix: it\'s a "quote (\nEOF\n)"',
  'echo $(case x in x) echo a;; esac)',
  'echo "$(# it\'s\necho)" "$((1 + (2)))"',
  'echo # a comment with "',
  'echo if for do',
  "grep 'a\\' f",
  'echo done',
  'sleep 1 &',
  'echo \\\\',
  'echo $((1<<40)); (( x = 1 << (2 + (3)) ))',
  '((cd x); ls)',
  'echo $(( ((1 + 2)) * 3 ))',
])('is whole: %j', (command) => {
  expect(isIncomplete(command)).toBe(false)
})

it.each(['"$(', '"${x:-', '${x:-"', '"$(('])(
  'counts %j as whole where it is in itself too often',
  (opening) => {
    expect(isIncomplete(opening.repeat(50))).toBe(true)
    expect(isIncomplete(opening.repeat(100_000))).toBe(false)
  },
)

/** In time that grows with the square of it, each of these would take minutes: the test runner ends them. */
it.each([
  ['brackets', `${'('.repeat(200_000)}${'<'.repeat(200_000)}`, true],
  ['backslashes in backticks', `echo \`${'\\a'.repeat(2_000_000)}\``, false],
  ['quotes', `echo ${'"a"\'b\''.repeat(100_000)}`, false],
  ['substitutions', `echo ${'"$(echo "a")" '.repeat(50_000)}`, false],
  ['here-documents', '<<a'.repeat(100_000), true],
  ['pipes', `ls ${'| '.repeat(100_000)}`, true],
  ['brackets in words', '$(${'.repeat(100_000), true],
  ['loops', 'for '.repeat(100_000), true],
])('reads many %s once', (_what, command, goesOn) => {
  expect(isIncomplete(command)).toBe(goesOn)
})
