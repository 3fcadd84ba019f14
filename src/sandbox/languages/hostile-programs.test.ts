/** Programs that nobody would write: the parsers of awk and sed say what is wrong, and fail in no other way. */
import { describe, expect, it } from 'vitest'
import { RandomChoice } from '../../testing/random-choice.ts'
import { soak } from '../../testing/soak.ts'
import { nodesOfProgram } from './awk/nodes.ts'
import { parseAwk } from './awk/parser.ts'
import { refusal } from './refusal.ts'
import { parseScript } from './sed/parse-script.ts'

const SOAK = soak('hostile-programs', { gate: 3_000, round: 100_000 })

const AWK = [
  ...'BEGIN END function if else while for do in delete print printf getline next exit return switch case default'.split(
    ' ',
  ),
  ...'{ } ( ) [ ] ; , ? : ! !~ ~ = == += ^ ** % * / + ++ - -- < > >> | |& && || $ # \\ \\\n " \' @'.split(
    ' ',
  ),
  ...[
    '\n',
    ' ',
    '/a/',
    '"a"',
    '"\\x41"',
    'a',
    'f(',
    'NF',
    '$1',
    '0x1f',
    '1e',
    '.5',
    '/[/]',
    'substr(',
    'a[1]',
  ],
  ...['\0', '\r', '\ud800', '日', '\u2028', '\ufeff'],
]
const SED = [
  ...'s / y a i c d p r w e W R q Q n N g G h H x D P l = b t T : { } ; , ! 1 $ ~ + I M \\ | [ ] ( ) & # #n F z v'.split(
    ' ',
  ),
  ...[
    '\n',
    ' ',
    '/a/',
    's/a/b/',
    's|a|\\1|',
    '\\n',
    '[[:alpha:]]',
    '1,2',
    '0,/a/',
    'y/ab/ba/',
    'a\\\n',
    '\\cac',
  ],
  ...['\0', '\r', '\ud800', '日', '\u2028', '\ufeff'],
]

const parseSed = (text: string, isSandboxed: boolean) =>
  parseScript(text, { isSandboxed, compile: () => ({ groups: 9 }), where: (at) => `char ${at}` })

function program(choice: RandomChoice, parts: readonly string[]): string {
  const few = Array.from({ length: 6 }, () => choice.oneOf(parts))
  const length = 1 + choice.below(40)
  return Array.from({ length }, () => choice.oneOf(choice.below(2) === 0 ? few : parts)).join('')
}

it(SOAK.title('any text is a program, or is refused in words'), async () => {
  const counts = { read: 0, refused: 0 }
  await SOAK.each(({ random }) => {
    const choice = new RandomChoice(random)
    const awk = program(choice, AWK)
    const sed = program(choice, SED)
    for (const refused of [
      refusal(() => nodesOfProgram(parseAwk(awk))),
      refusal(() => parseSed(sed, false)),
      refusal(() => parseSed(sed, true)),
    ])
      counts[refused === undefined ? 'read' : 'refused'] += 1
  })
  expect(Object.values(counts).every((count) => count > 0)).toBe(true)
})

describe('a program that is nested very deeply', () => {
  const DEEP = 100_000
  it.each([
    `${'('.repeat(DEEP)}1${')'.repeat(DEEP)}`,
    `${'!'.repeat(DEEP)}1`,
    `{${'{'.repeat(DEEP)}}`,
    `{${'if (1) '.repeat(DEEP)}x}`,
    `{${'while (1) '.repeat(DEEP)}x}`,
    `{x = ${'-'.repeat(DEEP)}1}`,
    `{x = ${'1 ^ '.repeat(DEEP)}1}`,
    `{x = ${'a ? '.repeat(DEEP)}1}`,
    `{print ${'$'.repeat(DEEP)}1}`,
    `{x ${'= x '.repeat(DEEP)}}`,
  ])('is refused in words by the parser of awk: %.12s', (text) => {
    expect(refusal(() => parseAwk(text))).toBeDefined()
  })

  it.each([
    ['!', ''],
    ['(', ')'],
    ['2 ^ ', ''],
    ['2 ^ -', ''],
    ['x = ', ''],
    ['1 ? 1 : ', ''],
  ])('is refused at one number of levels, whatever is left of the stack: %s', (open, close) => {
    const levels = (count: number) => `{print ${open.repeat(count)}1${close.repeat(count)}}`
    expect(refusal(() => parseAwk(levels(200)))).toBeUndefined()
    expect(refusal(() => parseAwk(levels(251)))).toBe('the program is nested too deeply')
  })

  it('is walked through where it can be read', () => {
    const nodes = nodesOfProgram(parseAwk(`{${'if (1) '.repeat(300)}x}${'{x = 1}'.repeat(50_000)}`))
    expect(nodes).toHaveLength(300 * 2 + 2 + 50_000 * 4)
  })

  it('takes the parser of sed no longer than its length', () => {
    // With quadratic work it takes minutes, so that the test counts as hung.
    const brackets = '['.repeat(1 << 20)
    expect(refusal(() => parseSed(`s/${brackets}`, true))).toBe(
      `char ${brackets.length + 2}: unterminated \`s' command`,
    )
    expect(refusal(() => parseSed(`s/${brackets}/x/;s/${'[[:'.repeat(1 << 18)}/x/`, true))).toBeUndefined()
    expect(refusal(() => parseSed('{'.repeat(DEEP), true))).toBe("char 0: unmatched `{'")
    expect(refusal(() => parseSed(`s/[[\ns/[]]/x/`, true))).toBe("char 5: unterminated `s' command")
    expect(refusal(() => parseSed(`s/[]/]/x/;p`, true))).toBeUndefined()
  })
})
