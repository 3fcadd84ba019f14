import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BUNDLES, LIBRARIES, READ_WHOLE, selectTests } from './selection.mjs'

const ROOT = join(import.meta.dirname, '../../..')

const FILES: Readonly<Record<string, string>> = {
  'package-lock.json': '',
  'tsconfig.json': '',
  'vite.config.ts': `import './scripts/lib/build/headers.mjs'`,
  'scripts/test.mjs': `import './lib/run.mjs'`,
  'scripts/lib/run.mjs': '',
  'scripts/lib/build/headers.mjs': '',
  'scripts/lib/suite.mjs': '',
  'scripts/lib/suite.test.ts': `import './suite.mjs'`,
  'scripts/shell-library/expansion/words.js': '',
  'src/agent/glob.ts': '',
  'src/agent/glob.test.ts': `import './glob.ts'`,
  'src/agent/tool.browser.test.ts': `import './glob.ts'`,
  'src/agent/glob.long.test.ts': `import './glob.ts'`,
  'src/agent/cases/one.txt': '',
  'src/architecture.test.ts': '',
  'src/sandbox/embedded/shell/language/words.test.ts': '',
  'src/sandbox/embedded/node/node.worker.ts': `import './part.ts'`,
  'src/sandbox/embedded/node/part.ts': '',
  'src/sandbox/embedded/node/assets.ts': `new URL('./generated/node.worker.js', import.meta.url)`,
  'src/sandbox/embedded/node/run.browser.test.ts': `import './assets.ts'`,
  'e2e/support/workbench.ts': `import { limit } from '../../src/agent/glob.ts'`,
  'e2e/files.spec.ts': `import './support/workbench.ts'`,
  'e2e/other.spec.ts': `import { expect } from '@playwright/test'`,
  'e2e/long/files.spec.ts': `import '../support/workbench.ts'`,
  'README.md': '',
}

function select(...changed: readonly string[]) {
  return selectTests({ files: Object.keys(FILES), changed, read: (file) => FILES[file] ?? '' })
}

test('a source reaches unit tests, specs whose support imports it, and what lists its folder; long tests only themselves', () => {
  expect(select('src/agent/glob.ts')).toEqual({
    everything: [],
    reached: [
      'src/agent/glob.test.ts',
      'src/agent/tool.browser.test.ts',
      'src/architecture.test.ts',
      'e2e/files.spec.ts',
    ],
    count: 8,
    isProgramChanged: true,
  })
  expect(select('src/agent/glob.long.test.ts')).toMatchObject({
    reached: ['src/agent/glob.long.test.ts', 'src/architecture.test.ts'],
    isProgramChanged: false,
  })
})

test('support of end-to-end tests reaches them, and a long one that has changed itself', () => {
  expect(select('e2e/support/workbench.ts', 'e2e/long/files.spec.ts')).toMatchObject({
    reached: ['e2e/files.spec.ts', 'e2e/long/files.spec.ts'],
    isProgramChanged: false,
  })
})

test('a part of a bundle reaches tests of the bundle', () => {
  expect(select('src/sandbox/embedded/node/part.ts').reached).toContain(
    'src/sandbox/embedded/node/run.browser.test.ts',
  )
})

test('the source of a library reaches tests of the folder that runs it', () => {
  expect(select('scripts/shell-library/expansion/words.js')).toMatchObject({
    reached: ['src/sandbox/embedded/shell/language/words.test.ts'],
    isProgramChanged: true,
  })
})

test('data that nothing imports reaches tests of the nearest folder', () => {
  expect(select('src/agent/cases/one.txt').reached).toEqual([
    'src/agent/glob.test.ts',
    'src/agent/tool.browser.test.ts',
    'src/architecture.test.ts',
  ])
})

test.each([
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'scripts/lib/run.mjs',
  'scripts/lib/build/headers.mjs',
])('%s concerns everything', (file) => {
  expect(select(file, 'README.md').everything).toEqual([file])
})

test('other scripts reach their own tests, and a document none', () => {
  const rest = { everything: [], count: 8, isProgramChanged: false }
  expect(select('scripts/lib/suite.mjs')).toEqual({ ...rest, reached: ['scripts/lib/suite.test.ts'] })
  expect(select('README.md')).toEqual({ ...rest, reached: [] })
})

test('the tables name what exists', () => {
  const named = [LIBRARIES, READ_WHOLE].flatMap((table) => [
    ...Object.keys(table),
    ...Object.values(table).flat(),
  ])
  const all = [...named, ...Object.values(BUNDLES).flat()]
  expect(all.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('each library has a row', () => {
  const folders = readdirSync(join(ROOT, 'scripts')).filter(
    (name) => name !== 'lib' && existsSync(join(ROOT, 'scripts', name, 'build.mjs')),
  )
  expect(folders.filter((name) => !Object.hasOwn(LIBRARIES, `scripts/${name}/`))).toEqual([])
})

test('twelve quick end-to-end tests are smoke tests', () => {
  const specs = readdirSync(join(ROOT, 'e2e'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.spec.ts'),
  )
  const tagged = specs.flatMap((name) =>
    (readFileSync(join(ROOT, 'e2e', name), 'utf8').match(/ @smoke['`],/g) ?? []).map(() => name),
  )
  expect(tagged).toHaveLength(12)
  expect(tagged.filter((name) => name.startsWith('long'))).toEqual([])
})
