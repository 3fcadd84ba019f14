import { describe, expect, it } from 'vitest'
import { SECRET_FORMATS } from './formats.ts'
import { REDACTED, Redactor } from './redactor.ts'
import { RedactedStream } from './stream.ts'
import { PEM_KEYS, SAMPLES } from './testing/samples.ts'
import { redactedValue } from './values.ts'

describe('secrets of known formats', () => {
  it('has a sample of each format', () => {
    const seen = new Set(SAMPLES.map(({ format }) => format))
    expect(SECRET_FORMATS.filter(({ name }) => !seen.has(name)).map(({ name }) => name)).toEqual([])
    expect(SECRET_FORMATS.length).toBeGreaterThanOrEqual(60)
  })

  it.each(SAMPLES)('$format', ({ secret }) => {
    const redactor = new Redactor()
    for (const text of [
      secret,
      `a ${secret} b`,
      `"${secret}"`,
      `x=${secret};`,
      `(${secret})`,
      `key:${secret}\n`,
    ]) {
      expect(redactor.redact(text)).not.toContain(secret)
      // The second is no other than the first.
      expect(redactor.redact(text)).toBe(redactor.redact(text))
    }
    expect(redactor.redact(`a ${secret} b`)).toBe(`a ${REDACTED} b`)
  })

  it.each(PEM_KEYS)('whole PEM blocks: $kind', ({ block, body }) => {
    const clean = new Redactor().redact(`before\n${block}\nafter`)
    expect(clean).toBe(`before\n${REDACTED}\nafter`)
    expect(clean).not.toContain(body)
    // Cut off before its end: the body goes all the same.
    expect(new Redactor().redact(block.slice(0, -40))).not.toContain(body)
  })

  it.each(['AKIAIOSFODNN7EXA', 'AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLEtail'])(
    'AWS keys of any length: %s',
    (key) => {
      expect(new Redactor().redact(`id ${key} x`)).not.toContain(key.slice(0, 16))
    },
  )

  it.each([
    'Bearer abcdefghij0123456789',
    'bearer  abcdefghij0123456789',
    'Authorization: Bearer\tabcdefghij0123456789',
    'Basic dXNlcjpwYXNzd29yZDEyMw==',
  ])('%s', (header) => {
    expect(new Redactor().redact(header)).toMatch(/\[REDACTED\]$/)
  })

  it.each([
    ['API_KEY=q7Rt2xKp9vLm4Zw8', 'API_KEY=[REDACTED]'],
    ['"client_secret": "q7Rt2xKp9vLm4Zw8Aa"', '"client_secret": "[REDACTED]"'],
    ["dbPassword: 'Tr0ub4dor-and-3-more'", "dbPassword: '[REDACTED]'"],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzz12345', 'AWS_SECRET_ACCESS_KEY=[REDACTED]'],
    ['postgres://app:s3cr3t@db.example/x', 'postgres://[REDACTED]@db.example/x'],
  ])('%s', (text, clean) => {
    expect(new Redactor().redact(text)).toBe(clean)
  })
})

describe('what is no secret stays', () => {
  it.each([
    'task-list and disk-usage of the risk-assessment',
    'const apiKey = process.env.API_KEY',
    'token: string',
    'password = getPassword()',
    'tokenizer = new Tokenizer()',
    'expect(token).toBe(undefined)',
    'secretName: my-kubernetes-secret-name',
    'const TOKEN_PATTERN = /[a-z]+/',
    'authorization: Bearer <token>',
    'API_KEY=your-api-key-goes-here-1234',
    'skeleton, ghost_writer, akimbo',
    'https://example.com/a:b@c'.replace('@c', ''),
    'commit 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b',
    'sha512-abc integrity of a package',
    'npm_config_registry=https://registry.example',
    'const keyboardShortcut: KeyboardShortcutDefinition',
    'git@github.com:owner/repository.git',
    'author: "Some Body <some.body@example.com>"',
    'http://localhost:5173/index.html',
  ])('%s', (text) => {
    expect(new Redactor().redact(text)).toBe(text)
  })
})

describe("the user's own values", () => {
  it('in every form, until they are forgotten', () => {
    const redactor = new Redactor()
    redactor.register('my own päss/word')
    const forms = [
      'my own päss/word',
      encodeURIComponent('my own päss/word'),
      btoa(String.fromCharCode(...new TextEncoder().encode('my own päss/word'))),
    ]
    for (const form of forms) expect(redactor.redact(`x ${form} y`)).not.toContain(form.slice(0, 12))
    redactor.unregister('my own päss/word')
    expect(redactor.redact('my own päss/word')).toBe('my own päss/word')
  })

  it('not shorter than a word', () => {
    const redactor = new Redactor()
    redactor.register('test')
    expect(redactor.redact('npm test')).toBe('npm test')
  })
})

describe('in pieces', () => {
  it('shows at once what cannot become a secret', () => {
    const stream = new RedactedStream(new Redactor())
    expect(['Hello', ' world', ', this', ' is'].map((text) => stream.push(text))).toEqual([
      'Hello',
      ' world',
      ', this',
      ' is',
    ])
  })

  it('a run of text without spaces is not held back', () => {
    const stream = new RedactedStream(new Redactor())
    expect(stream.push('日本語'.repeat(100))).toHaveLength(300)
  })
})

describe('values', () => {
  it('keeps what proves something, and the value itself where nothing was found', () => {
    const redactor = new Redactor()
    const clean = { type: 'text', text: 'hello' }
    expect(redactedValue(clean, redactor)).toBe(clean)
    const secret = SAMPLES[0]?.secret ?? ''
    expect(redactedValue({ thinking: secret, signature: 'sig' }, redactor)).toEqual({
      thinking: REDACTED,
      signature: '',
    })
    expect(redactedValue({ input: { a: [secret] }, data: secret }, redactor)).toEqual({
      input: { a: [REDACTED] },
      data: secret,
    })
  })
})

describe('a long text that was clean', () => {
  const secret = 'a-value-of-the-user'
  const text = `${'word '.repeat(500)}${secret}`

  it('is looked at again when a value is registered that is in it', () => {
    const redactor = new Redactor()
    expect(redactor.redact(text)).toBe(text)
    redactor.register(secret)
    expect(redactor.redact(text)).not.toContain(secret)
    redactor.unregister(secret)
    expect(redactor.redact(text)).toBe(text)
    redactor.setFound([secret])
    expect(redactor.redact(text)).not.toContain(secret)
  })

  it('is no other for many that follow, and one with a secret is never taken for clean', () => {
    const redactor = new Redactor()
    redactor.register(secret)
    for (let round = 0; round < 3; round++)
      for (let at = 0; at < 50; at++) {
        const other = `${'word '.repeat(500)}${at}`
        expect(redactor.redact(other)).toBe(other)
        expect(redactor.redact(`${other} ${secret}`)).toBe(`${other} ${REDACTED}`)
      }
  })
})
