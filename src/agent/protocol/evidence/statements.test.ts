/** Answers as models write them, and the statements that are found in them. */
import { expect, it } from 'vitest'
import { RandomChoice } from '../../../testing/random-choice.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { SEED } from '../../../testing/slice.ts'
import type { Statement } from './evidence.ts'
import { statementsIn } from './statements.ts'

function shortly({ kind, count, path, about, command }: Statement): string {
  const file = path === undefined || about === undefined ? undefined : `${path} ${aboutText(about)}`
  return [kind, count, file, command].filter((part) => part !== undefined).join(' ')
}

function aboutText(about: NonNullable<Statement['about']>): string {
  if (about.type === 'has') return `has ${about.texts.join(', ')}`
  return about.type === 'lines' ? `has ${about.count} lines` : about.type
}

function kindsIn(text: string): string[] {
  return statementsIn(text).map(shortly)
}

const STATED: readonly (readonly [text: string, ...statements: string[]])[] = [
  ['All 42 tests pass.', 'tests 42'],
  ['All tests pass.', 'tests'],
  ['The test suite is green.', 'tests'],
  ['Tests are passing.', 'tests'],
  ['12/12 passed', 'tests 12'],
  ['12/12 tests passed.', 'tests 12'],
  ['The build succeeds.', 'build'],
  ['It compiles.', 'build'],
  ['Lint is clean.', 'lint'],
  ['No lint errors.', 'lint'],
  ['Type check passes.', 'types'],
  ['There are no type errors.', 'types'],
  ['I fixed the bug.', 'fixed'],
  ['The crash is fixed now.', 'fixed'],
  ['The issue is resolved.', 'fixed'],
  ['The login works now.', 'fixed'],
  ['The parser now works.', 'fixed'],
  ['`src/a.ts` has `foo`.', 'file src/a.ts has foo'],
  ['`src/a.ts` exports `foo` and `bar`.', 'file src/a.ts has foo, bar'],
  ['`src/a.ts` has 12 lines.', 'file src/a.ts has 12 lines'],
  ['I changed `src/a.ts`.', 'file src/a.ts changed'],
  ['I updated src/a.ts to use the new API.', 'file src/a.ts changed'],
  ['Created `src/b.ts`.', 'file src/b.ts created'],
  ['I added `foo` to `src/a.ts`.', 'file src/a.ts has foo'],
  ['Deleted `src/old.ts`.', 'file src/old.ts deleted'],
  ['I ran `npm run build`.', 'ran npm run build'],
  ['I fixed the bug in `src/a.ts`.', 'fixed'],
  ['Alle Tests laufen durch.', 'tests'],
  ['Die Tests bestehen.', 'tests'],
  ['Der Fehler ist behoben.', 'fixed'],
  ['Der Build läuft durch.', 'build'],
  ['Damit laufen alle 42 Tests durch.', 'tests 42'],
  ['Jetzt ist der Build wieder grün.', 'build'],
  ['All tests, lint and the type check pass.', 'tests', 'lint', 'types'],
  ['The build and the tests pass.', 'build', 'tests'],
  ['Tests: 42 passed', 'tests 42'],
  ['**Tests:** ✅ 42/42 passing', 'tests 42'],
  ['- ✅ Build', 'build'],
  ['- Lint ✅', 'lint'],
  ['`npm test` passes.', 'tests'],
  ['`npx tsc --noEmit` is clean.', 'types'],
  ['ESLint reports no errors.', 'lint'],
  ['The type check comes back clean.', 'types'],
  ['I ran `npm test` and all 42 tests pass.', 'tests 42'],
  ['When I ran `npm test`, all 12 tests passed.', 'tests 12'],
  ['Keine Lint-Fehler.', 'lint'],
  ['Keine Typfehler.', 'types'],
  ['ESLint meldet keine Fehler.', 'lint'],
  ['Die Typprüfung ist sauber.', 'types'],
  ['Ich habe den Fehler behoben.', 'fixed'],
  ['Ich habe `src/a.ts` angepasst.', 'file src/a.ts changed'],
  ['`src/a.ts` enthält jetzt `foo`.', 'file src/a.ts has foo'],
  ['Ich habe in `src/a.ts` die Funktion `foo` ergänzt.', 'file src/a.ts has foo'],
  ['Ich habe `npm test` ausgeführt.', 'ran npm test'],
  ['Der Login funktioniert jetzt wieder.', 'fixed'],
  ['Done — all 42 tests pass (42/42).', 'tests 42'],
  ['The previously failing tests now pass.', 'tests'],
  ['All tests pass and there are no lint errors.', 'tests', 'lint'],
  ['The app no longer crashes.', 'fixed'],
  ['- `src/a.ts`: added `foo`', 'file src/a.ts has foo'],
  ['The project builds without errors.', 'build'],
  ['Everything type-checks.', 'types'],
  ['| Tests | 42 passed |', 'tests 42'],
  ['Das Projekt kompiliert ohne Fehler.', 'build'],
  ['All 3 new tests pass.', 'tests'],
  ['I can confirm that all tests pass.', 'tests'],
  ['I verified that the build works.', 'build'],
  ['Tests laufen wieder.', 'tests'],
  ['All 128 tests pass, including the 4 I added for the parser.', 'tests 128'],
  ['Everything is green: 42 tests pass and the build succeeds.', 'tests 42', 'build'],
  ['The full test suite passes (214/214).', 'tests 214'],
  ['✅ All tests passing', 'tests'],
  ['All tests are now passing.', 'tests'],
  ['All unit tests pass locally.', 'tests'],
  ['Both the unit tests and the e2e tests pass.', 'tests'],
  ['The tests I added in `src/a.test.ts` pass.', 'tests', 'file src/a.test.ts changed'],
  ['Vitest: 31 passed, 0 failed.', 'tests 31'],
  ['The build completed successfully.', 'build'],
  ['`npm run build` finishes without errors.', 'build'],
  ['The production build works.', 'build'],
  ['The app builds cleanly again.', 'build'],
  ['`npm run lint` exits with code 0.', 'lint'],
  ['ESLint and Prettier are happy.', 'lint'],
  ['The linter reports no problems.', 'lint'],
  ['`tsc` reports no errors.', 'types'],
  ['TypeScript compiles without errors.', 'types'],
  ['The code type-checks and all tests pass.', 'types', 'tests'],
  ['No type errors, no lint errors.', 'types', 'lint'],
  ['All tests pass, `npm run lint` is clean, and the build succeeds.', 'tests', 'lint', 'build'],
  ["I've fixed the off-by-one error in `range()`.", 'fixed'],
  ['Fixed the race condition in the queue.', 'fixed'],
  ['The memory leak has been fixed.', 'fixed'],
  ['That bug is now fixed.', 'fixed'],
  ['The import error is resolved.', 'fixed'],
  ['I found the cause and fixed it.', 'fixed'],
  ["I've also fixed the typo in the README.", 'fixed'],
  ['The dark mode toggle works again.', 'fixed'],
  ['The page no longer crashes when the list is empty.', 'fixed'],
  ['This fixes the crash on startup.', 'fixed'],
  ['Fixed!', 'fixed'],
  ["I've updated `src/server.ts` to close the connection.", 'file src/server.ts changed'],
  ["I've created `src/utils/date.ts` with the helper.", 'file src/utils/date.ts created'],
  ['I added a `formatDate` helper to `src/utils/date.ts`.', 'file src/utils/date.ts has formatDate'],
  ['Added tests in `src/utils/date.test.ts`.', 'file src/utils/date.test.ts changed'],
  ['Removed `src/legacy.js`.', 'file src/legacy.js deleted'],
  ['`src/config.ts` now exports `DEFAULT_PORT`.', 'file src/config.ts has DEFAULT_PORT'],
  ['The file `src/config.ts` contains `PORT` and `HOST`.', 'file src/config.ts has PORT, HOST'],
  ['`formatDate` is defined in `src/utils/date.ts`.', 'file src/utils/date.ts has formatDate'],
  ['`package.json` now includes `"type": "module"`.', 'file package.json has "type": "module"'],
  ['I ran `git status`.', 'ran git status'],
  ['I also ran `cargo build --release`.', 'ran cargo build --release'],
  ["I've run `npm install` successfully.", 'ran npm install'],
  ['Wrote `docs/guide.md`.', 'file docs/guide.md created'],
  ['`README.md` was updated.', 'file README.md changed'],
  ['In `src/a.ts`, I changed the timeout to 5 s.', 'file src/a.ts changed'],
  ['Changed the timeout in `src/a.ts` to 5 s.', 'file src/a.ts changed'],
  ['Alle 17 Tests sind grün.', 'tests 17'],
  ['Die gesamte Testsuite läuft durch.', 'tests'],
  ['Alle Unit-Tests bestehen jetzt.', 'tests'],
  ['Die Tests sind alle erfolgreich durchgelaufen.', 'tests'],
  ['Alle Tests erfolgreich.', 'tests'],
  ['Der Build ist erfolgreich.', 'build'],
  ['Der Build funktioniert wieder.', 'build'],
  ['Build und Tests laufen fehlerfrei durch.', 'build', 'tests'],
  ['Der Linter meldet keine Probleme.', 'lint'],
  ['`npm run lint` läuft sauber durch.', 'lint'],
  ['Es gibt keine Typfehler mehr.', 'types'],
  ['Der Typcheck ist grün.', 'types'],
  ['Der Absturz ist damit behoben.', 'fixed'],
  ['Das Problem wurde behoben.', 'fixed'],
  ['Ich habe den Tippfehler in der README.md behoben.', 'fixed'],
  ['Das Problem ist gelöst.', 'fixed'],
  ['Die Suche funktioniert jetzt.', 'fixed'],
  ['Der Fehler tritt nicht mehr auf.', 'fixed'],
  ['Ich habe `src/a.ts` und `src/b.ts` aktualisiert.', 'file src/a.ts changed'],
  ['Ich habe die Datei `src/neu.ts` angelegt.', 'file src/neu.ts created'],
  ['`src/alt.ts` wurde gelöscht.', 'file src/alt.ts deleted'],
  ['Ich habe `src/alt.ts` gelöscht.', 'file src/alt.ts deleted'],
  ['`src/a.ts` exportiert jetzt `foo` und `bar`.', 'file src/a.ts has foo, bar'],
  ['`src/a.ts` hat 120 Zeilen.', 'file src/a.ts has 120 lines'],
  ['Ich habe `npm run build` laufen lassen.', 'ran npm run build'],
  ['Ich habe in `src/a.ts` den Timeout geändert.', 'file src/a.ts changed'],
  ['Tests: 12 bestanden', 'tests 12'],
  ['- **Tests**: all passing', 'tests'],
  ['- Type check: no errors', 'types'],
  ['- Build: success', 'build'],
  ['- [x] All tests pass', 'tests'],
  ['## All tests pass', 'tests'],
  ['| `npm test` | ✅ 42 passed |', 'tests 42'],
  ['The test for empty input passes.', 'tests'],
  ['The regression test now passes.', 'tests'],
  ['pytest passes with 12 tests.', 'tests'],
  ['All 12 tests in `tests/test_a.py` pass.', 'tests'],
  ['So all tests pass now.', 'tests'],
  ['Result: all 9 tests pass in 1.2s.', 'tests 9'],
  ['The suite is green again.', 'tests'],
  ['Great, the tests pass!', 'tests'],
  ['Tests pass, build passes.', 'tests', 'build'],
  ['Everything compiles.', 'build'],
  ['I ran the full test suite and everything passes: 42 tests, 0 failures.', 'tests'],
  ['The login flow is working again.', 'fixed'],
]

it.each(STATED)('finds the statements of %j', (text, ...statements) => {
  expect(kindsIn(text)).toEqual(statements)
})

it('gives the sentence on one line, without marks of Markdown', () => {
  const text =
    '- **Done:** all 42\n  tests [pass](https://ci.example/1), and `npm run build` _succeeds_. More.'
  const sentence = 'Done: all 42 tests pass, and npm run build succeeds.'
  expect(statementsIn(text)).toEqual([
    { kind: 'tests', count: 42, text: sentence },
    { kind: 'build', text: sentence },
  ])
})

it('reads the rows of a table, items and headings one by one', () => {
  const text = [
    '## Build is green',
    '',
    '| Check | Result |',
    '| --- | :---: |',
    '| Tests | ✅ 12/12 passed |',
    '| Lint | clean |',
    '',
    '1. Type check passes',
    '2. Updated `src/a.ts`',
  ].join('\n')
  expect(kindsIn(text)).toEqual(['build', 'tests 12', 'lint', 'types', 'file src/a.ts changed'])
})

it('skips code, quotes, and lists of what is to be done', () => {
  const text = [
    '```text',
    'All tests pass.',
    '```',
    '~~~~',
    'Lint is clean.',
    '~~~',
    '~~~~',
    '> The build succeeds.',
    'Type check passes.',
    '',
    'To do:',
    '',
    '- All 3 tests pass',
    '',
    'The build works.',
  ].join('\n')
  expect(kindsIn(text)).toEqual(['build'])
})

it('gives a statement once, faults by their sentences', () => {
  const text = 'All tests pass. Fixed the crash. All tests pass now. Fixed the leak. All 3 tests pass.'
  expect(kindsIn(text)).toEqual(['tests', 'fixed', 'fixed', 'tests 3'])
})

it('stops after eight', () => {
  const text = Array.from({ length: 12 }, (_, index) => `Updated \`src/f${index}.ts\`.`).join('\n')
  expect(kindsIn(text)).toEqual(Array.from({ length: 8 }, (_, index) => `file src/f${index}.ts changed`))
})

const HOSTILE = [
  ...[
    'the tests ',
    '`',
    '``` ',
    '[',
    '"',
    '**_',
    '*',
    '_',
    '(',
    'not ',
    '\n- ',
    '| ',
    '.',
    'a.',
    '$(',
    '> ',
    'no errors ',
  ],
  ...[
    ' ',
    '# ',
    '-',
    '- ',
    '~',
    '<a',
    '1',
    '1.',
    '„',
    '\u0301',
    '/a',
    'a/',
    '.ts',
    'and the build ',
    'pass ',
    '✅ ',
  ],
]

it.each(HOSTILE)('reads the beginning of a text of %j without end', (piece) => {
  const long = `${piece.repeat(1_000_000 / piece.length)}\n\nLint is clean.`
  expect(kindsIn(`All tests pass.\n\n${long}`)).toEqual(['tests'])
})

it.each(HOSTILE)('reads a text of %j that ends', (piece) => {
  const long = `${piece.repeat(49_000 / piece.length)}x`
  expect(kindsIn(`All tests pass.\n\n${long}`)).toEqual(['tests'])
})

const PIECES = [
  ...'the tests|all|pass|passes|build|is|green|fixed|I|not|if|no|errors|lint|has|changed|ran|läuft|durch|behoben|Die|42|12/12|✅'.split(
    '|',
  ),
  ...[
    ' ',
    ' ',
    ' ',
    '\n',
    '\n\n',
    '`',
    '``',
    '```\n',
    '`src/a.ts`',
    '`npm test`',
    '**',
    '_',
    '> ',
    '- ',
    '| ',
    '# ',
    '.',
    '?',
    ':',
    ',',
  ],
  ...[
    '"',
    '„',
    '“',
    '(',
    ')',
    '[',
    '](x)',
    '<b>',
    '\ue000',
    '\u0000',
    '\ud83d',
    '’',
    '—',
    '~~',
    '\t',
    '    ',
  ],
]

it('never throws, and says for each only what it may', () => {
  const choice = new RandomChoice(seededRandom(SEED))
  for (let round = 0; round < 1_500; round++) {
    const text = Array.from({ length: choice.below(40) }, () => choice.oneOf(PIECES)).join(
      choice.oneOf(['', ' ']),
    )
    const statements = statementsIn(text)
    expect(statements.length, text).toBeLessThanOrEqual(8)
    for (const { kind, path, about, command, text: sentence } of statements) {
      expect([kind === 'file', kind === 'file', kind === 'ran'], text).toEqual([
        path !== undefined,
        about !== undefined,
        command !== undefined,
      ])
      expect(sentence, text).not.toMatch(/\n|\ue000/)
    }
  }
})
