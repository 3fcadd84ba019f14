import { expect, test } from 'vitest'
import { compareWithBudget, countByArea, findHeadless, lowered } from './budget.mjs'

const FILES: Readonly<Record<string, string>> = {
  'README.md': 'What it is.',
  'docs/tools.md': 'Of tools.',
  'src/agent/loop.ts': '// What a loop is.',
  'src/app/language/en/chat.ts': `// Who reads.\nexport const chat = { title: 'What was said' }`,
  'src/main.ts': '// Where all begins.',
  'templates/app/src/main.ts': '// What a template is.',
  'src/agent/model/NOTICE.md': 'Of others.',
}

test('each finding is in the area of its file, and a text of the screen in one of its own', () => {
  const findings = findHeadless(Object.keys(FILES), (file) => FILES[file] ?? '')
  expect(countByArea(findings)).toEqual({
    'src/agent': 1,
    'src/app': 1,
    'src/sandbox': 0,
    src: 1,
    scripts: 0,
    e2e: 0,
    bench: 0,
    docs: 2,
    texts: 1,
  })
})

test('a count above the budget fails, and so does one below it', () => {
  const counts = { scripts: 3, e2e: 2, bench: 1 }
  expect(compareWithBudget(counts, { scripts: 2, e2e: 2, bench: 4 })).toEqual({
    above: [{ area: 'scripts', problem: 'scripts: 3 headless openings, the budget is 2.' }],
    below: ['bench: 1 headless openings left: lower its budget from 4 to 1.'],
  })
})

test('a budget is lowered, never raised', () => {
  expect(lowered({ scripts: 3, bench: 1, docs: 1 }, { scripts: 2, bench: 4 })).toEqual({
    scripts: 2,
    bench: 1,
    docs: 0,
  })
})
