import { expect, it } from 'vitest'
import { isReadOnlyCommand } from './read-only.ts'
import { plainWords, readCommandLine } from './words.ts'

it('splits plain words and takes off quotes', () => {
  expect(plainWords(`  git commit -m "a b" 'c "d"' e''f\t'' `)).toEqual([
    'git',
    'commit',
    '-m',
    'a b',
    'c "d"',
    'ef',
    '',
  ])
})

it('tells commands, redirections and globs apart', () => {
  expect(readCommandLine('a x* | b 2>&1 && c "q" > out')).toEqual({
    kind: 'commands',
    operators: true,
    commands: [
      { words: [word('a'), { ...word('x*'), glob: true }], redirects: false },
      { words: [word('b'), word('1')], redirects: true },
      { words: [word('c'), { ...word('q'), quoted: true }, word('out')], redirects: true },
    ],
  })
})

it.each([
  ['', 'it has an empty command'],
  ['a;;b', 'it has an empty command'],
  ['&& a', 'it has an empty command'],
  ['a "b', 'its quotes are not balanced'],
  ["a 'b", 'its quotes are not balanced'],
  ['a $b', 'it has a variable or a substitution'],
  ['a "$b"', 'it has an expansion within double quotes'],
  ["a '$(b)'", 'it has a substitution within quotes'],
  ['a `b`', 'it has a command substitution'],
  ['a \\b', 'it has a backslash'],
  ['(a)', 'it has a subshell or a function'],
  ['{a,b}', 'it has braces'],
  ['a # b', 'it has a comment'],
  ['a <<< b', 'it has a here-document or an unusual redirection'],
  ['a << b', 'it has a here-document or an unusual redirection'],
  ['a &> b', 'it redirects everything'],
  ['a\rb', 'it has unusual white space or control characters'],
  ['a\u00a0b', 'it has unusual white space or control characters'],
  ['A=1 b', 'its command name is not written plainly'],
  ["'a' b", 'its command name is not written plainly'],
  ['? b', 'its command name is not written plainly'],
  ['~/x', 'its command name is not written plainly'],
  ['if a', 'it is a compound command (if)'],
  ['! a', 'its command name is not written plainly'],
])('gives up on %j: %s', (command, reason) => {
  expect(readCommandLine(command)).toEqual({ kind: 'opaque', reason })
})

it.each(['ls -la src', 'grep -rn "a b" src', 'find . -name "*.js"', 'cat a', 'pwd', 'sort -k1 f'])(
  'knows %s as read-only',
  (command) => {
    expect(isReadOnlyCommand(command)).toBe(true)
  },
)

it.each([
  'npm test',
  'ls; rm x',
  'ls > x',
  'find . -delete',
  'sort -o x y',
  'cat $(x)',
  './ls',
  'git commit -m x',
  'date -s now',
  '',
])('does not take %j for read-only', (command) => {
  expect(isReadOnlyCommand(command)).toBe(false)
})

function word(text: string) {
  return { text, quoted: false, glob: false }
}
