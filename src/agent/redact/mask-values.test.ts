/** Values of a file that a command has read are found in each form that programs print them in; real programs make the forms. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { RandomChoice } from '../../testing/random-choice.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { exposedValuesIn } from './exposed-values.ts'
import { ValueMask, WITHHELD_LINE } from './mask-values.ts'

const MOST = 200

describe('values of a file', () => {
  it.each([
    ['PIN=4711', ['4711'], []],
    ['export USER_NAME="ada lovelace" # who', ['ada lovelace'], []],
    ['PIN=471\nA=o9', [], ['471', 'o9']],
    ["a: 'x-y-z'\nb: 12", ['x-y-z'], []],
    ['# OLD_PIN=0815', ['0815'], []],
    ['{ "pin": "4711", "name": "ada9" }', ['4711', 'ada9'], []],
    ['DATABASE_URL=postgres://ada:tiger7@db/app', ['postgres://ada:tiger7@db/app', 'tiger7'], []],
    ['DATABASE_URL=postgres://ada:p%40ss@db/app', ['postgres://ada:p%40ss@db/app', 'p%40ss', 'p@ss'], []],
    ['machine h login ada1 password tiger7', ['ada1', 'tiger7'], []],
    ['DB_PASSWORD=test', ['test'], []],
    ['KEY="one\ntwo two\n"', ['one\ntwo two', 'two two'], ['one']],
    ['s.3kr3t', ['s.3kr3t'], []],
  ] as const)('%j', (text, values, short) => {
    const found = exposedValuesIn(text, MOST)
    expect(found.values.toSorted()).toEqual(expect.arrayContaining([...values].toSorted()))
    expect(found.short.toSorted()).toEqual([...short].toSorted())
    expect(found.isWhole).toBe(true)
  })

  it.each([
    'PORT=3000',
    'DEBUG=true\nRETRIES=3\nWORKERS=12',
    'NODE_ENV=development\nAPP_MODE=test',
    'API_URL=http://localhost:3000/api',
    'HOST=0.0.0.0',
    '# a comment',
    'EMPTY=',
  ])('nothing of %j', (text) => {
    expect(exposedValuesIn(text, MOST)).toEqual({ values: [], short: [], isWhole: true })
  })

  it('says when there are more than it may give', () => {
    const many = Array.from({ length: MOST + 1 }, (_, at) => `K${at}=value-${at}`).join('\n')
    expect(exposedValuesIn(many, MOST)).toMatchObject({ isWhole: false })
  })
})

const mask = (text: string, ...values: string[]) =>
  new ValueMask({
    values: values.filter(({ length }) => length > 3),
    short: values.filter(({ length }) => length < 4),
  }).mask(text)

const run = (program: string, args: readonly string[], input: string) =>
  execFileSync(program, args, { input }).toString()

/** Forms in which a program that has read the file may print it. */
const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify({ text }),
  'json in json': (text) => JSON.stringify(JSON.stringify({ text })),
  address: (text) => `?a=${encodeURIComponent(text)}&b`,
  'address, lower case': (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  form: (text) => new URLSearchParams({ text }).toString(),
  'address as Python has it': (text) =>
    encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('!', '%21'),
  'json as Go has it': (text) =>
    JSON.stringify(text).replaceAll(/[&<>=]/g, (char) => String.raw`\u00` + char.charCodeAt(0).toString(16)),
  'all escaped': (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'escaped as C has it': (text) =>
    [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  html: (text) => [...text].map((char) => (/\w/.test(char) ? char : `&#${char.charCodeAt(0)};`)).join(''),
  base64: (text) => run('base64', [], text),
  'base64, narrow': (text) => run('base64', ['-w', '9'], text),
  'base64 of an address': (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex, upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'hex by bytes': (text) => run('od', ['-An', '-tx1', '-v'], text),
  'hex with colons': (text) =>
    [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0')).join(':'),
  'hex as C has it': (text) =>
    [...Buffer.from(text)].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', '),
  reversed: (text) => [...text].reverse().join(''),
  'reversed, in Base64': (text) => Buffer.from([...text].reverse().join('')).toString('base64'),
}

describe('is masked', () => {
  it.each(Object.keys(ENCODERS))('%s', (name) => {
    const encode = ENCODERS[name] ?? ((text: string) => text)
    const choice = new RandomChoice(seededRandom(20261128))
    for (let round = 0; round < 60; round += 1) {
      const value = Array.from({ length: 4 + choice.below(40) }, () => choice.oneOf(CHARS)).join('')
      const before = `${'x'.repeat(choice.below(4))}A=`
      const shown = mask(encode(`${before}${value}\nB=other\n`), value)
      expect({ value, shown, has: shown.includes('[REDACTED]') }).toEqual({ value, shown, has: true })
      // As much of it as a reader could turn back.
      const inner = value.slice(1, -1)
      expect({
        value,
        shown,
        leaks: inner.length > 3 && decodings(shown).some((text) => text.includes(inner)),
      }).toEqual({
        value,
        shown,
        leaks: false,
      })
    }
  })
})

const CHARS = [...'abcXYZ0189-_.+/=%&!?']

function decodings(text: string): string[] {
  const dense = text.replaceAll(/\s/g, '')
  const backwards = [...text].reverse().join('')
  return [
    text,
    backwards,
    Buffer.from(dense, 'base64').toString(),
    [...Buffer.from(dense, 'base64').toString()].reverse().join(''),
    Buffer.from(dense.replaceAll(/0x|[:,]/g, ''), 'hex').toString(),
  ]
}

it('withholds a line with a value that is too short to be looked for everywhere', () => {
  expect(mask('the pin is 471.\n4711 tests\nok', '471')).toBe(`${WITHHELD_LINE}\n4711 tests\nok`)
})

it('leaves the rest as it is', () => {
  const text = 'Tests: 12 passed, 0 failed\n  at run (/workspace/src/a.ts:10:4)\n'
  expect(mask(text, 'tangerine', '4712', 'xy')).toBe(text)
})
