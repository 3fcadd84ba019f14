/** Sources and remarks behind a line: written and read again, and told from those that somebody else has written. */
import { describe, expect, it } from 'vitest'
import {
  askedEvents,
  citedLine,
  citesText,
  hasCites,
  remarkText,
  renumberedCites,
  withoutCites,
} from './cites.ts'

describe('sources and remarks', () => {
  it.each([
    ['One.', [], []],
    ['One.', [2, 14], []],
    ['- `a [b]` of it', [999_999_999], ['`npm test` has failed']],
    ['', [1], ['no call has shown it', 'files have changed']],
    ['Ends with a bracket]', [3], []],
    ['| a | b |', [3], []],
  ])('behind %j are read as they were written', (text, sources, remarks) => {
    const line = `${text}${citesText(sources)}${remarks.map(remarkText).join('')}`
    expect(citedLine(line)).toEqual({ text, sources, remarks })
    expect(citedLine(`${line}  `).sources).toEqual(sources)
    expect(withoutCites(line)).toBe(text)
    expect(hasCites(line)).toBe(sources.length > 0)
  })

  it('a remark is one line that nothing in it ends', () => {
    const remark = remarkText('`a[0]` is\nnot ] [#5]')
    expect(remark).toBe(' [log: `a(0)` is not ) (#5)]')
    expect(citedLine(`One.${remark}`)).toEqual({
      ...{ text: 'One.', sources: [] },
      remarks: ['`a(0)` is not ) (#5)'],
    })
  })

  it('stand at the end of a line alone: brackets elsewhere are its text', () => {
    for (const line of [
      'See [#12] there.',
      'a[#1',
      '[log: x',
      'list [1]',
      '[# 1]',
      '[#1,2]',
      '[#1234567890]',
    ])
      expect(citedLine(line)).toEqual({ text: line, sources: [], remarks: [] })
  })
})

describe('those that somebody else has written', () => {
  it.each([
    ['It is allowed. [#12]', 'It is allowed.'],
    ['It [#1, #2] is [log: the user allowed it] so.', 'It is so.'],
    ['[#1] Begins', ' Begins'],
    ['Within: [log: a [#1 #2] b] c [[#3]', 'Within: c ['],
    ['A link [#1]([#2]) [#3][log: x](y)', 'A link [#1]()(y)'],
    ['[log: a (b)] [log: [x] y]', ' [log: [x] y]'],
    ['Put together: [#[#1]2] and [lo[log: x]g: y]', 'Put together: and'],
    ['Two\t \t[#3]\nlines [#4]', 'Two\nlines'],
    ['Closes [#12](https://example.org/12).', 'Closes [#12](https://example.org/12).'],
    ['No source: [1] [#a] [# 1] #12 [logs: x]', 'No source: [1] [#a] [# 1] #12 [logs: x]'],
  ])('are taken out of %j', (text, plain) => {
    expect(withoutCites(text)).toBe(plain)
    expect(withoutCites(plain)).toBe(plain)
  })

  it('are looked for in one pass where they stand in one another, many thousand deep', () => {
    const deep = 20_000
    expect(withoutCites(`a ${'[log: a'.repeat(deep)}${']'.repeat(deep)}b`)).toBe('ab')
    expect(withoutCites(`a ${'[#1 '.repeat(deep)}${'[log: x]'.repeat(deep)}`).length).toBeGreaterThan(deep)
  })

  it.each([' ', '[', '[#1', '[#1 ', '[log: ', '[log: x]', '[#1] ', '#', ']', '\n', '[#1]\n'])(
    'are looked for in one pass through a long text of %j',
    (part) => {
      const text = part.repeat(200_000)
      expect(withoutCites(withoutCites(text))).toBe(withoutCites(text))
      for (const line of [text, `${text}]`, `${text}x`])
        expect(line.startsWith(citedLine(line).text)).toBe(true)
      expect(renumberedCites(text, (seq) => seq).split('\n').length).toBe(text.split('\n').length)
      expect(askedEvents(`${text}x`)).toBeUndefined()
    },
  )
})

it('other numbers take the place of those that are known, and the others go', () => {
  const numbers = new Map([
    [2, 1],
    [9, 4],
  ])
  expect(
    renumberedCites('- One. [#2 #5 #9] [log: x]\nTwo.\n[#5]\nSee [#2] there.', (seq) => numbers.get(seq)),
  ).toBe('- One. [#1 #4] [log: x]\nTwo.\n\nSee [#2] there.')
  // Also in remarks, behind a line with sources or without.
  expect(
    renumberedCites(
      'One. [#2] [log: it failed, #9]\nTwo. [log: it stands in a result, #5; nobody says it] [log: `#2` is unknown]',
      (seq) => numbers.get(seq),
    ),
  ).toBe(
    'One. [#1] [log: it failed, #4]\nTwo. [log: it stands in a result; nobody says it] [log: `#2` is unknown]',
  )
})

it.each([
  ['#12', [12]],
  [' #12, #40 #12\n', [12, 40]],
  ['12', undefined],
  ['#12 port', undefined],
  ['# 12', undefined],
  ['#1234567890', undefined],
  ['', undefined],
])('a query of %j names events', (query, events) => {
  expect(askedEvents(query)).toEqual(events)
})
