import { describe, expect, test } from 'vitest'
import { importGraph, reachedFrom, readImports, resolveImport } from './import-graph.mjs'

test('imports of every form, in the order of the text', () => {
  const text = `
    import a from './a.ts'
    import type { B } from './b.ts'
    import { type C } from '../c.ts'
    export { d } from './d.ts'
    export type { E } from './e.ts'
    import text from './f.py?raw'
    const g = await import('./g.ts')
    new Worker(new URL('./h.worker.ts', import.meta.url), { type: 'module' })
    new URL('./i.ts', location.href)
    import 'j'
    const k = "import './k.ts'"
  `
  const read = (specifier: string, kind = 'import', typeOnly = false) => ({ specifier, kind, typeOnly })
  expect(readImports('src/x.ts', text)).toEqual([
    read('./a.ts'),
    read('./b.ts', 'import', true),
    read('../c.ts', 'import', true),
    read('./d.ts'),
    read('./e.ts', 'import', true),
    read('./f.py?raw'),
    read('./g.ts', 'lazy'),
    read('./h.worker.ts', 'url'),
    read('j'),
  ])
})

test('of a component only the scripts are read', () => {
  const text = `<script module>import './a.ts'</script>\n<script lang="ts">import B from './B.svelte'</script>\n<p>import './c.ts'</p>`
  expect(readImports('src/X.svelte', text).map(({ specifier }) => specifier)).toEqual([
    './a.ts',
    './B.svelte',
  ])
})

test.each([
  ['./b.ts', 'src/a/b.ts'],
  ['../b.ts?worker', 'src/b.ts'],
  ['./b.py?raw', 'src/a/b.py'],
  ['../../../b.ts', undefined],
  ['vitest', undefined],
])('%s is %s', (specifier, file) => {
  expect(resolveImport('src/a/x.ts', specifier)).toBe(file)
})

describe('a change reaches', () => {
  const FILES: Readonly<Record<string, string>> = {
    'src/base.ts': '',
    'src/direct.ts': `export { x } from './base.ts'`,
    'src/direct.test.ts': `import './direct.ts'`,
    'src/types.test.ts': `import type { X } from './base.ts'`,
    'src/host.ts': `new Worker(new URL('./thread.worker.ts', import.meta.url))`,
    'src/host.test.ts': `import './host.ts'`,
    'src/thread.worker.ts': `import source from './code.py?raw'`,
    'src/code.py': '',
    'src/command.ts': '',
    'src/command.test.ts': `import './command.ts'`,
    'src/untested.ts': '',
    'src/shell.ts': `import('./command.ts'); import('./untested.ts')`,
    'src/shell.test.ts': `import './shell.ts'`,
    'src/lazy.test.ts': `const x = await import('./command.ts')`,
    'src/docs.test.ts': `readFileSync(join(ROOT, 'docs/tools.md')); read(join(HERE, 'data.json'))`,
    'src/data.json': '',
    'docs/tools.md': '',
  }
  const files = Object.keys(FILES)
  const edges = importGraph(files, (file) => FILES[file] ?? '')
  const testsOf = (...changed: string[]) =>
    [...reachedFrom(edges, changed, new Set(files))].filter((file) => file.endsWith('.test.ts')).toSorted()

  test('tests that import it through others, and none for its types only', () => {
    expect(testsOf('src/base.ts')).toEqual(['src/direct.test.ts'])
  })

  test('tests through workers and files that are loaded as text', () => {
    expect(testsOf('src/code.py')).toEqual(['src/host.test.ts'])
  })

  test('importers of an `import()` in a test always, in a source where the target has no test beside it', () => {
    expect(testsOf('src/command.ts')).toEqual(['src/command.test.ts', 'src/lazy.test.ts'])
    expect(testsOf('src/untested.ts')).toEqual(['src/shell.test.ts'])
  })

  test('tests that name it in a string', () => {
    expect(testsOf('docs/tools.md')).toEqual(['src/docs.test.ts'])
    expect(testsOf('src/data.json')).toEqual(['src/docs.test.ts'])
  })

  test('a test that has changed itself, once', () => {
    expect(testsOf('src/direct.test.ts', 'src/base.ts')).toEqual(['src/direct.test.ts'])
  })

  test('importers of a file that is gone', () => {
    const left = files.filter((file) => file !== 'src/base.ts')
    const reached = reachedFrom(
      importGraph(left, (file) => FILES[file] ?? ''),
      ['src/base.ts'],
      new Set(left),
    )
    expect(reached).toContain('src/direct.test.ts')
  })
})
