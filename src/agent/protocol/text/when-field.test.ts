import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { whenOf, withWhen } from './when-field.ts'

const note = (...fields: string[]) => `---\n${fields.join('\n')}\n---\nText\n`

describe('rules of a text', () => {
  it.each([
    ['Bash(npm test*) | Edit(src/**)', note('name: a', 'when: Bash(npm test*) | Edit(src/**)')],
    ['Bash(npm test*)', note('when: "Bash(npm test*)"', 'type: project')],
    ['Bash(echo "a\\b") é', note('when: "Bash(echo \\"a\\\\b\\") \\u00e9"')],
    ["Bash(echo 'a')", note("when: 'Bash(echo ''a'')'")],
    ['Bash(a) | host:b.example', note('when:', '  - Bash(a)', '  - "host:b.example"', 'type: user')],
    ['Bash(a) | Edit', note('when:', '- Bash(a)', '- Edit', 'type: user')],
    ['Bash(a) | Edit', note('when: # of calls', '', '  # one', '  - Bash(a)', '  -', '  - Edit')],
    ['Bash(a) | Edit(b,c) | Read', note('when: [Bash(a), "Edit(b,c)", \'Read\']')],
    ['Bash(a) | Edit', note('when: [', '  Bash(a),', '  Edit,', ']')],
    ['Bash(a) | Edit', note('when: >-', '  Bash(a) |', '  Edit')],
    ['Bash(a)', note('when : Bash(a)')],
    ['Bash(a)', note('"when": Bash(a) # why')],
    ['Bash(a#b)', note('when: Bash(a#b)')],
    ['Bash(a)', '\uFEFF---\r\nname: a\r\nwhen: Bash(a)\r\n---\r\nText'],
    ['Bash(a)', '---  \nwhen: Bash(a)\n--- \t'],
    ['"Bash(a', note('when: "Bash(a')],
    ["'Bash(a", note("when: ['Bash(a")],
    ['', note('when:')],
    ['', note('when: []')],
    ['', note('name: a', 'whenever: Bash', '  when: Bash')],
    ['', 'when: Bash(a)\n'],
    ['', '---\nwhen: Bash(a)\n'],
    ['', '---\nwhen: Bash(a)\n--- \r'],
    ['', 'Text\n---\nwhen: Bash(a)\n---\n'],
    ['', `---\n---\nwhen: Bash(a)\n---\n`],
    ['', ''],
  ])('are %j in %j', (rules, text) => {
    expect(whenOf(text)).toBe(rules)
  })
})

describe('a text with rules', () => {
  it.each([
    ['in its frontmatter', note('name: a', 'type: user'), note('name: a', 'type: user', 'when: "B"')],
    ['in place of others', note('when: A', 'type: user'), note('when: "B"', 'type: user')],
    [
      'in place of a list',
      note('a: 1', 'when:', '  - A', '', '  - C', 'b: 2'),
      note('a: 1', 'when: "B"', 'b: 2'),
    ],
    ['in place of a list at the margin', note('when:', '- A', '- C', 'b: 2'), note('when: "B"', 'b: 2')],
    ['in place of a list in brackets', note('when: [A,', '  C', ']', 'b: 2'), note('when: "B"', 'b: 2')],
    [
      'in place of a text of two lines',
      note('when: >', '  A', '  C', '# b', ''),
      note('when: "B"', '# b', ''),
    ],
    ['once', note('when: A', 'b: 2', 'when: C'), note('when: "B"', 'b: 2')],
    ['before a text without a frontmatter', 'Text', '---\nwhen: "B"\n---\nText'],
    ['before one that does not end', '---\nname: a', '---\nwhen: "B"\n---\n---\nname: a'],
    ['alone', '', '---\nwhen: "B"\n---\n'],
    ['with the ends of its lines', '\uFEFFText\r\nMore\n', '\uFEFF---\r\nwhen: "B"\r\n---\r\nText\r\nMore\n'],
    ['between carriage returns', '---\r\na: 1\rwhen: A\rb: 2\n---', '---\r\na: 1\rwhen: "B"\rb: 2\n---'],
    ['in an empty one', '---\n---\nText', '---\nwhen: "B"\n---\nText'],
  ])('has them %s', (_, text, expected) => {
    expect(withWhen(text, 'B')).toBe(expected)
  })

  it('has signs and line breaks so that they are read back', () => {
    const text = withWhen('Text', 'Bash(echo "a\\b")\r\n| Edit\u2028 ')
    expect(text).toBe('---\nwhen: "Bash(echo \\"a\\\\b\\") | Edit  "\n---\nText')
    expect(whenOf(text)).toBe('Bash(echo "a\\b") | Edit  ')
  })

  it.each([
    ['its frontmatter, with another field', note('name: a', 'when: A'), note('name: a')],
    ['a list', note('when:', '  - A', '  - B', 'type: user'), note('type: user')],
    ['all of several', note('when: A', 'b: 2', 'when: C'), note('b: 2')],
    ['a frontmatter of nothing else', note('when: A'), 'Text\n'],
    ['one of empty lines, too', note('', 'when: A', ''), 'Text\n'],
    ['one that ends the text', '\uFEFF---\r\nwhen: A\r\n---', '\uFEFF'],
    ['a text without any', '---\n---\nText', '---\n---\nText'],
    ['a text without a frontmatter', 'when: A', 'when: A'],
    [
      'a frontmatter before what looks like one',
      `---\nwhen: A\n---\n${note('when: B')}`,
      `---\n---\n${note('when: B')}`,
    ],
  ])('has them no more without a value: %s', (_, text, expected) => {
    expect(withWhen(text, ' \n')).toBe(expected)
  })

  it.each(['Text\n', '\uFEFFa\r\nb', '---\nopen', note('name: a', 'x: [1]'), '', '\n---\n', '---'])(
    'is %j again when they are taken away',
    (text) => expect(withWhen(withWhen(text, 'Bash(a)'), '')).toBe(text),
  )

  it('means the same to YAML, whatever stands around it', () => {
    const values = ['Bash(a: b) # c', "it's", '"', '\\', '- a', '[x]', '\t|', '\u{1F600}\x07', 'a | b', '%']
    const before = ['', 'name: a\n', 'when: A\n', "when: 'A\n  b'\n", 'when:\n- A\n- "B"\n', 'when: [\n A]\n']
    const behind = ['', 'type: user\n', '\n# said\nx:\n  - 1\n']
    for (const value of values)
      for (const first of before)
        for (const last of behind)
          for (const end of ['\n', '\r\n']) {
            const body = `when: Z${end}---${end}`
            const text = withWhen(`---\n${first}${last}---\n${body}`.replaceAll(/\r?\n/g, end), value)
            const [, matter = '', rest] = /^---\r?\n([^]*?)---\r?\n([^]*)$/.exec(text) ?? []
            expect(parse(matter), text).toMatchObject({ when: value })
            expect(whenOf(text)).toBe(value)
            expect(rest).toBe(body)
            expect(text.includes('type: user') || text.includes('# said')).toBe(last !== '')
          }
  })
})

/** 64 kB of it. */
const filled = (part: string) => part.repeat(Math.ceil(65_536 / part.length))

it.each(
  [
    '---',
    '---\n',
    'when:',
    'when:\n',
    '"',
    "'",
    '\\"',
    '"\\',
    ' ',
    '\t#',
    '\r',
    '\n',
    '[',
    ',',
    '- ',
    '[\'"',
    ' \r\n',
  ]
    .flatMap((part) => [filled(part), `---\nwhen: ${filled(part)}`, `---\nwhen: [${filled(part)}\n---\n`])
    .concat(
      `---\n${filled('when: "\n')}---\n`,
      `---\n${filled('when:\n\n')}---\n`,
      `---\nwhen:\n${filled('- "\n')}---\n`,
    )
    .map((text) => [text.slice(0, 20), text] as const),
)('reads and writes 64 kB of %j', (_, text) => {
  expect(whenOf(withWhen(text, 'Bash(a)'))).toBe('Bash(a)')
  expect(withWhen(withWhen(text, 'Bash(a)'), '').length).toBeLessThanOrEqual(text.length + 8)
  expect(whenOf(text).length).toBeLessThanOrEqual(text.length * 2)
})
