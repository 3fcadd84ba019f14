/** Redaction takes linear time, gives what plain regular expressions give, and in pieces what it gives at once. */
import { expect, it } from 'vitest'
import { slice } from '../../testing/slice.ts'
import { soak } from '../../testing/soak.ts'
import { secretValuesIn } from './file-values.ts'
import { SECRET_FORMATS } from './formats.ts'
import { formsOf, Redactor } from './redactor.ts'
import { RedactedStream } from './stream.ts'
import { HOSTILE_FILES, HOSTILE_TEXTS, filled } from './testing/hostile-texts.ts'
import { plainlyRedacted } from './testing/plain-redaction.ts'
import { PLANTED } from './testing/planted.ts'

const SOAK = soak('redaction', { gate: 75, round: 3_000 })

/** With quadratic work such a text takes minutes, so that the test counts as hung. */
const CHARS = 1 << 20
/** Read of a file with secrets. */
const FILE_CHARS = 1 << 16
/** Characters of text that is gone which are looked at with a new piece. */
const MOST_LOOKED_BACK = 160

const VALUES = [
  'registered value',
  'registered value, longer',
  'two\nlines of it',
  'abababababababab',
  `${'ab'.repeat(20)}c`,
  `${'a'.repeat(40)}b`,
]

const WORDS = [
  ...SECRET_FORMATS.flatMap(({ starts }) => starts),
  ...PLANTED.flatMap(({ secret, text }) => [secret, text, encodeURIComponent(secret)]),
  ...VALUES,
  ...VALUES.map((value) => value.slice(0, 12)),
  ...'token TOKEN_ secret api_key password encryption_key bearer Basic x export example .ts'.split(' '),
  ...'= := => : " \' ` - _ . / // :// https:// http://a u:p @ ? & # % %20 %3A %ff + %0A < \\'.split(' '),
  ...[' ', '\t', '\n', '\r\n', '\u2028', 'é', '日', 'eyJ', 'eyJaaaaaaaa-', 'a'.repeat(70), '.'.repeat(9)],
  ...['-----BEGIN ', 'PRIVATE KEY', '-----', '-----END ', 'RSA ', 'AbCdEfGhIj0123456789', 'AAAAaaaaAAAA'],
]

/** Mostly few different words: repetitive text is harder. */
function randomText(random: () => number, words: readonly string[]): string {
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const few = Array.from({ length: 8 }, () => one(words))
  const char = () => String.fromCharCode(32 + Math.floor(random() * 95))
  const part = () => (random() < 0.1 ? char() : one(random() < 0.7 ? few : words))
  return Array.from({ length: 1 + Math.floor(random() * 30) }, part).join('')
}

function redactorWith(values: readonly string[]): Redactor {
  const redactor = new Redactor()
  for (const value of values) redactor.register(value)
  return redactor
}

function inPieces(redactor: Redactor, pieces: readonly string[]): string {
  const stream = new RedactedStream(redactor)
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end()
}

it(SOAK.title('gives what plain regular expressions give'), async () => {
  await SOAK.each(({ random }) => {
    const values = VALUES.filter(() => random() < 0.5)
    const forms = [...new Set(values.flatMap(formsOf))].toSorted((a, b) => b.length - a.length)
    const text = randomText(random, WORDS)
    expect(redactorWith(values).redact(text)).toBe(plainlyRedacted(text, forms))
  })
})

it(SOAK.title('gives in pieces what it gives at once'), async () => {
  // These two are told by their middle: of their first part some may be gone by then.
  const planted = PLANTED.filter(({ name }) => !/^(Terraform|Telegram)/.test(name))
  await SOAK.each(({ random }) => {
    const redactor = redactorWith(VALUES)
    const some = Array.from({ length: 6 }, () => planted[Math.floor(random() * planted.length)]?.text ?? '')
    const text = some.join(random() < 0.5 ? '\n' : ' ')
    const most = random() < 0.5 ? 1 : 40
    const pieces: string[] = []
    for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 1)
      pieces.push(text.slice(at, at + 1 + Math.floor(random() * most)))
    expect(inPieces(redactor, pieces)).toBe(redactor.redact(text))
  })
})

it.each(HOSTILE_TEXTS)('gives what plain regular expressions give: $name', ({ make }) => {
  const text = `${make(300)} then ${PLANTED[0]?.text}`
  expect(new Redactor().redact(text)).toBe(plainlyRedacted(text, []))
})

it.each(slice(HOSTILE_TEXTS, 30))(
  'comes to an end with a mebibyte of $name, at once and in two pieces',
  ({ make }) => {
    const text = make(CHARS)
    const clean = new Redactor().redact(text)
    const redactor = new Redactor()
    expect(inPieces(redactor, [text.slice(0, CHARS / 2), text.slice(CHARS / 2)])).toHaveLength(clean.length)
  },
)

it.each(HOSTILE_FILES)('comes to an end with a file of $name', ({ make }) => {
  expect(secretValuesIn(make(FILE_CHARS), 100).length).toBeLessThanOrEqual(100)
})

it('comes to an end with values and texts that repeat themselves', () => {
  const values = [
    'a'.repeat(4_000),
    `b${'a'.repeat(4_000)}`,
    `${'a'.repeat(4_000)}b`,
    `${'ab'.repeat(2_000)}c`,
  ]
  const redactor = redactorWith(values)
  expect(redactor.redact(`${filled('a', CHARS)}c`)).toBe(`${'[REDACTED]'.repeat(262)}${'a'.repeat(576)}c`)
  expect(redactor.redact(filled('ab', CHARS))).toHaveLength(CHARS)
})

it('takes out a secret that is longer than all that is read at once', () => {
  const token = `eyJ${'a'.repeat(CHARS)}.${'b'.repeat(CHARS)}.${'c'.repeat(CHARS)}`
  expect(new Redactor().redact(`x ${token} y`)).toBe('x [REDACTED] y')
  expect(inPieces(new Redactor(), ['x ', token.slice(0, CHARS), token.slice(CHARS), ' y'])).toBe(
    'x [REDACTED] y',
  )
})

it.each(slice(HOSTILE_TEXTS, 30))('a stream looks at held text once, by characters: $name', ({ make }) => {
  const text = make(2_000)
  const redactor = new Redactor()
  const redact = redactor.redact.bind(redactor)
  let looked = 0
  redactor.redact = (part) => {
    looked += part.length
    return redact(part)
  }
  inPieces(redactor, Array.from(text))
  expect(looked).toBeLessThanOrEqual(MOST_LOOKED_BACK * (text.length + 1))
})
