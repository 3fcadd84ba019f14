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
