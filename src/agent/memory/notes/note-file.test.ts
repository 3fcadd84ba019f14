import { describe, expect, it } from 'vitest'
import { NOTE_TYPES } from '../../protocol/calls/memory.ts'
import { NOTE_BYTES, NOTE_FRONTMATTER_CHARS } from '../../limits.ts'
import { RandomChoice } from '../../../testing/random-choice.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { IS_WHOLE, SEED } from '../../../testing/slice.ts'
import { excerptOf, noteText, readNote, titleOfNote } from './note-file.ts'

const NOTE =
  '---\nname: Tabs\ndescription: How to indent.\ntype: feedback\n---\n\nUse tabs.\n\nWhy: they said so.\n'

describe('a note is read', () => {
  it('with its fields and its text', () => {
    const note = {
      name: 'Tabs',
      description: 'How to indent.',
      type: 'feedback',
      body: 'Use tabs.\n\nWhy: they said so.',
      faults: [],
    }
    expect(readNote(NOTE)).toEqual(note)
    expect(readNote(`\uFEFF${NOTE.replaceAll('\n', '\r\n')}`)).toEqual(note)
  })

  it.each(NOTE_TYPES)('of the type %s, however it is spelled', (type) => {
    for (const written of [`type: ${type}`, `type: " ${type.toUpperCase()} "`, `metadata:\n  type: ${type}`])
      expect(readNote(`---\n${written}\n---\na`)).toEqual({ type, body: 'a', faults: [] })
  })

  it.each([
    ['a colon', 'description: Use X: not Y', { description: 'Use X: not Y' }],
    ['brackets', 'name: [draft] of "it"', { name: '[draft] of "it"' }],
    ['a star', 'name: *.ts files', { name: '*.ts files' }],
    ['an at sign', "name: @me, 'it'", { name: "@me, 'it'" }],
    ['a number', 'name: 2026', { name: '2026' }],
    ['a truth value', 'name: true', { name: 'true' }],
    ['lines', 'name: |\n  a\n  b', { name: 'a b' }],
    ['white space', 'name: "a\\t\\n b\\u0085"', { name: 'a b' }],
    ['other fields', 'modified: 2026-11-30\nname: a\ntags: [a]', { name: 'a' }],
    ['a list', 'name: [a]', {}],
    ['a map', 'name: {a: b}', {}],
    ['nothing', 'name:\ndescription: ""', {}],
    [
      'fields of all objects',
      'constructor: a\n__proto__: {name: a, type: user}\nmetadata: {__proto__: {type: user}}',
      {},
    ],
  ])('though a field has %s', (_, frontmatter, fields) => {
    expect(readNote(`---\n${frontmatter}\n---\nUse tabs.`)).toEqual({
      ...fields,
      body: 'Use tabs.',
      faults: ['no type'],
    })
  })

  it.each([
    ['one rule', 'when: Bash(npm test*)', ['Bash(npm test*)']],
    [
      'several',
      'when: Bash(npm test*) | Edit(src/**) | host:a.example',
      ['Bash(npm test*)', 'Edit(src/**)', 'host:a.example'],
    ],
    ['a list', 'when: [Bash(npm test*), Edit(src/**)]', ['Bash(npm test*)', 'Edit(src/**)']],
    [
      'a list of lines',
      'when:\n  - Bash(npm test*)\n  - "Edit(src/{a,b}/**)"',
      ['Bash(npm test*)', 'Edit(src/{a,b}/**)'],
    ],
    ['a star first', 'when: *(x)', ['*(x)']],
    ['a colon and a space', 'when: Bash(a: b)', ['Bash(a: b)']],
    ['quotes', `when: 'Bash(echo "a")'`, ['Bash(echo "a")']],
    ['something else', 'when: tomorrow', ['tomorrow']],
    ['a map', 'when: {a: b}', undefined],
    ['nothing', 'when:', undefined],
  ])('with when it is told: %s', (_, written, when) => {
    const { faults: __, ...note } = readNote(`---\n${written}\ntype: user\n---\na`)
    expect(note).toEqual({ type: 'user', ...(when && { when }), body: 'a' })
    expect(readNote(noteText(note))).toEqual({ ...note, faults: [] })
  })

  it.each([
    ['no frontmatter', 'Use tabs.\n', 'Use tabs.', 'no type'],
    ['nothing at all', '', '', 'no type'],
    ['a mark alone', '\uFEFF', '', 'no type'],
    ['an empty one', '---\n---\nUse tabs.', 'Use tabs.', 'no type'],
    ['one that does not end', '---\ntype: user\nUse tabs.', '---\ntype: user\nUse tabs.', 'no type'],
    ['one that begins late', '\n---\ntype: user\n---\na', '---\ntype: user\n---\na', 'no type'],
    ['an unknown type', '---\ntype: rule\n---\na', 'a', 'no type'],
    ['a type that is no text', '---\ntype: [user]\n---\na', 'a', 'no type'],
    ['no map', '---\n- a\n---\na', 'a', 'no YAML'],
    ['broken YAML', '---\ntype: "user\n---\na', 'a', 'no YAML'],
    ['twice the same key', '---\ntype: user\ntype: user\n---\na', 'a', 'no YAML'],
    ['aliases', '---\na: &a user\nb: *a\ntype: *a\n---\na', 'a', 'no YAML'],
    ['levels', `---\na: ${'['.repeat(300)}\n---\na`, 'a', 'no YAML'],
    ['a huge one', `---\nname: ${'a'.repeat(NOTE_FRONTMATTER_CHARS)}\n---\na`, 'a', 'no YAML'],
  ])('though it has %s', (_, text, body, fault) => {
    expect(readNote(text)).toEqual({ body, faults: [fault] })
  })

  it('with its indentation, and without empty lines around it', () => {
    expect(readNote('---\n---\n \n\n    code\n\ntext  \n\n ').body).toBe('    code\n\ntext')
  })

  it('with a name and a description that are cut', () => {
    const { name = '', description = '' } = readNote(
      `---\nname: ${'😀'.repeat(200)}\ndescription: ${'a'.repeat(400)}\n---\n`,
    )
    expect([...name]).toHaveLength(150)
    expect([name.isWellFormed(), name.endsWith('😀…')]).toEqual([true, true])
    expect(description).toBe(`${'a'.repeat(299)}…`)
  })

  it.each([
    '---\n',
    '---\n---',
    '---\r\n',
    '--- ',
    ' ',
    '\n',
    '\r',
    '- ',
    '{',
    '"',
    'name: ',
    '#',
    '\0',
    '\ud800',
  ])('though it is made of many %j', (part) => {
    const text = part.repeat(NOTE_BYTES / part.length)
    for (const whole of [text, `---\n${text}`, `---\n${text}\n---\n`, `---\nname: a\n---\n${text}`])
      expect(readNote(whole).faults).toHaveLength(1)
  })
})

describe('a note is written', () => {
  it('with plain fields as they are, and others in quotation marks', () => {
    expect(noteText({ name: 'Tabs', description: 'Say: "no".', type: 'user', body: 'Use tabs.' })).toBe(
      '---\nname: Tabs\ndescription: "Say: \\"no\\"."\ntype: user\n---\n\nUse tabs.\n',
    )
  })

  it('without a frontmatter where it has no fields, unless its text would be taken for one', () => {
    expect(noteText({ body: '\n\nUse tabs.\n\n' })).toBe('Use tabs.\n')
    const body = '---\ntype: user\n---\na'
    expect(readNote(noteText({ body }))).toEqual({ body, faults: ['no type'] })
  })

  it('so that it reads back the same', () => {
    const choice = new RandomChoice(seededRandom(SEED))
    const parts = [
      'a',
      'Ä',
      '😀',
      ' ',
      ': ',
      '- ',
      '#',
      ' #',
      '"',
      "'",
      '\\',
      '[',
      '{',
      '}',
      '!',
      '&',
      '*',
      '?',
      '|',
      '>',
      '%',
      '@',
      '`',
      ',',
      '~',
      'true',
      'null',
      '1',
      '.',
      '---',
      '\u2028',
      '\t',
    ]
    const text = () => Array.from({ length: choice.below(30) }, () => choice.oneOf(parts)).join('')
    for (let count = 0; count < (IS_WHOLE ? 20_000 : 1_000); count += 1) {
      const body =
        `${choice.oneOf(['', '---\n', 'a: b\n'])}${text()}\n${choice.oneOf(['', '---\n', '\n'])}b`.trim()
      const { type } = choice.oneOf([{ type: undefined }, ...NOTE_TYPES.map((one) => ({ type: one }))])
      const { name, description, ...rest } = readNote(
        noteText({ name: text(), description: text(), type, body }),
      )
      expect(rest).toEqual({ ...(type && { type }), body, faults: type ? [] : ['no type'] })
      const again = readNote(noteText({ name, description, type, body }))
      expect(again).toEqual({
        ...rest,
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
      })
    }
  })

  it.each(['[', '{', '! ', '& ', '- ', '? ', ': ', '"', '\\', '😀', '\0', '\ud800a'])(
    'with fields of many %j',
    (sign) => {
      const start = (text: string, count: number) => [...text].slice(0, count).join('').trim()
      const [name, description] = [start(sign.repeat(150), 150), start(`a${sign.repeat(300)}`, 300)]
      const read = readNote(noteText({ name, description, type: 'user', body: 'a' }))
      expect(read.faults).toEqual([])
      if (!/[\0\ud800]/.test(sign)) expect(read).toMatchObject({ name, description })
    },
  )
})

describe('a note’s title', () => {
  it.each([
    ['its name', { name: 'Tabs', body: 'Use tabs.' }, 'Tabs'],
    ['its first line', { body: '\n\n  Use tabs.\nAlways.' }, 'Use tabs.'],
    ['a heading', { body: '## **Use** `tabs` ~~now~~' }, 'Use tabs now'],
    ['an item', { body: '- Use [tabs](https://a.b/c)' }, 'Use tabs'],
    ['a number', { body: '1. Use tabs' }, 'Use tabs'],
    ['a date', { body: '2026-11-30 was good' }, '2026-11-30 was good'],
    ['its file’s name', { body: ' \n' }, 'x.md'],
    ['its file’s name, where its line has signs only', { body: '---' }, 'x.md'],
  ])('is %s', (_, file, title) => {
    expect(titleOfNote({ ...file, faults: [] }, 'a/x.md')).toBe(title)
  })

  it('is one line of whole characters', () => {
    const title = titleOfNote({ body: '😀'.repeat(1_000), faults: [] }, 'x.md')
    expect([...title]).toHaveLength(80)
    expect(title).toMatch(/^😀+…$/u)
    expect(titleOfNote({ body: 'a\u0000\u0085b\u2028c', faults: [] }, 'x.md')).toBe('a b c')
  })

  it.each(['#', '[', '](', '![a](b', '*', '1. ', '> - ', ' '])('is found in a line of many %j', (part) => {
    const title = titleOfNote({ body: part.repeat(NOTE_BYTES), faults: [] }, 'x.md')
    expect([...title].length).toBeLessThanOrEqual(80)
    expect(title).not.toBe('')
  })
})

describe('a note’s excerpt', () => {
  it('has its first lines', () => {
    expect(excerptOf('a\n\n\nb  \n c\nd\ne')).toBe('a\nb\n c\nd')
    expect(excerptOf('')).toBe('')
  })

  it('is cut', () => {
    expect(excerptOf('a'.repeat(NOTE_BYTES))).toBe(`${'a'.repeat(299)}…`)
    expect([...excerptOf('😀\n'.repeat(NOTE_BYTES))]).toHaveLength(7)
    expect([...excerptOf('😀'.repeat(400))]).toHaveLength(300)
  })
})
