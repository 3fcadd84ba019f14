import { text } from '../model-server/turn.ts'
import { bash, paced, todos, write, type DemoScript } from './demo-script.ts'

const PLAN = ['The arithmetic, with tests', 'The page and its style', 'Put both together and check']

const MODULE = [
  '/** What each of `people` pays, in cents. Where it does not come out even, the first ones pay a cent more. */',
  'export function shares(cents, percent, people) {',
  '  const total = Math.round((cents * (100 + percent)) / 100)',
  '  const each = Math.floor(total / people)',
  '  const rest = total - each * people',
  '  return Array.from({ length: people }, (_, index) => each + (index < rest ? 1 : 0))',
  '}',
]

const TESTS = [
  "import assert from 'node:assert/strict'",
  "import { test } from 'node:test'",
  "import { shares } from './shares.js'",
  '',
  "test('one person pays all of it', () => assert.deepEqual(shares(1000, 10, 1), [1100]))",
  "test('a rest goes to the first ones, a cent each', () => assert.deepEqual(shares(1000, 0, 3), [334, 333, 333]))",
  "test('no cent is lost or made up', () => {",
  '  for (let cents = 0; cents < 5000; cents += 7)',
  '    for (let people = 1; people < 9; people++)',
  '      assert.equal(shares(cents, 0, people).reduce((a, b) => a + b), cents)',
  '})',
]

const PAGE = [
  '<!doctype html>',
  '<html lang="en">',
  '  <head>',
  '    <meta charset="utf-8" />',
  '    <meta name="viewport" content="width=device-width" />',
  '    <title>Who pays what</title>',
  '    <link rel="stylesheet" href="style.css" />',
  '  </head>',
  '  <body>',
  '    <main>',
  '      <h1>Who pays what</h1>',
  '      <label>Bill <input id="bill" type="number" min="0" step="0.01" value="86.40" /></label>',
  '      <label>Tip <input id="tip" type="range" min="0" max="25" value="10" /><output id="percent"></output></label>',
  '      <label>People <input id="people" type="number" min="1" max="20" value="3" /></label>',
  '      <ol id="shares" aria-live="polite"></ol>',
  '    </main>',
  '    <script type="module" src="page.js"></script>',
  '  </body>',
  '</html>',
]

const STYLE = [
  ':root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }',
  'body { margin: 0; background: light-dark(#f3f1ec, #191a1c); }',
  'main { max-width: 22rem; margin: 8vh auto; padding: 1.5rem 2rem 2rem; border-radius: 1rem; background: light-dark(#fff, #242628); }',
  'h1 { margin: 0 0 1rem; font-size: 1.4rem; }',
  'label { display: flex; align-items: center; gap: 0.75rem; padding: 0.4rem 0; }',
  'input { margin-left: auto; width: 7rem; font: inherit; }',
  '#percent { width: 2.5rem; text-align: right; }',
  '#shares { margin: 1rem 0 0; padding: 0; list-style: none; border-top: 1px solid #8884; }',
  '#shares li { display: flex; justify-content: space-between; padding: 0.5rem 0; border-bottom: 1px solid #8884; }',
  '#shares b { font-size: 1.2rem; font-variant-numeric: tabular-nums; }',
]

const SCRIPT = [
  "import { shares } from './shares.js'",
  '',
  'const field = (id) => document.getElementById(id)',
  "const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })",
  '',
  'function show() {',
  "  const people = Math.min(20, Math.max(1, Math.trunc(Number(field('people').value)) || 1))",
  "  const percent = Number(field('tip').value)",
  "  const cents = Math.max(0, Math.round(Number(field('bill').value) * 100) || 0)",
  "  field('percent').textContent = `${percent} %`",
  "  field('shares').replaceChildren(",
  '    ...shares(cents, percent, people).map((share, index) => {',
  "      const row = document.createElement('li')",
  "      const amount = document.createElement('b')",
  '      amount.textContent = money.format(share / 100)',
  '      row.append(`Person ${index + 1}`, amount)',
  '      return row',
  '    }),',
  '  )',
  '}',
  '',
  "document.addEventListener('input', show)",
  'show()',
]

/** From nothing to a page in the Preview; the part that can be wrong is a module of its own, tested first. */
export const BUILD_A_WEB_APP: DemoScript = {
  id: 'build-a-web-app',
  play: async (workbench, model) => {
    model.setScript(
      paced(
        [
          text(
            'What can go wrong here is the arithmetic: cents that do not come out even. So that comes first, in a module of its own, with tests.',
          ),
          todos(PLAN, 0),
          write('package.json', [
            '{',
            '  "name": "who-pays-what",',
            '  "private": true,',
            '  "type": "module",',
            '  "scripts": { "test": "node --test" }',
            '}',
          ]),
          write('shares.js', MODULE),
          write('shares.test.js', TESTS),
          bash('npm test', 'Test the arithmetic'),
        ],
        [
          text('No cent is lost. Now the page: plain HTML, no dependencies, light and dark.'),
          todos(PLAN, 1),
          write('index.html', PAGE),
          write('style.css', STYLE),
        ],
        [
          todos(PLAN, 2),
          write('page.js', SCRIPT),
          bash(
            'node --check page.js && grep -oE "(src|href)=\\"[^\\"]+" index.html | cut -d\\" -f2 | xargs ls',
            'Check the script, and that all that the page names is there',
          ),
        ],
        [todos(PLAN, 3)],
        [
          text(
            'The page is there: open the **Preview** tab. Change the bill, the tip or the number of people, and the shares follow.\n\n- `shares.js` has the arithmetic in whole cents; where it does not come out even, the first ones pay a cent more. `npm test` proves that the shares always add up.\n- `page.js` only reads fields and shows rows; fields that make no sense count as the nearest that does.\n- Nothing is loaded from elsewhere, so that the folder can be served as it is.',
          ),
        ],
      ),
    )
    await workbench.ask('Build a small web page that splits a bill with a tip between people.')
  },
}
