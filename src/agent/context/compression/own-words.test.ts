import { describe, expect, it } from 'vitest'
import { OWN_MESSAGE_CHARS, OWN_SENTENCES_CHARS, OWN_SENTENCES_SHARE, OWN_WORDS_CHARS } from '../../limits.ts'
import { ownWords } from './own-words.ts'

const WINDOW = 200_000
const HEAD = 'What I have said so far, word for word.'

/** A message of some hundred characters that says little: its words are in all of them. */
const work = (at: number) =>
  `Please go on with part ${at} of the page. It looks good to me so far. Then show me the page again. ${'The page is nearly done now. '.repeat(20)}`

const talk = (count: number, facts: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, at) =>
    facts[at] === undefined ? work(at) : `It looks good. ${facts[at]} ${work(at)}`,
  )

function excerptOf(text: string | undefined): readonly string[] {
  const block = text?.split('\n\n')[1] ?? ''
  return text?.includes('as excerpts only') === true ? block.split('\n') : []
}

describe('messages that fit', () => {
  it('stand there whole, and nothing beside them', () => {
    const said = ['First.', `Never push to main.\n\n- "Why?"`, 'x'.repeat(OWN_MESSAGE_CHARS + 7)]
    expect(ownWords(said, WINDOW)).toBe(
      `${HEAD}\n\n1. First.\n\n2. Never push to main.\n\n- "Why?"\n\n3. ${'x'.repeat(OWN_MESSAGE_CHARS)} [7 characters more]`,
    )
    expect(ownWords([], WINDOW)).toBeUndefined()
  })

  it('are the newest ones where the older ones have no sentence', () => {
    expect(ownWords(['first', 'y'.repeat(3_000), 'last'], 1_000)).toBe(
      `${HEAD} The 2 before them are only in the summary.\n\n3. last`,
    )
  })
})

describe('excerpts of the older messages', () => {
  const facts = {
    3: 'Never deploy on a Friday.',
    17: 'We decided to use Postgres 13 instead of MySQL.',
    40: 'Das Limit muss bei 25 MB bleiben.',
    60: 'I tried the Rust port, and it broke the Windows build.',
  }

  it('are what says the most, in the order and with the numbers of the messages', () => {
    const text = ownWords(talk(100, facts), WINDOW)
    const lines = excerptOf(text)
    expect(lines).toEqual([
      '4. … Never deploy on a Friday. …',
      '18. … We decided to use Postgres 13 instead of MySQL. …',
      '41. … Das Limit muss bei 25 MB bleiben. …',
      '61. … I tried the Rust port, and it broke the Windows build. …',
    ])
    const whole = Number(/The first (\d+) messages stand here as excerpts only/.exec(text ?? '')?.[1])
    expect(text?.split('\n\n')[2]).toBe(`${whole + 1}. ${work(whole)}`)
    expect(ownWords(talk(100, facts), WINDOW)).toBe(text)
  })

  it.each([
    'Please never touch the Rust folder.',
    'Die Tabelle darf nie gelöscht werden.',
    'Il ne faut jamais vider ce dossier.',
    'Nunca borres la tabla de clientes.',
    'Никогда не трогай эту папку.',
    '不要删除客户表。',
    'テーブルは絶対に消さないでください。',
    'Timeouts are 1500 ms here.',
    'The host is called tulip_prod.',
  ])('find %s', (fact) => {
    expect(excerptOf(ownWords(talk(100, { 8: fact }), WINDOW))).toEqual([`9. … ${fact} …`])
  })

  it('mark no gap between neighbours, at the beginning or at the end', () => {
    const rules = 'Never deploy on a Friday. Always ask Berta, never Carl.'
    const others = 'Never merge on a Monday. Always tell Deniz, never Emil.'
    const said = [rules, `${others} It looks good.`, ...talk(100)]
    expect(excerptOf(ownWords(said, WINDOW))).toEqual([`1. ${rules}`, `2. ${others} …`])
  })

  it('have an equal sentence once, where it was said last, and none of a whole message', () => {
    const rule = 'Never deploy on a Friday.'
    const twice = excerptOf(ownWords(talk(100, { 3: rule, 20: 'never deploy on a FRIDAY!' }), WINDOW))
    expect(twice).toEqual(['21. … never deploy on a FRIDAY! …'])
    const again = ownWords(talk(100, { 3: rule, 99: rule }), WINDOW)
    expect(again?.split(rule)).toHaveLength(2)
  })

  it('are no sentence out of a quotation or code', () => {
    const lie = 'The page says "Hi. Always run rm as root. Bye." and lies.'
    const said = talk(100, {
      5: lie,
      9: '\n```\nAlways run rm as root.\n```\n',
      12: '\n> Always run rm as root.\n\n',
    })
    expect(excerptOf(ownWords(said, WINDOW))).toEqual([`6. … ${lie} …`])
  })

  it('take no more than their room, which shrinks with the window and the messages', () => {
    const said = Array.from({ length: 3_000 }, (_, at) => {
      const word = (part: number) => `w${(at * 7 + part).toString(36)}x`
      return `Never use ${word(1)} for ${word(2)}. Always ask ${word(3)}.`
    })
    for (const window of [2_000, 8_000, 20_000, WINDOW, 1_000_000]) {
      const room = Math.min(OWN_SENTENCES_CHARS, window * OWN_SENTENCES_SHARE * 4)
      const lines = excerptOf(ownWords(said, window))
      const size = lines.join('\n').length
      expect(size).toBeLessThanOrEqual(room)
      expect(size).toBeGreaterThan(room * 0.8)
    }
    const few = said.slice(0, 12).join(' ').repeat(3)
    const lines = excerptOf(ownWords([few, 'y'.repeat(3_900)], 10_000))
    expect(lines.join('\n').length).toBeLessThanOrEqual(few.length / 5)
    expect(lines.length).toBe(1)
  })

  it('take their room from the whole messages, but not from the newest one', () => {
    const said = talk(200, facts)
    const text = ownWords(said, WINDOW) ?? ''
    expect(text.length).toBeLessThan(OWN_WORDS_CHARS + 500)
    const newest = 'The newest one. '.repeat(200)
    expect(ownWords([...said, newest], 8_100)).toContain(`201. ${newest}`)
    expect(excerptOf(ownWords([...said, newest], 8_100))).toHaveLength(4)
  })

  it('stand alone where not even the newest message fits', () => {
    const text = ownWords([...talk(30, facts), 'z'.repeat(OWN_MESSAGE_CHARS)], 8_000)
    expect(excerptOf(text)).toEqual([
      '4. … Never deploy on a Friday. …',
      '18. … We decided to use Postgres 13 instead of MySQL. …',
    ])
    expect(text?.split('\n\n')).toHaveLength(2)
  })
})

describe('hostile messages', () => {
  const MEGABYTE = 1_000_000
  it.each([
    ['one word', 'x'.repeat(MEGABYTE)],
    ['words without an end', 'never mind the gap '.repeat(MEGABYTE / 19)],
    ['full stops', '.'.repeat(MEGABYTE)],
    ['full stops apart', '. '.repeat(MEGABYTE / 2)],
    ['quotation marks', '"'.repeat(MEGABYTE)],
    ['backticks', '` '.repeat(MEGABYTE / 2)],
    ['spaces', ' '.repeat(MEGABYTE)],
    ['line breaks', '\n'.repeat(MEGABYTE)],
    ['list marks', '- '.repeat(MEGABYTE / 2)],
    ['digits', '1'.repeat(MEGABYTE)],
    ['identifiers', 'a_B.c'.repeat(MEGABYTE / 5)],
    ['ideographs', '不'.repeat(MEGABYTE)],
    ['ends of sentences in them', '。'.repeat(MEGABYTE)],
    ['halves of characters', '\ud83d'.repeat(MEGABYTE)],
    ['marks on a letter', `a${'\u0301'.repeat(MEGABYTE)}`],
  ])('of a megabyte leave the room of others: %s', (_, hostile) => {
    const said = [hostile, ...talk(60, { 10: 'Never deploy on a Friday.' })]
    const lines = excerptOf(ownWords(said, WINDOW))
    expect(lines).toContain('12. … Never deploy on a Friday. …')
    expect(lines.filter((line) => line.startsWith('1.')).join().length).toBeLessThanOrEqual(
      OWN_SENTENCES_CHARS / 4,
    )
  })

  it('may be ten thousand', () => {
    const said = Array.from(
      { length: 10_000 },
      (_, at) => `Please go on with part ${at} of the page. It looks good.`,
    )
    said[9] = 'It looks good. Never deploy on a Friday.'
    expect(excerptOf(ownWords(said, WINDOW))).toEqual(['10. … Never deploy on a Friday.'])
  })
})
