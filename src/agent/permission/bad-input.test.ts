/** Command lines that cannot be read: asked about with the part that could not, in no mode allowed, in plan mode refused. */
import { describe, expect, it } from 'vitest'
import { SHELL_RULE_CHARS } from '../limits.ts'
import type { PermissionState } from './contract.ts'
import { decide } from './decide.ts'
import { analyse } from './shell/analysis.ts'
import { possibleCommands } from './shell/rules/pieces.ts'
import { shellCall, stateWith } from './test-support.ts'

const MEBIBYTE = 1 << 20
/** Rules that would allow it all, and such that look into each word. */
const WIDE = { allow: ['Bash', 'Bash(echo:*)', 'Bash(ls:*)', 'Bash(cat *)', 'Bash(* *)'] }
const NARROW = { deny: ['Bash(curl:*)', 'Bash(*a*secret*)', 'Read(private/**)'], ask: ['Bash(git push:*)'] }

const ASKING: readonly PermissionState[] = [
  stateWith({ sandboxAutoAllow: true }),
  stateWith({ contained: false }),
  stateWith({ mode: 'acceptEdits' }),
  stateWith({ mode: 'auto', sandboxAutoAllow: true }),
  stateWith({ mode: 'bypassPermissions' }),
  stateWith({ sandboxAutoAllow: true, rules: WIDE }),
  stateWith({ sandboxAutoAllow: true, rules: { ...WIDE, ...NARROW } }),
]
const DENYING: readonly PermissionState[] = [
  stateWith({ mode: 'plan', sandboxAutoAllow: true, rules: WIDE }),
  stateWith({ mode: 'dontAsk', sandboxAutoAllow: true }),
  stateWith({ sandboxAutoAllow: true, canAsk: false }),
]

/** In each mode; `part` is in the reason wherever the line itself is why it is asked. */
function expectAsked(command: string, part: string): void {
  for (const state of ASKING) {
    const { behavior, reason } = decide(shellCall(command), state)
    expect({ behavior, names: reason.includes(part) ? part : reason }).toEqual({
      behavior: 'ask',
      names: part,
    })
  }
  for (const state of DENYING) expect(decide(shellCall(command), state).behavior).toBe('deny')
  expect(analyse(command).failures).toEqual([])
}

const filled = (unit: string, chars: number) => unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars)

describe('a very long line', () => {
  const lines: Record<string, string> = {
    'a word': `echo ${'a'.repeat(MEBIBYTE)}`,
    semicolons: ';'.repeat(200_000),
    commands: filled('ls;', MEBIBYTE),
    pipes: filled('ls|', MEBIBYTE),
    words: filled('cat a ', MEBIBYTE),
    paths: `cat ${filled('a/', MEBIBYTE)}`,
    'names of files': filled('.git/ ', MEBIBYTE),
    parentheses: '('.repeat(20_000),
    substitutions: '$('.repeat(10_000),
    groups: '{ '.repeat(10_000),
    quotes: '"$(echo "'.repeat(10_000),
    backticks: '`echo '.repeat(10_000),
    'a here-document': `cat <<E\n${filled('text $x\n', MEBIBYTE)}\nE\n`,
    'a program of awk': `awk '${filled('{print $1}', MEBIBYTE)}'`,
    'a script of sed': `sed '${filled('s/a/b/;', MEBIBYTE)}'`,
    'brackets in a script of sed': `sed 's/${'['.repeat(MEBIBYTE)}/b/'`,
    'a program of jq': `jq '${filled('.a|', MEBIBYTE)}.a'`,
    'an expression of find': `find . ${filled('-name x -o ', MEBIBYTE)}`,
    redirections: `ls ${'>a '.repeat(100_000)}`,
    'ranges in braces': `echo ${'{1..9}'.repeat(100_000)}`,
    'lists in braces': `echo ${'{a,b}'.repeat(100_000)}`,
    'extended patterns': `ls ${'*(a|'.repeat(10_000)}${')'.repeat(10_000)}`,
    'line ends': filled('\\\n', MEBIBYTE),
    comments: filled('#\n', MEBIBYTE),
    'blank lines': ' '.repeat(MEBIBYTE),
    zeros: '\0'.repeat(MEBIBYTE),
  }

  it.each(Object.entries(lines))('of %s', (_, command) => {
    expectAsked(command, `has ${command.length.toLocaleString('en')} characters, of which 10,000 are read`)
  })

  it('is looked into no further than its ceiling, for rules that deny', () => {
    expect(possibleCommands(filled('ls ', MEBIBYTE)).length).toBeLessThanOrEqual(SHELL_RULE_CHARS)
    const state = stateWith({ rules: { deny: ['Bash(curl:*)'] } })
    expect(decide(shellCall(`curl a; ${'ls;'.repeat(10_000)}`), state).behavior).toBe('deny')
    expect(decide(shellCall(`${'ls;'.repeat(10_000)} curl a`), state).behavior).toBe('ask')
  })

  it('asks in bypass mode, too, where a rule about files cannot have looked at all of it', () => {
    const change = { mode: 'bypassPermissions', allowBypass: true } as const
    const state = stateWith({ ...change, rules: { deny: ['Read(private/**)'] } })
    expect(decide(shellCall(`${'ls;'.repeat(10_000)} cat private/a`), state).behavior).toBe('ask')
    expect(decide(shellCall(`cat private/a; ${'ls;'.repeat(10_000)}`), state).behavior).toBe('deny')
  })

  it('is allowed by the rule that says all of it, and offers none', () => {
    const command = `echo ${'a'.repeat(11_000)}`
    const decision = decide(shellCall(command), stateWith({ rules: { allow: [`Bash(${command})`] } }))
    expect(decision).toMatchObject({ behavior: 'allow', suggestedRule: '' })
  })

  it('has no path that a rule takes for one', () => {
    const path = `/workspace/private/${'a/'.repeat(100_000)}b`
    const call = { ...shellCall('ls'), kind: 'read', tool: 'Read', command: undefined } as const
    const read = { ...call, paths: [{ access: 'read', path, real: path }] } as const
    expect(decide(read, stateWith({ rules: { deny: ['Read(private/**)'] } })).behavior).toBe('deny')
    expect(decide(read, stateWith({ rules: { allow: ['Read(private/**)'] } })).behavior).not.toBe('allow')
  })
})

describe('a line within the ceiling, nested as deeply as it can be', () => {
  const nested = (open: string, inner: string, close: string) => {
    const levels = Math.floor((9_900 - inner.length) / (open.length + close.length))
    return open.repeat(levels) + inner + close.repeat(levels)
  }
  it.each([
    nested('( ', 'ls', ' )'),
    nested('$(', 'ls', ')'),
    nested('echo $(', 'ls', ')'),
    nested('if a; then ', 'ls', '; fi'),
    nested('while a; do ', 'ls', '; done'),
    nested('case a in a) ', 'ls', ';; esac'),
    nested('{ ', 'ls', '; }'),
    nested('eval ', 'ls', ''),
    nested('f() { ', 'ls', '; }'),
    nested('nice ', 'ls', ''),
    nested('env a=b ', 'ls', ''),
    nested('xargs ', 'ls', ''),
    nested('sudo ', 'ls', ''),
    `f() { ${'f;'.repeat(4_000)} }; f`,
  ])('%.20s', (command) => {
    const { behavior } = decide(shellCall(command), stateWith({ sandboxAutoAllow: true, rules: WIDE }))
    expect({ behavior, failures: analyse(command).failures }).toEqual({ behavior: 'ask', failures: [] })
  })

  it.each([`echo ${'['.repeat(9_900)}`, `echo ${'{'.repeat(9_900)}`, `echo ${'*('.repeat(4_900)}`])(
    'of brackets: %.20s',
    (command) => expectAsked(command, 'has too many brackets without an end'),
  )

  it('takes stars of a pattern together', () => {
    // With work by the power of their number it takes ages, so that the test counts as hung.
    for (const stars of ['*'.repeat(9_000), '*?'.repeat(4_000), '*a'.repeat(4_000), '[a-z]*'.repeat(80)])
      for (const command of [
        `cat ${stars}q`,
        `find . -delete -name '${stars}q'`,
        `find . -name '${stars}q' -exec rm {} +`,
      ])
        expect(analyse(command).failures).toEqual([])
    expect(decide(shellCall('cat .e****v'), stateWith()).behavior).toBe('ask')
    expect(
      decide(shellCall('find . -delete -name "c***g"'), stateWith({ sandboxAutoAllow: true })).behavior,
    ).toBe('ask')
  })

  it.each([nested('${a:-', 'x', '}'), nested('{a,', 'b', '}'), `[[ ${'! '.repeat(4_900)}x ]]`])(
    'is judged, or asked about: %.20s',
    (command) => {
      expect(analyse(`echo ${command}`).failures).toEqual([])
      expect(decide(shellCall(`echo ${command}`), stateWith()).reason).not.toContain('could not be judged')
    },
  )
})

describe('a line that is not complete', () => {
  it.each([
    ['echo "a', 'matching `"'],
    ["echo 'a", "matching `'"],
    ["awk '{print}", "matching `'"],
    ['echo $(ls', 'matching `)'],
    ['echo `ls', 'matching ``'],
    ['echo ${a', 'matching `}'],
    ['echo $((1', 'matching `)'],
    ['[[ -f a', 'Expected DBRACK_END'],
    ['case a in', 'Expected ESAC'],
    ['if ls', 'Expected THEN'],
    ['for a in b', 'Expected DO'],
    ['f() { ls', 'Expected RBRACE'],
    ['( ls', 'Expected RPAREN'],
    ['a=(b', 'Expected RPAREN'],
    ['ls >', 'Expected redirection target'],
    ['ls &&', 'is not complete'],
    ['ls |', 'is not complete'],
    ['ls ||\n', 'is not complete'],
    ['cat <<E\nls', 'a here-document without its end (E)'],
    ['cat <<-"E F"\nls\n', 'a here-document without its end (E F)'],
    ['cat <<A <<B\na\nA\nb', 'a here-document without its end (B)'],
    ['echo "$(cat <<E\nls\n)"', 'matching `)'],
    ["bash -c 'cat <<E\nls'", 'a here-document without its end (E)'],
  ])('%j', (command, part) => expectAsked(command, part))

  it.each([
    ["awk '{print'", 'runs a program that cannot be read (line 1: syntax error at or near end of program)'],
    [`awk '{print "a}'`, 'runs a program that cannot be read (line 1: unterminated string'],
    ["awk '/a'", 'runs a program that cannot be read (line 1: '],
    [`awk '${'('.repeat(90)}'`, 'runs a program that cannot be read (line 1: '],
    [`awk '${'!'.repeat(9_900)}1'`, 'runs a program that cannot be read (the program is nested too deeply)'],
    ["sed 's/a'", "runs a script that cannot be read (char 3: unterminated `s' command)"],
    ["sed '{p'", "runs a script that cannot be read (char 0: unmatched `{')"],
    ["sed -e p -e 'y/a'", 'runs a script that cannot be read (char '],
  ])('the program in %.30s', (command, reason) => {
    for (const state of ASKING) expect(decide(shellCall(command), state).behavior).toBe('ask')
    for (const state of DENYING) expect(decide(shellCall(command), state).behavior).toBe('deny')
    expect(decide(shellCall(command), stateWith({ sandboxAutoAllow: true })).reason).toContain(reason)
    expect(analyse(command).failures).toEqual([])
  })
})

describe('a line of other characters than it seems', () => {
  it.each([
    ['ls \ud800', 'U+D800, character 4'],
    ['ls a\udc00b', 'U+DC00, character 5'],
    ['ls \0', 'U+0000, character 4'],
    ['\ufeffls', 'U+FEFF, character 1'],
    ['\ufffels', 'U+FFFE, character 1'],
    ['l\0s\0', 'U+0000, character 2'],
    ['ls caf\ufffd', 'U+FFFD, character 7'],
    ['ls\u0085rm a', 'U+0085, character 3'],
    ['ls\u2028rm a', 'U+2028, character 3'],
    ['ls\rrm a', 'U+000D, character 3'],
    ['ls # \u202e a', 'U+202E, character 6'],
    ['ls\u00a0-l', 'U+00A0, character 3'],
    ['echo \u{e0041}', 'U+E0041, character 6'],
    ["cat $'\\xff'", 'bytes by their numbers (character 5)'],
    ["cat a$'b\\303\\251'", 'bytes by their numbers (character 6)'],
    ["sh -c 'ls \u200b'", 'U+200B, character 11'],
  ])('%j', (command, part) => expectAsked(command, part))

  it('but of any language', () => {
    for (const command of ['ls 日本', 'ls "café"', "echo $'a\\tb\\x41\\101'", 'ls 🙂'])
      expect(decide(shellCall(command), stateWith()).behavior).toBe('allow')
  })
})

it('a reason has no half of a character, and is no longer than is read', () => {
  const inSandbox = (command: string) => decide(shellCall(command), stateWith({ sandboxAutoAllow: true }))
  expect(inSandbox("awk '🙂'").reason).toBe(
    "awk runs a program that cannot be read (line 1: unexpected character '\ufffd').",
  )
  expect(inSandbox(`${'🙂'.repeat(2_000)} a`).reason).toBe(`${'🙂'.repeat(60)}… has an unusual name.`)
  expect(inSandbox(`a${'🙂'.repeat(2_000)} a`).reason).toBe(`a${'🙂'.repeat(59)}\ufffd… has an unusual name.`)
})
