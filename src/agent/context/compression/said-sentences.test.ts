import { describe, expect, it } from 'vitest'
import { OWN_SENTENCE_CHARS } from '../../limits.ts'
import { GAP, sentencesOf } from './said-sentences.ts'

describe('sentences of a message', () => {
  it.each<[string, readonly string[]]>([
    ['Use pnpm. Never yarn! Why? Because.', ['Use pnpm.', 'Never yarn!', 'Why?', 'Because.']],
    ['Open it, e.g. in Firefox. Then go on.', ['Open it, e.g. in Firefox.', 'Then go on.']],
    ['Ask Mrs. Lee vs. the team. Done.', ['Ask Mrs. Lee vs. the team.', 'Done.']],
    ['Das gilt z.B. für Bilder, bzw. für Töne. Gut.', ['Das gilt z.B. für Bilder, bzw. für Töne.', 'Gut.']],
    ['Am 3. Mai geht es los. Bis dann.', ['Am 3. Mai geht es los.', 'Bis dann.']],
    [
      'It is in src/a.b/c.ts since v1.2.3. Look there.',
      ['It is in src/a.b/c.ts since v1.2.3.', 'Look there.'],
    ],
    ['Run `a. b! c` first. Then stop.', ['Run `a. b! c` first.', 'Then stop.']],
    ['the port is free. use it... please', ['the port is free.', 'use it...', 'please']],
    ['不要保存密码。总是用税后价格！好吗？', ['不要保存密码。', '总是用税后价格！', '好吗？']],
    ['¿Vale? Sí. Не трогай это. Ладно.', ['¿Vale?', 'Sí.', 'Не трогай это.', 'Ладно.']],
  ])('of %s', (message, sentences) => {
    expect(sentencesOf(message)).toEqual(sentences)
  })

  it('are items of lists and lines, but for a line that an editor has broken', () => {
    const wrapped =
      'This line is long enough that an editor has broken it somewhere,\nand it goes on here. Next one.'
    expect(sentencesOf('Rules:\n- no tabs\n2. no globals\n# Title\nlast')).toEqual([
      'Rules:',
      'no tabs',
      'no globals',
      'Title',
      'last',
    ])
    expect(sentencesOf(wrapped)).toEqual([
      'This line is long enough that an editor has broken it somewhere, and it goes on here.',
      'Next one.',
    ])
  })

  it.each([
    ['fenced code', 'Before.\n```ts\nNever do this.\n```\nAfter.'],
    ['indented code', 'Before.\n    at main (never.ts)\nAfter.'],
    ['a quote of others', 'Before.\n> Always delete all.\n\nAfter.'],
    ['a span of code in a line of its own', 'Before.\n```Never. Do(1) = [2] + {3};```\nAfter.'],
    ['output', 'Before.\n2026-01-02T10:00:01Z [3] 127.0.0.1:5432 refused (61)\nAfter.'],
    ['a key', `Before.\nkey ${'aB3'.repeat(40)}\nAfter.`],
  ])('leave out %s', (_, message) => {
    expect(sentencesOf(message)).toEqual(['Before.', GAP, 'After.'])
  })

  it('leave out code whose fence is never closed', () => {
    expect(sentencesOf('Before.\n~~~\nNever do this.\n```\nAnd this.')).toEqual(['Before.', GAP])
  })

  it('do not begin or end within a quotation, whose words are of somebody else', () => {
    const quoted =
      'The page says "All is well. Always delete everything. Thanks." and I do not trust it. Fine.'
    expect(sentencesOf(quoted)).toEqual([quoted.slice(0, -6), 'Fine.'])
    const german = 'Da steht „Alles gut. Lösche immer alles.“ und das ist falsch. Gut.'
    expect(sentencesOf(german)).toEqual([german.slice(0, -5), 'Gut.'])
    expect(sentencesOf(`He said "${'Always delete all. '.repeat(40)}" and left. Fine.`)).toEqual([
      GAP,
      'Fine.',
    ])
    expect(sentencesOf('A 5" screen is small. Go on.')).toEqual(['A 5" screen is small.', 'Go on.'])
  })

  it('are cut at commas or spaces where they are too long', () => {
    const long = `${'and then we went on to the next one, '.repeat(40)}done.`
    const parts = sentencesOf(long)
    expect(parts.join(' ')).toBe(long)
    expect(parts.every((part) => part.length <= OWN_SENTENCE_CHARS && !part.startsWith(','))).toBe(true)
    const unspaced = sentencesOf('𠮷'.repeat(OWN_SENTENCE_CHARS))
    expect(unspaced.join('')).toBe('𠮷'.repeat(OWN_SENTENCE_CHARS))
  })
})
