import { expect, it } from 'vitest'
import type { Act } from './evidence.ts'
import { evidenceIn } from './judge.ts'
import { bash, edit, read, write } from './testing/acts.ts'

function verdict(text: string, acts: readonly Act[]): unknown[] {
  const numbered = acts.map((act, index) => ({ ...act, id: String(index + 1) }))
  const [only, ...others] = evidenceIn(text, numbered)
  expect(others).toEqual([])
  if (only === undefined) return []
  const { type, ...details } = only.reason
  return [only.verdict, type, ...Object.values(details), ...(only.by ? [`#${only.by.id}`] : [])]
}

type Row = readonly [name: string, acts: readonly Act[], verdict: readonly unknown[]]

const changing = (command: string): Act => ({ ...bash(command), changed: true })
const multi = (path: string, ...edits: readonly (readonly [string, string])[]): Act => ({
  ...edit(path, '', ''),
  tool: 'MultiEdit',
  input: { file_path: path, edits: edits.map(([old_string, new_string]) => ({ old_string, new_string })) },
})

const HAS: readonly Row[] = [
  ['nothing', [], ['unverified', 'none']],
  ['a Write with it', [write('src/a.ts', 'export const foo = 1')], ['verified', 'shown', '#1']],
  ['a Write by an absolute path', [write('/workspace/src/a.ts', 'foo')], ['verified', 'shown', '#1']],
  ['a Write without it', [write('src/a.ts', 'bar')], ['contradicted', 'absent', 'foo', '#1']],
  ['a Write of another file', [write('src/b.ts', 'foo')], ['unverified', 'none']],
  ['a Write that failed', [{ ...write('src/a.ts', 'foo'), outcome: 'failed' }], ['unverified', 'none']],
  ['an Edit that puts it there', [edit('src/a.ts', 'x', 'foo')], ['verified', 'shown', '#1']],
  ['an Edit of something else', [edit('src/a.ts', 'x', 'y')], ['unverified', 'none']],
  [
    'a Write, and an Edit that takes it away',
    [write('src/a.ts', 'foo bar'), edit('src/a.ts', 'foo ', '')],
    ['contradicted', 'absent', 'foo', '#1'],
  ],
  [
    'an Edit of one of two',
    [write('src/a.ts', 'foo foo'), edit('src/a.ts', 'foo', 'x')],
    ['verified', 'shown', '#1'],
  ],
  [
    'an Edit of all',
    [write('src/a.ts', 'foo foo'), edit('src/a.ts', 'foo', '$&', true)],
    ['contradicted', 'absent', 'foo', '#1'],
  ],
  [
    'an Edit that puts it there and one that takes it away',
    [edit('src/a.ts', 'x', 'foo'), edit('src/a.ts', 'foo', 'y')],
    ['unverified', 'none'],
  ],
  [
    'an Edit over a part of an earlier one',
    [edit('src/a.ts', 'x', 'foo\nbar()'), edit('src/a.ts', 'bar()\nbaz', 'y')],
    ['unverified', 'none'],
  ],
  ['edits together', [multi('src/a.ts', ['x', 'y'], ['z', 'foo'])], ['verified', 'shown', '#1']],
  ['an Edit that creates the file', [edit('src/a.ts', '', 'bar')], ['contradicted', 'absent', 'foo', '#1']],
  ['a whole Read with it', [read('src/a.ts', '1\tlet a\n2\tfoo()')], ['verified', 'shown', '#1']],
  [
    'a whole Read without it',
    [read('src/a.ts', '1\tlet a\n2\tlet b')],
    ['contradicted', 'absent', 'foo', '#1'],
  ],
  [
    'numbers that are no text',
    [read('/workspace/src/a.ts', '1\tlet a')],
    ['contradicted', 'absent', 'foo', '#1'],
  ],
  [
    'a Read of a part',
    [read('src/a.ts', '5\tlet a\n6\tlet b\n[Lines 5 to 6 of 90. Go on with offset 7.]')],
    ['unverified', 'none'],
  ],
  [
    'a Read of the beginning',
    [read('src/a.ts', '1\tlet a\n[Lines 1 to 1 of 90. Go on with offset 2.]')],
    ['unverified', 'none'],
  ],
  [
    'a Read of an empty file',
    [read('src/a.ts', '[/workspace/src/a.ts exists and is empty.]')],
    ['contradicted', 'absent', 'foo', '#1'],
  ],
  [
    'a Read of a part with it',
    [read('src/a.ts', '5\tfoo\n[Lines 5 to 5 of 90. Go on with offset 6.]')],
    ['verified', 'shown', '#1'],
  ],
  [
    'a repeated Read',
    [
      read('src/a.ts', '1\tfoo'),
      read(
        'src/a.ts',
        '[/workspace/src/a.ts is unchanged since you read these lines of it; they are further up in this conversation.]',
      ),
    ],
    ['verified', 'shown', '#1'],
  ],
  [
    'a Read, and an Edit elsewhere',
    [read('src/a.ts', '1\tfoo\n2\tx'), edit('src/a.ts', 'x', 'y')],
    ['verified', 'shown', '#1'],
  ],
  [
    'a Read, and an Edit with other blanks',
    [read('src/a.ts', '1\tbar\n2\tx'), edit('src/a.ts', ' x ', 'y')],
    ['unverified', 'none'],
  ],
  [
    'a command that changed files since',
    [read('src/a.ts', '1\tfoo'), changing('sed -i s/foo/x/ src/a.ts')],
    ['unverified', 'stale', '#1'],
  ],
  [
    'a new Read after that',
    [read('src/a.ts', '1\tfoo'), changing('npm run fmt'), read('src/a.ts', '1\tfoo')],
    ['verified', 'shown', '#3'],
  ],
  [
    'a new Edit after that',
    [write('src/a.ts', 'x'), changing('npm run fmt'), edit('src/a.ts', 'x', 'foo')],
    ['verified', 'shown', '#3'],
  ],
  [
    'a Write of another file since',
    [write('src/a.ts', 'foo'), write('src/b.ts', 'x')],
    ['verified', 'shown', '#1'],
  ],
  ['cat', [bash('cat src/a.ts', 'foo')], ['verified', 'shown', '#1']],
  ['cat that lacks it', [bash('cat src/a.ts', 'bar')], ['unverified', 'none']],
  ['cat in its folder', [bash('cd src && cat a.ts', 'foo')], ['verified', 'shown', '#1']],
  ['cat of two files', [bash('cat src/a.ts src/b.ts', 'foo')], ['unverified', 'none']],
  ['grep', [bash('grep -n foo src/a.ts', '3:foo()')], ['verified', 'shown', '#1']],
  ['sed that prints', [bash('sed -n 1,20p src/a.ts', 'foo')], ['verified', 'shown', '#1']],
  ['cat that failed', [bash('cat src/a.ts', 'foo', 1)], ['unverified', 'none']],
  [
    'a command that prints what it likes',
    [bash('echo foo src/a.ts', 'foo src/a.ts')],
    ['unverified', 'none'],
  ],
  ['cat into the file', [bash('cat x > src/a.ts', 'foo')], ['unverified', 'none']],
  [
    'Grep',
    [
      {
        ...read('', 'src/a.ts:3:foo()\nsrc/b.ts:1:foo'),
        tool: 'Grep',
        input: { pattern: 'foo', output_mode: 'content' },
      },
    ],
    ['verified', 'shown', '#1'],
  ],
  [
    'Grep in another file',
    [{ ...read('', 'src/b.ts:3:foo()'), tool: 'Grep', input: { pattern: 'foo', output_mode: 'content' } }],
    ['unverified', 'none'],
  ],
]

it.each(HAS)('judges a content by %s', (_, acts, expected) => {
  expect(verdict('`src/a.ts` exports `foo`.', acts)).toEqual(expected)
})

it('asks for every text, and does not mind quotes and blanks', () => {
  const acts = [write('src/a.ts', "import { a } from './b'\nconst  c = 1;\n")]
  expect(verdict('`src/a.ts` has `const c = 1` and `import { a } from "./b";`.', acts)).toEqual([
    'verified',
    'shown',
    '#1',
  ])
  expect(verdict('`src/a.ts` has `const c = 1` and `const d`.', acts)).toEqual([
    'contradicted',
    'absent',
    'const d',
    '#1',
  ])
})

it('takes the end of a path where only one file has it', () => {
  const text = '`a.ts` exports `foo`.'
  expect(verdict(text, [write('src/a.ts', 'foo')])).toEqual(['verified', 'shown', '#1'])
  expect(verdict(text, [write('src/a.ts', 'foo'), write('test/a.ts', 'foo')])).toEqual(['unverified', 'none'])
  expect(verdict(text, [write('src/a.ts', 'x'), write('a.ts', 'foo')])).toEqual(['verified', 'shown', '#2'])
  expect(verdict(text, [write('src/aa.ts', 'foo')])).toEqual(['unverified', 'none'])
})

it('counts lines', () => {
  const text = '`src/a.ts` has 2 lines.'
  expect(verdict(text, [write('src/a.ts', 'a\nb\n')])).toEqual(['verified', 'shown', '#1'])
  expect(verdict(text, [read('src/a.ts', '1\ta\n2\tb')])).toEqual(['verified', 'shown', '#1'])
  expect(verdict(text, [write('src/a.ts', 'a\nb\nc')])).toEqual(['contradicted', 'differs', 2, 3, '#1'])
  expect(verdict(text, [write('src/a.ts', 'a\nb'), changing('x')])).toEqual(['unverified', 'stale', '#1'])
  expect(verdict(text, [edit('src/a.ts', 'a', 'b')])).toEqual(['unverified', 'none'])
})

const DONE: readonly (readonly [text: string, act: Act, verdict: 'verified' | 'unverified'])[] = [
  ['I changed `src/a.ts`.', edit('src/a.ts', 'a', 'b'), 'verified'],
  ['I changed `src/a.ts`.', write('src/a.ts', 'a'), 'verified'],
  ['I changed `a.ts`.', edit('src/a.ts', 'a', 'b'), 'verified'],
  ['I changed `src/a.ts`.', { ...edit('src/a.ts', 'a', 'b'), outcome: 'failed' }, 'unverified'],
  ['I changed `src/a.ts`.', { ...edit('src/a.ts', 'a', 'b'), outcome: 'denied' }, 'unverified'],
  ['I changed `src/a.ts`.', edit('src/b.ts', 'a', 'b'), 'unverified'],
  ['I changed `src/a.ts`.', read('src/a.ts', '1\ta'), 'unverified'],
  ['I changed `src/a.ts`.', changing("sed -i 's/a/b/' src/a.ts"), 'verified'],
  ['I changed `src/a.ts`.', bash("sed -i 's/a/b/' src/a.ts"), 'unverified'],
  ['I changed `src/a.ts`.', changing('cat x > src/a.ts'), 'verified'],
  [
    'I changed `n.ipynb`.',
    { ...edit('', '', ''), tool: 'NotebookEdit', input: { notebook_path: 'n.ipynb' } },
    'verified',
  ],
  ['I created `src/a.ts`.', write('src/a.ts', 'a'), 'verified'],
  ['I created `src/a.ts`.', edit('src/a.ts', '', 'a'), 'verified'],
  ['I created `src/a.ts`.', edit('src/a.ts', 'a', 'b'), 'unverified'],
  ['I created `src/a.ts`.', changing('mv src/b.ts src/a.ts'), 'verified'],
  ['I deleted `src/a.ts`.', changing('rm src/a.ts'), 'verified'],
  ['I deleted `src/a.ts`.', changing('git rm -f src/a.ts && git status'), 'verified'],
  ['I deleted `src/old/a.ts`.', changing('rm -rf src/old'), 'verified'],
  ['I deleted `src/a.ts`.', bash('rm src/a.ts', '', 1), 'unverified'],
  ['I deleted `src/a.ts`.', changing('rm src/b.ts'), 'unverified'],
  ['I deleted `src/a.ts`.', changing('echo rm src/a.ts'), 'unverified'],
  ['I deleted `src/a.ts`.', changing('test -e x || rm src/a.ts'), 'unverified'],
  ['I deleted `src/a.ts`.', write('src/a.ts', ''), 'unverified'],
]

it.each(DONE)('%s', (text, act, expected) => {
  expect(verdict(text, [act])).toEqual(
    expected === 'verified' ? ['verified', 'done', '#1'] : ['unverified', 'none'],
  )
})

it('labels the call by its path', () => {
  const [only] = evidenceIn('I changed `src/a.ts`.', [{ ...edit('/workspace/src/a.ts', 'a', 'b'), id: 'x' }])
  expect(only?.by).toEqual({ id: 'x', label: 'src/a.ts' })
})
