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

  /** As the programs read it for which such files are made: dotenv, shells, JSON, YAML, TOML, HCL, git, psql. */
  it.each<readonly [string, readonly string[]]>([
    ['PASS=hunter#comment', ['hunter']],
    [String.raw`PASS="abcd\nefgh"`, ['abcd\nefgh', 'efgh']],
    [String.raw`PASS="ab\"cd"`, ['ab"cd']],
    ['PASS=hunter; export PASS', ['hunter']],
    ['export A=hunter B=swordf', ['hunter', 'swordf']],
    [`PASS="hun"'ter'`, ['hunter']],
    [String.raw`PASS=hun\ ter`, ['hun ter']],
    [String.raw`PASS=$'hun\tter'`, ['hun\tter']],
    [`PASS="it's\nfool"`, ["it's", 'fool', "it's\nfool"]],
    ['PASS=`one1\ntwo2`', ['one1', 'two2']],
    ['PASS="hunter', ['hunter']],
    ['PASS=hun\\\nterswordf', ['hunterswordf']],
    ['MY PASS=hunter', ['hunter']],
    [`${'N'.repeat(120)}=hunter`, ['hunter']],
    ['declare -x PASS="hunter"', ['hunter']],
    ['set -gx PASS "hunter"', ['hunter']],
    ['$env:PASS = "hunter"', ['hunter']],
    ['keys:\n  - hunter\n  - "swordf"', ['hunter', 'swordf']],
    ['key: |\n  hunter is here\n  second line', ['hunter is here', 'second line']],
    ['keys: [hunter, swordf]', ['hunter', 'swordf']],
    ['db: {user: bobby, pass: swordf}', ['bobby', 'swordf']],
    ['pass: &p hunter', ['hunter']],
    ['pass: !!str hunter', ['hunter']],
    ["pass: 'it''s'", ["it's"]],
    [String.raw`pass: "h\u0075nter"`, ['hunter']],
    ['{"pin": 4711, "other": 5822}', ['4711', '5822']],
    ['{"tokens": ["hunter", "swordf"]}', ['hunter', 'swordf']],
    ['{"tokens": [\n  "hunter",\n  "swordf"\n]}', ['hunter', 'swordf']],
    [String.raw`{"pass": "h\u0075nt\/er"}`, ['hunt/er']],
    [String.raw`{"pass": "ab\"cdef", "x": "line\nother"}`, ['ab"cdef', 'line\nother', 'other']],
    [`{"a": "it's me", "b c": "hunter"}`, ["it's me", 'hunter']],
    ['keys = ["hunter", "swordf"]', ['hunter', 'swordf']],
    ['db = { user = "bobby", pass = "swordf" }', ['swordf']],
    ['key = """\nhunter here\nsecond one"""', ['hunter here', 'second one']],
    ['"my key" = "hunter" // old', ['hunter']],
    ['key = <<EOF\nhunter here\nEOF', ['hunter here']],
    ['key=hunter ; comment', ['hunter']],
    ['localhost:5432:db:bob:hunter', ['hunter']],
    ['https://bobby:hun%40ter@github.com', ['hun%40ter', 'hun@ter']],
    ['DSN=https://hunterkey@sentry.io/1', ['hunterkey']],
    ['machine x login bobby password "hunter"', ['hunter']],
    ['<password>hunter</password>', ['hunter']],
    ["define('PASS', 'hunter');", ['hunter']],
    ['PASS=hunter\r\nX="swordf"\r\n', ['hunter', 'swordf']],
    [`PASS=${'ab1'.repeat(2000)}`, ['ab1'.repeat(2000)]],
  ])('as programs read %j', (text, values) => {
    const exposed = exposedValuesIn(text, MOST)
    const all = new ValueMask(exposed)
    expect(values.map((value) => all.mask(`<${value}>`))).toEqual(values.map(() => '<[REDACTED]>'))
    expect(exposed.isWhole).toBe(true)
  })

  it('are not all known of a file that is no text', () => {
    for (const bytes of [Buffer.from('PIN=4711', 'utf16le'), Buffer.from('PIN=café', 'latin1')])
      expect(exposedValuesIn(new TextDecoder().decode(bytes), MOST).isWhole).toBe(false)
  })

  it.each([
    '="',
    "='a''",
    '[{(',
    'a:b:',
    '://a:',
    '?a=',
    '\\"',
    '>a',
    'a=1 ',
    '- ',
    '"""',
    '&a ',
    '#',
    'K ',
    'a,',
  ])('are found in little time in 64 KiB of %j', (piece) => {
    const start = performance.now()
    exposedValuesIn(piece.repeat(65_536 / piece.length), MOST)
    exposedValuesIn(`${piece.repeat(1_000)}\n`.repeat(65 / piece.length), MOST)
    expect(performance.now() - start).toBeLessThan(1_000)
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

/** Forms that no program at hand makes here. */
it.each([
  [`it's&more`, 'it&#x27;s&amp;more'],
  [`it's&more`, 'it&apos;s&amp;more'],
  [`a"b<cdef`, String.raw`a\"b\u003ccdef`],
  ['a&b\\cdef', String.raw`a\u0026b\\cdef`],
  [`it's"more`, String.raw`it\'s"more`],
  [`it's\n"x`, String.raw`it\'s\n"x`],
  ['a b/c', 'a+b%2fc'],
  ['hunter>>?', encodeURIComponent(btoa('hunter>>?'))],
  ['hun???ter', btoa('hun???ter').replaceAll('/', String.raw`\/`)],
  ['x'.repeat(80), btoa('x'.repeat(80)).replace(/(.{76})/, String.raw`$1\n`)],
  ['mnopjk', '6D6e6F706a6B'],
  ['hunter', '["68", "75", "6e", "74", "65", "72"]'],
  ['hunter', Buffer.from('retnuh').toString('hex')],
  ['hunter', String.raw`\u{68}\u{75}\u{6e}\u{74}\u{65}\u{72}`],
  ['hunter', '&#104&#117&#000000110&#116;&#101;&#114;'],
  ['ab😀cd', 'dc\ude00\ud83dba'],
])('%j as %j is masked', (value, text) => {
  expect(mask(`<${text}>`, value)).toContain('[REDACTED]')
})

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
